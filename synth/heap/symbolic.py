"""Heaps whose parts are terms: what changes make of them, and what is seen of them, as terms (thesis, section 8.6).

Which node a pointer or an edge leads to are Booleans, one for each node that it may be, and so are which nodes are ahead of which.
Lengths are differences of ranks: the rank of a node is in how many steps its path ends in a node without edge or, where it leads
into a cycle, in the root of that, one of its nodes, which has rank 0. So a length takes one subtraction, whatever the path, and
lengths that belong together have words in common. Of a path into a cycle the rank at which it enters that is known, too: a node of
the rank r comes to r - e + c nodes where its path enters a cycle of c nodes at the rank e.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

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


def _word(condition: Term, then: Term, otherwise: Term) -> Term:
    """A word, made simpler where the condition is constant, or it does not matter."""
    if condition is TRUE or then is otherwise:
        return then
    return otherwise if condition is FALSE else terms.ite(condition, then, otherwise)


def _among(cases: Iterable[tuple[Term, Choice]]) -> dict[Node, Term]:
    """What is led to in the case that holds."""
    found: dict[Node, Term] = {}
    for condition, choice in cases:
        for node, own in choice.items():
            found[node] = either(found.get(node, FALSE), both(condition, own))
    return {node: own for node, own in found.items() if own is not FALSE}


def _meet(a: Choice, b: Choice) -> Term:
    return any_of(both(c, b[n]) for n, c in a.items() if n in b)


ZERO, ONE = terms.constant(0), terms.constant(1)


@dataclass(frozen=True)
class Place:
    """What is known of a node: its rank, the length of the cycle that its path leads into, 0 where there is none, whether it is the
    root of that, and the rank of the node at which its path enters it: its own where it lies on the cycle."""

    rank: Term
    cycle: Term = ZERO
    root: Term = FALSE
    entry: Term = ZERO

    def within(self, most: int) -> Term:
        """That it comes to no more nodes than `most`, itself included, where so many lie on its cycle at most."""
        return self.rank - self.entry <= terms.constant(most) - self.cycle


_END = Place(ZERO)
"""Of nodes that no edge leaves."""


@dataclass(frozen=True)
class SymbolicHeap:
    """A heap whose parts are terms.

    labels    which node each pointer points to
    spots     what is known of that node: of its place, said so that lengths keep their words when pointers move
    edges     the successor of each node
    places    what is known of each of these nodes
    ahead     which nodes each of these leads to, itself included, by no edge that leaves the root of a cycle
    possible  that so many nodes can be counted: from no pointer more are come to than there are words
    """

    labels: Mapping[str, Choice]
    spots: Mapping[str, Place]
    edges: Mapping[Node, Choice]
    places: Mapping[Node, Place]
    ahead: Mapping[Node, Choice]
    possible: Term = TRUE

    def at(self, pointer: str) -> Choice:
        """Which node a pointer points to."""
        return {SINKS[pointer]: TRUE} if pointer in SINKS else self.labels[pointer]

    def spot(self, pointer: str) -> Place:
        """What is known of the node that a pointer points to."""
        return _END if pointer in SINKS else self.spots[pointer]

    def place(self, at: Choice) -> Place:
        """What is known of the node that something leads to."""
        known = [(c, self.places.get(n, _END)) for n, c in at.items()]
        return Place(_total((c, p.rank) for c, p in known), _total((c, p.cycle) for c, p in known),
                     any_of(both(c, p.root) for c, p in known), _total((c, p.entry) for c, p in known))

    def behind(self, at: Choice) -> dict[Node, Term]:
        """The successor of the node that something leads to."""
        return _among((c, self.edges[n]) for n, c in at.items() if n in self.edges)

    # -- changes --

    def changed(self, change: Change, *pointers: str) -> SymbolicHeap:
        """The heap that a change makes of this one."""
        x, y = pointers[0], pointers[-1]
        match change:
            case Change.ASSIGN:
                return self._pointing(x, self.at(y), self.spot(y))
            case Change.NEW:
                fresh = self._fresh()
                made = self._with(fresh, {NULL_NODE: TRUE}, Place(ONE), {fresh: TRUE, NULL_NODE: TRUE})
                return made._pointing(x, {fresh: TRUE}, Place(ONE))
            case Change.LOOKUP:
                return self._looked_up(x, y)
            case Change.UPDATE:
                return self._updated(x, y)
            case Change.FREE:
                return self._freed(x)

    def _looked_up(self, x: str, y: str) -> SymbolicHeap:
        """x = y->next: to a new node where the edge from there is longer than a step."""
        at, before, fresh = self.at(y), self.spot(y), self._fresh()
        own, to = self._inner(at), self.behind(at)
        inner, after = any_of(own.values()), self.place(to)
        begin = _word(before.root, before.cycle, before.rank)
        longer = FALSE if begin is ONE and after.rank is ZERO else both(inner, begin - after.rank != 1)
        around = FALSE if before.cycle is ZERO else before.rank == before.entry
        entry = _word(both(inner, around), begin - 1, before.entry)
        spot = Place(_word(inner, begin - 1, ZERO), before.cycle, both(negation(longer), after.root), entry)
        there = _among([(TRUE, {n: c for n, c in at.items() if n not in own}), (negation(longer), to), (longer, {fresh: TRUE})])
        if longer is FALSE:
            return self._pointing(x, there, spot)
        edges = {n: _among([(both(c, longer), {fresh: TRUE}), (negation(both(c, longer)), self.edges[n])]) for n, c in own.items()}
        shown = both(longer, negation(before.root))
        ahead = {n: _among([(TRUE, to), (both(shown, _meet(to, own)), {fresh: TRUE})]) for n, to in self.ahead.items()}
        made = replace(self, edges={**self.edges, **edges}, ahead=ahead)
        beyond = _among([(TRUE, {fresh: TRUE}), (TRUE, self._ahead_of(to))])
        return made._with(fresh, to, Place(begin - 1, before.cycle, FALSE, entry), beyond)._pointing(x, there, spot)

    def _updated(self, x: str, y: str) -> SymbolicHeap:
        """x->next = y: of all nodes that lead to x the paths go on behind it from y, or in a cycle with the root x."""
        own, to, on = self._inner(self.at(x)), self.at(y), self.spot(y)
        if not own:
            return self
        back = self._way(to, on, own, self.spot(x))
        closed, beyond = back.there, self._ahead_of(to)
        further, cycle = _word(closed, ZERO, on.rank + 1), _word(closed, back.length + 1, on.cycle)

        def moved(way: _Way, place: Place, is_x: Term, met: Term) -> Place:
            return Place(_word(way.there, way.length + further, place.rank), _word(way.there, cycle, place.cycle),
                         either(both(both(way.there, closed), is_x), both(negation(way.there), place.root)),
                         _word(way.there, _word(closed, met, on.entry), place.entry))

        ways = {n: self._way({n: TRUE}, p, own, self.spot(x)) for n, p in self.places.items()}
        spots = {p: self._way(at, self.spots[p], own, self.spot(x)) for p, at in self.labels.items()}
        ring = _among((c, self._between(n, ways[n], own)) for n, c in to.items() if n in ways)
        meets = {n: ZERO if closed is FALSE else self._meets(n, ways, ring, own) for n in ways}
        met = {p: _total((c, meets[n]) for n, c in at.items() if n in ways) for p, at in self.labels.items()}
        ahead = {n: _among([(negation(way.there), self.ahead[n]), (way.there, self._between(n, way, own)),
                            (both(way.there, negation(closed)), beyond)]) for n, way in ways.items()}
        edges = {n: _among([(c, to), (negation(c), self.edges[n])]) for n, c in own.items()}
        # a pointer with length l to x comes to l + 1 nodes up to x, and to those behind y, but for those on the way there
        more = {p: _word(closed, back.length - own_met, on.rank - on.entry + on.cycle) for p, own_met in met.items()}
        fits = (either(negation(way.there), both(more[p] + 1 != 0, way.length <= terms.constant(-2) - more[p]))
                for p, way in spots.items())
        return SymbolicHeap(
            self.labels, {p: moved(way, self.spots[p], _meet(self.labels[p], own), met[p]) for p, way in spots.items()},
            {**self.edges, **edges}, {n: moved(way, self.places[n], own.get(n, FALSE), meets[n]) for n, way in ways.items()},
            ahead, all_of((self.possible, *fits)))

    def _meets(self, node: Node, ways: Mapping[Node, _Way], ring: Choice, end: Choice) -> Term:
        """In how many steps of its way to `end` a node comes to it from where it meets another way there, over the nodes `ring`."""
        word = ZERO
        for other, own in self._between(node, ways[node], end).items():
            meeting, length = both(own, ring.get(other, FALSE)), ways[other].length if other in ways else ZERO
            word = _word(both(meeting, word < length), length, word)
        return word

    def _freed(self, x: str) -> SymbolicHeap:
        """What led to the node of x leads to what is freed."""
        gone = self._inner(self.at(x))
        if not gone:
            return self

        def moved(way: _Way, place: Place) -> Place:
            return Place(_word(way.there, way.length, place.rank), _word(way.there, ZERO, place.cycle),
                         both(negation(way.there), place.root), _word(way.there, ZERO, place.entry))

        ways = {n: self._way({n: TRUE}, p, gone, self.spot(x)) for n, p in self.places.items()}
        spots = {p: self._way(at, self.spots[p], gone, self.spot(x)) for p, at in self.labels.items()}
        ahead = {n: _without(_among([(negation(way.there), self.ahead[n]), (way.there, self._between(n, way, gone))]), gone)
                 for n, way in ways.items()}
        return SymbolicHeap({p: _without(c, gone) for p, c in self.labels.items()},
                            {p: moved(way, self.spots[p]) for p, way in spots.items()},
                            {n: _without(c, gone) for n, c in self.edges.items()},
                            {n: moved(way, self.places[n]) for n, way in ways.items()}, ahead, self.possible)

    # -- what is seen --

    def seen(self, sight: Sight, *pointers: str) -> Term:
        """What is seen of it, as a word."""
        if sight is Sight.SIZE:
            return self.size()[0]
        at, to = self.at(pointers[0]), self.at(pointers[-1])
        if sight is Sight.ALIAS:
            return _bit(_meet(at, to))
        if sight is Sight.CIRCULAR:
            directly, around = self._leads(self.behind(at), to)
            return _bit(either(directly, around))
        if sight is Sight.MEET:
            return _bit(_meet(self._inner(self._reached(at)), self._reached(to)))
        directly, around = self._leads(at, to)
        there = either(directly, around)
        if sight is Sight.PATH:
            return _bit(there)
        return _word(there, _length(self.spot(pointers[0]), self.spot(pointers[1]), directly), ZERO)

    def size(self) -> tuple[Term, Term]:
        """How many nodes there are that some pointer leads to, and whether so many can be counted."""
        reached = self._reached(_among((TRUE, c) for c in self.labels.values()))
        size, fits = ZERO, TRUE
        for node, place in self.places.items():
            after = self.place(self.edges[node])
            weight = _word(reached.get(node, FALSE), _word(place.root, place.cycle, place.rank) - after.rank, ZERO)
            fits, size = both(fits, weight <= terms.constant(-1) - size), size + weight
        return size, fits

    # -- paths --

    def _ahead_of(self, at: Choice) -> dict[Node, Term]:
        """The nodes that are ahead of the one that something leads to."""
        return _among((c, self.ahead.get(n, {n: TRUE})) for n, c in at.items())

    def _reached(self, at: Choice) -> dict[Node, Term]:
        """The nodes that are come to from some."""
        ahead = self._ahead_of(at)
        return _among([(TRUE, ahead), (TRUE, self._ahead_of(self.behind(self._roots(ahead))))])

    def _roots(self, at: Choice) -> dict[Node, Term]:
        """Those that are roots."""
        return {n: both(c, self.places[n].root) for n, c in at.items() if n in self.places}

    def _leads(self, at: Choice, to: Choice) -> tuple[Term, Term]:
        """Whether a node leads to another, by no edge that leaves a root, and by one."""
        ahead = self._ahead_of(at)
        return _meet(ahead, to), _meet(self._ahead_of(self.behind(self._roots(ahead))), to)

    def _way(self, at: Choice, begin: Place, to: Choice, end: Place) -> _Way:
        """The way from one node to another."""
        directly, around = self._leads(at, to)
        return _Way(either(directly, around), directly, _length(begin, end, directly))

    def _between(self, node: Node, way: _Way, to: Choice) -> dict[Node, Term]:
        """The nodes on the way from a node to another, both included."""
        ahead = self.ahead[node]
        beyond = self._ahead_of(self.behind(self._roots(ahead)))
        leading = {n: _meet(further, to) for n, further in self.ahead.items()}
        around = both(way.there, negation(way.directly))
        return _among([(way.directly, {n: both(c, leading.get(n, FALSE)) for n, c in ahead.items()}), (around, ahead),
                       (around, {n: both(c, leading.get(n, FALSE)) for n, c in beyond.items()})])

    # -- parts --

    def _inner(self, at: Choice) -> dict[Node, Term]:
        """The nodes that have edges."""
        return {n: c for n, c in at.items() if n in self.edges}

    def _pointing(self, x: str, at: Choice, spot: Place) -> SymbolicHeap:
        return replace(self, labels={**self.labels, x: at}, spots={**self.spots, x: spot})

    def _with(self, node: Node, to: Choice, place: Place, ahead: Choice) -> SymbolicHeap:
        return replace(self, edges={**self.edges, node: to}, places={**self.places, node: place}, ahead={**self.ahead, node: ahead})

    def _fresh(self) -> Node:
        return max((NULL_NODE, *self.edges)) + 1


@dataclass(frozen=True)
class _Way:
    """Whether there is a way from one node to another, whether by no edge that leaves a root, and its length."""

    there: Term
    directly: Term
    length: Term


def all_of(parts: Iterable[Term]) -> Term:
    """The conjunction of several."""
    found = TRUE
    for part in parts:
        found = both(found, part)
    return found


def _length(begin: Place, end: Place, directly: Term) -> Term:
    """In how many steps one node leads to another, where it does; `directly`, or behind the root of a cycle."""
    return begin.rank - end.rank if directly is TRUE else begin.rank - end.rank + _word(directly, ZERO, begin.cycle)


def _total(cases: Iterable[tuple[Term, Term]]) -> Term:
    """The word in the case that holds, 0 where none does."""
    word = ZERO
    for condition, own in cases:
        word = _word(condition, own, word)
    return word


def _bit(truth: Term) -> Term:
    return terms.constant(int(truth is TRUE)) if truth is TRUE or truth is FALSE else terms.ite(truth, 1, 0)


def _without(choice: Choice, gone: Choice) -> Choice:
    """Where freed nodes lead, instead of to them, to what is freed."""
    freed = any_of(both(choice[n], c) for n, c in gone.items() if n in choice)
    left = {n: both(c, negation(gone.get(n, FALSE))) for n, c in choice.items()}
    left[FREED_NODE] = either(left.get(FREED_NODE, FALSE), freed)
    return {n: c for n, c in left.items() if c is not FALSE}
