"""What is said of remainders instead of dividing: it holds of all of them, and is enough for walks that come round."""

import time

import pytest

from synth import terms
from synth.booleans import conjunction
from synth.checking.validity.prover import Fails, Valid, decided, valid
from synth.checking.validity.remainders import by_laws, has_remainders, with_laws
from synth.terms import Term, constant, symbol

A, B, C, D = (symbol(name) for name in "abcd")


def signed(a: Term, b: Term) -> Term:
    return terms.apply("srem", a, b)


@pytest.mark.parametrize("given", [
    [A % C], [A % C, B % C], [A % C, B % D], [signed(A, C), A % C], [signed(A, C), signed(B, C), A % C, B % C], [A % C % B, A % C],
])
@pytest.mark.parametrize("width", [3, 4])
def test_the_laws_hold_of_remainders(given: list[Term], width: int) -> None:
    found = with_laws(given)
    assert found is not None
    words, laws = found
    assert len(laws) >= 2 * len(words) - 1 and not has_remainders(laws)
    real = {str(word.data): own for word, own in zip(words, given, strict=True)}
    claim = conjunction(laws)
    for _ in given:  # one remainder may be of another one
        claim = terms.replaced(claim, real)
    assert isinstance(decided(claim, width, 60.0), Valid)


def test_a_walk_that_comes_round_is_seen_at_once() -> None:
    claim = ((A % C == 0) & (constant(1 << 30) >= A) & (constant(1 << 30) >= C)).implies((A + C) % C == 0)
    start = time.thread_time()
    assert isinstance(valid(claim, 32, 20.0), Valid)
    assert time.thread_time() - start < 2.0
    step = ((A % C == B) & (constant(1 << 30) > A) & (B + 1 < C)).implies((A + 1) % C == B + 1)
    assert isinstance(valid(step, 32, 20.0), Valid)


def test_what_the_laws_leave_open_is_still_decided() -> None:
    claim = (A % C == 0).implies((A + C) % C == 0)
    answer = valid(claim, 8, 20.0)
    assert isinstance(answer, Fails), "the sum may wrap around"
    twice = ((A % C == 0) & (constant(100) > A) & (constant(50) > C)).implies((A + 2 * C) % C == 0)
    easier = by_laws(twice)
    assert easier is not None and isinstance(decided(easier, 8, 10.0), Fails)
    assert isinstance(valid(twice, 8, 20.0), Valid)


def test_constants_are_left_to_solvers() -> None:
    assert by_laws(constant(7) > A % 7) is None
    assert by_laws(A + B == B + A) is None
    assert by_laws(conjunction([(A + i) % (B + i) <= A + i for i in range(9)])) is None, "there are too many"
