"""Facts about an element of an array at an index that is chosen before, which hold of all elements: what a loop has passed, or has
not come to yet, is a number, another word, the element of another array at the same place, or in order.

The index is a word that no edge changes; that it may be any makes a fact about it one that quantifies over it (Monniaux, Gonnord,
Cell morphing, SAS 2016). Where no run came to a place, all facts of these kinds are candidates there. It loses where what matters
of an element depends on more than one comparison of its index.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations, islice, permutations

from synth import terms
from synth.analysis.invariants.candidates import below, held, wide
from synth.analysis.simulation.simulator import constants_of
from synth.booleans import TRUE, conjunction
from synth.checking.validity.prover import Valid, valid
from synth.terms import Term
from synth.transition import TransitionSystem, Variable

_PROOF = 0.2
"""Seconds for seeing that an index lies on one side of a constant anyway."""

_MOST, _CANDIDATES, _CONSTANTS, _WORDS, _INDICES = 300, 6_000, 6, 6, 3
"""The most facts of a place, and how many are tried; how many constants, other words and indices of other arrays they speak of."""


def has_chosen(system: TransitionSystem) -> bool:
    """Whether some variable is an element at an index that is chosen before."""
    return any(v.index for v in system.variables)


def chosen_facts(system: TransitionSystem, head: int, states: Sequence[Mapping[str, int]], known: Term = TRUE) -> list[Term]:
    """The candidates for a place of which something is known; those that all `states` have in common, where there are some."""
    candidates = islice(dict.fromkeys(_Kinds(system, head, known).facts()), _CANDIDATES)
    return held(system, states, candidates, _MOST) if states else list(islice(candidates, _MOST))


def ranges(system: TransitionSystem, head: int) -> list[Term]:
    """Where indices may lie: within their arrays, whose lengths are constants or words."""
    kinds = _Kinds(system, head, TRUE)
    return list(kinds.ranges())


class _Kinds:
    """The facts that are tried at a place."""

    def __init__(self, system: TransitionSystem, head: int, known: Term) -> None:
        there = [v for v in system.variables if v.name in system.needed[head] and not v.floating]
        self._width, self._known = system.width, known
        self._by_name = {v.name: v for v in system.variables}
        self._elements = [v for v in there if v.index in self._by_name and v.index != v.name]
        self._indices = [v for v in there if v.index == v.name]
        self._words = [v for v in there if not v.index and v.bits > 1][:_WORDS]
        signs = [1 << (bits - 1) for bits in {*(v.bits for v in system.variables if v.bits > 1), system.width}]
        spoken = [c ^ next((s for s in signs if s <= c < 2 * s), 0) for c in constants_of(system, (0,))]  # a word compared with
        small = [c for c in dict.fromkeys(spoken) if c >> (system.width - 1) == 0]  # its sign turned, as signed ones are
        self._constants = small[:_CONSTANTS]

    def facts(self) -> Iterator[Term]:
        """All of them, the likelier ones first."""
        return chain(self._alone(), self._elsewhere(), self._of_pairs(), self._of_sums(), self._of_even())

    def _alone(self) -> Iterator[Term]:
        """Facts about one element, by where its index lies."""
        for element in self._elements:
            yield from self._guarded(TRUE, element, self._of_one(element))

    def _elsewhere(self) -> Iterator[Term]:
        """The same where the index is one of another array, too."""
        for element in self._elements:
            for other in self._indices[:_INDICES]:
                if other.name != element.index:
                    yield from self._guarded(self._index(element) == wide(other, self._width), element, self._of_one(element))

    def _of_pairs(self) -> Iterator[Term]:
        for a, b in combinations(self._elements, 2):
            for beside in self._beside(a, b):
                yield from self._guarded(beside, a, self._of_two(a, b))

    def _of_sums(self) -> Iterator[Term]:
        """That an element is the sum of those of two other arrays at the same place."""
        for a, b, c in permutations(self._elements, 3) if len(self._elements) <= 4 else ():
            if b.name < c.name and len({a.index, b.index, c.index}) == 3:
                same = conjunction([self._index(a) == self._index(b), self._index(a) == self._index(c)])
                yield from self._guarded(same, a, [a.term == (b.term + c.term) & (1 << a.bits) - 1])

    def _of_even(self) -> Iterator[Term]:
        """Facts about the elements at even indices."""
        for element in self._elements:
            yield from self._guarded(self._index(element) & 1 == 0, element, self._of_one(element))

    def _guarded(self, condition: Term, element: Variable, facts: Iterable[Term]) -> Iterator[Term]:
        """Facts under a condition, and where the index of an element lies somewhere besides."""
        known = list(facts)
        for when in (TRUE, *self._whens[element.index]):
            both = conjunction([condition, when])
            yield from known if both is TRUE else (both.implies(fact) for fact in known)

    @cached_property
    def _whens(self) -> dict[str, list[Term]]:
        return {e.index: list(self._when(self._by_name[e.index])) for e in self._elements}

    def ranges(self) -> Iterator[Term]:
        """Bounds of the indices."""
        for v in self._indices:
            k = wide(v, self._width)
            yield ~below(k, terms.constant(0), True)
            yield from (below(k, terms.constant(c), True) for c in self._constants if c > 1)
            yield from (below(k, wide(w, self._width), True) for w in self._words)

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
            inside = below(k, terms.constant(c), True)
            if c > 1 and not any(self._follows(side) for side in (inside, ~inside)):
                yield inside
                yield ~inside

    def _follows(self, condition: Term) -> bool:
        """Whether a condition is known to hold."""
        return isinstance(valid(self._known.implies(condition), self._width, _PROOF), Valid)

    def _of_one(self, element: Variable) -> Iterator[Term]:
        value, signed = wide(element, self._width), element.signed
        for c in self._constants:
            yield element.term == c
        for v in self._words:
            if v.bits == element.bits:
                yield element.term == v.term
                yield element.term != v.term
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
