"""Examples: distinct, admitted by the precondition, varied first, the same for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

from synth import Fun, Specification, Unknown, Word, constant, fadd, spec
from synth.checking.examples import initial_examples
from synth.evaluation.integers import evaluate
from synth.evaluation.sampling import corner_words, random_batch, size


@spec()
def one(f: Fun[[Word], Word], x: Word):
    return f(x) == x


@spec(given=lambda x, y: x == y)
def equals(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == x


@spec(given=lambda x, y: x * x + y * 17 == 12345)
def hard(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == x


@spec(given=lambda x: x < 0)
def never(f: Fun[[Word], Word], x: Word):
    return f(x) == x


@spec(given=lambda x: x == 77)
def single(f: Fun[[Word], Word], x: Word):
    return f(x) == x


@spec()
def floating(f: Fun[[Word, Word], Word], x: Word, y: Word):
    return f(x, y) == fadd(x, y)


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("case", [one, equals, hard, floating], ids=lambda s: s.name)
def test_examples_are_distinct_and_admitted(case: Specification, width: int) -> None:
    found = initial_examples(case, width, seed=3)
    assert len(found) == 16
    assert len({tuple(e.items()) for e in found}) == 16
    assert all(evaluate(case.precondition, e, {}, width) for e in found)
    assert all(0 <= word < 1 << width for e in found for word in e.values())


def test_examples_depend_on_the_seed_alone() -> None:
    assert initial_examples(one, 32, 5) == initial_examples(one, 32, 5) != initial_examples(one, 32, 6)
    assert initial_examples(hard, 32, 5) == initial_examples(hard, 32, 5)


def test_varied_words_come_before_corners() -> None:
    words = [e["x"] for e in initial_examples(one, 32, 0)]
    corners = set(corner_words(32)[:6])
    assert not corners & set(words[:8])
    assert corners == set(words[-6:])


def test_a_small_domain_is_returned_whole() -> None:
    assert initial_examples(one, 4, 0) == [{"x": x} for x in range(16)]
    assert sorted(e["x"] for e in initial_examples(equals, 2, 0)) == [0, 1, 2, 3]


@pytest.mark.parametrize("width", [4, 8, 32])
def test_an_impossible_precondition_has_no_examples(width: int) -> None:
    assert initial_examples(never, width, 0) == []


@pytest.mark.parametrize("width", [8, 32])
def test_a_precondition_with_one_value_has_one_example(width: int) -> None:
    assert initial_examples(single, width, 0) == [{"x": 77}]


def test_without_words_there_is_one_empty_example() -> None:
    @spec()
    def ground(w: Unknown):
        return w + 1 == 5

    assert initial_examples(ground, 32, 0) == [{}]
    impossible = Specification(ground.exists, (), ground.body, 32, constant(False))
    assert initial_examples(impossible, 32, 0) == []


def test_batches_hold_related_words_and_every_magnitude() -> None:
    batch = random_batch(floating, 32, np.random.default_rng(0), 4096)
    x, y = batch["x"], batch["y"]
    assert size(batch) == 4096
    assert (x == y).sum() > 50
    assert len({int(word).bit_length() for word in x}) > 30


def test_floating_point_corners_are_among_the_words() -> None:
    assert {0x7F800000, 0x7FC00000, 0x80000000, 0x3F800000} <= set(corner_words(32, floats=True))
