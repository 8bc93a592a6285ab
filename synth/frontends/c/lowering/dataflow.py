"""Forward data flow over the edges of a system, and terms in which words are replaced again and again on its way."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from synth.frontends.c.lowering.simplify import Builder
from synth.frontends.c.lowering.substitute import substituted
from synth.terms import Term
from synth.transition import Edge, TransitionSystem, symbols_of_each

V = TypeVar("V")
Through = Callable[[V, V | None], V | None]
"""What is known behind an edge, from what is known before it and what was known there; None where it is never taken."""


def flowed(system: TransitionSystem, entry: V, through: Callable[[Edge], Through[V]]) -> dict[int, V]:
    """What is known at every place that can be reached, from `entry` on, when nothing changes any more."""
    leaving: dict[int, list[tuple[int, Through[V]]]] = {place.number: [] for place in system.places}
    for edge in system.edges:
        leaving[edge.source].append((edge.target, through(edge)))
    found, waiting = {0: entry}, [0]
    while waiting:
        place = heapq.heappop(waiting)
        for target, own in leaving[place]:
            before = found.get(target)
            after = own(found[place], before)
            if after is not None and after != before:
                found[target] = after
                if leaving[target] and target not in waiting:
                    heapq.heappush(waiting, target)
    return found


class Replaced:
    """Terms with words replaced; each is worked out anew only where what stands for its own words has changed."""

    def __init__(self, roots: Sequence[Term], builder: Builder) -> None:
        self._roots, self._builder = tuple(roots), builder
        self._words = list(map(sorted, symbols_of_each(self._roots)))
        self._by: list[dict[str, Term]] = [{} for _ in self._roots]
        self._found = list(self._roots)

    def by(self, words: Mapping[str, Term]) -> Sequence[Term]:
        """The terms with these words replaced; a list that the next call changes."""
        changed = []
        for number, (names, before) in enumerate(zip(self._words, self._by, strict=True)):
            own = {n: words[n] for n in names if n in words}
            if own.keys() != before.keys() or any(own[n] is not before[n] for n in own):
                self._by[number] = own
                changed.append(number)
        put = {n: t for number in changed for n, t in self._by[number].items()}
        for number, term in zip(changed, substituted([self._roots[n] for n in changed], put, self._builder), strict=True):
            self._found[number] = term
        return self._found
