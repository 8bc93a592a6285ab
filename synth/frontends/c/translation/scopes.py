"""Names and what they stand for, scope within scope."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Union

from pycparser import c_ast

from synth.frontends.c.expressions.expressions import Bits, Cell, Expression, Read
from synth.frontends.c.expressions.types import Array, Floating, Integer, Overlay, Pointer, Scalar, Struct, route
from synth.frontends.c.syntax.effects import parts


@dataclass(frozen=True, eq=False)
class Elements:
    """An array object."""

    type: Array
    parts: tuple[Object, ...]


@dataclass(frozen=True, eq=False)
class Members:
    """A struct object."""

    type: Struct
    parts: dict[str, Object]


@dataclass(frozen=True, eq=False)
class View:
    """A union object, or a member of one: the bits of a cell, read as a value of a type."""

    type: Scalar | Overlay
    cell: Cell

    def member(self, name: str) -> View | None:
        """The member called `name`; None where there is none."""
        kinds = dict(self.type.members) if isinstance(self.type, Overlay) else {}
        return View(kinds[name], self.cell) if name in kinds else None


@dataclass(frozen=True, eq=False)
class Base:
    """What may be pointed into: the elements of an array, or one object; and when it is. Of all bases exactly one is."""

    condition: Expression
    parts: tuple[Object, ...]


@dataclass(eq=False)
class Reference:
    """A pointer: the bases that it keeps once it has any, and the index, a cell where it is assigned to."""

    type: Pointer
    bases: tuple[Base, ...]
    index: Expression


Object = Union[Cell, View, Elements, Members, Reference]


@dataclass(frozen=True, eq=False)
class Named:
    """A typedef: the declaration that says of what, and the scope to read it in; resolved where it is used."""

    declaration: Any
    scope: Scope


@dataclass(frozen=True)
class Enumerator:
    """A constant of an enumeration."""

    type: Integer
    value: int


@dataclass(eq=False)
class Global:
    """An object of the file, or a static one: its declarations, and the object, made when it is first used."""

    declaration: Any
    scope: Scope
    initialiser: Any = None
    external: bool = False
    others: list[Any] = field(default_factory=list)
    object: Object | None = None


@dataclass(eq=False)
class Routine:
    """A function: its type's node, and its definition if there is one; whether that is ours of the standard library."""

    declaration: Any
    definition: Any = None
    standard: bool = False

    @cached_property
    def jumps(self) -> bool:
        """Whether its definition has a goto."""
        return any(isinstance(node, c_ast.Goto) for node in parts(self.definition))


@dataclass(eq=False)
class Tag:
    """An object of the file, or a static one: its declarations, and the object, which is made where it is first used."""

    declared: Any = None
    scope: Scope | None = None


@dataclass(frozen=True)
class Unreadable:
    """A name whose use is not supported; what it would be."""

    construct: str


Meaning = Union[Cell, View, Elements, Members, Reference, Named, Enumerator, Global, Routine, Unreadable]


@dataclass(eq=False)
class Scope:
    """Names declared in a block; a tag of a struct or a union is a `Tag`, of an enumeration the node with its constants."""

    parent: Scope | None = None
    names: dict[str, Meaning] = field(default_factory=dict)
    tags: dict[str, Any] = field(default_factory=dict)

    def find(self, name: str) -> Meaning | None:
        """What a name stands for here."""
        return next((scope.names[name] for scope in self.chain() if name in scope.names), None)

    def automatic(self) -> tuple[Object, ...]:
        """The objects of its own that begin with each entry to the block (C11, 6.2.4): not the static ones."""
        return tuple(m for m in self.names.values() if isinstance(m, (Cell, View, Elements, Members, Reference)))

    def fixed(self) -> Scope:
        """The scope as it is now: what a block declares later is not in it. A file's names mean the same everywhere."""
        return self if self.parent is None else Scope(self.parent.fixed(), dict(self.names), dict(self.tags))

    def chain(self) -> Iterator[Scope]:
        """The scope, and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def find_tag(self, tag: str) -> Any:
        """What `struct tag` or `enum tag` stands for here; None where nothing is known."""
        return next((scope.tags[tag] for scope in self.chain() if tag in scope.tags), None)


def part(object: Object, step: int | str) -> Object | None:
    """The element at an index, or the member of a name, which may lie within members without one; None where there is none."""
    if isinstance(object, Elements):
        return object.parts[step] if isinstance(step, int) and step < len(object.parts) else None
    steps = route(object.type, str(step)) if isinstance(object.type, (Struct, Overlay)) else None
    found: Object | None = object if steps is not None else None
    for name in steps or ():
        found = found.parts[name] if isinstance(found, Members) else found.member(name) if isinstance(found, View) else None
    return found


def is_of_function(name: str) -> bool:
    """Whether a name stands for the name of the function around it, without a declaration (C11, 6.4.2.2; GNU)."""
    return name in ("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__")


def is_scalar(object: Object) -> bool:
    """Whether it holds one number: a variable, or a member of a union."""
    return isinstance(object, Cell) or (isinstance(object, View) and not isinstance(object.type, Overlay))


def content(object: Object) -> Expression:
    """The value of an object that holds one number."""
    if isinstance(object, Cell):
        return Read(object)
    assert isinstance(object, View) and isinstance(object.type, (Integer, Floating))
    return Bits(object.type, Read(object.cell))


def leaves(*objects: Object) -> list[Cell]:
    """The cells of objects, in order; a pointer has none."""
    found: list[Cell] = []
    waiting = list(reversed(objects))
    while waiting:
        own = waiting.pop()
        if isinstance(own, Cell):
            found.append(own)
        elif isinstance(own, View):
            found.append(own.cell)
        elif not isinstance(own, Reference):
            parts = own.parts.values() if isinstance(own, Members) else own.parts
            waiting.extend(reversed(list(parts)))
    return found

