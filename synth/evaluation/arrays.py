"""Evaluation on batches: numpy arrays of uint64, each element a word of at most 64 bits, broadcast as numpy does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synth.evaluation import floats
from synth.evaluation.integers import Integers
from synth.program import Program
from synth.terms import Term, interpret

Words = NDArray[np.uint64]
_FLOATS = {16: (np.uint16, np.float16), 32: (np.uint32, np.float32), 64: (np.uint64, np.float64)}


class Arrays:
    """The domain of batches of words; every value is an array of uint64 below 2^width.

    Constants may be numpy scalars, whose operators warn of overflow; numpy's functions do not.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.mask = np.uint64((1 << width) - 1)
        self.sign = np.uint64(1 << (width - 1))
        self._unused = np.uint64(64 - width)

    def signed(self, a: Words) -> NDArray[np.int64]:
        """The two's-complement reading of words."""
        return (a << self._unused).astype(np.int64) >> self._unused.astype(np.int64)

    def constant(self, value: int) -> Words:
        return np.asarray(value & int(self.mask), dtype=np.uint64)

    def add(self, a: Words, b: Words) -> Words:
        return np.add(a, b) & self.mask

    def sub(self, a: Words, b: Words) -> Words:
        return np.subtract(a, b) & self.mask

    def mul(self, a: Words, b: Words) -> Words:
        return np.multiply(a, b) & self.mask

    def udiv(self, a: Words, b: Words) -> Words:
        return np.where(b == 0, self.mask, a // np.maximum(b, np.uint64(1)))

    def urem(self, a: Words, b: Words) -> Words:
        return np.where(b == 0, a, a % np.maximum(b, np.uint64(1)))

    def sdiv(self, a: Words, b: Words) -> Words:
        negative = (a ^ b) & self.sign != 0
        quotient = self.udiv(self.magnitude(a), self.magnitude(b))
        total = np.where((a & self.sign) != 0, np.uint64(1), self.mask)
        return np.where(b == 0, total, np.where(negative, self.negated(quotient), quotient))

    def srem(self, a: Words, b: Words) -> Words:
        rest = self.urem(self.magnitude(a), self.magnitude(b))
        return np.where((a & self.sign) != 0, self.negated(rest), rest)

    def negated(self, a: Words) -> Words:
        return np.add(~a, np.uint64(1)) & self.mask

    def magnitude(self, a: Words) -> Words:
        return np.where((a & self.sign) != 0, self.negated(a), a)

    def bitand(self, a: Words, b: Words) -> Words:
        return a & b

    def bitor(self, a: Words, b: Words) -> Words:
        return a | b

    def bitxor(self, a: Words, b: Words) -> Words:
        return a ^ b

    def bitnot(self, a: Words) -> Words:
        return a ^ self.mask

    def _distance(self, b: Words) -> Words:
        return np.minimum(b, np.uint64(self.width - 1))

    def shl(self, a: Words, b: Words) -> Words:
        return np.where(b < self.width, a << self._distance(b) & self.mask, np.uint64(0))

    def lshr(self, a: Words, b: Words) -> Words:
        return np.where(b < self.width, a >> self._distance(b), np.uint64(0))

    def ashr(self, a: Words, b: Words) -> Words:
        return (self.signed(a) >> self._distance(b).astype(np.int64)).astype(np.uint64) & self.mask

    def ult(self, a: Words, b: Words) -> Words:
        return np.asarray(a < b).astype(np.uint64)

    def ule(self, a: Words, b: Words) -> Words:
        return np.asarray(a <= b).astype(np.uint64)

    def slt(self, a: Words, b: Words) -> Words:
        return self.ult(a ^ self.sign, b ^ self.sign)

    def sle(self, a: Words, b: Words) -> Words:
        return self.ule(a ^ self.sign, b ^ self.sign)

    def eq(self, a: Words, b: Words) -> Words:
        return np.asarray(a == b).astype(np.uint64)

    def select(self, condition: Words, then: Words, otherwise: Words) -> Words:
        return np.where(condition != 0, then, otherwise)

    def mulhu(self, a: Words, b: Words) -> Words:
        if self.width <= 32:
            return a * b >> np.uint64(self.width)
        low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
        cross = (a >> half) * (b & low) + ((a & low) * (b & low) >> half)
        other = (a & low) * (b >> half) + (cross & low)
        high: Words = (a >> half) * (b >> half) + (cross >> half) + (other >> half)
        if self.width == 64:
            return high
        word: Words = (high << np.uint64(64 - self.width) | np.multiply(a, b) >> np.uint64(self.width)) & self.mask
        return word

    def _float(self, operation: Callable[..., object], exact: str, a: Words, b: Words) -> Words:
        form = floats.float_format(self.width)
        if self.width == 8:
            return _table(exact)[a, b]
        pattern, number = _FLOATS[self.width]
        with np.errstate(all="ignore"):
            result = np.asarray(operation(a.astype(pattern).view(number), b.astype(pattern).view(number)), dtype=number)
        return np.where(np.isnan(result), np.uint64(form.nan), result.view(pattern).astype(np.uint64))

    def fadd(self, a: Words, b: Words) -> Words:
        return self._float(np.add, "fadd", a, b)

    def fsub(self, a: Words, b: Words) -> Words:
        return self._float(np.subtract, "fsub", a, b)

    def fmul(self, a: Words, b: Words) -> Words:
        return self._float(np.multiply, "fmul", a, b)

    def fdiv(self, a: Words, b: Words) -> Words:
        return self._float(np.divide, "fdiv", a, b)

    def _ordered(self, a: Words) -> NDArray[np.int64]:
        magnitude = (a & ~self.sign).astype(np.int64)
        return np.where((a & self.sign) != 0, -magnitude, magnitude)

    def _comparable(self, a: Words, b: Words) -> NDArray[np.bool_]:
        infinity = np.uint64(floats.float_format(self.width).infinity)
        return np.asarray(((a & ~self.sign) <= infinity) & ((b & ~self.sign) <= infinity))

    def flt(self, a: Words, b: Words) -> Words:
        return np.asarray(self._comparable(a, b) & (self._ordered(a) < self._ordered(b))).astype(np.uint64)

    def feq(self, a: Words, b: Words) -> Words:
        return np.asarray(self._comparable(a, b) & (self._ordered(a) == self._ordered(b))).astype(np.uint64)

    def sitofp(self, a: Words) -> Words:
        floats.float_format(self.width)  # says why where there is none
        return _integers()[a] if self.width == 8 else self._patterns(self.signed(a), self.width)

    def fptosi(self, a: Words) -> Words:
        form = floats.float_format(self.width)
        number = _magnitudes(form)[a & ~self.sign] if self.width == 8 else self._numbers(a & ~self.sign, self.width)
        held = np.where((a & self.sign) != 0, number <= int(self.sign), number < int(self.sign))
        with np.errstate(all="ignore"):
            whole = np.where(held, number, 0).astype(np.uint64)
        return np.where(held, np.where((a & self.sign) != 0, self.negated(whole), whole), self.sign)

    def fpext(self, a: Words) -> Words:
        half = floats.half_format(self.width).width
        return self._patterns(self._numbers(a & np.uint64((1 << half) - 1), half), self.width)

    def fptrunc(self, a: Words) -> Words:
        return self._patterns(self._numbers(a, self.width), floats.half_format(self.width).width)

    @staticmethod
    def _numbers(a: Words, bits: int) -> NDArray[np.floating[Any]]:
        """Patterns of 16, 32 or 64 bits as numbers."""
        pattern, number = _FLOATS[bits]
        return np.asarray(a.astype(pattern)).view(number)

    @staticmethod
    def _patterns(numbers: NDArray[Any], bits: int) -> Words:
        """The patterns of numbers, rounded to 16, 32 or 64 bits."""
        pattern, number = _FLOATS[bits]
        with np.errstate(all="ignore"):
            found = np.asarray(numbers.astype(number))
        return np.where(np.isnan(found), np.uint64(floats.float_format(bits).nan), found.view(pattern).astype(np.uint64))


@cache
def _integers() -> Words:
    """The signed words of 8 bits as floating-point numbers of 8 bits."""
    domain = Integers(8)
    return np.array([domain.sitofp(word) for word in range(256)], dtype=np.uint64)


@cache
def _table(operation: str) -> Words:
    """All results of a binary operation at 8 bits: in double precision, which is exact enough to be rounded once more."""
    form = floats.float_format(8)
    magnitudes = _magnitudes(form)
    numbers = np.concatenate([magnitudes, -magnitudes])
    with np.errstate(all="ignore"):
        exact = np.asarray({"fadd": np.add, "fsub": np.subtract, "fmul": np.multiply, "fdiv": np.divide}[operation](
            numbers[:, None], numbers[None, :]), dtype=np.float64)
    rounded = _rounded(np.abs(exact), magnitudes, form) | np.where(np.signbit(exact), np.uint64(form.sign), np.uint64(0))
    return np.where(np.isnan(exact), np.uint64(form.nan), rounded)


def _magnitudes(form: floats.Format) -> NDArray[np.float64]:
    """The values of the patterns without the sign bit, in order."""
    patterns = np.arange(form.sign)
    fraction, exponent = patterns & ((1 << (form.significand - 1)) - 1), patterns >> (form.significand - 1)
    whole = np.where(exponent > 0, fraction | 1 << (form.significand - 1), fraction).astype(np.float64)
    values = np.ldexp(whole, form.least_exponent + np.maximum(exponent - 1, 0))
    values[form.infinity], values[form.infinity + 1:] = np.inf, np.nan
    return np.asarray(values, dtype=np.float64)


def _rounded(exact: NDArray[np.float64], magnitudes: NDArray[np.float64], form: floats.Format) -> Words:
    """The patterns nearest to non-negative numbers, ties to even; what is rounded beyond the largest is infinity."""
    finite = magnitudes[: form.infinity]
    steps = np.append(finite, 2 * finite[-1] - finite[-2])
    above = np.clip(np.searchsorted(steps, exact), 1, form.infinity)
    middle = (steps[above] + steps[above - 1]) / 2
    down = (exact < middle) | ((exact == middle) & (above % 2 == 1))
    return np.where(down, above - 1, above).astype(np.uint64)


def run_program(program: Program, arguments: Sequence[Words], width: int) -> Words:
    """The program's results on arrays of words."""
    return program.run(Arrays(width), arguments)


def evaluate(term: Term, words: Mapping[str, Words], programs: Mapping[str, Program], width: int) -> Words:
    """The values of a term under arrays of ∀ words and the programs of the ∃ functions."""
    domain = Arrays(width)
    return interpret(term, domain, words, lambda name, arguments: programs[name].run(domain, arguments))
