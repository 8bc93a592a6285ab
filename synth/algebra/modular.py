"""Linear algebra over the integers modulo 2^w, on rows of machine words.

The ring has zero divisors: a pivot is a power of 2, and a row times what kills its pivot is a row of its own (Howell, Spans in the
module (Z_m)^s, 1986; Müller-Olm and Seidl, Analysis of modular arithmetic, ESOP 2005).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from synth.evaluation.arrays import Words

Rows = NDArray[np.uint64]


def valuation(value: int) -> int:
    """How often 2 divides a number that is not 0."""
    return (value & -value).bit_length() - 1


class Span:
    """All combinations of rows of `columns` words of `width` bits. The first columns are eliminated first."""

    def __init__(self, columns: int, width: int) -> None:
        self._width, self._mask = width, np.uint64((1 << width) - 1)
        self._pivots: list[Words | None] = [None] * columns

    def add(self, row: Words) -> None:
        """Add a row."""
        waiting = [row & self._mask]
        while waiting:
            row = waiting.pop()
            for column, pivot in enumerate(self._pivots):
                value = int(row[column])
                if not value:
                    continue
                if pivot is not None and valuation(value) >= valuation(int(pivot[column])):
                    row = self._less(row, pivot, column)
                    continue
                unit = self._normal(row, column)
                self._pivots[column] = unit
                if valuation(value):
                    waiting.append(unit << np.uint64(self._width - valuation(value)) & self._mask)
                if pivot is not None:
                    waiting.append(pivot)
                break

    def holds(self, row: Words) -> bool:
        """Whether a row is a combination."""
        row = row & self._mask
        for column, pivot in enumerate(self._pivots):
            value = int(row[column])
            if value:
                if pivot is None or valuation(value) < valuation(int(pivot[column])):
                    return False
                row = self._less(row, pivot, column)
        return True

    def basis(self) -> list[Words]:
        """Rows that span the same, each with a pivot of its own, reduced by those behind it."""
        return [self._reduced(place, row) for place, row in enumerate(self._pivots) if row is not None]

    def _reduced(self, place: int, row: Words) -> Words:
        """The row with words of the least size, positive or negative, where rows behind it have pivots."""
        for column in range(place + 1, len(self._pivots)):
            pivot = self._pivots[column]
            if pivot is not None:
                power = valuation(int(pivot[column]))
                times = (int(row[column]) + (1 << power >> 1)) >> power
                row = row - pivot * np.uint64(times & int(self._mask)) & self._mask
        return row

    def _less(self, row: Words, pivot: Words, column: int) -> Words:
        """The row without the multiple of the pivot that its word in a column holds."""
        return row - pivot * np.uint64(int(row[column]) >> valuation(int(pivot[column]))) & self._mask

    def _normal(self, row: Words, column: int) -> Words:
        """The row times the unit that makes its word in a column a power of 2."""
        odd = int(row[column]) >> valuation(int(row[column]))
        return row * np.uint64(pow(odd, -1, 1 << self._width)) & self._mask


def kernel(rows: Rows, width: int) -> Rows:
    """Rows that span all k with r·k = 0 modulo 2^width for every row r."""
    mask, columns = np.uint64((1 << width) - 1), rows.shape[1]
    found = np.eye(columns, dtype=np.uint64)
    for row in rows:
        values = (found * row).sum(axis=1, dtype=np.uint64) & mask
        powers = np.array([valuation(int(v)) if v else width for v in values])
        if not len(found) or powers.min() == width:
            continue
        place = int(powers.argmin())
        power, pivot = int(powers[place]), found[place].copy()
        inverse = np.uint64(pow(int(values[place]) >> power, -1, 1 << width))
        factors = (values >> np.uint64(power)) * inverse & mask
        found = found - factors[:, None] * pivot & mask
        found[place] = pivot << np.uint64(width - power) & mask if power else 0
        found = found[found.any(axis=1)]
    return found
