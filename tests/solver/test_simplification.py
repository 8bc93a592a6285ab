"""Tidy programs mean what the programs meant, and are no longer."""

from __future__ import annotations

import random

import pytest

from synth.evaluation.integers import run_program
from synth.operators import WORD_OPERATORS, operator
from synth.program import Instruction, Program, constant_program, parse_listing
from synth.solver.messages import Check, Verdict
from synth.solver.simplification import tidied
from synth.solver.verifier import Verifier
from synth.specification import Function, Specification
from synth.terms import symbol


@pytest.mark.parametrize(("text", "tidy"), [
    ("t0 = sub 0, x\nreturn t0", "t0 = neg x\nreturn t0"), ("t0 = mul x, -1\nreturn t0", "t0 = neg x\nreturn t0"),
    ("t0 = xor x, -1\nreturn t0", "t0 = not x\nreturn t0"), ("t0 = sub -1, x\nreturn t0", "t0 = not x\nreturn t0"),
    ("t0 = add 1, 1\nt1 = shl x, t0\nreturn t1", "t0 = shl x, 2\nreturn t0"),
    ("t0 = urem -1, 7\nt1 = add x, t0\nreturn t1", "t0 = add x, 3\nreturn t0"),
    ("t0 = add x, 0\nt1 = and t0, t0\nt2 = xor t1, x\nt3 = or t2, x\nreturn t3", "return x"),
    ("t0 = mul x, 0\nt1 = or t0, y\nreturn t1", "return y"), ("t0 = or x, -1\nt1 = and t0, y\nreturn t1", "return y"),
    ("t0 = ult x, x\nt1 = ite t0, x, 5\nreturn t1", "return 5"), ("t0 = sub x, y\nreturn t0", "t0 = sub x, y\nreturn t0")])
def test_what_people_would_write(text: str, tidy: str) -> None:
    program = parse_listing(text, 2)
    assert tidied(program, 8, WORD_OPERATORS).listing(width=8) == tidy


def test_operators_that_are_not_there_are_not_used() -> None:
    program = parse_listing("t0 = sub 0, x\nreturn t0", 1)
    assert tidied(program, 8, (operator("sub"),)) == program.normalise(8)


def test_random_programs_keep_their_meaning() -> None:
    rng = random.Random(0)
    for _ in range(400):
        constants = tuple(rng.choice((0, 1, 2, 15)) for _ in range(rng.randrange(4)))
        known, steps = 2 + len(constants), list[Instruction]()
        for _ in range(rng.randrange(1, 7)):
            op = rng.choice(WORD_OPERATORS)
            steps.append(Instruction(op, tuple(rng.randrange(known) for _ in range(op.arity))))
            known += 1
        program = Program(2, constants, tuple(steps), known - 1)
        tidy = tidied(program, 4, WORD_OPERATORS)
        assert tidy.length <= program.normalise(4).length and tidied(tidy, 4, WORD_OPERATORS).length <= tidy.length
        for x, y in ((rng.randrange(16), rng.randrange(16)) for _ in range(12)):
            assert run_program(tidy, (x, y), 4) == run_program(program, (x, y), 4)


def test_a_constant_is_one() -> None:
    assert tidied(constant_program(300), 8, WORD_OPERATORS) == constant_program(44)


NEGATED = parse_listing("t0 = sub 0, x\nreturn t0", 1)


def test_the_tidy_answer_is_what_is_proved() -> None:
    f, x = Function("f", 1), symbol("x")
    verifier = Verifier(Specification((f,), (x,), f(x) + x == 0, 16), 0)
    verdict = verifier.answer(Check({"f": NEGATED}, 8, 5.0, False))
    assert isinstance(verdict, Verdict) and verdict.holds and verdict.rewritten and verdict.proved_by
    assert verdict.answer is not None and verdict.answer["f"].listing() == "t0 = neg x\nreturn t0"
    without = Specification((f,), (x,), f(x) + x == 0, 16, operators=(operator("sub"),))
    verdict = Verifier(without, 0).answer(Check({"f": NEGATED}, 8, 5.0, False))
    assert isinstance(verdict, Verdict) and not verdict.rewritten
    assert verdict.answer == {"f": NEGATED}
