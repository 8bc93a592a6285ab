"""Terms: shared, of symbolic width, Boolean where they say so."""

from __future__ import annotations

import pytest

from synth import WIDTH, constant, fadd, ite, leading_zeros, minimum, slt, symbol
from synth.evaluation.integers import evaluate
from synth.operators import operator
from synth.program import Instruction, Program
from synth.terms import Term, apply, call, calls, postorder, rebuild, replaced, text

X, Y = symbol("x"), symbol("y")


def test_equal_terms_are_one_object() -> None:
    assert X + 1 is X + 1
    assert constant(1) is not constant(True)
    assert symbol("x") is X


@pytest.mark.parametrize(("term", "value"), [
    (X + Y, 4), (X - Y, 250), (3 - X, 4), (X * Y, 251), (X // 2, 127), (X % 10, 5), (X & Y, 5), (X | Y, 255), (X ^ 1, 254),
    (X << 1, 254), (X >> 4, 15), (-X, 1), (~X, 0), (X < Y, 0), (X > Y, 1), (X >= 256, 1), (X == -1, 1), (X != Y, 1),
    (slt(X, Y), 1), (minimum(X, Y), 5), (ite(X < Y, 1, 2), 2), (WIDTH * 2, 16), (~(X == Y), 1), ((X == Y).implies(X < Y), 1),
    (leading_zeros(Y), 5),
])
def test_python_operators_are_unsigned_words(term: Term, value: int) -> None:
    assert evaluate(term, {"x": 255, "y": 5}, {}, 8) == value


def test_booleans_are_known() -> None:
    assert (X == Y).boolean
    assert ((X == Y) & (X < Y)).boolean
    assert (~(X == Y)).boolean
    assert not ((X == Y) & X).boolean
    assert call("P", [X], predicate=True).boolean
    assert not call("f", [X]).boolean


def test_a_term_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(X == Y)
    with pytest.raises(TypeError, match="no truth value"):
        _ = 0 < X < 3


def test_other_operands_are_refused() -> None:
    with pytest.raises(TypeError, match="not float"):
        X + 1.5  # type: ignore[operator]


def test_calls_are_answered_by_programs() -> None:
    double = Program(1, (), (Instruction(operator("add"), (0, 0)),), 1)
    nested = call("f", [call("f", [X])])
    assert evaluate(nested, {"x": 3}, {"f": double}, 8) == 12
    assert len(list(calls(nested + call("f", [X])))) == 2


def test_traversals_are_linear_and_deep() -> None:
    term = X
    for _ in range(5000):
        term = term + term
    assert len(postorder(term)) == 5001
    assert evaluate(term, {"x": 1}, {}, 8) == 0


def test_rebuild_replaces_leaves() -> None:
    assert rebuild((X + Y) * X, lambda t: Y if t is X else None) is (Y + Y) * Y


def test_words_are_replaced_all_at_once() -> None:
    term = X - Y
    assert replaced(term, {"x": Y, "y": X}) is Y - X
    assert replaced(term, {"x": X, "y": X + 1}) is X - (X + 1)
    assert replaced(term, {"x": X, "y": Y}) is term


def test_text_is_cut() -> None:
    assert text(fadd(X, 1)) == "fadd(x, 1)"
    term = X
    for _ in range(40):
        term = apply("mul", term, term)
    assert len(text(term, 50)) < 200
