"""Heaps whose parts are terms: what changes make of them, and what is seen of them, as terms (thesis, section 8.6).

Which node a pointer or an edge leads to are Booleans, one for each node that it may be; only weights are words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from synth import terms
from synth.booleans import FALSE, TRUE, negation
from synth.heap.formulas import Change, Sight
from synth.heap.heaps import FREED_NODE, NULL_NODE, SINKS, Node
from synth.terms import Term

Choice = Mapping[Node, Term]
"""Which node something leads to: for each that it may be, the Boolean that it is that one."""


def both(a: Term, b: Term) -> Term:
    """a ∧ b, made simpler where one is constant, or they are the same."""
    if a is FALSE or b is FALSE:
        return FALSE
    return b if a is TRUE or a is b else a if b is TRUE else a & b


def either(a: Term, b: Term) -> Term:
    """a ∨ b, made simpler likewise."""
    if a is TRUE or b is TRUE:
        return TRUE
    return b if a is FALSE or a is b else a if b is FALSE else a | b


def any_of(parts: Iterable[Term]) -> Term:
    """The disjunction of several."""
    found = FALSE
    for part in parts:
        found = either(found, part)
    return found


def _among(cases: Iterable[tuple[Term, Choice]]) -> dict[Node, Term]:
    """What is led to in the case that holds."""
    found: dict[Node, Term] = {}
    for condition, choice in cases:
        for node, own in choice.items():
            found[node] = either(found.get(node, FALSE), both(condition, own))
    return {node: own for node, own in found.items() if own is not FALSE}


def _word(cases: Iterable[tuple[Term, Term]]) -> Term:
    """The word in the case that holds, 0 where none does."""
    word = terms.constant(0)
    for condition, own in cases:
        if condition is not FALSE:
            word = own if condition is TRUE else terms.ite(condition, own, word)
    return word


@dataclass(frozen=True)
class SymbolicHeap:
    """A heap whose parts are terms: which node each pointer points to, and of each node its successor, and the weight there."""

    labels: Mapping[str, Choice]
    edges: Mapping[Node, Choice]
    weights: Mapping[Node, Term]
    _walked: dict[tuple[str, str], tuple[Term, Term]] = field(default_factory=dict, compare=False, repr=False)

    def at(self, pointer: str) -> Choice:
        """Which node a pointer points to."""
        return {SINKS[pointer]: TRUE} if pointer in SINKS else self.labels[pointer]

    def changed(self, change: Change, *pointers: str) -> SymbolicHeap:
        """The heap that a change makes of this one."""
        x, y = pointers[0], pointers[-1]
        match change:
            case Change.ASSIGN:
                return self._with(x, self.at(y))
            case Change.NEW:
                fresh = self._fresh()
                return self._with(x, {fresh: TRUE}, {fresh: {NULL_NODE: TRUE}}, {fresh: terms.constant(1)})
            case Change.LOOKUP:
                return self._looked_up(x, self.at(y))
            case Change.UPDATE:
                own = {n: c for n, c in self.at(x).items() if n in self.edges}
                return self._with(None, {}, {n: _among([(c, self.at(y)), (negation(c), self.edges[n])]) for n, c in own.items()},
                                  {n: _word([(TRUE, self.weights[n]), (c, terms.constant(1))]) for n, c in own.items()})
            case Change.FREE:
                gone = {n: c for n, c in self.at(x).items() if n in self.edges}
                return replace(self, labels={p: _without(c, gone) for p, c in self.labels.items()},
                               edges={n: _without(c, gone) for n, c in self.edges.items()}, _walked={})

    def _looked_up(self, x: str, at: Choice) -> SymbolicHeap:
        """x = y->next, where y points to `at`: a new node where the edge from there is longer."""
        fresh, own = self._fresh(), {n: c for n, c in at.items() if n in self.edges}
        longer = {n: FALSE if self.weights[n] is terms.constant(1) else both(c, self.weights[n] != 1) for n, c in own.items()}
        between = any_of(longer.values())
        there = _among([(c, {n: TRUE}) for n, c in at.items() if n not in own]
                       + [(both(c, negation(longer[n])), self.edges[n]) for n, c in own.items()] + [(between, {fresh: TRUE})])
        if between is FALSE:
            return self._with(x, there)
        edges = {n: _among([(longer[n], {fresh: TRUE}), (negation(longer[n]), self.edges[n])]) for n in own}
        weights = {n: _word([(TRUE, self.weights[n]), (c, terms.constant(1))]) for n, c in own.items()}
        behind = _among((longer[n], self.edges[n]) for n in own)
        return self._with(x, there, {**edges, fresh: behind},
                          {**weights, fresh: _word((longer[n], self.weights[n] - 1) for n in own)})

    def seen(self, sight: Sight, *pointers: str) -> Term:
        """What is seen of it, as a word."""
        match sight:
            case Sight.ALIAS:
                return _bit(self._meet(self.at(pointers[0]), self.at(pointers[1])))
            case Sight.PATH:
                return _bit(self._walk(*pointers)[0])
            case Sight.LENGTH:
                there, length = self._walk(*pointers)
                return _word([(there, length)])
            case Sight.CIRCULAR:
                at = self.at(pointers[0])
                return _bit(self._comes_to(self._behind(at), at)[0])
            case Sight.SIZE:
                return self._size()

    def _walk(self, x: str, y: str) -> tuple[Term, Term]:
        """Whether y is come to from x, and in how many steps then."""
        if (x, y) not in self._walked:
            self._walked[x, y] = self._comes_to(self.at(x), self.at(y))
        return self._walked[x, y]

    def _comes_to(self, at: Choice, to: Choice) -> tuple[Term, Term]:
        found, length = self._meet(at, to), terms.constant(0)
        for _ in self.edges:
            on = {n: left for n, c in at.items() if n in self.edges and (left := both(c, negation(to.get(n, FALSE)))) is not FALSE}
            if not on:
                break
            length = length + _word((c, self.weights[n]) for n, c in on.items())
            at = self._behind(on)
            found = either(found, self._meet(at, to))
        return found, length

    def _behind(self, at: Choice) -> Choice:
        return _among((c, self.edges[n]) for n, c in at.items() if n in self.edges)

    def _meet(self, a: Choice, b: Choice) -> Term:
        return any_of(both(c, b[n]) for n, c in a.items() if n in b)

    def _size(self) -> Term:
        reached = _among((TRUE, c) for c in self.labels.values())
        for _ in self.edges:
            reached = _among([(TRUE, reached), (TRUE, self._behind(reached))])
        size = terms.constant(0)
        for node, own in reached.items():
            size = size + _word([(own, self.weights[node])]) if node in self.edges else size
        return size

    def _with(self, x: str | None, at: Choice, edges: Mapping[Node, Choice] | None = None,
              weights: Mapping[Node, Term] | None = None) -> SymbolicHeap:
        labels = self.labels if x is None else {**self.labels, x: at}
        return SymbolicHeap(labels, {**self.edges, **(edges or {})}, {**self.weights, **(weights or {})})

    def _fresh(self) -> Node:
        return max((NULL_NODE, *self.edges)) + 1


def _bit(truth: Term) -> Term:
    return terms.constant(int(truth is TRUE)) if truth is TRUE or truth is FALSE else terms.ite(truth, 1, 0)


def _without(choice: Choice, gone: Choice) -> Choice:
    """Where freed nodes lead, instead of to them, to what is freed."""
    freed = any_of(both(choice[n], c) for n, c in gone.items() if n in choice)
    left = {n: both(c, negation(gone.get(n, FALSE))) for n, c in choice.items()}
    left[FREED_NODE] = either(left.get(FREED_NODE, FALSE), freed)
    return {n: c for n, c in left.items() if c is not FALSE}
