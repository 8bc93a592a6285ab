"""Types of C's integers, and what the rules of C11 6.3.1 and 6.4.4.1 make of them (LP64)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Type:
    """An integer type: its name, its width, and its rank (C11 6.3.1.1)."""

    name: str
    bits: int
    signed: bool
    rank: int

    @property
    def promoted(self) -> Type:
        """What the integer promotions make of it."""
        return self if self.rank >= INT.rank else INT


BOOL = Type("_Bool", 1, False, 0)
INT = Type("int", 32, True, 3)
UNSIGNED = Type("unsigned", 32, False, 3)
LONG = Type("long", 64, True, 4)
UNSIGNED_LONG = Type("unsigned long", 64, False, 4)
LONG_LONG = Type("long long", 64, True, 5)
UNSIGNED_LONG_LONG = Type("unsigned long long", 64, False, 5)
TYPES = (BOOL, Type("char", 8, True, 1), Type("signed char", 8, True, 1), Type("unsigned char", 8, False, 1),
         Type("short", 16, True, 2), Type("unsigned short", 16, False, 2), INT, UNSIGNED, LONG, UNSIGNED_LONG, LONG_LONG,
         UNSIGNED_LONG_LONG)


def common(a: Type, b: Type) -> Type:
    """The type of a op b after the usual arithmetic conversions (C11 6.3.1.8)."""
    a, b = a.promoted, b.promoted
    if a.signed == b.signed:
        return max(a, b, key=lambda t: t.rank)
    unsigned, signed = (b, a) if a.signed else (a, b)
    if unsigned.rank >= signed.rank:
        return unsigned
    return signed if signed.bits > unsigned.bits else _unsigned(signed)


def _unsigned(signed: Type) -> Type:
    return next(t for t in TYPES if t.rank == signed.rank and not t.signed)


def of_literal(value: int, decimal: bool, unsigned: bool, longs: int) -> Type:
    """The type of an integer constant with suffixes u and so many l (C11 6.4.4.1)."""
    ranks = range(INT.rank + longs, LONG_LONG.rank + 1)
    signs = (False,) if unsigned else (True,) if decimal else (True, False)
    fitting = (t for rank in ranks for sign in signs for t in TYPES
               if t.rank == rank and t.signed == sign and value < 1 << (t.bits - sign))
    return next(fitting, UNSIGNED_LONG_LONG)
