"""A whole population evaluated at once: per slot, the individuals that share an operator are one numpy call."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from synth.engines.genetic.genome import Genomes, Layout
from synth.evaluation.arrays import Arrays, Words


class Batch:
    """Runs the programs of every individual. Only live instructions are evaluated."""

    def __init__(self, layout: Layout, genomes: Genomes) -> None:
        self._layout, self._genomes = layout, genomes
        self._domain = Arrays(layout.width)
        self._arities = np.array([rule.operator.arity for rule in layout.rules], dtype=np.int64)
        self._names = {f.name: i for i, f in enumerate(layout.functions)}
        self._words = {f.name: i for i, f in enumerate(layout.specification.words)}
        self._live = [self._liveness(f) for f in range(len(layout.functions))]

    def _liveness(self, f: int) -> NDArray[np.bool_]:
        first, slots, rows = int(self._layout.firsts[f]), self._layout.slots, np.arange(len(self._genomes))
        live = np.zeros((len(rows), first + slots), dtype=np.bool_)
        live[rows, self._genomes.results[:, f]] = True
        for s in range(slots - 1, -1, -1):
            arity = self._arities[self._genomes.codes[:, f, s]] * live[:, first + s]
            for k in range(self._layout.most_operands):
                here = np.flatnonzero(arity > k)
                live[here, self._genomes.operands[here, f, s, k]] = True
        return live[:, first:]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many live instructions each individual has."""
        return np.sum([live.sum(axis=1) for live in self._live], axis=0, dtype=np.int64) + np.zeros(len(self._genomes), np.int64)

    def call(self, name: str, arguments: tuple[Words, ...]) -> Words:
        """The results of function `name`, [N, T], on arguments that broadcast to that; the values of a word as [N, 1]."""
        if name in self._words:
            return self._genomes.words[:, self._words[name], None]
        f, rows = self._names[name], np.arange(len(self._genomes))
        examples = np.broadcast_shapes((1, 1), *(a.shape for a in arguments))[1]
        first = int(self._layout.firsts[f])
        values = np.empty((first + self._layout.slots, len(rows), examples), dtype=np.uint64)
        for i, argument in enumerate(arguments):
            values[i] = argument
        values[len(arguments):first] = self._layout.constant_rows(f, self._genomes.constants)[:, :, None]
        for s in range(self._layout.slots):
            self._slot(f, s, values)
        result: Words = values[self._genomes.results[:, f], rows]
        return result

    def _slot(self, f: int, s: int, values: Words) -> None:
        live = np.flatnonzero(self._live[f][:, s])
        codes = self._genomes.codes[live, f, s]
        order = np.argsort(codes, kind="stable")
        live, codes = live[order], codes[order]
        bounds = [*np.flatnonzero(np.diff(codes, prepend=-1)).tolist(), len(live)]
        for start, end in pairwise(bounds):
            rows, op = live[start:end], self._layout.rules[codes[start]].operator
            operands = (values[self._genomes.operands[rows, f, s, k], rows] for k in range(op.arity))
            values[int(self._layout.firsts[f]) + s, rows] = op(self._domain, *operands)
