"""Booleans by cases of what chooses between words in them."""

from __future__ import annotations

import itertools

from synth.algebra.cases import by_cases, plain, plain_cases, says_more
from synth.checking.validity.prover import Fails, Valid, valid
from synth.evaluation import integers
from synth.terms import Term, ite, slt, symbol

A, B, C, X = (symbol(name) for name in "abcx")
ODD, LESS, ZERO = X & 1 == 1, A < B, C == 0


def moved(condition: Term) -> Term:
    """a + b where one of them is one more, whichever that is, less one."""
    return ite(condition, A + 1, A) + ite(condition, B, B + 1) - 1


def value(term: Term, words: tuple[int, ...]) -> int:
    return integers.evaluate(term, dict(zip("abcx", words, strict=True)), {}, 3)


def test_cases_say_what_the_whole_says() -> None:
    for claim in (moved(ODD) <= 5, slt(ite(LESS, ite(ODD, A, C), B), C), ite(ODD, moved(LESS), C) == B, A <= B):
        cases = by_cases(claim)
        for words in itertools.product(range(8), repeat=4):
            for where, own in cases:
                assert not value(where, words) or value(own, words) == value(claim, words), (claim, words)
            assert sum(bool(value(where, words)) for where, _ in cases) == 1


def test_what_needs_many_conditions_is_left_whole() -> None:
    claim = ite(ODD, A, B) + ite(LESS, A, C) + ite(ZERO, B, C) == X
    assert [own for _, own in by_cases(claim)] == [claim]


def test_sums_that_are_the_same_in_each_case_are_known() -> None:
    known = {id(kept := plain(B + A + C <= 77, 32))}
    assert kept is not None and not says_more(plain_cases(C + moved(ODD) <= 77, 32), known)
    assert all(says_more(plain_cases(own, 32), known) for own in (C + moved(ODD) <= 76, C + ite(ODD, A, B) <= 77))


def test_goals_that_are_hard_together_are_shown() -> None:
    sums = [bound >= A + B + C for bound in (2147483644, 2147483645, 2147483646)]
    premise = sums[0] & sums[1] & sums[2] & (A <= 9) & (B <= 9)
    goals = [moved(ODD) + C <= bound for bound in (2147483644, 2147483645, 2147483646)]
    assert isinstance(valid(premise.implies(goals[0] & goals[1] & goals[2] & (A + B <= 18)), 32, 30.0), Valid)
    assert isinstance(valid(premise.implies(goals[0] & goals[1] & (A + B <= 17)), 32, 30.0), Fails)
