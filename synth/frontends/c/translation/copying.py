"""memcpy, memmove and memset of whole elements: each is assigned as its type says, pointers and numbers of any kind among them.

Where the length is no constant, but a multiple of an element's size, memcpy and memset go on in a loop. What is no whole number of
elements of one type is done byte by byte, as library.c says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Apply, Cell, Expression, Literal, Read
from synth.frontends.c.expressions.narrow import number
from synth.frontends.c.expressions.types import VOID, Array, Floating, Integer, Struct, Type, complete, laid_out, sizeof, slots
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.allocation import is_multiple
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.memory import SELECTOR, Region, Target
from synth.frontends.c.translation.scopes import Elements, View, leaves

_COPYING, _FILLING = ("memcpy", "memmove"), ("memset",)

_MOST = 1_024
"""Elements that are assigned one by one."""


class Copying:
    """Copies and fills memory within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def call(self, name: str, node: Any) -> Target | None:
        """A call of one of the functions, and what it returns; None where it is to be done byte by byte: nothing was evaluated."""
        plain = name.removeprefix("__builtin_")
        arguments = node.args.exprs if node.args is not None else []
        if plain not in (*_COPYING, *_FILLING) or len(arguments) != 3 or not self._context.pointers.points(arguments[0]):
            return None
        size = self._constant(arguments[2])
        value = self._constant(arguments[1]) if plain in _FILLING else 0
        if value is None:
            return None
        if size is None:
            return self._each(arguments, value & 255, node) if plain != "memmove" else None
        return self._filled(arguments, value & 255, size, node) if plain in _FILLING else self._copied(arguments, size, node)

    def _constant(self, node: Any) -> int | None:
        """The value of an argument that is constant, and does nothing."""
        with self._context.aside() as flow:
            found = self._context.simplified(typed.convert(self._context.values.value(node), self._context.model.size))
        return found.value if isinstance(found, Literal) and not flow.size else None

    def _count(self, target: Target, size: int) -> int | None:
        """How many elements so many bytes are; None where that is no number of elements.

        A part of one that lies beyond all objects counts as a whole one, as to access either is the same error.
        """
        if target.type == VOID or not complete(target.type) or laid_out(target.type):
            return None
        count, rest = divmod(size, sizeof(target.type, self._context.model))
        if rest and not all(_within(region, count) for region in target.regions):
            return None
        count += rest > 0
        return count if count <= _MOST else None

    def _looked_at(self, node: Any) -> Target:
        """What a pointer is to, without what its evaluation does; casts to void aside."""
        with self._context.aside():
            return self._target(node)

    def _target(self, node: Any) -> Target:
        """What a pointer is to; one to void is to what all that it may point to consists of, if these are alike."""
        found = self._context.pointers.target(node)
        types = [region.type for region in found.regions if region.root is not None]
        if found.type != VOID or not types or types[0] is None or any(type != types[0] for type in types):
            return found
        return self._context.pointers.as_type(found, types[0], node)

    def _copied(self, arguments: Any, size: int, node: Any) -> Target | None:
        if not self._context.pointers.points(arguments[1]):
            return None
        sides = [self._looked_at(argument) for argument in arguments[:2]]
        count = self._count(sides[0], size)
        if sides[0].type != sides[1].type or count is None:
            return None
        if any(len(region.parts) < count and _is_part(region) for side in sides for region in side.regions):
            self._context.source.refuse(node, f"{node.name.name} beyond a part of an object")
        to, source = (self._context.pointers.kept(self._target(argument), node) for argument in arguments[:2])
        places, moved = self._context.places, self._moved
        read = [places.values_at(moved(source, i, node), node) for i in range(count)]
        for i, values in enumerate(read):
            places.assign_at(moved(to, i, node), values, node)
        return to

    def _filled(self, arguments: Any, value: int, size: int, node: Any) -> Target | None:
        target = self._looked_at(arguments[0])
        count = self._count(target, size)
        if count is None or not _fillable(target, value):
            return None
        to = self._context.pointers.kept(self._target(arguments[0]), node)
        for i in range(count):
            self._fill(self._moved(to, i, node), value, node)
        return to

    def _fill(self, target: Target, value: int, node: Any) -> None:
        pattern = int.from_bytes(bytes([value]) * 8, "little")
        self._context.places.fill_at(target, lambda leaf: _filling(leaf, pattern), node)

    def _moved(self, target: Target, elements: int, node: Any) -> Target:
        offset = Literal(self._context.model.integer("long"), elements)
        return self._context.pointers.moved(target, "+", offset, node)

    def _each(self, arguments: Any, value: int, node: Any) -> Target | None:
        """Copy or fill as many elements as the length says, one in each round of a loop."""
        context, copied = self._context, node.name.name.removeprefix("__builtin_") in _COPYING
        if copied and not context.pointers.points(arguments[1]):
            return None
        sides = [self._looked_at(argument) for argument in arguments[:1 + copied]]
        type, parts = sides[0].type, any(_is_part(region) for side in sides for region in side.regions)
        if parts or type == VOID or not complete(type) or laid_out(type):
            return None
        own = sizeof(type, context.model)
        if own == 1 or (sides[1].type != type if copied else not _fillable(sides[0], value)):
            return None
        with context.aside():
            if self._elements(arguments[2], own, node) is None:
                return None
        kept = [context.pointers.kept(self._target(argument), node) for argument in arguments[:1 + copied]]
        elements = self._elements(arguments[2], own, node)
        assert elements is not None
        with context.repeating():
            self._rounds(kept, elements, value, node)
        return kept[0]

    def _rounds(self, kept: Sequence[Target], elements: Expression, value: int, node: Any) -> None:
        """A loop over the elements that what is `kept` begins with: the first target is filled, or gets what is at the second."""
        context, flow, places, name = self._context, self._context.flow, self._context.places, node.name.name
        count, done = (context.temporary(context.model.size, name=f"{name}_{part}") for part in ("count", "done"))
        context.assign(count, elements, node)
        context.assign(done, Literal(done.type, 0), node)
        head, inside, after = flow.label(context.spot(node, shown(node))), flow.label(), flow.label()
        flow.place(head)
        context.long.forget(node)
        context.long.begin_statement()
        context.branch(context.simplified(typed.arithmetic("<", Read(done), Read(count), context.model)), inside, after, node)
        flow.place(inside)
        here = [context.pointers.moved(target, "+", Read(done), node) for target in kept]
        if len(here) == 1:
            self._fill(here[0], value, node)
        else:
            places.assign_at(here[0], places.values_at(here[1], node), node)
        context.assign(done, context.simplified(typed.arithmetic("+", Read(done), Literal(done.type, 1), context.model)), node)
        flow.jump(head)
        flow.place(after)
        context.long.begin_statement()

    def _elements(self, length: Any, own: int, node: Any) -> Expression | None:
        """How many elements of `own` bytes a length is; None where it is not seen to be a number of them.

        A product that wraps around is a multiple of powers of two all the same, and beyond what is looked at for other numbers.
        """
        context, model = self._context, self._context.model
        size = context.simplified(typed.convert(context.values.value(length), model.size))
        if is_multiple(size, own):
            return context.simplified(typed.arithmetic("/", size, Literal(model.size, own), model))
        sides = size.operands if isinstance(size, Apply) and size.operator == "*" else ()
        by = next((side.value for side in sides if isinstance(side, Literal) and side.value % own == 0), 0)
        if not by:
            return None
        times = context.frozen(next(side for side in sides if not isinstance(side, Literal)), node)
        most = Literal(model.size, ((1 << model.size.bits) - 1) // by)
        context.check(context.simplified(typed.arithmetic("<=", times, most, model)), node, f"a product of {by}", "limit")
        return context.simplified(typed.arithmetic("*", times, Literal(model.size, by // own), model))


def _within(region: Region, count: int) -> bool:
    """Whether a region has so many elements at most, all of which are looked at."""
    return region.root is None or (not region.root.bounded and not region.root.slots and len(region.parts) <= count)


def _fillable(target: Target, value: int) -> bool:
    """Whether it can be said what its elements hold all of whose bytes have a value."""
    kinds = [leaf.type for region in target.regions for part in region.parts[:1] for leaf in leaves(part)]
    if value and not all(isinstance(kind, (Integer, Floating)) and kind is not SELECTOR for kind in kinds):
        return False
    return value in (0, 255) or not _has_bit_fields(target.type)  # which may begin within a byte


def _has_bit_fields(type: Type) -> bool:
    """Whether an object of a type has bit-fields that are no bits of a union."""
    if isinstance(type, Array):
        return _has_bit_fields(type.element)
    return isinstance(type, Struct) and any(own.width is not None or _has_bit_fields(own.type) for own in slots(type))


def _is_part(region: Region) -> bool:
    """Whether a region is not all of an object."""
    return region.root is not None and region.parts != (region.root.object,) and (
        not isinstance(region.root.object, Elements) or region.parts != region.root.object.parts)


def _filling(leaf: Cell | View, pattern: int) -> Literal:
    """What a scalar holds all of whose bytes are alike."""
    if isinstance(leaf.type, Integer):
        return number(leaf.type, pattern)
    return Literal(leaf.type, pattern & (1 << leaf.type.bits) - 1 if isinstance(leaf.type, Floating) else 0)  # type: ignore[arg-type]
