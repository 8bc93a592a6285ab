"""Symbolic execution from one place to the next: all paths at once, joined where they meet.

Nodes are taken in the order of the graph, so that a node is executed once, after everything that leads to it; where paths join, a
cell whose values differ gets an ite over what tells the paths apart.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from synth.frontends.c.decisions import ALWAYS, NEVER, Decisions
from synth.frontends.c.expressions import Cell
from synth.frontends.c.graph import Assign, Branch, Havoc, Node
from synth.frontends.c.lower import Lowering
from synth.frontends.c.simplify import value
from synth.terms import Term

Cells = frozenset[Cell]


Key = tuple[int, ...]


@dataclass
class State:
    """That some path is taken, what the cells hold then, and where on the path it is: of two places the lesser comes first."""

    condition: int
    cells: dict[Cell, Term]
    key: Key = ()


@dataclass
class Execution:
    """Runs from a node until nodes of `stops` are come to, or the paths end.

    live     for every node, by its number, the cells that matter before it
    choose   the term of a new input for a cell
    """

    lowering: Lowering
    live: Sequence[Cells]
    stops: Collection[Node]
    choose: Callable[[Cell], Term]
    decisions: Decisions = field(init=False)

    def __post_init__(self) -> None:
        self.decisions = Decisions(self.lowering.builder)
        self._arrived: dict[Key, list[State]] = {}
        self._queue: list[tuple[Key, Node]] = []

    def run(self, start: Node, cells: Mapping[Cell, Term]) -> list[tuple[Node, Term, Mapping[Cell, Term]]]:
        """Where paths stop, each with the condition and the cells; in the order of the graph."""
        ends: list[tuple[Node, State]] = []
        self._step(start, State(ALWAYS, dict(cells), (start.number,)))
        while self._queue:
            key, node = heapq.heappop(self._queue)
            state = self._joined(self._arrived.pop(key), self.live[node.number])
            if node in self.stops:
                ends.append((node, state))
            else:
                self._step(node, state)
        return [(node, self.decisions.term(state.condition), state.cells) for node, state in ends]

    def _key(self, origin: Node, node: Node, key: Key) -> Key:
        """The key of a node that is come to from `origin`, which has `key`."""
        return (node.number,)

    def _go(self, origin: Node, node: Node, state: State) -> None:
        if state.condition == NEVER:
            return
        key = self._key(origin, node, state.key)
        if key not in self._arrived:
            self._arrived[key] = []
            heapq.heappush(self._queue, (key, node))
        self._arrived[key].append(State(state.condition, state.cells, key))

    def _joined(self, states: list[State], live: Cells) -> State:
        first = states[0]
        if len(states) == 1:
            return first
        cells = {cell: term for cell, term in first.cells.items() if cell in live}
        condition = first.condition
        for other in states[1:]:
            either = self.decisions.disjunction(condition, other.condition)
            here = self.decisions.term(self.decisions.within(condition, either))
            for cell, term in cells.items():
                cells[cell] = self.lowering.builder.ite(here, term, other.cells[cell])
            condition = either
        return State(condition, cells, first.key)

    def _step(self, node: Node, state: State) -> None:
        match node.action:
            case Assign(cell, expression):
                if cell in self.live[node.successors[0].number]:
                    state.cells[cell] = self.lowering.term(expression, state.cells)
            case Havoc(cell):
                if cell in self.live[node.successors[0].number]:
                    state.cells[cell] = self.choose(cell)
            case Branch(condition):
                return self._branch(node, self.lowering.truth(condition, state.cells), state)
        for after in node.successors:
            self._go(node, after, state)
        return None

    def _branch(self, node: Node, condition: Term, state: State) -> None:
        known = value(condition)
        if known is not None:
            for after in node.successors[0 if known else 1:1 if known else 2]:
                self._go(node, after, state)
        else:
            self._decided(node, condition, state)

    def _decided(self, node: Node, condition: Term, state: State) -> None:
        """Go where a condition leads that is not known."""
        taken = self.decisions.branch(condition)
        for after, way in zip(node.successors, (taken, self.decisions.negation(taken)), strict=False):
            self._go(node, after, State(self.decisions.conjunction(state.condition, way), dict(state.cells), state.key))
