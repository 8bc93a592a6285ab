"""Variables that are constant at a place are replaced there by the constant: conditional constant propagation over the edges.

A variable's value at a place starts unknown and falls to "any" at once where two edges that can be taken bring different ones
(Wegman and Zadeck, 1991).
"""

from __future__ import annotations

import dataclasses

from synth.booleans import FALSE
from synth.frontends.c.lowering.readings import SourcedEdge
from synth.frontends.c.lowering.simplify import Builder, value
from synth.terms import constant
from synth.transition import Edge, TransitionSystem

Known = dict[str, int]
"""The variables that have one value at a place."""


def propagated(system: TransitionSystem) -> TransitionSystem:
    """The same runs, with constants put in, and edges that are never taken left out."""
    builder = Builder(system.width)
    found = _known(system, builder)
    edges = [_with(e, found[e.source], builder) for e in system.edges if e.source in found]
    return dataclasses.replace(system, edges=tuple(e for e in edges if e.guard is not FALSE))


def _with(edge: Edge, known: Known, builder: Builder) -> Edge:
    assert isinstance(edge, SourcedEdge)
    return edge.with_words({n: constant(v) for n, v in known.items()}, builder)


def _known(system: TransitionSystem, builder: Builder) -> dict[int, Known]:
    """For every place that can be reached the variables that are constant there."""
    names = [v.name for v in system.variables]
    found: dict[int, Known] = {0: {}}
    waiting = [0]
    while waiting:
        place = waiting.pop()
        for edge in system.leaving(place):
            taken = _with(edge, found[place], builder)
            if taken.guard is FALSE:
                continue
            values = [value(t) for t in taken.update]
            arriving = {n: int(v) for n, v in zip(names, values, strict=True) if v is not None}
            before = found.get(edge.target)
            after = arriving if before is None else {n: v for n, v in before.items() if arriving.get(n) == v}
            if after != before:
                found[edge.target] = after
                waiting.append(edge.target)
    return found
