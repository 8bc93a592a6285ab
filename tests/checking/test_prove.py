"""Proofs: right candidates are proved by either solver, counterexamples are real, and giving up is neither."""

from __future__ import annotations

import math
import time

import bitwuzla
import pytest
import z3
from busy import SLACK

from synth import Fun, Function, Specification, Unknown, Word, fadd, spec, symbol
from synth.checking import backends, prove
from synth.checking.infeasible import infeasible
from synth.checking.prove import Proved, Refuted, Undecided
from synth.checking.validity import linear
from synth.evaluation.integers import evaluate
from synth.macros import macro
from synth.operators import operator
from synth.program import Instruction, Program, constant_program

SOLVERS = ("z3", "bitwuzla", "portfolio")


def steps(inputs: int, *instructions: tuple[str, tuple[int, ...]]) -> Program:
    return Program(inputs, (), tuple(Instruction(operator(n), o) for n, o in instructions), inputs + len(instructions) - 1)


@spec()
def isolate(f: Fun[[Word], Word], x: Word):
    return f(x) == x & -x


@spec()
def remainder(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == x % y


@spec(given=lambda y: y != 0)
def below(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) < y


@spec()
def swapped_sum(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == fadd(y, x)


@spec()
def disguised(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == (x & y) * (x | y) + (x & ~y) * (~x & y)


@spec(width=32)
def one_side(f: Fun[[Word, Word], Word], g: Fun[[Word], Word], x: Word, y: Word):
    multiplied = f(x, y) == (x & y) * (x | y) + (x & ~y) * (~x & y)
    sunk = (f(x, y) % 7 < 7) & (f(x + 1, y) == f(x, y) + y)
    return (multiplied & sunk) | ((g(x) == 1) & (g(y) * y < x))


@spec()
def total(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == x + y


@spec()
def either(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == (x + y) - (x & y)


REMAINDER = {"f": steps(2, ("udiv", (0, 1)), ("mul", (2, 1)), ("sub", (0, 3)))}
RIGHT = [(isolate, {"f": steps(1, ("neg", (0,)), ("and", (0, 1)))}), (swapped_sum, {"f": steps(2, ("fadd", (0, 1)))})]
WRONG = [(isolate, {"f": steps(1, ("neg", (0,)), ("or", (0, 1)))}), (swapped_sum, {"f": steps(2, ("fsub", (0, 1)))}),
         (below, {"f": steps(2, ("udiv", (0, 1)))})]


@pytest.fixture
def no_algebra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove, "simplified", lambda claim, width: claim)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("case", "candidate"), RIGHT)
@pytest.mark.parametrize("width", [8, 32])
def test_right_candidates_are_proved(case: Specification, candidate: dict[str, Program], width: int, solver: str) -> None:
    judgement = prove.prove(case, candidate, width, 10.0, solver)
    assert isinstance(judgement, Proved)
    assert judgement.width == width
    assert solver in ("portfolio", judgement.solver)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("case", "candidate"), WRONG)
@pytest.mark.parametrize("width", [8, 32])
def test_counterexamples_are_real(case: Specification, candidate: dict[str, Program], width: int, solver: str) -> None:
    judgement = prove.prove(case, candidate, width, 10.0, solver)
    assert isinstance(judgement, Refuted)
    assert evaluate(case.formula, judgement.example, candidate, width) == 0


@pytest.mark.parametrize(("solver", "by"), [("portfolio", "algebra"), ("normal form", "normal form")])
@pytest.mark.parametrize("width", [32, 64])
def test_equal_products_of_mixed_arithmetic_are_proved_in_two_ways(width: int, solver: str, by: str) -> None:
    assert prove.prove(disguised, {"f": steps(2, ("mul", (0, 1)))}, width, 20.0, solver) == Proved(width, by)
    assert isinstance(prove.prove(disguised, {"f": steps(2, ("and", (0, 1)))}, width, 20.0, solver), Refuted)


def test_what_is_left_of_a_choice_is_proved_part_by_part() -> None:
    judgement = prove.prove(one_side, {"f": steps(2, ("mul", (0, 1))), "g": constant_program(0, 1)}, 32, 20.0)
    assert isinstance(judgement, Proved) and "algebra" in judgement.solver
    wrong = prove.prove(one_side, {"f": steps(2, ("and", (0, 1))), "g": constant_program(0, 1)}, 32, 20.0)
    assert isinstance(wrong, Refuted)


def test_a_solver_alone_is_alone() -> None:
    assert isinstance(prove.prove(disguised, {"f": steps(2, ("mul", (0, 1)))}, 32, 0.5, "z3"), Undecided)


def test_an_operator_of_a_specification_is_what_it_stands_for() -> None:
    disjunction = macro("add", ("(add ", " ", ")"), ("a", "b"), symbol("a") | symbol("b"))
    add = {"f": Program(2, (), (Instruction(disjunction, (0, 1)),), 2)}
    assert isinstance(prove.prove(total, add, 32, 10.0), Refuted)
    assert isinstance(prove.prove(either, add, 32, 10.0), Proved)
    assert prove._is_one_polynomial(either, add, 32, math.inf) and not prove._is_one_polynomial(total, add, 32, math.inf)


def test_the_portfolio_proves_what_either_fails_on() -> None:
    assert prove.prove(remainder, REMAINDER, 32, 10.0) == Proved(32, "bitwuzla")
    assert prove.prove(below, {"f": steps(2, ("urem", (0, 1)))}, 32, 10.0) == Proved(32, "z3")


@pytest.mark.parametrize(("solver", "case", "candidate"), [
    ("z3", remainder, REMAINDER), ("bitwuzla", below, {"f": steps(2, ("urem", (0, 1)))}),
])
@pytest.mark.usefixtures("no_algebra")
def test_a_timeout_is_no_proof_and_holds(solver: str, case: Specification, candidate: dict[str, Program]) -> None:
    start = time.monotonic()
    judgement = prove.prove(case, candidate, 32, 0.5, solver)
    assert isinstance(judgement, Undecided)
    assert "timeout" in judgement.reason or "canceled" in judgement.reason
    assert time.monotonic() - start < 0.5 + SLACK


def test_no_time_is_no_proof() -> None:
    assert prove.prove(*RIGHT[0], 32, 0.0) == Undecided("timeout")


@pytest.mark.usefixtures("no_algebra")
@pytest.mark.parametrize("error", [z3.Z3Exception("broken"), bitwuzla.BitwuzlaException("broken")])
def test_an_exception_of_a_solver_is_no_proof(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def broken(*arguments: object) -> backends.Answer:
        raise error

    monkeypatch.setattr(backends, "_check_z3", broken)
    monkeypatch.setattr(backends, "_check_bitwuzla", broken)
    monkeypatch.setattr(linear, "verdict_of", lambda *arguments: z3.unknown)
    for solver in SOLVERS:
        judgement = prove.prove(*RIGHT[1], 32, 60.0, solver)
        assert isinstance(judgement, Undecided)
        assert "broken" in judgement.reason


@pytest.mark.usefixtures("no_algebra")
def test_a_counterexample_that_the_reference_rejects_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove, "check", lambda *arguments: backends.Sat({"x": 1}))
    judgement = prove.prove(*RIGHT[0], 32, 60.0, "z3")
    assert isinstance(judgement, Undecided)
    assert "rejects" in judgement.reason


def test_specifications_without_forall_words() -> None:
    @spec()
    def ground(w: Unknown):
        return w * 3 == 21

    for solver in SOLVERS:
        assert isinstance(prove.prove(ground, {"w": constant_program(7)}, 8, 5.0, solver), Proved)
        assert isinstance(prove.prove(ground, {"w": constant_program(8)}, 8, 5.0, solver), Refuted)


def test_the_same_question_has_the_same_counterexample() -> None:
    first = prove.prove(*WRONG[0], 32, 5.0, "z3")
    prove.prove(*WRONG[1], 8, 5.0, "z3")
    assert prove.prove(*WRONG[0], 32, 5.0, "z3") == first


def words(found: list[dict[str, int]] | None) -> list[int] | None:
    return None if found is None else sorted(e["x"] for e in found)


def test_infeasible_at_one_word() -> None:
    @spec()
    def half(f: Fun[[Word], Word], x: Word):
        return f(x) * 2 == x

    @spec()
    def rare(f: Fun[[Word], Word], x: Word):
        return (x == 0xDEADBEEF).implies(f(x) * 2 == x)

    found = words(infeasible(half, 32, 3.0))
    assert found is not None
    assert [word % 2 for word in found] == [1]
    assert words(infeasible(rare, 32, 3.0)) == [0xDEADBEEF]


def test_infeasible_at_two_words_together() -> None:
    @spec()
    def forgets(f: Fun[[Word], Word], x: Word):
        return f(x & 1) == x

    @spec()
    def collides(f: Fun[[Word], Word], x: Word):
        return ((x == 0xDEADBEEE) | (x == 0xDEADBEEF)).implies(f(x | 1) == x)

    found = words(infeasible(forgets, 32, 3.0))
    assert found is not None
    assert len(found) == 2
    assert found[0] % 2 == found[1] % 2
    assert words(infeasible(collides, 32, 3.0)) == [0xDEADBEEE, 0xDEADBEEF]


def test_infeasible_for_every_word() -> None:
    @spec()
    def inverse(w: Unknown, x: Word):
        return x * w == 1

    assert infeasible(inverse, 32, 3.0) is not None


def test_feasible_specifications_stay_open() -> None:
    @spec()
    def involution(f: Fun[[Word], Word], x: Word):
        return f(f(x)) == x

    for case in (isolate, remainder, below, involution, swapped_sum):
        assert infeasible(case, 8, 1.0) is None


def test_infeasible_examples_keep_the_precondition() -> None:
    @spec(given=lambda x: x % 2 == 0)
    def even(f: Fun[[Word], Word], x: Word):
        return f(x) * 2 == x

    @spec(given=lambda x: x % 2 == 0)
    def quarter(f: Fun[[Word], Word], x: Word):
        return f(x) * 4 == x

    assert infeasible(even, 8, 2.0) is None
    found = words(infeasible(quarter, 8, 2.0))
    assert found is not None
    assert found[0] % 4 == 2


def test_infeasible_under_names_that_smtlib_quotes() -> None:
    x, f = symbol("x'"), Function("f'", 1)
    found = infeasible(Specification((f,), (x,), f(x & 1) == x), 8, 2.0)
    assert found is not None
    assert [list(e) for e in found] == [["x'"], ["x'"]]
