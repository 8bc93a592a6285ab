"""Words to try: batches of values of the ∀ words, corner words and random ones, for tests, examples and engines alike.

Corner words (0, 1, all ones, the sign bit and its neighbours) are where wrong candidates fail; words of varied magnitude and words
close to one another tell candidates apart.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import numpy as np

from synth.evaluation import arrays
from synth.evaluation.floats import float_format
from synth.specification import Specification

Batch = dict[str, arrays.Words]
"""For each ∀ word, by name, its values: uint64 [rows]."""

Row = dict[str, int]
"""A value for each ∀ word, by name."""

EXHAUSTIVE_BITS = 16
"""A domain of at most 2^16 points is enumerated."""


def names_of(spec: Specification) -> tuple[str, ...]:
    """The names of the ∀ words, in order."""
    return tuple(str(s.data) for s in spec.forall)


def corner_words(width: int, floats: bool = False) -> tuple[int, ...]:
    """Words of `width` bits where operators behave unusually, most unusual first; with those of IEEE-754 where `floats`."""
    sign = 1 << (width - 1)
    words = [0, 1, -1, sign, sign - 1, 2, width - 1, -2, 3, sign + 1, width, 1 << width // 2, (1 << width // 2) - 1]
    if floats:
        form = float_format(width)
        one = ((1 << (form.exponent - 1)) - 1) << (form.significand - 1)
        smallest = 1 << (form.significand - 1)
        words[5:5] = [form.infinity, form.nan, one, one | sign, form.infinity | sign, form.infinity - 1, smallest]
    return tuple(dict.fromkeys(w % (1 << width) for w in words))


def exhaustible(spec: Specification, width: int) -> bool:
    """Whether the ∀ words have at most 2^16 values together, or points of their own."""
    return bool(spec.points) or width * len(spec.forall) <= EXHAUSTIVE_BITS


def whole_domain(spec: Specification, width: int) -> Batch:
    """Every value of the ∀ words that satisfies the precondition, in counting order, or every point; for `exhaustible` domains."""
    names = names_of(spec)
    if spec.points:
        table = {n: np.array([p[n] for p in spec.points], dtype=np.uint64) for n in names}
        return satisfying(spec, width, table, len(spec.points))
    points = np.arange(1 << (width * len(names)), dtype=np.uint64)
    mask = np.uint64((1 << width) - 1)
    return satisfying(spec, width, {n: points >> np.uint64(width * i) & mask for i, n in enumerate(names)}, len(points))


def satisfying(spec: Specification, width: int, batch: Batch, rows: int) -> Batch:
    """The rows of a batch of `rows` that satisfy the precondition."""
    holds = np.broadcast_to(arrays.evaluate(spec.precondition, batch, {}, width) != 0, (rows,))
    return batch if holds.all() else {name: words[holds] for name, words in batch.items()}


def size(batch: Batch) -> int:
    """The number of rows; a batch without words has one."""
    return next((len(words) for words in batch.values()), 1)


def rows_of(batch: Batch) -> Iterator[Row]:
    """The rows, one after the other."""
    names = tuple(batch)
    for row in zip(*(batch[n].tolist() for n in names), strict=True):
        yield dict(zip(names, row, strict=True))


def distinct(rows: Iterable[Row], count: int, known: Iterable[Row] = ()) -> list[Row]:
    """The first `count` different rows that are not known."""
    seen = {tuple(row.values()) for row in known}
    found: list[Row] = []
    for row in rows:
        if len(found) == count:
            break
        if tuple(row.values()) not in seen:
            seen.add(tuple(row.values()))
            found.append(row)
    return found


def single_bits(spec: Specification, width: int, most: int) -> Batch:
    """At most about `most` rows of words of one bit, and of 3, 5 and 7, less what fails the precondition: each ∀ word alone, the
    others 0, all of them alike, and each of them against the next lower bit of the others, and the next higher."""
    names = names_of(spec)
    kinds = 3 * len(names) + 1 if len(names) > 1 else 1
    step = max(1, -(-width * kinds // max(1, most - 3 * kinds)))
    words = np.array([3, 5, 7, *(1 << i for i in range(0, width, step))], dtype=np.uint64)
    none, half, twice = np.zeros_like(words), words >> np.uint64(1), words << np.uint64(1) & np.uint64((1 << width) - 1)
    groups = [dict.fromkeys(names, words)]
    groups += [{n: words if n == name else other for n in names} for other in (none, half, twice) for name in names if kinds > 1]
    batch = {n: np.concatenate([group[n] for group in groups]) for n in names}
    return satisfying(spec, width, batch, len(words) * len(groups))


def random_words(width: int, rng: np.random.Generator, count: int) -> arrays.Words:
    """Words of every magnitude, sparse ones, and complements of both."""
    words = rng.integers(0, 1 << 64, count, dtype=np.uint64, endpoint=False)
    sparse = words & rng.integers(0, 1 << 64, count, dtype=np.uint64) & rng.integers(0, 1 << 64, count, dtype=np.uint64)
    words = np.where(rng.random(count) < 0.25, sparse, words) >> np.uint64(64 - width)
    words = words >> rng.integers(0, max(1, width), count, dtype=np.uint64) * rng.integers(0, 2, count, dtype=np.uint64)
    complement = np.uint64((1 << width) - 1) * rng.integers(0, 2, count, dtype=np.uint64)
    return np.asarray(words ^ complement)


def _related(word: arrays.Words, width: int, rng: np.random.Generator) -> arrays.Words:
    """Words equal to `word`, next to it, or one bit from it."""
    count = len(word)
    step = rng.integers(0, 3, count, dtype=np.uint64) - np.uint64(1)
    bit = np.uint64(1) << rng.integers(0, width, count, dtype=np.uint64)
    return np.where(rng.random(count) < 0.6, word + step, word ^ bit) & np.uint64((1 << width) - 1)


def random_batch(spec: Specification, width: int, rng: np.random.Generator, count: int) -> Batch:
    """`count` random rows of the ∀ words, less those that fail the precondition.

    One word in four is equal or close to the word before it, so that comparisons see both outcomes.
    """
    batch: Batch = {}
    corners = np.array(corner_words(width, spec.uses_floats), dtype=np.uint64)
    before: arrays.Words | None = None
    for name in names_of(spec):
        words = random_words(width, rng, count)
        words = np.where(rng.random(count) < 0.1, rng.choice(corners, count), words)
        if before is not None:
            words = np.where(rng.random(count) < 0.25, _related(before, width, rng), words)
        batch[name] = before = words
    return satisfying(spec, width, batch, count)


def corner_batch(spec: Specification, width: int, rng: np.random.Generator, count: int) -> Batch:
    """At most about `count` rows of corner words in every combination (a random choice of them where there are too many)."""
    corners, names = corner_words(width, spec.uses_floats), names_of(spec)
    each = max(2, int(count ** (1 / max(1, len(names)))))
    if each ** len(names) <= count:
        rows = list(itertools.product(corners[:each], repeat=len(names)))
    else:
        rows = [tuple(int(c) for c in rng.choice(np.array(corners, dtype=np.uint64), len(names))) for _ in range(count)]
    table = np.array(rows, dtype=np.uint64).reshape(len(rows), len(names))
    return satisfying(spec, width, {n: table[:, i].copy() for i, n in enumerate(names)}, len(rows))
