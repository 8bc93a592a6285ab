"""What is claimed while verdicts are late: complete engines, and verifiers that are slow or withhold, against brute force."""

from __future__ import annotations

import itertools
import random
import time
from dataclasses import dataclass, field

import numpy as np
import pytest
from sampled import some

from synth import terms
from synth.engines.bounded import Bounded
from synth.engines.explicit.engine import Explicit
from synth.engines.protocol import Candidate, Engine, Exhausted, Point, candidate_length
from synth.evaluation.arrays import evaluate
from synth.evaluation.integers import Integers
from synth.operators import WORD_OPERATORS, Operator, operator
from synth.solver.candidates import CandidateState, Key, canonical
from synth.solver.coordinator import solve
from synth.solver.lattice import Lattice, Pass, Region
from synth.solver.messages import Check, FromVerifier, Job
from synth.solver.options import Options
from synth.solver.verifier import Verifier
from synth.specification import Function, Specification

WIDTH, LONGEST = 2, 2
SIZE = 1 << WIDTH
X, Y, Z = (terms.symbol(name) for name in "xyz")


@dataclass
class Narrowed:
    """A random specification of two words over few operators, and the least length of a program for it, up to LONGEST + 1."""

    specification: Specification
    least: int


Table = tuple[int, ...]


def _grown(state: frozenset[Table], operators: tuple[Operator, ...]) -> set[Table]:
    """What one more instruction on these operands can give."""
    domain = Integers(WIDTH)
    return {tuple(op(domain, *row) for row in zip(*operands, strict=True))
            for op in operators for operands in itertools.product(sorted(state), repeat=op.arity)}


def _least(operators: tuple[Operator, ...], wanted: list[set[int]]) -> int:
    """The length of the shortest program whose table is one of `wanted`, by trying all."""
    inputs = list(itertools.product(range(SIZE), repeat=2))
    leaves = frozenset([*zip(*inputs, strict=True), *((c,) * len(inputs) for c in range(SIZE))])
    states = {leaves}
    for length in range(LONGEST + 1):
        tables = {t for state in states for t in (state if length == 0 else state - leaves)}
        if any(all(v in allowed for v, allowed in zip(t, wanted, strict=True)) for t in tables):
            return length
        if length < LONGEST - 1:
            states = {state | {t} for state in states for t in _grown(state, operators)}
        elif length == LONGEST - 1:
            states = {frozenset(t for state in states for t in _grown(state, operators))}
    return LONGEST + 1


def narrowed(seed: int) -> Narrowed:
    """CandidateState number `seed`: mostly what some program computes, with other results allowed at some inputs."""
    rng = random.Random(f"narrowed {seed}")
    operators = tuple(sorted(rng.sample([op for op in WORD_OPERATORS if op.arity < 3], rng.choice((2, 3))), key=lambda op: op.code))
    inputs = list(itertools.product(range(SIZE), repeat=2))
    state = {*zip(*inputs, strict=True), *((c,) * len(inputs) for c in range(SIZE))}
    for _ in range(3):
        state |= {rng.choice(sorted(_grown(frozenset(rng.sample(sorted(state), min(5, len(state)))), operators)))}
    table = rng.choice(sorted(state))
    wanted = [{value} if rng.random() < 0.8 else {value, rng.randrange(SIZE)} for value in table]
    body, f = terms.constant(True), Function("f", 2)
    for (x, y), allowed in zip(inputs, wanted, strict=True):
        one = terms.constant(False)
        for value in sorted(allowed):
            one = one | (f(X, Y) == value)
        body = body & ((x == X) & (y == Y)).implies(one)
    if rng.random() < 0.5:  # an equation: the goal is known
        wanted, body = [{value} for value in table], f(X, Y) == _as_term(table)
    specification = Specification((f,), (X, Y), body, WIDTH, operators=operators, name=f"narrowed {seed}")
    return Narrowed(specification, _least(operators, wanted))


def _as_term(table: Table) -> terms.Term:
    """The function with these results, as a term over x and y."""
    word = terms.constant(0)
    for (x, y), value in zip(itertools.product(range(SIZE), repeat=2), table, strict=True):
        word = terms.ite((x == X) & (y == Y), value, word)
    return word


@dataclass
class Coordinator:
    """A search by one engine, step by step, as the real one does it, whose verifier withholds verdicts at random."""

    engine: Engine
    specification: Specification
    rng: random.Random
    noting: bool = True
    lattice: Lattice = field(init=False)
    cases: dict[Key, CandidateState] = field(default_factory=dict)
    withheld: list[CandidateState] = field(default_factory=list)
    claims: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.lattice = Lattice(self.specification)
        rows = np.array(list(itertools.product(range(SIZE), repeat=2)), dtype=np.uint64)
        self.words = {"x": rows[:, 0], "y": rows[:, 1]}
        self.engine.add_examples(WIDTH, [self.example(i) for i in self.rng.sample(range(len(rows)), 2)])

    def example(self, number: int) -> dict[str, int]:
        return {name: int(values[number]) for name, values in self.words.items()}

    def run(self, steps: int = 4000) -> None:
        """Search, and take down every length that is claimed to hold no program on the way."""
        region, given_up, point = Region(Point(0, 0, WIDTH), LONGEST, strict=True), dict[tuple[int, int], int](), None
        for _ in range(steps):
            wanted = self.lattice.next_point(region, given_up)
            if wanted != point and wanted is not None:
                self.engine.goto(wanted)
                way = self.lattice.begin(wanted)
            point = wanted
            if point is None and not self.withheld:
                return
            if point is not None and self._stepped(way):
                point = None
            if self.withheld and (point is None or self.rng.random() < 0.1):
                self._decide(self.withheld.pop(self.rng.randrange(len(self.withheld))))
            self.claims.update(self.lattice.closed_lengths(WIDTH))
        raise AssertionError("the search does not end")

    def _stepped(self, way: Pass) -> bool:
        """One step of the engine; whether its point is done."""
        for event in self.engine.step(0.01):
            if isinstance(event, Exhausted):
                assert event.complete
                self.lattice.record(event.point, way if event.up_to_equals and self.noting else None)
                return True
            case = self._found(event.candidate)
            if case.holds is not False:
                way.doubts.add(case.key)
        return False

    def _found(self, candidate: Candidate) -> CandidateState:
        new = CandidateState(canonical(candidate, WIDTH), WIDTH, "engine")
        case = self.cases.setdefault(new.key, new)
        if case is new:
            self.lattice.survive(case.key, case.point)
            if self.rng.random() < 0.5:
                self.withheld.append(case)
            else:
                self._decide(case)
        return case

    def _decide(self, case: CandidateState) -> None:
        truth = np.broadcast_to(evaluate(self.specification.formula, self.words, case.candidate, WIDTH), SIZE * SIZE)
        wrong = np.flatnonzero(truth == 0)
        case.holds = not len(wrong)
        if len(wrong):
            self.engine.add_examples(WIDTH, [self.example(int(self.rng.choice(wrong.tolist())))])
            self.lattice.dismiss(case.key)

    @property
    def found(self) -> int:
        """The least length of what was found right."""
        return min((candidate_length(c.candidate) for c in self.cases.values() if c.holds), default=LONGEST + 1)


def searched(kind: type, case: Narrowed, seed: int, noting: bool = True) -> Coordinator:
    coordinator = Coordinator(kind(case.specification, 0), case.specification, random.Random(f"withheld {seed}"), noting)
    coordinator.run()
    return coordinator


@pytest.mark.parametrize(("kind", "seeds"), some([(Explicit, range(40)), (Bounded, range(1000, 1003))], 1))
def test_no_length_is_closed_that_holds_a_program(kind: type, seeds: range) -> None:
    for seed in seeds:
        case = narrowed(seed)
        coordinator = searched(kind, case, seed)
        assert coordinator.claims == set(range(case.least)), case.specification.name
        assert coordinator.found == case.least, case.specification.name


@pytest.mark.slower
@pytest.mark.parametrize(("kind", "seeds"), [
    (Explicit, range(40, 120)), (Bounded, range(1003, 1008)), (Explicit, range(2000, 2400)), (Bounded, range(3000, 3030))])
def test_no_length_is_closed_that_holds_a_program_at_length(kind: type, seeds: range) -> None:
    test_no_length_is_closed_that_holds_a_program(kind, seeds)


def test_without_noting_what_was_gone_past_lengths_are_closed_wrongly() -> None:
    """That the tests above would notice."""
    cases = [(narrowed(seed), seed) for seed in range(120)]
    assert any(max(searched(Explicit, case, seed, noting=False).claims, default=-1) >= case.least for case, seed in cases)


@pytest.mark.parametrize(("engine", "delay"), some([("explicit", 2.0), ("bounded", 0.6)], 1))
def test_a_slow_verifier_makes_no_longer_answer_minimal(monkeypatch: pytest.MonkeyPatch, engine: str, delay: float) -> None:
    """Every check of a candidate takes longer than an engine waits for it."""
    prompt = Verifier.answer

    def answer(self: Verifier, job: Job) -> FromVerifier:
        if isinstance(job, Check):
            time.sleep(delay)
        return prompt(self, job)

    monkeypatch.setattr(Verifier, "answer", answer)
    f, operators = Function("f", 3), tuple(operator(name) for name in ("mul", "sdiv", "slt", "ult", "urem"))
    body = f(X, Y, Z) == terms.slt(terms.sdiv(Z, Z), Y)
    outcome = solve(Specification((f,), (X, Y, Z), body, 8, operators=operators), Options(timeout=120, engines=(engine,)))
    assert outcome.candidate is not None
    assert candidate_length(outcome.candidate) == 2
    assert set(outcome.exhausted[8]) <= {0, 1}
