"""Intervals of variables, the rounds of loops apart."""

import itertools
import random
import time

import pytest
from random_systems import random_system
from sampled import some
from systems import loop, successors

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import SafetyInvariant
from synth.analysis.invariants.rounds import arguments, boxes
from synth.evaluation import integers
from synth.evaluation.intervals import Interval, Intervals
from synth.operators import OPERATORS, Operator
from synth.terms import constant, symbol
from synth.transition import Kind

X, Y, Z = symbol("x"), symbol("y"), symbol("z")


@pytest.mark.parametrize("op", [op for op in OPERATORS if not op.floating], ids=str)
def test_arguments_hold_what_they_must(op: Operator) -> None:
    draw, domain = random.Random(0), Intervals(3)
    operands = (X, Y, Z)[:op.arity]
    node = terms.apply(op, *(o < 1 if op.name in ("implies", "and", "or") and draw.random() < 0.5 else o for o in operands))
    every = list(itertools.product(range(8), repeat=op.arity))
    results = {words: op(integers.Integers(3), *words) for words in every}
    for _ in range(1500):
        given = [domain.between(low := draw.randrange(8), low + draw.choice((0, 0, 1, 3, 7))) for _ in range(op.arity)]
        value = domain.between(low := draw.choice((0, 1, draw.randrange(8))), low + draw.choice((0, 0, 1, 5)))
        narrowed = list(arguments(domain, node, value, given))
        for words in every:
            inside = all(map(domain.holds, given, words))
            if inside and domain.holds(value, results[words]):
                assert all(domain.holds(n, w) for n, w in zip(narrowed, words, strict=False)), (given, value, words)


def test_booleans_narrow_one_another() -> None:
    domain, true, either = Intervals(8), Interval(1, 0), Interval(0, 1)
    both = (X < 4) | (Y < 4)
    assert list(arguments(domain, both, true, [Interval(0, 0), either])) == [domain.all, true]
    assert list(arguments(domain, X < Y, true, [domain.all, Interval(4, 0)])) == [Interval(0, 3), Interval(1, 254)]
    assert list(arguments(domain, X // 10, domain.between(1, 255), [domain.all, Interval(10, 0)])) == [domain.between(10, 255)]


def test_the_sum_of_digits() -> None:
    n, s = symbol("n"), symbol("s")
    system = loop("n s", n != 0, {"n": n // 10, "s": s + n % 10}, {"s": constant(0)}, wrong=s >= 91)
    found = boxes(system, time.monotonic() + 10)
    assert found is not None and checked(system, SafetyInvariant(found), 20.0).holds


def test_as_many_rounds_as_bits() -> None:
    system = loop("x y", X != 0, {"x": X >> 1, "y": Y + 1}, {"y": constant(0)}, wrong=Y > 64, width=64)
    found = boxes(system, time.monotonic() + 10)
    assert found is not None and checked(system, SafetyInvariant(found), 20.0).holds


def test_long_loops_have_none() -> None:
    assert boxes(loop("x", X != 1000, {"x": X + 1}, {"x": constant(0)}), time.monotonic() + 10) is None


@pytest.mark.parametrize("seed", some(range(150), 50))
def test_all_reachable_states_are_held(seed: int) -> None:
    system = random_system(seed, 3)
    found = boxes(system, time.monotonic() + 2)
    if found is None:
        return
    waiting, seen = [(0, (0,) * len(system.variables))], set[tuple[int, tuple[int, ...]]]()
    while waiting:
        place, state = node = waiting.pop()
        if node not in seen:
            seen.add(node)
            words = dict(zip((v.name for v in system.variables), state, strict=True))
            if system.places[place].kind is Kind.HEAD:
                assert integers.evaluate(found[place], words, {}, system.width), node
            waiting += successors(system, place, state)
