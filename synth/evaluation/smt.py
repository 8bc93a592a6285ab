"""Evaluation on Z3 bit-vector terms; also the way to SMT-LIB text, through Z3's printer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import z3

from synth.evaluation.floats import Format, float_format, half_format
from synth.program import Program
from synth.terms import Term, interpret


class Smt:
    """The domain of Z3 bit-vector terms of `width` bits, in Z3's main context or in `context`."""

    def __init__(self, width: int, context: z3.Context | None = None) -> None:
        self.width = width
        self.context = context
        self._zero, self._one = self.constant(0), self.constant(1)

    def symbol(self, name: str) -> Any:
        """A free word."""
        return z3.BitVec(name, self.width, self.context)

    def constant(self, value: int) -> Any:
        return z3.BitVecVal(value, self.width, self.context)

    def truth(self, word: Any) -> Any:
        """The Z3 Boolean "not 0"; undoes `_word` without leaving a trace of it."""
        if z3.is_app_of(word, z3.Z3_OP_ITE) and word.arg(1).eq(self._one) and word.arg(2).eq(self._zero):
            return word.arg(0)
        return word != self._zero

    def _word(self, condition: Any) -> Any:
        return z3.If(condition, self._one, self._zero)

    def add(self, a: Any, b: Any) -> Any:
        return a + b

    def sub(self, a: Any, b: Any) -> Any:
        return a - b

    def mul(self, a: Any, b: Any) -> Any:
        return a * b

    def udiv(self, a: Any, b: Any) -> Any:
        return z3.UDiv(a, b)

    def sdiv(self, a: Any, b: Any) -> Any:
        return a / b

    def urem(self, a: Any, b: Any) -> Any:
        return z3.URem(a, b)

    def srem(self, a: Any, b: Any) -> Any:
        return z3.SRem(a, b)

    def _boolean(self, a: Any) -> bool:
        return bool(z3.is_app_of(a, z3.Z3_OP_ITE) and a.arg(1).eq(self._one) and a.arg(2).eq(self._zero))

    def bitand(self, a: Any, b: Any) -> Any:
        if self._boolean(a) and self._boolean(b):
            return self._word(z3.And(a.arg(0), b.arg(0)))
        return a & b

    def bitor(self, a: Any, b: Any) -> Any:
        if self._boolean(a) and self._boolean(b):
            return self._word(z3.Or(a.arg(0), b.arg(0)))
        return a | b

    def bitxor(self, a: Any, b: Any) -> Any:
        if self._boolean(a) and b.eq(self._one):
            return self._word(z3.Not(a.arg(0)))
        return a ^ b

    def bitnot(self, a: Any) -> Any:
        return ~a

    def shl(self, a: Any, b: Any) -> Any:
        return a << b

    def lshr(self, a: Any, b: Any) -> Any:
        return z3.LShR(a, b)

    def ashr(self, a: Any, b: Any) -> Any:
        return a >> b

    def ult(self, a: Any, b: Any) -> Any:
        return self._word(z3.ULT(a, b))

    def ule(self, a: Any, b: Any) -> Any:
        return self._word(z3.ULE(a, b))

    def slt(self, a: Any, b: Any) -> Any:
        return self._word(a < b)

    def sle(self, a: Any, b: Any) -> Any:
        return self._word(a <= b)

    def eq(self, a: Any, b: Any) -> Any:
        if self._boolean(a) and b.eq(self._zero):
            return self._word(z3.Not(a.arg(0)))
        return self._word(a == b)

    def select(self, condition: Any, then: Any, otherwise: Any) -> Any:
        return z3.If(self.truth(condition), then, otherwise)

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
