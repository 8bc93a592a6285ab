"""Pointers: each points into one object, or into one of several that conditions tell apart, for as long as it lives.

A pointer is an index into what it points to. Which object that is, its first value says; it may walk there, but not be made to
point into another one. So arrays and variables are handed to functions, and walked over, without addresses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import is_
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.constants import characters
from synth.frontends.c.expressions.expressions import Cell, Expression, Literal, Read
from synth.frontends.c.expressions.narrow import number
from synth.frontends.c.expressions.types import Array, Integer, Overlay, Pointer, Struct, Type, member
from synth.frontends.c.syntax.effects import STEPS, acts, changes, parts
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.scopes import (
    Base,
    Elements,
    Enumerator,
    Global,
    Named,
    Object,
    Reference,
    Routine,
    Scope,
    Unreadable,
    leaves,
)

POINTED = "within its object"
"""What is asserted of a pointer that is followed, as told; a compiler does not check it."""


@dataclass(frozen=True, eq=False)
class Target:
    """Where a pointer points: at an index of what is one of some bases."""

    type: Type
    bases: tuple[Base, ...]
    index: Expression


class Pointers:
    """Translates pointers within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._strings: dict[int, tuple[Elements, Any]] = {}
        self._constant: set[int] = set()
        self._sums: dict[tuple[int, int], tuple[Scope, Type | None]] = {}

    def type_of(self, node: Any) -> Type | None:
        """The type of an expression as far as it may be a pointer or lead to one; nothing is evaluated. None for others."""
        match node:
            case c_ast.ID():
                meaning = self._context.scope.find(node.name)
                found = self._context.declarations.global_object(meaning) if isinstance(meaning, Global) else meaning
                return None if found is None or isinstance(found, (Named, Enumerator, Routine, Unreadable)) else found.type
            case c_ast.Constant(type="string"):
                return Array(self._context.model.integer("char"), None)
            case c_ast.ArrayRef():
                return _element(self.type_of(node.name))
            case c_ast.StructRef():
                own = self.type_of(node.name)
                own = _element(own) if node.type == "->" else own
                return member(own, node.field.name) if isinstance(own, (Struct, Overlay)) else None
            case c_ast.UnaryOp(op="*"):
                return _element(self.type_of(node.expr))
            case c_ast.UnaryOp(op="&"):
                return self._context.model.pointer(self.type_of(node.expr) or self._context.model.int)
            case c_ast.UnaryOp() if node.op in STEPS:
                return self.type_of(node.expr)
            case c_ast.Assignment():
                return self.type_of(node.lvalue)
            case c_ast.ExprList():
                return self.type_of(node.exprs[-1])
            case c_ast.FuncCall(name=c_ast.ID()):
                return self._returned(self._context.scope.find(node.name.name))
            case c_ast.Cast():
                declared = node.to_type.type
                return self._context.types.pointer(declared) if isinstance(declared, c_ast.PtrDecl) and not is_null(node) else None
            case c_ast.TernaryOp():
                return self._either(node.iftrue, node.iffalse)
            case c_ast.CompoundLiteral() if self._context.types.names(node.type, c_ast.Struct, c_ast.Union, c_ast.ArrayDecl):
                return self._context.types.name(node.type)
            case c_ast.BinaryOp():
                return self._of_sum(node)
        return None

    def _of_sum(self, node: Any) -> Type | None:
        """The type of a pointer plus or minus a number; remembered, as every part of a long sum is asked for it."""
        scope, spine = self._context.scope, [node]
        while isinstance(spine[-1].left, c_ast.BinaryOp) and (id(spine[-1].left), id(scope)) not in self._sums:
            spine.append(spine[-1].left)
        for own in reversed(spine):
            if (id(own), id(scope)) not in self._sums:
                sides = (own.left, own.right) if own.op in ("+", "-") else ()
                pointers = [t for t in map(self.type_of, sides) if isinstance(t, (Pointer, Array))]
                found = _element(pointers[0]) if len(pointers) == 1 else None
                self._sums[id(own), id(scope)] = scope, None if found is None else self._context.model.pointer(found)
        return self._sums[id(node), id(scope)][1]

    def _returned(self, routine: Any) -> Type | None:
        declared, types = routine.declaration.type if isinstance(routine, Routine) else None, self._context.types
        with self._context.within(self._context.file):
            return types.resolve(declared) if types.names(declared, c_ast.PtrDecl, c_ast.Struct, c_ast.Union) else None

    def _either(self, *nodes: Any) -> Type | None:
        return next((t for t in map(self.type_of, nodes) if isinstance(t, (Pointer, Array, Struct, Overlay))), None)

    def points(self, node: Any) -> bool:
        """Whether an expression is a pointer; arrays are, where they are used."""
        return isinstance(self.type_of(node), (Pointer, Array))

    def target(self, node: Any) -> Target:
        """Where a pointer expression points."""
        match node:
            case c_ast.ID():
                return self._named(node)
            case c_ast.Constant(type="string"):
                elements = self.string(node)
                return Target(elements.type.element, (Base(self._true(), elements.parts),), self._index(0))
            case c_ast.UnaryOp(op="&"):
                return self._address(node.expr)
            case c_ast.UnaryOp() if node.op in STEPS:
                before = self._kept(self.target(node.expr), node)
                after = self._stepped(node)
                return before if node.op.startswith("p") else after
            case c_ast.Assignment():
                return self.assigned(node)
            case c_ast.ExprList():
                for part in node.exprs[:-1]:
                    self._context.values.effect(part)
                return self.target(node.exprs[-1])
            case c_ast.FuncCall():
                self._context.source.refuse(node, "functions that return pointers")
            case c_ast.BinaryOp():
                return self._sum(node)
            case c_ast.TernaryOp():
                return self._chosen(node)
            case c_ast.Cast():
                own, wanted = self.target(node.expr), self._context.types.pointer(node.to_type.type).target
                if own.type != wanted:
                    self._context.source.refuse(node, f"a pointer to {own.type} as one to {wanted}")
                return own
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*") | c_ast.CompoundLiteral():
                return self._decayed(node)
        self._context.source.refuse(node, "null pointers" if is_null(node) else "such a pointer")

    def _sum(self, node: Any) -> Target:
        """pointer + number, number + pointer or pointer - number; the left side first."""
        if self.points(node.left) and node.op in ("+", "-"):
            return self._beyond(self.target(node.left), node.op, node.right, node)
        if node.op != "+":
            self._context.source.refuse(node, f"{node.op} of a pointer")
        offset = self._context.values.value(node.left)
        offset = self._context.frozen(offset, node) if changes(node.right) else offset
        return self.moved(self.target(node.right), "+", offset, node)

    def _beyond(self, target: Target, operator: str, offset: Any, node: Any) -> Target:
        """Where a pointer that was evaluated points when it is moved by what a node says."""
        if changes(offset):
            target = replace(target, index=self._context.frozen(target.index, node))
        return self.moved(target, operator, self._context.values.value(offset), node)

    def element(self, pointer: Any, subscript: Any, node: Any) -> Target:
        """Where pointer + subscript points."""
        return self._beyond(self.target(pointer), "+", subscript, node)

    def _named(self, node: Any) -> Target:
        found = self._context.places.find(node)[0].object
        if isinstance(found, Reference):
            if not found.bases:
                self._context.source.refuse(node, f"{node.name} before it points to anything")
            return Target(found.type.target, found.bases, found.index)
        return self._decayed(node)

    def _decayed(self, node: Any) -> Target:
        """The first element of an array."""
        candidates = self._context.places.find(node)
        bases = [(c.condition, c.object) for c in candidates if isinstance(c.object, Elements)]
        if len(bases) < len(candidates):
            self._context.source.refuse(node, "such a pointer")
        return Target(bases[0][1].type.element, tuple(Base(self._settled(c, node), own.parts) for c, own in bases), self._index(0))

    def _address(self, node: Any) -> Target:
        if isinstance(node, c_ast.UnaryOp) and node.op == "*":
            return self.target(node.expr)
        if isinstance(node, c_ast.ArrayRef):
            return self.element(node.name, node.subscript, node)
        candidates = self._context.places.find(node)
        if any(isinstance(c.object, Reference) for c in candidates):
            self._context.source.refuse(node, "pointers to pointers")
        bases = tuple(Base(self._settled(c.condition, node), (c.object,)) for c in candidates)
        return Target(candidates[0].object.type, bases, self._index(0))

    def _chosen(self, node: Any) -> Target:
        """condition ? a : b."""
        context = self._context
        if any(acts(n, context.errors, context.calls.defined, self.points) for n in (node.iftrue, node.iffalse)):
            context.source.refuse(node, "a choice between pointers with side effects")
        condition = self._settled(context.values.truth(node.cond), node)
        sides = [self.target(n) for n in (node.iftrue, node.iffalse)]
        if sides[0].type != sides[1].type:
            context.source.refuse(node, f"a choice between pointers to {sides[0].type} and to {sides[1].type}")
        denied = typed.unary("!", condition, context.model)
        bases = [Base(self._settled(typed.connective("&&", c, b.condition, context.model), node), b.parts)
                 for c, side in zip((condition, denied), sides, strict=True) for b in side.bases]
        index = context.simplified(typed.choice(condition, sides[0].index, sides[1].index, context.model))
        return Target(sides[0].type, tuple(bases), index)

    def _settled(self, condition: Expression, node: Any) -> Expression:
        """A condition that stays what it is now."""
        return self._context.frozen(condition, node)

    def _true(self) -> Literal:
        return self._number(1)

    def _number(self, value: int) -> Literal:
        return Literal(self._context.model.int, value)

    def _index(self, value: int) -> Literal:
        return Literal(self._distance, value)

    def moved(self, target: Target, operator: str, offset: Expression, node: Any) -> Target:
        """Where pointer ± offset points."""
        if not isinstance(offset.type, Integer):
            self._context.source.fail(node, "a pointer is moved by integers")
        model = self._context.model
        offset = self._context.simplified(typed.convert(offset, self._distance))
        with self._context.refusing(node):
            return replace(target, index=self._context.simplified(typed.arithmetic(operator, target.index, offset, model)))

    @property
    def _distance(self) -> Integer:
        """The type of indices, and of differences of pointers: as wide as an address, so that both wrap around alike."""
        return self._context.model.integer("long")

    def _kept(self, target: Target, node: Any) -> Target:
        """The target as it is now."""
        return replace(target, index=self._context.frozen(target.index, node))

    def declared(self, type: Pointer, name: str, node: Any) -> Reference:
        """A pointer that does not point to anything yet; its index is called like it."""
        own = self._context.fresh(f"{name}_index")
        cell = self._context.cell(own, self._distance, self._context.source.of(node)[0])
        cell.told = name
        self._context.any_value(cell, node)
        return Reference(type, (), Read(cell))

    def passed(self, type: Pointer, argument: Any) -> Target:
        """The target of an argument, as it is now."""
        if not self.points(argument):
            self._context.source.refuse(argument, "null pointers" if is_null(argument) else "such a pointer")
        found = self._kept(self.target(argument), argument)
        if found.type != type.target:
            self._context.source.refuse(argument, f"a pointer to {found.type} as one to {type.target}")
        return found

    def received(self, type: Pointer, name: str, target: Target, body: Any, node: Any) -> Reference:
        """The parameter of a function with a `body` that gets a target."""
        if not _is_changed(body, name):
            return Reference(type, target.bases, target.index)
        made = self.declared(type, name, node)
        self._bind(made, target, node)
        return made

    def initialised(self, reference: Reference, initialiser: Any) -> None:
        """Give a pointer its first value."""
        self._bind(reference, self.passed(reference.type, initialiser), initialiser)

    def assigned(self, node: Any) -> Target:
        """An assignment to a pointer; where it points then."""
        reference = self._reference(node.lvalue)
        if node.op in ("+=", "-="):
            own = self.target(node.lvalue)
            target = self._kept(self._beyond(own, node.op[0], node.rvalue, node), node)
        elif node.op == "=":
            target = self.passed(reference.type, node.rvalue)
        else:
            self._context.source.refuse(node, f"{node.op} of pointers")
        self._bind(reference, target, node)
        return Target(reference.type.target, reference.bases, target.index)

    def _stepped(self, node: Any) -> Target:
        """++ or -- of a pointer; where it points then."""
        reference = self._reference(node.expr)
        target = self._kept(self.moved(self.target(node.expr), node.op[-1], self._index(1), node), node)
        self._bind(reference, target, node)
        return target

    def _reference(self, node: Any) -> Reference:
        found = self._context.places.find(node)[0].object
        if not isinstance(found, Reference) or not isinstance(found.index, Read):
            self._context.source.fail(node, f"{shown(node, 60)} is not assigned to")
        return found

    def _bind(self, reference: Reference, target: Target, node: Any) -> None:
        assert isinstance(reference.index, Read)
        if not reference.bases:  # with conditions of its own: those of the target may be set anew
            reference.bases = tuple(replace(b, condition=self._settled(b.condition, node)) for b in target.bases)
            start = _start(reference.bases)
            reference.index.cell.told = start and f"{reference.index.cell.told} - {start}"
        elif not _alike(reference.bases, target.bases):
            self._context.source.refuse(node, "a pointer that is made to point into another object")
        self._context.assign(reference.index.cell, target.index, node)

    def compared(self, node: Any) -> Expression:
        """p - q, or a comparison of pointers, with 0 too, which none is."""
        context = self._context
        if is_null(node.left) or is_null(node.right):
            self.target(node.right if is_null(node.left) else node.left)
            if node.op not in ("==", "!="):
                context.source.refuse(node, f"{node.op} of pointers and 0")
            return self._number(int(node.op == "!="))
        if node.op not in (*typed.COMPARISONS, "-") or not (self.points(node.left) and self.points(node.right)):
            context.source.refuse(node, "a pointer as a number")
        left = self.target(node.left)
        if changes(node.right):
            left = replace(left, index=context.frozen(left.index, node))
        right = self.target(node.right)
        if not _alike(left.bases, right.bases):
            if node.op not in ("==", "!=") or _cells(left) & _cells(right) or not (_is_inside(left) and _is_inside(right)):
                context.source.refuse(node, f"{node.op} of pointers into different objects")
            if _cells(left) & self._constant and _cells(right) & self._constant:
                context.source.refuse(node, f"{node.op} of pointers into two string literals, which may share their characters")
            return self._number(int(node.op == "!="))
        return typed.arithmetic(node.op, left.index, right.index, context.model)

    def string(self, node: Any) -> Elements:
        """The array that a string literal is."""
        context = self._context
        if id(node) not in self._strings:
            with context.refusing(node):
                codes = characters(node.value)
            char = context.model.integer("char")
            name, line = context.fresh("string"), context.source.of(node)[0]
            made: tuple[Object, ...] = tuple(context.cell(f"{name}[{i}]", char, line) for i in range(len(codes)))
            self._constant |= set(map(id, made))
            self._strings[id(node)] = Elements(Array(char, len(codes)), made), node
        return self._strings[id(node)][0]

    def is_constant(self, object: Object) -> bool:
        """Whether it is a character of a string, which is not to be changed."""
        return id(object) in self._constant

    def initialise_strings(self) -> None:
        """Give the strings that are used their characters."""
        for elements, node in self._strings.values():
            for cell, code in zip(elements.parts, characters(node.value), strict=True):
                assert isinstance(cell, Cell)
                assert isinstance(cell.type, Integer)
                self._context.assign(cell, number(cell.type, code), node)


def _element(type: Type | None) -> Type | None:
    return type.element if isinstance(type, Array) else type.target if isinstance(type, Pointer) else None


def is_null(node: Any) -> bool:
    """Whether an expression is written as a null pointer: 0, or that as a pointer to void."""
    if isinstance(node, c_ast.Cast) and isinstance(node.to_type.type, c_ast.PtrDecl):
        node = node.expr
    return isinstance(node, c_ast.Constant) and node.value == "0"


def _is_changed(body: Any, name: str) -> bool:
    """Whether a function's body assigns to a parameter, or takes its address."""
    targets = [p.lvalue if isinstance(p, c_ast.Assignment) else p.expr for p in parts(body) if isinstance(p, c_ast.Assignment)
               or (isinstance(p, c_ast.UnaryOp) and p.op in (*STEPS, "&"))]
    return any(isinstance(t, c_ast.ID) and t.name == name for t in targets)


def _start(bases: tuple[Base, ...]) -> str:
    """The pointer to the first of what is pointed into, as in the source; "" where it is one of several, or has no name."""
    first, *rest = bases[0].parts
    texts = [cells[0].source if (cells := leaves(part)) else "" for part in (first, *rest[:1])]
    if len(bases) > 1 or not all(texts) or not (rest or isinstance(first, Cell)):
        return ""
    differing = next((i for i, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), 0) if rest else 0
    return texts[0][:differing - 1] if rest else f"&{texts[0]}"


def _alike(a: tuple[Base, ...], b: tuple[Base, ...]) -> bool:
    """Whether bases are the same, told apart by the same conditions."""
    if a is b:
        return True
    return len(a) == len(b) == 1 and len(a[0].parts) == len(b[0].parts) and all(map(is_, a[0].parts, b[0].parts))


def _cells(target: Target) -> set[int]:
    """What a pointer may point into, by identity."""
    return {id(cell) for base in target.bases for part in base.parts for cell in leaves(part)}


def _is_inside(target: Target) -> bool:
    """Whether a pointer is known to point at an element, not behind the last one."""
    least = min(len(base.parts) for base in target.bases)
    return isinstance(target.index, Literal) and 0 <= target.index.value < least
