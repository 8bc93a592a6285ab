"""SMT-LIB text means what the table says, reads well, and stays small where terms are shared."""

from __future__ import annotations

import random

import pytest
import z3

from synth.evaluation.integers import Integers
from synth.evaluation.sampling import corner_words
from synth.evaluation.smttext import Expression, SmtText, text
from synth.operators import OPERATORS, Operator, operator
from synth.terms import apply, interpret, ite, popcount, symbol

WORDS = [op for op in OPERATORS if not op.floating]
FLOATS = [op for op in OPERATORS if op not in WORDS]


def agrees(op: Operator, width: int, count: int) -> None:
    domain, rng = SmtText(width), random.Random(width)
    corners = corner_words(width)
    rows = [[rng.choice((rng.getrandbits(width), rng.choice(corners))) for _ in range(op.arity)] for _ in range(count)]
    claims = [f"(assert (= {text(domain.word(op(domain, *map(domain.constant, row))))} "
              f"{text(domain.constant(op(Integers(width), *row)))}))" for row in rows]
    solver = z3.Solver()
    solver.from_string("\n".join(claims))
    assert solver.check() == z3.sat


@pytest.mark.parametrize("width", [1, 2, 8, 13, 64])
@pytest.mark.parametrize("op", WORDS, ids=str)
def test_every_operator(op: Operator, width: int) -> None:
    agrees(op, width, 12)


@pytest.mark.parametrize("op", FLOATS, ids=str)
def test_floating_point(op: Operator) -> None:
    agrees(op, 32 if op.name in ("fpext", "fptrunc") else 16, 12)


def shown(term: object, width: int = 4) -> str:
    domain = SmtText(width)
    words = {name: domain.apply(name) for name in "xyz"}
    return text(domain.truth(interpret(term, domain, words, lambda name, _: domain.apply(name))))  # type: ignore[arg-type]


def test_what_is_true_or_false_is_a_bool() -> None:
    x, y, z = map(symbol, "xyz")
    assert shown((x < y) & ~(y == z)) == "(and (bvult x y) (distinct y z))"
    assert shown((x == 0).implies((y == 1) | (z != 2))) == "(=> (= x #x0) (or (= y #x1) (distinct z #x2)))"
    assert shown(ite(x < y, y < z, x == z)) == "(ite (bvult x y) (bvult y z) (= x z))"
    assert shown((x < y) ^ (y < z)) == "(xor (bvult x y) (bvult y z))"
    assert shown(ite(x, y, z) == (x < y)) == "(= (ite (distinct x #x0) y z) (ite (bvult x y) #x1 #x0))"
    assert shown(x) == "(distinct x #x0)"
    assert shown(-x == apply("not", y), 3) == "(= (bvneg x) (bvnot y))"


def test_shared_parts_are_named_level_by_level() -> None:
    x = term = symbol("x")
    for _ in range(3):
        term = (term + x) * (term + x)
    assert shown(term == 0) == ("(let ((t0 (bvadd (bvmul (bvadd x x) (bvadd x x)) x)))\n"
                                "  (= (bvmul (bvadd (bvmul t0 t0) x) (bvadd (bvmul t0 t0) x)) #x0))")
    assert shown(popcount(symbol("x")) == 3, 64).count("x") < 500


def test_names_of_shared_parts_are_new() -> None:
    domain = SmtText(8)
    taken = domain.apply("t12")
    part = domain.add(domain.mul(taken, domain.apply("another_word")), taken)
    assert text(domain.add(part, part)).startswith("(let ((t_0 ")


def test_an_expression_is_linear_in_its_terms() -> None:
    domain = SmtText(8)
    value: Expression = domain.apply("x")
    for _ in range(3000):
        value = operator("mul")(domain, value, operator("add")(domain, value, domain.apply("x")))
    assert len(text(value)) < 3000 * 80
