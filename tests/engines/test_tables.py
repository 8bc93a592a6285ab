"""The tables engine: its rooms one by one, conformance, and quantified formulas against the game that they are."""

from __future__ import annotations

import itertools
import pathlib
import random
import time
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
import z3
from conformance import PROBLEMS, Problem, check_solved

from synth import terms
from synth.checking.prove import Proved, prove
from synth.checking.refute import Refuter
from synth.engines.parts import parts
from synth.engines.protocol import Exhausted, Point, Proposal
from synth.engines.shape import argument
from synth.engines.tables.bank import Bank, Values
from synth.engines.tables.cells import Cells, Conflict
from synth.engines.tables.context import Context, Memory
from synth.engines.tables.encode import encoder
from synth.engines.tables.engine import Tables
from synth.engines.tables.lanes import Lanes
from synth.engines.tables.learner import Learner
from synth.engines.tables.scope import applies
from synth.engines.tables.simplify import Simplifier
from synth.engines.tables.stock import Stock
from synth.engines.tables.writing import program, rows
from synth.evaluation.integers import Integers, run_program
from synth.frontends.qdimacs import OPERATORS, Qbf, parse, read
from synth.operators import WORD_OPERATORS, Operator, operator
from synth.program import Program
from synth.specification import Function, Specification
from synth.terms import Term

X, Y = terms.symbol("x"), terms.symbol("y")
F, G, U = Function("f", 1), Function("g", 2), Function("u", 0)
FORMULAS = sorted((pathlib.Path(__file__).parent.parent.parent / "specs" / "qbf").glob("*.qdimacs"))


# -- what it is for --


def nests(specification: Specification) -> bool:
    calls = terms.calls(specification.formula)
    return any(next(terms.calls(a), None) is not None for call in calls for a in call.arguments)


@pytest.mark.parametrize(("exists", "body", "wanted"), [
    ([F, G], (F(X) == Y) & (G(X, Y) == X), True), ([F], F(X) == X, False), ([U], (U.term & X) == 0, True),
    ([F, G], F(G(X, Y)) == X, False), ([F, U], F(U.term) == X, False), ([F, U], F(X) == U.term, True),
    ([F, G], (F(X) == terms.fadd(X, Y)) & (G(X, Y) == X), False)])
def test_applies_to_several_functions_that_are_not_nested(exists: list[Function], body: Term, wanted: bool) -> None:
    assert applies(Specification(exists, [X, Y], body)) is wanted


def test_a_disjunction_of_strangers_falls_into_parts() -> None:
    a, b, c = terms.symbol("a"), terms.symbol("b"), terms.symbol("c")
    body = (F(a) == 1) | (G(b, c) == 2) | (b == c) | (U.term == 3)
    found = parts(Specification([F, G, U, Function("unused", 1)], [a, b, c], body, 8))
    assert [(p.words, [f.name for f in p.functions]) for p in found] == [(("a",), ["f"]), (("b", "c"), ["g"]), ((), ["u"])]
    assert len(parts(Specification([F, G, U], [a, b, c], body, 8, a == b))) == 1, "the precondition relates the words"
    assert len(parts(Specification([F, G, U], [a, b, c], body & (F(b) == 1), 8))) == 1


# -- rows, banks, terms --


@pytest.mark.parametrize("width", [1, 2, 8])
@pytest.mark.parametrize("op", [op for op in WORD_OPERATORS if op.arity <= 3], ids=str)
def test_lanes_apply_what_the_operator_means(op: Operator, width: int) -> None:
    rng, lanes = random.Random(1), Lanes(width)
    operands = [[rng.randrange(1 << width) for _ in range(70)] for _ in range(op.arity)]
    found = lanes.apply(op, *(lanes.pack(values)[None, :] for values in operands))[0]
    assert lanes.unpack(found, 70) == [op(Integers(width), *values) for values in zip(*operands, strict=True)]


@pytest.mark.parametrize("width", [1, 8])
def test_patterns_and_agreement(width: int) -> None:
    lanes = Lanes(width)
    values = [i * 7 % (1 << width) for i in range(100)]
    row = lanes.pack(values)
    mask, wanted = lanes.pattern({3: values[3], 99: values[99]}, 100)
    assert ((row ^ wanted) & mask == 0).all()
    assert list(lanes.agreement(np.array([row, ~row]), wanted, mask)) == [2, 0]
    assert lanes.truth(row[None, :], 100).tolist() == [[v != 0 for v in values]]
    assert lanes.unpack(lanes.constant(1, lanes.columns(100)), 100) == [1] * 100


def test_a_bank_has_every_function_of_two_bits_once_by_size() -> None:
    lanes = Lanes(1)
    bank = Bank(lanes, OPERATORS, 2, (0, 1), 0)
    while bank.grow():
        pass
    values = Values(bank, np.array([lanes.pack([0, 1, 0, 1]), lanes.pack([0, 0, 1, 1])]))
    found = [tuple(lanes.unpack(row, 4)) for row in values.upto(len(bank.levels) - 1)]
    assert len(found) == len(set(found)) == 16
    size = {row: level for level, (start, end) in enumerate(bank.levels) for row in found[start:end]}
    assert (size[0, 1, 1, 0], size[0, 0, 0, 1], size[1, 1, 1, 0], size[1, 1, 1, 1]) == (1, 1, 2, 0)


@pytest.mark.parametrize("width", [1, 8])
def test_the_terms_of_a_bank_have_its_values(width: int) -> None:
    lanes, rng = Lanes(width), random.Random(2)
    bank = Bank(lanes, OPERATORS if width == 1 else WORD_OPERATORS, 3, (0, 1), 0)
    assert bank.grow()
    assert bank.grow()
    given = np.array([lanes.pack([rng.randrange(1 << width) for _ in range(20)]) for _ in range(3)])
    values = Values(bank, given)
    expected = values.upto(2)
    for number in rng.sample(range(len(expected)), 60):
        term = bank.term(number, [argument(i) for i in range(3)])
        assert (rows([term], list(given), lanes, lanes.columns(20))[0] == expected[number]).all()
        written = program(term, 3, width)
        arguments = [lanes.unpack(row, 20)[5] for row in given]
        assert run_program(written, arguments, width) == lanes.unpack(expected[number], 20)[5]


def some_term(rng: random.Random, operators: Sequence[Operator], depth: int) -> Term:
    if depth == 0 or rng.random() < 0.1:
        return rng.choice([argument(0), argument(1), argument(2), terms.constant(0), terms.constant(1), terms.constant(-1)])
    op = rng.choice(operators)
    return terms.apply(op, *(some_term(rng, operators, depth - 1) for _ in range(op.arity)))


@pytest.mark.parametrize("width", [1, 4])
def test_simplifying_keeps_the_meaning_and_never_lengthens(width: int) -> None:
    rng = random.Random(3)
    operators = OPERATORS if width == 1 else WORD_OPERATORS
    simplify = Simplifier(operators, width)
    for _ in range(400):
        term = some_term(rng, operators, 4)
        simple = simplify(term)
        old, new = program(term, 3, width), program(simple, 3, width)
        assert new.length <= old.length
        for _ in range(8):
            arguments = [rng.randrange(1 << width) for _ in range(3)]
            assert run_program(old, arguments, width) == run_program(new, arguments, width)


def test_simplifying_brings_no_operator_that_is_not_allowed() -> None:
    only_choice = Simplifier([operator("ite")], 1)
    term = terms.ite(argument(0), 1, argument(1))
    assert only_choice(term) is term
    assert Simplifier(OPERATORS, 1)(term) is terms.apply("or", argument(0), argument(1))


# -- the table --


@pytest.mark.parametrize("width", [1, 4])
def test_encoded_terms_mean_what_they_say(width: int) -> None:
    """For a random term some of whose words are known, Z3 finds the values of the others under which it is not 0."""
    rng = random.Random(4)
    operators = OPERATORS if width == 1 else [op for op in WORD_OPERATORS if "div" not in op.name and "rem" not in op.name]
    for _ in range(60):
        context = z3.Context()
        encode = encoder(width, context)
        term = some_term(rng, operators, 3)
        unknown = [encode.cell("b"), encode.cell("c")]
        known = rng.randrange(1 << width)
        values: dict[int, object] = {id(argument(0)): known, id(argument(1)): unknown[0], id(argument(2)): unknown[1]}
        for node in terms.postorder(term):
            if node.kind is terms.TermKind.CONSTANT:
                values[id(node)] = int(str(node.data)) % (1 << width)
            elif isinstance(node.data, Operator):
                values[id(node)] = encode.apply(node.data, [values[id(a)] for a in node.arguments], node.boolean)
        solver = z3.Solver(ctx=context)
        solver.add(*encode.assertions(values[id(term)]))
        written = program(term, 3, width)
        for b, c in rng.sample(list(itertools.product(range(1 << width), repeat=2)), 4):
            literals = [encode.literal(cell, value) for cell, value in zip(unknown, (b, c), strict=True)]
            solver.add(*(meaning for _, meaning in literals if meaning is not None))
            expected = run_program(written, [known, b, c], width) != 0
            assert solver.check(*(mark for mark, _ in literals)) == (z3.sat if expected else z3.unsat)
            assert not expected or [encode.read(solver.model(), cell) for cell in unknown] == [b, c]


def test_cells_are_shared_and_conflicts_are_told() -> None:
    cells = Cells((F(X) == Y) | (F(Y) == X), [F], 8, 0)
    cells.add({"x": 1, "y": 2})
    cells.add({"x": 1, "y": 1})
    assert cells.arguments == {"f": [(1,), (2,)]}
    assert cells.check([], 10) is True
    assert cells.values("f")[0] == 1 and cells.values("f")[1] == 1
    assert cells.check([("f", 1, 2)], 10) == Conflict(frozenset({("f", 1, 2)}))
    assert cells.possible
    cells.add({"x": 1, "y": 3})
    assert cells.check([("f", 2, 1)], 10) is True
    cells.add({"x": 2, "y": 2})
    assert isinstance(cells.check([], 10), Conflict) and not cells.possible


def test_the_context_remembers_conflicts_under_what_is_fixed() -> None:
    a, b = Function("a", 0), Function("b", 0)
    cells = Cells((a.term ^ b.term) == 1, [a, b], 1, 0)
    cells.add({})
    context = Context(cells, Memory(), time.monotonic() + 60)
    assert context.possible()
    context.fix("a", {0: 1} if context.ask([("a", 0, 1)]) is True else {})
    assert isinstance(context.ask([("b", 0, 1)]), Conflict)
    assert list(context.patterns("b", [0])) == [{0: 1}]
    assert context.forced("b", [0]) == {0: 0}
    assert list(context.patterns("a", [0])) == []


def test_a_word_that_can_have_one_value_only_is_known_with_its_reason() -> None:
    a, b = Function("a", 0), Function("b", 0)
    cells = Cells(((a.term + b.term) == 7) & (b.term < 3), [a, b], 8, 0)
    cells.add({})
    context = Context(cells, Memory(), time.monotonic() + 60)
    assert context.possible()
    assert context.must("a", 0) is None
    assert context.ask([("b", 0, 2)]) is True
    context.fix("b", {0: 2})
    assert context.must("a", 0) == 5
    assert context.forced("a", [0]) == {0: 5}


def test_the_stock_is_the_whole_domain_familiar_rows_first() -> None:
    part = parts(Specification([F, G], [X, Y], F(X) == Y, 4))[0]
    stock = Stock(part, 4)
    failing = stock.failing({"f": argument(0) + 1})
    assert {stock.row(int(n)) for n in failing} == {(x, y) for x in range(16) for y in range(16) if y != (x + 1) % 16}
    ordered = [stock.row(int(n)) for n in stock.familiar(failing, [(3, 9), (4, 9)])]
    shared = [(x in (3, 4)) + (y == 9) for x, y in ordered]
    assert shared == sorted(shared, reverse=True) and shared[0] == 2
    assert len(stock.everything) == 256


# -- learning --


def learned(table: Sequence[int], arity: int) -> Program:
    """What is learned for a function of which every value is given."""
    h = Function("h", arity)
    words = [terms.symbol(f"x{i}") for i in range(arity)]
    cells = Cells(h(*words) == terms.symbol("y"), [h], 1, 0)
    for number, value in enumerate(table):
        cells.add({f"x{i}": number >> i & 1 for i in range(arity)} | {"y": value})
    choice = Learner(cells, [h], OPERATORS, (0, 1), 1024, 0).learn(60, ())
    assert choice is not None
    found = program(choice[0], arity, 1)
    assert [run_program(found, [n >> i & 1 for i in range(arity)], 1) for n in range(len(table))] == list(table)
    return found


def test_any_function_of_five_bits_is_learned() -> None:
    rng = random.Random(5)
    for _ in range(3):
        assert learned([rng.randint(0, 1) for _ in range(32)], 5).length <= 32


def test_a_parity_is_learned_as_one() -> None:
    assert learned([n.bit_count() % 2 for n in range(256)], 8).length == 7


def test_a_majority_takes_few_instructions() -> None:
    assert learned([int(n.bit_count() > 2) for n in range(32)], 5).length <= 20


def test_a_function_may_use_those_before_it() -> None:
    """A chain of sums with the last first: it waits for the others, and is one more addition then."""
    n = 6
    words = [terms.symbol(f"x{i}") for i in range(n)]
    functions = [Function(f"s{i}", n) for i in range(n - 1)]
    sums = [f(*words) for f in reversed(functions)]
    previous = [words[0], *sums[:-1]]
    body = terms.constant(True)
    for s, p, w in zip(sums, previous, words[1:], strict=True):
        body = body & (s == (p ^ w))
    engine = Tables(Specification(functions, words, body, 1, operators=OPERATORS), 0)
    assert solved(engine, Specification(functions, words, body, 1, operators=OPERATORS))[functions[0].name].length == n - 1


# -- the engine --


WITHIN_REACH = [p for p in PROBLEMS if not nests(p.specification) and not p.specification.uses_floats]


@pytest.mark.parametrize("problem", WITHIN_REACH, ids=str)
def test_solves(problem: Problem) -> None:
    assert not check_solved(Tables(problem.specification, 0), problem).closed


def solved(engine: Tables, specification: Specification, seed: int = 0) -> dict[str, Program]:
    """CEGIS with a whole-domain judge, at the width of the specification."""
    width = specification.width
    judge = Refuter(specification, width, seed)
    engine.goto(Point(0, 0, width))
    for _ in range(2000):
        for event in engine.step(0.05):
            assert isinstance(event, Proposal), event
            example = judge.refute(event.candidate)
            if example is None:
                return event.candidate
            engine.add_examples(width, [example])
    raise AssertionError("no end")


def test_words_take_what_the_solver_has_in_mind() -> None:
    specification = Specification([U], [X], (X & U.term) == (X & 0x5C), 8)
    assert run_program(solved(Tables(specification, 0), specification)["u"], [], 8) == 0x5C


def test_a_function_that_is_not_mentioned_gets_any_program() -> None:
    specification = Specification([F, G, U], [X], F(X) == X, 8)
    assert set(solved(Tables(specification, 0), specification)) == {"f", "g", "u"}


def test_what_cannot_be_is_given_up_and_not_proposed() -> None:
    engine = Tables(Specification([F, G], [X, Y], (F(X) == Y) & (G(X, Y) == 1), 4), 0)
    engine.add_examples(4, [{"x": 0, "y": 1}, {"x": 0, "y": 2}])
    engine.goto(Point(3, 1, 4))
    assert engine.step(0.01) == [Exhausted(Point(3, 1, 4), complete=False)]


def proposals(seed: int, count: int) -> Iterator[tuple[Program, ...]]:
    engine = Tables(Specification([F, U], [X], (F(X) & U.term) < 100, 8), seed)
    engine.add_examples(8, [{"x": x} for x in (3, 77, 200)])
    engine.goto(Point(0, 0, 8))
    while count:
        for event in engine.step(0.0):
            assert isinstance(event, Proposal)
            yield tuple(event.candidate.values())
            count -= 1


def test_without_a_new_example_nothing_is_proposed_twice() -> None:
    found = list(proposals(0, 12))
    assert len(set(found)) == 12


def test_the_seed_decides() -> None:
    assert list(proposals(7, 5)) == list(proposals(7, 5))


def test_an_interrupted_step_goes_on_later() -> None:
    specification = Specification([F, G], [X, Y], (F(X) == X + 1) & (G(X, Y) == X), 8)
    engine = Tables(specification, 0)
    engine.interrupt()
    engine.goto(Point(0, 0, 8))
    engine.interrupt()
    assert solved(engine, specification)


# -- quantified Boolean formulas --


def game(formula: Qbf) -> bool:
    """Who wins, by trying every play."""
    values: dict[int, bool] = {}

    def wins(position: int) -> bool:
        if position == len(formula.prefix):
            return all(any(values[abs(x)] == (x > 0) for x in clause) for clause in formula.clauses)
        variable, universal = formula.prefix[position]
        for value in (False, True):
            values[variable] = value
            if wins(position + 1) is not universal:
                return not universal
        return universal

    return wins(0)


def verdict(formula: Qbf, seed: int = 0) -> bool:
    """What the engine finds, proved on either side."""
    candidate = solved(Tables(formula.joint, seed), formula.joint, seed)
    proved = [side for side in (True, False) if isinstance(prove(formula.side(side), candidate, 1, 20), Proved)]
    assert len(proved) == 1
    return proved[0]


def some_formula(rng: random.Random) -> Qbf:
    variables = rng.sample(range(1, 8), rng.randint(1, 6))
    clauses = [tuple(rng.choice((1, -1)) * v for v in rng.sample(variables, min(len(variables), rng.randint(1, 4))))
               for _ in range(rng.randint(1, 10))]
    return Qbf(tuple((v, rng.random() < 0.4) for v in variables), tuple(clauses))


def test_random_formulas_end_as_their_games_do() -> None:
    rng, verdicts = random.Random(6), []
    for seed in range(100):
        formula = some_formula(rng)
        verdicts.append(verdict(formula, seed))
        assert verdicts[-1] is game(formula), formula
    assert 20 < sum(verdicts) < 80


def test_random_formulas_of_ten_variables() -> None:
    rng = random.Random(8)
    for seed in range(12):
        variables = list(range(1, 11))
        clauses = [tuple(rng.choice((1, -1)) * v for v in rng.sample(variables, 4)) for _ in range(rng.randint(10, 40))]
        formula = Qbf(tuple((v, v in (3, 4, 5, 8)) for v in variables), tuple(clauses))
        assert verdict(formula, seed) is game(formula), formula


def test_there_are_formulas_to_solve() -> None:
    assert len(FORMULAS) >= 20


@pytest.mark.parametrize("path", FORMULAS, ids=lambda path: path.stem)
def test_bundled_formulas(path: pathlib.Path) -> None:
    formula = read(str(path))
    assert formula.doc.splitlines()[-1] in ("expect: true", "expect: false")
    assert verdict(formula) is formula.doc.endswith("true")


@pytest.mark.parametrize(("text", "wanted"), [("p cnf 0 0\n", True), ("p cnf 0 1\n0\n", False), ("p cnf 1 1\na 1 0\n1 0\n", False),
                                              ("p cnf 1 1\na 1 0\n1 -1 0\n", True), ("p cnf 2 1\na 1 0\ne 2 0\n", True)])
def test_corner_cases(text: str, wanted: bool) -> None:
    assert verdict(parse(text)) is wanted
