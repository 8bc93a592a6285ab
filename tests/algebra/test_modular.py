"""Linear algebra modulo 2^w, against all combinations of few rows of few bits."""

import itertools
import random

import numpy as np
import pytest

from synth.algebra.modular import Rows, Span, kernel, valuation


def rows(rng: random.Random, width: int, columns: int) -> Rows:
    return np.array([[rng.randrange(1 << width) for _ in range(columns)] for _ in range(rng.randrange(1, 4))], dtype=np.uint64)


def combinations(known: Rows, width: int) -> set[tuple[int, ...]]:
    size = 1 << width
    return {tuple(sum(f * int(r[i]) for f, r in zip(factors, known, strict=True)) % size for i in range(known.shape[1]))
            for factors in itertools.product(range(size), repeat=len(known))}


def spanned(known: Rows, columns: int, width: int) -> Span:
    span = Span(columns, width)
    for row in known:
        span.add(row)
    return span


@pytest.mark.parametrize("seed", range(40))
def test_spans_and_kernels(seed: int) -> None:
    rng = random.Random(seed)
    width, columns = rng.choice((1, 2, 3)), 3
    known = rows(rng, width, columns)
    span, inside = spanned(known, columns, width), combinations(known, width)
    again = spanned(np.array(span.basis(), dtype=np.uint64).reshape(-1, columns), columns, width)
    zero = spanned(kernel(known, width), columns, width)
    for word in itertools.product(range(1 << width), repeat=columns):
        row = np.array(word, dtype=np.uint64)
        assert span.holds(row) is again.holds(row) is (word in inside)
        assert zero.holds(row) is all(sum(int(a) * b for a, b in zip(r, word, strict=True)) % (1 << width) == 0 for r in known)


def test_words_of_64_bits() -> None:
    known = np.array([[1, (1 << 64) - 1, 3], [0, 1 << 63, 0]], dtype=np.uint64)
    assert spanned(known, 3, 64).holds(np.array([2, (1 << 63) - 2, 6], dtype=np.uint64))
    assert not spanned(known, 3, 64).holds(np.array([2, 5, 6], dtype=np.uint64))
    assert {tuple(map(int, r)) for r in kernel(known[:, :2], 64)} == {(2, 2)}
    assert valuation(1 << 63) == 63
