"""What every engine must do: problems with known answers, and a small CEGIS loop that judges candidates on all words of a width."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import grammars
import numpy as np

from synth import terms
from synth.engines.protocol import (
    Candidate,
    Engine,
    Exhausted,
    Point,
    Proposal,
    candidate_constants,
    candidate_length,
    most_constants,
)
from synth.evaluation.arrays import evaluate
from synth.grammar import Grammar
from synth.operators import operator
from synth.specification import Function, Specification

WIDTH = 4


@dataclass(frozen=True)
class Problem:
    """A specification whose shortest solutions at `width` have `length` instructions, and `constants` constants at least."""

    specification: Specification
    length: int
    constants: int = 0
    width: int = WIDTH

    def __str__(self) -> str:
        return self.specification.name


def _problem(name: str, exists: list[Function], body: terms.Term, length: int, constants: int = 0,
             operators: str | None = None, width: int = WIDTH) -> Problem:
    names = {str(n.data) for n in terms.postorder(body) if n.kind is terms.TermKind.SYMBOL}
    chosen = None if operators is None else tuple(operator(o) for o in operators.split())
    specification = Specification(exists, [terms.symbol(n) for n in sorted(names)], body, width, operators=chosen, name=name)
    return Problem(specification, length, constants, width)


def _problems() -> Iterator[Problem]:
    x, y = terms.symbol("x"), terms.symbol("y")
    f, g, h, u, p = Function("f", 1), Function("g", 2), Function("h", 2), Function("u", 0), Function("p", 1, predicate=True)
    yield _problem("identity", [f], f(x) == x, 0)
    yield _problem("one constant", [f], f(x) == 6, 0, 1)
    yield _problem("isolate lowest bit", [f], f(x) == x & -x, 2)
    yield _problem("turn off lowest bit", [f], f(x) == x & (x - 1), 2, 1)
    yield _problem("absolute value", [f], f(x) == terms.ite(terms.slt(x, 0), -x, x), 2, 0)
    yield _problem("maximum", [g], g(x, y) == terms.ite(x < y, y, x), 1)
    yield _problem("not above", [g], (g(x, y) <= x) & (g(x, y) <= y) & ((g(x, y) == x) | (g(x, y) == y)), 1)
    yield _problem("predicate", [p], p(x) == (x < 5), 1, 1)
    yield _problem("word", [u], (u.term & x) + (~u.term & x) == x, 0)
    yield _problem("word and function", [f, u], (f(x) == x + u.term) & (u.term > 2) & (f(u.term) == 10), 1, 1)
    yield _problem("swap", [g, h], (g(x, y) == y) & (h(x, y) == x), 0)
    yield _problem("sum and difference", [g, h], (g(x, y) == x + y) & (h(x, y) == x - y), 2)
    yield _problem("twice", [f], f(f(x)) == x + 2, 1, 1, "add sub xor and not")
    yield _problem("nested in another", [f, g], (g(f(x), y) == y - x) & (g(x, 0) == x), 2, 0, "add sub neg xor")
    yield _problem("on different arguments", [f], (f(x + 1) == f(x) + 2) & (f(0) == 3), 2, 1, "add sub shl mul xor")
    yield _problem("floating sign", [f], terms.fadd(x, f(x)) == terms.fadd(x, terms.fsub(0, x)), 1, 1, "xor fsub", 8)


PROBLEMS = tuple(_problems())


def _in_grammars() -> Iterator[Problem]:
    x, y, z = terms.symbol("x"), terms.symbol("y"), terms.symbol("z")

    def function(arity: int, grammar: Grammar) -> Function:
        return Function("fgh"[arity - 1], arity, grammar=grammar)

    f, g, h = function(1, grammars.TRICKS), function(2, grammars.CONDITIONS), function(3, grammars.LAYERS)
    yield _problem("signed maximum", [g], g(x, y) == terms.ite(terms.slt(x, y), y, x), 2)
    yield _problem("sum or one", [g], g(x, y) == terms.ite(x == y, 1, x + y), 3)
    yield _problem("parity", [h], h(x, y, z) == x ^ y ^ z, 2, width=1)
    yield _problem("layer by layer", [h], h(x, y, z) == (x | y) & (y | z), 3, width=1)
    yield _problem("quarter", [f], f(x) == x >> 2, 2)
    yield _problem("odd ones inverted", [f], f(x) == terms.ite(x & 1 == 1, ~x, x >> 1), 4)
    f, g = function(1, grammars.NARROW), function(2, grammars.FLAT)
    yield _problem("shifted by what is found", [f], f(x) == (x << 2) + 10, 2, 1)
    yield _problem("difference", [g], g(x, y) == x - y, 3)
    w = Function("w", 0, grammar=grammars.COUNTING)
    yield _problem("a word of ones", [w], w.term & x == x & 6, 3)
    k, m = Function("k", 1, grammar=grammars.TRICKS), Function("m", 1)
    yield _problem("one in a grammar, one in L", [k, m], (k(x) == x + 1) & (m(x) == x + 3), 2, 1)


IN_GRAMMARS = tuple(_in_grammars())
"""Problems whose functions have grammars, of all kinds; literals are not counted."""


class Judge:
    """Judges candidates on every word of a width; its answers are counterexamples, drawn from all over the space."""

    def __init__(self, specification: Specification, width: int) -> None:
        self.specification, self.width = specification, width
        names = [str(s.data) for s in specification.forall]
        rows = np.array(list(itertools.product(range(1 << width), repeat=len(names))), dtype=np.uint64).reshape(-1, len(names))
        self.words = {name: rows[:, i] for i, name in enumerate(names)}
        self.count = len(rows)

    def example(self, number: int) -> dict[str, int]:
        """One of all assignments."""
        return {name: int(values[number]) for name, values in self.words.items()}

    def wrong(self, candidate: Candidate) -> list[int]:
        """The numbers of the assignments that the candidate fails."""
        truth = evaluate(self.specification.formula, self.words, candidate, self.width)
        return [int(i) for i in np.flatnonzero(np.broadcast_to(truth, self.count) == 0)]


@dataclass
class Trace:
    """What an engine did: the solution and where, the points it closed, how many candidates were wrong."""

    solution: Candidate | None = None
    point: Point | None = None
    closed: tuple[Point, ...] = ()
    refuted: int = 0


def work(engine: Engine, judge: Judge, point: Point, known: set[int], steps: int) -> tuple[Candidate | None, Exhausted | None, int]:
    """CEGIS at one point: a solution, or the engine's end of the point, and how many candidates were refuted."""
    engine.goto(point)
    refuted = 0
    for _ in range(steps):
        for event in engine.step(0.05):
            if isinstance(event, Exhausted):
                return None, event, refuted
            check_proposal(event, judge, known)
            wrong = judge.wrong(event.candidate)
            if not wrong:
                return event.candidate, None, refuted
            refuted += 1
            fresh = wrong[len(wrong) * 5 // 8]
            known.add(fresh)
            engine.add_examples(judge.width, [judge.example(fresh)])
    return None, None, refuted


def check_proposal(event: Proposal, judge: Judge, known: set[int]) -> None:
    """A proposal is a whole candidate at the width, normal, that satisfies every example the engine was told."""
    assert event.width == judge.width
    assert list(event.candidate) == [f.name for f in judge.specification.exists]
    assert judge.specification.with_width(judge.width).admits(event.candidate)
    assert not known & set(judge.wrong(event.candidate))
    for function in judge.specification.exists:
        program = event.candidate[function.name]
        assert program.inputs == function.arity
        assert program == program.normalise(judge.width)


def points(specification: Specification, width: int, lengths: int) -> Iterator[Point]:
    """The lattice in the order of the decision tree."""
    for length in range(lengths + 1):
        for constants in range(most_constants(specification, length) + 1):
            yield Point(length, constants, width)


def solve(engine: Engine, problem: Problem, steps: int = 400) -> Trace:
    """Climb the lattice until a solution is found; the corner words are known from the start."""
    judge, trace = Judge(problem.specification, problem.width), Trace()
    known = {0, judge.count - 1, judge.count // 2}
    engine.add_examples(problem.width, [judge.example(i) for i in sorted(known)])
    for point in points(problem.specification, problem.width, problem.length):
        solution, end, refuted = work(engine, judge, point, known, steps)
        trace.refuted += refuted
        if solution is not None:
            trace.solution, trace.point = solution, point
            return trace
        if end is not None and end.complete:
            trace.closed += (end.point,)
    return trace


def check_solved(engine: Engine, problem: Problem) -> Trace:
    """Any engine solves the problem, and closes no point that holds a solution."""
    trace = solve(engine, problem)
    assert trace.solution is not None, problem
    assert all((p.length, p.constants) < (problem.length, problem.constants) for p in trace.closed)
    assert engine.statistics.candidates > 0
    return trace


def check_minimal(engine: Engine, problem: Problem) -> None:
    """A complete engine closes every point before the first with a solution, and finds that one."""
    assert engine.complete
    trace = check_solved(engine, problem)
    assert trace.solution is not None and trace.point == Point(problem.length, problem.constants, problem.width)
    assert candidate_length(trace.solution) == problem.length
    assert candidate_constants(trace.solution) <= problem.constants or any(f.grammar for f in problem.specification.exists)
    before = [p for p in points(problem.specification, problem.width, problem.length) if p < trace.point]
    assert set(before) <= set(trace.closed)
