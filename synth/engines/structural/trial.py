"""Trying an answer where it was not looked at yet, before it is proposed: on a whole domain of middling size, or on a sample.

A tree that fits a few points is wrong on many others; telling several of them at once saves as many rounds.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.evaluation.arrays import Arrays, Words, evaluate
from synth.program import Program
from synth.specification import Specification

_BITS = 16
_SAMPLE = 4096
_TOLD = 24
"""How many points are told at once."""


class Trial:
    """The points of one specification at one width that answers are tried on."""

    def __init__(self, specification: Specification, width: int, seed: int) -> None:
        self._specification, self._width = specification, width
        self._words = _words(specification, width, np.random.default_rng((seed, width, 3)))

    def failing(self, candidate: Mapping[str, Program]) -> list[dict[str, int]]:
        """Some of the points that a candidate fails, spread over the domain."""
        count = len(next(iter(self._words.values()), ()))
        if not count:
            return []
        truth = evaluate(self._specification.formula, self._words, candidate, self._width)
        wrong = np.flatnonzero(np.broadcast_to(truth == 0, (count,)))
        chosen = wrong[np.linspace(0, len(wrong) - 1, min(_TOLD, len(wrong))).astype(np.int64)] if len(wrong) else wrong
        return [{name: int(words[i]) for name, words in self._words.items()} for i in chosen]


def _words(specification: Specification, width: int, rng: np.random.Generator) -> dict[str, Words]:
    """The ∀ words by name: all points, a whole domain, or a sample in which words are often equal or neighbours."""
    names = [str(s.data) for s in specification.forall]
    if specification.points:
        return {n: np.array([p[n] for p in specification.points], dtype=np.uint64) for n in names}
    if width * len(names) <= _BITS:
        numbers = np.arange(1 << (width * len(names)), dtype=np.uint64)
        words = {n: numbers >> np.uint64(width * i) & np.uint64((1 << width) - 1) for i, n in enumerate(names)}
    else:
        words = _sample(names, width, rng)
    count = len(next(iter(words.values())))
    holds = np.broadcast_to(terms.interpret(specification.precondition, Arrays(width), words, terms.no_calls), (count,)) != 0
    return {n: w[holds] for n, w in words.items()}


def _sample(names: list[str], width: int, rng: np.random.Generator) -> dict[str, Words]:
    """Words of every magnitude; in some rows all words are close to one."""
    mask = np.uint64((1 << width) - 1)
    centre = _magnitudes(width, rng)
    close = rng.random(_SAMPLE) < 0.4
    found: dict[str, Words] = {}
    for name in names:
        step = rng.integers(0, 5, _SAMPLE, dtype=np.uint64) - np.uint64(2)
        found[name] = np.where(close, centre + step & mask, _magnitudes(width, rng))
    return found


def _magnitudes(width: int, rng: np.random.Generator) -> NDArray[np.uint64]:
    words = rng.integers(0, 1 << 64, _SAMPLE, dtype=np.uint64, endpoint=False) >> np.uint64(64 - width)
    return np.asarray(words >> np.where(rng.random(_SAMPLE) < 0.5, rng.integers(0, width, _SAMPLE), 0).astype(np.uint64))
