"""Behaviours kept once: the store of observational equivalence of engines in numpy; compiled ones have stores of their own.

Two programs behave alike where they have the same words on all points that are looked at (Albarghouthi et al., CAV 2013).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class Distinct:
    """Rows, each kept once: found by 128 bits of hash, and compared in full."""

    def __init__(self) -> None:
        self._places: dict[bytes, int] = {}
        self._kept: NDArray[np.uint64] | None = None
        self._odd: NDArray[np.uint64] | None = None
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, rows: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Keep what is new; the places of the new rows. Different rows of one hash are kept as often as they come."""
        if self._odd is None:
            self._odd = np.random.default_rng(0).integers(1, 1 << 63, (rows.shape[1], 2), dtype=np.uint64) | np.uint64(1)
        mixed = (rows ^ rows >> np.uint64(31)) + np.uint64(0x9E3779B97F4A7C15)
        keys = np.ascontiguousarray(mixed @ self._odd).view("V16").ravel()
        fresh, alike = list[int](), np.empty(len(rows), dtype=np.int64)
        for i, key in enumerate(keys.tolist()):
            alike[i] = self._places.setdefault(key, self._count + len(fresh))
            if alike[i] == self._count + len(fresh):
                fresh.append(i)
        self._keep(rows[fresh])
        assert self._kept is not None
        odd = np.flatnonzero((self._kept[alike] != rows).any(axis=1))
        self._keep(rows[odd])
        return np.array([*fresh, *odd.tolist()], dtype=np.int64)

    def _keep(self, rows: NDArray[np.uint64]) -> None:
        """Append rows, into twice the room where there is not enough."""
        room = 0 if self._kept is None else len(self._kept)
        if self._kept is None or self._count + len(rows) > room:
            larger = np.empty((max(2 * room, self._count + len(rows), 1024), rows.shape[1]), dtype=np.uint64)
            larger[: self._count] = 0 if self._kept is None else self._kept[: self._count]
            self._kept = larger
        self._kept[self._count: self._count + len(rows)] = rows
        self._count += len(rows)

    def rows(self) -> NDArray[np.uint64]:
        """Everything kept, in order."""
        assert self._kept is not None
        return self._kept[: self._count]
