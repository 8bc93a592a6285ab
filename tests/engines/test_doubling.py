"""The doubling engine: what is planted is found, answers are right, and three of Hacker's Delight are among them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from synth import Fun, Word, popcount, spec
from synth.api.inputs.formats import load_specification
from synth.engines.doubling.engine import Doubling
from synth.engines.doubling.kernel import POINTS, Search
from synth.engines.doubling.scope import applies
from synth.engines.protocol import Exhausted, Point, Proposal
from synth.evaluation.arrays import Arrays, run_program
from synth.evaluation.sampling import random_words
from synth.operators import operator
from synth.program import Program
from synth.specification import Specification

PLAIN = ("add", "sub", "and", "or", "xor", "shl", "lshr", "ashr")


def first_program(specification: Specification) -> Program | None:
    engine = Doubling(specification, 0)
    engine.goto(Point(0, 0, 8))
    while True:
        for event in engine.step(1.0):
            return event.candidate["f"] if isinstance(event, Proposal) else None


@pytest.mark.parametrize("seed", range(20))
def test_planted_bodies_are_found(seed: int) -> None:
    """Bodies of up to three steps, from narrow distances to wide ones or back; what is found has the goal's values."""
    rng = random.Random(seed)
    width, steps, down = rng.choice((8, 16, 32, 64)), rng.choice((1, 2, 3)), rng.random() < 0.5
    names = rng.sample(PLAIN, 4)
    domain, full = Arrays(width), (1 << width) - 1
    distances = [1 << i for i in range(width.bit_length() - 1)][:: -1 if down else 1]
    masks = [full // ((1 << d) + 1) for d in distances]
    start = random_words(width, np.random.default_rng(seed), POINTS)
    body = []
    for i in range(steps):
        first = (0 if i == 0 else 2 + i, rng.choice((1, 2)))
        body.append((rng.choice(names), first if rng.random() < 0.7 else first[::-1]))
    value = start
    for distance, mask in zip(distances, masks, strict=True):
        rows = [value, np.full(POINTS, distance, dtype=np.uint64), np.full(POINTS, mask, dtype=np.uint64)]
        for name, (a, b) in body:
            rows.append(np.asarray(operator(name)(domain, rows[a], rows[b])))
        value = rows[-1]
    none = np.empty((0, POINTS), dtype=np.uint64)
    search = Search(width, tuple(operator(n).code for n in names), steps, distances, masks, none, start[None, :], value[None, :],
                    np.full((1, POINTS), full, dtype=np.uint64))
    while not search.job.finished and not search.go_on(100_000):
        pass
    smaller = {v.tobytes() for v in (start, np.zeros_like(start), np.full_like(start, full))}
    if not search.job.found:
        assert steps > 1 or value.tobytes() in smaller  # a step of the body may be as good as a row in the middle round
        return
    again = start
    for distance, mask in zip(distances, masks, strict=True):
        rows = [again, np.full(POINTS, distance, dtype=np.uint64), np.full(POINTS, mask, dtype=np.uint64)]
        for use in search.job.step[:steps]:
            op = next(operator(n) for n in names if operator(n).code == use.op)
            rows.append(np.asarray(op(domain, rows[use.a], rows[use.b])))
        again = rows[-1]
    assert (again == value).all()


@spec(width=16)
def gray_decoded(f: Fun[[Word], Word], x: Word):
    return f(x) ^ (f(x) >> 1) == x


@spec(width=16)
def parity_bit(f: Fun[[Word], Word], x: Word):
    return f(x) == popcount(x) & 1


@spec(width=32)
def bits_that_differ(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == popcount(x ^ y)


@pytest.mark.parametrize(("specification", "most"), [(parity_bit, 9), (bits_that_differ, 21)])
def test_answers_are_right(specification: Specification, most: int) -> None:
    program = first_program(specification)
    assert program is not None
    assert len(program.instructions) <= most
    rng = np.random.default_rng(1)
    words = [random_words(specification.width, rng, 500) for _ in range(program.inputs)]
    count = np.bitwise_count(words[0] if len(words) == 1 else words[0] ^ words[1])
    expected = count & 1 if specification is parity_bit else count
    assert (run_program(program, words, specification.width) == expected).all()


def test_what_is_no_equation_ends_at_once() -> None:
    assert applies(gray_decoded)
    assert first_program(gray_decoded) is None


@pytest.mark.parametrize(("name", "instructions"), [("p22", 11), ("p24", 12), ("p23", 20)])
def test_hackers_delight(name: str, instructions: int) -> None:
    """Parity, the next power of two, and counting bits, at 32 bits, with all operators and no hints."""
    program = first_program(load_specification(f"specs/hackers_delight/{name}.py"))
    assert program is not None
    assert len(program.instructions) == instructions


def test_a_search_ends() -> None:
    engine = Doubling(load_specification("specs/hackers_delight/p25.py"), 0)
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
