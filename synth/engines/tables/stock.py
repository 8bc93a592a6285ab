"""All examples of a small domain, evaluated at once.

Where the ∀ words of a part have few values together, all of them are in stock, and one enters the table only when expressions fail
on it: most tables stay small, and what passes is right at this width.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from synth.engines.parts import Part
from synth.engines.tables.bank import Numbers
from synth.engines.tables.lanes import Lanes
from synth.engines.tables.writing import rows
from synth.evaluation.arrays import Words
from synth.operators import Operator
from synth.terms import Term, TermKind, postorder

STOCK_BITS = 16
"""Domains of at most 2^16 points are in stock."""


def stocked(width: int, words: int) -> bool:
    """Whether the domain of so many words is small enough."""
    return width * words <= STOCK_BITS


class Stock:
    """Every value of a part's ∀ words, in rows of `Lanes`."""

    def __init__(self, part: Part, width: int) -> None:
        self._part, self._width = part, width
        self._lanes = Lanes(width)
        self._count = 1 << (width * len(part.words))
        self._columns = self._lanes.columns(self._count)
        self._nodes = postorder(part.formula)
        points, mask = np.arange(self._count, dtype=np.uint64), np.uint64((1 << width) - 1)
        self._words = {name: self._lanes.pack(points >> np.uint64(width * i) & mask) for i, name in enumerate(part.words)}

    def row(self, number: int) -> tuple[int, ...]:
        """The values of the words in one of all rows."""
        mask = (1 << self._width) - 1
        return tuple(number >> (self._width * i) & mask for i in range(len(self._part.words)))

    @property
    def everything(self) -> Numbers:
        """The numbers of all rows."""
        return np.arange(self._count, dtype=np.int64)

    def familiar(self, numbers: Numbers, known: Collection[tuple[int, ...]]) -> Numbers:
        """Rows in the order of how many of their words some known row has too: they say more of cells that there are. Bits are
        familiar from the start.
        """
        if self._width == 1:
            return numbers[::-1]
        mask, seen = (1 << self._width) - 1, np.array(list(known), dtype=np.int64).reshape(len(known), len(self._part.words))
        common = np.zeros(len(numbers), dtype=np.int64)
        for i in range(seen.shape[1]):
            common += np.isin(numbers >> (self._width * i) & mask, seen[:, i])
        return numbers[np.argsort(-common, kind="stable")]

    def failing(self, choice: Mapping[str, Term]) -> Numbers:
        """The rows on which the formula does not hold."""
        values: dict[int, Words] = {}
        for node in self._nodes:
            values[id(node)] = self._value(node, [values[id(a)] for a in node.arguments], choice)
        truth = self._lanes.truth(values[id(self._nodes[-1])][None, :], self._count)[0]
        return np.flatnonzero(~truth).astype(np.int64)

    def _value(self, node: Term, arguments: list[Words], choice: Mapping[str, Term]) -> Words:
        match node.kind, node.data:
            case TermKind.SYMBOL, str(name):
                return self._words[name]
            case TermKind.CALL, str(name):
                result: Words = rows([choice[name]], arguments, self._lanes, self._columns)[0]
                return result
            case TermKind.APPLY, Operator() as op:
                return self._lanes.apply(op, *arguments)
            case TermKind.CONSTANT, int(value):
                return self._lanes.constant(value, self._columns)
        return self._lanes.constant(self._width, self._columns)
