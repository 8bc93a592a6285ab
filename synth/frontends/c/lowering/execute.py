"""Symbolic execution from one place to the next: all paths at once, joined where they meet.

Nodes are taken in the order of the graph, so that a node is executed once, after everything that leads to it; where paths join, a
cell whose values differ gets an ite over what tells the paths apart.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from synth.frontends.c.expressions.expressions import Cell
from synth.frontends.c.lowering.liveness import Cells
from synth.frontends.c.lowering.lower import Lowering
from synth.frontends.c.lowering.paths import START, Path, Paths
from synth.frontends.c.lowering.simplify import value
from synth.frontends.c.translation.graph import REMEMBERED, Access, Assign, Branch, Drawn, Fetched, Havoc, Look, Node, Spot
from synth.terms import Term, TermKind, name_of

Key = tuple[int, ...]


@dataclass
class State:
    """That a path is taken, what the cells hold then, and where on the path it is: of two places the lesser comes first.

    begun  the accesses to elements of long arrays that begin on the way, whichever it is
    looks  how many elements of long arrays were looked at on the way at most, by the name of each cell that chooses one that is
           followed; infinitely many where others may have been changed. Where there is no number, one of those that are remembered
           from before may be changed by the first look
    """

    path: Path
    cells: dict[Cell, Term]
    key: Key = ()
    begun: frozenset[Access] = frozenset()
    looks: Mapping[str, float] = field(default_factory=dict)

    def look(self, look: Look) -> None:
        """Look at one element more; what is forgotten may have been changed before."""
        if look.access is not None:
            self.begun |= {look.access}
        if look.forgotten:
            self.begun = frozenset()
        for name in [c.name for c in look.chosen]:
            anew = math.inf if name in self.looks else 0
            self.looks = {**self.looks, name: anew if look.forgotten else self.looks.get(name, 1) + 1}

    def change(self, cell: Cell, access: Access | None = None) -> None:
        """Change a cell; of an array other elements may change, too, where the access does not begin on the way."""
        if cell.index and access not in self.begun:
            self.looks = {**self.looks, cell.index: math.inf}


@dataclass
class Execution:
    """Runs from a node until nodes of `stops` are come to, or the paths end.

    live     for every node, by its number, the cells that matter before it
    choose   the term of a new input for a cell, from where it is read and whether paths get there
    fetch    takes note that such a term is that of an element of an array that nothing on the way has changed, with its index and
             whether paths get there
    draw     takes note of words of which some other values would be as good, and whether paths get there
    """

    lowering: Lowering
    live: Sequence[Cells]
    stops: Collection[Node]
    choose: Callable[[Cell, Spot | None, Term], Term]
    fetch: Callable[[Fetched, Term, Term, Term], None] = field(default=lambda *_: None, kw_only=True)
    draw: Callable[[Mapping[str, Term], Term], None] = field(default=lambda *_: None, kw_only=True)
    paths: Paths = field(init=False)

    def __post_init__(self) -> None:
        self.paths = Paths(self.lowering.builder)
        self._arrived: dict[Key, list[State]] = {}
        self._queue: list[tuple[Key, Node]] = []

    def run(self, start: Node, cells: Mapping[Cell, Term]) -> list[tuple[Node, Term, Mapping[Cell, Term]]]:
        """Where paths stop, each with the condition and the cells; in the order of the graph."""
        ends: list[tuple[Node, State]] = []
        self._step(start, State(START, dict(cells), (start.number,)))
        while self._queue:
            key, node = heapq.heappop(self._queue)
            state = self._joined(self._arrived.pop(key), self.live[node.number])
            if node in self.stops:
                ends.append((node, state))
            else:
                self._step(node, state)
        return [(node, state.path.term, state.cells) for node, state in ends]

    def _key(self, origin: Node, node: Node, key: Key) -> Key:
        """The key of a node that is come to from `origin`, which has `key`; where paths stop comes last."""
        return (node.number + len(self.live) * (node in self.stops),)

    def _go(self, origin: Node, node: Node, state: State) -> None:
        key = self._key(origin, node, state.key)
        if key not in self._arrived:
            self._arrived[key] = []
            heapq.heappush(self._queue, (key, node))
        self._arrived[key].append(State(state.path, state.cells, key, state.begun, state.looks))

    def _joined(self, states: list[State], live: Cells) -> State:
        """One state for all that arrived; those that parted last are joined first."""
        last = states[-1]
        if len(states) == 1:
            return last
        cells = {cell: term for cell, term in last.cells.items() if cell in live}
        path, looks = last.path, dict(last.looks)
        begun = frozenset.intersection(*(state.begun for state in states))
        for other in reversed(states[:-1]):
            path, here = self.paths.joined(other.path, path)
            looks = {name: max(looks.get(name, 1), other.looks.get(name, 1)) for name in {**looks, **other.looks}}
            for cell, term in cells.items():
                cells[cell] = self.lowering.builder.ite(here, other.cells[cell], term)
        return State(path, cells, last.key, begun, looks)

    def _step(self, node: Node, state: State) -> None:
        if node.look is not None:
            state.look(node.look)
        match node.action:
            case Assign(cell, expression, access):
                state.change(cell, access)
                if cell in self.live[node.successors[0].number]:
                    state.cells[cell] = self.lowering.term(expression, state.cells)
            case Havoc(cell, fetched, drawn):  # read by the program even where its value does not matter
                state.change(cell)
                chosen = self.choose(cell, node.spot, state.path.term)
                if cell in self.live[node.successors[0].number]:
                    for own in fetched:
                        if state.looks.get(own.chosen.name, math.inf) <= REMEMBERED + 1:
                            self._fetch(own, chosen, state)
                    for other in drawn:
                        self._draw(other, chosen, state)
                    state.cells[cell] = chosen
            case Branch(condition):
                return self._branch(node, self.lowering.truth(condition, state.cells), state)
        for after in node.successors:
            self._go(node, after, state)
        return None

    def _fetch(self, fetched: Fetched, chosen: Term, state: State) -> None:
        """Tell what a new input is, where the element that it is exists."""
        inside, path = self.lowering.truth(fetched.inside, state.cells), state.path.term
        known = self._known(inside, state)
        if known is not False:
            when = path if known else self.lowering.builder.both(path, inside)
            self.fetch(fetched, self.lowering.term(fetched.index, state.cells), chosen, when)

    def _draw(self, drawn: Drawn, chosen: Term, state: State) -> None:
        """Tell what a new input is, where the words that tell of its list are still what they were at the start."""
        when, path = self.lowering.truth(drawn.when, state.cells), state.path.term
        known, words = self._known(when, state), [self._chosen(state.cells[cell], state) for cell, _ in drawn.by]
        if known is not False and all(word.kind is TermKind.SYMBOL for word in words):
            by = {str(word.data): chosen if other is None else state.cells[other]
                  for word, (_, other) in zip(words, drawn.by, strict=True)}
            self.draw(by, path if known else self.lowering.builder.both(path, when))

    def _chosen(self, term: Term, state: State) -> Term:
        """What a term is, as far as it is known on a path what it chooses."""
        while name_of(term) == "ite" and (known := self._known(term.arguments[0], state)) is not None:
            term = term.arguments[1 if known else 2]
        return term

    def _known(self, condition: Term, state: State) -> bool | None:
        """Whether a condition holds, where that is known on a path."""
        number = value(condition)
        return self.paths.known(state.path, condition) if number is None else bool(number)

    def _branch(self, node: Node, condition: Term, state: State) -> None:
        known = self._known(condition, state)
        if known is not None:
            for after in node.successors[0 if known else 1:1 if known else 2]:
                self._go(node, after, state)
        else:
            self._decided(node, condition, state)

    def _decided(self, node: Node, condition: Term, state: State) -> None:
        """Go where a condition leads that is not known."""
        for after, way in zip(node.successors, self.paths.parted(state.path, condition), strict=False):
            self._go(node, after, replace(state, path=way, cells=dict(state.cells)))
