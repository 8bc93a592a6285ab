"""Who has children: tournaments on one number, and lexicase selection on the examples one by one.

Lexicase (Spector, GECCO 2012; Helmuth, Spector, Matheson, IEEE TEC 2015): each parent is the best on a first example drawn at
random, among these on a second one, and so on, so that specialists survive whom a sum forgets. With epsilon (La Cava et al., GECCO
2016) those count as best who are within the median absolute deviation of the best.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Grades = NDArray[np.float64]

_POOL, _CASES = 48, 10
"""Among how many rows, drawn at random, a parent is chosen, and by how many examples at most; of who is left then, the first."""


def tournament(ranks: Grades, cases: Grades, count: int, rng: np.random.Generator, size: int = 4) -> Numbers:
    """The rows of `count` winners, each the best ranked of `size` rows drawn at random, with repetition."""
    drawn = rng.integers(0, len(ranks), (count, size))
    return np.asarray(drawn[np.arange(count), ranks[drawn].argmax(axis=1)])


def epsilon_lexicase(ranks: Grades, cases: Grades, count: int, rng: np.random.Generator) -> Numbers:
    """The rows of `count` parents by `cases` [rows, examples], who differ by more than the epsilon of an example."""
    spread = np.median(np.abs(cases - np.median(cases, axis=0)), axis=0)
    return _filtered(cases, spread, count, rng)


def _filtered(cases: Grades, epsilon: Grades, count: int, rng: np.random.Generator) -> Numbers:
    rows, examples = cases.shape
    drawn = rng.integers(0, rows, (count, _POOL))
    left = np.ones(drawn.shape, dtype=np.bool_)
    for column in rng.permuted(np.tile(np.arange(examples), (count, 1)), axis=1)[:, :_CASES].T:
        values = np.where(left, cases[drawn, column[:, None]], -1.0)
        left = values >= (values.max(axis=1) - epsilon[column])[:, None]
    return np.asarray(drawn[np.arange(count), left.argmax(axis=1)])


SELECTIONS: dict[str, Callable[..., Numbers]] = {
    "tournament": tournament, "epsilon lexicase": epsilon_lexicase}
"""The schemes by name: (ranks [rows], cases [rows, examples] from 0 to 1 where it is satisfied, count, rng=) to rows."""
