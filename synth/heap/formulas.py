"""Formulas of SLH: a Boolean term over words, some of which are what is seen of heaps.

A heap term is a heap that may be any, or one that is made of another one by an assignment of the program (thesis, section 8.3.2).
What is seen of it is a word of the formula with a name of its own, so that the arithmetic is that of all other terms.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from synth import terms
from synth.terms import Term
from synth.transition import symbols

NULL, FREED = "null", "freed"
"""The pointers that are never assigned: to no node, and to any node that was freed."""


class Change(enum.Enum):
    """How a heap is made of another one; the values are the names of the functions. x and y are pointers."""

    NEW = "new"  # x points to a fresh node, whose successor is null
    ASSIGN = "assign"  # x = y
    LOOKUP = "lookup"  # x = y->next; where y has no node x becomes y
    UPDATE = "update"  # x->next = y; nothing where x has no node
    FREE = "free"  # the node of x is no more: what led to it leads to `freed`; nothing where x has no node

    @property
    def arity(self) -> int:
        """How many pointers it is about."""
        return 1 if self in (Change.NEW, Change.FREE) else 2


@dataclass(frozen=True)
class HeapTerm:
    """A heap by its name, which says all: that of a heap that may be any, or of one that a change makes of the heap `before`."""

    name: str
    before: HeapTerm | None = field(default=None, compare=False, repr=False)
    change: Change | None = field(default=None, compare=False, repr=False)
    pointers: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def changed(self, change: Change, *pointers: str) -> HeapTerm:
        """The heap that a change makes of this one; ValueError for other than as many pointers, or an assignment to null."""
        if len(pointers) != change.arity:
            raise ValueError(f"{change.value} is about {change.arity} pointers, not {len(pointers)}")
        if change in (Change.NEW, Change.ASSIGN, Change.LOOKUP) and pointers[0] in (NULL, FREED):
            raise ValueError(f"{pointers[0]} cannot be assigned")
        return HeapTerm(f"{change.value}({', '.join((self.name, *pointers))})", self, change, pointers)

    @property
    def history(self) -> list[HeapTerm]:
        """The heaps that it is made of, the one that may be any first, and itself."""
        found = [self]
        while (before := found[-1].before) is not None:
            found.append(before)
        return found[::-1]


class Sight(enum.Enum):
    """What is seen of a heap; the values are the names of the functions. Words; what is so or not is 1 or 0."""

    ALIAS = "alias"  # x and y have the same node
    PATH = "isPath"  # y is come to from x, in any number of steps
    LENGTH = "pathLength"  # in how many, at least; 0 where it is not
    MEET = "meet"  # some node is come to from both x and y
    CIRCULAR = "circular"  # x is come to from x in one step or more
    SIZE = "size"  # how many nodes there are that some pointer leads to

    @property
    def arity(self) -> int:
        """How many pointers it is about."""
        return {Sight.SIZE: 0, Sight.CIRCULAR: 1}.get(self, 2)


@dataclass(frozen=True)
class Observation:
    """What is seen of a heap, of some pointers."""

    sight: Sight
    heap: HeapTerm
    pointers: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the word that it is in formulas."""
        return f"{self.sight.value}({', '.join((self.heap.name, *self.pointers))})"


@dataclass(frozen=True)
class Formula:
    """A formula over heaps with the same pointers, and words of `width` bits.

    pointers      their names without `NULL` and `FREED`
    body          a Boolean over words, of which those named in `observations` are seen of heaps, and the others may be any
    freeing       whether nodes are freed, so that pointers may lead to such
    """

    pointers: tuple[str, ...]
    width: int
    body: Term
    observations: Mapping[str, Observation]
    freeing: bool = False

    @property
    def heaps(self) -> list[HeapTerm]:
        """The heaps that it speaks of, each behind what it is made of."""
        return list(dict.fromkeys(h for o in self.observations.values() for h in o.heap.history))

    @property
    def numbers(self) -> list[str]:
        """The words that are not seen of heaps."""
        return sorted(symbols((self.body,)).difference(self.observations))


class Observed:
    """Collects what formulas see of heaps, as terms."""

    def __init__(self) -> None:
        self.observations: dict[str, Observation] = {}

    def word(self, sight: Sight, heap: HeapTerm, *pointers: str) -> Term:
        """What is seen, as a word; ValueError for other than as many pointers as it is about."""
        if len(pointers) != sight.arity:
            raise ValueError(f"{sight.value} is about {sight.arity} pointers, not {len(pointers)}")
        seen = Observation(sight, heap, pointers)
        self.observations[seen.name] = seen
        return terms.symbol(seen.name)

    def holds(self, sight: Sight, heap: HeapTerm, *pointers: str) -> Term:
        """The same as a Boolean."""
        return self.word(sight, heap, *pointers) != 0

    def about(self, pointers: Sequence[str], width: int, body: Term) -> Formula:
        """The formula of a body."""
        own = {name: self.observations[name] for name in sorted(symbols((body,))) if name in self.observations}
        heaps = {h for o in own.values() for h in o.heap.history}
        named = {p for seen in own.values() for p in seen.pointers}.union(*(h.pointers for h in heaps))
        return Formula(tuple(pointers), width, body, own, FREED in named or any(h.change is Change.FREE for h in heaps))
