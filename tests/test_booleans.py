"""Boolean terms of several parts."""

from __future__ import annotations

from itertools import product

import pytest

from synth.booleans import conjunction, denied
from synth.evaluation.integers import evaluate
from synth.terms import Term, apply, symbol

A, B, C = (symbol(name) != 0 for name in "abc")


@pytest.mark.parametrize(("term", "parts"), [
    (A, 1), (A | B, 2), (A & B, 1), (A.implies(B), 2), ((A & B).implies(C), 3), (apply("eq", A & B, 0), 2),
    (A | B | (C.implies(A)), 4), (symbol("a") == symbol("b"), 1), (apply("eq", A | B, 0), 1)])
def test_what_is_denied_holds_where_a_term_does_not(term: Term, parts: int) -> None:
    found = list(denied(term))
    assert len(found) == parts
    for words in product(range(2), repeat=3):
        own = dict(zip("abc", words, strict=True))
        assert bool(evaluate(conjunction(found), own, {}, 8)) is not bool(evaluate(term, own, {}, 8))
