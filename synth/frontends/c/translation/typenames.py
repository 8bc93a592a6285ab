"""The types that declarations name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pycparser import c_ast

from synth.errors import InputError
from synth.frontends.c.expressions.types import (
    BOOL,
    DOUBLE,
    FLOAT,
    VOID,
    Array,
    Floating,
    Function,
    Integer,
    Overlay,
    Pointer,
    Slot,
    Struct,
    Type,
    Void,
    complete,
    fits,
    laid_out,
    padded,
    sizeof,
    slots,
)
from synth.frontends.c.syntax.gnu import LAID_OUT
from synth.frontends.c.translation.context import LONGEST, Context
from synth.frontends.c.translation.scopes import Enumerator, Meaning, Named, Scope, Tag, Unreadable

_KINDS = {
    ("void",): "void", ("_Bool",): "_Bool", ("float",): "float", ("double",): "double",
    ("char",): "char", ("char", "signed"): "signed char", ("char", "unsigned"): "unsigned char",
    **{tuple(sorted((*words, *extra, *sign))): ("unsigned " if "unsigned" in sign else "") + name
       for name, words in (("short", ("short",)), ("int", ()), ("long", ("long",)), ("long long", ("long", "long")),
                           ("__int128", ("__int128",)))
       for extra in ((), ("int",)) for sign in ((), ("signed",), ("unsigned",)) if words or extra or sign},
}
"""Integer types by their words, sorted."""

_RESOLVED: dict[type, tuple[type, ...]] = {
    c_ast.PtrDecl: (Pointer,), c_ast.ArrayDecl: (Array,), c_ast.Struct: (Struct,), c_ast.Union: (Overlay,),
    c_ast.IdentifierType: (Integer, Floating, Void)}
"""What types of the parser's kinds are here."""


class TypeNames:
    """Resolves the parser's type nodes in the scope of a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._structs: dict[int, tuple[Any, Struct]] = {}
        self._unions: dict[int, tuple[Any, Overlay]] = {}
        self._enumerations: dict[int, tuple[Any, Integer]] = {}
        self._constants: dict[int, dict[str, Meaning]] = {}
        self._begun: set[int] = set()
        self._waiting: list[tuple[Any, Scope]] = []
        self._depth = 0
        self._postponing = self._pointed = False

    def resolve(self, node: Any) -> Type:
        """The type of a declarator's node. InputError for one that is not supported."""
        source = self._context.source
        for qualifier in getattr(node, "quals", None) or ():
            if qualifier == "volatile":
                self._context.volatile = self._context.volatile or source.of(node)[0]
            elif qualifier not in ("const", "restrict"):
                source.refuse(node, qualifier)
        match node:
            case c_ast.TypeDecl() | c_ast.Typename():
                return self.resolve(node.type)
            case c_ast.IdentifierType():
                return self._named(node)
            case c_ast.ArrayDecl():
                return self._array(node)
            case c_ast.Struct():
                return self._struct(node)
            case c_ast.Enum():
                return self.enumeration(node)
            case c_ast.PtrDecl():
                return self.pointer(node)
            case c_ast.Union():
                return self._union(node)
            case c_ast.FuncDecl():
                return Function(node, self._context.scope.fixed())
            case c_ast.UnaryOp(op="typeof"):
                named = isinstance(node.expr, c_ast.Typename)
                with self._evaluating():
                    return self.name(node.expr) if named else self._context.values.measured(node.expr, "typeof")
        source.refuse(node, f"{type(node).__name__} as a type")

    def _named(self, node: Any) -> Type:
        words: Sequence[str] = node.names
        if len(words) == 1:
            meaning = self._context.scope.find(words[0])
            if isinstance(meaning, Named):
                with self._context.within(meaning.scope):
                    return self.resolve(meaning.declaration)
        kind = _KINDS.get(tuple(sorted(words)))
        if kind is None:
            self._context.source.refuse(node, f"the type {' '.join(words)}")
        match kind:
            case "void":
                return VOID
            case "float":
                return FLOAT
            case "double":
                return DOUBLE
        return self._context.model.integer(kind)

    def pointer(self, node: Any) -> Pointer:
        """The type of a pointer, and of a parameter that is declared as an array."""
        before, self._pointed = self._pointed, self._postponing
        try:
            return self._context.model.pointer(self.resolve(node.type))
        finally:
            self._pointed = before

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Members are read: structs that only pointers among them speak of wait until the outermost struct or union is known, as it
        may be a member of theirs."""
        before = self._postponing, self._pointed
        self._depth, self._postponing, self._pointed = self._depth + 1, True, False
        try:
            yield
        except InputError:
            self._waiting.clear()  # who follows such a pointer asks again
            raise
        finally:
            self._depth -= 1
            self._postponing, self._pointed = before
        while self._waiting and not self._depth:
            self._complete(*self._waiting.pop())

    @contextmanager
    def _evaluating(self) -> Iterator[None]:
        """An expression is evaluated, which may ask for the members of what pointers are to."""
        before, self._postponing, self._pointed = (self._postponing, self._pointed), False, False
        try:
            yield
        finally:
            self._postponing, self._pointed = before

    def names(self, node: Any, *kinds: type) -> bool:
        """Whether a declarator's type is of one of the parser's kinds, by itself, by a typedef or by typeof; nothing else is looked
        at."""
        while isinstance(node, (c_ast.TypeDecl, c_ast.Typename)):
            node = node.type
        if isinstance(node, c_ast.UnaryOp):  # typeof
            return isinstance(self.resolve(node), tuple(own for kind in kinds for own in _RESOLVED[kind]))
        meaning = self._context.scope.find(node.names[0]) if isinstance(node, c_ast.IdentifierType) else None
        return isinstance(node, kinds) or (isinstance(meaning, Named) and self.names(meaning.declaration, *kinds))

    def _array(self, node: Any) -> Type:
        element = self.resolve(node.type)
        if node.dim is None:
            return Array(element, None)
        with self._evaluating():
            length = self._context.values.constant(node.dim, "an array of variable length")
        if length <= 0:
            self._context.source.refuse(node, f"an array of {length} elements")
        return Array(element, length)

    def name(self, node: Any) -> Type:
        """The type that an expression names, for a cast and the like; what is defined there is known from here on."""
        self.declare_tags(node, self._context.scope)
        with self._evaluating():
            return self.resolve(node)

    def _struct(self, node: Any) -> Struct:
        """The struct that a node defines or names; its members may not be known yet."""
        found = self._tagged(node, "struct")
        if isinstance(found, Tag):
            found.incomplete = found.incomplete or Struct(node.name)
            return found.incomplete
        declared, scope = found
        if id(declared) not in self._structs:
            self._structs[id(declared)] = (declared, Struct(declared.name or ""))
        self._complete(declared, scope)
        return self._structs[id(declared)][1]

    def _complete(self, declared: Any, scope: Scope) -> None:
        """Read the members of a struct, of which pointers within it speak before they are known."""
        made = self._structs[id(declared)][1]
        if made.complete or id(declared) in self._begun:
            return
        if self._pointed:
            self._waiting.append((declared, scope))
            return
        self._begun.add(id(declared))
        with self._reading():
            with self._context.within(scope):
                made.members, made.slots = self._members(declared)
            made.laid_out = self._context.source.laid_out or _says_layout(declared, made)
            made.complete = True

    def _tagged(self, node: Any, kind: str) -> Tag | tuple[Any, Scope]:
        """The struct or union with its members that a node names, and the scope that these are read in; or the tag of what is
        defined later, or nowhere."""
        if node.decls is not None:
            return node, self._context.scope
        known = self._context.scope.find_tag(f"{kind} {node.name}")
        if not isinstance(known, Tag):
            self._context.source.refuse(node, f"the incomplete type {kind} {node.name}")
        return known if known.scope is None else (known.declared, known.scope)

    def _union(self, node: Any) -> Type:
        context = self._context
        found = self._tagged(node, "union")
        if isinstance(found, Tag):
            context.source.refuse(node, f"the incomplete type union {node.name}")
        declared, scope = found
        if id(declared) not in self._unions:
            with self._reading(), context.within(scope):
                self._unions[id(declared)] = (declared, self._overlay(declared, node))
        return self._unions[id(declared)][1]

    def _overlay(self, declared: Any, node: Any) -> Overlay:
        context = self._context
        made = Overlay(declared.name or "", context.model.integer("unsigned char"), *self._members(declared))
        if _is_unclear(made):
            context.source.refuse(node, "pointers and _Bool in unions")
        if _says_layout(declared, made):
            context.source.refuse(node, "unions where attributes say how structs are laid out")
        own = [8 * sizeof(slot.type, context.model) if slot.width is None else slot.width for slot in slots(made)]
        size = padded(max(own, default=0), made, context.model)
        bits = next((t for name in ("char", "short", "int", "long", "long long")
                     if (t := context.model.integer(f"unsigned {name}")).size == size), None)
        if bits is None:
            context.source.refuse(node, "unions of other sizes than 1, 2, 4 and 8 bytes")
        return replace(made, bits=bits)

    def _members(self, declared: Any) -> tuple[tuple[tuple[str, Type], ...], tuple[Slot, ...]]:
        """The members of a struct or a union, one without a name by its number; and what is laid out where there are bit-fields."""
        found, own_slots = list[tuple[str, Type]](), list[Slot]()
        for node in declared.decls:
            if getattr(node, "name", None) == LAID_OUT:
                continue
            unnamed = isinstance(node, c_ast.Decl) and node.name is None and node.bitsize is None
            if unnamed and isinstance(node.type, (c_ast.Struct, c_ast.Union)) and node.type.name is not None:
                continue  # it declares the tag, and no member
            if unnamed and isinstance(node.type, (c_ast.Struct, c_ast.Union)):
                found.append((str(len(found)), self.resolve(node.type)))
                own_slots.append(Slot(*found[-1]))
            elif isinstance(node, c_ast.Decl) and node.bitsize is not None:
                own_slots.append(own := self._bit_field(node))
                assert isinstance(own.type, Integer)
                found += [(own.name, self._context.model.of_bit_field(own.type, own.width))] if own.name and own.width else []
            else:
                found.append(self._member(node))
                own_slots.append(Slot(*found[-1]))
        return tuple(found), tuple(own_slots) if any(own.width is not None for own in own_slots) else ()

    def _bit_field(self, node: Any) -> Slot:
        """A bit-field, which may have no name (C11, 6.7.2.1 p4 and p12)."""
        source, name = self._context.source, node.name or ""
        self.declare_tags(node.type, self._context.scope)
        type = self.resolve(node.type)
        if self._context.model.word:
            source.refuse(node, "bit-fields in words of any width")
        if not isinstance(type, Integer):
            source.fail(node, f"a bit-field {name} of type {type}")
        with self._evaluating():
            width = self._context.values.constant(node.bitsize, "the width of a bit-field that is no constant")
        if width < 0 or width > type.bits or (name and not width):
            source.fail(node, f"a bit-field {name} of {width} bits and type {type}".replace("  ", " "))
        return Slot(name, type, width)

    def _member(self, node: Any) -> tuple[str, Type]:
        if not isinstance(node, c_ast.Decl) or node.name is None:
            self._context.source.refuse(node, "members without a name")
        if node.align:
            self._context.source.refuse(node, "_Alignas in structs")
        self.declare_tags(node.type, self._context.scope)
        type = self.resolve(node.type)
        if isinstance(type, Array) and type.length is None:
            self._context.source.refuse(node, "arrays without a length in structs")
        if _is_long(type):
            self._context.source.refuse(node, f"arrays of more than {LONGEST:,} elements in structs")
        if not complete(type):
            self._context.source.refuse(node, f"a member of the incomplete type {type}")
        return node.name, type

    def enumeration(self, node: Any) -> Integer:
        """The type of an enumeration whose constants were declared."""
        known = self._context.scope.find_tag(f"enum {node.name}") if node.values is None else node
        if known is None or id(known) not in self._enumerations:
            self._context.source.refuse(node, f"the incomplete type enum {node.name}")
        return self._enumerations[id(known)][1]

    def require_outer(self, node: Any) -> None:
        """Refuse a function's declaration in a block that speaks of the block's own types."""
        scope, file = self._context.scope, self._context.file
        waiting = [node] if scope is not file else []
        while waiting:
            own = waiting.pop()
            waiting.extend(child for _, child in own.children())
            if isinstance(own, c_ast.IdentifierType):
                inner = any(scope.find(word) is not file.names.get(word) for word in own.names)
            else:
                tagged = isinstance(own, (c_ast.Struct, c_ast.Union, c_ast.Enum))
                inner = tagged and scope.find_tag(_key(own)) is not file.tags.get(_key(own))
            if inner:
                self._context.source.refuse(own, "a function that a block declares, of types of its own")

    def declare_tags(self, node: Any, scope: Scope) -> None:
        """Make structs, unions and enumerations known that a type's node defines, or names for the first time (C11, 6.7.2.3)."""
        bounds = []
        while isinstance(node, (c_ast.TypeDecl, c_ast.ArrayDecl, c_ast.PtrDecl, c_ast.FuncDecl, c_ast.Typename)):
            bounds += [node.dim] if isinstance(node, c_ast.ArrayDecl) else []
            node = node.type
        if isinstance(node, (c_ast.Struct, c_ast.Union)) and node.decls is not None:
            tag = self.declare_tag(node, scope)
            tag.declared, tag.scope = node, scope.fixed()
            for member in node.decls:
                if isinstance(member, c_ast.Decl):
                    self.declare_tags(member.type, scope)
            if tag.incomplete is not None and isinstance(node, c_ast.Struct):
                self._structs[id(node)] = (node, tag.incomplete)
                self._complete(node, tag.scope)
        elif isinstance(node, (c_ast.Struct, c_ast.Union)) and scope.find_tag(_key(node)) is None:
            self.declare_tag(node, scope)
        elif isinstance(node, c_ast.Enum) and node.values is not None:
            if node.name:
                scope.tags[_key(node)] = node
            self._enumerators(node, scope)
        for bound in bounds:
            self.declare_named(bound, scope)

    def declare_tag(self, node: Any, scope: Scope) -> Tag:
        """The tag of a struct or union in this very scope, as `struct S;` declares it: the one that is there, or a new one."""
        if not node.name:
            return Tag()
        known = scope.tags.get(_key(node))
        if not isinstance(known, Tag) or (known.scope is not None and node.decls is not None):
            known = scope.tags[_key(node)] = Tag()
        return known

    def declare_named(self, node: Any, scope: Scope) -> None:
        """Make known what the type names within an expression define; None for no expression."""
        waiting = [node] if node is not None else []
        while waiting:
            own = waiting.pop()
            if isinstance(own, c_ast.Typename):
                self.declare_tags(own, scope)
            else:
                waiting.extend(child for _, child in reversed(own.children()))

    def _enumerators(self, node: Any, scope: Scope) -> None:
        """Declare the constants of an enumeration, and settle its type."""
        model, following, values = self._context.model, 0, list[int]()
        if id(node) in self._constants:  # as another declarator or another call comes by; its values are those of the first time
            scope.names.update(self._constants[id(node)])
            return
        for entry in node.values.enumerators:
            if entry.value is not None:
                following = self._context.values.constant(entry.value, "an enumeration's value that is no constant")
            values.append(following)
            scope.names[entry.name] = Enumerator(model.int, following) if model.word or fits(model.int, following) else Unreadable(
                f"{entry.name}, which is no int, within its own enumeration")
            following += 1
        whole = self._enumeration(values, node)
        self._enumerations[id(node)] = (node, whole)
        for entry, value in zip(node.values.enumerators, values, strict=True):
            if not model.word and not fits(model.int, value):
                scope.names[entry.name] = Enumerator(whole, value)
        self._constants[id(node)] = {entry.name: scope.names[entry.name] for entry in node.values.enumerators}

    def _enumeration(self, values: Sequence[int], node: Any) -> Integer:
        """The type of an enumeration as gcc has it: unsigned int, int, or else unsigned long or long."""
        model, signed = self._context.model, min(values, default=0) < 0
        kinds = [model.integer(name if signed else f"unsigned {name}") for name in ("int", "long", "long long")]
        found = next((k for k in kinds if model.word or all(fits(k, v) for v in values)), None)
        if found is None:
            self._context.source.refuse(node, "an enumeration that no integer type holds")
        return found


def _is_long(type: Type) -> bool:
    """Whether a type is that of an array too long for all its elements to be looked at, or of one with such in it."""
    return isinstance(type, Array) and ((type.length or 0) > LONGEST or _is_long(type.element))


def holds(type: Type, wanted: Callable[[Type], bool]) -> bool:
    """Whether an object of a type has one of a wanted type in it."""
    match type:
        case Array(element):
            return holds(element, wanted)
        case Struct() | Overlay():
            return any(holds(inner, wanted) for _, inner in type.members)
    return wanted(type)


def _says_layout(declared: Any, type: Struct | Overlay) -> bool:
    """Whether an attribute says how a struct or a union is laid out that a node declares, or what is in it."""
    return any(getattr(node, "name", None) == LAID_OUT for node in declared.decls) or any(laid_out(own) for _, own in type.members)


def _is_unclear(type: Type) -> bool:
    """Whether a type has pointers in it, or whole bytes of _Bool, of which not all patterns of bits are values."""
    match type:
        case Array(element):
            return _is_unclear(element)
        case Struct() | Overlay():
            return any(_is_unclear(own.type) for own in slots(type) if own.width is None)
    return isinstance(type, Pointer) or type == BOOL


def _key(node: Any) -> str:
    """What the tag of a struct, a union or an enumeration is called in a scope."""
    return f"{type(node).__name__.lower()} {node.name}"
