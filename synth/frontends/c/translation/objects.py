"""Objects come to be: the cells of variables, parameters, results and values of ours; and what people call them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Apply, Cell, Expression, Literal, Read
from synth.frontends.c.expressions.types import (
    BOOL,
    VOID,
    Array,
    Floating,
    Function,
    Integer,
    Overlay,
    Pointer,
    Struct,
    Type,
    complete,
    fits,
)
from synth.frontends.c.syntax.gnu import LIST
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.memory import NULL, SELECTOR, WILD, Region, Root
from synth.frontends.c.translation.misuse import Renewed
from synth.frontends.c.translation.scopes import Elements, Members, Object, Reference, Scope, cells_of, viewed

MOST_CELLS = 16_384
"""Cells that the objects of a program may have."""


class Objects:
    """Makes objects within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._made = 0

    def anew(self, object: Object, scope: Scope, node: Any) -> None:
        """A run comes to the declaration of an object: it begins here, where it did not with its block (C11, 6.2.4 p6)."""
        root = self._context.memory.root(object)
        if root is None or not root.early:
            self.begins(object, scope, node)

    def begins(self, object: Object, scope: Scope, node: Any) -> None:
        """An object of a block begins: pointers to what it was in an earlier round of a loop point to nothing now (C11, 6.2.4).

        Those of the block, or of one within it, begin with it again; but an array of variable length ends where a run goes back to
        before its declaration, with its block going on (p7).
        """
        context = self._context
        root = context.memory.root(object)
        root = root if context.repeated or (root is not None and root.shared) else None
        if root is not None and not root.renewed:
            root.renewed = context.memory.grown = True
        for selector, own, regions in context.memory.selectors(root) if root is not None else ():
            if own is not None and own.scope is not None and scope in own.scope.chain() and not varies(object):
                continue
            value: Expression = Read(selector)
            for region in regions:
                gone = Apply(BOOL, "==", (value, Literal(SELECTOR, region.number)))
                value = typed.select(gone, Literal(SELECTOR, WILD), value)
            context.assign(selector, value, node)
            context.flow.end.about = root and Renewed(root)

    def made(self, type: Type, name: str, node: Any, source: str = "", scope: Scope | None = None) -> Object:
        """An object of a type, declared at a node; its cells are called like the C expressions for them, as far as they can be.

        source   what C calls it; "" for objects of ours
        scope    the block that it lives in; None for what lives as long as it may be spoken of
        """
        memory, key = self._context.memory, (*self._context.identity(node), name, type)
        known = memory.known(key)
        if known is not None:
            known.scope = scope
            return known.object
        if isinstance(type, Array) and self._context.long.is_long(type, node):
            return self.long(type, self.length_type(type.length or 0), name, node, source, scope)
        self._made += _cells(type)
        if self._made > MOST_CELLS:
            self._context.source.refuse(node, f"more than {MOST_CELLS:,} variables")
        if type == VOID or isinstance(type, Function):
            self._context.source.refuse(node, f"{name} of type void" if type == VOID else "a function as an object")
        if not complete(type):
            self._context.source.fail(node, f"{name} is of the incomplete type {type}")
        made = self._object(type, self._context.fresh(name), self._context.source.of(node)[0], source)
        memory.keep(key, node, Root(made, source or name, scope, within=self._context.body))
        return made

    def long(self, type: Array, length: Integer, name: str, node: Any, source: str = "", scope: Scope | None = None) -> Elements:
        """An array of which not all elements are looked at, as `object` otherwise; `length` is the type of its length."""
        memory, key = self._context.memory, (*self._context.identity(node), name, type)
        known = memory.known(key)
        if known is None:
            if not complete(type.element) or isinstance(type.element, Array):
                self._context.source.refuse(node, f"an array of {type.length or 'a variable number of'} elements that are arrays")
            with self._context.refusing(node):
                line, _ = self._context.source.of(node)
                known = self._context.long.made(type, length, self._context.fresh(name), line, source, hash(key))
            known.within = self._context.body
            memory.keep(key, node, known)
        known.scope = scope
        assert isinstance(known.object, Elements)
        return known.object

    def nothing(self, type: Type, node: Any) -> Object:
        """What is accessed where there is nothing: such a run has ended."""
        made = self.made(type, "nothing", node)
        for cell in cells_of(made):
            self._context.any_value(cell, node)
        return made

    def length_type(self, length: int) -> Integer:
        """The type of a length that is known."""
        return self._context.model.int if fits(self._context.model.int, length) else self._context.model.size

    def part(self, type: Type, name: str, line: int | None, source: str) -> Object:
        """An object that lies in another one."""
        return self._object(type, name, line, source)

    def _object(self, type: Type, name: str, line: int | None, source: str) -> Object:
        match type:
            case Integer() | Floating():
                return self._context.cell(name, type, line, source)
            case Array(element, int(length)):
                return Elements(type, tuple(self._object(element, f"{name}[{i}]", line, source and f"{source}[{i}]")
                                            for i in range(length)))
            case Overlay():
                return viewed(type, self._context.cell(name, type.bits, line, source), self._context.model)
            case Pointer():
                selector = self._context.cell(self._context.fresh(f"{name}_object"), SELECTOR, line)
                index = self._context.cell(self._context.fresh(f"{name}_index"), self._context.model.integer("long"), line)
                selector.told, index.told = f"the object of {source or name}", source or name
                return Reference(type, selector, index)
            case Struct(tag=tag) if tag == LIST:
                return self._list(type, name, line, source)
            case Struct():
                return Members(type, {member: self._member(inner, member, name, line, source) for member, inner in type.members})
        raise ValueError(f"{type} has no objects")

    def _list(self, type: Struct, name: str, line: int | None, source: str) -> Members:
        """A list of arguments: C has no names for what it holds here."""
        parts = {member: self._object(inner, f"{name}.{member}", line, "") for member, inner in type.members}
        for member, told in (("__list", "the call that {} is of"), ("__index", "the position of {}")):
            cell = parts[member]
            assert isinstance(cell, Cell)
            cell.told = told.format(source or name)
        return Members(type, dict(parts))

    def _member(self, type: Type, name: str, around: str, line: int | None, source: str) -> Object:
        """The object that a member is; C calls members of one without a name as if they were of the struct around it."""
        own = f"{around}.{name}"
        if name.isdigit():
            return self._object(type, own, line, "" if isinstance(type, Overlay) else source)
        return self._object(type, own, line, source and f"{source}.{name}")

    def tell(self) -> None:
        """Have the indices of pointers into one object told as distances from where that begins, and objects by their names."""
        blocks = self._names_of_blocks()
        for reference in self._context.memory.references():
            regions = self._context.memory.held(reference.selector)
            reference.selector.objects = tuple((region.number, self._told(region, blocks)) for region in regions)
            held = [region for region in regions if region.number not in (NULL, WILD)]
            start = _start(held[0].parts) if len(held) == 1 and held[0].parts else ""
            if start and " - " not in reference.index.told:
                reference.index.told += f" - {start}"

        for root in self._context.memory.roots():
            if root.alive is not None and root.regions:
                root.alive.block, root.alive.lives = blocks[root], True
                whole = isinstance(root.object, Elements) and len(root.object.parts) == 1
                for cell in cells_of(root.object):
                    _, _, part = (cell.source or cell.told).partition(root.name)
                    cell.block, cell.part = root.alive.block, part.removeprefix("[0]" if whole else "").removeprefix(".")

    def _told(self, region: Region, blocks: Mapping[Root, str]) -> str:
        """What people call the object that a region is of: by its name, or by the line of the call that allocates it."""
        root = region.root
        if region.routine is not None:
            inner = region.routine.declaration.type
            while not isinstance(inner, c_ast.TypeDecl):
                inner = inner.type
            return str(inner.declname)
        if root is None:
            return {NULL: "null", WILD: "nothing"}.get(region.number, "an address")
        if root.alive is None:
            return root.name
        return blocks[root]

    def _names_of_blocks(self) -> dict[Root, str]:
        """What people call each block of allocated memory: those of a line are numbered, whichever calls there allocate them."""
        lines = {root: self._context.spot(root.node).line for root in self._context.memory.roots() if root.alive is not None}
        of_each, count, found = Counter(lines.values()), Counter[int | None](), dict[Root, str]()
        for root, line in lines.items():
            count[line] += 1
            which = f"{count[line]} " if of_each[line] > 1 else ""
            found[root] = f"block {which}of {self._context.source.files.told(line)}"
        return found


def varies(object: Object) -> bool:
    """Whether an object is an array of variable length."""
    return isinstance(object.type, Array) and object.type.length is None


def _cells(type: Type) -> int:
    """How many cells an object of a type has."""
    match type:
        case Array(element, int(length)):
            return length * _cells(element)
        case Struct():
            return sum(_cells(member) for _, member in type.members)
    return 2 if isinstance(type, Pointer) else 1


def _start(inside: tuple[Object, ...]) -> str:
    """The pointer to the first of what is pointed into, as in the source; "" where that has no name."""
    first, *rest = inside
    texts = [cells[0].source if (cells := cells_of(part)) else "" for part in (first, *rest[:1])]
    if not all(texts) or not (rest or isinstance(first, Cell)):
        return ""
    differing = next((i for i, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), 0) if rest else 0
    return texts[0][:differing - 1] if rest else f"&{texts[0]}"
