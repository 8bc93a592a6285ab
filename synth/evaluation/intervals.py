"""Abstract evaluation: intervals of words, as round the clock.

Idea: an interval is a word and how many words follow it, modulo 2^width, so that a set which is small unsigned or small signed is
small here (Navas, Schachte, Søndergaard, Stuckey, Signedness-agnostic program analysis, APLAS 2012). Every operator gives an
interval that holds the results for all words of its operands' intervals. Floating point is any value.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Interval(NamedTuple):
    """The words low, low + 1, …, low + span, modulo 2^width."""

    low: int
    span: int


Piece = tuple[int, int]
"""The first and the last of some integers."""


class Intervals:
    """The domain of intervals of words."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.mask = (1 << width) - 1
        self.sign = 1 << (width - 1)
        self.all = Interval(0, self.mask)

    def between(self, low: int, high: int) -> Interval:
        """The words of the integers from `low` to `high`."""
        return self.all if high - low >= self.mask else Interval(low & self.mask, high - low)

    def holds(self, a: Interval, word: int) -> bool:
        """Whether a word is in an interval."""
        return (word - a.low & self.mask) <= a.span

    def within(self, a: Interval, b: Interval) -> bool:
        """Whether all words of one interval are in another."""
        return b.span == self.mask or ((a.low - b.low & self.mask) + a.span <= b.span)

    def join(self, a: Interval, b: Interval) -> Interval:
        """The smallest interval that holds two."""
        if self.within(b, a):
            return a
        if self.within(a, b):
            return b
        ends = (self.between(a.low, a.low + max(a.span, (b.low - a.low & self.mask) + b.span)),
                self.between(b.low, b.low + max(b.span, (a.low - b.low & self.mask) + a.span)))
        return min(ends, key=lambda i: i.span)

    def meet(self, a: Interval, b: Interval) -> Interval | None:
        """An interval that holds what is in both, the smaller of them where that is in two parts; None where nothing is."""
        b_in_a, a_in_b = self.holds(a, b.low), self.holds(b, a.low)
        if self.within(a, b):
            return a
        if self.within(b, a):
            return b
        if a_in_b and b_in_a:
            return min(a, b, key=lambda i: i.span)
        if b_in_a:
            return Interval(b.low, min(b.span, a.span - (b.low - a.low & self.mask)))
        return Interval(a.low, min(a.span, b.span - (a.low - b.low & self.mask))) if a_in_b else None

    def unsigned(self, a: Interval) -> list[Piece]:
        """An interval as unsigned integers."""
        high = a.low + a.span
        return [(a.low, high)] if high <= self.mask else [(0, high - self.mask - 1), (a.low, self.mask)]

    def signed(self, a: Interval) -> list[Piece]:
        """An interval as integers in two's complement, those below 0 apart."""
        found = [(low - self.sign, high - self.sign) for low, high in self.unsigned(Interval(a.low ^ self.sign, a.span))]
        return [p for low, high in found for p in ((low, min(high, -1)), (max(low, 0), high)) if p[0] <= p[1]]

    def _hull(self, pieces: Iterable[Piece]) -> Interval:
        """The smallest interval that holds the words of some integers."""
        found: Interval | None = None
        for low, high in pieces:
            own = self.between(low, high)
            found = own if found is None else self.join(found, own)
        return self.all if found is None else found

    def constant(self, value: int) -> Interval:
        return Interval(value & self.mask, 0)

    def add(self, a: Interval, b: Interval) -> Interval:
        return self.between(a.low + b.low, a.low + b.low + a.span + b.span)

    def sub(self, a: Interval, b: Interval) -> Interval:
        return self.between(a.low - b.low - b.span, a.low + a.span - b.low)

    def mul(self, a: Interval, b: Interval) -> Interval:
        readings = []
        for read in (self.unsigned, self.signed):
            products = [[x * y for x in p for y in q] for p in read(a) for q in read(b)]
            readings.append(self._hull((min(p), max(p)) for p in products))
        return min(readings, key=lambda i: i.span)

    def udiv(self, a: Interval, b: Interval) -> Interval:
        return self._hull((low, high) for p in self.unsigned(a) for q in self.unsigned(b) for low, high in self._quotients(p, q))

    def _quotients(self, a: Piece, b: Piece) -> list[Piece]:
        found = [(a[0] // b[1], a[1] // max(b[0], 1))] if b[1] else []
        return [*found, (self.mask, self.mask)] if b[0] == 0 else found

    def urem(self, a: Interval, b: Interval) -> Interval:
        return self._hull(self._rest(p, q) for p in self.unsigned(a) for q in self.unsigned(b))

    def _rest(self, a: Piece, b: Piece) -> Piece:
        if b[0] == 0:  # x urem 0 is x
            return 0, a[1]
        if b[0] == b[1] and a[0] // b[0] == a[1] // b[0]:
            return a[0] % b[0], a[1] % b[0]
        return a if a[1] < b[0] else (0, min(a[1], b[1] - 1))

    def sdiv(self, a: Interval, b: Interval) -> Interval:
        found = []
        for p in self.signed(a):
            for q in self.signed(b):
                for low, high in self._quotients(_magnitudes(p), _magnitudes(q)):
                    found.append((low, high) if (p[0] < 0) is (q[0] < 0) else (-high, -low))
        return self._hull(found)

    def srem(self, a: Interval, b: Interval) -> Interval:
        found = []
        for p in self.signed(a):
            for q in self.signed(b):
                low, high = self._rest(_magnitudes(p), _magnitudes(q))
                found.append((low, high) if p[0] >= 0 else (-high, -low))
        return self._hull(found)

    def bitand(self, a: Interval, b: Interval) -> Interval:
        def both(p: Piece, q: Piece) -> Piece:
            (ones, may), (others, might) = _bits(p), _bits(q)
            return ones & others, min(p[1], q[1], may & might)
        return self._hull(both(p, q) for p in self.unsigned(a) for q in self.unsigned(b))

    def bitor(self, a: Interval, b: Interval) -> Interval:
        def either(p: Piece, q: Piece) -> Piece:
            (ones, may), (others, might) = _bits(p), _bits(q)
            return max(p[0], q[0], ones | others), may | might
        return self._hull(either(p, q) for p in self.unsigned(a) for q in self.unsigned(b))

    def bitxor(self, a: Interval, b: Interval) -> Interval:
        def differing(p: Piece, q: Piece) -> Piece:
            (ones, may), (others, might) = _bits(p), _bits(q)
            return ones & ~might | others & ~may, (may | might) & ~(ones & others)
        return self._hull(differing(p, q) for p in self.unsigned(a) for q in self.unsigned(b))

    def bitnot(self, a: Interval) -> Interval:
        return self.between(-a.low - a.span - 1, -a.low - 1)

    def shl(self, a: Interval, b: Interval) -> Interval:
        if b.span == 0:
            return self.mul(a, self.constant(1 << b.low)) if b.low < self.width else self.constant(0)
        return self._hull(((p[0] << q[0], p[1] << q[1]) if q[1] < self.width and p[1] << q[1] <= self.mask else (0, self.mask))
                          for p in self.unsigned(a) for q in self.unsigned(b))

    def lshr(self, a: Interval, b: Interval) -> Interval:
        return self._hull((p[0] >> min(q[1], self.width), p[1] >> min(q[0], self.width))
                          for p in self.unsigned(a) for q in self.unsigned(b))

    def ashr(self, a: Interval, b: Interval) -> Interval:
        shifts = [(min(low, self.width - 1), min(high, self.width - 1)) for low, high in self.unsigned(b)]
        return self._hull((min(p[0] >> s for s in q), max(p[1] >> s for s in q)) for p in self.signed(a) for q in shifts)

    def ult(self, a: Interval, b: Interval) -> Interval:
        return _compared(self.unsigned(a), self.unsigned(b), 0)

    def ule(self, a: Interval, b: Interval) -> Interval:
        return _compared(self.unsigned(a), self.unsigned(b), 1)

    def slt(self, a: Interval, b: Interval) -> Interval:
        return _compared(self.signed(a), self.signed(b), 0)

    def sle(self, a: Interval, b: Interval) -> Interval:
        return _compared(self.signed(a), self.signed(b), 1)

    def eq(self, a: Interval, b: Interval) -> Interval:
        if self.meet(a, b) is None:
            return _FALSE
        return _TRUE if a.span == b.span == 0 else _EITHER

    def select(self, condition: Interval, then: Interval, otherwise: Interval) -> Interval:
        if not self.holds(condition, 0):
            return then
        return otherwise if condition.span == 0 else self.join(then, otherwise)

    def mulhu(self, a: Interval, b: Interval) -> Interval:
        return self._hull((p[0] * q[0] >> self.width, p[1] * q[1] >> self.width)
                          for p in self.unsigned(a) for q in self.unsigned(b))

    def fadd(self, _a: Interval, _b: Interval) -> Interval:
        return self.all

    fsub = fmul = fdiv = fadd

    def flt(self, _a: Interval, _b: Interval) -> Interval:
        return _EITHER

    feq = flt

    def sitofp(self, _a: Interval) -> Interval:
        return self.all

    fptosi = fpext = fptrunc = sitofp


_FALSE, _TRUE, _EITHER = Interval(0, 0), Interval(1, 0), Interval(0, 1)


def _magnitudes(numbers: Piece) -> Piece:
    """The absolute values of integers that are all below 0, or none."""
    return numbers if numbers[0] >= 0 else (-numbers[1], -numbers[0])


def _bits(numbers: Piece) -> Piece:
    """The bits that are 1 in all of some integers, and those that are in some of them."""
    unlike = (1 << (numbers[0] ^ numbers[1]).bit_length()) - 1
    return numbers[0] & ~unlike, numbers[1] | unlike


def _compared(left: list[Piece], right: list[Piece], more: int) -> Interval:
    """Whether integers of some pieces are below those of others plus `more`: always, never, or either."""
    if max(high for _, high in left) < min(low for low, _ in right) + more:
        return _TRUE
    return _EITHER if min(low for low, _ in left) < max(high for _, high in right) + more else _FALSE
