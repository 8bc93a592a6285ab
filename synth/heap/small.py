"""Formulas of SLH as terms over words: some heap satisfies a formula if and only if some words satisfy its term.

A heap that satisfies it is looked for among the small ones, with as many nodes at which paths meet as pointers (thesis, lemma 75:
those that no edge leaves need none). Of equal heaps there is one: a pointer has the node of an earlier pointer, or its own, and
nodes at which paths meet are numbered in the order in which edges lead to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from synth import terms
from synth.booleans import FALSE, TRUE, conjunction
from synth.errors import InputError
from synth.heap.formulas import Formula, HeapTerm
from synth.heap.heaps import FREED_NODE, NULL_NODE, Heap, Node, kernel, room
from synth.heap.symbolic import Choice, SymbolicHeap, any_of, both, either
from synth.terms import Term


@dataclass(frozen=True)
class Encoded:
    """A formula as a term: where `term` holds, the words say a heap for each that may be any, in which the formula holds."""

    term: Term
    formula: Formula
    unknown: Mapping[str, _Unknown]

    def within(self, most: int) -> list[Term]:
        """That no heap has more nodes than `most`."""
        return [own.within(min(most, room(self.formula, name))) for name, own in self.unknown.items()]

    def heaps(self, words: Mapping[str, int]) -> dict[str, Heap]:
        """The heaps that words say, by name."""
        return {name: own.said(words) for name, own in self.unknown.items()}


def encoded(formula: Formula, more: int = 0) -> Encoded:
    """A formula as a term over words, whose names hold a `|` where they are of heaps; heaps have up to `more` nodes than they need.

    InputError for more pointers than the words can number.
    """
    largest = 2 * len(formula.pointers) + more + 1
    if largest >= 1 << formula.width:
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
    possible = (both(own.possible, own.within(room(formula, name))) for name, own in unknown.items())
    return Encoded(conjunction([*possible, terms.replaced(formula.body, by)]), formula, unknown)


class _Unknown:
    """A heap that may be any, in small: nodes 1 to n are those of n pointers, in their order, and the nodes behind them those at
    which paths meet.

    heap      its parts, over words that say which node each pointer and edge leads to
    possible  which words say a heap, no two of them the same one
    """

    def __init__(self, name: str, pointers: Sequence[str], freeing: bool, more: int) -> None:
        self._name, self._pointers = name, tuple(pointers)
        self._count = len(pointers)
        self._last, self._smallest = 2 * self._count + more, not more
        self._sinks = {NULL_NODE: 0, FREED_NODE: self._last + 1} if freeing else {NULL_NODE: 0}
        labels = {p: self._choice(f"{name}|{p}", self._label_range(i)) for i, p in enumerate(pointers, 1)}
        edges = {n: self._choice(f"{name}|{n}", self._edge_range(n)) for n in range(1, self._last + 1)}
        self._weights = {n: terms.symbol(f"{name}|{n}|weight") for n in edges}
        self.heap = SymbolicHeap(labels, edges, self._weights)
        self._used = {n: labels[p][n] for n, p in enumerate(pointers, 1)}
        self.possible = conjunction([*self._labelled(), *self._linked()])

    def _code(self, node: Node) -> int:
        return self._sinks.get(node, node)

    def _choice(self, name: str, nodes: Sequence[Node]) -> Choice:
        return {n: terms.symbol(name) == self._code(n) for n in nodes}

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
        for node, to in self.heap.edges.items():
            own, weight = self._used[node], self._weights[node]
            found.append(terms.ite(own, weight != 0, both(to[NULL_NODE], weight == 0)) != 0)
        return found + [own.implies(twice[n]) for n, own in come.items() if self._smallest]

    def within(self, most: int) -> Term:
        """That there are so many nodes at most: the sum of the weights does not wrap around, nor is it greater."""
        found, total = [], terms.constant(0)
        for weight in self._weights.values():
            found.append(weight <= terms.constant(most) - total)
            total = total + weight
        return conjunction(found)

    def said(self, words: Mapping[str, int]) -> Heap:
        """The heap that words say."""
        node = {code: n for n, code in self._sinks.items()}
        labels = {p: node.get(words[f"{self._name}|{p}"], words[f"{self._name}|{p}"]) for p in self._pointers}
        edges = {n: (node.get(words[f"{self._name}|{n}"], words[f"{self._name}|{n}"]), words[f"{self._name}|{n}|weight"])
                 for n in self.heap.edges if words[f"{self._name}|{n}|weight"]}
        return kernel(Heap(labels, edges))
