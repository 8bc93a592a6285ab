"""Objects that expressions denote: what is read, and what is assigned to.

An element chosen by an index that is no constant is one of several; the index is checked to lie within the array.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Cell, Convert, Expression, Literal, Read
from synth.frontends.c.expressions.types import BOOL, VOID, Array, Integer, Overlay, Pointer, Struct, Type, is_bit_field
from synth.frontends.c.syntax.effects import behind_commas, changes, parts
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.generic import SELECTION
from synth.frontends.c.translation.graph import Access
from synth.frontends.c.translation.memory import NULL, Region, Target
from synth.frontends.c.translation.misuse import Followed, Indexed
from synth.frontends.c.translation.pointers import ALIVE, ALLOCATED, INSIDE, NOT_NULL
from synth.frontends.c.translation.scopes import (
    Alias,
    Bound,
    Candidate,
    Elements,
    Enumerator,
    Global,
    Members,
    Object,
    Opaque,
    Reference,
    Unreadable,
    View,
    cells_of,
    columns,
    content,
    is_of_function,
    is_scalar,
    leaves,
    part,
)


class Places:
    """Finds objects within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def find(self, node: Any, later: list[Bound] | None = None, stored: bool = False) -> list[Candidate]:
        """The objects that an expression may denote; indices are evaluated, and checked now or, put into `later`, at the access.

        Of what is only `stored` into, elements of long arrays may be none of the objects: nothing can be read of these.
        """
        match node:
            case c_ast.ID():
                return [Candidate(self._one(), self._named(node))]
            case c_ast.ArrayRef():
                return self._element(node, later, stored)
            case c_ast.StructRef():
                return self._member(node, later, stored)
            case SELECTION():
                return self.find(self._context.generic.selected(node), later, stored)
            case c_ast.FuncCall() | c_ast.Compound():
                found = self._context.calls.call(node) if isinstance(node, c_ast.FuncCall) else None
                if isinstance(found, (Members, Elements, View)):
                    return [Candidate(self._one(), found)]
            case c_ast.CompoundLiteral():
                return [Candidate(self._one(), self._context.declarations.compound(node))]
            case c_ast.UnaryOp(op="*") if self._context.pointers.points(node.expr):
                return self._pointed(node.expr, node, later, stored)
            case c_ast.ExprList():
                for before in node.exprs[:-1]:
                    self._context.values.effect(before)
                return self.find(node.exprs[-1], later, stored)
            case c_ast.Assignment(op="=") if self.is_struct(node):
                return [Candidate(self._one(), self._copied(self._copy(*self.kept(node.lvalue, node.rvalue, node), node), node))]
            case c_ast.TernaryOp() if self.is_struct(node):
                return [Candidate(self._one(), self._either(node))]
        if isinstance(node, c_ast.Constant) and node.type == "string":
            return [Candidate(self._one(), self._context.strings.string(node))]
        for own in parts(node):
            if isinstance(own, c_ast.ID) and isinstance(meaning := self._context.scope.find(own.name), Unreadable):
                self._context.source.refuse(own, meaning.construct)
        self._context.source.fail(node, f"{shown(node, 60)} is no object")

    def is_struct(self, node: Any) -> bool:
        """Whether an expression is a struct or a union; nothing is evaluated."""
        return isinstance(self._context.pointers.type_of(node), (Struct, Overlay))

    def require_no_bit_field(self, node: Any, asked: str) -> None:
        """InputError where a bit-field is asked for what it has not (C11, 6.5.3.2 p1 and 6.5.3.4 p1)."""
        own = self._context.pointers.type_of(node.name) if isinstance(node, c_ast.StructRef) else None
        own = own.element if isinstance(own, Array) else own.target if isinstance(own, Pointer) else own
        if own is not None and is_bit_field(own, node.field.name):
            self._context.source.fail(node, f"{asked} of a bit-field, {shown(node, 60)}")

    def _made(self, node: Any) -> Object:
        """An object of ours of an expression's type."""
        type = self._context.pointers.type_of(node)
        assert type is not None
        made = self._context.objects.made(type, "value", node)
        root = self._context.memory.root(made)
        assert root is not None
        root.passing = True
        return made

    def _copied(self, values: list[Expression], node: Any) -> Object:
        """The object that is the value of a struct's assignment, which is no place any more (C11, 6.5.16)."""
        made = self._made(node)
        for cell, value in zip(cells_of(made), values, strict=True):
            self._context.assign(cell, value, node)
        return made

    def _either(self, node: Any) -> Object:
        """The struct that condition ? a : b is."""
        made = self._made(node)
        self._context.values.either(node, lambda side: self.fill(made, side, node))
        return made

    def _one(self) -> Literal:
        return Literal(self._context.model.int, 1)

    def _named(self, node: Any) -> Object:
        meaning = self._context.scope.find(node.name)
        if isinstance(meaning, Global):
            return self._context.declarations.global_object(meaning)
        if isinstance(meaning, (Cell, View, Elements, Members, Reference, Alias)):
            return meaning
        if meaning is None and is_of_function(node.name):
            self._context.source.refuse(node, node.name)
        if meaning is None:
            self._context.source.fail(node, f"{node.name} is not declared")
        if isinstance(meaning, Unreadable):
            self._context.source.refuse(node, meaning.construct)
        self._context.source.refuse(node, f"{node.name} as a value" if not isinstance(meaning, Enumerator) else "a constant here")

    def _member(self, node: Any, later: list[Bound] | None, stored: bool) -> list[Candidate]:
        if node.type == "->" and not self._context.pointers.points(node.name):
            self._context.source.fail(node, f"{shown(node.name, 60)} is no pointer")
        found = []
        direct = node.type == "."
        for candidate in self.find(node.name, later, stored) if direct else self._pointed(node.name, node, later, stored):
            own = part(candidate.object, node.field.name) if isinstance(candidate.object, (Members, View)) else None
            if own is None:
                self._context.source.fail(node, f"{shown(node.name, 60)} has no member {node.field.name}")
            found.append(candidate.part(own))
        return found

    def _element(self, node: Any, later: list[Bound] | None, stored: bool) -> list[Candidate]:
        pointers = self._context.pointers
        sum, node = pointers.index_first(node), pointers.array_first(node)
        if sum is not None:
            return self._pointed(sum, node, later, stored)
        if isinstance(pointers.type_of(node.name), Pointer) or isinstance(behind_commas(node.name), c_ast.TernaryOp):
            return self._at(pointers.element(node), node, later, stored)
        if self._is_in_long(node.name):
            return self._at(pointers.element(node), node, later, stored)
        bases, unmet = self.kept(node.name, node.subscript, node, later, stored)
        if not all(isinstance(b.object, Elements) for b in bases):
            self._context.source.refuse(node, f"an index into {shown(node.name, 60)}, which is no array")
        index = self._index(node)
        self.check(unmet) if later is None else later.extend(unmet)
        arrays = [(b, b.object.parts) for b in bases if isinstance(b.object, Elements)]
        if any(b.access is not None for b in bases):  # their conditions are asked later
            index = self._context.frozen(index, node)
        about = Indexed(self._context.outer(node), index, tuple((b.condition, b.object) for b in bases))
        self._bounded(index, Literal(self._context.model.integer("long"), len(arrays[0][1])),
                      Bound(self._one(), node, f"{shown(node)} within bounds", about=about), later)
        return self._chosen(arrays, index)

    def _pointed(self, pointer: Any, node: Any, later: list[Bound] | None, stored: bool) -> list[Candidate]:
        """What a pointer points to, which `node` dereferences."""
        return self._at(self._context.pointers.target(pointer), node, later, stored)

    def _at(self, target: Target, node: Any, later: list[Bound] | None = None, stored: bool = False) -> list[Candidate]:
        """What a pointer points to that `node` follows; that it points to something is checked, now or later."""
        if target.type == VOID:
            self._context.source.refuse(node, "a pointer to void that is followed")
        self._context.recursion.require_known(target, node)
        if later is not None:
            target = self._context.pointers.kept(target, node)
        index = self._context.simplified(typed.promote(target.index, self._context.model))
        inside = Bound(self._one(), node, f"{shown(node)} {INSIDE}", late=True, about=self._followed_by(node, target, INSIDE))
        self._require(target, node, later)
        there = [region for region in target.regions if self._exists(region)]
        if not there:
            return [Candidate(self._one(), self._context.objects.nothing(target.type, node))]
        allocated = [region for region in there if region.root is not None and region.root.bounded]
        if allocated:
            self._bounded(index, target.chosen(self._real_length), inside, later)
        stored = stored and bool(allocated)
        if not stored and any(not region.is_sparse for region in there):
            seen = replace(inside, cause="limit") if allocated else inside
            self._bounded(index, target.chosen(self._seen), seen, later)
        sparse = [region for region in there if region.is_sparse]
        if sparse:
            target = self._context.pointers.kept(replace(target, index=index), node)  # as it is now
            access, index = self._context.long.load(target, sparse, node, later is None), target.index
        found = list[Candidate]()
        for region in there:
            here = self._one() if len(there) == 1 else target.within(region)
            if region in sparse:
                found += self._context.long.chosen(here, region, index, access)
            else:
                found += self._chosen([(Candidate(here, region.parts[0]), region.parts)], index, stored)
        return found if sparse else self._visible(found, node)

    def _visible(self, candidates: list[Candidate], node: Any) -> list[Candidate]:
        if any(isinstance(c.object, Opaque) for c in candidates):
            self._context.source.refuse(node, "bytes of pointers, of bit-fields, of numbers with a fraction, or between members")
        return candidates

    def _seen(self, region: Region) -> Expression:
        """How many elements of a region may be accessed here."""
        long = self._context.model.integer("long")
        most = (1 << long.bits - 1) - 1 if region.is_sparse else len(region.parts) if self._exists(region) else 1
        return Literal(long, most)

    def _real_length(self, region: Region) -> Expression:
        """How many elements a region has."""
        array = region.root is not None and region.root.bounded and self._context.memory.is_array(region)
        cell = region.root.length if array and region.root is not None else None
        return self._seen(region) if cell is None else typed.convert(Read(cell), self._context.model.integer("long"))

    def _is_in_long(self, node: Any) -> bool:
        """Whether an array is long, or a row of one that is; nothing is evaluated."""
        with self._context.aside():
            roots = [self._context.memory.root(b.object) for b in self.find(node) if isinstance(b.object, Elements)]
        return any(root is not None and root.bounded for root in roots)

    def _exists(self, region: Region) -> bool:
        """Whether a pointer may be followed into a region here."""
        return bool(region.parts) and not self._context.was_left(region.root)

    def _require(self, target: Target, node: Any, later: list[Bound] | None) -> None:
        """Check that a pointer is not null, and that it points to an object that lives."""
        model, denied = self._context.model, list[tuple[Expression, str]]()
        denied.append((target.among(lambda region: region.number == NULL, model), NOT_NULL))
        denied.append((target.among(lambda region: region.number != NULL and not self._exists(region), model),
                       ALIVE))
        alive = target.chosen(lambda region: Literal(BOOL, 1) if region.root is None or region.root.alive is None or (
            not self._exists(region)) else Read(region.root.alive))
        denied.append((typed.unary("!", alive, model), ALLOCATED))
        for condition, said in denied:
            wrong = self._context.simplified(typed.truth(condition))
            if not (isinstance(wrong, Literal) and not wrong.value):
                about = self._followed_by(node, target, said)
                self._noted(Bound(typed.unary("!", wrong, model), node, f"{shown(node)} {said}", late=True, about=about), later)

    def _followed_by(self, node: Any, target: Target, said: str) -> Followed:
        return Followed(said, self._context.outer(node), target)

    def _noted(self, bound: Bound, later: list[Bound] | None) -> None:
        if later is None:
            self.check([bound])
        else:
            later.append(bound)

    def _bounded(self, index: Expression, length: Expression, bound: Bound, later: list[Bound] | None) -> None:
        """Check that an index is less than a length, where that is not known; `bound` has all else of the check."""
        intervals, length = self._context.rewriting.intervals, self._context.simplified(length)
        low, high = intervals.of(index)
        if low >= 0 and high < intervals.of(length).low:
            return
        model, type = self._context.model, index.type
        assert isinstance(type, Integer)
        if isinstance(index, Convert) and isinstance(index.operand.type, Integer) and index.operand.type.signed:  # to stay narrow
            below = typed.connective("&&", typed.arithmetic("<=", Literal(type, 0), index, model),
                                     typed.arithmetic("<", index, typed.convert(length, type), model), model)
        else:
            unsigned = model.unsigned(type)
            below = typed.arithmetic("<", typed.convert(index, unsigned), typed.convert(length, unsigned), model)
        self._noted(replace(bound, condition=below), later)

    def _chosen(self, arrays: Sequence[tuple[Candidate, tuple[Object, ...]]], index: Expression,
                stored: bool = False) -> list[Candidate]:
        """What an index chooses of arrays, which are given by candidates and their parts; of what is `stored`, maybe nothing."""
        if isinstance(index, Literal):
            return [of.part(own[index.value]) if 0 <= index.value < len(own) else
                    replace(of, condition=Literal(BOOL, 0) if stored else of.condition, object=own[0]) for of, own in arrays]
        return [replace(of, condition=self._both(of.condition, own, index, i, stored), object=part)
                for of, own in arrays for i, part in enumerate(own)]

    def _both(self, condition: Expression, own: Sequence[Object], index: Expression, number: int, stored: bool) -> Expression:
        if len(own) == 1 and not stored:
            return condition
        equal = typed.arithmetic("==", index, Literal(index.type, number), self._context.model)
        if isinstance(condition, Literal):
            return equal if condition.value else condition
        return typed.connective("&&", condition, equal, self._context.model)

    def _index(self, node: Any) -> Expression:
        index = self._context.simplified(typed.promote(self._context.values.value(node.subscript), self._context.model))
        if not isinstance(index.type, Integer):
            self._context.source.fail(node, "an index is an integer")
        return index

    def read(self, node: Any) -> Expression:
        """The value of a scalar object."""
        candidates = self.find(node)
        if any(isinstance(c.object, (Reference, Alias)) for c in candidates):
            self._context.source.refuse(node, "a pointer as a number")
        if not all(is_scalar(c.object) for c in candidates):
            self._context.source.refuse(node, f"{shown(node, 60)} as a whole")
        return self._value(candidates)

    def _value(self, candidates: list[Candidate]) -> Expression:
        """What the one of the candidates holds that it is."""
        found = self._content(candidates[-1].object)
        access = next((c.access for c in candidates if c.access is not None), None)
        if access is not None:  # it may be none of them; what is remembered changes with the next access
            some = self._context.temporary(found.type)
            found = typed.select(candidates[-1].condition, found, self._context.any_value(some, access.node))
        for candidate in reversed(candidates[:-1]):
            found = typed.select(candidate.condition, self._content(candidate.object), found)
        return found if access is None else self._context.frozen(found, access.node)

    def _content(self, object: Object) -> Expression:
        """The value of a scalar, or of a part of a pointer."""
        return self._context.memory.value(object) if isinstance(object, Cell) else content(object)

    def whole(self, node: Any) -> list[Expression]:
        """The values of all cells of an object of any type, in order."""
        return [self._value(column) for column in columns(self.find(node))]

    def assignment(self, node: Any) -> Expression | None:
        """An assignment; its value, or None where a pointer or a whole struct is assigned."""
        if isinstance(self._context.pointers.type_of(node.lvalue), Pointer):
            self._context.pointers.assigned(node)
            return None
        if node.op != "=":
            return self.update(node.lvalue, node.op[:-1], node.rvalue, node)
        candidates, bounds = self.kept(node.lvalue, node.rvalue, node, stored=True)
        if all(is_scalar(c.object) for c in candidates):
            value = self._context.values.value(node.rvalue)
            self.check(bounds)
            with self._context.refusing(node):
                return self.store(candidates, value, node)
        if isinstance(candidates[0].object, Elements):
            self._context.source.fail(node, "an array is not assigned to as a whole")
        self._copy(candidates, bounds, node)
        return None

    def fill(self, target: Object, node: Any, place: Any) -> None:
        """Assign a struct to an object that no index chooses."""
        for leaf, value in zip(leaves(target), self._fitting(node, target, place), strict=True):
            self._put(leaf, value, place)

    def _fitting(self, node: Any, target: Object, place: Any) -> list[Expression]:
        """The values of a struct that is to go into one of the same type, as they are now."""
        values = [self._context.frozen(v, place) for v in self.whole(node)]
        if [v.type for v in values] != [c.type for c in leaves(target)]:
            self._context.source.fail(place, "the two sides have different types")
        return values

    def kept(self, target: Any, right: Any, node: Any, later: list[Bound] | None = None,
             stored: bool = False) -> tuple[list[Candidate], list[Bound]]:
        """The objects assigned to, or indexed, whatever the right side or the index changes, and what is to be checked once that is
        evaluated; where it changes nothing, that is checked now, or put into `later`; `stored` as in `find`.

        The access comes after both sides (C11, 6.5.16 p3), so that a right side that ends the program comes before it.
        """
        if not changes(right, self._context.calls.harmless):
            return self.find(target, later, stored), []
        unmet: list[Bound] = []
        candidates = self.settled(self.find(target, unmet, stored), node)
        return candidates, [b if b.late else self._settled_bound(b, node) for b in unmet]

    def _settled_bound(self, bound: Bound, node: Any) -> Bound:
        """A check whose values stay what they are now."""
        freeze = partial(self._context.frozen, node=node)
        return replace(bound, condition=freeze(bound.condition), about=bound.about and bound.about.settled(freeze))

    def check(self, bounds: list[Bound]) -> None:
        """Check what was put off until an access."""
        for bound in bounds:
            self._context.check(bound.condition, bound.node, bound.text, bound.cause, bound.about)

    def _copy(self, candidates: list[Candidate], bounds: list[Bound], node: Any) -> list[Expression]:
        """Assign a struct; its values."""
        values = self._fitting(node.rvalue, candidates[0].object, node)
        self.check(bounds)
        candidates = self.settled(candidates, node)  # they may depend on what is assigned
        for value, column in zip(values, columns(candidates), strict=True):
            self.store(column, value, node)
        return values

    def values_at(self, target: Target, node: Any) -> list[Expression]:
        """The values of all scalars of what a pointer points to, as they are now."""
        return self._values(self._at(target, node), node)

    def _values(self, candidates: list[Candidate], node: Any) -> list[Expression]:
        """The values of all scalars of the one of the candidates that it is, as they are now."""
        return [self._context.frozen(self._value(column), node) for column in columns(candidates)]

    def assign_at(self, target: Target, values: Sequence[Expression], node: Any) -> None:
        """Assign to all scalars of what a pointer points to."""
        candidates = self.settled(self._at(target, node, stored=True), node)
        for value, column in zip(values, columns(candidates), strict=True):
            self.store(column, value, node)

    def fill_at(self, target: Target, value: Callable[[Cell | View], Expression], node: Any) -> None:
        """Assign to all scalars of what a pointer points to a value that goes with their types."""
        candidates = self.settled(self._at(target, node, stored=True), node)
        for column in columns(candidates):
            leaf = column[0].object
            assert isinstance(leaf, (Cell, View))
            self.store(column, value(leaf), node)

    def copied_each(self, sources: list[Candidate], targets: list[Candidate], node: Any) -> None:
        """Assign the one of the sources that it is to the one of the targets that it is; each have one type."""
        for value, column in zip(self._values(sources, node), columns(targets), strict=True):
            self._store(column, typed.convert(value, content(column[0].object).type), node)

    def update(self, target: Any, operator: str, right: Any, node: Any) -> Expression:
        """target = target ∘ right, where `right` is a node or an expression."""
        if isinstance(right, c_ast.Node):
            candidates, bounds = self.kept(target, right, node)
            right = self._context.values.value(right)
            self.check(bounds)
        else:
            candidates = self.find(target)
        self._require_numbers(candidates, target, node)
        with self._context.refusing(node):
            return self.store(candidates, self._context.values.combined(operator, self._value(candidates), right, node), node)

    def stepped(self, target: Any, operator: str, node: Any) -> Expression:
        """target++ or target--: the value before; where the target lies is evaluated once."""
        candidates = self.find(target)
        self._require_numbers(candidates, target, node)
        candidates = self.settled(candidates, node)
        before = self._context.frozen(self._value(candidates), node)
        one = Literal(self._context.model.int, 1)
        with self._context.refusing(node):
            self.store(candidates, self._context.values.combined(operator, before, one, node), node)
        return before

    def _require_numbers(self, candidates: list[Candidate], target: Any, node: Any) -> None:
        """Require that what an expression may denote holds a number."""
        if not all(is_scalar(c.object) for c in candidates):
            self._context.source.fail(node, f"{shown(target, 60)} is no number")

    def settled(self, candidates: list[Candidate], node: Any) -> list[Candidate]:
        """Candidates with conditions that stay what they are now."""
        if len(candidates) == 1 and candidates[0].is_sure:
            return candidates
        return [c if c.access is not None else replace(c, condition=self._context.settled(c.condition, node)) for c in candidates]

    def store(self, candidates: list[Candidate], value: Expression, node: Any) -> Expression:
        """Assign to the one of the candidates that it is; the value as assigned."""
        type = content(candidates[0].object).type  # that of all candidates
        value = typed.convert(value, type)
        if len(candidates) == 1 and candidates[0].is_sure:
            self._put(candidates[0].object, value, node)
            return content(candidates[0].object)
        return self._store(candidates, self._context.frozen(value, node), node)

    def _put(self, object: Object, value: Expression, node: Any, access: Access | None = None) -> None:
        """Assign a value of the object's own type."""
        self._require_writable(object, node)
        if isinstance(object, Cell):
            self._context.assign(object, value, node, access)
        elif isinstance(object, View):
            self._context.assign(object.cell, self._context.within_cell(object, value, node), node)

    def _store(self, candidates: list[Candidate], value: Expression, node: Any) -> Expression:
        conditions = [self._context.settled(c.condition, node) for c in candidates]
        for condition, candidate in zip(conditions, candidates, strict=True):
            own = candidate.object
            if isinstance(own, View):  # what is not chosen keeps its bits
                self._require_writable(own, node)
                bits = self._context.within_cell(own, value, node)
                self._context.assign(own.cell, typed.select(condition, bits, Read(own.cell)), node, candidate.access)
            else:
                self._put(own, typed.select(condition, value, self._content(own)), node, candidate.access)
        return value

    def _require_writable(self, object: Object, node: Any) -> None:
        if self._context.strings.is_constant(object):
            self._context.source.refuse(node, "writing to a string")

    def type_of(self, node: Any) -> Type:
        """The type of an expression that is not evaluated."""
        context = self._context
        with context.aside():
            if isinstance(node, (c_ast.ID, c_ast.ArrayRef, c_ast.StructRef, c_ast.CompoundLiteral, c_ast.UnaryOp)) and not (
                    isinstance(node, c_ast.UnaryOp) and node.op != "*") and not (
                    isinstance(node, c_ast.ID) and isinstance(context.scope.find(node.name), Enumerator)):
                return self.find(node)[0].object.type
            return context.values.value(node).type
