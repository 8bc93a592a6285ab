"""Names and what they stand for, scope within scope."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Union

from pycparser import c_ast

from synth.frontends.c.expressions.expressions import Apply, Bits, Cell, Convert, Expression, Literal, Read
from synth.frontends.c.expressions.types import (
    Array,
    Floating,
    Integer,
    Model,
    Overlay,
    Pointer,
    Scalar,
    Struct,
    Type,
    position,
    route,
    sizeof,
)
from synth.frontends.c.syntax.effects import parts
from synth.frontends.c.translation.graph import Access


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
    """Bits of a cell, from `shift` on, read as a value of a type: a union, a member of one, a byte of an integer.

    raw, bits   the unsigned types of the cell's size, and of the view's
    parts       the members, of a union
    """

    type: Scalar | Overlay
    cell: Cell
    raw: Integer
    bits: Integer
    shift: int = 0
    parts: dict[str, Object] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether it has all bits of its cell."""
        return self.bits == self.raw


@dataclass(eq=False)
class Reference:
    """A pointer object: the number of what it points into (`memory.Region`), and which element of that it points to."""

    type: Pointer
    selector: Cell
    index: Cell


@dataclass(frozen=True, eq=False)
class Alias:
    """A pointer that is not assigned to: what it points to, by expressions that keep their values."""

    type: Pointer
    target: Any


@dataclass(frozen=True, eq=False)
class Opaque:
    """A byte that cannot be looked at: of a pointer, a bit-field, a number with a fraction, or between the members of a struct."""

    type: Integer


Object = Union[Cell, View, Elements, Members, Reference, Alias, Opaque]


@dataclass(frozen=True, eq=False)
class Candidate:
    """An object, and when it is the one that an expression denotes; of all candidates exactly one is.

    access  how it was found where only some elements of an array are looked at: the condition is to be asked when the object is
            accessed, and none of them may be the one
    """

    condition: Expression
    object: Object
    access: Access | None = None

    @property
    def is_sure(self) -> bool:
        """Whether it is the one, whatever the state."""
        return isinstance(self.condition, Literal) and bool(self.condition.value)

    def part(self, object: Object) -> Candidate:
        """A part of the object, which is the one where this is."""
        return replace(self, object=object)


@dataclass(frozen=True, eq=False)
class Bound:
    """That an index is within bounds, to be checked when the object is accessed: its value, the node, and what is told.

    cause  as in `synth.transition.Place`
    about  as in `synth.frontends.c.translation.graph.Node`
    late   whether it is what the condition is when the object is accessed, and not what it was when the object was found: all that
           may change in between is whether memory is allocated, and how long it is
    """

    condition: Expression
    node: Any
    text: str
    cause: str = "bounds"
    late: bool = False
    about: Any = None


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

    @property
    def parameters(self) -> list[Any]:
        """The nodes of what it takes."""
        declared = self.declaration.args.params if self.declaration.args is not None else []
        return [p for p in declared if not _is_void(p)]

    @property
    def signature(self) -> list[Any]:
        """The nodes of the types of what it returns and takes."""
        return [self.declaration.type, *(p.type for p in self.parameters)]


@dataclass(eq=False)
class Tag:
    """A struct or a union by its tag: the node with its members, and the scope to read these in, once there is one; until then the
    struct that pointers may point to."""

    declared: Any = None
    scope: Scope | None = None
    incomplete: Struct | None = None


@dataclass(frozen=True)
class Unreadable:
    """A name whose use is not supported; what it would be."""

    construct: str


Meaning = Union[Object, Named, Enumerator, Global, Routine, Unreadable]


@dataclass(eq=False)
class Scope:
    """Names declared in a block; a tag of a struct or a union is a `Tag`, of an enumeration the node with its constants.

    block    what tells a block from all others, from one translation to the next; () where nothing does
    unnamed  the objects of its compound literals
    """

    parent: Scope | None = None
    names: dict[str, Meaning] = field(default_factory=dict)
    tags: dict[str, Any] = field(default_factory=dict)
    block: tuple[Any, ...] = ()
    unnamed: list[Object] = field(default_factory=list)

    def find(self, name: str) -> Meaning | None:
        """What a name stands for here."""
        return next((scope.names[name] for scope in self.chain() if name in scope.names), None)

    def automatic(self) -> tuple[Object, ...]:
        """The objects of its own that begin with each entry to the block (C11, 6.2.4): not the static ones."""
        named = (m for m in self.names.values() if isinstance(m, (Cell, View, Elements, Members, Reference, Alias)))
        return (*named, *self.unnamed)

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
        found = found.parts[name] if isinstance(found, (Members, View)) else None
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
    word: Expression = Read(object.cell)
    if not object.whole:
        raw = word if object.cell.type == object.raw else Bits(object.raw, word)
        moved = Apply(object.raw, ">>", (raw, Literal(object.raw, object.shift))) if object.shift else raw
        word = Convert(object.bits, moved)
    return word if word.type == object.type else Bits(object.type, word)


def viewed(type: Type, cell: Cell, model: Model, shift: int = 0) -> Object:
    """What an object of a type is that lies within a cell of an integer, as little-endian machines have it."""
    match type:
        case Array(element, int(length)):
            size = 8 * sizeof(element, model)
            return Elements(type, tuple(viewed(element, cell, model, shift + size * i) for i in range(length)))
        case Struct():
            return Members(type, {n: viewed(inner, cell, model, shift + position(type, n, model)) for n, inner in type.members})
        case Overlay():
            parts = {n: viewed(inner, cell, model, shift) for n, inner in type.members}
            return View(type, cell, model.word_of(cell.type.bits), type.bits, shift, parts)
    assert isinstance(type, (Integer, Floating))
    return View(type, cell, model.word_of(cell.type.bits), model.word_of(type.bits), shift)


def leaves(*objects: Object) -> list[Cell | View]:
    """The scalars that objects are made of, in order: cells, and within unions views of them; a pointer has two cells."""
    found: list[Cell | View] = []
    waiting = list(reversed(objects))
    while waiting:
        own = waiting.pop()
        match own:
            case Cell():
                found.append(own)
            case View(type=Overlay()):
                found.append(own.cell if own.whole else View(own.bits, own.cell, own.raw, own.bits, own.shift))
            case View():
                found.append(own)
            case Reference():
                found += (own.selector, own.index)
            case Members() | Elements():
                parts = own.parts.values() if isinstance(own, Members) else own.parts
                waiting.extend(reversed(list(parts)))
    return found


def references_in(object: Object) -> Iterator[Reference]:
    """The pointers in an object."""
    waiting = [object]
    while waiting:
        own = waiting.pop()
        if isinstance(own, Reference):
            yield own
        elif isinstance(own, (Elements, Members)):
            waiting.extend(own.parts.values() if isinstance(own, Members) else own.parts)


def elements_of(elements: Elements, type: Type) -> Iterator[Object]:
    """The elements of a type in an array of arrays."""
    for part in elements.parts:
        if part.type == type:
            yield part
        elif isinstance(part, Elements):
            yield from elements_of(part, type)


def columns(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """For each scalar of objects of one type the candidates that it may be."""
    return [[c.part(leaf) for c, leaf in zip(candidates, column, strict=True)]
            for column in zip(*(leaves(c.object) for c in candidates), strict=True)]


def cells_of(*objects: Object) -> list[Cell]:
    """The cells that objects lie in, in order."""
    return list(dict.fromkeys(own if isinstance(own, Cell) else own.cell for own in leaves(*objects)))


def _is_void(parameter: Any) -> bool:
    """Whether a parameter list is just (void)."""
    inner = getattr(getattr(parameter, "type", None), "type", None)
    return isinstance(parameter, c_ast.Typename) and isinstance(inner, c_ast.IdentifierType) and inner.names == ["void"]
