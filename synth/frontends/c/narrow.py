"""Operations on integers in a narrower type than C's promotions give them, where the result is the same.

A program over `unsigned char` then needs words of 8 bits only.
"""

from __future__ import annotations

from collections.abc import Sequence

from synth.frontends.c.expressions import Apply, Convert, Expression, Literal
from synth.frontends.c.intervals import Interval, interval, of_type
from synth.frontends.c.types import BOOL, Integer

_LOW = ("+", "-", "*", "&", "|", "^", "~", "neg")
"""Operators whose low bits depend on the low bits of the operands only."""


def number(type: Integer, pattern: int) -> Literal:
    """The literal of a type with this bit pattern, more bits cut off."""
    pattern &= (1 << type.bits) - 1
    return Literal(type, pattern - (1 << type.bits) if type.signed and pattern >> (type.bits - 1) else pattern)


def cut(expression: Expression, type: Integer) -> Expression:
    """The low bits of an integer expression, as a value of a type that is not wider; operations are done in that type."""
    done: dict[int, Expression] = {}

    def low(node: Expression) -> Expression:
        if id(node) not in done:
            done[id(node)] = _cut(node)
        return done[id(node)]

    def _cut(node: Expression) -> Expression:
        if node.type == type:
            return node
        match node:
            case Literal(Integer(), value):
                return number(type, value)
            case Convert(_, operand) if isinstance(operand.type, Integer) and node.type != BOOL:
                return low(operand) if operand.type.bits >= type.bits and operand.type != BOOL else Convert(type, operand)
            case Apply(_, operator, operands) if operator in _LOW:
                return Apply(type, operator, tuple(low(o) for o in operands))
            case Apply(_, ">>", (Apply(_, "*", sides), Literal(_, amount))) if _is_high(node, type, amount, sides):
                return Apply(type, "mulhu", tuple(within(s, type) for s in sides))
            case Apply(_, "<<", (a, amount)):
                return Apply(type, "<<", (low(a), distance(amount, type)))
            case Apply(_, "?:", (condition, a, b)):
                return Apply(type, "?:", (condition, low(a), low(b)))
        return Convert(type, node)

    return low(expression)


def _is_high(product: Expression, type: Integer, amount: int, sides: Sequence[Expression]) -> bool:
    """Whether a shifted product is the high word of that of two words of an unsigned type."""
    return (amount == type.bits and not type.signed and product.type.bits >= 2 * type.bits
            and all(_holds(type, interval(s)) for s in sides))


def truth(condition: Expression) -> Expression:
    """What is 0 where the condition is, without conversions to wider types."""
    while isinstance(condition, Convert) and condition.operand.type.bits <= condition.type.bits and (
            isinstance(condition.operand.type, Integer) and condition.type != BOOL):
        condition = condition.operand
    return condition


def settled(operator: str, a: Expression, b: Expression) -> bool | None:
    """What a comparison always gives; None where it depends."""
    left, right = interval(a), interval(b)
    match operator:
        case "<":
            return True if left.high < right.low else False if left.low >= right.high else None
        case "<=":
            return True if left.high <= right.low else False if left.low > right.high else None
        case ">" | ">=":
            return settled("<" if operator == ">" else "<=", b, a)
    apart = left.high < right.low or right.high < left.low
    return (operator == "!=") if apart else None


def common_type(sides: Sequence[Expression], unsigned: bool = False) -> Integer | None:
    """The narrowest type, narrower than that of the sides, that some side was converted from and that holds all values of all."""
    found = [interval(s) for s in sides]
    widest = max(s.type.bits for s in sides)
    for type in sorted({o for s in sides if (o := _origin(s)) is not None}, key=lambda t: (t.bits, t.rank, t.signed)):
        if type.bits < widest and not (unsigned and type.signed) and all(_holds(type, own) for own in found):
            return type
    return None


def _origin(expression: Expression) -> Integer | None:
    inner = expression.operand.type if isinstance(expression, Convert) else None
    return inner if isinstance(inner, Integer) else None


def _holds(type: Integer, values: Interval) -> bool:
    whole = of_type(type)
    return whole.low <= values.low and values.high <= whole.high


def within(expression: Expression, type: Integer) -> Expression:
    """An expression as a value of a type that holds all its values."""
    if type == BOOL and isinstance(expression, Convert) and expression.operand.type == BOOL:
        return expression.operand
    return number(type, expression.value) if isinstance(expression, Literal) else cut(expression, type)


def applied(operator: str, a: Expression, b: Expression) -> Expression | None:
    """a / b or a % b of unsigned values, a & b, a | b, a ^ b or a >> b, in a narrower type; None where there is none.

    The type is that of a.
    """
    type = common_type((a, b) if operator != ">>" else (a,), unsigned=operator in ("/", "%"))
    if type is None and operator == "&":
        type = next((o for s in (a, b) if (o := _origin(s)) is not None and not o.signed and o.bits < s.type.bits), None)
    if type is None or type == BOOL:
        return None
    right = distance(b, type) if operator == ">>" else cut(b, type)
    return Convert(a.type, Apply(type, operator, (cut(a, type), right)))


def distance(amount: Expression, type: Integer) -> Expression:
    """The distance of a shift of a value of `type`, in a type as narrow as can be; distances of the width or more are alike."""
    if isinstance(amount, Literal):
        beyond = not 0 <= amount.value < type.bits
        return Literal(type, min(type.bits, of_type(type).high)) if beyond else Literal(type, amount.value)
    if isinstance(amount, Convert) and isinstance(amount.operand.type, Integer) and amount.operand.type != BOOL:
        values = of_type(amount.operand.type)
        if values.low >= 0 or amount.type.bits == amount.operand.type.bits:
            return amount.operand
    return amount
