"""What <slh.h> says of lists, where these are followed however long they are: observations, and lists of any length.

Elsewhere its functions are the C that they are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Apply, Call, Cell, Expression, Literal, Read
from synth.frontends.c.expressions.types import BOOL, Integer, Pointer, Struct, Type
from synth.frontends.c.preprocessing import headers
from synth.frontends.c.syntax.effects import parts
from synth.frontends.c.syntax.parse import parse
from synth.frontends.c.translation.allocation import is_node
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.graph import Extend
from synth.frontends.c.translation.memory import NULL, SELECTOR, Target
from synth.frontends.c.translation.scopes import Members, Reference, Routine
from synth.frontends.c.translation.shipped import says_as_shipped

PATH, PATH_LENGTH = "slh_path_", "slh_path_length_"
"""Functions of which a graph has calls: whether a path leads from the node with one number to that with another, and how many
steps it has. What follows are the selectors of all edges, and what tells whether there are the nodes."""

SOME = "slh_some_"
"""The number of some node that a path leads to from the one with a number, or null; what follows is as in the others."""

_EXTEND = "slh_extend_"
"""The function that is an action of its own."""

_STATED = "slh_stated_"
"""The function that marks what is stated of all rounds of a loop, a hint: it does nothing."""

_CALLED, _LEFT = ("malloc", "__VERIFIER_assume"), "slh_left"
"""What the functions call besides each other, and the variable that tells how many nodes may still be made."""

LENGTH = Integer("the number of nodes of a list", 32, False, 4, 4)
"""The type of the lengths of lists."""

INFINITE = (1 << LENGTH.bits) - 1
"""The length of a path of which there is none."""


class Lists:
    """Translates calls of the functions of <slh.h> within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._limited: bool | None = None

    def means(self, routine: Routine) -> bool:
        """Whether a function is translated as what it means."""
        context, name = self._context, routine.definition.decl.name
        if not context.lists or name not in (PATH, PATH_LENGTH, SOME, _EXTEND, _STATED):
            return False
        with context.within(context.file):
            given = [context.types.resolve(parameter.type) for parameter in routine.parameters]
        return headers.ours(context.source.origin(routine.definition)) and all(
            is_node(type.target) and self._follows(routine, _edge(type.target)) for type in given if isinstance(type, Pointer))

    def _follows(self, routine: Routine, edge: str) -> bool:
        """Whether a function of <slh.h>, and those that it calls, say what the header does of nodes that point to the next one by a
        member, and what it calls besides means what it always does."""
        if not says_as_shipped(routine.definition, edge):
            return False
        for part in parts(routine.definition.body):
            match part:
                case c_ast.FuncCall(name=c_ast.ID(name=name)):
                    called = self._context.file.find(name)
                    if called is None or (isinstance(called, Routine) and called.definition is None):
                        if name not in _CALLED:
                            return False
                    elif not (isinstance(called, Routine) and headers.ours(self._context.source.origin(called.definition))
                              and self._follows(called, edge)):
                        return False
                case c_ast.FuncCall():
                    return False
        return True

    def _is_limited(self) -> bool:
        """Whether only <slh.h> speaks of how many nodes it may still make."""
        if self._limited is None:
            source = self._context.source
            mentioned = (part for node in parse(source).ext for part in parts(node)
                         if isinstance(part, c_ast.ID) and part.name.startswith(_LEFT))
            self._limited = all(headers.ours(source.origin(part)) for part in mentioned)
        return self._limited

    def call(self, routine: Routine, node: Any) -> Expression | Target | None:
        """What a call gives; None where it does something."""
        context, name = self._context, routine.definition.decl.name
        if name == _STATED:
            context.flow.do(None).stated = True
            return None
        with context.calling(node):
            given = [value for _, value in context.calls.arguments(routine, node)]
            selectors = [self._whole(value, node) for value in given if isinstance(value, Target)]
            edges, alive = self._nodes(given[0].type, node)
            read = (*(edge.selector for edge in edges.values()), *alive)
            if name == _EXTEND:
                ((count,),) = given[1:]
                self._learn([edge.selector for edge in edges.values()], edges)
                self._extend(routine, selectors[0], typed.convert(count, LENGTH), read, node)
                return None
            cell = context.temporary({PATH: BOOL, PATH_LENGTH: LENGTH, SOME: SELECTOR}[name], name=name.rstrip("_"))
            context.assign(cell, Call(cell.type, name, (*selectors, *map(Read, read))), node)
            if name != SOME:
                return Read(cell) if name == PATH else typed.convert(Read(cell), context.model.integer("unsigned int"))
            self._learn([cell], [NULL, *edges])
            target: Target = given[0]
            return replace(target, selector=Read(cell), regions=tuple(context.memory.held(cell)), holder=None)

    def _whole(self, target: Target, node: Any) -> Expression:
        """The number of the node that a pointer is to, as it is now; where it is to another place than its begin, a run comes to a
        limit."""
        context = self._context
        first = context.simplified(typed.arithmetic("==", target.index, Literal(target.index.type, 0), context.model))
        if not (isinstance(first, Literal) and first.value):
            context.check(first, node, "a pointer to the begin of a node", "limit")
        return context.frozen(target.selector, node)

    def _nodes(self, type: Type, node: Any) -> tuple[dict[int, Reference], list[Cell]]:
        """The pointers to the next ones in all nodes of a type, by the numbers of these; and the cells that tell whether there are
        these nodes."""
        found, alive = {}, list[Cell]()
        for region in self._context.allocation.nodes(type, node):
            (own,), root = region.parts, region.root
            assert isinstance(own, Members) and root is not None and root.alive is not None
            alive.append(root.alive)
            edge = own.parts[_edge(type)]
            assert isinstance(edge, Reference)
            if not isinstance(self._context.memory.value(edge.index), Literal):
                self._context.source.refuse(node, "edges of lists that lead to other places than the begin of nodes")
            found[region.number] = edge
        return found, alive

    def _extend(self, routine: Routine, selector: Expression, count: Expression, read: tuple[Cell, ...], node: Any) -> None:
        """Put so many new nodes behind one."""
        source = self._context.source
        accounted = headers.ours(source.origin(node)) and self._is_limited()
        limit = source.of(routine.definition)[0] if accounted else None  # which file's it is
        self._context.flow.do(Extend(selector, self._context.frozen(count, node), limit, read), self._context.spot(node))

    def _learn(self, selectors: Iterable[Cell], numbers: Iterable[int]) -> None:
        """Learn that some selectors may hold some numbers."""
        for cell, number in itertools.product(selectors, numbers):
            self._context.memory.learn(cell, Literal(SELECTOR, number), (number, number))


def _edge(type: Type) -> str:
    """The member of a node that points to the next one."""
    assert isinstance(type, Struct)
    return next(name for name, inner in type.members if isinstance(inner, Pointer) and inner.target == type)


def few(numbers: Sequence[Expression], named: int) -> Expression:
    """Whether numbers of nodes, each of which is told by a word, and those that are kept apart are not too many to be counted
    together: not as many as `INFINITE`."""
    most: Expression = Literal(LENGTH, INFINITE - 1 - named)
    claims = list[Expression]()
    for number in numbers:
        claims.append(Apply(BOOL, "<=", (number, most)))
        most = Apply(LENGTH, "-", (most, number))
    return reduce(lambda a, b: Apply(BOOL, "&&", (a, b)), claims)


def total(parts: Sequence[Expression]) -> Expression:
    """The sum of some lengths."""
    return reduce(lambda a, b: Apply(LENGTH, "+", (a, b)), parts)
