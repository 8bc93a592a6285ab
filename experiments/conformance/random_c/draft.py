"""A program in the making: its dialect, the names in scope, what it reads."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from experiments.conformance.random_c.types import BOOL, INT, TYPES, UNSIGNED, Type

FEATURES = ("wide literals", "floating literals", "enumerations", "shadowing", "effects", "switch", "goto", "comma", "ternary",
            "compound literals", "structs", "unions", "static", "calls", "sizeof", "pointers", "inputs", "typedefs", "assertions",
            "numbers", "allocation", "lists", "copying", "recursion", "function pointers")
"""What a dialect may leave out."""

_KINDS: tuple[tuple[Type, ...], ...] = (
    TYPES, TYPES, (INT, UNSIGNED), tuple(t for t in TYPES if t.bits <= 32), tuple(t for t in TYPES if t.bits <= 8), (BOOL, INT),
    tuple(t for t in TYPES if t.bits == 64))
FUEL = 30


@dataclass(frozen=True)
class Expression:
    """A text with parentheses around it as needed, and its type."""

    text: str
    type: Type

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Place:
    """What can be read and written.

    root      the name of the object that it is a part of: places of different roots do not overlap
    pinned    whether it is not to be written, since what goes on depends on it
    """

    text: str
    type: Type
    root: str
    pinned: bool = False


@dataclass(frozen=True)
class Array:
    """What has elements: its text, their type, the root, and how many there are, a power of 2."""

    text: str
    type: Type
    root: str
    length: int


@dataclass
class Draft:
    """The state of the generator.

    inputs      the types of in0, in1, …
    places      what is in scope
    constants   enumerators in scope
    functions   what may be called anywhere, as it changes nothing; each with the type of its result
    impure      what may be called where nothing else happens
    arrays      what is indexed
    numbers     variables in floating point
    loops       whether fuel may be spent, and assertions fail
    """

    random: Random
    types: tuple[Type, ...]
    features: frozenset[str]
    inputs: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    constants: list[Expression] = field(default_factory=list)
    functions: list[Expression] = field(default_factory=list)
    impure: list[Expression] = field(default_factory=list)
    arrays: list[Array] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    loops: bool = True
    made: int = 0

    def fresh(self, prefix: str) -> str:
        """A new name."""
        self.made += 1
        return f"{prefix}{self.made}"

    def type(self) -> Type:
        """A type of the dialect."""
        return self.random.choice(self.types)

    def chance(self, probability: float) -> bool:
        """Whether, by chance."""
        return self.random.random() < probability

    def has(self, feature: str, probability: float = 1.0) -> bool:
        """Whether the dialect has a feature, and chance wants it."""
        assert feature in FEATURES
        return feature in self.features and self.chance(probability)

    def readable(self, without: Sequence[str] = ()) -> list[Place]:
        """Places but those of some roots."""
        return [p for p in self.places if p.root not in without]

    def writable(self, without: Sequence[str] = ()) -> list[Place]:
        """Places that may be written but those of some roots."""
        return [p for p in self.readable(without) if not p.pinned]

    @contextlib.contextmanager
    def block(self, *places: Place) -> Iterator[None]:
        """Some more places in scope; they hide what has their names."""
        before, constants, arrays = self.places, self.constants, self.arrays
        hidden = {p.text for p in places}
        self.places = [p for p in before if _name(p.text) not in hidden] + list(places)
        self.constants = [c for c in constants if c.text not in hidden]
        self.arrays = [a for a in arrays if _name(a.text) not in hidden]
        yield
        self.places, self.constants, self.arrays = before, constants, arrays

    @contextlib.contextmanager
    def without(self, roots: Sequence[str]) -> Iterator[None]:
        """Places of some roots are not used."""
        before, arrays = self.places, self.arrays
        self.places = self.readable(roots)
        self.arrays = [a for a in arrays if a.root not in roots]
        yield
        self.places, self.arrays = before, arrays


def _name(text: str) -> str:
    """The identifier that a place's text starts with."""
    return text.lstrip("(*&").partition("[")[0].partition(".")[0].rstrip(")")


def draft(random: Random) -> Draft:
    """An empty program in a dialect of its own."""
    share = random.choice((0.3, 0.5, 0.8, 1.0))
    return Draft(random, random.choice(_KINDS), frozenset(f for f in FEATURES if random.random() < share))
