"""Evaluation into Python text: expressions over non-negative integers below 2^width."""

from __future__ import annotations


class PythonText:
    """The domain of Python expressions, each in parentheses; those of floating point need `synth.evaluation.floats` as `floats`."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._mask, self._sign = hex((1 << width) - 1), hex(1 << (width - 1))

    def _signed(self, a: str) -> str:
        return f"(({a} ^ {self._sign}) - {self._sign})"

    def constant(self, value: int) -> str:
        value %= 1 << self.width
        return str(value) if value < 1024 else hex(value)

    def add(self, a: str, b: str) -> str:
        return f"({a} + {b} & {self._mask})"

    def sub(self, a: str, b: str) -> str:
        return f"({a} - {b} & {self._mask})"

    def mul(self, a: str, b: str) -> str:
        return f"({a} * {b} & {self._mask})"

    def udiv(self, a: str, b: str) -> str:
        return f"({a} // {b} if {b} else {self._mask})"

    def urem(self, a: str, b: str) -> str:
        return f"({a} % {b} if {b} else {a})"

    def sdiv(self, a: str, b: str) -> str:
        quotient = f"abs({self._signed(a)}) // abs({self._signed(b)}) * (-1 if ({a} ^ {b}) & {self._sign} else 1)"
        return f"({quotient} & {self._mask} if {b} else 1 if {a} & {self._sign} else {self._mask})"

    def srem(self, a: str, b: str) -> str:
        rest = f"abs({self._signed(a)}) % abs({self._signed(b)}) * (-1 if {a} & {self._sign} else 1)"
        return f"({rest} & {self._mask} if {b} else {a})"

    def bitand(self, a: str, b: str) -> str:
        return f"({a} & {b})"

    def bitor(self, a: str, b: str) -> str:
        return f"({a} | {b})"

    def bitxor(self, a: str, b: str) -> str:
        return f"({a} ^ {b})"

    def bitnot(self, a: str) -> str:
        return f"({a} ^ {self._mask})"

    def shl(self, a: str, b: str) -> str:
        return f"({a} << {b} & {self._mask} if {b} < {self.width} else 0)"

    def lshr(self, a: str, b: str) -> str:
        return f"({a} >> {b})"

    def ashr(self, a: str, b: str) -> str:
        return f"({self._signed(a)} >> {b} & {self._mask})"

    def ult(self, a: str, b: str) -> str:
        return f"int({a} < {b})"

    def ule(self, a: str, b: str) -> str:
        return f"int({a} <= {b})"

    def slt(self, a: str, b: str) -> str:
        return f"int({a} ^ {self._sign} < {b} ^ {self._sign})"

    def sle(self, a: str, b: str) -> str:
        return f"int({a} ^ {self._sign} <= {b} ^ {self._sign})"

    def eq(self, a: str, b: str) -> str:
        return f"int({a} == {b})"

    def select(self, condition: str, then: str, otherwise: str) -> str:
        return f"({then} if {condition} else {otherwise})"

    def mulhu(self, a: str, b: str) -> str:
        return f"({a} * {b} >> {self.width})"

    def _float(self, function: str, a: str, b: str) -> str:
        return f"int(floats.{function}({a}, {b}, floats.float_format({self.width})))"

    def fadd(self, a: str, b: str) -> str:
        return self._float("add", a, b)

    def fsub(self, a: str, b: str) -> str:
        return self._float("add", a, f"{b} ^ {self._sign}")

    def fmul(self, a: str, b: str) -> str:
        return self._float("multiply", a, b)

    def fdiv(self, a: str, b: str) -> str:
        return self._float("divide", a, b)

    def flt(self, a: str, b: str) -> str:
        return self._float("less", a, b)

    def feq(self, a: str, b: str) -> str:
        return self._float("equal", a, b)

    def sitofp(self, a: str) -> str:
        return f"floats.from_integer({self._signed(a)}, floats.float_format({self.width}))"

    def fptosi(self, a: str) -> str:
        return f"floats.to_signed({a}, floats.float_format({self.width}))"

    def fpext(self, a: str) -> str:
        half = f"{a} & {hex((1 << self.width // 2) - 1)}"
        return f"floats.converted({half}, floats.half_format({self.width}), floats.float_format({self.width}))"

    def fptrunc(self, a: str) -> str:
        return f"floats.converted({a}, floats.float_format({self.width}), floats.half_format({self.width}))"
