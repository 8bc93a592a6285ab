"""Which cells matter: their value may still decide where a run goes, or whether an assertion fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from synth.frontends.c.expressions.expressions import Call, Cell
from synth.frontends.c.translation.graph import Assign, Branch, Exit, Extend, Havoc, Node


@dataclass(frozen=True)
class Cells:
    """A set of cells, as a number that has the bit of each, by its place; so a set for every node takes little time and room."""

    bits: int
    places: Mapping[Cell, int]

    def __contains__(self, cell: Cell) -> bool:
        place = self.places.get(cell)
        return place is not None and bool(self.bits >> place & 1)

    def __iter__(self) -> Iterator[Cell]:
        return (cell for cell, place in self.places.items() if self.bits >> place & 1)


@dataclass(frozen=True)
class _Step:
    """What a node does to cells, as sets of bits: what it writes, and what it reads, which an assignment does only for a cell that
    matters; at an exit nothing matters but what it reads."""

    writes: int
    reads: int
    assigns: bool
    leaves: bool

    def before(self, after: int) -> int:
        """What matters before the node, from what matters after it."""
        if self.leaves or (self.assigns and not after & self.writes):
            return self.reads if self.leaves else after
        return after & ~self.writes | self.reads


def live(order: Sequence[Node]) -> list[Cells]:
    """For every node the cells that matter before it. What only feeds cells that do not matter does not matter either."""
    places: dict[Cell, int] = {}
    steps = [_step(node, places) for node in order]
    after = [[n.number for n in node.successors] for node in order]
    before: list[list[int]] = [[] for _ in order]
    for number, successors in enumerate(after):
        for successor in successors:
            before[successor].append(number)
    found = [0] * len(order)
    waiting = dict.fromkeys(range(len(order)))
    while waiting:
        number, _ = waiting.popitem()
        matters = 0
        for successor in after[number]:
            matters |= found[successor]
        own = steps[number].before(matters)
        if own != found[number]:
            found[number] = own
            waiting.update(dict.fromkeys(before[number]))
    return [Cells(bits, places) for bits in found]


def _step(node: Node, places: dict[Cell, int]) -> _Step:
    def bits(of: Iterable[Cell]) -> int:
        made = 0
        for cell in of:
            made |= 1 << places.setdefault(cell, len(places))
        return made

    match node.action:
        case Assign(cell, value):  # a call follows pointers, whether or not its value matters
            return _Step(bits((cell,)), bits(value.cells), not isinstance(value, Call), False)
        case Havoc(cell) as havoc:
            return _Step(bits((cell,)), bits(havoc.read), True, False)
        case Branch(condition):
            return _Step(0, bits(condition.cells), False, False)
        case Extend(value, count, _, read):
            return _Step(0, bits((*value.cells, *count.cells, *read)), False, False)
        case Exit(Cell() as result):
            return _Step(0, bits((result,)), False, True)
    return _Step(0, 0, False, False)
