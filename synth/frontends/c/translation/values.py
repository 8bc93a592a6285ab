"""Expressions of the parser's tree as typed expressions; their side effects become steps of the graph, from left to right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pycparser import c_ast

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.constants import constant
from synth.frontends.c.expressions.expressions import Apply, Cell, Expression, Literal, Read, Width
from synth.frontends.c.expressions.intervals import holds
from synth.frontends.c.expressions.meaning import Undefined, evaluate
from synth.frontends.c.expressions.types import (
    BOOL,
    VOID,
    Array,
    Floating,
    Integer,
    Overlay,
    Struct,
    Type,
    common,
    is_bit_field,
    laid_out,
    member,
    offset,
    promoted,
    sizeof,
)
from synth.frontends.c.syntax.effects import acts, changes, is_offset, place_in_null
from synth.frontends.c.syntax.gnu import LIST, SAME
from synth.frontends.c.syntax.parse import leaves_out, shown, with_condition
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.graph import Node
from synth.frontends.c.translation.memory import Target
from synth.frontends.c.translation.scopes import Alias, Elements, Enumerator, Members, Opaque, Reference, Scope, View

Found = TypeVar("Found")

_CHECKED = {"+": "over+", "-": "over-", "*": "over*", "/": "over/", "%": "over/", "<<": "over<<"}


class Values:
    """Translates expressions within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def value(self, node: Any) -> Expression:
        """The value of a scalar expression. InputError for what is not supported, or has no such value."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            self._context.source.refuse(node, _NAMES.get(type(node).__name__, type(node).__name__))
        with self._context.refusing(node):
            found: Expression | None = method(node)
        if found is None:
            self._context.source.fail(node, f"{shown(node, 60)} has no value")
        return self._context.simplified(found)

    def effect(self, node: Any) -> None:
        """An expression for its side effects only."""
        match node:
            case c_ast.ExprList():
                for part in node.exprs:
                    self.effect(part)
            case c_ast.FuncCall():
                self._context.calls.call(node)
            case c_ast.UnaryOp(op="p++" | "p--") if not self._context.pointers.points(node):
                self._step(node.expr, node.op[1], node)
            case c_ast.Assignment():
                self._context.places.assignment(node)
            case c_ast.Cast() if self._context.types.name(node.to_type) == VOID:
                self.effect(node.expr)
            case c_ast.TernaryOp() if not leaves_out(node):
                self.either(node, self.effect)
            case c_ast.TernaryOp() if not self._context.pointers.points(node.cond):
                self._with_condition(node, self.effect)
            case c_ast.BinaryOp(op="&&" | "||"):
                after = self._context.flow.label()
                more = self._context.flow.label()
                self.condition(node.left, *((more, after) if node.op == "&&" else (after, more)))
                self._context.flow.place(more)
                self.effect(node.right)
                self._context.flow.place(after)
            case c_ast.Compound():
                self._context.statements.run(node)
            case _ if self._context.pointers.points(node):
                self._context.pointers.target(node)
            case _ if self._context.places.is_struct(node):
                self._context.places.find(node)
            case _:
                self.value(node)

    def either(self, node: Any, evaluate: Callable[[Any], None]) -> None:
        """c ? a : b with only one of the two evaluated."""
        flow = self._context.flow
        then, otherwise, after = flow.label(), flow.label(), flow.label()
        self.condition(node.cond, then, otherwise)
        for label, side in ((then, node.iftrue), (otherwise, node.iffalse)):
            flow.place(label)
            evaluate(side)
            flow.jump(after)
        flow.place(after)

    def condition(self, node: Any, then: Node, otherwise: Node | None) -> None:
        """Go to one of two labels, by whether the expression is not 0."""
        flow = self._context.flow
        if isinstance(node, c_ast.UnaryOp) and node.op == "!" and otherwise is not None:
            self.condition(node.expr, otherwise, then)
        elif isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||") and otherwise is not None and self._acts(node):
            parts = _chain(node)
            for part in parts[:-1]:
                more = flow.label()
                self.condition(part, *((more, otherwise) if node.op == "&&" else (then, more)))
                flow.place(more)
            self.condition(parts[-1], then, otherwise)
        else:
            self._context.branch(self.truth(node), then, otherwise, node)

    def truth(self, node: Any) -> Expression:
        """Whether an expression is not 0, as a `_Bool`."""
        if not self._context.pointers.points(node):
            return self._context.simplified(typed.truth(self.value(node)))
        return self._context.comparisons.truth(node)

    def constant(self, node: Any, otherwise: str) -> int:
        """The value of an integer constant expression; InputError naming what it is `otherwise`."""
        with self._context.aside() as flow:
            found = self.value(node)
        if flow.size:
            self._context.source.refuse(node, otherwise)
        if not isinstance(found.type, Integer):
            self._context.source.refuse(node, otherwise)
        try:
            return evaluate(found, {})
        except (KeyError, Undefined):
            self._context.source.refuse(node, otherwise)

    def _acts(self, node: Any) -> bool:
        return acts(node, self._context.errors, self._context.calls.harmless, self._context.pointers.points)

    def _changes(self, node: Any) -> bool:
        return changes(node, self._context.calls.harmless)

    def _constant(self, node: Any) -> Expression:
        return constant(node.type, node.value, self._context.model)

    def _id(self, node: Any) -> Expression:
        meaning = self._context.scope.find(node.name)
        if isinstance(meaning, Enumerator):
            return Literal(meaning.type, meaning.value)
        if node.name == "WIDTH" and self._context.model.word:
            return Width(self._context.model.integer("unsigned int"))
        return self._context.places.read(node)

    def _arrayref(self, node: Any) -> Expression:
        return self._context.places.read(node)

    def _compoundliteral(self, node: Any) -> Expression:
        return self._context.places.read(node)

    def _structref(self, node: Any) -> Expression:
        return self._context.places.read(node)

    def _assignment(self, node: Any) -> Expression | None:
        return self._context.places.assignment(node)

    def _exprlist(self, node: Any) -> Expression:
        for part in node.exprs[:-1]:
            self.effect(part)
        return self.value(node.exprs[-1])

    def _funccall(self, node: Any) -> Expression | None:
        if is_offset(node):
            named, designator = node.args.exprs
            steps = [designator]
            while not isinstance(steps[-1], c_ast.ID):
                steps.append(steps[-1].name)
            return self._offset(named, steps, node)
        found = self._context.calls.call(node)
        if isinstance(found, Target):
            self._context.source.refuse(node, "a pointer as a number")
        if isinstance(found, (Cell, View, Elements, Members, Reference, Alias, Opaque)):
            self._context.source.fail(node, f"{shown(node, 60)} is a struct, and a number is wanted here")
        return found

    def _genericselection(self, node: Any) -> Expression:
        return self.value(self._context.generic.selected(node))

    def _compound(self, node: Any) -> Expression | None:
        return self._context.statements.statement_expression(node)

    def _cast(self, node: Any) -> Expression | None:
        target = self._context.types.name(node.to_type)
        if target == VOID:
            self.effect(node.expr)
            return None
        if target == BOOL:
            return self.truth(node.expr)
        if not isinstance(target, (Integer, Floating)):
            self._context.source.refuse(node, f"a cast to {target}")
        if isinstance(target, Integer) and (place := place_in_null(node.expr)) is not None:
            return typed.convert(self._offset(*place, node), target)
        if isinstance(target, Integer) and self._context.pointers.points(node.expr):
            return self._context.pointers.number(node, target)
        return typed.convert(self.value(node.expr), target)

    def _unaryop(self, node: Any) -> Expression:
        match node.op:
            case "++" | "--":
                return self._step(node.expr, node.op[0], node)
            case "p++" | "p--":
                return self._context.places.stepped(node.expr, node.op[1], node)
            case "sizeof":
                return self._sizeof(node.expr)
            case "*":
                return self._context.places.read(node)
            case "&":
                self._context.source.refuse(node, "a pointer as a number")
            case "+" | "-" | "~" | "!":
                operand = self.truth(node.expr) if node.op == "!" else self.value(node.expr)
                if node.op == "-":
                    self._checked("-", Literal(self._context.model.int, 0), operand, node)
                return typed.unary(node.op, operand, self._context.model)
        self._context.source.refuse(node, node.op)

    def _step(self, target: Any, operator: str, node: Any) -> Expression:
        one = Literal(self._context.model.int, 1)
        return self._context.places.update(target, operator, one, node)

    def _sizeof(self, node: Any) -> Expression:
        context = self._context
        named = isinstance(node, c_ast.Typename)
        type = context.types.name(node) if named else self.measured(node)
        if isinstance(type, Struct) and type.tag == LIST:
            context.source.refuse(node, "sizeof of a va_list")
        if laid_out(type):
            context.source.refuse(node, "sizeof where attributes say how structs are laid out")
        try:
            return Literal(context.model.size, sizeof(type, context.model))
        except ValueError:
            context.source.refuse(node, f"sizeof of {type}")

    def _offset(self, named: Any, steps: Sequence[Any], node: Any) -> Expression:
        """offsetof(type, member), where the member may be a part of one: the steps to it, the last one first (C11, 7.19 p3)."""
        context = self._context
        type, total = context.types.name(named), 0
        if laid_out(type):
            context.source.refuse(node, "offsetof where attributes say how structs are laid out")
        for step in reversed(steps):
            if isinstance(step, c_ast.ArrayRef):
                if not isinstance(type, Array):
                    context.source.fail(step, f"{type} is no array")
                type, number = type.element, self.constant(step.subscript, "an index in offsetof that is no constant")
                total += number * sizeof(type, context.model)
                continue
            name = step.name if isinstance(step, c_ast.ID) else step.field.name
            inner = member(type, name) if isinstance(type, (Struct, Overlay)) else None
            if inner is None or not isinstance(type, (Struct, Overlay)):
                context.source.fail(step, f"{type} has no member {name}")
            if is_bit_field(type, name):
                context.source.fail(step, f"offsetof of a bit-field, {name}")
            total, type = total + offset(type, name, context.model), inner
        return Literal(context.model.size, total)

    def measured(self, node: Any, asked: str = "sizeof") -> Type:
        """The type of an expression whose size or type is asked: an array is one only where it is an object itself (C11, 6.3.2.1
        p3)."""
        context = self._context
        context.places.require_no_bit_field(node, asked)
        if isinstance(node, c_ast.Constant) and node.type == "string":
            return context.strings.string(node).type
        literal = isinstance(node, c_ast.CompoundLiteral)  # which may give an array its length
        type = (None if literal else context.pointers.type_of(node)) or context.places.type_of(node)
        whole = isinstance(node, (c_ast.ID, c_ast.ArrayRef, c_ast.StructRef, c_ast.CompoundLiteral)) or (
            isinstance(node, c_ast.UnaryOp) and node.op == "*")
        return type if whole or not isinstance(type, Array) else context.model.pointer(type.element)

    def _binaryop(self, node: Any) -> Expression:
        if node.op in ("&&", "||"):
            return self._connected(node)
        if self._of_pointers(node):
            return self._context.comparisons.value(node)
        spine = [node]
        while isinstance(spine[-1].left, c_ast.BinaryOp) and spine[-1].left.op not in ("&&", "||") and not (
                self._of_pointers(spine[-1].left)):
            spine.append(spine[-1].left)
        left = self.value(spine[-1].left)
        for own in reversed(spine):
            if self._changes(own.right):
                left = self._context.frozen(left, own)
            right = self.value(own.right)
            with self._context.refusing(own):
                left = self._context.simplified(self.combined(own.op, left, right, own))
        return left

    def _of_pointers(self, node: Any) -> bool:
        return any(self._context.pointers.points(side) for side in (node.left, node.right))

    def combined(self, operator: str, left: Expression, right: Expression, node: Any) -> Expression:
        """left ∘ right, checked for overflow where that is an error."""
        self._checked(operator, left, right, node)
        return typed.arithmetic(operator, left, right, self._context.model)

    def _checked(self, operator: str, left: Expression, right: Expression, node: Any) -> None:
        if operator in ("/", "%", "<<", ">>"):
            self._check_defined(operator, left, right, node)
        if "overflow" not in self._context.errors or operator not in _CHECKED:
            return
        model = self._context.model
        type = promoted(left.type, model) if operator == "<<" else common(left.type, right.type, model)
        if not isinstance(type, Integer) or not type.signed:
            return
        sides = (typed.convert(left, type), right if operator == "<<" else typed.convert(right, type))
        result = self._context.rewriting.intervals.exact(operator, *sides)
        if result is not None and holds(type, result):
            return
        fine = typed.unary("!", Apply(model.int, _CHECKED[operator], sides), model)
        self._require(fine, node, f"no overflow in {shown(node)}", "overflow")

    def _check_defined(self, operator: str, left: Expression, right: Expression, node: Any) -> None:
        """Check that a divisor is not 0, that a distance is less than the width of what is shifted (C11, 6.5.5 p5, 6.5.7 p3); or
        note where that is not known, and the result has a value all the same.
        """
        model = self._context.model
        if not isinstance(left.type, Integer) or not isinstance(right.type, Integer):
            return
        if operator in ("/", "%"):
            fine, text = typed.truth(right), "no division by zero in"
        else:
            type, distance = promoted(left.type, model), typed.promote(right, model)
            assert isinstance(distance.type, Integer)
            unsigned = model.unsigned(distance.type)
            fine = typed.arithmetic("<", typed.convert(distance, unsigned), Literal(unsigned, type.bits), model)
            text = f"the distance is less than {type.bits} in"
        if "undefined" in self._context.errors:
            self._require(fine, node, f"{text} {shown(node)}", "undefined")
        elif self._open(fine) is not None:
            self._context.note_defined(node)

    def _require(self, condition: Expression, node: Any, text: str, cause: str) -> None:
        """A check, where it is not known to hold."""
        if (left := self._open(condition)) is not None:
            self._context.check(left, node, text, cause)

    def _open(self, condition: Expression) -> Expression | None:
        """A condition, simplified; None where it is known to hold by itself."""
        fine = self._context.simplified(condition)
        return None if isinstance(fine, Literal) and fine.value else fine

    def _connected(self, node: Any) -> Expression:
        parts = _chain(node)
        if not any(self._acts(part) for part in parts[1:]):
            found = self.truth(parts[0])
            for part in parts[1:]:
                found = typed.connective(node.op, found, self.truth(part), self._context.model)
            return found
        flow = self._context.flow
        yes, no, after = flow.label(), flow.label(), flow.label()
        cell = self._context.temporary(BOOL)
        self.condition(node, yes, no)
        for label, result in ((yes, 1), (no, 0)):
            flow.place(label)
            self._context.assign(cell, Literal(BOOL, result), node)
            flow.jump(after)
        flow.place(after)
        return typed.convert(Read(cell), self._context.model.int)

    def _ternaryop(self, node: Any) -> Expression:
        if leaves_out(node):
            return self._with_condition(node, self._ternaryop)
        if not self._acts(node.iftrue) and not self._acts(node.iffalse):
            condition = self.truth(node.cond)
            return typed.choice(condition, self.value(node.iftrue), self.value(node.iffalse), self._context.model)
        return self._chosen(node)

    def _with_condition(self, node: Any, evaluate: Callable[[Any], Found]) -> Found:
        """What a ?: b gives, where a, which is evaluated once, is a number."""
        value = self.value(node.cond)
        kept = self._context.temporary(value.type)
        self._context.assign(kept, value, node)
        with self._context.within(Scope(self._context.scope, {SAME: kept})):
            return evaluate(with_condition(node))

    def in_turn(self, node: Any, evaluate: Callable[[Any], Found]) -> list[tuple[Node, Found]]:
        """c ? a : b with only one of the two evaluated: where the run is after each, and what that gives. The run is at neither."""
        flow = self._context.flow
        labels, sides = (flow.label(), flow.label()), list[tuple[Node, Found]]()
        self.condition(node.cond, *labels)
        for label, side in zip(labels, (node.iftrue, node.iffalse), strict=True):
            flow.place(label)
            found = evaluate(side)
            sides.append((flow.end, found))
            flow.end = flow.label()
        return sides

    def _chosen(self, node: Any) -> Expression:
        """c ? a : b where a or b has side effects."""
        flow, after = self._context.flow, self._context.flow.label()
        sides = self.in_turn(node, self.value)
        type = common(sides[0][1].type, sides[1][1].type, self._context.model)
        cell = self._context.temporary(type)
        for end, found in sides:
            flow.end = end
            self._context.assign(cell, typed.convert(found, type), node)
            flow.jump(after)
        flow.place(after)
        return Read(cell)


def _chain(node: Any) -> list[Any]:
    """The operands of a && b && c."""
    operator, parts = node.op, [node.right]
    node = node.left
    while isinstance(node, c_ast.BinaryOp) and node.op == operator:
        parts.append(node.right)
        node = node.left
    return [node, *reversed(parts)]


_NAMES = {"InitList": "an initialiser here"}
