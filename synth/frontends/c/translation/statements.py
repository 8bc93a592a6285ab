"""Statements as parts of the control-flow graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions import narrow, typed
from synth.frontends.c.expressions.expressions import Cell, Expression, Literal, Read
from synth.frontends.c.expressions.types import Integer
from synth.frontends.c.syntax.gnu import ends_of_range
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import Context, Goto, Jumps, Label
from synth.frontends.c.translation.graph import Node
from synth.frontends.c.translation.scopes import Object, Reference, Scope, leaves


class Statements:
    """Translates statements within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._cases: dict[int, tuple[Node, Scope]] = {}

    def run(self, node: Any) -> None:
        """A statement. InputError for what is not supported."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
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
        with self._context.within(Scope(self._context.scope)):
            for item in node.block_items or []:
                self.run(item)

    def statement_expression(self, node: Any) -> Expression | None:
        """GNU's ({ … }): the value of its last expression; None where that is a statement."""
        with self._context.within(Scope(self._context.scope)):
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
        while True:
            then, otherwise = flow.label(), flow.label()
            self._context.values.condition(node.cond, then, otherwise)
            flow.place(then)
            self.run(node.iftrue)
            flow.jump(after)
            flow.place(otherwise)
            if not isinstance(node.iffalse, c_ast.If):
                break
            node = node.iffalse
        if node.iffalse is not None:
            self.run(node.iffalse)
        flow.place(after)

    def _while(self, node: Any) -> None:
        self._loop(node, None, node.cond, None, node.stmt)

    def _for(self, node: Any) -> None:
        with self._context.within(Scope(self._context.scope)):
            self._loop(node, node.init, node.cond, node.next, node.stmt)

    def _loop(self, node: Any, first: Any, condition: Any, following: Any, body: Any) -> None:
        flow = self._context.flow
        if first is not None:
            self.run(first)
        head = flow.label(self._context.spot(node, "" if condition is None else shown(condition)))
        inside, again, after = flow.label(), flow.label(), flow.label()
        flow.place(head)
        if condition is not None:
            self._context.values.condition(condition, inside, after)
        flow.place(inside)
        with self._context.jumping(Jumps(after, again)):
            self.run(body)
        flow.place(again)
        if following is not None:
            self._context.values.effect(following)
        flow.jump(head)
        flow.place(after)

    def _dowhile(self, node: Any) -> None:
        flow = self._context.flow
        head = flow.label(self._context.spot(node, shown(node.cond)))
        again, after = flow.label(), flow.label()
        flow.place(head)
        with self._context.jumping(Jumps(after, again)):
            self.run(node.stmt)
        flow.place(again)
        self._context.values.condition(node.cond, head, after)
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
            if isinstance(frame.result, Cell):
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
        context.frames[-1].gotos.append(Goto(start, context.scope, node))
        context.flow.jump(start)

    def _blocks(self) -> tuple[tuple[Scope, tuple[Object, ...]], ...]:
        """The scopes around this place, each with the objects that it has so far."""
        return tuple((scope, scope.automatic()) for scope in self._context.scope.chain())

    def lead_gotos(self) -> None:
        """Lead the jumps of a function, all of it read, to their labels. InputError for a label that is not there."""
        context = self._context
        frame = context.frames[-1]
        for goto in frame.gotos:
            label = frame.labels.get(goto.statement.name)
            if label is None:
                context.source.fail(goto.statement, f"there is no label {goto.statement.name}")
            context.flow.end = goto.start
            self._enter(label.blocks, goto.scope, goto.statement)
            context.flow.jump(label.node)

    def _enter(self, blocks: tuple[tuple[Scope, tuple[Object, ...]], ...], origin: Scope, node: Any) -> None:
        """Objects of the blocks that a jump enters, past their declarations, have any value (C11, 6.2.4)."""
        around = set(map(id, origin.chain()))
        for scope, objects in blocks:
            if id(scope) not in around:
                indices = [o.index.cell for o in objects if isinstance(o, Reference) and isinstance(o.index, Read)]
                for cell in (*leaves(*objects), *indices):
                    self._context.any_value(cell, node)

    def _switch(self, node: Any) -> None:
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
            self._cases[id(case)] = label, context.scope
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
            self.run(node.stmt)
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
        if id(node) not in self._cases:
            self._context.source.fail(node, "a case outside of a switch")
        label, origin = self._cases.pop(id(node))
        flow, inside = self._context.flow, self._context.flow.label()
        flow.jump(inside)
        flow.place(label)
        self._enter(self._blocks(), origin, node)
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
