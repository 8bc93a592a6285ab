"""What follows over GF(2): what is seen is true, by all values of few bits, and the identities that it is for are seen."""

import itertools
import random

import pytest

from synth.algebra.parity import follows
from synth.checking.validity.prover import Valid, valid
from synth.evaluation import integers
from synth.terms import Term, apply, constant, ite, symbol

A, B, C = symbol("a"), symbol("b"), symbol("c")


def _gray(word: Term, width: int) -> Term:
    """A word from its Gray code, step by step."""
    rest = back = word ^ (word >> 1)
    for _ in range(width):
        rest = rest >> 1
        back = back ^ rest
    return back


def _rotated(word: Term, by: int, width: int) -> Term:
    return (word << by) | (word >> (width - by))


FOLLOWS: dict[str, Term] = {
    "swapped": ((C == A ^ B) & (symbol("d") == C ^ A)).implies(C ^ symbol("d") == A),
    "a Gray code": _gray(A, 32) == A,
    "of a path": apply("eq", (A <= 255) & ((A >> 7) != 0) & (_gray(A, 8) != A), 0),
    "of two paths": apply("eq", ((A == B) & (A ^ B != 0)) | ((A == ~B) & (A ^ B ^ C != ~C)), 0),
    "a single bit": ((A & 1 != 0) & (A ^ B == 1)).implies(B & 1 == 0),
    "rotated by exclusive ors": _rotated(A ^ B, 7, 32) == _rotated(A, 7, 32) ^ _rotated(B, 7, 32),
    "other words": (A * B ^ C) ^ C == A * B,
    "a sign that is 0": apply("ashr", (A & 0x7FFF) << 16, 31) ^ C == C,
}


@pytest.mark.parametrize("name", FOLLOWS)
def test_what_follows_is_seen(name: str) -> None:
    assert follows(FOLLOWS[name], 32)
    assert valid(FOLLOWS[name], 32, 1.0) == Valid(frozenset({"algebra"}))


def test_what_does_not_follow_is_not_claimed() -> None:
    assert not follows(_gray(A, 30) == A, 32)
    assert not follows((A & 3 != 0).implies(A & 1 ^ 1 == 0), 32)
    assert not follows((A <= 8).implies((A >> 3) ^ B == B), 32)
    assert not follows((A | B) ^ A == B, 32)
    assert not follows(FOLLOWS["a Gray code"], 32, until=0.0)


def _word(rng: random.Random, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.15:
        return rng.choice((A, B, constant(rng.randrange(8))))
    op = rng.choice(("xor", "xor", "xor", "not", "and", "or", "add", "shl", "lshr", "ashr", "mul", "ite"))
    below = _word(rng, depth - 1)
    if op == "not":
        return ~below
    if op == "ite":
        return ite(below == 0, _word(rng, depth - 1), B)
    other = constant(rng.randrange(5)) if op in ("shl", "lshr", "ashr", "and") else _word(rng, depth - 1)
    return apply(op, below, other)


def _fact(rng: random.Random) -> Term:
    return apply(rng.choice(("eq", "neq", "ule", "ult")), _word(rng, 2), rng.choice((constant(rng.randrange(8)), _word(rng, 2))))


def test_whatever_is_seen_to_follow_holds() -> None:
    rng, seen = random.Random(0), 0
    for _ in range(3000):
        facts = [_fact(rng) for _ in range(rng.randrange(1, 4))]
        claim = facts[0].implies(facts[-1]) if rng.random() < 0.5 else apply("eq", facts[0] & facts[-1] & facts[len(facts) // 2], 0)
        if follows(claim, 3):
            seen += 1
            assert all(integers.evaluate(claim, {"a": a, "b": b}, {}, 3) for a, b in itertools.product(range(8), repeat=2)), claim
    assert seen > 100
