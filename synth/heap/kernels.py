"""Satisfiability of formulas of SLH, kernel by kernel: another way than by words that say which heap it is (`small`).

A shape says which node each pointer and edge leads to; only the weights of edges are left open. Changes are carried out on it as on
a heap, with a case for each lookup that may end within an edge, and what is seen is a sum of weights. So what is left of a formula
is one of words, in which there are no heaps. Shapes of n pointers are 4, 32, 416, 7,552 … for n from 1 on.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from synth import terms
from synth.algebra.folding import folded
from synth.booleans import FALSE, TRUE, conjunction, conjuncts, disjunction, negation
from synth.checking.backends import SOLVERS
from synth.checking.validity.prover import Fails, Open, Valid, decided
from synth.heap.formulas import Change, Formula, HeapTerm, Observation, Sight
from synth.heap.heaps import FREED_NODE, NULL_NODE, SINKS, Heap, Node, kernel
from synth.heap.numbers import impossible, without_products
from synth.heap.outcome import Model, Outcome, Undecided, Unsatisfiable, Way
from synth.terms import Term, TermKind
from synth.transition import symbols

_CASES, _OF_PRODUCTS = 40, 2
"""How many cases a solver is asked about at once: of products, few are related to one another (`numbers`)."""


def satisfiable_by_kernels(formula: Formula, seconds: float, solvers: tuple[str, ...] = SOLVERS) -> Outcome:
    """Whether heaps and words satisfy a formula, within `seconds`."""
    until, used = time.monotonic() + seconds, set[str]()
    cases, most = _in_time(_Search(formula).cases(), until), _CASES if without_products(formula.body) is None else _OF_PRODUCTS
    while batch := list(islice(cases, most)):
        term = disjunction(case.term for case in batch)
        if time.monotonic() > until:
            break
        if by := impossible(term, formula.width, until - time.monotonic(), solvers):
            used |= by
            continue
        match decided(negation(term), formula.width, max(0.0, until - time.monotonic()), solvers):
            case Valid(by):
                used |= by
            case Fails(words):
                models = (case.model(formula, words) for case in batch)
                found = next((model for model in models if model.satisfies(formula)), None)
                return found or Undecided("a solver gives a model that is none")
            case Open(reason):
                return Undecided(reason)
    return Undecided("timeout") if time.monotonic() > until else Unsatisfiable(frozenset(used or {"evaluation"}), Way.KERNELS)


def shapes(count: int, freeing: bool) -> Iterator[tuple[dict[int, Node], dict[Node, Node]]]:
    """The node of each of some pointers, numbered from 1 on, and the successor of each node, of all kernels: each once."""
    for labels in _labellings(count, [NULL_NODE, *([FREED_NODE] if freeing else [])], {}):
        own = sorted({n for n in labels.values() if n > 0})
        for edges in _linked(own, list(own), 0, {}, [NULL_NODE, *([FREED_NODE] if freeing else [])], count):
            yield labels, edges


def _labellings(count: int, sinks: Sequence[Node], so_far: dict[int, Node]) -> Iterator[dict[int, Node]]:
    number = len(so_far) + 1
    if number > count:
        yield so_far
        return
    for node in (*sinks, *sorted({n for n in so_far.values() if n > 0}), number):
        yield from _labellings(count, sinks, {**so_far, number: node})


def _linked(own: Sequence[Node], order: list[Node], place: int, edges: dict[Node, Node], sinks: Sequence[Node],
            count: int) -> Iterator[dict[Node, Node]]:
    """Successors of the nodes in `order` from a place on; nodes without a pointer are added to it as edges come to them."""
    meeting = order[len(own):]
    if place == len(order):
        if all(sum(to == n for to in edges.values()) > 1 for n in meeting):
            yield edges
        return
    node = order[place]
    for to in (*sinks, *order):
        yield from _linked(own, order, place + 1, {**edges, node: to}, sinks, count)
    if len(meeting) < len(own):  # no more can have two edges to them
        fresh = count + len(meeting) + 1
        yield from _linked(own, [*order, fresh], place + 1, {**edges, node: fresh}, sinks, count)


@dataclass(frozen=True)
class _Weighted:
    """A heap whose weights are terms."""

    labels: Mapping[str, Node]
    edges: Mapping[Node, tuple[Node, Term]]

    def node(self, pointer: str) -> Node:
        return SINKS[pointer] if pointer in SINKS else self.labels[pointer]

    def pointing(self, pointer: str, node: Node) -> _Weighted:
        return replace(self, labels={**self.labels, pointer: node})

    def path(self, node: Node) -> list[Node]:
        """The nodes with edges that are come to from one, in order."""
        found = dict[Node, None]()
        while node in self.edges and node not in found:
            found[node] = None
            node = self.edges[node][0]
        return list(found)

    def length(self, node: Node, to: Node) -> Term | None:
        """In how many steps one comes from a node to another; None where one does not."""
        total = terms.constant(0)
        for own in self.path(node):
            if own == to:
                return total
            total = total + self.edges[own][1]
            if self.edges[own][0] == to:
                return total
        return total if node == to else None

    def said(self, words: Mapping[str, int]) -> Heap:
        """The heap with the weights that words say."""
        return kernel(Heap(dict(self.labels), {n: (to, words.get(str(w.data), 1)) for n, (to, w) in self.edges.items()}))


@dataclass(frozen=True)
class _Case:
    """One way through a formula: the heaps so far, what is known of their weights, and what is left to hold."""

    made: Mapping[HeapTerm, _Weighted]
    known: tuple[Term, ...]
    left: tuple[Term, ...]
    unknown: Mapping[str, _Weighted] = field(default_factory=dict)

    @property
    def term(self) -> Term:
        """What words satisfy where this way is gone."""
        return conjunction([*self.known, *self.left])

    def model(self, formula: Formula, words: Mapping[str, int]) -> Model:
        """The heaps and words that some words say."""
        return Model({name: heap.said(words) for name, heap in self.unknown.items()},
                     {name: words.get(name, 0) for name in formula.numbers})


class _Search:
    """The ways through the heaps of a formula that are not seen to be impossible."""

    def __init__(self, formula: Formula) -> None:
        self._formula, self._order = formula, formula.heaps
        self._parts = tuple(conjuncts(formula.body))
        self._seen = {id(part): [(name, own) for name, own in formula.observations.items() if name in symbols((part,))]
                      for part in self._parts}
        self._known: dict[tuple[int, tuple[int, ...]], Term] = {}

    def cases(self) -> Iterator[_Case]:
        """All of them."""
        return self._through(0, _Case({}, (), self._parts))

    def _through(self, place: int, case: _Case) -> Iterator[_Case]:
        left = self._left(case)
        if left is None:
            return
        if place == len(self._order):
            yield replace(case, left=left)
            return
        for further in _made(self._formula, self._order[place], replace(case, left=left)):
            yield from self._through(place + 1, further)

    def _left(self, case: _Case) -> tuple[Term, ...] | None:
        """What is left to hold with all said that is seen by now; None where that does not hold."""
        left: list[Term] = []
        for part in case.left:
            own = self._seen.get(id(part), ())
            if any(observation.heap not in case.made for _, observation in own):
                left.append(part)
                continue
            said = self._said(part, {name: _seen(observation, case.made[observation.heap]) for name, observation in own})
            if said.kind is TermKind.CONSTANT and not said.data:
                return None
            left += [] if said is TRUE else [said]
        return tuple(left)

    def _said(self, part: Term, seen: Mapping[str, Term]) -> Term:
        """A part of the formula with what is seen put in."""
        key = id(part), tuple(map(id, seen.values()))
        if key not in self._known or any(term.kind is not TermKind.CONSTANT for term in seen.values()):
            made = folded(terms.replaced(part, seen), self._formula.width) if seen else part
            self._known[key] = made
            return made
        return self._known[key]


def _made(formula: Formula, heap: HeapTerm, case: _Case) -> Iterator[_Case]:
    """The case with one more heap, for each way in which it may be made."""
    if heap.before is None or heap.change is None:
        for labels, edges in shapes(len(formula.pointers), formula.freeing):
            weights = {n: terms.symbol(f"{heap.name}|{n}|steps") for n in edges}
            own = _Weighted(dict(zip(formula.pointers, labels.values(), strict=True)),
                            {n: (to, weights[n]) for n, to in edges.items()})
            known = (*case.known, *(w != 0 for w in weights.values()), *_countable(own))
            yield replace(case, made={**case.made, heap: own}, known=known, unknown={**case.unknown, heap.name: own})
        return
    for known, made in _changed(case.made[heap.before], heap.change, heap.pointers):
        if conjunction(known) is not FALSE:
            sized = _countable(made) if heap.change in (Change.UPDATE, Change.NEW) else []
            yield replace(case, made={**case.made, heap: made}, known=(*case.known, *known, *sized))


def _changed(heap: _Weighted, change: Change, pointers: Sequence[str]) -> Iterator[tuple[tuple[Term, ...], _Weighted]]:
    """What a change makes of a heap, and what is known of weights then: a case for each."""
    x, y = pointers[0], pointers[-1]
    own, other, fresh = heap.node(x), heap.node(y), max((NULL_NODE, *heap.edges)) + 1
    one = terms.constant(1)
    if change is Change.ASSIGN or (change is Change.LOOKUP and other not in heap.edges):
        yield (), heap.pointing(x, other)
    elif change is Change.NEW:
        yield (), replace(heap.pointing(x, fresh), edges={**heap.edges, fresh: (NULL_NODE, one)})
    elif change is Change.LOOKUP:
        to, weight = heap.edges[other]
        if weight is not one:
            between = {other: (fresh, one), fresh: (to, weight - 1)}
            yield (weight != 1,), replace(heap.pointing(x, fresh), edges={**heap.edges, **between})
        yield (() if weight is one else (weight == 1,)), replace(heap.pointing(x, to), edges={**heap.edges, other: (to, one)})
    elif own not in heap.edges:
        yield (), heap
    elif change is Change.UPDATE:
        yield (), replace(heap, edges={**heap.edges, own: (other, one)})
    else:
        edges = {n: (FREED_NODE if to == own else to, weight) for n, (to, weight) in heap.edges.items() if n != own}
        yield (), _Weighted({p: FREED_NODE if n == own else n for p, n in heap.labels.items()}, edges)


def _seen(observation: Observation, heap: _Weighted) -> Term:
    """What is seen of a heap, as a word."""
    nodes = [heap.node(p) for p in observation.pointers]
    match observation.sight:
        case Sight.ALIAS:
            return terms.constant(int(nodes[0] == nodes[1]))
        case Sight.PATH:
            return terms.constant(int(heap.length(*nodes) is not None))
        case Sight.LENGTH:
            length = heap.length(*nodes)
            return terms.constant(0) if length is None else length
        case Sight.MEET:
            return terms.constant(int(bool(set(heap.path(nodes[0])) & set(heap.path(nodes[1])))))
        case Sight.CIRCULAR:
            behind = heap.edges.get(nodes[0])
            return terms.constant(int(behind is not None and heap.length(behind[0], nodes[0]) is not None))
        case Sight.SIZE:
            return _sum(heap, {n for p in heap.labels.values() for n in heap.path(p)})


def _sum(heap: _Weighted, nodes: set[Node]) -> Term:
    total = terms.constant(0)
    for node in sorted(nodes):
        total = total + heap.edges[node][1]
    return total


def _countable(heap: _Weighted) -> list[Term]:
    """That from no pointer more nodes are come to than there are words."""
    found = dict[Term, None]()
    for node in sorted({n for n in heap.labels.values() if n in heap.edges}):
        total = terms.constant(0)
        for own in heap.path(node):
            weight = heap.edges[own][1]
            found[weight <= terms.constant(-1) - total] = None
            total = total + weight
    return list(found)


def _in_time(cases: Iterator[_Case], until: float) -> Iterator[_Case]:
    for case in cases:
        if time.monotonic() > until:
            return
        yield case
