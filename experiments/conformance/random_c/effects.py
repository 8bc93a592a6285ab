"""Expressions with side effects, for places where nothing unsequenced happens beside them (C11 6.5p2)."""

from __future__ import annotations

from dataclasses import dataclass

from experiments.conformance.random_c.draft import Draft, Expression, Place
from experiments.conformance.random_c.expressions import condition, expression
from experiments.conformance.random_c.types import Type

_OPERATORS = ("=", "=", "=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%=")


@dataclass(frozen=True)
class Effect:
    """An expression with its type, and the roots of what it changes, as far as it is named in it."""

    text: str
    type: Type
    changed: tuple[str, ...]


def assignment(draft: Draft, target: str, kind: Type, depth: int) -> str:
    """An assignment to a place, compound or not, without parentheses."""
    operator, value = draft.random.choice(_OPERATORS), expression(draft, depth)
    if operator in ("<<=", ">>="):
        return f"{target} {operator} ({value} & {kind.promoted.bits - 1})"
    if operator in ("/=", "%="):
        return f"{target} {operator} (({value} & 7) + 1)"
    return f"{target} {operator} {value}"


def effect(draft: Draft, depth: int, without: tuple[str, ...] = ()) -> Effect | None:
    """Some side effect on what has other roots than `without`; None where there is nothing to change."""
    targets = draft.writable(without)
    if not targets:
        return None
    place = draft.random.choice(targets)
    makers = [_step, _assigned] + ([_indexed] * 3 + [_chained, _called] if draft.has("effects") else [])
    return draft.random.choice(makers)(draft, place, depth, without)


def _step(draft: Draft, place: Place, depth: int, without: tuple[str, ...]) -> Effect:
    text = draft.random.choice(("{}++", "{}--", "++{}", "--{}")).format(place.text)
    return Effect(f"({text})", place.type, (place.root,))


def _assigned(draft: Draft, place: Place, depth: int, without: tuple[str, ...]) -> Effect:
    with draft.without(without):
        return Effect(f"({assignment(draft, place.text, place.type, depth)})", place.type, (place.root,))


def _chained(draft: Draft, place: Place, depth: int, without: tuple[str, ...]) -> Effect:
    """v op= (another effect), which does not concern v."""
    inner = effect(draft, depth - 1, (*without, place.root))
    if inner is None:
        return _step(draft, place, depth, without)
    operator = draft.random.choice(("=", "=", "+=", "-=", "^=", "*="))
    return Effect(f"({place.text} {operator} {inner.text})", place.type, (place.root, *inner.changed))


def _indexed(draft: Draft, place: Place, depth: int, without: tuple[str, ...]) -> Effect:
    """An element whose index has a side effect is changed, or only read."""
    arrays = [a for a in draft.arrays if a.root != place.root and a.root not in without]
    if not arrays:
        return _assigned(draft, place, depth, without)
    array, index = draft.random.choice(arrays), _step(draft, place, 0, without)
    element = f"{array.text}[{index.text} & {array.length - 1}]"
    changed = (array.root, place.root)
    match draft.random.randrange(4):
        case 0:
            return Effect(element, array.type, (place.root,))
        case 1:
            with draft.without((*without, place.root)):
                return Effect(f"({assignment(draft, element, array.type, depth)})", array.type, changed)
    return Effect(f"({draft.random.choice(('{}++', '{}--', '++{}', '--{}')).format(element)})", array.type, changed)


def _called(draft: Draft, place: Place, depth: int, without: tuple[str, ...]) -> Effect:
    """An element is changed whose index a function of hidden state returns."""
    ticks = [f for f in draft.impure if str(f).startswith("tick")]
    arrays = [a for a in draft.arrays if a.root not in without]
    if not ticks or not arrays or "tick" in without:
        return _step(draft, place, depth, without)
    array = draft.random.choice(arrays)
    element = f"{array.text}[{draft.random.choice(ticks)}() & {array.length - 1}]"
    with draft.without(without):
        text = draft.random.choice((f"{element}++", f"--{element}", assignment(draft, element, array.type, depth)))
    return Effect(f"({text})", array.type, (array.root, "tick"))


def tested(draft: Draft, depth: int) -> str:
    """A condition, with side effects where what comes before and after is sequenced."""
    if depth <= 0 or draft.chance(0.4):
        return condition(draft, depth)
    inner = depth - 1
    match draft.random.randrange(7):
        case 0:
            return f"({tested(draft, inner)} && {tested(draft, inner)})"
        case 1:
            return f"({tested(draft, inner)} || {tested(draft, inner)})"
        case 2:
            return f"!({tested(draft, inner)})"
        case 3 if draft.has("ternary"):
            return f"({tested(draft, inner)} ? !({tested(draft, inner)}) : !({tested(draft, inner)}))"
    found = effect(draft, inner)
    if found is None:
        return condition(draft, depth)
    if draft.has("comma", 0.2):
        return f"({found.text}, {tested(draft, inner)})"
    if draft.chance(0.3):
        return found.text
    with draft.without(found.changed):
        return f"({found.text} {draft.random.choice(('<', '<=', '>', '>=', '==', '!='))} {expression(draft, inner)})"


def valued(draft: Draft, depth: int, without: tuple[str, ...]) -> Expression:
    """A value with side effects that do not concern some roots, nor read them."""
    with draft.without(without):
        found = effect(draft, depth)
        return expression(draft, depth) if found is None else Expression(found.text, found.type)
