"""The smallest expression that some cells of a function can be given, the other cells left to the solver.

An expression proposes its values; where the solver refuses them, the literals in conflict rule out every other expression that
has these values there, in one operation on the rows of the bank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth.engines.tables.bank import Values
from synth.engines.tables.cells import Conflict, Literal
from synth.engines.tables.context import Context
from synth.engines.tables.lanes import Lanes
from synth.evaluation.arrays import Words


@dataclass
class Table:
    """A function's cells, and a bank's expressions evaluated there."""

    name: str
    count: int
    values: Values
    lanes: Lanes

    def results(self, number: int) -> list[int]:
        """The values of an expression in all cells."""
        return self.lanes.unpack(self.values.row(number), self.count)


def fits(context: Context, table: Table, cells: Sequence[int], largest: int) -> Iterator[int]:
    """The numbers of the expressions among the first `largest` that the cells can be given, the smallest first.

    Whoever takes one has it fixed before anything else is asked.
    """
    lanes, level, start = table.lanes, 0, 0
    while start < largest and table.values.reaches(level):
        rows = table.values.upto(level)[start:largest]
        alive = np.ones(len(rows), dtype=np.bool_)
        alive &= _match(rows, *lanes.pattern(context.forced(table.name, cells), table.count))
        for pattern in context.patterns(table.name, cells):
            alive &= ~_match(rows, *lanes.pattern(pattern, table.count))
        while (left := np.flatnonzero(alive)).size:
            number = int(left[0])
            alive[number] = False
            answer = context.ask(_literals(table, start + number, cells))
            if not isinstance(answer, Conflict):
                yield start + number
                continue
            refused = context.remaining(answer.literals, table.name, set(cells))
            if refused is not None:
                alive &= ~_match(rows, *lanes.pattern(refused, table.count))
                if len(refused) == 1:
                    alive &= _match(rows, *lanes.pattern(_forced(context, table.name, *refused), table.count))
        start, level = start + len(rows), level + 1


def _forced(context: Context, name: str, cell: int) -> dict[int, int]:
    """The value of the cell, where it can have no other."""
    value = context.must(name, cell)
    return {} if value is None else {cell: value}


def _match(rows: Words, mask: Words, values: Words) -> NDArray[np.bool_]:
    """Which rows have these values where the mask is set."""
    columns = np.flatnonzero(mask)
    return np.asarray(((rows[:, columns] ^ values[columns]) & mask[columns] == 0).all(axis=1))


def _literals(table: Table, number: int, cells: Sequence[int]) -> list[Literal]:
    values = table.results(number)
    return [(table.name, cell, values[cell]) for cell in cells]
