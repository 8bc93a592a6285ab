"""Typed expressions made simpler: rules are applied, operands first, until none applies."""

from __future__ import annotations

from collections.abc import Callable

from synth.frontends.c.expressions import narrow, narrow_floats
from synth.frontends.c.expressions.expressions import Convert, Expression, Literal, operands, postorder, with_operands
from synth.frontends.c.expressions.intervals import Intervals
from synth.frontends.c.expressions.types import BOOL, Model

Rule = Callable[[Expression, Intervals], Expression | None]
"""Gives an expression of the same type that has the same value, whatever the cells hold; None where it does not apply."""

RULES: tuple[Rule, ...] = (
    narrow.constants, narrow.decided, narrow.conversions, narrow.low_bits, narrow.comparisons, narrow.operations, narrow.distances,
    narrow_floats.rounded, narrow_floats.compared, narrow_floats.back)


def _true_word(node: Expression, _intervals: Intervals) -> Expression | None:
    """Whether a number is not 0: all that is known of it where words have any width."""
    if isinstance(node, Convert) and node.type == BOOL and isinstance(node.operand, Literal):
        return Literal(BOOL, int(node.operand.value != 0))
    return None


class Rewriting:
    """Rewrites expressions of one data model; what was rewritten once is remembered."""

    def __init__(self, model: Model) -> None:
        self.intervals = Intervals()
        self._rules: tuple[Rule, ...] = (_true_word,) if model.word else RULES
        self._done: dict[Expression, Expression] = {}

    def simplified(self, expression: Expression) -> Expression:
        """An expression of the same type and meaning."""
        for node in postorder(expression, known=self._done):
            own = with_operands(node, tuple(self._done[o] for o in operands(node)))
            found = self._applied(own)
            self._done[node] = self._done[own] = own if found is None else self.simplified(found)
        found = self._done[expression]
        self._done[found] = found
        return found

    def _applied(self, node: Expression) -> Expression | None:
        """What the first rule gives that applies."""
        return next((found for rule in self._rules if (found := rule(node, self.intervals)) is not None), None)
