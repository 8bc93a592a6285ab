"""The doubling engine: what is planted is found, answers are right, and three of Hacker's Delight are among them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from synth import Fun, Word, popcount, spec
from synth.api.inputs.formats import load_specification
from synth.engines.doubling.engine import Doubling, telling
from synth.engines.doubling.kernel import POINTS, Search
from synth.engines.doubling.scope import applies
from synth.engines.protocol import Exhausted, Point, Proposal
from synth.evaluation.arrays import Arrays, run_program
from synth.evaluation.sampling import random_words
from synth.operators import operator
from synth.program import Program
from synth.specification import Specification

Words = NDArray[np.uint64]
PLAIN = ("add", "sub", "and", "or", "xor", "shl", "lshr", "ashr")


def first_program(specification: Specification) -> Program | None:
    engine = Doubling(specification, 0)
    engine.goto(Point(0, 0, 8))
    while True:
        for event in engine.step(1.0):
            return event.candidate["f"] if isinstance(event, Proposal) else None


Body = list[tuple[str, tuple[int, int]]]


def last_value(body: Body, start: Words, distances: list[int], masks: list[int], width: int) -> Words:
    """What a body of table operators makes of a value in all rounds."""
    value = start
    for distance, mask in zip(distances, masks, strict=True):
        rows = [value, np.full_like(start, distance), np.full_like(start, mask)]
        for name, (a, b) in body:
            op = operator(name)
            rows.append(np.asarray(op(Arrays(width), *(rows[i] for i in (a, b)[: op.arity]))))
        value = rows[-1]
    return value


def test_planted_bodies_are_found() -> None:
    """Bodies of up to three steps, from narrow distances to wide ones or back, whose last values differ from point to point."""
    found = planted = 0
    for seed in range(200):
        rng = random.Random(seed)
        width, steps, down = rng.choice((8, 16, 32, 64)), rng.choice((1, 2, 3)), rng.random() < 0.5
        names, full = rng.sample(PLAIN, 4), (1 << width) - 1
        distances = [1 << i for i in range(width.bit_length() - 1)][:: -1 if down else 1]
        masks = [full // ((1 << d) + 1) for d in distances]
        start = random_words(width, np.random.default_rng(seed), 2 * POINTS)
        firsts = [(0 if i == 0 else 2 + i, rng.choice((0, 1, 2))) for i in range(steps)]
        body: Body = [(rng.choice(names), first if rng.random() < 0.7 else first[::-1]) for first in firsts]
        value = last_value(body, start, distances, masks, width)
        if len(set(value.tolist())) < POINTS or not {1, 2} & {i for _, operands in body for i in operands}:
            continue
        planted += 1
        search = Search(width, tuple(operator(n).code for n in names), steps, distances, masks,
                        np.empty((0, 2 * POINTS), dtype=np.uint64), start[None, :], value[None, :], np.full((1, 2 * POINTS), full))
        hits = []
        while not search.finished:
            hits += search.go_on(100_000)
        by_code = {operator(n).code: n for n in names}
        for hit in hits:
            again = [(by_code[use.op], (use.a, use.b)) for use in hit.steps]
            assert (last_value(again, start, distances, masks, width) == value).all()
        found += bool(hits)
    assert planted > 20
    assert found > 0.8 * planted  # a step may be as good as a row in the middle round


@spec(width=16)
def gray_decoded(f: Fun[[Word], Word], x: Word):
    return f(x) ^ (f(x) >> 1) == x


@spec(width=16)
def parity_bit(f: Fun[[Word], Word], x: Word):
    return f(x) == popcount(x) & 1


@spec(width=32)
def bits_that_differ(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == popcount(x ^ y)


@spec(width=16)
def bits_that_differ_and_zero(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return (f(x, 0) == popcount(x)) & (f(x, y) == popcount(x ^ y))


@pytest.mark.parametrize(("specification", "most"), [
    (parity_bit, 9), pytest.param(bits_that_differ_and_zero, 17, marks=pytest.mark.slower)])
def test_answers_are_right(specification: Specification, most: int) -> None:
    program = first_program(specification)
    assert program is not None
    assert len(program.instructions) <= most
    rng = np.random.default_rng(1)
    words = [random_words(specification.width, rng, 500) for _ in range(program.inputs)]
    count = np.bitwise_count(words[0] if len(words) == 1 else words[0] ^ words[1])
    expected = count & 1 if specification is parity_bit else count
    assert (run_program(program, words, specification.width) == expected).all()


def test_points_of_all_equations_and_words_come_first() -> None:
    goal = np.array([0] * 100 + [1, 2] * 10 + [3], dtype=np.uint64)
    order = telling(goal)
    assert sorted(order.tolist()) == list(range(121))
    assert set(goal[order[:4]].tolist()) == {0, 1, 2, 3}


def test_nothing_is_proposed_twice() -> None:
    engine, told = Doubling(small, 0), []
    engine.goto(Point(0, 0, 8))
    for _ in range(50):
        told += [e.candidate["f"] for e in engine.step(0.2) if isinstance(e, Proposal)]
    assert len(told) > 1
    assert len(set(told)) == len(told)


@spec(width=8)
def small(f: Fun[[Word], Word], x: Word):
    return f(x) == x & 1


def test_what_is_no_equation_ends_at_once() -> None:
    assert applies(gray_decoded)
    assert first_program(gray_decoded) is None


@pytest.mark.parametrize(("name", "instructions"), [("p22", 11), ("p24", 12), ("p23", 20)])
def test_hackers_delight(name: str, instructions: int) -> None:
    """Parity, the next power of two, and counting bits, at 32 bits, with all operators and no hints."""
    program = first_program(load_specification(f"specs/hackers_delight/{name}.py"))
    assert program is not None
    assert len(program.instructions) == instructions


@spec(width=8, operators=["xor", "shl", "and"])
def out_of_reach(f: Fun[[Word], Word], x: Word):
    return f(x) == x * x + 3


def test_a_search_ends() -> None:
    engine = Doubling(out_of_reach, 0)
    engine.goto(Point(3, 2, 8))
    for _ in range(1000):
        events = engine.step(1.0)
        if events:
            assert events == [Exhausted(Point(3, 2, 8), False)]
            assert engine.step(1.0) == events
            return
    raise AssertionError("it went on and on")


@pytest.mark.parametrize(("change", "expected"), [
    ({"width": 32}, True), ({"width": 12}, False), ({"operators": (operator("add"),)}, False)])
def test_scope(change: dict[str, Any], expected: bool) -> None:
    assert applies(replace(bits_that_differ, **change)) is expected
