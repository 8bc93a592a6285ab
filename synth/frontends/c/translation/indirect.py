"""Calls through pointers to functions: one of those is called whose address the pointer may hold."""

from __future__ import annotations

from typing import Any

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Cell, Expression, Literal
from synth.frontends.c.expressions.types import Function, Pointer
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.memory import Target
from synth.frontends.c.translation.misuse import Followed
from synth.frontends.c.translation.pointers import CALLED
from synth.frontends.c.translation.scopes import Object, Reference, Routine, cells_of


class Indirect:
    """Translates calls through pointers within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def call(self, node: Any) -> Expression | Target | Object | None:
        """A call of the function that a pointer points to: one of those whose address it may hold."""
        context, flow = self._context, self._context.flow
        target = context.pointers.kept(context.pointers.target(node.name), node)
        known = [region for region in target.regions if region.routine is not None]
        nowhere = target.among(lambda region: region.routine is None, context.model)
        wrong = context.simplified(typed.truth(nowhere))
        if not (isinstance(wrong, Literal) and not wrong.value):
            context.check(typed.unary("!", wrong, context.model), node, f"{shown(node)} {CALLED}", "bounds",
                          Followed(CALLED, context.outer(node), target))
        if not known:
            return self._called_nowhere(target, node)
        after, result = flow.label(), None
        for number, region in enumerate(known):
            here, other = flow.label(), flow.label()
            if number + 1 < len(known):
                context.branch(target.within(region), here, other, node)
                flow.place(here)
            routine = region.routine
            assert routine is not None
            if routine.definition is None:
                context.source.refuse(node, "a call through a pointer of a function that nothing defines")
            found = self._context.calls.inlined(routine, node)
            result = self._joined(routine, found, node) if found is not None else None
            flow.jump(after)
            flow.place(other)
        flow.end = flow.label()
        flow.place(after)
        return self._context.calls.read(result)

    def _called_nowhere(self, target: Target, node: Any) -> Expression | Target | Object | None:
        """The result of a call that does not happen."""
        type = target.type.target if isinstance(target.type, Pointer) else target.type
        if not isinstance(type, Function):
            self._context.source.fail(node, f"{shown(node.name, 60)} is no function")
        return self._context.calls.nothing(type.declaration.type, type.scope, node)

    def _joined(self, routine: Routine, found: Expression | Target | Object, node: Any) -> Object:
        """The object that gets the result of whichever function is called."""
        context = self._context
        with context.within(context.file):
            type = context.types.resolve(routine.declaration.type)
        made = context.objects.made(type, "called", node)
        if isinstance(found, Target):
            assert isinstance(made, Reference)
            context.pointers.bind(made, found, node)
        elif isinstance(made, Cell):
            context.assign(made, found, node)  # type: ignore[arg-type]
        else:
            for own, other in zip(cells_of(made), cells_of(found), strict=True):  # type: ignore[arg-type]
                context.assign(own, context.memory.value(other), node)
        return made
