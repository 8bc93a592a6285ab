"""Facts about an element of an array at an index that is chosen before, which hold of all elements: what a loop has passed, or has
not come to yet, is a number, another word, the element of another array at the same place, or in order.

The index is a word that no edge changes; that it may be any makes a fact about it one that quantifies over it (Monniaux, Gonnord,
Cell morphing, SAS 2016). Where no run came to a place, all facts of these kinds are candidates there. It loses where what matters
of an element depends on more than one comparison of its index.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations

from synth import terms
from synth.analysis.invariants.candidates import below, held, wide
from synth.analysis.simulation.simulator import constants_of
from synth.booleans import TRUE, conjunction
from synth.terms import Term
from synth.transition import TransitionSystem, Variable

_MOST, _CANDIDATES, _CONSTANTS, _WORDS = 300, 6_000, 6, 6
"""The most facts of a place, and how many are tried; how many constants and other words of the program they speak of."""


def has_chosen(system: TransitionSystem) -> bool:
    """Whether some variable is an element at an index that is chosen before."""
    return any(v.index for v in system.variables)


def chosen_facts(system: TransitionSystem, head: int, states: Sequence[Mapping[str, int]]) -> list[Term]:
    """The candidates for a place; those that all `states` have in common, where there are some."""
    candidates = islice(dict.fromkeys(_Kinds(system, head).facts()), _CANDIDATES)
    return held(system, states, candidates, _MOST) if states else list(islice(candidates, _MOST))


class _Kinds:
    """The facts that are tried at a place."""

    def __init__(self, system: TransitionSystem, head: int) -> None:
        there = [v for v in system.variables if v.name in system.needed[head] and not v.floating]
        self._width = system.width
        self._by_name = {v.name: v for v in system.variables}
        self._elements = [v for v in there if v.index in self._by_name and v.index != v.name]
        self._words = [v for v in there if not v.index and v.bits > 1][:_WORDS]
        small = [c for c in constants_of(system, (0,)) if c >> (system.width - 1) == 0]
        self._constants = small[:_CONSTANTS]

    def facts(self) -> Iterator[Term]:
        """All of them, the likelier ones first."""
        whens = {e.index: list(self._when(self._by_name[e.index])) for e in self._elements}
        for element in self._elements:
            own = list(self._of_one(element))
            yield from own
            yield from (when.implies(fact) for when in whens[element.index] for fact in own)
        for a, b in combinations(self._elements, 2):
            for beside in self._beside(a, b):
                for fact in self._of_two(a, b):
                    yield beside.implies(fact)
                    yield from (conjunction([beside, when]).implies(fact) for when in whens[a.index])
        for a, b, c in permutations(self._elements, 3) if len(self._elements) <= 4 else ():
            if b.name < c.name and len({a.index, b.index, c.index}) == 3:
                same = conjunction([self._index(a) == self._index(b), self._index(a) == self._index(c)])
                mask = (1 << a.bits) - 1
                fact = a.term == (b.term + c.term) & mask
                yield same.implies(fact)
                yield from (conjunction([same, when]).implies(fact) for when in whens[a.index])
        for element in self._elements:
            even = self._index(element) & 1 == 0
            own = list(self._of_one(element))
            yield from (conjunction([even, when]).implies(fact) for when in (TRUE, *whens[element.index]) for fact in own)

    def _index(self, element: Variable) -> Term:
        return wide(self._by_name[element.index], self._width)

    def _when(self, index: Variable) -> Iterator[Term]:
        """When an index is spoken of: it lies below a word, or not."""
        k = wide(index, self._width)
        for v in self._words:
            w = wide(v, self._width)
            yield below(k, w, True)
            yield ~below(k, w, True)
            yield below(w, k, True)
            yield ~below(w, k, True)
        for c in self._constants:
            if c > 1:
                yield below(k, terms.constant(c), True)
                yield ~below(k, terms.constant(c), True)

    def _of_one(self, element: Variable) -> Iterator[Term]:
        value, signed = wide(element, self._width), element.signed
        for c in self._constants:
            yield element.term == c
        for v in self._words:
            if v.bits == element.bits:
                yield element.term == v.term
                yield ~below(wide(v, self._width), value, signed)
                yield ~below(value, wide(v, self._width), signed)
        yield value == self._index(element)
        for c in self._constants[:2]:
            yield ~below(value, terms.constant(c), signed)
            yield below(value, terms.constant(c), signed)

    def _beside(self, a: Variable, b: Variable) -> Iterator[Term]:
        """How two indices may lie to each other."""
        k, other = self._index(a), self._index(b)
        yield k == other
        if a.index == b.index:
            return
        mask = (1 << self._width) - 1
        for v in self._words:
            yield k + other == (wide(v, self._width) - 1) & mask
        for c in self._constants:
            if c > 1:
                yield k + other == c
                yield k + other == c - 1
        yield k == other + 1
        yield other == k + 1
        yield below(k, other, True)
        yield below(other, k, True)

    def _of_two(self, a: Variable, b: Variable) -> Iterator[Term]:
        if a.bits == b.bits:
            yield a.term == b.term
            yield ~below(wide(b, self._width), wide(a, self._width), a.signed)
            yield ~below(wide(a, self._width), wide(b, self._width), a.signed)
