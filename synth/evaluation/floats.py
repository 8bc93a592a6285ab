"""IEEE-754 at the word's format, exactly, on bit patterns: the reference for every other evaluator of floating point.

Results are rounded to nearest, ties to even; every NaN result is the one quiet NaN of `Format.nan`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from synth.errors import InputError

_EXPONENT_BITS = {8: 4, 16: 5, 32: 8, 64: 11}


@dataclass(frozen=True)
class Format:
    """A binary interchange format: one sign bit, `exponent` bits, `significand` bits with the hidden one."""

    exponent: int
    significand: int

    @property
    def width(self) -> int:
        """The width of the whole word."""
        return self.exponent + self.significand

    @property
    def infinity(self) -> int:
        """The bit pattern of +∞."""
        return ((1 << self.exponent) - 1) << (self.significand - 1)

    @property
    def nan(self) -> int:
        """The bit pattern that stands for every NaN result."""
        return self.infinity | 1 << (self.significand - 2)

    @property
    def sign(self) -> int:
        """The sign bit."""
        return 1 << (self.width - 1)

    @property
    def least_exponent(self) -> int:
        """The power of two of a subnormal's last place."""
        return 3 - (1 << (self.exponent - 1)) - self.significand


def float_format(width: int) -> Format:
    """The format of `width`-bit words: 8 (4 exponent bits), 16, 32 or 64. InputError for other widths."""
    if width not in _EXPONENT_BITS:
        raise InputError(f"no floating-point format of {width} bits; use a width of 8, 16, 32 or 64")
    return Format(_EXPONENT_BITS[width], width - _EXPONENT_BITS[width])


def half_format(width: int) -> Format:
    """The format of half as many bits, for words of 32 and 64 bits. InputError for other widths."""
    if width not in (32, 64):
        raise InputError(f"no floating-point format of half of {width} bits; use a width of 32 or 64")
    return float_format(width // 2)


def is_nan(bits: int, form: Format) -> bool:
    """Whether the pattern is a NaN."""
    return bits & ~form.sign > form.infinity


def _value(bits: int, form: Format) -> Fraction:
    magnitude = bits & ~form.sign
    fraction, exponent = magnitude & ((1 << (form.significand - 1)) - 1), magnitude >> (form.significand - 1)
    whole = fraction if exponent == 0 else fraction | 1 << (form.significand - 1)
    value = Fraction(whole) * Fraction(2) ** (form.least_exponent + max(exponent - 1, 0))
    return -value if bits & form.sign else value


def _round(value: Fraction, form: Format, zero_sign: int) -> int:
    if value == 0:
        return zero_sign
    sign, value = (form.sign, -value) if value < 0 else (0, value)
    place = form.least_exponent
    scaled = value / Fraction(2) ** place
    excess = max(0, (scaled.numerator // scaled.denominator).bit_length() - form.significand)
    whole = round(scaled / (1 << excess))
    if whole.bit_length() > form.significand:
        whole, excess = whole >> 1, excess + 1
    pattern = whole if whole < 1 << (form.significand - 1) else whole + (excess << (form.significand - 1))
    return sign | min(pattern, form.infinity)


def from_fraction(value: Fraction, form: Format) -> int:
    """The pattern nearest to a number."""
    return _round(value, form, 0)


def to_fraction(bits: int, form: Format) -> Fraction | None:
    """The number that a pattern stands for; None for infinities and NaN."""
    return None if bits & ~form.sign >= form.infinity else _value(bits, form)


def add(a: int, b: int, form: Format) -> int:
    """a + b."""
    infinite_a, infinite_b = a & ~form.sign == form.infinity, b & ~form.sign == form.infinity
    if is_nan(a, form) or is_nan(b, form) or (infinite_a and infinite_b and a != b):
        return form.nan
    if infinite_a or infinite_b:
        return a if infinite_a else b
    return _round(_value(a, form) + _value(b, form), form, a & b & form.sign)


def multiply(a: int, b: int, form: Format) -> int:
    """a · b."""
    sign = (a ^ b) & form.sign
    magnitudes = (a & ~form.sign, b & ~form.sign)
    if is_nan(a, form) or is_nan(b, form) or sorted(magnitudes) == [0, form.infinity]:
        return form.nan
    if form.infinity in magnitudes:
        return sign | form.infinity
    return _round(_value(a, form) * _value(b, form), form, sign)


def divide(a: int, b: int, form: Format) -> int:
    """a / b."""
    sign = (a ^ b) & form.sign
    top, bottom = a & ~form.sign, b & ~form.sign
    if is_nan(a, form) or is_nan(b, form) or (top == bottom and top in (0, form.infinity)):
        return form.nan
    if top == form.infinity or bottom == 0:
        return sign | form.infinity
    if bottom == form.infinity:
        return sign
    return _round(_value(a, form) / _value(b, form), form, sign)


def from_integer(value: int, form: Format) -> int:
    """The pattern nearest to an integer."""
    return from_fraction(Fraction(value), form)


def to_signed(bits: int, form: Format) -> int:
    """The number without its fraction, as a word of the same width; 100…0 where a signed word does not hold it, and for NaN."""
    exact = to_fraction(bits, form)
    whole = None if exact is None else int(exact)
    return whole % (1 << form.width) if whole is not None and -form.sign <= whole < form.sign else form.sign


def converted(bits: int, form: Format, target: Format) -> int:
    """The pattern nearest to a number in another format."""
    if is_nan(bits, form):
        return target.nan
    exact = to_fraction(bits & ~form.sign, form)
    magnitude = target.infinity if exact is None else from_fraction(exact, target)
    return magnitude | (target.sign if bits & form.sign else 0)


def less(a: int, b: int, form: Format) -> bool:
    """a < b; false where either is a NaN."""
    return not is_nan(a, form) and not is_nan(b, form) and _ordered(a, form) < _ordered(b, form)


def equal(a: int, b: int, form: Format) -> bool:
    """a = b; false where either is a NaN, true for the two zeros."""
    return not is_nan(a, form) and not is_nan(b, form) and _ordered(a, form) == _ordered(b, form)


def _ordered(bits: int, form: Format) -> int:
    return -(bits & ~form.sign) if bits & form.sign else bits
