"""Evaluation on Z3 bit-vector terms; also the way to SMT-LIB text, through Z3's printer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import z3

from synth.evaluation.floats import Format, float_format, half_format
from synth.evaluation.z3terms import Z3Terms
from synth.program import Program
from synth.terms import Term, interpret


class Smt:
    """The domain of Z3 bit-vector terms of `width` bits, in Z3's main context or in `context`.

    A word that says whether a Z3 Boolean holds has that Boolean as its attribute `condition`: nothing is left of the word where
    only its truth is asked for.
    """

    def __init__(self, width: int, context: z3.Context | None = None) -> None:
        self.width = width
        self.context = context
        own = z3.get_ctx(context)
        self._made = Z3Terms(own)
        self._words = z3.BitVecSort(width, own)
        self._zero, self._one = (z3.BitVecVal(value, self._words) for value in (0, 1))

    def symbol(self, name: str) -> Any:
        """A free word."""
        return z3.BitVec(name, self._words)

    def constant(self, value: int) -> Any:
        if value in (0, 1):
            return self._one if value else self._zero
        return z3.BitVecVal(value, self._words)

    def truth(self, word: Any) -> Any:
        """The Z3 Boolean "not 0"."""
        condition = getattr(word, "condition", None)
        return self._made.negated(self._made.condition(z3.Z3_mk_eq, word, self._zero)) if condition is None else condition

    def _word(self, condition: Any) -> Any:
        word = self._made.chosen(z3.BitVecRef, condition, self._one, self._zero)
        word.condition = condition
        return word

    def add(self, a: Any, b: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvadd, a, b)

    def sub(self, a: Any, b: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvsub, a, b)

    def mul(self, a: Any, b: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvmul, a, b)

    def udiv(self, a: Any, b: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvudiv, a, b)

    def sdiv(self, a: Any, b: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvsdiv, a, b)

    def urem(self, a: Any, b: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvurem, a, b)

    def srem(self, a: Any, b: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvsrem, a, b)

    def bitand(self, a: Any, b: Any) -> Any:
        if hasattr(a, "condition") and hasattr(b, "condition"):
            return self._word(self._made.connected(z3.Z3_mk_and, a.condition, b.condition))
        return self._made.word(z3.Z3_mk_bvand, a, b)

    def bitor(self, a: Any, b: Any) -> Any:
        if hasattr(a, "condition") and hasattr(b, "condition"):
            return self._word(self._made.connected(z3.Z3_mk_or, a.condition, b.condition))
        return self._made.word(z3.Z3_mk_bvor, a, b)

    def bitxor(self, a: Any, b: Any) -> Any:
        if b is self._one and hasattr(a, "condition"):
            return self._word(self._made.negated(a.condition))
        return self._made.word(z3.Z3_mk_bvxor, a, b)

    def bitnot(self, a: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvnot, a)

    def shl(self, a: Any, b: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvshl, a, b)

    def lshr(self, a: Any, b: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvlshr, a, b)

    def ashr(self, a: Any, b: Any) -> Any:
        return self._made.word(z3.Z3_mk_bvashr, a, b)

    def ult(self, a: Any, b: Any) -> Any:
        return self._word(self._made.condition(z3.Z3_mk_bvult, a, b))

    def ule(self, a: Any, b: Any) -> Any:
        return self._word(self._made.condition(z3.Z3_mk_bvule, a, b))

    def slt(self, a: Any, b: Any) -> Any:
        return self._word(self._made.condition(z3.Z3_mk_bvslt, a, b))

    def sle(self, a: Any, b: Any) -> Any:
        return self._word(self._made.condition(z3.Z3_mk_bvsle, a, b))

    def eq(self, a: Any, b: Any) -> Any:
        if b is self._zero and hasattr(a, "condition"):
            return self._word(self._made.negated(a.condition))
        return self._word(self._made.condition(z3.Z3_mk_eq, a, b))

    def select(self, condition: Any, then: Any, otherwise: Any) -> Any:
        condition = self.truth(condition)
        if then is self._one and otherwise is self._zero:
            return self._word(condition)
        return self._made.chosen(z3.BitVecRef, condition, then, otherwise)

    def mulhu(self, a: Any, b: Any) -> Any:
        product = z3.ZeroExt(self.width, a) * z3.ZeroExt(self.width, b)
        return z3.Extract(2 * self.width - 1, self.width, product)

    def _sort(self, form: Format) -> Any:
        return z3.FPSort(form.exponent, form.significand, self.context)

    def _float(self, a: Any) -> Any:
        return z3.fpBVToFP(a, self._sort(float_format(self.width)), self.context)

    def _pattern(self, value: Any) -> Any:
        return z3.If(z3.fpIsNaN(value, self.context), self.constant(float_format(self.width).nan),
                     z3.fpToIEEEBV(value, self.context))

    def fadd(self, a: Any, b: Any) -> Any:
        return self._pattern(z3.fpAdd(z3.RNE(self.context), self._float(a), self._float(b), self.context))

    def fsub(self, a: Any, b: Any) -> Any:
        return self._pattern(z3.fpSub(z3.RNE(self.context), self._float(a), self._float(b), self.context))

    def fmul(self, a: Any, b: Any) -> Any:
        return self._pattern(z3.fpMul(z3.RNE(self.context), self._float(a), self._float(b), self.context))

    def fdiv(self, a: Any, b: Any) -> Any:
        return self._pattern(z3.fpDiv(z3.RNE(self.context), self._float(a), self._float(b), self.context))

    def flt(self, a: Any, b: Any) -> Any:
        return self._word(z3.fpLT(self._float(a), self._float(b), self.context))

    def feq(self, a: Any, b: Any) -> Any:
        return self._word(z3.fpEQ(self._float(a), self._float(b), self.context))

    def sitofp(self, a: Any) -> Any:
        sort = self._sort(float_format(self.width))
        return z3.fpToIEEEBV(z3.fpSignedToFP(z3.RNE(self.context), a, sort, self.context), self.context)

    def fptosi(self, a: Any) -> Any:
        number, least = self._float(a), self.constant(1 << (self.width - 1))
        bound = self._float(self.sitofp(least))
        held = z3.And(z3.fpLEQ(bound, number, self.context), z3.fpLT(number, z3.fpNeg(bound, self.context), self.context))
        whole = z3.fpToSBV(z3.RTZ(self.context), number, z3.BitVecSort(self.width, self.context), self.context)
        return z3.If(held, whole, least)

    def fpext(self, a: Any) -> Any:
        half = half_format(self.width)
        number = z3.fpBVToFP(z3.Extract(half.width - 1, 0, a), self._sort(half), self.context)
        return self._pattern(z3.fpFPToFP(z3.RNE(self.context), number, self._sort(float_format(self.width)), self.context))

    def fptrunc(self, a: Any) -> Any:
        half = half_format(self.width)
        number = z3.fpFPToFP(z3.RNE(self.context), self._float(a), self._sort(half), self.context)
        pattern = z3.ZeroExt(half.width, z3.fpToIEEEBV(number, self.context))
        return z3.If(z3.fpIsNaN(number, self.context), self.constant(half.nan), pattern)


def run_program(program: Program, arguments: Sequence[Any], width: int) -> Any:
    """The program's result as a Z3 bit-vector term."""
    return program.run(Smt(width), arguments)


def evaluate(term: Term, words: Mapping[str, Any], programs: Mapping[str, Program], width: int) -> Any:
    """The value of a term as a Z3 bit-vector term, under Z3 words and the programs of the ∃ functions."""
    domain = Smt(width)
    return interpret(term, domain, words, lambda name, arguments: programs[name].run(domain, arguments))
