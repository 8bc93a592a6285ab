"""Pointers as values: which region each points into, and at which element of it (`memory`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Expression, Literal
from synth.frontends.c.expressions.types import (
    VOID,
    Array,
    Function,
    Integer,
    Overlay,
    Pointer,
    Struct,
    Type,
    complete,
    member,
)
from synth.frontends.c.syntax.effects import STEPS, acts, changes, is_changed, is_null
from synth.frontends.c.syntax.gnu import ARGUMENT, SAME
from synth.frontends.c.syntax.parse import leaves_out, shown, with_condition
from synth.frontends.c.translation.allocation import DECLARED
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.conversions import Conversions
from synth.frontends.c.translation.generic import SELECTION
from synth.frontends.c.translation.memory import NULL, SELECTOR, WILD, Region, Target, in_order
from synth.frontends.c.translation.scopes import (
    Alias,
    Bound,
    Candidate,
    Elements,
    Enumerator,
    Global,
    Named,
    Object,
    Reference,
    Routine,
    Scope,
    Unreadable,
)

_COMPOSITE = (c_ast.Struct, c_ast.Union, c_ast.ArrayDecl)

INSIDE, NOT_NULL, ALIVE, ALLOCATED, CALLED = (
    "within its object", "not through a null pointer", "through a pointer to an object", "in memory that is not freed",
    "calls a function")
POINTED = (INSIDE, NOT_NULL, ALIVE, ALLOCATED, CALLED)
"""How what is asserted of a pointer that is followed ends, as told; a compiler does not check it."""


class Pointers:
    """Translates pointers within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._conversions = Conversions(context)
        self._sums: dict[tuple[int, int], tuple[Scope, Type | None]] = {}

    def type_of(self, node: Any) -> Type | None:
        """The type of an expression as far as it may be a pointer or lead to one; nothing is evaluated. None for others."""
        context = self._context
        match node:
            case SELECTION():
                return self.type_of(context.generic.selected(node))
            case c_ast.ID():
                return self._type_of_name(node)
            case c_ast.Constant(type="string"):
                return Array(context.model.integer("char"), None)
            case c_ast.ArrayRef():
                return _element(self.type_of(self.array_first(node).name))
            case c_ast.StructRef():
                own = self.type_of(node.name)
                own = _element(own) if node.type == "->" else own
                return member(own, node.field.name) if isinstance(own, (Struct, Overlay)) else None
            case c_ast.UnaryOp(op="*"):
                own = self.type_of(node.expr)
                return own if isinstance(own, Function) else _element(own)
            case c_ast.UnaryOp(op="&"):
                return context.model.pointer(self.type_of(node.expr) or context.places.type_of(node.expr))
            case c_ast.UnaryOp() if node.op in STEPS:
                return self.type_of(node.expr)
            case c_ast.Assignment():
                return self.type_of(node.lvalue)
            case c_ast.ExprList():
                return self.type_of(node.exprs[-1])
            case c_ast.FuncCall():
                return self._returned(node)
            case c_ast.Cast():
                return context.types.name(node.to_type) if context.types.names(node.to_type, c_ast.PtrDecl) else None
            case c_ast.TernaryOp():
                return self._either(node.cond if leaves_out(node) else node.iftrue, node.iffalse)
            case c_ast.CompoundLiteral() if context.types.names(node.type, *_COMPOSITE, c_ast.PtrDecl):
                return context.types.name(node.type)
            case c_ast.BinaryOp():
                return self._of_sum(node)
        return None

    def array_first(self, node: Any) -> Any:
        """a[i], also where it is written i[a], which means the same (C11, 6.5.2.1 p2) but for what is evaluated first."""
        turned = not self.points(node.name) and self.points(node.subscript)
        return c_ast.ArrayRef(node.subscript, node.name, node.coord) if turned else node

    def index_first(self, node: Any) -> Any | None:
        """i + p of i[p] where p changes something, so that i is to be evaluated before it; None for other accesses."""
        turned = self.array_first(node) is not node and changes(node.subscript)
        return c_ast.BinaryOp("+", node.name, node.subscript, node.coord) if turned else None

    def _type_of_name(self, node: Any) -> Type | None:
        meaning = self._context.scope.find(node.name)
        if isinstance(meaning, Routine):
            return self._type_of_routine(meaning)
        found = self._context.declarations.global_object(meaning) if isinstance(meaning, Global) else meaning
        return None if found is None or isinstance(found, (Named, Enumerator, Unreadable)) else found.type

    def _type_of_routine(self, routine: Routine) -> Function:
        return Function(routine.declaration, self._context.file)

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

    def _returned(self, node: Any) -> Type | None:
        node = self._context.generic.call(node)
        if isinstance(node.name, c_ast.ID) and node.name.name == ARGUMENT:
            return self.type_of(node.args.exprs[-1])
        routine = self._context.scope.find(node.name.name) if isinstance(node.name, c_ast.ID) else None
        if isinstance(routine, Routine):
            declared, scope = routine.declaration.type, self._context.file
        else:
            if isinstance(node.name, c_ast.ID) and node.name.name in DECLARED:
                return self._context.model.pointer(VOID)
            own = self.type_of(node.name)
            own = own.target if isinstance(own, Pointer) else own
            if not isinstance(own, Function):
                return None
            declared, scope = own.declaration.type, own.scope
        types = self._context.types
        with self._context.within(scope):
            return types.resolve(declared) if types.names(declared, c_ast.PtrDecl, c_ast.Struct, c_ast.Union) else None

    def _either(self, *nodes: Any) -> Type | None:
        found = [t for t in map(self.type_of, nodes) if isinstance(t, (Pointer, Array, Struct, Overlay, Function))]
        return next((t for t in found if not (isinstance(t, Pointer) and t.target == VOID)), found[0] if found else None)

    def points(self, node: Any) -> bool:
        """Whether an expression is a pointer; arrays and functions are, where they are used."""
        return isinstance(self.type_of(node), (Pointer, Array, Function))

    def target(self, node: Any, wanted: Type | None = None) -> Target:
        """What a pointer expression points to; `wanted` is the type of what it is to point to, if that is said."""
        match node:
            case SELECTION():
                return self.target(self._context.generic.selected(node), wanted)
            case c_ast.ID():
                return self._named(node)
            case c_ast.Constant(type="string"):
                return self._first(self._context.strings.string(node))
            case c_ast.UnaryOp(op="&"):
                return self._address(node.expr)
            case c_ast.UnaryOp() if node.op in STEPS:
                return self._stepped(node)
            case c_ast.UnaryOp(op="*") if isinstance(self.type_of(node), Function):
                return self.target(node.expr)
            case c_ast.Assignment():
                return self.assigned(node)
            case c_ast.ExprList():
                for part in node.exprs[:-1]:
                    self._context.values.effect(part)
                return self.target(node.exprs[-1])
            case c_ast.FuncCall():
                found = self._context.calls.call(node, wanted)
                if isinstance(found, Target):
                    return found
            case c_ast.BinaryOp():
                return self._sum(node)
            case c_ast.TernaryOp():
                return self._chosen(node, wanted)
            case c_ast.Cast():
                return self._cast(node, wanted)
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*") | c_ast.CompoundLiteral():
                type = self.type_of(node)
                if isinstance(type, Array):
                    return self._decayed(node)
                if isinstance(type, Pointer):
                    return self.read(self._context.places.find(node))
        if is_null(node):
            return self.null()
        self._context.source.refuse(node, "such a pointer")

    def null(self) -> Target:
        """The null pointer."""
        return self._nothing(NULL)

    def _nothing(self, number: int) -> Target:
        return Target(VOID, Literal(SELECTOR, number), self._index(0), (self._context.memory.regions[number],))

    def _cast(self, node: Any, outer: Type | None) -> Target:
        wanted = self._context.types.name(node.to_type)
        assert isinstance(wanted, Pointer)
        inner = outer if wanted.target == VOID else wanted.target
        if is_null(node.expr):
            return self.null()
        if self.points(node.expr):
            return self.as_type(self.target(node.expr, inner), wanted.target, node)
        value = self._context.frozen(self._context.values.value(node.expr), node)  # an address is no object's that we know
        if not isinstance(value.type, Integer):
            self._context.source.fail(node, f"{shown(node.expr, 60)} is no pointer")
        if self._context.memory.numbered:  # it may be an object's all the same
            self._conversions.require_null(typed.unary("!", typed.truth(value), self._context.model), node)
            return self.null()
        if isinstance(value, Literal) and value.value:
            address = self._context.memory.address(value.value & ((1 << 8 * wanted.size) - 1))
            return Target(wanted.target, Literal(SELECTOR, address.number), self._index(0), (address,))
        selector = typed.select(typed.truth(value), Literal(SELECTOR, WILD), Literal(SELECTOR, NULL))
        return Target(wanted.target, self._context.simplified(selector), self._index(0), tuple(self._context.memory.regions[:2]))

    def number(self, node: Any, type: Integer) -> Expression:
        """A cast of a pointer to an integer type."""
        return self._conversions.number(self.target(node.expr), type, node)

    def as_type(self, target: Target, wanted: Type, node: Any) -> Target:
        """A pointer converted to one to another type."""
        return self._conversions.converted(target, wanted, node)

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
        target = self.kept(target, node) if changes(offset) else target
        return self.moved(target, operator, self._context.values.value(offset), node)

    def element(self, node: Any) -> Target:
        """Where p + i of p[i] points."""
        return self._beyond(self.target(node.name), "+", node.subscript, node)

    def _named(self, node: Any) -> Target:
        meaning = self._context.scope.find(node.name)
        if isinstance(meaning, Routine):
            return self._function(meaning)
        candidates = self._context.places.find(node)
        return self._decayed(node) if isinstance(candidates[0].object, Elements) else self.read(candidates)

    def _function(self, routine: Routine) -> Target:
        type = self._type_of_routine(routine)
        region = self._context.memory.function(routine, type)
        return Target(type, Literal(SELECTOR, region.number), self._index(0), (region,))

    def read(self, candidates: Sequence[Candidate]) -> Target:
        """The pointer that one of the candidates holds."""
        targets = [self._held(candidate.object) for candidate in candidates]
        if len(targets) == 1:
            return targets[0]
        return self._one_of([c.condition for c in candidates], targets)

    def _one_of(self, conditions: Sequence[Expression], targets: Sequence[Target]) -> Target:
        """The one of the targets whose condition holds; of the last none is asked."""
        selector, index = targets[-1].selector, targets[-1].index
        for condition, own in zip(reversed(conditions[:len(targets) - 1]), reversed(targets[:-1]), strict=True):
            selector, index = _either_of(condition, own.selector, selector), _either_of(condition, own.index, index)
        return Target(targets[0].type, self._context.simplified(selector), self._context.simplified(index),
                      in_order(region for own in targets for region in own.regions))

    def _held(self, object: Object) -> Target:
        if isinstance(object, Alias):
            assert isinstance(object.target, Target)
            return object.target
        assert isinstance(object, Reference)
        memory = self._context.memory
        return Target(object.type.target, memory.value(object.selector), memory.value(object.index),
                      tuple(memory.held(object.selector)), object.selector)

    def _decayed(self, node: Any) -> Target:
        """The first element of an array."""
        if isinstance(node, c_ast.ArrayRef) or (isinstance(node, c_ast.UnaryOp) and node.op == "*"):
            return self._flattened(self._address(node), node)
        candidates = self._context.places.find(node)
        if not all(isinstance(c.object, Elements) for c in candidates):
            self._context.source.refuse(node, "such a pointer")
        found = self._one_of([self._context.settled(c.condition, node) for c in candidates],
                             [self._first(c.object) for c in candidates if isinstance(c.object, Elements)])
        if any(region.root is not None and region.root.passing for region in found.regions):  # which ends now (C11, 6.2.4 p8)
            self._context.source.refuse(node, "a pointer into what a function returns")
        return found

    def _flattened(self, target: Target, node: Any) -> Target:
        """The first element of the array that a pointer to an array points to."""
        assert isinstance(target.type, Array)
        made = {region: self._inner(region) for region in target.regions}
        length = Literal(self._distance, target.type.length or 0)
        index = typed.arithmetic("*", target.index, length, self._context.model)
        start = target.chosen(lambda region: self._index(made[region][1]))
        moved = typed.arithmetic("+", index, start, self._context.model)
        selector = target.chosen(lambda region: Literal(SELECTOR, made[region][0].number))
        return Target(target.type.element, self._context.simplified(selector), self._context.simplified(moved),
                      in_order(region for region, _ in made.values()))

    def _inner(self, region: Region) -> tuple[Region, int]:
        """The elements of the arrays that a region consists of, and which of them is the first of the first."""
        first = region.parts[0] if region.parts else None
        return self._context.memory.at(first.parts[0]) if isinstance(first, Elements) else (region, 0)

    def _first(self, elements: Elements) -> Target:
        return self._at(elements.parts[0])

    def _at(self, object: Object, node: Any = None) -> Target:
        if node is not None and self._context.memory.is_followed(object):
            self._context.source.refuse(node, "the address of a part of an element of a long array")
        region, position = self._context.memory.at(object)
        return Target(object.type, Literal(SELECTOR, region.number), self._index(position), (region,))

    def _address(self, node: Any) -> Target:
        """&node."""
        match node:
            case c_ast.UnaryOp(op="*"):
                return self.target(node.expr)
            case c_ast.ArrayRef():
                if (sum := self.index_first(node)) is not None:
                    return self._sum(sum)
                return self.element(self.array_first(node))
            case c_ast.ID() if isinstance(meaning := self._context.scope.find(node.name), Routine):
                return self._function(meaning)
        self._context.places.require_no_bit_field(node, "the address")
        unmet: list[Bound] = []  # nothing is accessed yet
        candidates = self._context.places.find(node, unmet)
        conditions = [self._context.settled(c.condition, node) for c in candidates]
        found = self._one_of(conditions, [self._at(c.object, node) for c in candidates])
        return self._if_there(found, unmet, node)

    def _if_there(self, target: Target, unmet: Sequence[Bound], node: Any) -> Target:
        """A pointer, which points nowhere where one of some conditions does not hold."""
        if not unmet:
            return target
        conditions = [typed.truth(self._context.frozen(bound.condition, node)) for bound in unmet]
        there = reduce(lambda a, b: typed.connective("&&", a, b, self._context.model), conditions)
        selector = self._context.simplified(typed.select(there, target.selector, Literal(SELECTOR, WILD)))
        return replace(target, selector=selector, regions=in_order((self._context.memory.regions[WILD], *target.regions)))

    def _chosen(self, node: Any, wanted: Type | None) -> Target:
        """condition ? a : b; what one of them allocates is of the type that the other points to, where nothing else is wanted."""
        context = self._context
        if leaves_out(node):
            return self._with_condition(node, wanted)
        sides = (node.iftrue, node.iffalse)
        own = self._either(*sides)
        wanted = _element(own) if wanted in (None, VOID) and isinstance(own, (Pointer, Array)) else wanted
        if any(acts(n, context.errors, context.calls.harmless, self.points) for n in sides):
            return self._chosen_in_turn(node, wanted)
        condition = context.frozen(context.values.truth(node.cond), node)
        return self._one_of([condition], self._alike([self._either_target(n, wanted) for n in sides], node))

    def _with_condition(self, node: Any, wanted: Type | None) -> Target:
        """Where a ?: b points, where a is evaluated once."""
        context = self._context
        if not self.points(node.cond):
            context.source.refuse(node, "?: of a number and a pointer")
        kept = self.kept(self.target(node.cond, wanted), node)
        with context.within(Scope(context.scope, {SAME: Alias(context.model.pointer(kept.type), kept)})):
            return self._chosen(with_condition(node), wanted)

    def _either_target(self, node: Any, wanted: Type | None = None) -> Target:
        return self.null() if is_null(node) else self.target(node, None if wanted == VOID else wanted)

    def _alike(self, targets: Sequence[Target], node: Any) -> list[Target]:
        """Pointers as ones to one type: null and pointers to void go with all."""
        type = next((t.type for t in targets if t.type != VOID), VOID)
        if any(t.type not in (type, VOID) for t in targets):
            self._context.source.refuse(node, f"a choice between pointers to {targets[0].type} and to {targets[1].type}")
        return [self.as_type(target, type, node) for target in targets]

    def _chosen_in_turn(self, node: Any, wanted: Type | None) -> Target:
        """condition ? a : b, where evaluating one of them does something."""
        context, flow, after = self._context, self._context.flow, self._context.flow.label()
        ends, sides = zip(*context.values.in_turn(node, partial(self._either_target, wanted=wanted)), strict=True)
        targets = self._alike(sides, node)
        selector, index = context.temporary(SELECTOR), context.temporary(self._distance)
        for end, own in zip(ends, targets, strict=True):
            flow.end = end
            context.assign(selector, own.selector, node)
            context.assign(index, own.index, node)
            flow.jump(after)
        flow.place(after)
        return Target(targets[0].type, context.memory.value(selector), context.memory.value(index),
                      tuple(context.memory.held(selector)))

    def _index(self, value: int) -> Literal:
        return Literal(self._distance, value)

    def moved(self, target: Target, operator: str, offset: Expression, node: Any) -> Target:
        """Where pointer ± offset points."""
        if not isinstance(offset.type, Integer):
            self._context.source.fail(node, "a pointer is moved by integers")
        if target.type == VOID:  # as GNU has it
            target = self.as_type(target, self._context.model.integer("char"), node)
        if not complete(target.type):
            self._context.source.refuse(node, f"a pointer to {target.type} that is moved")
        offset = self._conversions.distance(offset, self._distance, node)
        at_begin = operator == "+" and isinstance(target.index, Literal) and target.index.value == 0
        with self._context.refusing(node):
            moved = offset if at_begin else typed.arithmetic(operator, target.index, offset, self._context.model)
        return replace(target, index=self._context.simplified(moved))

    @property
    def _distance(self) -> Integer:
        """The type of indices, and of differences of pointers: as wide as an address, so that both wrap around alike."""
        return self._context.model.integer("long")

    def kept(self, target: Target, node: Any) -> Target:
        """The target as it is now."""
        return replace(target, selector=self._context.frozen(target.selector, node), index=self._context.frozen(target.index, node))

    def passed(self, type: Pointer, argument: Any) -> Target:
        """The target of a value for a pointer of a type, as it is now."""
        if not self.points(argument) and not is_null(argument):
            if isinstance(argument, c_ast.ID):
                self._context.places.find(argument)  # which says what cannot be read
            self._context.source.refuse(argument, f"{shown(argument, 60)} as a pointer")
        return self.as_type(self.kept(self._either_target(argument, type.target), argument), type.target, argument)

    def received(self, type: Pointer, name: str, target: Target, body: Any, node: Any, scope: Scope) -> Reference | Alias:
        """The parameter of a function with a `body` that gets a target; an object of its own where no body is given."""
        if body is not None and not is_changed(body, name):
            return Alias(type, target)
        made = self._context.objects.made(type, name, node, scope=scope)
        assert isinstance(made, Reference)
        self._context.objects.anew(made, scope, node)
        self.bind(made, target, node)
        return made

    def bind(self, reference: Reference, target: Target, node: Any) -> None:
        """Give a pointer object a value of its type."""
        self._context.assign(reference.selector, target.selector, node)
        self._context.assign(reference.index, target.index, node)

    def assigned(self, node: Any) -> Target:
        """An assignment to a pointer; where it points then."""
        places, type = self._context.places, self.type_of(node.lvalue)
        assert isinstance(type, Pointer)
        candidates, bounds = places.kept(node.lvalue, node.rvalue, node, stored=node.op == "=")
        if node.op in ("+=", "-="):  # the pointer is read behind calls on the right (C11, 6.5.16.2 p3)
            offset = self._context.values.value(node.rvalue)
            target = self.kept(self.moved(self.read(candidates), node.op[0], offset, node), node)
        elif node.op == "=":
            target = self.passed(type, node.rvalue)
        else:
            self._context.source.refuse(node, f"{node.op} of pointers")
        places.check(bounds)
        self.store(candidates, target, node)
        return target

    def _stepped(self, node: Any) -> Target:
        """++ or -- of a pointer; what that gives."""
        candidates = self._context.places.settled(self._context.places.find(node.expr), node)
        before = self.kept(self.read(candidates), node)
        after = self.kept(self.moved(before, node.op[-1], self._index(1), node), node)
        self.store(candidates, after, node)
        return before if node.op.startswith("p") else after

    def store(self, candidates: Sequence[Candidate], target: Target, node: Any) -> None:
        """Assign to the one of the candidates that it is."""
        if not all(isinstance(c.object, Reference) for c in candidates):
            self._context.source.fail(node, "this is not assigned to")
        for own in ("selector", "index"):
            cells = [c.part(getattr(c.object, own)) for c in candidates]
            self._context.places.store(cells, getattr(target, own), node)


def _element(type: Type | None) -> Type | None:
    return type.element if isinstance(type, Array) else type.target if isinstance(type, Pointer) else None


def _either_of(condition: Expression, a: Expression, b: Expression) -> Expression:
    same = isinstance(a, Literal) and isinstance(b, Literal) and a.value == b.value
    return a if same else typed.select(condition, a, b)
