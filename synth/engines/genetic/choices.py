"""Random genes that fit: which rules a slot can have, which operands a rule can have there, drawn for whole populations at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from synth.engines.genetic.sorts import Numbering
from synth.grammar import Rule

Numbers = NDArray[np.int64]


class Choices:
    """The tables of F functions with `slots` slots each, whose rules have at most `most_operands` operands.

    Slots that no rule has operands for, and operands that a rule does not have, are 0 and never used.
    """

    def __init__(self, numberings: Sequence[Numbering], rules: Sequence[Rule], slots: int, most_operands: int) -> None:
        self._slots, self._numberings = slots, numberings
        number = {rule: i for i, rule in enumerate(rules)}
        per_slot = [[[number[rule] for rule in own] for _, own in n.slots] + [[]] * (slots - len(n.slots)) for n in numberings]
        counts = [[max(1, len(own)) for own in f] for f in per_slot]
        padded = [[_padded(own, len(rules)) for own in f] for f in per_slot]
        self._rule_counts = np.array(counts, dtype=np.int64).reshape(len(numberings), slots)
        self._rules = np.array(padded, dtype=np.int64).reshape(len(numberings), slots, len(rules))
        self._sorts = np.array([_padded(rule.operands, most_operands) for rule in rules],
                               dtype=np.int64).reshape(-1, most_operands)
        self._options = [[np.array(n.options(m), dtype=np.int64) for m in range(len(n.sorts.grammar.nonterminals))]
                         for n in numberings]
        self.results = [self._results(n, options[0]) for n, options in zip(numberings, self._options, strict=True)]
        anything = all(len(options) == 1 and len(options[0]) == n.first + slots
                       for n, options in zip(numberings, self._options, strict=True))
        self._open = anything and all(own == list(range(len(rules))) for f in per_slot for own in f)
        self._tabulate(slots)

    def _tabulate(self, slots: int) -> None:
        """Per function and non-terminal: where its options begin, how many there are at a slot, and whether an operand is one."""
        sorts, f = max(map(len, self._options), default=1), len(self._options)
        last = max((n.first for n in self._numberings), default=0) + slots
        self._flat = np.concatenate([np.zeros(1, dtype=np.int64), *(o for options in self._options for o in options)])
        self._starts, self._counts = np.zeros((f, sorts), dtype=np.int64), np.zeros((f, sorts, slots), dtype=np.int64)
        self._fits = np.zeros((f, sorts, max(1, last)), dtype=np.bool_)
        start = 1
        for i, (numbering, options) in enumerate(zip(self._numberings, self._options, strict=True)):
            for m, own in enumerate(options):
                self._starts[i, m], start = start, start + len(own)
                self._counts[i, m] = np.searchsorted(own, numbering.first + np.arange(slots))
                self._fits[i, m, own] = True

    @staticmethod
    def _results(numbering: Numbering, options: Numbers) -> Numbers:
        """What a program may return: slots of the start's sort, or leaves where it has none."""
        computed = options[options >= numbering.first]
        return computed if len(computed) else options[-1:]

    @property
    def possible(self) -> bool:
        """Whether every function has something that it may return."""
        return all(len(own) for own in self.results)

    def random_codes(self, count: int, rng: np.random.Generator) -> Numbers:
        """Rules: [count, F, S]."""
        shape = (count, *self._rule_counts.shape)
        drawn = rng.integers(0, np.broadcast_to(self._rule_counts, shape))
        f, s = np.indices(self._rule_counts.shape)
        return drawn if self._open else np.asarray(self._rules[f, s, drawn])

    def random_operands(self, codes: Numbers, rng: np.random.Generator) -> Numbers:
        """Operands that fit the rules `codes` [N, F, S]: [N, F, S, A]."""
        f, s = np.indices(codes.shape[1:])[:, :, :, None]
        if self._open:
            known = np.broadcast_to(self._counts[f, 0, s], (*codes.shape, self._sorts.shape[1]))
            return rng.integers(0, known)
        sorts = self._sorts[codes]
        counts = self._counts[f, sorts, s]
        drawn = rng.integers(0, np.maximum(1, counts))
        return np.asarray(self._flat[np.where(counts > 0, self._starts[f, sorts] + drawn, 0)])

    def random_results(self, count: int, rng: np.random.Generator) -> Numbers:
        """What is returned: [count, F]."""
        drawn = [own[len(own) - 1 - rng.integers(0, len(own), count)] for own in self.results]
        return np.array(drawn, dtype=np.int64).reshape(len(drawn), count).T.copy()

    def fits(self, codes: Numbers, operands: Numbers) -> NDArray[np.bool_]:
        """Which operands may stand where the rules `codes` have them; those that a rule does not have do not matter."""
        if self._open:
            return np.ones(operands.shape, dtype=np.bool_)
        f = np.arange(codes.shape[1])[:, None, None]
        return np.asarray(self._fits[f, self._sorts[codes], operands])


def _padded(numbers: Sequence[int], length: int) -> list[int]:
    return [*numbers, *([0] * (length - len(numbers)))]
