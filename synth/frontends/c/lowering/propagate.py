"""Variables that are constant at a place are replaced there by the constant: conditional constant propagation over the edges.

A variable's value at a place starts unknown and falls to "any" at once where two edges that can be taken bring different ones
(Wegman and Zadeck, 1991).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from synth.booleans import FALSE
from synth.frontends.c.lowering.dataflow import Replaced, flowed
from synth.frontends.c.lowering.readings import SourcedEdge
from synth.frontends.c.lowering.simplify import Builder, value
from synth.terms import Term, constant
from synth.transition import Edge, TransitionSystem

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
    """What an edge makes of constants."""

    def __init__(self, edge: Edge, names: Sequence[str], builder: Builder) -> None:
        self._edge, self._names, self._builder = edge, names, builder
        self._terms = Replaced((edge.guard, *edge.update), builder)

    def __call__(self, known: Known, before: Known | None) -> Known | None:
        """What is known behind the edge, as far as it was known there; None where it is never taken."""
        guard, *update = self._with(known)
        if guard is FALSE:
            return None
        values = ((n, value(term)) for n, term in zip(self._names, update, strict=True))
        arriving = {n: v for n, v in values if v is not None}
        return arriving if before is None else {n: v for n, v in before.items() if arriving.get(n) == v}

    def _with(self, known: Known) -> Sequence[Term]:
        if self._edge.alike:  # what is said of elements adds to the guard
            edge = _with(self._edge, known, self._builder)
            return edge.guard, *edge.update
        return self._terms.by({n: constant(v) for n, v in known.items()})


def _known(system: TransitionSystem, builder: Builder) -> dict[int, Known]:
    """For every place that can be reached the variables that are constant there."""
    names, entry = [v.name for v in system.variables], Known()
    return flowed(system, entry, lambda edge: _Transfer(edge, names, builder))
