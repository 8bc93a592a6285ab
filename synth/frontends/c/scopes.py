"""Names and what they stand for, scope within scope."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Union

from synth.frontends.c.expressions import Cell
from synth.frontends.c.types import Array, Integer, Scalar, Struct, Type


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


Object = Union[Cell, Elements, Members]


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
    """An object of the file, or a static one: where it is declared, and the object, made when it is first used."""

    declaration: Any
    scope: Scope
    initialiser: Any = None
    external: bool = False
    object: Object | None = None


@dataclass(eq=False)
class Routine:
    """A function: its type's node, and its definition if there is one."""

    declaration: Any
    definition: Any = None


Meaning = Union[Cell, Elements, Members, Named, Enumerator, Global, Routine]


@dataclass(eq=False)
class Scope:
    """Names declared in a block; tags are those of structs and enumerations."""

    parent: Scope | None = None
    names: dict[str, Meaning] = field(default_factory=dict)
    tags: dict[str, Any] = field(default_factory=dict)

    def find(self, name: str) -> Meaning | None:
        """What a name stands for here."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def find_tag(self, tag: str) -> Any:
        """What `struct tag` or `enum tag` stands for here; None where nothing is known."""
        scope: Scope | None = self
        while scope is not None:
            if tag in scope.tags:
                return scope.tags[tag]
            scope = scope.parent
        return None


def leaves(object: Object) -> list[Cell]:
    """The cells of an object, in order."""
    found: list[Cell] = []
    waiting = [object]
    while waiting:
        own = waiting.pop()
        if isinstance(own, Cell):
            found.append(own)
        else:
            parts = own.parts.values() if isinstance(own, Members) else own.parts
            waiting.extend(reversed(list(parts)))
    return found


def type_of(object: Object) -> Type:
    """The type of an object."""
    return object.type


def scalar_cells(object: Object) -> int:
    """How many cells an object has."""
    return len(leaves(object))


__all__ = ["Elements", "Enumerator", "Global", "Meaning", "Members", "Named", "Object", "Routine", "Scalar", "Scope", "leaves",
           "scalar_cells", "type_of"]
