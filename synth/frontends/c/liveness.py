"""Which cells matter: their value may still decide where a run goes, or whether an assertion fails."""

from __future__ import annotations

from collections.abc import Sequence

from synth.frontends.c.expressions import Cell, cells
from synth.frontends.c.graph import Assign, Branch, Exit, Havoc, Node

Cells = frozenset[Cell]


def live(order: Sequence[Node]) -> list[Cells]:
    """For every node the cells that matter before it. What only feeds cells that do not matter does not matter either."""
    found: list[Cells] = [frozenset()] * len(order)
    before: list[list[int]] = [[] for _ in order]
    for node in order:
        for after in node.successors:
            before[after.number].append(node.number)
    waiting = dict.fromkeys(range(len(order)))
    while waiting:
        number, _ = waiting.popitem()
        own = _before(order[number], found)
        if own != found[number]:
            found[number] = own
            waiting.update(dict.fromkeys(before[number]))
    return found


def _before(node: Node, found: Sequence[Cells]) -> Cells:
    after: Cells = frozenset().union(*(found[n.number] for n in node.successors))
    match node.action:
        case Assign(cell, value):
            return (after - {cell}).union(cells(value)) if cell in after else after
        case Havoc(cell):
            return after - {cell}
        case Branch(condition):
            return after.union(cells(condition))
        case Exit(Cell() as result):
            return frozenset((result,))
    return after
