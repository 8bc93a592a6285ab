"""The points that a search looks at: those that it begins with, and those that its answers are tried on before they are proposed.

A tree that fits a few points is wrong on many others; telling several of them at once saves as many rounds.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from synth.evaluation.arrays import evaluate
from synth.evaluation.sampling import distinct, exhaustible, random_batch, rows_of, size, whole_domain
from synth.program import Program
from synth.specification import Specification

_WHOLE_BITS = 11
"""A domain of at most 2^11 points is looked at whole."""

_SAMPLE, _TOLD = 4096, 24
"""How many points answers are tried on, and how many are told at once."""


def all_points(specification: Specification, width: int) -> list[dict[str, int]] | None:
    """All values of the ∀ words that count, where there are few; None where there are many."""
    points = specification.points
    few = len(points) <= 1 << _WHOLE_BITS if points else width * len(specification.forall) <= _WHOLE_BITS
    return list(rows_of(whole_domain(specification, width))) if few else None


def some_points(specification: Specification, width: int, rng: np.random.Generator, count: int) -> list[dict[str, int]]:
    """At most `count` distinct values of the ∀ words that keep the precondition; or 4 times as many of a specification's points."""
    if specification.points:
        chosen = rng.permutation(len(specification.points))[: 4 * count]
        return [dict(specification.points[i]) for i in chosen]
    return distinct(rows_of(random_batch(specification, width, rng, 8 * count)), count)


class Trial:
    """The points of one specification at one width that answers are tried on: all, or a sample."""

    def __init__(self, specification: Specification, width: int, seed: int) -> None:
        self._specification, self._width = specification, width
        self._words = whole_domain(specification, width) if exhaustible(specification, width) else random_batch(
            specification, width, np.random.default_rng((seed, width, 3)), _SAMPLE)

    def failing(self, candidate: Mapping[str, Program]) -> list[dict[str, int]]:
        """Some of the points that a candidate fails, spread over the domain."""
        count = size(self._words) if self._words else 0
        if not count:
            return []
        truth = evaluate(self._specification.formula, self._words, candidate, self._width)
        wrong = np.flatnonzero(np.broadcast_to(truth == 0, (count,)))
        chosen = wrong[np.linspace(0, len(wrong) - 1, min(_TOLD, len(wrong))).astype(np.int64)] if len(wrong) else wrong
        return [{name: int(words[i]) for name, words in self._words.items()} for i in chosen]
