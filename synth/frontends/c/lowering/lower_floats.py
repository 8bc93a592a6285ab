"""Floating-point expressions as terms over words of 32 or 64 bits: arithmetic, comparisons, conversions (C11, 6.3.1.4 and 6.3.1.5).

Where C defines no result of a conversion to an integer type, since that does not hold the number, it is the pattern 100…0.
"""

from __future__ import annotations

from fractions import Fraction

from synth.evaluation.floats import float_format, from_fraction
from synth.frontends.c.expressions.types import Floating, Integer
from synth.frontends.c.lowering.simplify import Builder
from synth.terms import Term

_ARITHMETIC = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
_SWAPPED = {">": "<", ">=": "<="}


class Numbers:
    """Builds terms with a builder; a *full* number is one in the format of its words' width."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    @property
    def _width(self) -> int:
        assert self._builder.width is not None
        return self._builder.width

    def full(self, number: Term, type: Floating) -> Term:
        """A value of a floating-point type, in the format of the word."""
        return number if type.bits == self._width else self._builder.apply("fpext", number)

    def rounded(self, number: Term, type: Floating) -> Term:
        """A full number as a value of a type."""
        return number if type.bits == self._width else self._builder.apply("fptrunc", number)

    def applied(self, operator: str, type: Floating, words: list[Term]) -> Term:
        """-a, a + b, a - b, a * b or a / b, of the type; or a comparison of two of the type."""
        apply = self._builder.apply
        if operator == "neg":
            return apply("xor", words[0], self._builder.constant(1 << (type.bits - 1)))
        words = [self.full(word, type) for word in words]
        if operator in _ARITHMETIC:
            return self.rounded(apply(_ARITHMETIC[operator], *words), type)
        if operator in ("==", "!="):
            equal = apply("feq", *words)
            return equal if operator == "==" else self._builder.negation(equal)
        if operator in _SWAPPED:
            words, operator = words[::-1], _SWAPPED[operator]
        less = apply("flt", *words)
        return less if operator == "<" else self._builder.either(less, apply("feq", *words))

    # -- integers --

    def of_integer(self, word: Term, source: Integer, target: Floating) -> Term:
        """An integer, a word of full width, as the nearest value of a floating-point type."""
        exact = float_format(self._width).significand
        if target.bits < self._width and source.bits > exact:
            word = self._rounded_to_odd(word, source, exact)
        return self.rounded(self._nearest(word, source), target)

    def _nearest(self, word: Term, source: Integer) -> Term:
        """The full number nearest to an integer."""
        apply, builder = self._builder.apply, self._builder
        if source.signed or source.bits < self._width:
            return apply("sitofp", word)
        half = apply("sitofp", apply("or", apply("lshr", word, builder.constant(1)), apply("and", word, builder.constant(1))))
        negative = apply("slt", word, builder.constant(0))
        return builder.ite(negative, apply("fadd", half, half), apply("sitofp", word))

    def _rounded_to_odd(self, word: Term, source: Integer, exact: int) -> Term:
        """An integer that a full number holds and that is rounded to a shorter format like this one: its last bits are gathered in
        one (Boldo and Melquiond, "When double rounding is odd", 2005).
        """
        apply, builder = self._builder.apply, self._builder
        spare = self._width - exact
        low = builder.constant((1 << spare) - 1)
        sticky = builder.ite(apply("neq", apply("and", word, low), builder.constant(0)), builder.constant(1 << spare),
                             builder.constant(0))
        gathered = apply("or", apply("and", word, builder.constant(-1 << spare)), sticky)
        offset = builder.constant(1 << exact)
        small = (apply("ult", apply("add", word, offset), builder.constant(2 << exact)) if source.signed
                 else apply("ult", word, offset))
        return builder.ite(small, word, gathered)

    def to_integer(self, number: Term, target: Integer) -> Term:
        """A full number without its fraction, as a value of an integer type; 100…0 where the type does not hold it."""
        apply, builder = self._builder.apply, self._builder
        if target.signed and target.bits == self._width:
            return apply("fptosi", number)
        if target.bits < self._width:
            return builder.ite(self.holds(number, target), self._masked(apply("fptosi", number), target),
                               builder.constant(1 << (target.bits - 1)))
        top = builder.constant(1 << (self._width - 1))
        bound = self._constant(1 << (self._width - 1))
        large = apply("xor", apply("fptosi", apply("fsub", number, bound)), top)
        found = builder.ite(apply("flt", number, bound), apply("fptosi", number), large)
        return builder.ite(self.holds(number, target), found, top)

    def holds(self, number: Term, target: Integer) -> Term:
        """That an integer type holds a full number, its fraction cut off."""
        apply = self._builder.apply
        least = -(1 << (target.bits - 1)) if target.signed else 0
        above = apply("flt", number, self._constant(1 << (target.bits - target.signed)))
        if target.signed and target.bits >= float_format(self._width).significand:  # no number lies between least - 1 and least
            low = self._constant(least)
            return self._builder.both(self._builder.either(apply("flt", low, number), apply("feq", low, number)), above)
        return self._builder.both(apply("flt", self._constant(least - 1), number), above)

    def _masked(self, word: Term, type: Integer) -> Term:
        return self._builder.apply("and", word, self._builder.constant((1 << type.bits) - 1))

    def _constant(self, number: int) -> Term:
        return self._builder.constant(from_fraction(Fraction(number), float_format(self._width)))
