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


@dataclass
class State:
    """That some path is taken, and what the cells hold then."""

    condition: int
    cells: dict[Cell, Term]


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
        self._arrived: dict[int, list[State]] = {}
        self._queue: list[tuple[int, Node]] = []

    def run(self, start: Node, cells: Mapping[Cell, Term]) -> list[tuple[Node, Term, Mapping[Cell, Term]]]:
        """Where paths stop, each with the condition and the cells; in the order of the graph."""
        ends: list[tuple[Node, State]] = []
        self._step(start, State(ALWAYS, dict(cells)))
        while self._queue:
            number, node = heapq.heappop(self._queue)
            state = self._joined(self._arrived.pop(number), self.live[number])
            if node in self.stops:
                ends.append((node, state))
            else:
                self._step(node, state)
        return [(node, self.decisions.term(state.condition), state.cells) for node, state in ends]

    def _go(self, node: Node, state: State) -> None:
        if state.condition == NEVER:
            return
        number = node.number
        if number not in self._arrived:
            self._arrived[number] = []
            heapq.heappush(self._queue, (number, node))
        self._arrived[number].append(state)

    def _joined(self, states: list[State], live: Cells) -> State:
        first = states[0]
        cells = {cell: term for cell, term in first.cells.items() if cell in live}
        condition = first.condition
        for other in states[1:]:
            either = self.decisions.disjunction(condition, other.condition)
            here = self.decisions.term(self.decisions.within(condition, either))
            for cell, term in cells.items():
                cells[cell] = self.lowering.builder.ite(here, term, other.cells[cell])
            condition = either
        return State(condition, cells)

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
            self._go(after, state)
        return None

    def _branch(self, node: Node, condition: Term, state: State) -> None:
        known = value(condition)
        if known is not None:
            for after in node.successors[0 if known else 1:1 if known else 2]:
                self._go(after, state)
            return
        taken = self.decisions.branch(condition)
        for after, way in zip(node.successors, (taken, self.decisions.negation(taken)), strict=False):
            self._go(after, State(self.decisions.conjunction(state.condition, way), dict(state.cells)))
