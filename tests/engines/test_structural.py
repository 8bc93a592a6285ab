"""The structural engine: its compiled bank against the reference, decision trees, goals taken apart, hopeless grammars."""

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from conformance import PROBLEMS, Judge, Problem, check_solved

from synth import terms
from synth.engines.protocol import Event, Point, Proposal, Unrealizable
from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.deduction import Apart, Wanted, build
from synth.engines.structural.engine import Structural
from synth.engines.structural.inverses import requirements
from synth.engines.structural.native import Format
from synth.engines.structural.scope import applies
from synth.engines.structural.trial import all_points
from synth.evaluation import arrays, integers
from synth.grammar import Grammar, NonTerminal, Rule
from synth.macros import macro
from synth.operators import WORD_OPERATORS, Operator, operator
from synth.program import Program
from synth.specification import Function, Specification

A, B, C, D = (terms.symbol(n) for n in "abcd")
BOOLS = ("and", "or", "xor", "not")
SUITED = tuple(p for p in PROBLEMS if applies(p.specification))


def grammar(names: str, arity: int, literals: tuple[int, ...] = ()) -> Grammar:
    rules = tuple(Rule(operator(n), (0,) * operator(n).arity) for n in names.split())
    return Grammar((NonTerminal("S", None, tuple(range(arity)), literals, False, rules),))


def program(bank: Bank, row: int, n: int = 0) -> Program:
    builder = Builder(bank.arity, bank.form.width)
    return builder.program(bank.build(n, row, builder))


def grown(given: Grammar, inputs: list[list[int]], width: int, size: int) -> Bank:
    words = np.array(inputs, dtype=np.uint64)
    bank = Bank(given, words, Format(width, words.shape[1]), (), 1 << 28)
    for _ in range(size):
        for _ in bank.grow():
            pass
    return bank


@pytest.mark.parametrize("width", [1, 2, 8, 13, 32, 64])
@pytest.mark.parametrize("op", WORD_OPERATORS, ids=str)
def test_the_bank_computes_what_the_reference_does(op: Operator, width: int) -> None:
    rng = np.random.default_rng(width)
    corners = [0, 1, (1 << width) - 1, 1 << (width - 1), width % (1 << width)]
    words = [[*(corners * 2)[:7], *(int(w) % (1 << width) for w in rng.integers(0, 1 << 63, 70))] for _ in range(op.arity)]
    words = [list(rng.permutation(np.array(w, dtype=np.uint64))) for w in words]
    bank = grown(grammar(op.name, op.arity), words, width, 1)
    for row in range(bank.pools[0].count):
        found, values = program(bank, row), bank.form.unpack(bank.values(0)[row: row + 1])[0]
        assert values.tolist() == [integers.run_program(found, [int(w) for w in point], width)
                                   for point in zip(*words, strict=True)]


def _behaviours(given: list[tuple[int, ...]], names: str, width: int, size: int) -> list[set[tuple[int, ...]]]:
    """By size, every behaviour that terms of exactly that many operators have."""
    found = [set(given)]
    domain = arrays.Arrays(width)
    for total in range(1, size + 1):
        level: set[tuple[int, ...]] = set()
        for op in map(operator, names.split()):
            for sizes in itertools.product(range(total), repeat=op.arity):
                if sum(sizes) == total - 1:
                    for operands in itertools.product(*(found[s] for s in sizes)):
                        columns = [np.array(o, dtype=np.uint64) for o in operands]
                        level.add(tuple(np.broadcast_to(op(domain, *columns), len(given[0])).tolist()))
        found.append(level)
    return found


@pytest.mark.parametrize(("names", "width"),
                         [("add and not", 3), ("sub xor lshr", 8), ("and not", 1), ("ite ult", 4), ("mul urem", 33)])
def test_the_bank_holds_every_behaviour_once(names: str, width: int) -> None:
    inputs = [[w % (1 << width) for w in row] for row in ([0, 1, 2, 5, 7, 3], [1, 1, 6, 4, 0, 3])]
    expected = _behaviours([tuple(row) for row in inputs], names, width, 3)
    bank = grown(grammar(names, 2), inputs, width, 3)
    held = [tuple(v) for v in bank.form.unpack(bank.values(0)).tolist()]
    assert len(set(held)) == len(held)
    assert set(held) == set().union(*expected)
    for size in range(4):
        first, last = bank.pools[0].rows(size)
        assert set(held[first:last]) == expected[size] - set().union(*expected[:size], set())


def test_a_bank_on_more_points_is_right_there() -> None:
    inputs = [[0, 1, 2, 3], [5, 1, 0, 2]]
    bank = grown(grammar("add xor shl", 2, (1,)), inputs, 8, 2)
    more = np.array([[*inputs[0], 200, 17], [*inputs[1], 9, 255]], dtype=np.uint64)
    wider = bank.extend(more)
    assert not wider.exact
    for row in range(0, wider.pools[0].count, 5):
        expected = arrays.run_program(program(wider, row), list(more), 8)
        assert wider.form.unpack(wider.values(0)[row: row + 1])[0].tolist() == np.broadcast_to(expected, 6).tolist()


@pytest.mark.parametrize("wanted", [(A ^ B) + ~B, (A & B) - (A | 1), (A | B) & ~(A ^ 1), A & ~((B ^ 1) - A), ~(A | (B - (A ^ B)))],
                         ids=str)
def test_goals_are_taken_apart(wanted: terms.Term) -> None:
    rng = np.random.default_rng(3)
    words = [[int(w) for w in rng.integers(0, 1 << 16, 12)] for _ in "ab"]
    bank = grown(grammar("add sub xor and or not", 2, (1,)), words, 16, 2)
    goal = arrays.evaluate(wanted, {"a": np.array(words[0], dtype=np.uint64), "b": np.array(words[1], dtype=np.uint64)}, {}, 16)
    part = next(p for p in Apart(bank).search(0, Wanted.exactly(bank.form, goal), 3) if p is not None)
    builder = Builder(2, 16)
    found = builder.program(build(bank, part, builder))
    assert arrays.run_program(found, [np.array(w, dtype=np.uint64) for w in words], 16).tolist() == goal.tolist()


def test_definitions_are_run_backwards() -> None:
    high, low = (np.array(w, dtype=np.uint64) for w in ([3, 9, 14], [15, 2, 8]))
    joined = (A << 4) | B
    words = arrays.evaluate(joined, {"a": high, "b": low}, {}, 8)
    found = list(requirements(joined, words, {}, 8))
    assert [{n: w.tolist() for n, w in f.items()} for f in found] == [{"a": high.tolist(), "b": low.tolist()}]
    narrow = (A + B) & 15
    known = list(requirements(narrow, arrays.evaluate(narrow, {"a": high, "b": low}, {}, 8), {"a": high}, 8))
    assert known and all((arrays.evaluate(narrow, {"a": high, **f}, {}, 8) == (high + low) % 16).all() for f in known)
    assert not list(requirements(A << 1, np.array([3], dtype=np.uint64), {}, 8))


@pytest.mark.parametrize("problem", SUITED, ids=str)
def test_solves(problem: Problem) -> None:
    check_solved(Structural(problem.specification, 0), problem)


def events(engine: Structural, judge: Judge, steps: int = 400) -> Iterator[Event]:
    engine.add_examples(judge.width, [judge.example(0)])
    engine.goto(Point(0, 0, judge.width))
    for _ in range(steps):
        for event in engine.step(0.05):
            yield event
            if isinstance(event, Proposal) and (wrong := judge.wrong(event.candidate)):
                engine.add_examples(judge.width, [judge.example(wrong[0])])


def solved(specification: Specification) -> Program:
    judge = Judge(specification, specification.width)
    for event in events(Structural(specification, 0), judge):
        assert isinstance(event, Proposal), event
        if not judge.wrong(event.candidate):
            assert specification.admits(event.candidate)
            return event.candidate[specification.exists[0].name]
    raise AssertionError("nothing was found")


def boolean_rules(*names: str, n: int = 0) -> tuple[Rule, ...]:
    meanings = {"and": A & B, "or": A | B, "xor": A ^ B, "not": A ^ 1}
    made = []
    for name in names:
        parameters = ("a",) if name == "not" else ("a", "b")
        pieces = (f"({name} ", *[" "] * (len(parameters) - 1), ")")
        made.append(Rule(macro(name, pieces, parameters, meanings[name]), (n,) * len(parameters)))
    return tuple(made)


def test_parity_of_and_and_not_alone() -> None:
    given = Grammar((NonTerminal("S", 1, (0, 1, 2, 3), (), False, boolean_rules("and", "not")),))
    f = Function("f", 4, True, grammar=given)
    goal = terms.apply("neq", A ^ B ^ C ^ D, 0)
    found = solved(Specification([f], [A, B, C, D], f(A, B, C, D) == goal, 1, fixed=True))
    assert found.length <= 40


def test_a_size_that_is_not_complete_is_computed_anew_for_more_points() -> None:
    words = np.random.default_rng(1).integers(0, 256, (2, 24), dtype=np.uint64)
    bank = Bank(grammar("add xor mul and lshr or", 2, (1, 2, 3)), words[:, :16], Format(8, 16), (), 1 << 28)
    for _ in range(3):
        for _ in bank.grow():
            pass
    next(bank.grow())
    assert bank.pools[0].count > bank.pools[0].ends[-1]
    more = bank.extend(words)
    for row in range(bank.pools[0].ends[-1], bank.pools[0].count, 97):
        expected = arrays.run_program(program(more, row), list(words), 8)
        assert (more.form.unpack(more.values(0)[row: row + 1])[0] == expected).all()


def test_a_grammar_that_has_nothing_is_told() -> None:
    given = Grammar((NonTerminal("S", 1, (0, 1), (), False, boolean_rules("and", "or")),))
    f = Function("f", 2, True, grammar=given)
    specification = Specification([f], [A, B], f(A, B) == terms.apply("neq", A ^ B, 0), 1, fixed=True)
    assert [e.width for e in events(Structural(specification, 0), Judge(specification, 1)) if isinstance(e, Unrealizable)] == [1]


def test_a_finite_grammar_is_told_to_have_nothing() -> None:
    layers = (NonTerminal("S", None, (), (), False, (Rule(operator("add"), (1, 1)),)), NonTerminal("T", None, (0,), (1,)))
    f = Function("f", 1, grammar=Grammar(layers))
    specification = Specification([f], [A], f(A) == A * 3, 8, fixed=True)
    assert 8 in [e.width for e in events(Structural(specification, 0), Judge(specification, 8)) if isinstance(e, Unrealizable)]


def test_the_largest_of_four_is_a_tree() -> None:
    f = Function("f", 4)
    words = (A, B, C, D)
    result = f(*words)
    body = (result >= A) & (result >= B) & (result >= C) & (result >= D)
    body &= (result == A) | (result == B) | (result == C) | (result == D)
    chosen = tuple(operator(n) for n in ("ite", "ult", "add", "sub"))
    assert solved(Specification([f], words, body, 3, operators=chosen)).length <= 12


def test_trees_over_conditions_of_a_grammar() -> None:
    choose = macro("if0", ("(if0 ", " ", " ", ")"), ("c", "a", "b"), terms.ite(terms.symbol("c") == 1, A, B))
    rules = (Rule(choose, (0, 0, 0)), Rule(operator("and"), (0, 0)), Rule(operator("lshr"), (0, 0)), Rule(operator("add"), (0, 0)))
    f = Function("f", 1, grammar=Grammar((NonTerminal("S", None, (0,), (0, 1), False, rules),)))
    wanted = terms.ite(terms.apply("lshr", A, 7) == 1, A + A, terms.ite(A & 1 == 1, A + 1, 0))
    assert solved(Specification([f], [A], f(A) == wanted, 8, fixed=True)).length <= 25


def test_connectives_say_if_where_there_is_no_conditional() -> None:
    tests = tuple(Rule(operator(n), (1, 1)) for n in ("ult", "eq"))
    given = Grammar((NonTerminal("B", 1, (), (0, 1), False, (*boolean_rules("and", "or", "not"), *tests)),
                     NonTerminal("W", None, (0, 1), (0, 3), False, (Rule(operator("and"), (1, 1)),))))
    p = Function("p", 2, True, grammar=given)
    wanted = ((A < B) & (B != 3)) | ((A == 3) & (B & A == 0)) | (B == 0)
    assert solved(Specification([p], [A, B], p(A, B) == wanted, 3, fixed=True)).length <= 20


def test_what_the_specification_says_is_an_answer_where_it_may_be() -> None:
    f = Function("f", 2)
    wanted = (A * 5 + B * 3) ^ (A * B + 17)
    specification = Specification([f], [A, B], f(A, B) == wanted, 4, harvest=True)
    assert solved(specification).length <= 7


def test_few_points_are_the_all_points() -> None:
    f, y = Function("f", 1), terms.symbol("y")
    points = tuple({"a": a, "y": a * 3 % 256} for a in (1, 7, 100, 255))
    specification = Specification([f], [A, y], f(A) == y, 8, points=points, fixed=True)
    assert all_points(specification, 8) == [dict(p) for p in points]
    for event in events(Structural(specification, 0), Judge(specification, 8), 1):
        assert isinstance(event, Proposal)
        assert all(integers.run_program(event.candidate["f"], [p["a"]], 8) == p["y"] for p in points)
        break


def test_it_is_for_one_function_whose_calls_are_apart() -> None:
    f, g = Function("f", 1), Function("g", 1)
    assert applies(Specification([f], [A], f(A) == A, 8))
    assert not applies(Specification([f], [A], f(f(A)) == A, 8))
    assert not applies(Specification([f, g], [A], f(A) == g(A), 8))
