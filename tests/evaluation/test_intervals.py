"""Intervals of words hold what operators make of the words in them."""

from __future__ import annotations

import itertools
import random

import pytest

from synth.evaluation.integers import Integers
from synth.evaluation.intervals import Interval, Intervals
from synth.operators import OPERATORS, Operator

WIDTH = 3
DOMAIN = Intervals(WIDTH)
ALL = [Interval(low, span) for low in range(1 << WIDTH) for span in range(1 << WIDTH) if span < DOMAIN.mask or low == 0]


def words(interval: Interval, mask: int = DOMAIN.mask) -> list[int]:
    return [interval.low + i & mask for i in range(interval.span + 1)]


@pytest.mark.parametrize("op", [op for op in OPERATORS if not op.floating and op.arity < 3], ids=str)
def test_results_are_held(op: Operator) -> None:
    integers = Integers(WIDTH)
    for operands in itertools.product(ALL, repeat=op.arity):
        held = op(DOMAIN, *operands)
        for values in itertools.product(*map(words, operands)):
            assert DOMAIN.holds(held, op(integers, *values)), (operands, values)


@pytest.mark.parametrize("op", [op for op in OPERATORS if not op.floating], ids=str)
def test_results_are_held_in_wide_words(op: Operator) -> None:
    draw = random.Random(0)
    for _ in range(2000):
        width = draw.choice((8, 32, 64))
        domain, integers = Intervals(width), Integers(width)
        operands = [domain.between(low := draw.choice((0, 1, -1, -5, draw.getrandbits(width))),
                                   low + draw.choice((0, 1, 3, 9, draw.getrandbits(draw.randrange(width)))))
                    for _ in range(op.arity)]
        held = op(domain, *operands)
        for _ in range(4):
            values = [o.low + draw.choice((0, o.span, draw.randint(0, o.span))) & domain.mask for o in operands]
            assert domain.holds(held, op(integers, *values)), (width, operands, values)


def test_joins_and_meets_hold_what_they_must() -> None:
    for a, b in itertools.product(ALL, repeat=2):
        joined, met = DOMAIN.join(a, b), DOMAIN.meet(a, b)
        assert set(words(a)) | set(words(b)) <= set(words(joined))
        common = set(words(a)) & set(words(b))
        assert (met is None) is (not common)
        assert common <= set(words(met) if met else ())
        assert DOMAIN.within(a, b) is (set(words(a)) <= set(words(b)))


def test_results_are_as_small_as_one_expects() -> None:
    domain = Intervals(32)
    digit = domain.urem(domain.all, domain.constant(10))
    assert digit == Interval(0, 9)
    assert domain.udiv(domain.all, domain.constant(10)) == Interval(0, (2**32 - 1) // 10)
    assert domain.sub(digit, domain.constant(5)) == domain.between(-5, 4)
    assert domain.mul(domain.between(-5, 4), domain.constant(3)) == domain.between(-15, 12)
    assert domain.bitand(domain.all, domain.constant(255)) == Interval(0, 255)
    assert domain.ashr(domain.between(-8, 7), domain.constant(1)) == domain.between(-4, 3)
    assert domain.slt(domain.between(-3, -1), domain.constant(0)) == Interval(1, 0)
