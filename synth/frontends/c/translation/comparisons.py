"""Comparisons and differences of pointers, and whether one is null (C11, 6.5.6, 6.5.8, 6.5.9)."""

from __future__ import annotations

from functools import reduce
from typing import Any

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Apply, Expression, Literal, Read
from synth.frontends.c.expressions.types import BOOL, VOID, laid_out, sizeof
from synth.frontends.c.syntax.effects import changes, is_null
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.memory import NULL, WILD, Region, Target


class Comparisons:
    """Compares pointers within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def truth(self, node: Any) -> Expression:
        """Whether a pointer is not null, as a `_Bool`: what p != NULL gives (C11, 6.5.3.3 p5)."""
        target = self._context.pointers.target(node)
        null = target.among(lambda region: region.number == NULL, self._context.model)
        known = self._context.simplified(typed.truth(typed.unary("!", null, self._context.model)))
        return self._unless_wild(self._is_open(target, self._context.pointers.null()), known, node)

    def value(self, node: Any) -> Expression:
        """p - q, or a comparison of pointers, with null, too."""
        context = self._context
        pointers, sides = context.pointers, (node.left, node.right)
        if node.op not in (*typed.COMPARISONS, "-") or not all(pointers.points(side) or is_null(side) for side in sides):
            context.source.refuse(node, "a pointer as a number")
        left = pointers.null() if is_null(node.left) else pointers.target(node.left)
        left = pointers.kept(left, node) if changes(node.right) else left
        right = pointers.null() if is_null(node.right) else pointers.target(node.right)
        if node.op in ("==", "!="):
            equal = self._equal(left, right, node)
            return typed.convert(equal if node.op == "==" else typed.unary("!", equal, context.model), context.model.int)
        return self._ordered(left, right, node)

    def _unless_wild(self, wild: Expression, known: Expression, node: Any) -> Expression:
        """A truth value, or any where a pointer points nowhere."""
        wild = self._context.simplified(wild)
        if isinstance(wild, Literal) and not wild.value:
            return known
        some = self._context.left_open(BOOL, ", the value of a pointer without an object,", node)
        return self._context.simplified(typed.select(wild, some, typed.truth(known)))

    def _equal(self, left: Target, right: Target, node: Any) -> Expression:
        """Whether two pointers are equal, as a `_Bool`. InputError where only the characters that two literals share could tell, or
        attributes that say how a struct is laid out."""
        context, model = self._context, self._context.model
        pairs = [(a, b) for a in left.regions for b in right.regions]
        strings = [(a, b) for a, b in pairs if a.root is not b.root and _is_string(a) and _is_string(b)]
        if strings:
            context.source.refuse(node, f"{node.op} of pointers into two string literals, which may share their characters")
        meeting = [(a, b) for a, b in pairs if a is b or (a.root is b.root and a.root is not None)]
        apart = any(a is not b and a.root is not None and laid_out(a.root.object.type) for a, b in meeting)
        if apart and not _at_begins(left, right):
            context.source.refuse(node, f"{node.op} of pointers into structs where attributes say how these are laid out")
        if len(meeting) > 1 and all(a is b for a, b in meeting):
            numbers, places = (Apply(model.int, "==", own) for own in ((left.selector, right.selector), (left.index, right.index)))
            same = [typed.connective("&&", numbers, places, model)]
        else:
            same = [self._same(left, right, a, b) for a, b in meeting]
        found: Expression = reduce(lambda a, b: typed.connective("||", a, b, model), same) if same else Literal(BOOL, 0)
        found = self._unless_beside(left, right, typed.truth(found), node)
        wild = typed.connective("||", self._is_open(left, right), self._is_open(right, left), model)
        return self._unless_wild(wild, found, node)

    def _is_open(self, target: Target, other: Target) -> Expression:
        """Whether the value of a pointer is not determined: it has none, or its object is gone where others may be by now."""
        model, context = self._context.model, self._context
        wild = target.among(lambda region: _is_wild(region) or (bool(region.parts) and context.was_left(region.root)), model)
        if not any(region.parts for region in other.regions):
            return wild
        gone = target.chosen(lambda region: Literal(BOOL, 0) if region.root is None or region.root.alive is None
                             else typed.truth(typed.unary("!", Read(region.root.alive), model)))
        return typed.connective("||", wild, gone, model)

    def _same(self, left: Target, right: Target, a: Region, b: Region) -> Expression:
        """Whether one points into `a` and the other into `b`, to the same byte."""
        model = self._context.model
        sides = (self._byte(left, a), self._byte(right, b)) if a is not b else (left.index, right.index)
        found: Expression = Apply(model.int, "==", sides)
        for condition in (right.within(b), left.within(a)):
            found = typed.connective("&&", condition, found, model)
        return self._context.simplified(found)

    def _byte(self, target: Target, region: Region) -> Expression:
        """Bytes from the begin of the object that a region lies in."""
        long = target.index.type
        assert region.type is not None
        size = Literal(long, sizeof(region.type, self._context.model))
        return Apply(long, "+", (Apply(long, "*", (target.index, size)), Literal(long, region.start)))

    def _unless_beside(self, left: Target, right: Target, found: Expression, node: Any) -> Expression:
        """A truth value, or any where one pointer is behind the end of its object and the other into another object."""
        context, model = self._context, self._context.model
        if _at_begins(left, right):
            return found
        others = [(a, b) for a in left.regions for b in right.regions if a.root is not b.root and a.parts and b.parts]
        beside: Expression = Literal(BOOL, 0)
        for a, b in others:
            behind = typed.connective("||", self._behind(left, a), self._behind(right, b), model)
            both = typed.connective("&&", left.within(a), right.within(b), model)
            beside = typed.connective("||", beside, typed.connective(
                "&&", both, behind, model), model)
        beside = context.simplified(typed.truth(beside))
        return self._unless_wild(beside, found, node)

    def _behind(self, target: Target, region: Region) -> Expression:
        """Whether a pointer points behind the last element of a region."""
        length: Expression = Literal(target.index.type, len(region.parts))
        if region.root is not None and region.root.bounded and region.root.length is not None:
            length = typed.convert(Read(region.root.length), target.index.type)
        return typed.arithmetic("==", target.index, length, self._context.model)

    def _ordered(self, left: Target, right: Target, node: Any) -> Expression:
        """p - q, p < q and the like; any value where they point into different objects, which C leaves undefined."""
        context, model = self._context, self._context.model
        if VOID in (left.type, right.type):
            char = model.integer("char")
            left, right = (context.pointers.as_type(own, char, node) for own in (left, right))
        if any(a is not b and a.root is b.root for a in left.regions for b in right.regions if a.parts and b.parts):
            return self._ordered_by_bytes(left, right, node)
        shared = [region for region in left.regions if region in right.regions and region.number not in (NULL, WILD)]
        both_lead = all(any(region.parts for region in own.regions) for own in (left, right))
        if not shared and both_lead and not any(frame.standard for frame in context.frames):
            context.source.refuse(node, f"{node.op} of pointers into different objects")
        found = context.simplified(typed.arithmetic(node.op, left.index, right.index, model))
        if shared and len(left.regions) == len(right.regions) == 1:
            return found
        apart = typed.unary("!", Apply(model.int, "==", (left.selector, right.selector)), model)
        nowhere = left.among(lambda region: region not in shared, model)
        open_ = context.simplified(typed.truth(typed.connective("||", apart, nowhere, model)))
        if isinstance(open_, Literal) and not open_.value:
            return found
        assert found.type == model.int or node.op == "-"
        some = context.left_open(found.type, ", pointers into different objects,", node)  # type: ignore[arg-type]
        return context.simplified(typed.select(open_, some, found))


    def _ordered_by_bytes(self, left: Target, right: Target, node: Any) -> Expression:
        """The same where they point into parts of one object: members are in the order of their declarations (C11, 6.5.8 p5)."""
        context, model = self._context, self._context.model
        regions = [region for own in (left, right) for region in own.regions if region.parts]
        if any(region.root is not None and laid_out(region.root.object.type) for region in regions):
            context.source.refuse(node, f"{node.op} of pointers into structs where attributes say how these are laid out")
        roots = list(dict.fromkeys(region.root for region in regions))
        long = left.index.type

        def place(own: Target) -> Expression:
            return own.chosen(lambda region: self._byte(own, region) if region.parts else Literal(long, 0))

        def number(own: Target, none: int) -> Expression:
            return own.chosen(lambda region: Literal(model.int, roots.index(region.root) if region.parts else none))

        found = context.simplified(typed.arithmetic(node.op, place(left), place(right), model))
        if node.op == "-":
            found = context.simplified(typed.arithmetic("/", found, Literal(long, sizeof(left.type, model)), model))
        apart = typed.unary("!", Apply(model.int, "==", (number(left, -1), number(right, -2))), model)
        open_ = context.simplified(typed.truth(apart))
        if isinstance(open_, Literal) and not open_.value:
            return found
        some = context.left_open(found.type, ", pointers into different objects,", node)  # type: ignore[arg-type]
        return context.simplified(typed.select(open_, some, found))


def _at_begins(*targets: Target) -> bool:
    """Whether pointers are known to be ones to first elements."""
    return all(isinstance(own.index, Literal) and own.index.value == 0 for own in targets)


def _is_wild(region: Region) -> bool:
    return region.number == WILD


def _is_string(region: Region) -> bool:
    return region.root is not None and region.root.constant
