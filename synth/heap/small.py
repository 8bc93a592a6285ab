"""Formulas of SLH as terms over words: some heap satisfies a formula if and only if some words satisfy its term.

A heap that satisfies it is looked for among the small ones, with as many nodes at which paths meet as pointers (thesis, lemma 75:
those that no edge leaves need none). Of equal heaps there is one: a pointer has the node of an earlier pointer, or its own, and
nodes at which paths meet are numbered in the order in which edges lead to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from synth import terms
from synth.booleans import FALSE, TRUE, conjunction, negation
from synth.errors import InputError
from synth.heap.formulas import Formula, HeapTerm, Sight
from synth.heap.heaps import FREED_NODE, NULL_NODE, Heap, Node, kernel
from synth.heap.symbolic import Choice, Place, SymbolicHeap, all_of, any_of, both, either
from synth.terms import Term


@dataclass(frozen=True)
class Encoded:
    """A formula as a term: where `term` holds, the words say a heap for each that may be any, in which the formula holds."""

    term: Term
    formula: Formula
    unknown: Mapping[str, _Unknown]

    def within(self, most: int) -> list[Term]:
        """That in the heaps that may be any no pointer leads to more nodes than `most`."""
        spots = [spot for own in self.unknown.values() for spot in own.heap.spots.values()]
        return [part for spot in spots for part in (spot.cycle <= most, spot.within(most))]

    def heaps(self, words: Mapping[str, int]) -> dict[str, Heap]:
        """The heaps that words say, by name."""
        return {name: own.said(words) for name, own in self.unknown.items()}


def encoded(formula: Formula, more: int = 0) -> Encoded:
    """A formula as a term over words, whose names hold a `|` where they are of heaps; heaps have up to `more` nodes than they need.

    InputError for more pointers than the words can number.
    """
    largest = 2 * len(formula.pointers) + more + 1
    if largest.bit_length() > formula.width:
        raise InputError(f"{len(formula.pointers)} pointers are too many for words of {formula.width} bits")
    unknown: dict[str, _Unknown] = {}
    made: dict[HeapTerm, SymbolicHeap] = {}
    for heap in formula.heaps:
        if heap.before is None or heap.change is None:
            unknown[heap.name] = _Unknown(heap.name, formula.pointers, formula.freeing, more)
            made[heap] = unknown[heap.name].heap
        else:
            made[heap] = made[heap.before].changed(heap.change, *heap.pointers)
    by = {name: made[own.heap].seen(own.sight, *own.pointers) for name, own in formula.observations.items()}
    sized = (made[own.heap].size()[1] for own in formula.observations.values() if own.sight is Sight.SIZE)
    possible = all_of((*(heap.possible for heap in made.values()), *sized))
    return Encoded(conjunction([possible, terms.replaced(formula.body, by)]), formula, unknown)


class _Unknown:
    """A heap that may be any, in small: nodes 1 to n are those of n pointers, in their order, and the nodes behind them those at
    which paths meet. Words say which node each pointer and edge leads to, and what is known of each node; no two of them say the
    same heap.
    """

    def __init__(self, name: str, pointers: Sequence[str], freeing: bool, more: int) -> None:
        self._name, self._pointers = name, tuple(pointers)
        self._count = len(pointers)
        self._last, self._smallest = 2 * self._count + more, not more
        self._sinks = {NULL_NODE: 0, FREED_NODE: self._last + 1} if freeing else {NULL_NODE: 0}
        self._mask = (1 << (self._last + 1).bit_length()) - 1
        labels = {p: self._choice(p, self._label_range(i)) for i, p in enumerate(pointers, 1)}
        edges = {n: self._choice(n, self._edge_range(n)) for n in range(1, self._last + 1)}
        places = {n: Place(terms.symbol(f"{name}|{n}|rank"), terms.symbol(f"{name}|{n}|cycle"), self._root(n) == n,
                           terms.symbol(f"{name}|{n}|entry")) for n in edges}
        self._used = {n: labels[p][n] for n, p in enumerate(pointers, 1)}
        ahead = {n: {m: terms.symbol(f"{name}|{n}|{m}") & 1 == 1 for m in (*self._sinks, *edges)} for n in edges}
        spots = {p: Place(terms.symbol(f"{name}|{p}|rank"), terms.symbol(f"{name}|{p}|cycle"),
                          any_of(both(c, places[n].root) for n, c in at.items() if n > 0), terms.symbol(f"{name}|{p}|entry"))
                 for p, at in labels.items()}
        self.heap = SymbolicHeap(labels, spots, edges, places, ahead)
        self.heap = replace(self.heap, possible=conjunction([*self._labelled(), *self._linked(), *self._ranked()]))

    def _code(self, node: Node) -> int:
        return self._sinks.get(node, node)

    def _choice(self, of: str | Node, nodes: Sequence[Node]) -> Choice:
        """Which node a pointer or an edge leads to, by the low bits of a word."""
        number = terms.symbol(f"{self._name}|{of}") & self._mask
        return {n: number == self._code(n) for n in nodes}

    def _root(self, node: Node) -> Term:
        """The number of the root of the cycle that the path of a node leads into; 0 where there is none."""
        return terms.symbol(f"{self._name}|{node}|root") & self._mask if 1 <= node <= self._last else terms.constant(0)

    def _label_range(self, number: int) -> list[Node]:
        return [*self._sinks, *range(1, number + 1)]

    def _edge_range(self, node: Node) -> list[Node]:
        """An edge leads to a sink, the node of a pointer, or one at which paths meet: one more than edges before it may."""
        return [*self._sinks, *range(1, min(self._last, self._count + node) + 1)]

    def _labelled(self) -> list[Term]:
        """A pointer points to its own node, or to that of an earlier one which does."""
        found = []
        for number, pointer in enumerate(self._pointers, 1):
            at = self.heap.labels[pointer]
            found.append(any_of(at.values()))
            found += [at[n].implies(self._used[n]) for n in at if 0 < n < number]
            spot, there = self.heap.spots[pointer], self.heap.place(at)
            found += [spot.rank == there.rank, spot.cycle == there.cycle, spot.entry == there.entry]
        return found

    def _linked(self) -> list[Term]:
        """Edges lead to nodes that there are; where paths meet these are numbered as edges lead to them, two to each at least."""
        found, meeting = [], range(self._count + 1, self._last + 1)
        come = dict.fromkeys(meeting, FALSE)  # to which of them the edges so far lead
        twice = dict.fromkeys(meeting, FALSE)
        for node, to in self.heap.edges.items():
            if node in come:
                self._used[node] = come[node]
            found.append(any_of(to.values()))
            before = dict(come)
            for n, own in to.items():
                if n in come:
                    there = either(before[n], before.get(n - 1, TRUE) if n > node else FALSE)
                    found.append(TRUE if there is TRUE else own.implies(there))
                    twice[n] = either(twice[n], both(own, before[n]))
                    come[n] = either(come[n], own)
                elif n > 0:
                    found.append(own.implies(self._used[n]))
            found.append(either(self._used[node], to[NULL_NODE]))
        return found + [own.implies(twice[n]) for n, own in come.items() if self._smallest]

    def _ranked(self) -> list[Term]:
        """Along edges ranks fall, but for that of the root of a cycle, of which each has one; nodes can be counted."""
        found = []
        around = {n: terms.symbol(f"{self._name}|{n}|around") & 1 == 1 for n in self.heap.edges}  # which lie on cycles
        for node, to in self.heap.edges.items():
            place, root, there = self.heap.places[node], self._root(node), self.heap.place(to)
            known = self._place_of(to)
            falls = _either_of(place.root, both(place.rank == 0, there.rank < place.cycle), there.rank < place.rank)
            kept = both(place.cycle == there.cycle, root == known)
            nothing = conjunction([place.rank == 0, place.cycle == 0, root == 0])
            found.append(_either_of(self._used[node], conjunction([falls, kept, place.within(-1)]), nothing))
            before = (both(around[n], own[node]) for n, own in self.heap.edges.items() if node in own)
            found.append(around[node] == any_of((place.root, *before)))
            found.append(place.entry == terms.ite(around[node], place.rank, there.entry))
            found += self._led(node, to)
        return found

    def _led(self, node: Node, to: Choice) -> Iterator[Term]:
        """Ahead of a node are itself and, unless it is a root, what is ahead of its successor: as ranks fall, that says all."""
        goes_on = negation(self.heap.places[node].root)
        for other, own in self.heap.ahead[node].items():
            further = any_of(both(c, self.heap.ahead[n][other] if n in self.heap.ahead else TRUE if n == other else FALSE)
                             for n, c in to.items())
            yield own if other == node else own == both(goes_on, further)

    def _place_of(self, to: Choice) -> Term:
        word = terms.constant(0)
        for node, own in to.items():
            word = terms.ite(own, self._root(node), word) if node > 0 else word
        return word

    def said(self, words: Mapping[str, int]) -> Heap:
        """The heap that words say."""
        def named(*parts: object) -> int:
            return words["|".join(map(str, (self._name, *parts)))]

        def node(of: str | Node) -> Node:
            code = named(of) & self._mask
            return next((n for n, own in self._sinks.items() if own == code), code)

        edges, rank = dict[Node, tuple[Node, int]](), {n: named(n, "rank") for n in self.heap.edges}
        for n in self.heap.edges:
            to, begin = node(n), named(n, "cycle") if named(n, "root") & self._mask == n else rank[n]
            if begin:
                edges[n] = to, begin - rank.get(to, 0)
        return kernel(Heap({p: node(p) for p in self._pointers}, edges))


def _either_of(condition: Term, then: Term, otherwise: Term) -> Term:
    """One Boolean where the condition holds, and the other where not."""
    return either(both(condition, then), both(negation(condition), otherwise))
