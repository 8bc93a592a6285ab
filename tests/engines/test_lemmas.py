"""Lemmas: what they leave open is the formula of candidates that they are conjoined to."""

from __future__ import annotations

import itertools

from synth.booleans import conjunction
from synth.engines.lemmas import conjoined, fits, weakened
from synth.evaluation import integers
from synth.program import of_term
from synth.specification import Function, Specification
from synth.terms import Term, symbol

X, V = symbol("x"), symbol("v0")
P, F = Function("P", 1, True), Function("f", 1)
COUNT = Specification((P, F), (X,), conjunction([P(0), (P(X) & (X < 6)).implies(P(X + 2)), P(X).implies(F(X) != 7)]), 4)
"""Of the words from 0 in steps of 2, none below 8 is 7 by f."""

PREDICATES = (V <= 15, V < 7, V < 8, (V & 1) == 0, V != 7, V == 0)


def program(term: Term):
    return of_term(term, ["v0"])


def test_the_weakened_formula_is_that_of_both_together() -> None:
    for own, fact in itertools.product(PREDICATES, PREDICATES):
        candidate, lemma = {"P": program(own), "f": program(V)}, {"P": program(fact)}
        whole = conjoined(candidate, lemma, 4)
        assert whole["f"] == candidate["f"]
        for x in range(16):
            known = {"x": x}
            assert bool(integers.evaluate(weakened(COUNT, lemma).formula, known, candidate, 4)) == bool(
                integers.evaluate(COUNT.formula, known, whole, 4))


def test_nothing_is_changed_by_no_lemma() -> None:
    assert weakened(COUNT, {}).body is COUNT.body
    candidate = {"P": program(V < 7), "f": program(V)}
    assert conjoined(candidate, {}, 4) == candidate


def test_a_lemma_fits_where_its_constants_do() -> None:
    small, large, negative = {"P": program(V < 20)}, {"P": program(V < 1000)}, {"P": program(V + ((1 << 32) - 3))}
    assert fits(small, 8, 32) and fits(negative, 8, 32) and not fits(large, 8, 32)
    assert fits(large, 32, 32) and fits({}, 4, 32)
