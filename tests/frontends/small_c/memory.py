"""Memory as objects and offsets: which objects live, what is initialised, and what pointers may be followed.

A pointer knows the array that it walks over, or the single object that it points to: C lets it reach no other part of the object
around that (C11 6.5.6 p8). Where C leaves the value of a comparison open, both are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace

from small_c.language import BYTE, Layout, Pointer, Type, Word


class Ended(Exception):
    """A run is over: how, in a word of `truth`."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Unusable(Exception):
    """Why nothing is known of a program: it depends on what we do not look at, or has too many runs."""


@dataclass(frozen=True)
class Address:
    """A pointer to an element of `count`, each of so many bytes, from a byte of an object on."""

    object: int
    start: int
    count: int
    size: int
    index: int = 0

    @property
    def byte(self) -> int:
        """Where it points to within its object."""
        return self.start + self.index * self.size

    @property
    def in_reach(self) -> bool:
        """Whether C lets there be such a pointer: to an element, or behind the last one."""
        return 0 <= self.index <= self.count


class Nowhere:
    """A pointer to no object."""


NULL, WILD = Nowhere(), Nowhere()
"""The null pointer; and a pointer that was given no value."""

PointerValue = Address | Nowhere
Value = int | Address | Nowhere


@dataclass(eq=False)
class Unset:
    """What was given no value; it has one once it is looked at, which its copies share."""

    value: int | None = None


@dataclass
class Object:
    label: str
    size: int
    heap: bool = False
    lasting: bool = False
    alive: bool = True
    cells: dict[int, Value | Unset] = field(default_factory=dict)


Choose = Callable[[str, int], int]
"""Chooses one of so many numbers, all of which are looked at, for an "input", a "malloc", what is "unset" or what is "open"."""


class Memory:
    """The objects of a run, whose choices `choose` makes; `wild` tells whether a pointer without a value was followed or freed."""

    def __init__(self, layout: Layout, choose: Choose) -> None:
        self._layout, self._choose = layout, choose
        self._objects: list[Object] = []
        self.wild = False

    def create(self, label: str, size: int, heap: bool = False, lasting: bool = False) -> int:
        """A new object, with any content."""
        self._objects.append(Object(label, size, heap, lasting))
        return len(self._objects) - 1

    def end(self, number: int) -> None:
        """The life of an object ends."""
        self._objects[number].alive = False

    def require(self, pointer: Value) -> Address:
        """A pointer that is followed: to an element of an object that lives, or the run ends."""
        self.wild |= pointer is WILD
        if not isinstance(pointer, Address) or not self._objects[pointer.object].alive or not 0 <= pointer.index < pointer.count:
            raise Ended("bounds")
        return pointer

    def load(self, at: Address, type: Word | Pointer) -> Value:
        """The scalar at an address that may be followed."""
        cell = self._cell(at.object, at.byte)
        if not isinstance(cell, Unset):
            return cell
        if isinstance(type, Pointer):
            return WILD
        if cell.value is None:
            if type is not BYTE:
                raise Unusable("reads an int without a value")
            cell.value = self._choose("unset", 256)
        return cell.value

    def store(self, at: Address, value: Value) -> None:
        """Assign a scalar of its type."""
        self._objects[at.object].cells[at.byte] = value

    def fill(self, at: Address, type: Type, byte: int) -> None:
        """Have all bytes of an element be alike; those of a pointer are null."""
        for offset, own in self._layout.scalars(type, at.byte):
            pattern = int.from_bytes(bytes([byte]) * 4, "little")
            self._objects[at.object].cells[offset] = NULL if isinstance(own, Pointer) else own.wrapped(pattern)

    def copy(self, to: Address, source: Address, type: Type) -> None:
        """Assign an element."""
        kept = [self._cell(source.object, source.byte + offset) for offset, _ in self._layout.scalars(type)]
        for cell, (offset, _) in zip(kept, self._layout.scalars(type), strict=True):
            self._objects[to.object].cells[to.byte + offset] = cell

    def _cell(self, object: int, offset: int) -> Value | Unset:
        return self._objects[object].cells.setdefault(offset, Unset())

    def free(self, pointer: Value) -> None:
        """free(): of null, or of the begin of what is allocated; else the run ends."""
        self.wild |= pointer is WILD
        if pointer is NULL:
            return
        if not isinstance(pointer, Address) or pointer.byte != 0:
            raise Ended("free")
        own = self._objects[pointer.object]
        if not (own.heap and own.alive):
            raise Ended("free")
        own.alive = False

    def resized(self, pointer: Value, number: int) -> None:
        """What realloc() does with the old object once it has the new one."""
        if isinstance(pointer, Address) and self._objects[pointer.object].alive:
            size = self._objects[number].size
            for offset in range(min(size, self._objects[pointer.object].size)):
                if offset in self._objects[pointer.object].cells:
                    self._objects[number].cells[offset] = self._objects[pointer.object].cells[offset]
        self.free(pointer)

    def moved(self, pointer: Value, by: int) -> PointerValue:
        """A pointer plus a number of elements."""
        assert not isinstance(pointer, int)
        if isinstance(pointer, Address):
            return replace(pointer, index=pointer.index + by)
        if pointer is NULL and by:
            raise Unusable("null plus a number")
        return pointer

    def equal(self, a: Value, b: Value) -> bool:
        """a == b, of pointers."""
        if NULL in (a, b) and (self._is_freed(a) or self._is_freed(b)):
            return False
        if self._is_open(a) or self._is_open(b):
            return bool(self._choose("open", 2))
        if any(isinstance(own, Address) and not own.in_reach for own in (a, b)):
            raise Unusable("compares a pointer that C does not let be")
        if not isinstance(a, Address) or not isinstance(b, Address):
            return a is b
        if a.object == b.object:
            return a.byte == b.byte
        beside = a.index == a.count or b.index == b.count
        return beside and bool(self._choose("open", 2))

    def _is_freed(self, pointer: Value) -> bool:
        return isinstance(pointer, Address) and self._objects[pointer.object].heap and not self._objects[pointer.object].alive

    def _is_open(self, pointer: Value) -> bool:
        """Whether a pointer has no value, or its object is gone (C11 6.2.4 p2)."""
        return pointer is WILD or (isinstance(pointer, Address) and not self._objects[pointer.object].alive)

    @property
    def left(self) -> bool:
        """Whether anything is allocated."""
        return any(own.heap and own.alive for own in self._objects)

    @property
    def lost(self) -> bool:
        """Whether anything is allocated that no pointer of the file leads to, nor one in what such pointers lead to."""
        waiting = [own for own in self._objects if own.lasting]
        known = {id(own) for own in waiting}
        for own in waiting:  # it grows meanwhile
            for there in [self._objects[cell.object] for cell in own.cells.values() if isinstance(cell, Address)]:
                if there.heap and there.alive and id(there) not in known:
                    known.add(id(there))
                    waiting.append(there)
        return any(own.heap and own.alive and id(own) not in known for own in self._objects)

    def snapshot(self) -> Hashable:
        """What the rest of a run depends on: two that are alike go on alike."""
        living = {number: i for i, number in enumerate(n for n, own in enumerate(self._objects) if own.alive)}
        unset: dict[Unset, int] = {}

        def seen(cell: Value | Unset) -> Hashable:
            if isinstance(cell, Address):
                return replace(cell, object=living[cell.object]) if cell.object in living else ("gone", self._is_freed(cell))
            if isinstance(cell, Unset):
                return ("unset", unset.setdefault(cell, len(unset))) if cell.value is None else cell.value
            return cell

        return tuple((own.label, own.size, tuple((at, seen(own.cells[at])) for at in sorted(own.cells)))
                     for own in self._objects if own.alive)
