"""Typed expressions made simpler: rules are applied, operands first, until none applies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from synth.frontends.c.expressions import narrow, narrow_floats
from synth.frontends.c.expressions.expressions import (
    Apply,
    Bits,
    Call,
    Convert,
    Expression,
    Literal,
    Read,
    postorder,
    with_operands,
)
from synth.frontends.c.expressions.intervals import Intervals
from synth.frontends.c.expressions.types import BOOL, Model

Rule = Callable[[Expression, Intervals], Expression | None]
"""Gives an expression of the same type that has the same value, whatever the cells hold; None where it does not apply."""

_OF_CONVERSIONS: tuple[Rule, ...] = (
    narrow.constants, narrow.decided, narrow.conversions, narrow.low_bits, narrow_floats.rounded, narrow_floats.back)
_OF_OPERATIONS: tuple[Rule, ...] = (
    narrow.constants, narrow.decided, narrow.comparisons, narrow.operations, narrow.distances, narrow_floats.compared)

RULES: Mapping[type, tuple[Rule, ...]] = {Convert: _OF_CONVERSIONS, Apply: _OF_OPERATIONS}
"""The rules by the class of the expressions that they are for; of the others there are none."""


def _true_word(node: Expression, _intervals: Intervals) -> Expression | None:
    """Whether a number is not 0: all that is known of it where words have any width."""
    if isinstance(node, Convert) and node.type == BOOL and isinstance(node.operand, Literal):
        return Literal(BOOL, int(node.operand.value != 0))
    return None


def _key(node: Expression) -> tuple[object, ...]:
    """What expressions have in common that are alike: they are made of the same parts. It is of use as long as these are there."""
    if isinstance(node, (Apply, Call)):
        return type(node), id(node.type), node.operator if isinstance(node, Apply) else node.name, *map(id, node.operands)
    if isinstance(node, (Convert, Bits)):
        return type(node), id(node.type), id(node.operand)
    if isinstance(node, Literal):
        return Literal, id(node.type), node.value
    if isinstance(node, Read):
        return Read, id(node.cell)
    return (node,)


class Rewriting:
    """Rewrites expressions of one data model; what was rewritten once is remembered."""

    def __init__(self, model: Model) -> None:
        self.intervals = Intervals()
        self._rules: Mapping[type, tuple[Rule, ...]] = {Convert: (_true_word,)} if model.word else RULES
        self._done: dict[Expression, Expression] = {}
        self._alike: dict[tuple[object, ...], Expression] = {}

    def simplified(self, expression: Expression) -> Expression:
        """An expression of the same type and meaning."""
        done = self._done
        if expression in done:
            return done[expression]
        for node in postorder(expression, known=done):
            own = with_operands(node, tuple([done[o] for o in node.operands]))
            key = _key(own)
            if (known := self._alike.get(key)) is None:
                found = self._applied(own)
                known = self._alike[key] = done[own] = own if found is None else self.simplified(found)
            done[node] = known
        found = done[expression]
        done[found] = found
        return found

    def _applied(self, node: Expression) -> Expression | None:
        """What the first rule gives that applies."""
        for rule in self._rules.get(type(node), ()):
            if (found := rule(node, self.intervals)) is not None:
                return found
        return None
