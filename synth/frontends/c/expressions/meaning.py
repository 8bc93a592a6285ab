"""What typed expressions mean, on Python's integers: the reference that rewrites and the lowering to words are tested against.

A value of an integer type is the number itself, one of a floating-point type its bit pattern. What C leaves open is read as the
package's documentation says: x / 0 has all bits set (signed: -1, or 1 for a negative x), x % 0 is x, a shift by the width or more
gives 0 (to the right, of a negative number: -1), signed results wrap, a conversion to an integer type that does not hold a number
gives its pattern 100…0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from synth.evaluation import floats
from synth.evaluation.floats import float_format, from_fraction, to_fraction
from synth.evaluation.integers import Integers
from synth.frontends.c.expressions.expressions import Apply, Bits, Call, Cell, Convert, Expression, Literal, Read, Width, postorder
from synth.frontends.c.expressions.types import BOOL, Floating, Integer, Scalar, fits

_FLOATING = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}


class Undefined(Exception):
    """There is no value: the expression holds what only a whole specification gives one."""


def evaluate(expression: Expression, cells: Mapping[Cell, int]) -> int:
    """The value, within its type, with those of the cells given. Undefined where there is none."""
    values: dict[int, int] = {}
    for node in postorder(expression):
        values[id(node)] = _value(node, values, cells)
    return values[id(expression)]


def of_pattern(type: Scalar, pattern: int) -> int:
    """The value of a type that has this bit pattern, more bits cut off."""
    pattern &= (1 << type.bits) - 1
    negative = isinstance(type, Integer) and type.signed and pattern >> (type.bits - 1)
    return pattern - (1 << type.bits) if negative else pattern


def converted(number: int, source: Scalar, target: Scalar) -> int:
    """A value of one type converted to another (C11, 6.3.1); a number that an integer type does not hold has the pattern 100…0."""
    if isinstance(source, Integer):
        if isinstance(target, Floating):
            return from_fraction(Fraction(number), float_format(target.bits))
        return int(number != 0) if target == BOOL else of_pattern(target, number)
    exact = to_fraction(number, float_format(source.bits))
    if isinstance(target, Floating):
        return floats.converted(number, float_format(source.bits), float_format(target.bits))
    if target == BOOL:
        return int(exact != 0)  # NaNs and infinities are None, and not 0
    if exact is None or not fits(target, int(exact)):
        return of_pattern(target, 1 << (target.bits - 1))
    return int(exact)


def undefined(expression: Expression) -> str:
    """A conversion of a constant that C does not define, in words; "" for any other expression."""
    match expression:
        case Convert(Integer() as type, Literal(Floating() as source, number)) if type != BOOL:
            exact = to_fraction(number, float_format(source.bits))
            return "" if exact is not None and fits(type, int(exact)) else f"a constant that is no {type}"
    return ""


def _value(node: Expression, values: Mapping[int, int], cells: Mapping[Cell, int]) -> int:
    match node:
        case Literal(_, number):
            return number
        case Read(cell):
            return cells[cell]
        case Convert(type, operand):
            return converted(values[id(operand)], operand.type, type)
        case Bits(type, operand):
            return of_pattern(type, values[id(operand)])
        case Width() | Call():
            raise Undefined("what only a specification gives a value")
    return applied(node, [values[id(o)] for o in node.operands])


def applied(node: Apply, sides: Sequence[int]) -> int:
    """What an operator gives, on values of its operands."""
    if node.operator in ("!", "&&", "||", "?:"):
        return _logical(node.operator, sides)
    type = node.operands[0].type
    return _floating(node.operator, type, sides) if isinstance(type, Floating) else _integer(node, type, sides)


def _logical(operator: str, sides: Sequence[int]) -> int:
    match operator:
        case "!":
            return int(not sides[0])
        case "&&":
            return int(bool(sides[0] and sides[1]))
        case "||":
            return int(bool(sides[0] or sides[1]))
    return sides[1] if sides[0] else sides[2]


def _floating(operator: str, type: Floating, sides: Sequence[int]) -> int:
    domain = Integers(type.bits)
    if operator == "neg":
        return sides[0] ^ domain.sign
    if operator in _FLOATING:
        found: int = getattr(domain, _FLOATING[operator])(*sides)
        return found
    a, b = sides
    match operator:
        case "==" | "!=":
            return int(domain.feq(a, b) == (operator == "=="))
        case ">" | ">=":
            a, b = b, a
    return int(domain.flt(a, b) or (operator in ("<=", ">=") and domain.feq(a, b)))


def _integer(node: Apply, type: Integer, sides: Sequence[int]) -> int:
    a, b = sides[0], sides[-1]
    match node.operator:
        case "<" | "<=" | ">" | ">=" | "==" | "!=":
            return int({"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[node.operator])
        case "over<<":
            return int(a < 0 or not 0 <= b < type.bits or not fits(type, a << b))
        case "mulhu":
            return a * b >> type.bits
    if node.operator.startswith("over"):
        return int(not fits(type, _exact(node.operator[-1], type, a, b)))
    return of_pattern(type, _exact(node.operator, type, a, b))


def _exact(operator: str, type: Integer, a: int, b: int) -> int:
    """The result before it wraps."""
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "&":
            return a & b
        case "|":
            return a | b
        case "^":
            return a ^ b
        case "~":
            return ~a
        case "neg":
            return -a
        case "<<":
            return a << b if 0 <= b < type.bits else 0
        case ">>":
            return a >> (b if 0 <= b < type.bits else type.bits)
        case "/":
            return (-1 if a >= 0 else 1) if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    assert operator == "%"
    return a if b == 0 else abs(a) % abs(b) * (-1 if a < 0 else 1)
