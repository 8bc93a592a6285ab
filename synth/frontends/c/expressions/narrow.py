"""Rewrites of typed integer expressions: conversions left out, operations done in narrower types than C's promotions give them.

A program over `unsigned char` then needs words of 8 bits only. Each rule gives an expression of the same type that has the same
value, whatever the cells hold, or None where it does not apply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from synth.frontends.c.expressions.expressions import BOOLEAN, Apply, Convert, Expression, Literal, with_operands
from synth.frontends.c.expressions.intervals import Interval, Intervals, holds, of_type
from synth.frontends.c.expressions.meaning import Undefined, evaluate, of_pattern, undefined
from synth.frontends.c.expressions.typed import COMPARISONS, is_integer
from synth.frontends.c.expressions.types import BOOL, Floating, Integer

_LOW = ("+", "-", "*", "&", "|", "^", "~", "neg")
"""Operators whose low bits depend on the low bits of the operands only."""


def number(type: Integer, pattern: int) -> Literal:
    """The literal of a type with this bit pattern, more bits cut off."""
    return Literal(type, of_pattern(type, pattern))


# -- rules --


def constants(node: Expression, _intervals: Intervals) -> Expression | None:
    """An operation or a conversion of constants is a constant."""
    if not isinstance(node, (Convert, Apply)):
        return None
    sides = node.operands if isinstance(node, Apply) else (node.operand,)
    if not all(isinstance(o, Literal) for o in sides) or undefined(node):
        return None
    try:
        return Literal(node.type, evaluate(node, {}))
    except Undefined:
        return None


def decided(node: Expression, intervals: Intervals) -> Expression | None:
    """?: && and || where a condition is constant, or decides nothing."""
    match node:
        case Apply(_, "?:", (_, Literal(_, then), Literal(_, otherwise))) if then == otherwise:
            return node.operands[1]
        case Apply(_, "?:", (Literal(_, condition), then, otherwise)):
            return then if condition else otherwise
        case Apply(_, "&&" | "||", sides):
            absorbing = int(node.operator == "||")
            if any(isinstance(s, Literal) and s.value == absorbing for s in sides):
                return Literal(node.type, absorbing)
            left = [s for s in sides if not isinstance(s, Literal)]
            return Convert(node.type, left[0]) if len(left) == 1 else None
        case Convert(Integer(), operand) if node.type == BOOL and isinstance(operand.type, Integer):
            low, high = intervals.of(node)
            return Literal(node.type, low) if low == high else None
    return None


def conversions(node: Expression, _intervals: Intervals) -> Expression | None:
    """A conversion of a conversion, where one of them changes nothing."""
    if not isinstance(node, Convert):
        return None
    if node.operand.type == node.type:
        return node.operand
    inner = node.operand.operand if isinstance(node.operand, Convert) else None
    if inner is None or not isinstance(node.type, Integer):
        return None
    middle, source = node.operand.type, inner.type
    widens = isinstance(middle, Floating) and isinstance(source, Floating) and middle.bits >= source.bits
    if not isinstance(middle, Integer) or not isinstance(source, Integer):
        return Convert(node.type, inner) if node.type == BOOL and widens else None
    exact = holds(middle, of_type(source))
    cuts = is_integer(node.type) and is_integer(middle) and node.type.bits <= middle.bits
    return Convert(node.type, inner) if exact or cuts else None


def low_bits(node: Expression, intervals: Intervals) -> Expression | None:
    """A conversion to an integer type that is not wider: the operations below are done in that type."""
    if not isinstance(node, Convert) or not (is_integer(node.type) and is_integer(node.operand.type)):
        return None
    assert isinstance(node.type, Integer)
    if node.type.bits > node.operand.type.bits:
        return None
    found = cut(node.operand, node.type, intervals)
    return None if isinstance(found, Convert) and found.operand is node.operand else found


def comparisons(node: Expression, intervals: Intervals) -> Expression | None:
    """A comparison of integers that always comes out alike, or that can be done in a narrower type."""
    if not isinstance(node, Apply) or node.operator not in COMPARISONS or not isinstance(node.operands[0].type, Integer):
        return None
    known = _settled(node.operator, *map(intervals.of, node.operands))
    if known is not None:
        return Literal(node.type, int(known))
    type = _common_type(node.operands, intervals)
    if type is None:
        return None
    return Apply(node.type, node.operator, tuple(_within(o, type, intervals) for o in node.operands))


def operations(node: Expression, intervals: Intervals) -> Expression | None:
    """a / b or a % b of unsigned values, a & b, a | b, a ^ b or a >> b, in a narrower type."""
    if not isinstance(node, Apply) or node.operator not in ("/", "%", "&", "|", "^", ">>") or not is_integer(node.type):
        return None
    a, b = node.operands
    if node.operator == "/" and 0 in range(intervals.of(b).low, intervals.of(b).high + 1):
        return None  # x / 0 has all bits of the wider type set
    type = _common_type((a, b) if node.operator != ">>" else (a,), intervals, unsigned=node.operator in ("/", "%"))
    if type is None and node.operator == "&":
        type = next((o for s in (a, b) if (o := _origin(s)) is not None and not o.signed and o.bits < s.type.bits), None)
    if type is None or type == BOOL:
        return None
    right = distance(b, type) if node.operator == ">>" else cut(b, type, intervals)
    return Convert(node.type, Apply(type, node.operator, (cut(a, type, intervals), right)))


def distances(node: Expression, _intervals: Intervals) -> Expression | None:
    """The distance of a shift in a type as narrow as can be."""
    if not isinstance(node, Apply) or node.operator not in ("<<", ">>"):
        return None
    assert isinstance(node.type, Integer)
    found = distance(node.operands[1], node.type)
    return None if found is node.operands[1] else with_operands(node, (node.operands[0], found))


# -- what they are made of --


def cut(expression: Expression, type: Integer, intervals: Intervals) -> Expression:
    """The low bits of an integer expression, as a value of a type that is not wider, and not `_Bool`; operations are done in it."""
    assert type != BOOL
    done: dict[int, Expression] = {}
    waiting = [expression]
    while waiting:
        node = waiting[-1]
        missing = [o for o in _taken(node, type) if id(o) not in done]
        waiting += missing
        if not missing:
            done[id(node)] = _cut(node, type, lambda o: done[id(o)], intervals)
            waiting.pop()
    return done[id(expression)]


def _taken(node: Expression, type: Integer) -> tuple[Expression, ...]:
    """The operands of which only the low bits matter to those of an expression."""
    if node.type == type:
        return ()
    match node:
        case Convert(_, operand) if node.type != BOOL and is_integer(operand.type) and operand.type.bits >= type.bits:
            return (operand,)
        case Apply(_, operator, operands) if operator in _LOW:
            return operands
        case Apply(_, "<<", (a, _)):
            return (a,)
        case Apply(_, "?:", (_, a, b)):
            return (a, b)
    return ()


def _cut(node: Expression, type: Integer, low: Callable[[Expression], Expression], intervals: Intervals) -> Expression:
    """The low bits of an expression, those of the operands given that are taken."""
    if node.type == type:
        return node
    match node:
        case Literal(Integer(), value):
            return number(type, value)
        case Convert(_, operand) if is_integer(node.type) and isinstance(operand.type, Integer):
            return low(operand) if _taken(node, type) else Convert(type, operand)
        case Apply(_, operator, operands) if operator in _LOW:
            return Apply(type, operator, tuple(map(low, operands)))
        case Apply(_, ">>", (Apply(_, "*", sides), Literal(_, amount))) if _is_high(node, type, amount, sides, intervals):
            return Apply(type, "mulhu", tuple(_within(s, type, intervals) for s in sides))
        case Apply(_, "/", sides) if not type.signed and all(holds(type, intervals.of(s)) for s in sides):
            return Apply(type, "/", tuple(_within(s, type, intervals) for s in sides))  # x / 0 has all bits set in both types
        case Apply(_, "<<", (a, amount)):
            return Apply(type, "<<", (low(a), distance(amount, type)))
        case Apply(_, "?:", (condition, a, b)):
            return Apply(type, "?:", (condition, low(a), low(b)))
    return Convert(type, node)


def _is_high(product: Expression, type: Integer, amount: int, sides: Sequence[Expression], intervals: Intervals) -> bool:
    """Whether a shifted product is the high word of that of two words of an unsigned type."""
    return (amount == type.bits and not type.signed and product.type.bits >= 2 * type.bits
            and all(holds(type, intervals.of(s)) for s in sides))


def _settled(operator: str, left: Interval, right: Interval) -> bool | None:
    """What a comparison always gives; None where it depends."""
    match operator:
        case "<":
            return True if left.high < right.low else False if left.low >= right.high else None
        case "<=":
            return True if left.high <= right.low else False if left.low > right.high else None
        case ">" | ">=":
            return _settled("<" if operator == ">" else "<=", right, left)
    if left.high < right.low or right.high < left.low:
        return operator == "!="
    return operator == "==" if left.low == left.high == right.low == right.high else None


def _common_type(sides: Sequence[Expression], intervals: Intervals, unsigned: bool = False) -> Integer | None:
    """The narrowest type, narrower than that of the sides, that some side was converted from and that holds all values of all."""
    found = [intervals.of(s) for s in sides]
    widest = max(s.type.bits for s in sides)
    for type in sorted({o for s in sides if (o := _origin(s)) is not None}, key=lambda t: (t.bits, t.rank, t.signed)):
        fits = all(_is_truth(s) for s in sides) if type == BOOL else all(holds(type, own) for own in found)
        if type.bits < widest and not (unsigned and type.signed) and fits:
            return type
    return None


def _origin(expression: Expression) -> Integer | None:
    inner = expression.operand.type if isinstance(expression, Convert) else None
    return inner if isinstance(inner, Integer) else None


def _is_truth(expression: Expression) -> bool:
    """Whether an expression is a `_Bool` that was converted, or one of the numbers 0 and 1."""
    return (_origin(expression) == BOOL or (isinstance(expression, Literal) and expression.value in (0, 1))
            or (isinstance(expression, Apply) and expression.operator in BOOLEAN))


def _within(expression: Expression, type: Integer, intervals: Intervals) -> Expression:
    """An expression as a value of a type that holds all its values."""
    if isinstance(expression, Literal):
        return Literal(type, expression.value)
    if type == BOOL:
        return expression.operand if _origin(expression) == BOOL and isinstance(expression, Convert) else Convert(BOOL, expression)
    return cut(expression, type, intervals)


def distance(amount: Expression, type: Integer) -> Expression:
    """The distance of a shift of a value of `type`, in a type as narrow as can be; distances of the width or more are alike."""
    if of_type(type).high < type.bits:  # as a bit-field of few bits, which cannot say that
        return amount
    if isinstance(amount, Literal):
        value = amount.value if 0 <= amount.value < type.bits else min(type.bits, of_type(type).high)
        return amount if (amount.type, amount.value) == (type, value) else Literal(type, value)
    if isinstance(amount, Convert) and is_integer(amount.operand.type) and amount.operand.type.bits <= amount.type.bits:
        inner = amount.operand.type
        if inner.bits == amount.type.bits or of_type(inner).low >= 0:
            return amount.operand
    return amount


