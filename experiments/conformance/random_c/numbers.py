"""Floating-point numbers: arithmetic and comparisons, conversions from integers and, where C defines them, to integers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from experiments.conformance.random_c.draft import Draft, Expression
from experiments.conformance.random_c.literals import floating
from experiments.conformance.random_c.types import INT, TYPES

Integers = Callable[[Draft, int], Expression]
"""Makes an integer expression."""


@dataclass(frozen=True)
class _Cut:
    """A function that cuts a number's fraction off, where its result holds the number."""

    name: str
    parameter: str
    result: str
    above: str
    below: str


_CUTS = (_Cut("cut_int", "double", "int", "-2147483649.0", "2147483648.0"),
         _Cut("cut_long", "float", "long", "-0x1.000002p63f", "0x1p63f"),
         _Cut("cut_ulong", "double", "unsigned long", "-1.0", "0x1p64"), _Cut("cut_uchar", "float", "unsigned char", "-1", "256"),
         _Cut("cut_short", "double", "short", "-32769", "32768"), _Cut("cut_unsigned", "float", "unsigned", "-1", "0x1p32f"))


def functions() -> list[str]:
    """The definitions of what cuts fractions off."""
    return [f"static {c.result} {c.name}({c.parameter} n) {{ return n > {c.above} && n < {c.below} ? ({c.result})n : 77; }}"
            for c in _CUTS]


def number(draft: Draft, depth: int, integers: Integers) -> str:
    """A number, float or double."""
    r = draft.random
    if depth <= 0 or draft.chance(0.2):
        if draft.numbers and draft.chance(0.6):
            return r.choice(draft.numbers)
        return f"({r.choice(('float', 'double'))}){integers(draft, 0)}" if draft.chance(0.5) else f"({floating(draft)})"
    a, b = number(draft, depth - 1, integers), number(draft, depth - 1, integers)
    match r.randrange(8):
        case 0:
            return f"(-{a})"
        case 1:
            return f"((float){a})"
        case 2:
            return f"({integers(draft, depth - 1)} ? {a} : {b})"
        case 3:
            return f"({a} {r.choice('+-*/')} {integers(draft, depth - 1)})"
    return f"({a} {r.choice('+-*/')} {b})"


def compared(draft: Draft, depth: int, integers: Integers) -> Expression:
    """A comparison of numbers, or of a number with an integer."""
    a, b = number(draft, depth, integers), number(draft, depth, integers)
    other = str(integers(draft, depth)) if draft.chance(0.4) else b
    return Expression(f"({a} {draft.random.choice(('<', '<=', '>', '>=', '==', '!='))} {other})", INT)


def cut(draft: Draft, depth: int, integers: Integers) -> Expression:
    """A number as an integer."""
    chosen = draft.random.choice(_CUTS)
    kind = next(t for t in TYPES if t.name == chosen.result)
    return Expression(f"{chosen.name}({number(draft, depth, integers)})", kind)
