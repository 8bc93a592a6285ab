"""Evaluation on Python integers: the reference that the other domains are tested against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from synth.evaluation import floats
from synth.program import Program
from synth.terms import Term, interpret


class Integers:
    """The domain of words as Python integers in [0, 2^width)."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.mask = (1 << width) - 1
        self.sign = 1 << (width - 1)

    def signed(self, a: int) -> int:
        """The two's-complement reading of a word."""
        return a - (1 << self.width) if a & self.sign else a

    def constant(self, value: int) -> int:
        return value & self.mask

    def add(self, a: int, b: int) -> int:
        return a + b & self.mask

    def sub(self, a: int, b: int) -> int:
        return a - b & self.mask

    def mul(self, a: int, b: int) -> int:
        return a * b & self.mask

    def udiv(self, a: int, b: int) -> int:
        return a // b if b else self.mask

    def urem(self, a: int, b: int) -> int:
        return a % b if b else a

    def sdiv(self, a: int, b: int) -> int:
        quotient = self.udiv(abs(self.signed(a)), abs(self.signed(b)))
        return (-quotient if (a ^ b) & self.sign else quotient) & self.mask if b else (1 if a & self.sign else self.mask)

    def srem(self, a: int, b: int) -> int:
        rest = self.urem(abs(self.signed(a)), abs(self.signed(b)))
        return (-rest if a & self.sign else rest) & self.mask

    def bitand(self, a: int, b: int) -> int:
        return a & b

    def bitor(self, a: int, b: int) -> int:
        return a | b

    def bitxor(self, a: int, b: int) -> int:
        return a ^ b

    def bitnot(self, a: int) -> int:
        return a ^ self.mask

    def shl(self, a: int, b: int) -> int:
        return a << b & self.mask if b < self.width else 0

    def lshr(self, a: int, b: int) -> int:
        return a >> b if b < self.width else 0

    def ashr(self, a: int, b: int) -> int:
        return self.signed(a) >> min(b, self.width - 1) & self.mask

    def ult(self, a: int, b: int) -> int:
        return int(a < b)

    def ule(self, a: int, b: int) -> int:
        return int(a <= b)

    def slt(self, a: int, b: int) -> int:
        return int(self.signed(a) < self.signed(b))

    def sle(self, a: int, b: int) -> int:
        return int(self.signed(a) <= self.signed(b))

    def eq(self, a: int, b: int) -> int:
        return int(a == b)

    def select(self, condition: int, then: int, otherwise: int) -> int:
        return then if condition else otherwise

    def mulhu(self, a: int, b: int) -> int:
        return a * b >> self.width

    def fadd(self, a: int, b: int) -> int:
        return floats.add(a, b, floats.float_format(self.width))

    def fsub(self, a: int, b: int) -> int:
        return floats.add(a, b ^ self.sign, floats.float_format(self.width))

    def fmul(self, a: int, b: int) -> int:
        return floats.multiply(a, b, floats.float_format(self.width))

    def fdiv(self, a: int, b: int) -> int:
        return floats.divide(a, b, floats.float_format(self.width))

    def flt(self, a: int, b: int) -> int:
        return int(floats.less(a, b, floats.float_format(self.width)))

    def feq(self, a: int, b: int) -> int:
        return int(floats.equal(a, b, floats.float_format(self.width)))

    def sitofp(self, a: int) -> int:
        return floats.from_integer(self.signed(a), floats.float_format(self.width))

    def fptosi(self, a: int) -> int:
        return floats.to_signed(a, floats.float_format(self.width))

    def fpext(self, a: int) -> int:
        half = floats.half_format(self.width)
        return floats.converted(a & (1 << half.width) - 1, half, floats.float_format(self.width))

    def fptrunc(self, a: int) -> int:
        return floats.converted(a, floats.float_format(self.width), floats.half_format(self.width))


def run_program(program: Program, arguments: Sequence[int], width: int) -> int:
    """The program's result on words of `width` bits."""
    return program.run(Integers(width), arguments)


def evaluate(term: Term, words: Mapping[str, int], programs: Mapping[str, Program], width: int) -> int:
    """The value of a term under ∀ words and the programs of the ∃ functions, at `width` bits."""
    domain = Integers(width)
    return interpret(term, domain, words, lambda name, arguments: programs[name].run(domain, arguments))
