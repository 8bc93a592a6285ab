"""Comparisons with WIDTH where words are of any width: constants keep their value there, although they may not fit a word."""

from __future__ import annotations

from synth import terms
from synth.operators import Operator, operator
from synth.specification import WIDTHS
from synth.terms import Term, TermKind

COMPARISONS = ("slt", "sle", "ult", "ule", "eq", "neq")


def compared(name: str, a: Term, b: Term) -> Term | None:
    """a ∘ b as numbers, for constants and WIDTH plus or minus constants; None for other terms and operators."""
    left, right = _linear(a), _linear(b)
    if left is None or right is None:
        return None
    (times, offset), (other, more) = left, right
    if name in ("ult", "ule") and any(times + offset < 0 for times, offset in (left, right)):
        return None  # below 0 at some width, and then large as an unsigned word
    if times == other:
        return terms.constant({"lt": offset < more, "le": offset <= more, "eq": offset == more, "ne": offset != more}[_plain(name)])
    if times == 0:
        distance = offset - more
        above, least = _wider(distance), _wider(distance - 1)
        found = {"lt": above, "le": least, "eq": _both(least, above), "ne": _negated(_both(least, above))}
    else:
        distance = more - offset
        above, least = _wider(distance), _wider(distance - 1)
        found = {"lt": _negated(least), "le": _negated(above), "eq": _both(least, above), "ne": _negated(_both(least, above))}
    return found[_plain(name)]


def _plain(name: str) -> str:
    return "ne" if name == "neq" else name.removeprefix("u").removeprefix("s")


def _linear(term: Term) -> tuple[int, int] | None:
    """(0, k) for the number k, (1, k) for WIDTH + k; None for anything else."""
    if term.kind is TermKind.CONSTANT and isinstance(term.data, int):
        return 0, int(term.data)
    if term.kind is TermKind.WIDTH:
        return 1, 0
    if isinstance(term.data, Operator) and term.data.name in ("add", "sub") and term.arguments[0].kind is TermKind.WIDTH:
        number = term.arguments[1].data
        if term.arguments[1].kind is TermKind.CONSTANT and isinstance(number, int):
            return 1, number if term.data.name == "add" else -number
    return None


def _wider(number: int) -> Term:
    """That WIDTH is more than `number`: all ones, shifted to the right so often by one, is not 0."""
    if number < WIDTHS[0]:
        return terms.constant(True)
    if number >= WIDTHS[-1]:
        return terms.constant(False)
    rest = terms.constant(-1)
    for _ in range(number):
        rest = terms.apply("lshr", rest, 1)
    return terms.apply("neq", rest, 0)


def _both(least: Term, above: Term) -> Term:
    """least and not above."""
    if above.kind is TermKind.CONSTANT:
        return terms.constant(False) if above.data else least
    return _negated(above) if least.kind is TermKind.CONSTANT else terms.apply("and", least, _negated(above))


def _negated(condition: Term) -> Term:
    if condition.kind is TermKind.CONSTANT:
        return terms.constant(not condition.data)
    return terms.apply("eq", *condition.arguments) if condition.data is operator("neq") else ~condition
