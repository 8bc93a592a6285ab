"""Refutation by testing: finds wrong candidates, never refutes a right one, and knows when it is exhaustive."""

from __future__ import annotations

import pytest

from synth import Fun, Predicate, Specification, Unknown, Word, ite, mulhu, popcount, spec
from synth.checking.refute import Refuter, refute
from synth.evaluation.integers import evaluate
from synth.operators import operator
from synth.program import Instruction, Program, constant_program

WIDTHS = (1, 3, 4, 8, 16, 32, 64)


def program(inputs: int, constants: tuple[int, ...], *steps: tuple[str, int, int]) -> Program:
    instructions = tuple(Instruction(operator(n), tuple(o[: operator(n).arity])) for n, *o in steps)
    return Program(inputs, constants, instructions, inputs + len(constants) + len(steps) - 1)


@spec()
def isolate(f: Fun[[Word], Word], x: Word):
    return f(x) == x & -x


@spec(given=lambda x, y: x == y)
def same(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == 0


@spec()
def several(f: Fun[[Word], Word], p: Predicate[[Word]], w: Unknown, x: Word):
    return (f(f(x)) == x) & (p(x) == (x == w)) & (popcount(w) == 1)


RIGHT = program(1, (), ("neg", 0, 0), ("and", 0, 1))
WRONG = program(1, (), ("neg", 0, 0), ("or", 0, 1))


@pytest.mark.parametrize("width", WIDTHS)
def test_right_candidates_stand_and_wrong_ones_fall(width: int) -> None:
    refuter = Refuter(isolate, width, 0)
    assert refuter.refute({"f": RIGHT}) is None
    found = refuter.refute({"f": WRONG})
    assert (found is None) == (width == 1)
    if found is not None:
        assert evaluate(isolate.formula, found, {"f": WRONG}, width) == 0


def test_small_domains_are_exhausted() -> None:
    assert [w for w in (4, 8, 16, 17, 32) if Refuter(isolate, w, 0).exhaustive] == [4, 8, 16]
    assert [w for w in (4, 8, 9, 16) if Refuter(same, w, 0).exhaustive] == [4, 8]


def test_exhaustion_finds_the_one_wrong_word() -> None:
    @spec(width=16)
    def but_one(f: Fun[[Word], Word], x: Word):
        return f(x) == ite(x == 0x1234, 1, 0)

    assert Refuter(but_one, 16, 0).refute({"f": constant_program(0, 1)}) == {"x": 0x1234}


@pytest.mark.parametrize("width", [4, 8, 32])
def test_the_precondition_holds_on_counterexamples(width: int) -> None:
    assert refute(same, {"f": program(2, (), ("sub", 0, 1))}, width) is None
    found = refute(same, {"f": program(2, (), ("or", 0, 1))}, width)
    assert found is not None
    assert found["x"] == found["y"] != 0


def test_functions_predicates_and_words_together() -> None:
    right = {"f": program(1, (), ("not", 0, 0)), "p": program(1, (4,), ("eq", 0, 1)), "w": constant_program(4)}
    assert refute(several, right, 8) is None
    assert refute(several, right | {"w": constant_program(8)}, 8) in ({"x": 4}, {"x": 8})
    assert refute(several, right | {"f": program(1, (), ("add", 0, 0))}, 8) is not None


def test_the_same_seed_gives_the_same_counterexample() -> None:
    assert Refuter(isolate, 32, 7).refute({"f": WRONG}) == Refuter(isolate, 32, 7).refute({"f": WRONG})


def test_a_hard_precondition_is_still_tested() -> None:
    @spec(given=lambda x, y: x * x + y * 17 == 12345)
    def hard(f: Fun[[Word, Word], Word], x: Word, y: Word):
        return f(x, y) == mulhu(x, y)

    assert refute(hard, {"f": program(2, (), ("mul", 0, 1))}, 32) is not None


def test_without_forall_words_one_row_decides() -> None:
    @spec()
    def ground(w: Unknown):
        return w * 3 == 21

    assert refute(ground, {"w": constant_program(7)}, 8) is None
    assert refute(ground, {"w": constant_program(8)}, 8) == {}
    assert Refuter(ground, 32, 0).exhaustive


def test_a_batch_takes_no_notice_of_what_it_tested_before() -> None:
    refuter = Refuter(isolate, 32, 0)
    first = refuter.refute({"f": WRONG})
    refuter.refute({"f": RIGHT})
    assert refuter.refute({"f": WRONG}) == first


def test_an_impossible_precondition_refutes_nothing() -> None:
    never = Specification(isolate.exists, isolate.forall, isolate.body, 32, isolate.forall[0] < isolate.forall[0])
    assert refute(never, {"f": WRONG}, 32) is None
    assert refute(never, {"f": WRONG}, 8) is None
