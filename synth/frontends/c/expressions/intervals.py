"""Between which numbers an integer expression lies, whatever its variables hold: what needs no check is not checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from synth.frontends.c.expressions.expressions import BOOLEAN, Apply, Convert, Expression, Literal, postorder
from synth.frontends.c.expressions.types import BOOL, Integer, Scalar, fits


class Interval(NamedTuple):
    """From `low` to `high`, both included."""

    low: int
    high: int


def of_type(type: Scalar) -> Interval:
    """All values of an integer type."""
    if isinstance(type, Integer) and type.signed:
        return Interval(-(1 << (type.bits - 1)), (1 << (type.bits - 1)) - 1)
    return Interval(0, (1 << type.bits) - 1)


def holds(type: Integer, values: Interval) -> bool:
    """Whether an integer type holds all these values."""
    return fits(type, values.low) and fits(type, values.high)


class Intervals:
    """Intervals of integer expressions; what was asked once is remembered."""

    def __init__(self) -> None:
        self._known: dict[Expression, Interval] = {}

    def of(self, expression: Expression) -> Interval:
        """An interval that holds all values of an integer expression."""
        for node in postorder(expression, known=self._known):
            self._known[node] = _within(node, self._known)
        return self._known[expression]

    def exact(self, operator: str, a: Expression, b: Expression) -> Interval | None:
        """An interval that holds a ∘ b over the integers, for + - and *; None for other operators."""
        return _ARITHMETIC[operator](self.of(a), self.of(b)) if operator in _ARITHMETIC else None


def _within(node: Expression, found: Mapping[Expression, Interval]) -> Interval:
    whole = of_type(node.type)
    if isinstance(node, Literal):
        return Interval(node.value, node.value) if isinstance(node.type, Integer) else whole
    if isinstance(node, Convert):
        if not isinstance(node.operand.type, Integer):
            return whole
        own = found[node.operand]
        if node.type == BOOL:
            own = _truth(own)
    elif isinstance(node, Apply):
        if node.operator in BOOLEAN:
            return Interval(0, 1)
        if not all(isinstance(o.type, Integer) for o in node.operands):
            return whole
        own = _applied(node.operator, [found[o] for o in node.operands]) or whole
    else:
        return whole
    return own if whole.low <= own.low and own.high <= whole.high else whole


def _truth(values: Interval) -> Interval:
    """Whether one of the values is not 0."""
    return Interval(int(not values.low <= 0 <= values.high), int(values != (0, 0)))


def _applied(operator: str, sides: list[Interval]) -> Interval | None:
    """The values of an operator where nothing wraps; None where little is known."""
    if operator == "?:":
        return Interval(min(sides[1].low, sides[2].low), max(sides[1].high, sides[2].high))
    if operator == "neg":
        return Interval(-sides[0].high, -sides[0].low)
    if len(sides) != 2:
        return None
    a, b = sides
    match operator:
        case "+" | "-" | "*":
            return _ARITHMETIC[operator](a, b)
        case "&" if a.low >= 0 or b.low >= 0:
            return Interval(0, min(s.high for s in sides if s.low >= 0))
        case "%" if b.low > 0:
            return Interval(0 if a.low >= 0 else max(a.low, 1 - b.high), max(0, min(a.high, b.high - 1)))
        case "/" if b.low > 0:
            return Interval(min(a.low, 0), max(a.high, 0))
        case ">>" if a.low >= 0 and b.low >= 0:
            return Interval(0, a.high >> min(b.low, 64))
    return None


_ARITHMETIC: dict[str, Callable[[Interval, Interval], Interval]] = {
    "+": lambda a, b: Interval(a.low + b.low, a.high + b.high),
    "-": lambda a, b: Interval(a.low - b.high, a.high - b.low),
    "*": lambda a, b: Interval(min(x * y for x in a for y in b), max(x * y for x in a for y in b)),
}
