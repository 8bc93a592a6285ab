"""The bounded engine: conformance, what it closes against brute force, and interruption."""

import itertools
import random
import threading
import time

import pytest
import z3
from busy import SLACK
from conformance import IN_GRAMMARS, PROBLEMS, WIDTH, Judge, Problem, check_minimal, points, work
from grammars import CONDITIONS, NARROW, TRICKS, defined, first_solution, random_grammar, reachable, rule
from sampled import some

from synth import terms
from synth.engines.bounded import Bounded
from synth.engines.bounded.circuits import family, results
from synth.engines.bounded.engine import compositions, shapes
from synth.engines.bounded.language import Language
from synth.engines.bounded.query import Answer, Query
from synth.engines.protocol import Exhausted, Point, Proposal, most_constants
from synth.evaluation.integers import Integers
from synth.evaluation.smt import Smt
from synth.grammar import Grammar, NonTerminal
from synth.operators import WORD_OPERATORS, Operator
from synth.specification import Function, Specification

X = terms.symbol("x")
F, G = Function("f", 1), Function("g", 1)
HARD = Specification([Function("f", 2)], [X, terms.symbol("y")],
                     Function("f", 2)(X, terms.symbol("y")) == terms.mulhu(X, terms.symbol("y")), 16)


@pytest.mark.parametrize("problem", [*PROBLEMS, *IN_GRAMMARS], ids=str)
def test_finds_the_shortest_and_closes_what_is_shorter(problem: Problem) -> None:
    check_minimal(Bounded(problem.specification, 0), problem)


def test_no_single_instruction_turns_off_the_lowest_bit() -> None:
    specification = Specification([F], [X], F(X) == X & (X - 1), WIDTH)
    for constants in (0, 1):
        _, end, _ = work(Bounded(specification, 0), Judge(specification, WIDTH), Point(1, constants, WIDTH), set(), 200)
        assert end == Exhausted(Point(1, constants, WIDTH), complete=True)


def _relation(function: Function, allowed: list[set[int]], width: int) -> terms.Term:
    """f(x) is one of `allowed[x]`, for every x."""
    body = terms.constant(True)
    for x, outcomes in enumerate(allowed):
        one = terms.constant(False)
        for outcome in sorted(outcomes):
            one = one | (function(X) == outcome)
        body = body & (x == X).implies(one)
    return body


def _reachable(constants: tuple[int, ...], operators: tuple[Operator, ...], width: int, most: int) -> list[set[tuple[int, ...]]]:
    """Per length up to `most`, the value tables of all programs of one argument over exactly these constants."""
    size, domain = 1 << width, Integers(width)
    tables = {op: {v: op(domain, *v) for v in itertools.product(range(size), repeat=op.arity)} for op in operators}
    states = {frozenset([tuple(range(size)), *((c,) * size for c in constants)])}
    reached = [set(next(iter(states)))]
    for _ in range(most):
        states = {state | {tuple(tables[op][v] for v in zip(*operands, strict=True))} for state in states for op in operators
                  for operands in itertools.product(state, repeat=op.arity)}
        reached.append(set().union(*states))
    return reached


def _first_solution(specification: Specification, allowed: list[list[set[int]]], width: int, most: int) -> Point | None:
    """The first lattice point that holds a solution, by brute force; `allowed` has a relation per function."""
    reach = [(cs, _reachable(cs, specification.operator_set, width, most))
             for n in range(most_constants(specification, most) + 1) for cs in itertools.combinations(range(1 << width), n)]
    shortest = []
    for constants, reached in reach:
        lengths = [next((n for n, tables in enumerate(reached) if any(_fits(t, relation) for t in tables)), 99)
                   for relation in allowed]
        shortest.append(Point(sum(lengths), len(constants), width))
    found = [p for p in points(specification, width, most)
             if any(s.length <= p.length and s.constants <= p.constants for s in shortest)]
    return found[0] if found else None


def _fits(table: tuple[int, ...], relation: list[set[int]]) -> bool:
    return all(value in results for value, results in zip(table, relation, strict=True))


@pytest.mark.parametrize(("seed", "functions", "width", "most"),
                         [*some(((s, 1, 2, 2) for s in range(14)), 5), *some(((s, 1, 3, 2) for s in range(3)), 1),
                          *some(((s, 2, 2, 2) for s in range(6)), 2), *some(((s, 1, 1, 3) for s in range(4)), 2)])
def test_agrees_with_brute_force_on_random_relations(seed: int, functions: int, width: int, most: int) -> None:
    rng = random.Random(f"{seed} {functions} {width}")
    operators = tuple(rng.sample(WORD_OPERATORS, 3 if width > 2 else 5))
    exists = [F, G][:functions]
    relations = [[set(rng.sample(range(1 << width), rng.choice((1, 1, 1, 2) if width > 1 else (1,)))) for _ in range(1 << width)]
                 for _ in exists]
    body = terms.constant(True)
    for function, allowed in zip(exists, relations, strict=True):
        body = body & _relation(function, allowed, width)
    specification = Specification(exists, [X], body, width, operators=operators)
    expected = _first_solution(specification, relations, width, most)
    judge, engine = Judge(specification, width), Bounded(specification, seed)
    for point in points(specification, width, most):
        solution, end, _ = work(engine, judge, point, set(), 400)
        if point == expected:
            assert solution is not None, (point, operators)
            return
        assert end == Exhausted(point, complete=True), (point, expected, solution, operators)


def _random_target(rng: random.Random, grammar: Grammar, width: int, most: int) -> list[set[int]]:
    """A relation that some program of the grammar satisfies, as far as it has any; now and then one that is random."""
    constants = tuple(rng.sample(range(1 << width), rng.choice((0, 1, 2))))
    reached = reachable(grammar, width, constants, most)
    tables = sorted(reached[-1] - reached[0]) or sorted(reached[-1])
    if rng.random() < 0.15 or not tables:
        return [set(rng.sample(range(1 << width), rng.choice((1, 2)))) for _ in range(1 << width)]
    return [{value} for value in rng.choice(tables)]


@pytest.mark.parametrize(("seed", "width", "most"), [
    *some(((s, 2, 2) for s in range(40) if s != 11), 6), *some(((s, 1, 3) for s in range(12)), 2)])
def test_agrees_with_brute_force_in_random_grammars(seed: int, width: int, most: int) -> None:
    rng = random.Random(f"{seed} {width}")
    grammar = random_grammar(rng, width)
    relation = _random_target(rng, grammar, width, most)
    function = Function("f", 1, grammar=grammar)
    specification = Specification([function], [X], _relation(function, relation, width), width)
    lattice = list(points(specification, width, most))
    expected = first_solution(grammar, width, relation, lattice)
    judge, engine = Judge(specification, width), Bounded(specification, seed)
    for point in lattice:
        solution, end, _ = work(engine, judge, point, set(), 400)
        if point == expected:
            assert solution is not None, (point, grammar)
            return
        assert end == Exhausted(point, complete=True), (point, expected, solution, grammar)


def test_a_result_is_shared_between_places_of_different_sorts() -> None:
    """Each sort has the rule; a program that computes x + x once is shorter than one that does it per sort."""
    double = rule("add", 3, 3)
    grammar = Grammar((NonTerminal("Start", rules=(rule("mul", 1, 2),)), NonTerminal("Left", rules=(double,)),
                       NonTerminal("Right", rules=(double, rule("neg", 3))), NonTerminal("X", arguments=(0,))))
    function = Function("f", 1, grammar=grammar)
    specification = Specification([function], [X], function(X) == (X + X) * (X + X), WIDTH)
    solution, _, _ = work(Bounded(specification, 0), Judge(specification, WIDTH), Point(2, 0, WIDTH), set(), 200)
    assert solution is not None and solution["f"].length == 2


def test_facts_hold_only_where_the_grammar_has_what_they_lead_to() -> None:
    words = Language(Grammar.of_operators(WORD_OPERATORS, 1), WIDTH)
    assert all(words.never_same(op) for op in WORD_OPERATORS if op.same is not None)
    assert all(words.unit(op) == op.right_unit % 16 for op in WORD_OPERATORS if op.right_unit is not None)
    assert all(words.folds(op) for op in WORD_OPERATORS)
    add, sub, ite = CONDITIONS.operators[:3]
    conditions, narrow, tricks = (Language(g, WIDTH) for g in (CONDITIONS, NARROW, TRICKS))
    assert conditions.never_same(sub) and conditions.commutes(add) and conditions.chooses(ite) and not conditions.folds(add)
    assert not any(narrow.commutes(op) or narrow.folds(op) for op in NARROW.operators if op.name == "bvadd")
    assert all(tricks.cancels(op) for op in TRICKS.operators if op.name == "bvnot")


def test_a_macro_is_as_costly_as_the_costliest_operator_in_it() -> None:
    a, b = terms.symbol("a"), terms.symbol("b")
    product = defined("product", a * b + a, 2)
    assert family(product) == "product"
    assert family(defined("nested", terms.apply(product, a, a // b), 2)) == "quotient"
    assert family(rule("xor", 0, 0).operator) == ""


def test_proposes_each_candidate_once_until_none_is_left() -> None:
    specification = Specification([F], [X], F(X) < 2, 2, operators=tuple(o for o in WORD_OPERATORS if o.name in ("and", "ult")))
    engine, seen = Bounded(specification, 0), []
    engine.add_examples(2, [{"x": x} for x in range(4)])
    engine.goto(Point(1, 1, 2))
    while isinstance(event := engine.step(1.0)[0], Proposal):
        seen.append(event.candidate["f"])
    assert event == Exhausted(Point(1, 1, 2), complete=True)
    assert len(seen) == len(set(seen)) >= 3


def test_the_examples_of_other_widths_wait_for_their_point() -> None:
    specification = Specification([F], [X], F(X) == X + 5, 4)
    engine = Bounded(specification, 0)
    engine.add_examples(4, [{"x": x} for x in range(16)])
    engine.add_examples(3, [{"x": x} for x in range(8)])
    for width in (3, 4):
        engine.goto(Point(1, 1, width))
        event = engine.step(5.0)[0]
        assert isinstance(event, Proposal)
        assert event.width == width
        assert [event.candidate["f"].run(Integers(width), [x]) for x in range(4)] == [(x + 5) % (1 << width) for x in range(4)]


def _hard() -> Bounded:
    engine, rng = Bounded(HARD, 0), random.Random(0)
    engine.add_examples(16, [{"x": rng.randrange(1 << 16), "y": rng.randrange(1 << 16)} for _ in range(8)])
    engine.goto(Point(5, 2, 16))
    return engine


def test_an_interrupted_check_ends_soon_and_says_nothing() -> None:
    engine = _hard()
    timer = threading.Timer(0.5, engine.interrupt)
    timer.start()
    start = time.monotonic()
    events = engine.step(60.0)
    assert not any(isinstance(e, Exhausted) for e in events)
    assert time.monotonic() - start < 10 + SLACK
    timer.join()


def test_an_interruption_between_steps_is_forgotten() -> None:
    engine = Bounded(Specification([F], [X], F(X) == X & -X, 4), 0)
    engine.add_examples(4, [{"x": x} for x in range(16)])
    engine.interrupt()
    engine.goto(Point(2, 0, 4))
    engine.interrupt()
    assert isinstance(engine.step(10.0)[0], Proposal)


def test_a_failing_solver_never_closes_a_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Query, "check", lambda _self, _seconds: Answer.FAILED)
    engine = Bounded(Specification([F], [X], F(X) == X + 1, 4), 0)
    engine.add_examples(4, [{"x": 1}])
    engine.goto(Point(0, 0, 4))
    assert engine.step(5.0) == [Exhausted(Point(0, 0, 4), complete=False)]


def test_a_check_out_of_time_leaves_the_point_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Query, "check", lambda _self, _seconds: Answer.UNFINISHED)
    engine = Bounded(Specification([F], [X], F(X) == X + 1, 4), 0)
    engine.goto(Point(0, 0, 4))
    assert engine.step(0.01) == []


def test_compositions_are_all_ways_to_share() -> None:
    assert sorted(compositions(3, 2)) == [(0, 3), (1, 2), (2, 1), (3, 0)]
    assert list(compositions(0, 0)) == [()]
    assert list(compositions(1, 0)) == []
    assert len(set(compositions(4, 3))) == 15


def test_one_divider_divides_in_four_ways() -> None:
    domain, operators = Smt(4), [op for op in WORD_OPERATORS if family(op) == "quotient"]
    picks, a, b = [z3.Bool(op.name) for op in operators], domain.symbol("a"), domain.symbol("b")
    for (pick, result), op in zip(results(domain, list(zip(picks, operators, strict=True)), [a, b]), operators, strict=True):
        solver = z3.SolverFor("QF_BV")
        solver.add(pick, *(z3.Not(other) for other in picks if not other.eq(pick)), result != op(domain, a, b))
        assert solver.check() == z3.unsat, op


@pytest.mark.parametrize("length", [0, 1, 3])
def test_shapes_cover_every_choice_of_operators_once(length: int) -> None:
    specification = Specification([F, G], [X], F(X) == G(X), 4)
    programs = 0
    for shape in shapes(specification, Point(length, 1, 4)):
        ways = 1
        for slot in itertools.chain(*shape.slots):
            ways *= len(slot)
        programs += ways
    assert programs == (length + 1) * len(WORD_OPERATORS) ** length


def test_a_query_that_takes_long_lets_the_others_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: list[str] = []

    def check(query: Query, _seconds: float) -> Answer:
        waiting.append(str(query.shape.slots))
        return Answer.UNFINISHED if len(waiting) == 1 else Answer.NONE

    monkeypatch.setattr(Query, "check", check)
    engine = Bounded(Specification([F], [X], F(X) == X + 1, 4), 0)
    engine.goto(Point(1, 0, 4))
    events = [e for _ in range(9) for e in engine.step(0.0)]
    assert events[0] == Exhausted(Point(1, 0, 4), complete=True)
    assert len(set(waiting)) == 3
    assert waiting[0] == waiting[3]
