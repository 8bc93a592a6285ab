"""Whose a term is, where several engines share the work on large banks.

Idea: hash partitioning. A term belongs to one of `count` engines by a hash of the term itself, not of its values, so that engines
with other examples agree. Every engine makes the small terms. From the first size on of which there are many, it makes what is an
operator on small terms where the largest of these is its own; and whatever takes something that it has made so. Then each has a
part of the large terms, and only its own ones are in the middle of its answers. What two engines make by different terms is made
twice. Loses answers that join two large terms of different engines; and an engine's own term where its examples do not tell that
from one of another engine: parts close nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from synth.engines.structural.bank import Bank, Leaf

Owned = NDArray[np.uint8]
"""For each row of a pool whether it is this engine's."""

_FACTOR = np.uint32(0x9E3779B1)
_HALF = np.uint32(15)


@dataclass(frozen=True)
class Share:
    """Part `index` of `count`; all of it by default."""

    index: int = 0
    count: int = 1

    def owned(self, bank: Bank, sizes: int) -> list[Owned]:
        """For each pool of a bank which rows are of this part, by the names of terms of size below `sizes`; all larger ones are."""
        names = [np.zeros(pool.count, dtype=np.uint32) for pool in bank.pools]
        owned = [np.ones(pool.count, dtype=np.uint8) for pool in bank.pools]
        for size in range(sizes):
            for n, pool in enumerate(bank.pools):
                start, stop = pool.rows(size)
                names[n][start:stop] = _names(bank, n, start, stop, names)
                owned[n][start:stop] = _mixed(names[n][start:stop]) % np.uint32(self.count) == self.index
        return owned


def _names(bank: Bank, n: int, start: int, stop: int, names: Sequence[NDArray[np.uint32]]) -> NDArray[np.uint32]:
    """Hashes of the terms in some rows of pool `n`, by those of smaller terms."""
    origins, made = bank.pools[n].origins[start:stop], np.zeros(stop - start, dtype=np.uint32)
    for number in np.unique(origins[:, 0]).tolist():
        rows = np.flatnonzero(origins[:, 0] == number)
        if number < 0:
            made[rows] = _name_of(bank.leaves[-number - 1])
            continue
        found = np.full(len(rows), number + 1, dtype=np.uint32) * _FACTOR
        for k, o in enumerate(bank.rule(number).operands):
            found = _mixed(found ^ names[o][origins[rows, 1 + k]])
        made[rows] = found
    return made


def _mixed(words: NDArray[np.uint32]) -> NDArray[np.uint32]:
    words = (words ^ words >> _HALF) * _FACTOR
    return np.asarray(words ^ words >> _HALF)


def _name_of(leaf: Leaf) -> int:
    return zlib.crc32(repr(leaf).encode())
