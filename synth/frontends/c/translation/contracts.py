"""Contracts of functions that call themselves: what holds of each of their calls that returns, as an unknown predicate.

Where a call is passed over, the predicate is assumed; where the only body of all calls returns, it has to hold, otherwise the run
fails. So it holds of all calls that return, by induction over how long they run: the calls within one return before it does. What
the predicates are is chosen later; until then they are true, and nothing is known of calls that return.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from synth.frontends.c.expressions.expressions import Call, Cell, Expression, Literal, Read
from synth.frontends.c.expressions.types import BOOL
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.graph import Assign, Branch, Exit, Failure, Node, Spot
from synth.transition import PASSED, RETURNED

_PLAIN, _CHANGED = 16, 8
"""How many words of parameters and results a contract may speak of, and how many of what a call changes."""


@dataclass(frozen=True, eq=False)
class Contracted:
    """A function with a contract, and the cells that it speaks of: of the only body's parameters and result, and what it changes;
    `spot` is where the body begins."""

    name: str
    parameters: Sequence[Cell]
    changed: Sequence[Cell]
    results: Sequence[Cell]
    spot: Spot


class Contracts:
    """Puts the unknown predicates of functions into the graph."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._branches: list[tuple[Node, Branch]] = []
        self.functions: dict[str, Contracted] = {}

    def again(self) -> None:
        """Forget what was put into the last graph."""
        self._branches.clear()
        self.functions.clear()

    def add(self, name: str, parameters: Sequence[Cell], changed: Sequence[Cell], results: Sequence[Cell], spot: Spot) -> None:
        """Have a contract for a function; of what it changes, too, where that is little and has names. None for many words."""
        if len(parameters) + len(results) <= _PLAIN:
            named = [c for c in changed if c.source and not self._context.memory.is_pointer(c)]
            self.functions[name] = Contracted(name, parameters, named if len(named) <= _CHANGED else (), results, spot)

    def kept(self, name: str, copied: Sequence[Cell], spot: Spot) -> list[Expression]:
        """Append copies of some cells, and of those that a function changes: their values as they are now."""
        made = []
        for cell in (*copied, *(self.functions[name].changed if name in self.functions else ())):
            made.append(self._context.temporary(cell.type, cell.line, f"{cell.name}_before"))
            self._context.flow.do(Assign(made[-1], Read(cell)), spot)
        return [Read(cell) for cell in made]

    def assume(self, name: str, before: Sequence[Expression], results: Sequence[Cell], spot: Spot) -> None:
        """Append the assumption that the contract of a function holds of a call, from the words before it."""
        if name in self.functions:
            good = self._context.flow.label()
            self._decide(PASSED, name, before, results, good, None, spot)
            self._context.flow.place(good)

    def show(self, name: str, before: Sequence[Expression], spot: Spot) -> None:
        """Append that the run fails where the contract of a function does not hold of a call that returns."""
        if name in self.functions:
            flow = self._context.flow
            good, bad = flow.label(), flow.label()
            self._decide(RETURNED, name, before, self.functions[name].results, good, bad, spot)
            flow.place(bad)
            flow.stop(Failure(replace(spot, text=f"the contract of {name}"), "contract"))
            flow.place(good)
        self._context.flow.stop(Exit())

    def _decide(self, said: str, name: str, before: Sequence[Expression], results: Sequence[Cell], good: Node, bad: Node | None,
                spot: Spot) -> None:
        words = (*before, *map(Read, results), *map(Read, self.functions[name].changed))
        node = self._context.flow.do(None, spot)
        node.successors = [good] if bad is None else [good, bad]
        node.action = Branch(Literal(BOOL, 1))
        self._branches.append((node, Branch(Call(BOOL, said.format(name), words))))
        self._context.flow.end = Node()

    @contextlib.contextmanager
    def left_open(self) -> Iterator[None]:
        """The graph meanwhile speaks of the predicates; otherwise they are true."""
        known = [node.action for node, _ in self._branches]
        for node, branch in self._branches:
            node.action = branch
        try:
            yield
        finally:
            for (node, _), action in zip(self._branches, known, strict=True):
                node.action = action
