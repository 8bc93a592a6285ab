"""What is said of remainders instead of dividing: it holds of all of them, and is enough for walks that come round."""

import random
import time

import pytest

from synth import terms
from synth.booleans import conjunction
from synth.checking.validity.prover import Fails, Valid, decided, valid
from synth.checking.validity.remainders import Remainders, has_remainders
from synth.evaluation import integers
from synth.terms import Term, TermKind, constant, symbol
from synth.transition import symbols

A, B, C, D = (symbol(name) for name in "abcd")


def signed(a: Term, b: Term) -> Term:
    return terms.apply("srem", a, b)


@pytest.mark.parametrize("given", [
    [A % C], [A % C, B % C], [A % C, B % D], [signed(A, C), A % C], [signed(A, C), signed(B, C), A % C, B % C], [A % C % B, A % C],
    [A % 3, A % C, (A + 1) % C],
])
@pytest.mark.parametrize("width", [3, 4])
def test_the_laws_hold_of_remainders(given: list[Term], width: int) -> None:
    rests, rng = Remainders(given, width), random.Random(width)
    assert not has_remainders(rests.terms)
    words = sorted(symbols((*given, *rests.terms)))
    seen = set[Term]()
    for _ in range(300):
        laws = rests.broken(rests.filled({name: rng.randrange(1 << width) for name in words}), range(len(given)))
        seen |= set(laws)
    claim = conjunction(sorted(seen, key=str))
    real = {str(word.data): own for word, own in zip(rests.terms, given, strict=True) if word.kind is TermKind.SYMBOL}
    for _ in given:  # one remainder may be of another one
        claim = terms.replaced(claim, real)
    assert seen and isinstance(decided(claim, width, 60.0), Valid)


def test_no_law_is_broken_by_what_remainders_are() -> None:
    given, words = [A % C, (A + B) % C], {"a": 5, "b": 6, "c": 3}
    rests = Remainders(given, 4)
    for word, own in zip(rests.terms, given, strict=True):
        words[str(word.data)] = integers.evaluate(own, words, {}, 4)
    assert rests.broken(rests.filled(words), range(2)) == []
    assert rests.broken(rests.filled({**words, str(rests.terms[0].data): 1}), [0]) != []
    assert rests.broken(rests.filled({**words, str(rests.terms[1].data): 0}), [0]) == [], "of the first nothing is wrong"


def test_a_walk_that_comes_round_is_seen_at_once() -> None:
    claim = ((A % C == 0) & (constant(1 << 30) >= A) & (constant(1 << 30) >= C)).implies((A + C) % C == 0)
    start = time.thread_time()
    assert isinstance(valid(claim, 32, 20.0), Valid)
    assert time.thread_time() - start < 2.0
    step = ((A % C == B) & (constant(1 << 30) > A) & (B + 1 < C)).implies((A + 1) % C == B + 1)
    assert isinstance(valid(step, 32, 20.0), Valid)


def test_a_divisor_that_is_a_small_number_is_divided_by() -> None:
    claim = ((B == 1) & (constant(1 << 30) > A) & ((A + 1) % (B + 1) == 0)).implies((A + 4) % 2 == 1)
    start = time.thread_time()
    assert isinstance(valid(claim, 32, 20.0), Valid)
    assert time.thread_time() - start < 2.0


def test_each_part_of_a_goal_is_shown_by_who_can() -> None:
    known = (constant(100) > A) & (constant(100) > B)
    both = known.implies((A + B < 199) & ((A * B & 1) == (A & B & 1)) & (A + 1 > 0))
    assert isinstance(valid(both, 32, 20.0), Valid)
    fails = known.implies((A + B < 199) & (A * B != 9 * B) & (C < A + B + C + 1))
    answer = valid(fails, 8, 20.0)
    assert isinstance(answer, Fails) and not integers.evaluate(fails, answer.values, {}, 8)
    assert set(answer.values) == {"a", "b", "c"}
    answer = valid(known.implies((C % 3 < 3) & (A * B != 9 * B)), 8, 20.0)
    assert isinstance(answer, Fails) and set(answer.values) == {"a", "b", "c"}, "c is spoken of where nothing is left to show"


def test_signed_remainders_are_seen_by_linear_arithmetic_too() -> None:
    few = (constant(1 << 30) > A) & (constant(1 << 30) > C) & (C != 0)
    answer = valid((few & (signed(A, C) == 0)).implies(signed(A + C, C) == 0), 32, 20.0)
    assert answer == Valid(frozenset({"z3"}))


def test_what_the_laws_leave_open_is_still_decided() -> None:
    claim = (A % C == 0).implies((A + C) % C == 0)
    answer = valid(claim, 8, 20.0)
    assert isinstance(answer, Fails), "the sum may wrap around"
    twice = ((A % C == 0) & (constant(100) > A) & (constant(50) > C)).implies((A + 2 * C) % C == 0)
    assert isinstance(valid(twice, 8, 20.0), Valid)


def test_remainders_by_numbers_are_left_to_solvers() -> None:
    for given in ([constant(7) > A % 7], [A + B == B + A]):
        rests = Remainders(given, 8)
        assert not rests.unsigned and rests.terms == given
