"""What a program in the making may name: variables, and the places and pointers that are made of them by chance."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from random import Random

from small_c.language import (
    BYTE,
    INT,
    AddressOf,
    Array,
    Binary,
    Deref,
    Expression,
    Index,
    Member,
    Not,
    Null,
    Number,
    Place,
    Pointer,
    Struct,
    Sum,
    Type,
    Variable,
    Word,
)

NODE = Struct("S")
LINK = Pointer(NODE)


class Scope:
    """Expressions over what is declared.

    word      the type of most numbers
    members   those of the struct
    carelessness  how often something is done that is likely to be wrong
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.word = random.choice((BYTE, BYTE, INT))
        self.members: dict[str, Type] = {"v": self.word, "n": LINK}
        if self.chance(0.3):
            self.members["a"] = Array(self.word, 2)
        if self.chance(0.3):
            self.members["p"] = Pointer(self.word)
        self.carelessness = random.choice((0.0, 0.08, 0.25))
        self.visible: list[Variable] = []
        self.loops: list[Variable] = []
        self._made = 0

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def careless(self) -> bool:
        return self.chance(self.carelessness)

    def fresh(self, prefix: str, type: Type) -> Variable:
        """A new variable, which is not in scope yet."""
        self._made += 1
        return Variable(f"{prefix}{self._made}", type)

    @contextlib.contextmanager
    def block(self, *variables: Variable) -> Iterator[None]:
        """What is declared meanwhile is out of scope afterwards."""
        before, loops = self.visible, self.loops
        self.visible, self.loops = [*before, *variables], list(loops)
        yield
        self.visible, self.loops = before, loops

    def of(self, type: Type) -> list[Variable]:
        """The variables of a type; counters of loops are not among them."""
        return [own for own in self.visible if own.type == type]

    def arrays(self, element: Type) -> list[Variable]:
        return [own for own in self.visible if isinstance(own.type, Array) and own.type.element == element]

    # -- places --

    def index(self, length: int) -> Expression:
        """An index, mostly within so many elements."""
        if self.loops and self.chance(0.4):
            return self.random.choice(self.loops)
        return Number(length if self.careless() else self.random.randrange(length))

    def numbers(self) -> list[Place]:
        """Places of numbers that need no pointer."""
        found: list[Place] = [own for own in self.visible if isinstance(own.type, Word)]
        for own in self.arrays(self.word):
            assert isinstance(own.type, Array)
            found.append(Index(own, self.index(own.type.length), self.word))
        for struct in self.of(NODE):
            found.append(Member(struct, "v", self.word))
            if "a" in self.members:
                found.append(Index(Member(struct, "a", self.members["a"]), self.index(2), self.word))
        return found

    def through(self, pointer: Place) -> list[Place]:
        """Places of numbers that a pointer leads to."""
        if pointer.type == LINK:
            there = Deref(pointer, NODE)
            own: list[Place] = [Member(there, "v", self.word)]
            if "a" in self.members:
                own.append(Index(Member(there, "a", self.members["a"]), self.index(2), self.word))
            return own
        return [Deref(pointer, self.word), Index(pointer, self.index(2), self.word)]

    def pointers(self) -> list[Place]:
        """Places of pointers to numbers and structs that need no pointer."""
        found: list[Place] = [*self.of(Pointer(self.word)), *self.of(LINK)]
        for struct in self.of(NODE):
            found += [Member(struct, name, type) for name, type in self.members.items() if isinstance(type, Pointer)]
        return found

    # -- values --

    def number(self, depth: int = 1) -> Expression:
        """A number, small in most cases."""
        if depth and self.chance(0.4):
            return Binary(self.random.choice("+-&^+"), self.number(depth - 1), self.number(depth - 1))
        places = self.numbers()
        if places and self.chance(0.6):
            return self.random.choice(places)
        return Number(self.random.randrange(5))

    def condition(self, depth: int = 1) -> Expression:
        """A truth value."""
        r = self.random
        if depth and self.chance(0.2):
            return Binary(r.choice(("&&", "||")), self.condition(depth - 1), self.condition(depth - 1))
        pointers = self.pointers()
        if pointers and self.chance(0.25):
            own = r.choice(pointers)
            assert isinstance(own.type, Pointer)
            return r.choice((own, Not(own), Binary(r.choice(("==", "!=")), own, self.pointer(own.type.target))))
        return Binary(r.choice(("==", "!=", "<", "<=", "==")), self.number(), self.number(0))

    def pointer(self, target: Type) -> Expression:
        """A pointer to a number or a struct."""
        makers: list[Expression] = [own for own in self.pointers() if own.type == Pointer(target)] * 2
        makers += [AddressOf(own) for own in self.of(target)]
        for own in self.arrays(target):
            assert isinstance(own.type, Array)
            makers += [own, AddressOf(Index(own, Number(self.random.randrange(own.type.length)), target))]
        if target == self.word:
            makers += [AddressOf(Member(own, "v", self.word)) for own in self.of(NODE)]
            makers += [Member(own, "a", self.members["a"]) for own in self.of(NODE) if "a" in self.members]
        if not makers or self.chance(0.1):
            return Null()
        found = self.random.choice(makers)
        return Sum(found, Number(self.random.randrange(2))) if self.careless() and not isinstance(found, Null) else found
