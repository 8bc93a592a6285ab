"""Expressions without side effects, of every type, defined for all values of what they read."""

from __future__ import annotations

from experiments.conformance.random_c import numbers
from experiments.conformance.random_c.draft import Draft, Expression
from experiments.conformance.random_c.literals import floating, literal, sized
from experiments.conformance.random_c.types import INT, TYPES, Type, common

_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


def expression(draft: Draft, depth: int) -> Expression:
    """An expression of some integer type."""
    if depth <= 0 or draft.chance(0.25):
        return leaf(draft)
    makers = [_binary] * 5 + [_comparison, _comparison, _unary, _cast, _cast, _division, _shift, _shift, _logical, _logical]
    makers += [_ternary] * 2 if draft.has("ternary") else []
    makers += [_comma] if draft.has("comma") else []
    makers += [_compound] if draft.has("compound literals") else []
    makers += [_pure_call] if draft.functions else []
    makers += [_element] if draft.arrays else []
    makers += [_compared, _cut, _cut] if draft.has("numbers") and draft.has("calls") else []
    return draft.random.choice(makers)(draft, depth - 1)


def leaf(draft: Draft) -> Expression:
    """A constant, an input, or what some place holds."""
    r = draft.random
    if draft.has("inputs", 0.1):
        kind = r.choice([t for t in draft.types if t in TYPES])
        draft.inputs.append(kind.name)
        return Expression(f"in{len(draft.inputs) - 1}()", kind)
    if draft.has("sizeof", 0.04):
        return sized(draft)
    if draft.places and draft.chance(0.7):
        place = r.choice(draft.places)
        return Expression(place.text, place.type)
    return literal(draft)


def condition(draft: Draft, depth: int) -> str:
    """Something that is tested, of any scalar type."""
    if draft.has("floating literals", 0.1):
        return floating(draft)
    return str(expression(draft, depth))


def _binary(draft: Draft, depth: int) -> Expression:
    a, b = expression(draft, depth), expression(draft, depth)
    return Expression(f"({a} {draft.random.choice('+-*&^|')} {b})", common(a.type, b.type))


def _comparison(draft: Draft, depth: int) -> Expression:
    a, b = expression(draft, depth), expression(draft, depth)
    return Expression(f"({a} {draft.random.choice(_COMPARISONS)} {b})", INT)


def _unary(draft: Draft, depth: int) -> Expression:
    operator = draft.random.choice("-~!+!")
    if operator == "!":
        return Expression(f"(!{_tight(condition(draft, depth))})", INT)
    a = expression(draft, depth)
    return Expression(f"({operator} {a})", a.type.promoted)


def _tight(text: str) -> str:
    """An operand of a unary operator: a sign before it would be another one."""
    return f"({text})" if text.startswith("-") else text


def _cast(draft: Draft, depth: int) -> Expression:
    kind = draft.type()
    if kind.name == "_Bool" and draft.has("floating literals", 0.2):
        return Expression(f"((_Bool){_tight(floating(draft))})", kind)
    return Expression(f"(({kind.name}){expression(draft, depth)})", kind)


def _division(draft: Draft, depth: int) -> Expression:
    """The divisor is between 1 and 8, or between -9 and -2 of an int."""
    a, b = expression(draft, depth), expression(draft, depth)
    operator = draft.random.choice("/%")
    if draft.chance(0.3):
        return Expression(f"({a} {operator} (-2 - (int)({b} & 7)))", common(a.type, INT))
    return Expression(f"({a} {operator} (({b} & 7) + 1))", common(a.type, common(b.type, INT)))


def _shift(draft: Draft, depth: int) -> Expression:
    a, b = expression(draft, depth), expression(draft, depth)
    most = a.type.promoted.bits - 1
    by = draft.random.choice((f"({b} & {most})", f"({b} & {min(7, most)})", str(draft.random.randrange(most + 1))))
    return Expression(f"({a} {draft.random.choice(('<<', '>>'))} {by})", a.type.promoted)


def _logical(draft: Draft, depth: int) -> Expression:
    return Expression(f"({condition(draft, depth)} {draft.random.choice(('&&', '||'))} {condition(draft, depth)})", INT)


def _ternary(draft: Draft, depth: int) -> Expression:
    a, b = expression(draft, depth), expression(draft, depth)
    return Expression(f"({condition(draft, depth)} ? {a} : {b})", common(a.type, b.type))


def _comma(draft: Draft, depth: int) -> Expression:
    b = expression(draft, depth)
    return Expression(f"({expression(draft, depth)}, {b})", b.type)


def _compound(draft: Draft, depth: int) -> Expression:
    kind: Type = draft.type()
    if draft.chance(0.5):
        return Expression(f"({kind.name}){{ {expression(draft, depth)} }}", kind)
    values = f"{expression(draft, depth)}, {expression(draft, depth)}"
    return Expression(f"(({kind.name}[2]){{ {values} }})[{expression(draft, depth)} & 1]", kind)


def _element(draft: Draft, depth: int) -> Expression:
    array = draft.random.choice(draft.arrays)
    return Expression(f"{array.text}[{expression(draft, depth)} & {array.length - 1}]", array.type)


def _compared(draft: Draft, depth: int) -> Expression:
    return numbers.compared(draft, depth, expression)


def _cut(draft: Draft, depth: int) -> Expression:
    return numbers.cut(draft, depth, expression)


def _pure_call(draft: Draft, depth: int) -> Expression:
    """A call of a function that reads and writes nothing but its parameters."""
    called = draft.random.choice(draft.functions)
    return Expression(f"{called}({expression(draft, depth)}, {expression(draft, depth)})", called.type)
