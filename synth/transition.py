"""Programs as transition systems over words: places where a run may be looked at, and edges that run from one to the next.

The places are the entry, the loop heads, the exit, and the failing of assertions; an edge sums up all paths between two of them
that pass no third. A run starts at the entry with any words, and follows edges whose guards hold, choosing the inputs of each edge
afresh. A run that no edge continues stops there; nothing is asked of it (an assumption did not hold).
"""

from __future__ import annotations

import enum
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import and_, is_
from typing import Any, Self

from synth import terms
from synth.booleans import TRUE, conjunction, conjuncts
from synth.terms import Term, TermKind


class Kind(enum.Enum):
    """What a place is."""

    ENTRY = "entry"
    HEAD = "loop head"
    EXIT = "exit"
    ERROR = "failed assertion"


LEFT_OPEN = "what C leaves open"
"""What an input that C does not determine is called begins so."""

FOLLOWED = ", whether {} is looked into,"
"""What an input that decides whether a call of a function is followed, or passed over, is called behind that."""

PASSED, RETURNED = "a call of {}", "a return from {}"
"""What the contract of a function is called, as an unknown predicate: where a call is passed over, and where the body returns."""


@dataclass(frozen=True)
class Variable:
    """A word of the state, or an input. Its value is a bit pattern below 2^bits; `signed` and `floating` say how C reads it.

    text      what the source calls it where it is declared, or that C leaves it open; "" where it has no name there
    function  the function that declares it; "" for what the file declares, and where that is not known
    index     of an element of an array at an index that is chosen before, the variable that is the index; of that its own name
    objects   of a variable that tells objects apart, what its values stand for
    block     of a variable in allocated memory, or that tells whether this is allocated, which it `lives`, what the block is called
    part      of a variable in allocated memory, what it is called there
    counts    whether it is how many nodes of a list there are that are not told apart
    """

    name: str
    bits: int
    signed: bool = False
    floating: bool = False
    line: int | None = None
    text: str = ""
    function: str = ""
    index: str = ""
    objects: tuple[tuple[int, str], ...] = field(default=(), compare=False, repr=False)
    block: str = field(default="", compare=False, repr=False)
    part: str = field(default="", compare=False, repr=False)
    lives: bool = field(default=False, compare=False, repr=False)
    counts: bool = field(default=False, compare=False, repr=False)

    @property
    def term(self) -> Term:
        """The word as a term."""
        return terms.symbol(self.name)

    @property
    def in_range(self) -> Term:
        """That the word has no more bits than its type."""
        return self.term <= (1 << self.bits) - 1

    def wide(self, width: int) -> Term:
        """The word as C reads it, as one of `width` bits."""
        if not self.signed or self.bits == width:
            return self.term
        return terms.ashr(self.term << (width - self.bits), width - self.bits)


CAUSES = frozenset(("call", "assertion", "bounds", "free", "leak", "left", "overflow", "undefined", "limit", "contract"))
"""What may fail at an error."""


LIMIT, CONTRACT = "limit", "contract"
"""The cause of an error where a run comes to the limit of what is looked at, and where a call returns against its contract."""

UNSAID = (LIMIT, CONTRACT)
"""The causes of errors that are none of the program: nothing is proved of all runs unless none comes there."""


@dataclass(frozen=True)
class Place:
    """A place of the program; `text` is the source of a loop's condition or of an assertion, as far as there is one.

    cause   what fails at an error: a "call" of reach_error or the like, an "assertion" such as assert, an index or a pointer out of
            "bounds", what is to "free" is not allocated, memory is lost by a "leak" or "left" at the end, an "overflow", another
            operation that is "undefined"; the "limit" of what is looked at; the "contract" of a call; "" where nobody says
    origin  where it is that an #include brings, such as "list.h:12": the line is that of the directive then
    shape   where a program with lists is read shape by shape, what pointers lead to there; "" for others
    shipped whether it stands in a header that we bring along: visits of a loop there are told in full traces only
    """

    number: int
    kind: Kind
    line: int | None = None
    column: int | None = None
    text: str = ""
    cause: str = ""
    origin: str = ""
    shape: str = ""
    shipped: bool = False


@dataclass(frozen=True, eq=False)
class Likeness:
    """A state of the place before an edge, beside the one from which it is taken: where `when` holds, some run comes there in which
    the words of `by` are what it says, those of `loose` are any, and the others are as they are. What holds of all states of the
    place holds of it.

    So it is where the program reads an element of an array of which another one is followed: that one could be followed as well.
    """

    when: Term
    by: Mapping[str, Term]
    loose: frozenset[str] = frozenset()

    def of(self, fact: Term) -> Term:
        """What a fact about all states of the place says of this one; true where it says nothing more."""
        names = symbols((fact,))
        if names.isdisjoint(self.by) or not names.isdisjoint(self.loose):
            return TRUE
        said = terms.replaced(fact, {n: t for n, t in self.by.items() if n in names})
        return said if self.when is TRUE else self.when.implies(said)

    def without(self, names: Collection[str]) -> Likeness:
        """The state, of which some words are any: where they do not matter they are 0 in those that the place has."""
        by = {n: t for n, t in self.by.items() if n not in names}
        return self if len(by) == len(self.by) else replace(self, by=by, loose=self.loose | (self.by.keys() - by.keys()))

    def where(self, known: Term, names: Collection[str]) -> Likeness:
        """The state, where it need not be said any more what is `known` of some words."""
        if symbols((self.when,)).isdisjoint(names):
            return self
        stated = set(map(id, conjuncts(known)))
        left = [p for p in conjuncts(self.when) if id(p) not in stated or symbols((p,)).isdisjoint(names)]
        return replace(self, when=conjunction(left))

    def speaks_of(self) -> frozenset[str]:
        """The words of the edge that it speaks of."""
        return symbols((self.when, *self.by.values()))


@dataclass(frozen=True, eq=False)
class Edge:
    """From place `source` to place `target` where `guard` holds; every variable gets its term of `update`.

    guard     a Boolean over the variables and the inputs; guards of one place exclude one another
    update    in the order of the system's variables
    inputs    the words that the edge chooses, named unlike all variables; edges from one place may share inputs
    alike     other states of its place that there are where it is taken; without them it is the edge of a program with more runs
    """

    source: int
    target: int
    guard: Term
    update: tuple[Term, ...]
    inputs: tuple[Variable, ...] = ()
    alike: tuple[Likeness, ...] = ()

    def reads(self, name: str, words: Mapping[str, int], width: int) -> bool:
        """Whether the program reads one of the inputs where the edge is taken, as far as that is known; `words` are those of the
        state and of all inputs."""
        return True

    def alike_without(self, names: Collection[str]) -> tuple[Likeness, ...]:
        """The other states that there are as far as they do not depend on some words."""
        there = (own.where(self.guard, names) for own in self.alike)
        return tuple(own for own in there if own.speaks_of().isdisjoint(names))

    @cached_property
    def _known_by(self) -> Mapping[str, frozenset[str]]:
        """For each input the words of the other states that there are, where these tell what it is."""
        found: dict[str, frozenset[str]] = {}
        for own in self.alike:
            words = own.speaks_of()
            for name in words & {i.name for i in self.inputs}:
                found[name] = found.get(name, frozenset()).union(words, own.by)
        return found

    def with_known(self, names: frozenset[str]) -> frozenset[str]:
        """Some words, and those that are known of the inputs among them."""
        waiting = list(names) if self.alike else []
        while waiting:
            new = self._known_by.get(waiting.pop(), frozenset()) - names
            names |= new
            waiting += new
        return names

    def with_inputs(self, names: Collection[str]) -> Self:
        """The edge with those of its inputs that are among some words."""
        inputs = tuple(i for i in self.inputs if i.name in names)
        return replace(self, inputs=inputs, alike=self.alike_without({i.name for i in self.inputs} - {i.name for i in inputs}))


class ShownOf(enum.Enum):
    """What a verdict may be shown of instead of a program's first reading, by its name in records; but for ALL_ELEMENTS one about
    all runs.

    ALL_ELEMENTS  where arrays are read by some of their elements, which are not too long for that, a reading with all of them
    FOLLOWED      where there is a wider reading, the runs that are followed, all of which are, as none comes to a limit
    ELEMENTS      where all elements of arrays could be looked at, a reading in which some of them are followed
    CONTENTS      where lists are told apart by their shapes, a reading in which words tell of what the nodes of runs hold as well
    """

    ALL_ELEMENTS = "all_elements"
    FOLLOWED = "followed"
    ELEMENTS = "by_elements"
    CONTENTS = "by_contents"


@dataclass(frozen=True)
class Files:
    """The files of a program, whose lines are numbered on through all of them: their names, and how many lines are before each."""

    names: tuple[str, ...] = ()
    before: tuple[int, ...] = ()

    def of(self, line: int | None) -> tuple[str, int | None]:
        """The file of a line, and which line of it that is; "" where no file is known."""
        if not self.names or line is None:
            return self.names[0] if self.names else "", line
        number = max(0, bisect_left(self.before, line) - 1)
        return self.names[number], line - self.before[number]

    @property
    def several(self) -> bool:
        """Whether a line is told with its file."""
        return len(self.names) > 1

    def told(self, line: int | None) -> str:
        """A line for people: "line 3", or "b.c:3" where there are several files."""
        file, own = self.of(line)
        return f"{file}:{own}" if self.several else f"line {own}"

    def all_told(self, lines: Iterable[int]) -> str:
        """Some lines for people, in order: "lines 3 and 5", "a.c:3 and b.c:5"."""
        told = [self.told(n) if self.several else str(n) for n in sorted(set(lines))]
        word = "" if self.several else "line " if len(told) == 1 else "lines "
        return word + (told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}")

    def record(self, line: int | None) -> dict[str, Any]:
        """A line as a part of a JSON record: `line`, and `file` where there are several."""
        file, own = self.of(line)
        return {"file": file, "line": own} if self.several else {"line": own}


@dataclass(frozen=True)
class Callee:
    """A function that calls itself, whose calls the program passes over, and the words that a contract for it may speak of.

    words       in this order: the parameters, what a call may change as it is before, the result, and what it may change behind
    parameters  how many of them are parameters
    changed     how many words there are of what a call may change
    holders     for the words that are known when a call begins the variables of the system that hold them at the loop head `line`,
                `column`, where the body begins
    """

    name: str
    words: tuple[Variable, ...]
    parameters: int
    changed: int
    holders: tuple[str, ...]
    line: int | None
    column: int | None

    @property
    def assumed(self) -> str:
        """The unknown predicate, over the words, that holds of a call that is passed over."""
        return PASSED.format(self.name)

    @property
    def shown(self) -> str:
        """The same predicate where the body returns: what has to hold there."""
        return RETURNED.format(self.name)

    @property
    def followed(self) -> str:
        """What the inputs are called that decide whether a call of it is followed."""
        return LEFT_OPEN + FOLLOWED.format(self.name)

    @property
    def results(self) -> range:
        """Which words are the result."""
        return range(self.parameters + self.changed, len(self.words) - self.changed)


@dataclass(frozen=True, eq=False)
class TransitionSystem:
    """A program. All words have `width` bits; place numbers are positions in `places`, the first is the entry.

    fixed    whether it means something at its own width only
    files    what the lines of places and variables are lines of
    callees  the functions that it has contracts of, or whose predicates its guards speak of
    """

    name: str
    width: int
    variables: tuple[Variable, ...]
    places: tuple[Place, ...]
    edges: tuple[Edge, ...]
    fixed: bool = False
    files: Files = Files()
    callees: tuple[Callee, ...] = ()

    @property
    def file(self) -> str:
        """The file that it was read from, of several the first one; "" where none is known."""
        return self.files.of(None)[0]

    def told(self, place: Place) -> str:
        """Where a place is, for people: "line 3", "b.c:3" or "list.h:12"."""
        return place.origin or self.files.told(place.line)

    def of_kind(self, kind: Kind) -> tuple[Place, ...]:
        """The places of one kind."""
        return tuple(p for p in self.places if p.kind is kind)

    @property
    def failures(self) -> tuple[Edge, ...]:
        """The edges on which an assertion fails."""
        return tuple(e for e in self.edges if self.places[e.target].kind is Kind.ERROR)

    def ending(self, causes: Collection[str]) -> TransitionSystem:
        """The system in which a run that fails by one of some causes only ends, as `Place.cause` names them."""
        places = [replace(p, kind=Kind.EXIT) if p.kind is Kind.ERROR and p.cause in causes else p for p in self.places]
        return self if all(map(is_, places, self.places)) else replace(self, places=tuple(places))

    @property
    def limited(self) -> bool:
        """Whether runs may come to a limit of what is looked at: what they do then is not known."""
        return any(p.cause == LIMIT for p in self.places)

    def cautious(self, ends: bool) -> TransitionSystem:
        """The system for proofs of what all runs do. A run that comes to a limit, or returns against a contract, fails there, or,
        where it is asked whether every run `ends`, goes on for ever: neither is proved unless none comes there."""
        limits = [p.number for p in self.places if p.cause in UNSAID and p.kind is Kind.ERROR] if ends else []
        if not limits:
            return self
        places = tuple(replace(p, kind=Kind.HEAD) if p.number in limits else p for p in self.places)
        kept = tuple(v.term for v in self.variables)
        return replace(self, places=places, edges=(*self.edges, *(Edge(n, n, terms.constant(True), kept) for n in limits)))

    def within_limits(self) -> TransitionSystem:
        """The system for runs that do something: one that comes to a limit only ends."""
        return self.ending((LIMIT,))

    def leaving(self, place: int) -> Iterator[Edge]:
        """The edges from a place."""
        return iter(self._from.get(place, ()))

    def reached(self, starts: Iterable[int]) -> set[int]:
        """Some places, and all that edges lead to from there."""
        found = set(starts)
        waiting = list(found)
        while waiting:
            after = {e.target for e in self.leaving(waiting.pop())} - found
            found |= after
            waiting += after
        return found

    @cached_property
    def _from(self) -> dict[int, list[Edge]]:
        found: dict[int, list[Edge]] = {}
        for edge in self.edges:
            found.setdefault(edge.source, []).append(edge)
        return found

    @cached_property
    def components(self) -> tuple[frozenset[int], ...]:
        """The strongly connected components that hold a cycle, in an order in which runs pass them (Tarjan's algorithm)."""
        return strongly_connected([[e.target for e in self.leaving(p.number)] for p in self.places])

    @cached_property
    def loops(self) -> dict[int, frozenset[int]]:
        """The natural loop of each place that edges come back to from places that are only reached through it."""
        return _loops(self)

    @cached_property
    def needed(self) -> tuple[frozenset[str], ...]:
        """For every place the variables that decide something after it."""
        return _needed(self)


def symbols(roots: Iterable[Term]) -> frozenset[str]:
    """The words that terms speak of."""
    return frozenset(str(n.data) for n in terms.postorder(*roots) if n.kind is TermKind.SYMBOL)


def symbols_of_each(roots: Sequence[Term]) -> list[frozenset[str]]:
    """The words that each of some terms speaks of; what they share is looked at once."""
    numbers: dict[str, int] = {}
    below: dict[int, int] = {}
    for node in terms.postorder(*roots):
        bits = 1 << numbers.setdefault(str(node.data), len(numbers)) if node.kind is TermKind.SYMBOL else 0
        for argument in node.arguments:
            bits |= below[id(argument)]
        below[id(node)] = bits
    names, sets = list(numbers), {below[id(root)] for root in roots}
    found = {own: frozenset(names[i] for i, bit in enumerate(reversed(f"{own:b}")) if bit == "1") for own in sets}
    return [found[below[id(root)]] for root in roots]


def _needed(system: TransitionSystem) -> tuple[frozenset[str], ...]:
    guards = [e.with_known(own) for e, own in zip(system.edges, symbols_of_each([e.guard for e in system.edges]), strict=True)]
    updates = [dict(zip((v.name for v in system.variables), map(e.with_known, symbols_of_each(e.update)), strict=True))
               for e in system.edges]
    found: list[frozenset[str]] = [frozenset()] * len(system.places)
    changed = True
    while changed:
        changed = False
        for edge, guard, update in zip(system.edges, guards, updates, strict=True):
            own = found[edge.source].union(guard, *(update.get(name, frozenset()) for name in found[edge.target]))
            changed |= own != found[edge.source]
            found[edge.source] = own
    return tuple(found)


def remembering(system: TransitionSystem, place: int) -> TransitionSystem:
    """The system with a copy of each word, which holds what the word was when `place` was last reached.

    History variables (Abadi, Lamport, The existence of refinement mappings, 1991): they change no run. The copy of x is called
    "x@12", where the place is that of line 12, or has that number, and x' for people.
    """
    mark = system.places[place].line or place
    copies = tuple(replace(v, name=f"{v.name}@{mark}", text=f"{v.text or v.name}'") for v in system.variables)
    kept = tuple(c.term for c in copies)
    loose = {c.name for c in copies}  # what another element was then
    edges = tuple(replace(e, update=(*e.update, *(e.update if e.target == place else kept)),
                          alike=tuple(replace(own, loose=own.loose | loose) for own in e.alike)) for e in system.edges)
    return replace(system, variables=(*system.variables, *copies), edges=edges)


def _loops(system: TransitionSystem) -> dict[int, frozenset[int]]:
    places, before = frozenset(p.number for p in system.places), dict[int, list[int]]()
    for edge in system.edges:
        before.setdefault(edge.target, []).append(edge.source)
    dominators, changed = {p: frozenset((0,)) if p == 0 else places for p in places}, True
    while changed:
        changed = False
        for p in sorted(places - {0}):
            own = reduce(and_, (dominators[source] for source in before.get(p, ())), places) | {p}
            changed, dominators[p] = changed or own != dominators[p], own
    found: dict[int, frozenset[int]] = {}
    for back in (e for e in system.edges if e.target in dominators[e.source]):
        inside, waiting = {back.target}, [back.source]
        while waiting:
            if (place := waiting.pop()) not in inside:
                inside.add(place)
                waiting += before.get(place, ())
        found[back.target] = found.get(back.target, frozenset()) | inside
    return found


def strongly_connected(below: Sequence[Sequence[int]]) -> tuple[frozenset[int], ...]:
    """The strongly connected components that hold a cycle, of a graph of so many nodes with these successors, in an order in which
    paths pass them (Tarjan's algorithm).
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: dict[int, None] = {}
    found: list[frozenset[int]] = []
    for root in range(len(below)):
        work = [(root, 0)] if root not in index else []
        while work:
            node, position = work.pop()
            if position == 0:
                index[node] = low[node] = len(index)
                stack[node] = None
            for i in range(position, len(below[node])):
                after = below[node][i]
                if after not in index:
                    work += [(node, i + 1), (after, 0)]
                    break
                if after in stack:
                    low[node] = min(low[node], index[after])
            else:
                if low[node] == index[node]:
                    part = set[int]()
                    while node not in part:
                        part.add(stack.popitem()[0])
                    found.append(frozenset(part))
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
    return tuple(c for c in reversed(found) if len(c) > 1 or any(n in below[n] for n in c))
