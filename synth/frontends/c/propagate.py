"""Variables that are constant at a place are replaced there by the constant: conditional constant propagation over the edges.

A variable's value at a place starts unknown and falls to "any" at once where two edges that can be taken bring different ones
(Wegman and Zadeck, 1991).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from synth.frontends.c.simplify import FALSE, Builder, value
from synth.operators import Operator
from synth.terms import Term, TermKind, constant, postorder
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
    guard, *update = substituted((edge.guard, *edge.update), {n: constant(v) for n, v in known.items()}, builder)
    return dataclasses.replace(edge, guard=guard, update=tuple(update))


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


def substituted(roots: Sequence[Term], words: Mapping[str, Term], builder: Builder) -> list[Term]:
    """The terms with words replaced, simplified anew."""
    new: dict[int, Term] = {}
    for node in postorder(*roots):
        if node.kind is TermKind.SYMBOL:
            new[id(node)] = words.get(str(node.data), node)
        elif isinstance(node.data, Operator):
            new[id(node)] = _built(node, [new[id(a)] for a in node.arguments], builder)
        else:
            new[id(node)] = node
    return [new[id(root)] for root in roots]


def _built(node: Term, arguments: list[Term], builder: Builder) -> Term:
    assert isinstance(node.data, Operator)
    if all(a is b for a, b in zip(node.arguments, arguments, strict=True)):
        return node
    if node.boolean and node.data.name in ("and", "or"):
        return (builder.both if node.data.name == "and" else builder.either)(*arguments)
    if node.data.name == "ite":
        return builder.ite(builder.truth(arguments[0]), *arguments[1:])
    return builder.apply(node.data.name, *arguments)
