"""Rewrites of typed floating-point expressions: what C does in double is done in float where the result is the same.

(float)((double)a + (double)b) is a + b in float, and likewise for - * /, since the significand of double has more than twice as
many bits (Figueroa, "When is double rounding innocuous?", 1995); floats compare as the doubles that they are. Integers that a
floating-point type holds compare, and are converted back, as integers.
"""

from __future__ import annotations

import math

from synth.evaluation.floats import float_format, is_nan, to_fraction
from synth.frontends.c.expressions.expressions import Apply, Convert, Expression, Literal
from synth.frontends.c.expressions.intervals import Intervals, holds
from synth.frontends.c.expressions.meaning import converted
from synth.frontends.c.expressions.typed import COMPARISONS
from synth.frontends.c.expressions.types import BOOL, DOUBLE, FLOAT, Floating, Integer, Model

_WIDE = Model().integer("long long")
"""A type that holds every integer that a double holds, and its neighbours."""

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def rounded(node: Expression, intervals: Intervals) -> Expression | None:
    """A double converted to float: a float that equals it, or the operation on floats that it is of."""
    if not (isinstance(node, Convert) and node.type == FLOAT and node.operand.type == DOUBLE):
        return None
    exact = _as_float(node.operand, intervals)
    if exact is not None:
        return exact
    if (whole := _exact(node.operand, intervals)) is not None:
        return Convert(FLOAT, whole)
    if isinstance(node.operand, Apply) and node.operand.operator in ("+", "-", "*", "/"):
        sides = [s for o in node.operand.operands if (s := _as_float(o, intervals)) is not None]
        return Apply(FLOAT, node.operand.operator, tuple(sides)) if len(sides) == 2 else None
    return None


def compared(node: Expression, intervals: Intervals) -> Expression | None:
    """The comparison of two doubles, as one of floats; one with a NaN always comes out alike."""
    if not isinstance(node, Apply) or node.operator not in COMPARISONS or not isinstance(node.operands[0].type, Floating):
        return None
    a, b = node.operands
    if any(isinstance(o, Literal) and is_nan(o.value, float_format(o.type.bits)) for o in node.operands):
        return Literal(node.type, int(node.operator == "!="))
    if (found := _integers(node, intervals)) is not None:
        return found
    if a.type != DOUBLE:
        return None
    if isinstance(a, Literal):
        return None if isinstance(b, Literal) else compared(Apply(node.type, _MIRRORED[node.operator], (b, a)), intervals)
    left, right = _as_float(a, intervals), _as_float(b, intervals)
    if left is None or (right is None and not isinstance(b, Literal)):
        return None
    if right is not None:
        return Apply(node.type, node.operator, (left, right))
    assert isinstance(b, Literal)
    return _between(node, left, b)


def back(node: Expression, intervals: Intervals) -> Expression | None:
    """An integer converted to a floating-point type that holds it, and to an integer type."""
    if not isinstance(node, Convert) or not isinstance(node.type, Integer):
        return None
    whole = _exact(node.operand, intervals)
    return None if whole is None or not (node.type == BOOL or holds(node.type, intervals.of(whole))) else Convert(node.type, whole)


def _exact(expression: Expression, intervals: Intervals) -> Expression | None:
    """The integer that a number was converted from without being rounded; None where there is none."""
    if not (isinstance(expression, Convert) and isinstance(expression.type, Floating)
            and isinstance(expression.operand.type, Integer)):
        return None
    reach = 1 << float_format(expression.type.bits).significand
    low, high = intervals.of(expression.operand)
    return expression.operand if -reach <= low and high <= reach else None


def _integers(node: Apply, intervals: Intervals) -> Expression | None:
    """The comparison of integers as numbers, of one with another or with a constant."""
    a, b = (_exact(o, intervals) for o in node.operands)
    if a is not None and b is not None:
        return Apply(node.type, node.operator, (Convert(_WIDE, a), Convert(_WIDE, b)))
    if a is None and b is None:
        return None
    whole, other, operator = (a, node.operands[1], node.operator) if a is not None else (
        b, node.operands[0], _MIRRORED[node.operator])
    assert whole is not None
    if not isinstance(other, Literal):
        return None
    limit = to_fraction(other.value, float_format(other.type.bits))
    if limit is None:
        return Literal(node.type, int(operator == "!=" or ((operator in ("<", "<=")) == (other.value >> (other.type.bits - 1) == 0)
                                      and operator != "==")))
    if operator in ("==", "!=") and limit.denominator > 1:
        return Literal(node.type, int(operator == "!="))
    bound = math.ceil(limit) if operator in ("<", ">=") else math.floor(limit)
    low, high = intervals.of(whole)
    nearest = min(max(bound, low - 1), high + 1)  # all numbers beyond compare alike
    return Apply(node.type, operator, (Convert(_WIDE, whole), Literal(_WIDE, nearest)))


def _between(node: Apply, left: Expression, literal: Literal) -> Expression:
    """The comparison of a float with a double that lies between two floats: it equals none."""
    if node.operator in ("==", "!="):
        return Literal(node.type, int(node.operator == "!="))
    below = node.operator in ("<", "<=")
    return Apply(node.type, "<=" if below else ">=", (left, _beside(literal, below)))


def _as_float(expression: Expression, intervals: Intervals) -> Expression | None:
    """A float that equals a double; None where there is none."""
    if isinstance(expression, Convert) and expression.operand.type == FLOAT:
        return expression.operand
    if (whole := _exact(expression, intervals)) is not None:
        single = Convert(FLOAT, whole)
        return single if _exact(single, intervals) is not None else None
    if isinstance(expression, Literal) and expression.type == DOUBLE:
        near = converted(expression.value, DOUBLE, FLOAT)
        return Literal(FLOAT, near) if converted(near, FLOAT, DOUBLE) == expression.value else None
    if isinstance(expression, Apply) and expression.type == DOUBLE and expression.operator in ("neg", "?:"):
        kept = expression.operands[:-2] if expression.operator == "?:" else ()
        inner = [i for o in expression.operands[len(kept):] if (i := _as_float(o, intervals)) is not None]
        if len(inner) == len(expression.operands) - len(kept):
            return Apply(FLOAT, expression.operator, (*kept, *inner))
    return None


def _beside(literal: Literal, below: bool) -> Literal:
    """The nearest float below, or above, a double that is neither a float nor a NaN."""
    near = converted(literal.value, DOUBLE, FLOAT)
    exact, found = to_fraction(literal.value, float_format(64)), to_fraction(near, float_format(32))
    assert exact is not None  # the infinities are floats
    beyond = found > exact if found is not None else not near >> 31
    if beyond == below:
        return Literal(FLOAT, near + (-1 if (near >> 31 == 0) == below else 1))
    return Literal(FLOAT, near)
