"""Statements as parts of the control-flow graph."""

from __future__ import annotations

import contextlib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions import narrow, typed
from synth.frontends.c.expressions.expressions import Cell, Expression, Literal
from synth.frontends.c.expressions.types import Integer
from synth.frontends.c.syntax.gnu import ends_of_range
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import Blocks, Context, Entry, Frame, Goto, Jumps, Label
from synth.frontends.c.translation.graph import Node
from synth.frontends.c.translation.objects import varies
from synth.frontends.c.translation.scopes import Object, Reference, Scope, cells_of

_Passed = tuple[tuple[Object, ...], Any]
"""Objects past whose declarations a goto leads, and that statement."""


class Statements:
    """Translates statements within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._cases: dict[tuple[int, ...], tuple[Node, Scope]] = {}

    def run(self, node: Any) -> None:
        """A statement. InputError for what is not supported."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        self._context.long.begin_statement()
        if method is not None:
            method(node)
        else:
            self._context.values.effect(node)

    def _emptystatement(self, node: Any) -> None:
        pass

    def _pragma(self, node: Any) -> None:
        pass

    def _staticassert(self, node: Any) -> None:
        if not self._context.values.constant(node.cond, "a static assertion that is no constant"):
            self._context.source.fail(node, "a static assertion fails")

    def _decl(self, node: Any) -> None:
        self._context.declarations.declare(node)

    def _typedef(self, node: Any) -> None:
        self._context.declarations.declare(node)

    def _decllist(self, node: Any) -> None:
        for declaration in node.decls:
            self._context.declarations.declare(declaration)

    def _compound(self, node: Any) -> None:
        with self._block(node):
            self.enter_block()
            for item in node.block_items or []:
                self.run(item)

    @contextlib.contextmanager
    def _block(self, *told: Any) -> Iterator[None]:
        """A block of its own for what is read now, told by a node: names and tags that it declares are known in it only."""
        with self._context.within(Scope(self._context.scope)):
            self._begin_early(*told)
            yield

    def _begin_early(self, node: Any, role: str = "") -> None:
        """A block begins, and the objects with it that do so before their declarations."""
        scope = self._context.scope
        scope.block = (*self._context.identity(node), role)
        self._begin(self._early(scope), scope, node)

    def _early(self, scope: Scope) -> list[Object]:
        """The objects that begin with a block; they live from now on."""
        roots = self._context.memory.early(scope.block)
        for root in roots:
            root.scope = scope
        return [root.object for root in roots]

    def begin_block(self, node: Any) -> None:
        """The block of now begins, that of a function's body."""
        self._begin_early(node)
        self.enter_block()

    def _within_block(self, node: Any) -> None:
        """A statement that is a block, whatever it is (C11, 6.8.4 and 6.8.5)."""
        with self._block(node, "around"):
            self.run(node)

    def statement_expression(self, node: Any) -> Expression | None:
        """GNU's ({ … }): the value of its last expression; None where that is a statement."""
        with self._block(node):
            self.enter_block()
            items = node.block_items or []
            for item in items[:-1]:
                self.run(item)
            if not items:
                return None
            if hasattr(self, f"_{type(items[-1]).__name__.lower()}"):
                self.run(items[-1])
                return None
            return self._context.frozen(self._context.values.value(items[-1]), node)

    def _if(self, node: Any) -> None:
        flow = self._context.flow
        after = flow.label()
        with contextlib.ExitStack() as blocks:
            while True:
                if _declares(node.cond):
                    blocks.enter_context(self._block(node))
                then, otherwise = flow.label(), flow.label()
                self._context.long.begin_statement()
                self._context.values.condition(node.cond, then, otherwise)
                flow.place(then)
                self._within_block(node.iftrue)
                flow.jump(after)
                flow.place(otherwise)
                if not isinstance(node.iffalse, c_ast.If):
                    break
                node = node.iffalse
            if node.iffalse is not None:
                self._within_block(node.iffalse)
        flow.place(after)

    def _while(self, node: Any) -> None:
        with self._block(node), self._context.repeating():
            self._loop(node, node.cond, None, node.stmt)

    def _for(self, node: Any) -> None:
        with self._block(node):
            if node.init is not None:
                self.run(node.init)
            with self._context.repeating():
                self._loop(node, node.cond, node.next, node.stmt)

    def _loop(self, node: Any, condition: Any, following: Any, body: Any) -> None:
        flow = self._context.flow
        head = flow.label(self._context.spot(node, "" if condition is None else shown(condition)))
        inside, again, after = flow.label(), flow.label(), flow.label()
        flow.place(head)
        self._context.long.forget(node)
        self._context.long.begin_statement()
        if condition is not None:
            self._context.values.condition(condition, inside, after)
        flow.place(inside)
        with self._context.jumping(Jumps(after, again)):
            self._within_block(body)
        flow.place(again)
        self._context.long.begin_statement()
        if following is not None:
            self._context.values.effect(following)
        self._last()
        flow.jump(head)
        flow.place(after)

    def _last(self) -> None:
        """What a loop's own expressions make in each round is one object, which lives as long as the loop (C11, 6.5.2.5, 6.8.5)."""
        scope = self._context.scope
        for object in scope.unnamed:
            self._context.memory.begin_early(object, scope.block)

    def _dowhile(self, node: Any) -> None:
        with self._block(node), self._context.repeating():
            self._repeat(node)

    def _repeat(self, node: Any) -> None:
        flow = self._context.flow
        head = flow.label(self._context.spot(node, shown(node.cond)))
        again, after = flow.label(), flow.label()
        flow.place(head)
        self._context.long.forget(node)
        with self._context.jumping(Jumps(after, again)):
            self._within_block(node.stmt)
        flow.place(again)
        self._context.long.begin_statement()
        self._context.values.condition(node.cond, head, after)
        self._last()
        flow.place(after)

    def _break(self, node: Any) -> None:
        self._leave(node, self._context.jumps.leave)

    def _continue(self, node: Any) -> None:
        self._leave(node, self._context.jumps.again)

    def _leave(self, node: Any, label: Node | None) -> None:
        if label is None:
            self._context.source.fail(node, f"{type(node).__name__.lower()} outside of a loop")
        self._context.flow.jump(label)

    def _return(self, node: Any) -> None:
        context = self._context
        frame = context.frames[-1]
        if frame.result is None and node.expr is not None:
            context.values.effect(node.expr)
        elif frame.result is not None and node.expr is not None:
            if isinstance(frame.result, Reference):
                context.pointers.bind(frame.result, context.pointers.passed(frame.result.type, node.expr), node)
            elif isinstance(frame.result, Cell):
                value = context.values.value(node.expr)
                with context.refusing(node):
                    context.assign(frame.result, typed.convert(value, frame.result.type), node)
            else:
                context.places.fill(frame.result, node.expr, node)
        context.flow.jump(frame.leave)

    def _label(self, node: Any) -> None:
        context = self._context
        labels = context.frames[-1].labels
        if node.name in labels:
            context.source.fail(node, f"the label {node.name} is defined twice")
        labels[node.name] = Label(context.flow.label(context.spot(node)), self._blocks())
        context.flow.place(labels[node.name].node)
        self.run(node.stmt)

    def _goto(self, node: Any) -> None:
        context = self._context
        start = context.flow.label()
        context.frames[-1].gotos.append(Goto(start, self._blocks(), node))
        context.flow.jump(start)

    def _blocks(self) -> Blocks:
        """The blocks around this place, with the objects that they have so far."""
        return tuple((scope, scope.automatic()) for scope in self._context.scope.chain())

    def enter_block(self, *scopes: Scope) -> None:
        """A run enters `scopes` here, or that of now: objects past whose declarations a goto within leads begin with any value, and
        not with the one that they had when the block was left (C11, 6.2.4). Which these are is known when all gotos are.
        """
        context = self._context
        frame = context.frames[-1]
        if frame.jumps:
            entry = Entry(context.flow.label(), context.flow.label(), scopes or (context.scope,))
            frame.entries.append(entry)
            context.flow.place(entry.start)
            context.flow.end = entry.after

    def lead_gotos(self) -> None:
        """Lead the jumps of a function, all of it read, to their labels. InputError for a label that is not there."""
        context, flow = self._context, self._context.flow
        frame = context.frames[-1]
        passed = self._passed_within(frame)
        for entry in frame.entries:
            flow.end = entry.start
            self._forget_passed(entry.scopes, passed)
            flow.jump(entry.after)
        for goto in frame.gotos:
            label = frame.labels[goto.statement.name]
            flow.end = goto.start
            self._forget_passed(self._enter(label.blocks, {id(scope) for scope, _ in goto.blocks}, goto.statement), passed)
            flow.jump(label.node)

    def _passed_within(self, frame: Frame) -> dict[int, list[_Passed]]:
        """For each block what gotos that are in it themselves pass over: the objects, and the statement."""
        found: dict[int, list[_Passed]] = {}
        for goto in frame.gotos:
            label = frame.labels.get(goto.statement.name)
            if label is None:
                self._context.source.fail(goto.statement, f"there is no label {goto.statement.name}")
            before = dict(goto.blocks)
            for scope, objects in label.blocks:
                if more := _others(objects, before.get(scope, objects)):
                    found.setdefault(id(scope), []).append((more, goto.statement))
                for object in _others(before.get(scope, ()), objects):  # led back over: they go on (C11, 6.2.4 p6 and p7)
                    if not varies(object):
                        self._context.memory.begin_early(object, scope.block)
        return found

    def _forget_passed(self, scopes: Iterable[Scope], passed: Mapping[int, list[_Passed]]) -> None:
        for scope in scopes:
            for objects, node in passed.get(id(scope), ()):
                self._begin(objects, scope, node)

    def _enter(self, blocks: Blocks, around: Container[int], node: Any) -> tuple[Scope, ...]:
        """Objects of blocks that a jump enters, past their declarations, have any value (C11, 6.2.4). Which blocks these are."""
        entered = [(scope, objects) for scope, objects in blocks if id(scope) not in around]
        for scope, objects in entered:
            self._begin((*objects, *_others(self._early(scope), objects)), scope, node)
        return tuple(scope for scope, _ in entered)

    def _begin(self, objects: Sequence[Object], scope: Scope, node: Any) -> None:
        """Objects of a block begin, and have any value."""
        for object in objects:
            self._context.objects.begins(object, scope, node)
            self._context.declarations.begin_long(object, node)
        for cell in cells_of(*objects):
            self._context.any_value(cell, node)

    def _switch(self, node: Any) -> None:
        with self._block(node):
            self._chosen_case(node)

    def _chosen_case(self, node: Any) -> None:
        context, flow = self._context, self._context.flow
        value = context.simplified(typed.promote(context.values.value(node.cond), context.model))
        if not isinstance(value.type, Integer):
            context.source.fail(node, "a switch is over integers")
        type, value = value.type, context.frozen(value, node)
        after = flow.label()
        default = after
        seen = _Seen()
        for case in _cases(node.stmt):
            label = flow.label()
            self._cases[self._context.identity(case)] = label, context.scope
            if isinstance(case, c_ast.Default):
                default = label
                continue
            low, high = self._limits(case.expr)
            if seen.meets(low, high):
                context.source.fail(case, f"case {low if low == high else f'{low} ... {high}'} is there twice")
            more = flow.label()
            context.branch(self._chosen(value, type, low, high), label, more, case)
            flow.place(more)
        flow.jump(default)
        with context.jumping(Jumps(after, context.jumps.again)):
            self._within_block(node.stmt)
        flow.place(after)

    def _limits(self, node: Any) -> tuple[int, int]:
        """The least and the largest constant of a case."""
        low, high = (self._context.values.constant(end, "a case that is no constant") for end in ends_of_range(node))
        return low, high

    def _chosen(self, value: Expression, type: Integer, low: int, high: int) -> Expression:
        """Whether a case is the one of a value of the type."""
        model = self._context.model
        ends = [Literal(type, n) if model.word else narrow.number(type, n) for n in (low, high)]
        if low == high:
            return typed.arithmetic("==", value, ends[0], model)
        return typed.connective("&&", typed.arithmetic("<=", ends[0], value, model),
                                typed.arithmetic("<=", value, ends[1], model), model)

    def _case(self, node: Any) -> None:
        if (here := self._context.identity(node)) not in self._cases:
            self._context.source.fail(node, "a case outside of a switch")
        label, origin = self._cases.pop(here)
        flow, inside = self._context.flow, self._context.flow.label()
        flow.jump(inside)
        flow.place(label)
        entered = self._enter(self._blocks(), set(map(id, origin.chain())), node)
        if entered:
            self.enter_block(*entered)
        flow.place(inside)
        for statement in node.stmts or []:
            self.run(statement)

    _default = _case


@dataclass
class _Seen:
    """The constants of the cases so far: single ones, and ranges."""

    single: set[int] = field(default_factory=set)
    ranges: list[tuple[int, int]] = field(default_factory=list)

    def meets(self, low: int, high: int) -> bool:
        """Whether a case from `low` to `high` has a constant of one before it; it is remembered."""
        found = any(low <= last and first <= high for first, last in self.ranges) or (
            low in self.single if low == high else any(low <= n <= high for n in self.single))
        if low == high:
            self.single.add(low)
        elif low < high:
            self.ranges.append((low, high))
        return found


def _others(objects: Iterable[Object], known: Iterable[Object]) -> tuple[Object, ...]:
    """The objects that are not among those known."""
    apart = {id(object) for object in known}
    return tuple(object for object in objects if id(object) not in apart)


def _declares(condition: Any) -> bool:
    """Whether a condition may declare tags or enumerators, or make objects: most do not, and a chain of else-ifs stays shallow."""
    waiting = [condition]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (c_ast.Struct, c_ast.Union, c_ast.Enum, c_ast.CompoundLiteral)):
            return True
        waiting.extend(child for _, child in node.children())
    return False


def _cases(body: Any) -> list[Any]:
    """The labels of a switch, in order, those of switches within left out."""
    found: list[Any] = []
    waiting = [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (c_ast.Case, c_ast.Default)):
            found.append(node)
        if not isinstance(node, c_ast.Switch):
            waiting.extend(child for _, child in reversed(node.children()))
    return found
