"""Systems without places that cannot be reached, and without variables and inputs that decide nothing."""

from __future__ import annotations

import dataclasses

from synth import terms
from synth.booleans import FALSE
from synth.frontends.c.lowering.readings import SourcedEdge, words_of_readings
from synth.transition import TransitionSystem, symbols


def pruned(system: TransitionSystem) -> TransitionSystem:
    """The same runs: a variable that does not matter at a place is 0 there, one that matters nowhere is gone, and so are inputs
    that no edge mentions."""
    system = _reachable(system)
    edges = system.edges
    needed = system.needed
    kept = [i for i, v in enumerate(system.variables) if any(v.name in names for names in needed)]
    zero = terms.constant(0)
    made = []
    everything, words = {v.name for v in system.variables}, words_of_readings(edges)
    for whole in edges:
        edge = whole.forgetting(everything - needed[whole.source], words) if isinstance(whole, SourcedEdge) else whole
        update = tuple(edge.update[i] if system.variables[i].name in needed[edge.target] else zero for i in kept)
        edge = edge.with_inputs(symbols((edge.guard, *update)))
        alike = (own.without(everything - needed[edge.source]) for own in edge.alike)
        made.append(dataclasses.replace(edge, update=update, alike=tuple(own for own in alike if own.by)))
    return dataclasses.replace(system, variables=tuple(system.variables[i] for i in kept), edges=tuple(made))


def _reachable(system: TransitionSystem) -> TransitionSystem:
    """Without the edges that are never taken and the places that none leads to, the others numbered anew."""
    edges = [e for e in system.edges if e.guard is not FALSE]
    system = dataclasses.replace(system, edges=tuple(edges))
    found = system.reached((0,))
    number = {old: new for new, old in enumerate(sorted(found))}
    places = tuple(dataclasses.replace(p, number=number[p.number]) for p in system.places if p.number in found)
    edges = [dataclasses.replace(e, source=number[e.source], target=number[e.target]) for e in edges if e.source in found]
    return dataclasses.replace(system, places=places, edges=tuple(edges))
