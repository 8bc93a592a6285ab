"""Typed expressions, built as C's rules say: promotions, usual arithmetic conversions, constants folded.

Between float and double only what is exact is left out: (float)((double)a + (double)b) is a + b in float, and likewise for - * /
(the significand of double has more than twice as many bits), and floats compare as the doubles that they are.
"""

from __future__ import annotations

from fractions import Fraction

from synth.evaluation.floats import float_format, from_fraction, is_nan, to_fraction
from synth.frontends.c import narrow
from synth.frontends.c.expressions import Apply, Convert, Expression, Literal, postorder
from synth.frontends.c.lower import Lowering
from synth.frontends.c.simplify import value
from synth.frontends.c.types import BOOL, DOUBLE, FLOAT, Floating, Integer, Model, Scalar, common, promoted

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


class Unsupported(Exception):
    """A construct that is not supported; the message names it."""


def convert(expression: Expression, type: Scalar, model: Model) -> Expression:
    """The expression converted to a type. Unsupported for what only constants are converted to."""
    source = expression.type
    if source == type:
        return expression
    if isinstance(expression, Literal) and not model.word:
        return _converted_constant(expression, type)
    if isinstance(source, Floating) != isinstance(type, Floating) and type != BOOL:
        if isinstance(expression, Literal):
            return _converted_constant(expression, type)
        raise Unsupported(f"a conversion from {source} to {type} of what is no constant")
    if source == DOUBLE and type == FLOAT:
        return _narrowed(expression)
    if isinstance(source, Integer) and isinstance(type, Integer) and not model.word:
        if type == BOOL and isinstance(expression, Convert) and expression.operand.type == BOOL:
            return expression.operand
        if BOOL not in (type, source) and type.bits <= source.bits:
            return narrow.cut(expression, type)
    return Convert(type, expression)


def _converted_constant(literal: Literal, type: Scalar) -> Literal:
    source = literal.type
    if isinstance(source, Floating):
        exact = to_fraction(literal.value, float_format(source.bits))
        if isinstance(type, Floating):
            return Literal(type, _reformatted(literal.value, exact, source, type))
        if type == BOOL:
            return Literal(type, int(exact != 0))
        if exact is None:
            raise Unsupported(f"a constant that is no {type}")
        whole = int(exact)
        if narrow.number(type, whole).value != whole:
            raise Unsupported(f"a constant that is no {type}")
        return Literal(type, whole)
    if isinstance(type, Floating):
        return Literal(type, from_fraction(Fraction(literal.value), float_format(type.bits)))
    return Literal(type, int(literal.value != 0)) if type == BOOL else narrow.number(type, literal.value)


def _reformatted(pattern: int, exact: Fraction | None, source: Floating, target: Floating) -> int:
    """The pattern of a floating-point number, which is `exact` where it is finite, in another format."""
    form, own = float_format(target.bits), float_format(source.bits)
    if exact is None and is_nan(pattern, own):
        return form.nan
    magnitude = form.infinity if exact is None else from_fraction(abs(exact), form)
    return magnitude | (form.sign if pattern & own.sign else 0)


def _as_float(expression: Expression) -> Expression | None:
    """A float that equals a double; None where there is none."""
    if isinstance(expression, Convert) and expression.operand.type == FLOAT:
        return expression.operand
    if isinstance(expression, Literal) and expression.type == DOUBLE:
        narrow = _converted_constant(expression, FLOAT)
        return narrow if _converted_constant(narrow, DOUBLE).value == expression.value else None
    if isinstance(expression, Apply) and expression.type == DOUBLE and expression.operator in ("neg", "?:"):
        kept = expression.operands[:-2] if expression.operator == "?:" else ()
        inner = [_as_float(o) for o in expression.operands[len(kept):]]
        if all(i is not None for i in inner):
            return Apply(FLOAT, expression.operator, (*kept, *(i for i in inner if i is not None)))
    return None


def _narrowed(expression: Expression) -> Expression:
    """A double converted to float."""
    exact = _as_float(expression)
    if exact is not None:
        return exact
    if isinstance(expression, Apply) and expression.operator in ("+", "-", "*", "/"):
        sides = [_as_float(o) for o in expression.operands]
        if all(s is not None for s in sides):
            return Apply(FLOAT, expression.operator, tuple(s for s in sides if s is not None))
    return Convert(FLOAT, expression)


def folded(expression: Apply, model: Model) -> Expression:
    """The operation, or its value where all operands are constants."""
    if model.word or not all(isinstance(o, Literal) for o in expression.operands):
        return expression
    floats = [o.type.bits for o in expression.operands if isinstance(o.type, Floating)]
    term = Lowering(max(floats, default=64)).term(expression, {})
    known = value(term)
    if known is None:
        return expression
    return narrow.number(expression.type, known) if isinstance(expression.type, Integer) else Literal(expression.type, known)


def arithmetic(operator: str, a: Expression, b: Expression, model: Model) -> Expression:
    """a ∘ b for + - * / % & | ^ and comparisons, << and >>."""
    if operator in ("<<", ">>", "%", "&", "|", "^") and (isinstance(a.type, Floating) or isinstance(b.type, Floating)):
        raise Unsupported(f"{operator} of floating-point numbers")
    if operator in ("<<", ">>"):
        left, right = promote(a, model), promote(b, model)
        return _narrowed_or(operator, left, right, Apply(left.type, operator, (left, right)), model)
    type = common(a.type, b.type, model)
    sides = (convert(a, type, model), convert(b, type, model))
    if operator not in COMPARISONS:
        return _narrowed_or(operator, *sides, Apply(type, operator, sides), model)
    if isinstance(type, Integer):
        return _ordered(operator, *sides, model)
    if type == DOUBLE and not all(isinstance(s, Literal) for s in sides):
        return _compared(operator, *sides, model)
    return folded(Apply(model.int, operator, sides), model)


def _narrowed_or(operator: str, a: Expression, b: Expression, whole: Apply, model: Model) -> Expression:
    """The operation in a narrower type where that is the same, or else as it is."""
    if operator in ("/", "%", ">>", "&", "|", "^") and isinstance(a.type, Integer) and not model.word:
        return narrow.applied(operator, a, b) or folded(whole, model)
    return folded(whole, model)


def _ordered(operator: str, a: Expression, b: Expression, model: Model) -> Expression:
    """The comparison of two integers of one type, in a narrower type where that is the same."""
    if not model.word:
        known = narrow.settled(operator, a, b)
        if known is not None:
            return Literal(model.int, int(known))
        type = narrow.common_type((a, b))
        if type is not None:
            a, b = narrow.within(a, type), narrow.within(b, type)
    return folded(Apply(model.int, operator, (a, b)), model)


def _compared(operator: str, a: Expression, b: Expression, model: Model) -> Expression:
    """The comparison of two doubles, as one of floats where that is the same."""
    if isinstance(a, Literal):
        return _compared(_MIRRORED[operator], b, a, model)
    left, right = _as_float(a), _as_float(b)
    if left is not None and right is None and isinstance(b, Literal):
        if operator in ("==", "!="):
            return Literal(model.int, int(operator == "!="))
        below = _beside(b, operator in ("<", "<="))
        return Apply(model.int, "<=" if operator in ("<", "<=") else ">=", (left, below))
    return Apply(model.int, operator, (a, b) if left is None or right is None else (left, right))


def _beside(literal: Literal, below: bool) -> Literal:
    """The nearest float below, or above, a double that is no float."""
    near = _converted_constant(literal, FLOAT)
    exact, form = to_fraction(literal.value, float_format(64)), float_format(32)
    found = to_fraction(near.value, form)
    assert exact is not None
    beyond = found > exact if found is not None else not near.value >> 31
    if beyond == below:
        step = -1 if (near.value >> 31 == 0) == below else 1
        return Literal(FLOAT, near.value + step)
    return near


def promote(a: Expression, model: Model) -> Expression:
    """The operand after the integer promotions."""
    return convert(a, promoted(a.type, model), model)


def unary(operator: str, a: Expression, model: Model) -> Expression:
    """+a, -a, ~a or !a."""
    if operator == "!":
        return folded(Apply(model.int, "!", (narrow.truth(a),)), model)
    operand = promote(a, model)
    if operator == "+":
        return operand
    if operator == "~" and isinstance(operand.type, Floating):
        raise Unsupported("~ of a floating-point number")
    return folded(Apply(operand.type, "neg" if operator == "-" else operator, (operand,)), model)


def choice(condition: Expression, a: Expression, b: Expression, model: Model) -> Expression:
    """condition ? a : b."""
    type = common(a.type, b.type, model)
    sides = (convert(a, type, model), convert(b, type, model))
    if isinstance(condition, Literal) and not model.word:
        return sides[0] if condition.value else sides[1]
    return Apply(type, "?:", (narrow.truth(condition), *sides))


def connective(operator: str, a: Expression, b: Expression, model: Model) -> Expression:
    """a && b or a || b."""
    return folded(Apply(model.int, operator, (narrow.truth(a), narrow.truth(b))), model)


def select(condition: Expression, a: Expression, b: Expression) -> Expression:
    """condition ? a : b, for two of one type."""
    return Apply(a.type, "?:", (condition, a, b))


def mixed(expression: Expression) -> str:
    """A conversion that is left in an expression and has no meaning on words; "" where there is none."""
    for node in postorder(expression):
        if isinstance(node, Convert) and isinstance(node.type, Floating):
            return f"a conversion from {node.operand.type} to {node.type}"
    return ""
