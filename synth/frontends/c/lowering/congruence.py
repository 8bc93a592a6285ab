"""Variables that are equal on all runs are one: congruence of variables over the edges, as global value numbering finds it.

All variables are taken for equal at a place until an edge that can be taken brings two different terms for them (Alpern, Wegman and
Zadeck, Detecting equality of variables in programs, POPL 1988). So an argument and the parameter of an inlined call are one word,
and so are the lengths of two blocks that were allocated alike, and no invariant has to say that they are equal.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from synth.frontends.c.lowering.dataflow import Replaced, flowed
from synth.frontends.c.lowering.readings import SourcedEdge
from synth.frontends.c.lowering.simplify import Builder
from synth.terms import Term
from synth.transition import Edge, TransitionSystem, Variable, symbols_of_each

Classes = tuple[int, ...]
"""For every variable the first one that equals it."""


def merged(system: TransitionSystem) -> TransitionSystem:
    """The same runs, where one variable stands for all that equal it at a place. The others are left, and decide nothing there."""
    builder = Builder(system.width)
    words = {place: _words(system, place, classes) for place, classes in _classes(system, builder).items()}
    if not any(words.values()):
        return system
    edges = list[Edge]()
    for edge in system.edges:
        assert isinstance(edge, SourcedEdge)
        own = words.get(edge.source)
        edges.append(edge.with_words(own, builder) if own else edge)
    return dataclasses.replace(system, edges=tuple(edges))


def _words(system: TransitionSystem, place: int, classes: Classes) -> Mapping[str, Term]:
    """What stands for each variable at a place, where another one does: of those that matter there and have the fewest bits, one
    that the source names; of these the one that decides most edges, and was declared last: that is in scope."""
    needed, guards = system.needed[place], [e.guard for e in system.leaving(place)]
    deciding = Counter(name for own in symbols_of_each(guards) for name in own)
    members: dict[int, list[Variable]] = {}
    for variable, first in zip(reversed(system.variables), reversed(classes), strict=True):
        if variable.name in needed:
            members.setdefault(first, []).append(variable)
    words: dict[str, Term] = {}
    for own in members.values():
        chosen = min(own, key=lambda v: (v.bits, not v.text, -deciding[v.name]))
        words |= {v.name: chosen.term for v in own if v is not chosen}
    return words


def _classes(system: TransitionSystem, builder: Builder) -> dict[int, Classes]:
    """For every place that can be reached the classes of variables that are equal there."""
    kinds, entry = _kinds(system), tuple(range(len(system.variables)))
    return flowed(system, entry, lambda edge: _Transfer(edge, system.variables, kinds, builder))


def _kinds(system: TransitionSystem) -> list[Hashable]:
    """Which variables may be one: words of the same type that mean the same objects. An element at an index that is chosen before,
    the index, and what else another state of a place says is a word of its own."""
    apart = {n for e in system.edges for own in e.alike for n in (*own.by, *own.loose)}
    return [v.name if v.index or v.lives or v.name in apart else (v.floating, v.objects) for v in system.variables]


def _numbered(keys: Sequence[Hashable]) -> Classes:
    """For each key the place of the first one that equals it."""
    first: dict[Hashable, int] = {}
    return tuple(first.setdefault(key, number) for number, key in enumerate(keys))


class _Transfer:
    """What an edge makes of equal variables."""

    def __init__(self, edge: Edge, variables: Sequence[Variable], kinds: Sequence[Hashable], builder: Builder) -> None:
        self._variables, self._kinds = variables, kinds
        self._terms = Replaced(edge.update, builder)

    def __call__(self, classes: Classes, before: Classes | None) -> Classes:
        """The classes behind the edge, as far as variables were equal there."""
        firsts = {v.name: self._variables[first].term for v, first in zip(self._variables, classes, strict=True)}
        arriving = self._terms.by({n: t for n, t in firsts.items() if t.data != n})
        return _numbered([*zip(self._kinds, before or (0,) * len(arriving), map(id, arriving), strict=True)])
