"""Crossover and mutation, on all individuals of a generation at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from synth.engines.genetic.genome import Genomes, Layout, Numbers
from synth.evaluation.arrays import Words


def mate(genomes: Genomes, rng: np.random.Generator, rate: float) -> None:
    """Exchange, in place, a run of slots between neighbours (2i, 2i+1), at `rate`; constants and words one by one."""
    first = np.arange(0, len(genomes) - 1, 2)
    first = first[rng.random(len(first)) < rate]
    slots = genomes.codes.shape[2]
    ends = np.sort(rng.integers(0, slots + 1, (len(first), genomes.codes.shape[1], 2)), axis=2)
    swap = (np.arange(slots) >= ends[:, :, :1]) & (np.arange(slots) < ends[:, :, 1:])
    _exchange(genomes.codes, first, swap)
    _exchange(genomes.operands, first, swap[..., None])
    _exchange(genomes.results, first, rng.random((len(first), genomes.results.shape[1])) < 0.5)
    for words in (genomes.constants, genomes.words):
        _exchange(words, first, rng.random((len(first), words.shape[1])) < 0.3)


def _exchange(genes: Numbers | Words, first: Numbers, swap: NDArray[np.bool_]) -> None:
    a, b = genes[first], genes[first + 1]
    genes[first], genes[first + 1] = np.where(swap, b, a), np.where(swap, a, b)


def mutate(genomes: Genomes, layout: Layout, rng: np.random.Generator, edits: float) -> None:
    """Change about `edits` instructions of each individual in place, now and then its results and constants.

    Where a rule is changed, operands that do not fit the new one are changed with it.
    """
    chance, choices = edits / max(1, genomes.codes[0].size), layout.choices
    _replaced(genomes.codes, choices.random_codes(len(genomes), rng), rng.random(genomes.codes.shape) < chance)
    _replaced(genomes.operands, choices.random_operands(genomes.codes, rng),
              (rng.random(genomes.operands.shape) < chance) | ~choices.fits(genomes.codes, genomes.operands))
    _replaced(genomes.results, choices.random_results(len(genomes), rng), rng.random(genomes.results.shape) < 0.05)
    for words in (genomes.constants, genomes.words):
        varied = _varied(words, layout.random_words(words.shape, rng), layout.width, rng)
        _replaced(words, varied, rng.random(words.shape) < 0.2)


def _replaced(genes: NDArray[Any], fresh: NDArray[Any], change: NDArray[np.bool_]) -> None:
    genes[change] = fresh[change]


def _varied(words: Words, random: Words, width: int, rng: np.random.Generator) -> Words:
    """Each word with one bit flipped, one more, one less, shifted by one, negated, or replaced by a random one."""
    one = np.uint64(1)
    flipped = words ^ one << rng.integers(0, width, words.shape, dtype=np.uint64)
    kinds = [flipped, words + one, words - one, words << one, words >> one, ~words + one, random]
    return np.choose(rng.integers(0, len(kinds), words.shape), kinds) & np.uint64((1 << width) - 1)
