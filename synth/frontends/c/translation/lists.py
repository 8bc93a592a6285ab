"""What <slh.h> says of lists, where these are followed however long they are: observations, and lists of any length.

Elsewhere its functions are the C that they are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Call, Cell, Expression, Literal, Read
from synth.frontends.c.expressions.types import BOOL, Integer, Pointer, Struct
from synth.frontends.c.preprocessing import headers
from synth.frontends.c.translation.allocation import is_node
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.graph import Extend
from synth.frontends.c.translation.memory import NULL, SELECTOR, Target
from synth.frontends.c.translation.scopes import Members, Reference, Routine

PATH, PATH_LENGTH = "slh_path_", "slh_path_length_"
"""Functions of which a graph has calls: whether a path leads from the node with one number to that with another, and how many
steps it has. The selectors of all edges that may lead there follow."""

SOME = "slh_some_"
"""The number of some node that a path leads to from the one with a number, or null; what follows is as in the others."""

_EXTEND = "slh_extend_"
"""The function that is an action of its own."""

LENGTH = Integer("the number of nodes of a list", 32, False, 4, 4)
"""The type of the lengths of lists."""


class Lists:
    """Translates calls of the functions of <slh.h> within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def means(self, routine: Routine) -> bool:
        """Whether a function is translated as what it means."""
        name, context = routine.definition.decl.name, self._context
        if not context.lists or name not in (PATH, PATH_LENGTH, SOME, _EXTEND):
            return False
        with context.within(context.file):
            given = [context.types.resolve(parameter.type) for parameter in routine.parameters]
        nodes = all(is_node(type.target) for type in given if isinstance(type, Pointer))
        return nodes and headers.ours(context.source.origin(routine.definition))

    def call(self, routine: Routine, node: Any) -> Expression | Target | None:
        """What a call gives; None where it does something."""
        context, name = self._context, routine.definition.decl.name
        with context.calling(node):
            given = [value for _, value in context.calls.arguments(routine, node)]
            selectors = [self._whole(value, node) for value in given if isinstance(value, Target)]
            edges = self._edges(given[0].type, node)
            if name == _EXTEND:
                ((count,),) = given[1:]
                self._extend(selectors[0], typed.convert(count, LENGTH), edges, node)
                return None
            read = tuple(Read(edge.selector) for edge in edges.values())
            cell = context.temporary({PATH: BOOL, PATH_LENGTH: LENGTH, SOME: SELECTOR}[name], name=name.rstrip("_"))
            context.assign(cell, Call(cell.type, name, (*selectors, *read)), node)
            if name != SOME:
                return Read(cell) if name == PATH else typed.convert(Read(cell), context.model.integer("unsigned int"))
            self._learn([cell], [NULL, *edges])
            return replace(given[0], selector=Read(cell), regions=tuple(context.memory.held(cell)), holder=None)

    def _whole(self, target: Target, node: Any) -> Expression:
        """The number of the node that a pointer is to, as it is now; where it is to another place than its begin, a run comes to a
        limit."""
        context = self._context
        first = context.simplified(typed.arithmetic("==", target.index, Literal(target.index.type, 0), context.model))
        if not (isinstance(first, Literal) and first.value):
            context.check(first, node, "a pointer to the begin of a node", "limit")
        return context.frozen(target.selector, node)

    def _edges(self, type: Struct, node: Any) -> dict[int, Reference]:
        """The pointers to the next ones in all nodes of a type, by the numbers of these."""
        found = {}
        for region in self._context.allocation.nodes(type, node):
            (own,) = region.parts
            assert isinstance(own, Members)
            found[region.number] = next(part for part in own.parts.values()
                                        if isinstance(part, Reference) and part.type.target == type)
        return found

    def _extend(self, selector: Expression, count: Expression, edges: dict[int, Reference], node: Any) -> None:
        """Put so many new nodes behind one."""
        self._learn([edge.selector for edge in edges.values()], edges)
        self._context.flow.do(Extend(selector, self._context.frozen(count, node)), self._context.spot(node))

    def _learn(self, selectors: Iterable[Cell], numbers: Iterable[int]) -> None:
        """Learn that some selectors may hold some numbers."""
        for cell, number in itertools.product(selectors, numbers):
            self._context.memory.learn(cell, Literal(SELECTOR, number), (number, number))
