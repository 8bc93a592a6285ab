"""Programs as transition systems over words: places where a run may be looked at, and edges that run from one to the next.

The places are the entry, the loop heads, the exit, and the failing of assertions; an edge sums up all paths between two of them
that pass no third. A run starts at the entry with any words, and follows edges whose guards hold, choosing the inputs of each edge
afresh. A run that no edge continues stops there; nothing is asked of it (an assumption did not hold).
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import and_, is_, or_

from synth import terms
from synth.terms import Term, TermKind


class Kind(enum.Enum):
    """What a place is."""

    ENTRY = "entry"
    HEAD = "loop head"
    EXIT = "exit"
    ERROR = "failed assertion"


LEFT_OPEN = "what C leaves open"
"""What an input that C does not determine is called begins so."""


@dataclass(frozen=True)
class Variable:
    """A word of the state, or an input. Its value is a bit pattern below 2^bits; `signed` and `floating` say how C reads it.

    text      what the source calls it where it is declared, or that C leaves it open; "" where it has no name there
    function  the function that declares it; "" for what the file declares, and where that is not known
    index     of an element of an array at an index that is chosen before, the variable that is the index; of that its own name
    objects   of a variable that tells objects apart, what its values stand for
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

    @property
    def term(self) -> Term:
        """The word as a term."""
        return terms.symbol(self.name)


CAUSES = frozenset(("call", "assertion", "bounds", "free", "leak", "left", "overflow", "undefined", "limit"))
"""What may fail at an error."""


LIMIT = "limit"
"""The cause of an error where a run comes to the limit of what is looked at."""


@dataclass(frozen=True)
class Place:
    """A place of the program; `text` is the source of a loop's condition or of an assertion, as far as there is one.

    cause   what fails at an error: a "call" of reach_error or the like, an "assertion" such as assert, an index or a pointer out of
            "bounds", what is to "free" is not allocated, memory is lost by a "leak" or "left" at the end, an "overflow", another
            operation that is "undefined"; the "limit" of what is looked at; "" where nobody says
    """

    number: int
    kind: Kind
    line: int | None = None
    column: int | None = None
    text: str = ""
    cause: str = ""


@dataclass(frozen=True, eq=False)
class Edge:
    """From place `source` to place `target` where `guard` holds; every variable gets its term of `update`.

    guard     a Boolean over the variables and the inputs; guards of one place exclude one another
    update    in the order of the system's variables
    inputs    the words that the edge chooses, named unlike all variables; edges from one place may share inputs
    """

    source: int
    target: int
    guard: Term
    update: tuple[Term, ...]
    inputs: tuple[Variable, ...] = ()


@dataclass(frozen=True, eq=False)
class TransitionSystem:
    """A program. All words have `width` bits; place numbers are positions in `places`, the first is the entry.

    fixed   whether it means something at its own width only
    """

    name: str
    width: int
    variables: tuple[Variable, ...]
    places: tuple[Place, ...]
    edges: tuple[Edge, ...]
    file: str = ""
    fixed: bool = False

    def of_kind(self, kind: Kind) -> tuple[Place, ...]:
        """The places of one kind."""
        return tuple(p for p in self.places if p.kind is kind)

    def ending(self, causes: Collection[str]) -> TransitionSystem:
        """The system in which a run that fails by one of some causes only ends, as `Place.cause` names them."""
        places = [replace(p, kind=Kind.EXIT) if p.kind is Kind.ERROR and p.cause in causes else p for p in self.places]
        return self if all(map(is_, places, self.places)) else replace(self, places=tuple(places))

    @property
    def limited(self) -> bool:
        """Whether runs may come to a limit of what is looked at: what they do then is not known."""
        return any(p.cause == LIMIT for p in self.places)

    def cautious(self, ends: bool) -> TransitionSystem:
        """The system for proofs of what all runs do. A run that comes to a limit fails there, or, where it is asked whether every
        run `ends`, goes on for ever: neither is proved unless none comes there."""
        limits = [p.number for p in self.places if p.cause == LIMIT and p.kind is Kind.ERROR] if ends else []
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

    @cached_property
    def _from(self) -> dict[int, list[Edge]]:
        found: dict[int, list[Edge]] = {}
        for edge in self.edges:
            found.setdefault(edge.source, []).append(edge)
        return found

    @cached_property
    def components(self) -> tuple[frozenset[int], ...]:
        """The strongly connected components that hold a cycle, in an order in which runs pass them (Tarjan's algorithm)."""
        return _components(self)

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
        if node.kind is TermKind.SYMBOL:
            below[id(node)] = 1 << numbers.setdefault(str(node.data), len(numbers))
        else:
            below[id(node)] = reduce(or_, (below[id(a)] for a in node.arguments), 0)
    names = list(numbers)
    return [frozenset(names[i] for i, bit in enumerate(reversed(f"{below[id(root)]:b}")) if bit == "1") for root in roots]


def _needed(system: TransitionSystem) -> tuple[frozenset[str], ...]:
    guards = symbols_of_each([e.guard for e in system.edges])
    updates = [dict(zip((v.name for v in system.variables), symbols_of_each(e.update), strict=True)) for e in system.edges]
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
    edges = tuple(replace(e, update=(*e.update, *(e.update if e.target == place else kept))) for e in system.edges)
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


def _components(system: TransitionSystem) -> tuple[frozenset[int], ...]:
    below: list[list[int]] = [[e.target for e in system.leaving(p.number)] for p in system.places]
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    found: list[frozenset[int]] = []
    for root in range(len(below)):
        work = [(root, 0)] if root not in index else []
        while work:
            node, position = work.pop()
            if position == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
            for i in range(position, len(below[node])):
                after = below[node][i]
                if after not in index:
                    work += [(node, i + 1), (after, 0)]
                    break
                if after in stack:
                    low[node] = min(low[node], index[after])
            else:
                if low[node] == index[node]:
                    place = stack.index(node)
                    found.append(frozenset(stack[place:]))
                    del stack[place:]
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
    return tuple(c for c in reversed(found) if len(c) > 1 or any(n in below[n] for n in c))
