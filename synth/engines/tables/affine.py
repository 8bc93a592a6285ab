"""Words of one bit that are sums of leaves: parities, which no tree of cases says shortly.

Every cell is a linear equation over the field of two elements. They are solved one after the other by elimination, those whose
values are forced first; where the value of a cell contradicts those before it, the solver is asked for one that does not.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from synth import terms
from synth.engines.tables.cells import Conflict
from synth.engines.tables.context import Context
from synth.engines.tables.fit import Table
from synth.terms import Term

_SLACK = 3
"""How many more equations there must be than they determine unknowns: fewer are met by accident."""


def affine(context: Context, table: Table, leaves: Sequence[Term], cells: Sequence[int]) -> Term | None:
    """A sum of leaves, perhaps negated, that fits these cells, which are fixed at its values; None where none was found.

    For words of one bit, with xor and not among the operators.
    """
    rows = [table.lanes.unpack(row, table.count) for row in table.values.rows[: len(leaves)]]
    system = _System()
    decided: dict[int, int] = {}
    forced = context.forced(table.name, cells)
    for cell in sorted(cells, key=lambda c: c not in forced):
        unknowns = sum(1 << i for i, row in enumerate(rows) if row[cell]) | 1 << len(rows)
        implied = system.implied(unknowns)
        decided[cell] = context.values(table.name)[cell] if implied is None else implied
        if implied is None:
            system.add(unknowns, decided[cell])
        elif isinstance(context.ask([(table.name, c, v) for c, v in decided.items()]), Conflict):
            return None
    if len(cells) < system.rank + _SLACK:
        return None
    context.fix(table.name, decided)
    chosen = system.solution()
    summands = [leaf for i, leaf in enumerate(leaves) if chosen >> i & 1]
    total = functools.reduce(lambda a, b: a ^ b, summands) if summands else terms.constant(0)
    return terms.apply("not", total) if chosen >> len(leaves) & 1 else total


class _System:
    """Linear equations in echelon form: by its lowest unknown, the unknowns of an equation and the value of their sum."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[int, int]] = {}

    @property
    def rank(self) -> int:
        """How many unknowns are determined by the others."""
        return len(self._rows)

    def _reduced(self, unknowns: int, value: int) -> tuple[int, int]:
        """An equation less those that share its lowest unknowns; the rows' other unknowns are higher, so that this ends."""
        rest = 0
        while unknowns:
            lowest = unknowns & -unknowns
            row = self._rows.get(lowest)
            if row is None:
                rest |= lowest
                unknowns ^= lowest
            else:
                unknowns, value = unknowns ^ row[0], value ^ row[1]
        return rest, value

    def implied(self, unknowns: int) -> int | None:
        """The value of a sum of unknowns, where the equations determine it."""
        rest, value = self._reduced(unknowns, 0)
        return None if rest else value

    def add(self, unknowns: int, value: int) -> None:
        """Add an equation that is not implied."""
        rest, value = self._reduced(unknowns, value)
        self._rows[rest & -rest] = (rest, value)

    def solution(self) -> int:
        """The unknowns that are 1 in a solution in which as many as possible that are free are 0."""
        found = 0
        for lowest, (unknowns, value) in sorted(self._rows.items(), reverse=True):
            if ((unknowns ^ lowest) & found).bit_count() % 2 != value:
                found |= lowest
        return found
