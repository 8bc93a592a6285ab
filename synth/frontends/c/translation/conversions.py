"""Pointers to one type as pointers to another: the same bytes, read as objects of that type; and as numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Apply, Expression, Literal
from synth.frontends.c.expressions.intervals import holds
from synth.frontends.c.expressions.types import BOOL, VOID, Function, Integer, Type, laid_out, sizeof
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.memory import NULL, SELECTOR, WILD, Region, Target, in_order

_MOST = 64
"""Objects of a type that a pointer to bytes is tried for."""

_Placed = list[tuple[Expression, Region, Expression]]
"""The regions that a pointer comes to, each with the condition, of which none needs to hold, and the index."""


class Conversions:
    """Converts pointers within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def distance(self, offset: Expression, type: Integer, node: Any) -> Expression:
        """By how much a pointer is moved, in the type of addresses. InputError where that may cut bits off: an index that lies
        outside of its array would be one within it."""
        if offset.type.bits > type.bits and not holds(type, self._context.rewriting.intervals.of(offset)):
            self._context.source.refuse(node, f"a pointer that is moved by {offset.type}, which is wider than an address")
        return self._context.simplified(typed.convert(offset, type))

    def converted(self, target: Target, wanted: Type, node: Any) -> Target:
        """A pointer as one to another type. InputError where none of what it may point to can be read as that."""
        if wanted in (target.type, VOID):
            return replace(target, type=wanted)
        if all(_fits(region, wanted) for region in target.regions):
            return replace(target, type=wanted)
        found: dict[Region, _Placed] = {}
        unread: dict[Region, _Placed] = {}
        for region in target.regions:
            own: _Placed | None = [(self._true, region, target.index)]
            if not _fits(region, wanted):
                own = self._placed(region, target.index, wanted)
            if own is None and _is_word(wanted) and isinstance(region.type, Integer) and not self._context.closed:
                own = unread[region] = [(self._true, self._context.memory.regions[WILD], Literal(target.index.type, 0))]
            if own is None:
                self._context.source.refuse(node, f"a pointer to {region.type} as one to {wanted}")
            found[region] = own
        if unread:  # integers of another width: a run that has some comes to a limit
            read = typed.unary("!", target.among(lambda region: region in unread, self._context.model), self._context.model)
            self._context.check(read, node, f"only what can be read as {wanted} in {shown(node, 60)}", "limit")
        selector = target.chosen(lambda region: self._selector(found[region]))
        index = target.chosen(lambda region: self._index(found[region]))
        regions = [r for own in found.values() for _, r, _ in own]
        if any(not _is_sure(own) for own in found.values()):
            regions.append(self._context.memory.regions[WILD])
        return Target(wanted, self._context.simplified(selector), self._context.simplified(index), in_order(regions))

    def number(self, target: Target, type: Integer, node: Any) -> Expression:
        """A pointer as an integer: 0 where it is null, and otherwise nobody says what (C11, 6.3.2.3 p6).

        A run that would go on with an address comes to a limit; for what is shown of all runs it goes on with any number.
        InputError in a specification.
        """
        context = self._context
        if context.closed:
            context.source.refuse(node, "a pointer as a number")
        context.memory.number()
        null = context.simplified(typed.truth(target.among(lambda region: region.number == NULL, context.model)))
        zero = Literal(type, 0)
        if isinstance(null, Literal) and null.value:
            return zero
        if not context.sparse:
            self.require_null(null, node)
            return zero
        some = context.any_value(context.temporary(type), node)
        return typed.select(context.frozen(null, node), zero, some)

    def require_null(self, null: Expression, node: Any) -> None:
        """Have a run come to a limit where it needs the address of an object."""
        self._context.check(null, node, f"only null in {shown(node, 60)}", "limit")

    @property
    def _true(self) -> Literal:
        return Literal(BOOL, 1)

    def _selector(self, placed: _Placed) -> Expression:
        found: Expression = Literal(SELECTOR, WILD)
        for condition, region, _ in reversed(placed):
            found = typed.select(condition, Literal(SELECTOR, region.number), found)
        return found

    def _index(self, placed: _Placed) -> Expression:
        found: Expression = Literal(self._context.model.integer("long"), 0)
        for condition, _, index in reversed(placed):
            found = typed.select(condition, index, found)
        return found

    def _placed(self, region: Region, index: Expression, wanted: Type) -> _Placed | None:
        """Where a pointer to an element of a region points as one to another type; None where that is not supported."""
        own, root, model = region.type, region.root, self._context.model
        if root is None or own is None or isinstance(own, Function) or isinstance(wanted, Function):
            return None
        if isinstance(own, Integer) and isinstance(wanted, Integer) and own.bits == wanted.bits > 1:  # of another sign
            return [(self._true, self._context.memory.viewed(region, wanted), index)]
        if laid_out(root.object.type) or laid_out(wanted):
            return None
        size = sizeof(own, model)
        if isinstance(wanted, Integer) and wanted.size == 1 and wanted.bits > 1:
            raw = self._context.memory.bytes(root, wanted)
            return None if raw is None else [(self._true, raw, self._address(region, index, size))]
        if root.site and isinstance(own, Integer) and own.size == 1:  # nothing was known of it
            self._context.memory.want(root, wanted)
        if self._context.memory.is_outdated(root):
            return [(self._true, self._context.memory.regions[WILD], Literal(index.type, 0))]
        # elements that are looked at may be any of an array
        objects = {} if root.bounded else self._context.memory.placed(root, wanted)
        if not objects or len(objects) > _MOST:
            return None
        address = self._context.simplified(self._address(region, index, size))
        found = list[tuple[Expression, Region, Expression]]()
        for start, object in sorted(objects.items()):
            condition = self._context.simplified(Apply(BOOL, "==", (address, Literal(address.type, start))))
            if not (isinstance(condition, Literal) and not condition.value):
                other, position = self._context.memory.at(object)
                found.append((condition, other, Literal(address.type, position)))
        return found or None

    def _address(self, region: Region, index: Expression, size: int) -> Expression:
        """Bytes from the begin of the whole object to an element."""
        long = self._context.model.integer("long")
        moved = Apply(long, "*", (index, Literal(long, size))) if size != 1 else index
        return Apply(long, "+", (moved, Literal(long, region.start))) if region.start else moved


def _is_word(type: Type) -> bool:
    """Whether a type is one of integers of several bytes."""
    return isinstance(type, Integer) and type.size > 1


def _fits(region: Region, wanted: Type) -> bool:
    """Whether the elements of a region have a type, or there are none."""
    return region.type is None or region.type == wanted


def _is_sure(placed: _Placed) -> bool:
    """Whether one of the conditions holds for sure."""
    return any(isinstance(condition, Literal) and bool(condition.value) for condition, _, _ in placed)
