"""Typed expressions as C11, 6.3 and 6.5, builds them: promotions, usual arithmetic conversions, each a node.

Nothing is simplified here; module `rewrite` does that, from typed expression to typed expression. Whether a condition compares
unequal to 0 is its conversion to `_Bool`, from the type that it has (6.3.1.2).
"""

from __future__ import annotations

from synth.frontends.c.expressions.expressions import Apply, Convert, Expression
from synth.frontends.c.expressions.types import BOOL, Floating, Integer, Model, Scalar, common, promoted

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_OF_INTEGERS = ("<<", ">>", "%", "&", "|", "^")


class Unsupported(Exception):
    """A construct that is not supported; the message names it."""


def convert(expression: Expression, type: Scalar) -> Expression:
    """The expression converted to a type (6.3.1)."""
    return expression if expression.type == type else Convert(type, expression)


def truth(expression: Expression) -> Expression:
    """Whether the expression is not 0, as a `_Bool` (6.3.1.2): what conditions and && || ! look at."""
    return convert(expression, BOOL)


def promote(a: Expression, model: Model) -> Expression:
    """The operand after the integer promotions (6.3.1.1)."""
    return convert(a, promoted(a.type, model))


def balanced(a: Expression, b: Expression, model: Model) -> tuple[Expression, Expression]:
    """Two operands after the usual arithmetic conversions (6.3.1.8)."""
    type = common(a.type, b.type, model)
    return convert(a, type), convert(b, type)


def arithmetic(operator: str, a: Expression, b: Expression, model: Model) -> Expression:
    """a ∘ b for + - * / % & | ^, comparisons, << and >> (6.5.5 to 6.5.12). Unsupported for floats where C has none."""
    if operator in _OF_INTEGERS and (isinstance(a.type, Floating) or isinstance(b.type, Floating)):
        raise Unsupported(f"{operator} of floating-point numbers")
    if operator in ("<<", ">>"):  # each promoted by itself; the result has the type of the left (6.5.7)
        left = promote(a, model)
        return Apply(left.type, operator, (left, promote(b, model)))
    sides = balanced(a, b, model)
    return Apply(model.int if operator in COMPARISONS else sides[0].type, operator, sides)


def unary(operator: str, a: Expression, model: Model) -> Expression:
    """+a, -a, ~a or !a (6.5.3.3). Unsupported for ~ of a float."""
    if operator == "!":
        return Apply(model.int, "!", (truth(a),))
    operand = promote(a, model)
    if operator == "+":
        return operand
    if operator == "~" and isinstance(operand.type, Floating):
        raise Unsupported("~ of a floating-point number")
    return Apply(operand.type, "neg" if operator == "-" else operator, (operand,))


def choice(condition: Expression, a: Expression, b: Expression, model: Model) -> Expression:
    """condition ? a : b (6.5.15)."""
    return select(condition, *balanced(a, b, model))


def select(condition: Expression, a: Expression, b: Expression) -> Expression:
    """condition ? a : b, for two of one type."""
    return Apply(a.type, "?:", (truth(condition), a, b))


def connective(operator: str, a: Expression, b: Expression, model: Model) -> Expression:
    """a && b or a || b, for operands without side effects (6.5.13, 6.5.14)."""
    return Apply(model.int, operator, (truth(a), truth(b)))


def is_integer(type: Scalar) -> bool:
    """Whether it is an integer type other than `_Bool`: a conversion to it keeps the low bits."""
    return isinstance(type, Integer) and type != BOOL
