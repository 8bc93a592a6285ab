"""Variables that are constant at a place are replaced there by the constant: conditional constant propagation over the edges.

A variable's value at a place starts unknown and falls to "any" at once where two edges that can be taken bring different ones
(Wegman and Zadeck, 1991).
"""

from __future__ import annotations

import dataclasses
import heapq
from collections.abc import Sequence

from synth.booleans import FALSE
from synth.frontends.c.lowering.readings import SourcedEdge
from synth.frontends.c.lowering.simplify import Builder, value
from synth.frontends.c.lowering.substitute import substituted
from synth.terms import Term, constant
from synth.transition import Edge, TransitionSystem, symbols_of_each

Known = dict[str, int]
"""The variables that have one value at a place."""


def propagated(system: TransitionSystem) -> TransitionSystem:
    """The same runs, with constants put in, and edges that are never taken left out."""
    builder = Builder(system.width)
    found = _known(system, builder)
    edges = [_with(e, found[e.source], builder) for e in system.edges if e.source in found]
    return dataclasses.replace(system, edges=tuple(e for e in edges if e.guard is not FALSE))


def _with(edge: Edge, known: Known, builder: Builder) -> SourcedEdge:
    assert isinstance(edge, SourcedEdge)
    return edge.with_words({n: constant(v) for n, v in known.items()}, builder)


class _Transfer:
    """What an edge makes of constants; a term is worked out anew only where what is known of its own words has changed."""

    def __init__(self, edge: Edge, names: Sequence[str], builder: Builder) -> None:
        self._edge, self._names, self._builder = edge, names, builder
        self._roots = (edge.guard, *edge.update)
        self._words = symbols_of_each(self._roots)
        self._known: list[Known] = [{} for _ in self._roots]
        self._found = list(self._roots)

    def arriving(self, known: Known) -> Known | None:
        """What is known behind the edge; None where it is never taken."""
        guard, *update = self._with(known)
        if guard is FALSE:
            return None
        values = ((n, value(term)) for n, term in zip(self._names, update, strict=True))
        return {n: v for n, v in values if v is not None}

    def _with(self, known: Known) -> Sequence[Term]:
        if self._edge.alike:  # what is said of elements adds to the guard
            edge = _with(self._edge, known, self._builder)
            return edge.guard, *edge.update
        changed = []
        for number, (words, before) in enumerate(zip(self._words, self._known, strict=True)):
            own = {n: known[n] for n in words if n in known}
            if own != before:
                self._known[number] = own
                changed.append(number)
        put = {n: constant(known[n]) for number in changed for n in self._known[number]}
        for number, term in zip(changed, substituted([self._roots[n] for n in changed], put, self._builder), strict=True):
            self._found[number] = term
        return self._found


def _known(system: TransitionSystem, builder: Builder) -> dict[int, Known]:
    """For every place that can be reached the variables that are constant there."""
    names = [v.name for v in system.variables]
    leaving: dict[int, list[tuple[int, _Transfer]]] = {place.number: [] for place in system.places}
    for edge in system.edges:
        leaving[edge.source].append((edge.target, _Transfer(edge, names, builder)))
    found: dict[int, Known] = {0: {}}
    waiting = [0]
    while waiting:
        place = heapq.heappop(waiting)
        for target, transfer in leaving[place]:
            arriving = transfer.arriving(found[place])
            if arriving is None:
                continue
            before = found.get(target)
            after = arriving if before is None else {n: v for n, v in before.items() if arriving.get(n) == v}
            if after != before:
                found[target] = after
                if leaving[target] and target not in waiting:
                    heapq.heappush(waiting, target)
    return found
