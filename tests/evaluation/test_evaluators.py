"""Whole terms with programs in them mean the same to every evaluator."""

from __future__ import annotations

import random

import numpy as np
import pytest
import z3

from synth import WIDTH, Fun, Predicate, Unknown, Word, ite, mulhu, popcount, slt, spec, srem
from synth.checking.backends import Sat, check
from synth.checking.prove import Refuted, prove
from synth.evaluation import arrays, integers, smt
from synth.evaluation.ctext import strip_parentheses
from synth.operators import operator
from synth.program import Instruction, Program, constant_program
from synth.specification import Function, Specification
from synth.terms import symbol

PROGRAMS = {"f": Program(2, (3,), (Instruction(operator("mul"), (0, 2)), Instruction(operator("sub"), (3, 1))), 4),
            "p": Program(1, (1,), (Instruction(operator("and"), (0, 1)),), 2), "w": constant_program(6)}


@spec()
def mixed(f: Fun[[Word, Word], Word], p: Predicate[[Word]], w: Unknown, x: Word, y: Word):
    inner = f(f(x, w), srem(y, x))
    return p(inner).implies(slt(inner, popcount(y) + WIDTH)) ^ (ite(p(x), mulhu(x, y), w) < inner)


@pytest.mark.parametrize("width", [1, 5, 8, 32, 64])
def test_the_evaluators_agree_on_terms(width: int) -> None:
    rng = random.Random(width)
    rows = [(rng.getrandbits(width), rng.getrandbits(width)) for _ in range(60)]
    wanted = [integers.evaluate(mixed.formula, {"x": x, "y": y}, PROGRAMS, width) for x, y in rows]
    columns = {name: np.array(column, dtype=np.uint64) for name, column in zip("xy", zip(*rows, strict=True), strict=True)}
    assert arrays.evaluate(mixed.formula, columns, PROGRAMS, width).tolist() == wanted
    terms = [smt.evaluate(mixed.formula, {"x": z3.BitVecVal(x, width), "y": z3.BitVecVal(y, width)}, PROGRAMS, width)
             for x, y in rows[:20]]
    assert [z3.simplify(t).as_long() for t in terms] == wanted[:20]


def test_programs_run_in_every_domain() -> None:
    program = PROGRAMS["f"]
    assert integers.run_program(program, (5, 2), 8) == 13
    columns = (np.array([5, 1], dtype=np.uint64), np.array([2, 3], dtype=np.uint64))
    assert arrays.run_program(program, columns, 8).tolist() == [13, 0]
    assert z3.simplify(smt.run_program(program, (z3.BitVecVal(5, 8), z3.BitVecVal(2, 8)), 8)).as_long() == 13


@pytest.mark.parametrize("solver", ["z3", "bitwuzla"])
def test_unusual_names_survive_the_solvers(solver: str) -> None:
    x = symbol("x'")
    f = Function("f", 1)
    case = Specification((f,), (x,), f(x) == x + 1)
    judgement = prove(case, {"f": Program(1, (), (), 0)}, 8, 5.0, solver)
    assert isinstance(judgement, Refuted)
    assert list(judgement.example) == ["x'"]
    word = z3.BitVec("a b'", 8)
    assert check(solver, word * 3 == 21, {"a b'": word}, 5.0) == Sat({"a b'": 7})


@pytest.mark.parametrize(("text", "stripped"), [("(a + b)", "a + b"), ("(a) + (b)", "(a) + (b)"), ("a", "a"), ("((a))", "(a)")])
def test_parentheses_around_the_whole_are_stripped(text: str, stripped: str) -> None:
    assert strip_parentheses(text) == stripped
