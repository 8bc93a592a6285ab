"""How the values of many expressions at many cells lie in arrays: a row per expression, cells side by side.

At width 1 a row is a packed truth table, 64 cells to a word; at other widths each cell has a word of its own. Both are arrays of
uint64, so that "equal where the mask is set" is one operation for either.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from synth.evaluation.arrays import Arrays, Words
from synth.evaluation.integers import Integers
from synth.operators import Operator

_ONES = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


class Lanes:
    """Rows of values at `width` bits."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._packed = width == 1
        self._arrays = Arrays(width)

    def columns(self, cells: int) -> int:
        """How many words a row of `cells` values has."""
        return -(-cells // 64) if self._packed else cells

    def pack(self, values: Sequence[int] | Words) -> Words:
        """A row of these values; unused lanes are 0."""
        if not self._packed:
            return np.array(values, dtype=np.uint64)
        bits = np.zeros(64 * self.columns(len(values)), dtype=np.uint8)
        bits[: len(values)] = values
        return np.packbits(bits, bitorder="little").view(np.uint64)

    def pattern(self, wanted: Mapping[int, int], cells: int) -> tuple[Words, Words]:
        """Mask and values of a row of `cells` values that only the cells `wanted` say something about."""
        mask, values = [0] * cells, [0] * cells
        for cell, value in wanted.items():
            mask[cell], values[cell] = (1 << self.width) - 1, value
        return self.pack(mask), self.pack(values)

    def unpack(self, row: Words, cells: int) -> list[int]:
        """The values of a row."""
        if not self._packed:
            return [int(v) for v in row[:cells]]
        return [int(b) for b in np.unpackbits(row.view(np.uint8), bitorder="little")[:cells]]

    def truth(self, rows: Words, cells: int) -> NDArray[np.bool_]:
        """For every row and cell whether the value is not 0."""
        if not self._packed:
            return np.asarray(rows[:, :cells] != 0)
        bits = np.unpackbits(np.ascontiguousarray(rows).view(np.uint8), axis=1, bitorder="little")
        return bits[:, :cells].astype(np.bool_)

    def agreement(self, rows: Words, values: Words, mask: Words) -> NDArray[np.int64]:
        """For every row in how many of the cells of the mask it has these values."""
        cells = 64 * rows.shape[1] if self._packed else rows.shape[1]
        wrong = self.truth((rows ^ values) & mask, cells).sum(axis=1)
        return np.asarray(self.truth(mask[None, :], cells).sum() - wrong)

    def constant(self, value: int, columns: int) -> Words:
        """A row that is `value` everywhere."""
        value %= 1 << self.width
        word = (_ONES if value else np.uint64(0)) if self._packed else np.uint64(value)
        return np.full(columns, word, dtype=np.uint64)

    def apply(self, op: Operator, *operands: Words) -> Words:
        """The operator on rows, lane by lane."""
        if not self._packed:
            return np.asarray(op(self._arrays, *operands), dtype=np.uint64)
        total: Words | None = None
        negated, minterms = _minterms(op)
        for minterm in minterms:
            product = functools.reduce(np.bitwise_and, (a if bit else ~a for a, bit in zip(operands, minterm, strict=True)))
            total = product if total is None else total | product
        total = np.zeros_like(operands[0]) if total is None else total
        return ~total if negated else total


@cache
def _minterms(op: Operator) -> tuple[bool, tuple[tuple[int, ...], ...]]:
    """The operator at width 1: the operands for which it is 1; or True and those for which it is 0, where they are fewer."""
    table = {bits: op(Integers(1), *bits) for bits in itertools.product((0, 1), repeat=op.arity)}
    true, false = (tuple(bits for bits, value in table.items() if value == wanted) for wanted in (1, 0))
    return (True, false) if len(false) < len(true) else (False, true)
