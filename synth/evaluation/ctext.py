"""Evaluation into C99 text: expressions over uint8_t … uint64_t that mean what the table says, guards included.

A width that is no C type lives in the next larger one, its unused bits always 0. Integer promotion is undone by casts, so that the
text compiles with `gcc -Wall -Wextra -Werror` and holds no undefined behaviour.
"""

from __future__ import annotations

import re

from synth.errors import InputError
from synth.evaluation.floats import half_format


def storage_width(width: int) -> int:
    """The width of the smallest unsigned C type that holds `width` bits."""
    return next(w for w in (8, 16, 32, 64) if w >= width)


class CText:
    """The domain of C expressions. An expression longer than `limit` is put into a temporary: see `statements`."""

    def __init__(self, width: int, limit: int = 160) -> None:
        self.width = width
        self.type = f"uint{storage_width(width)}_t"
        self.statements: list[str] = []
        self._signed = f"int{storage_width(width)}_t"
        self._wide = "uint64_t" if width > 32 else "uint32_t"
        self._limit = limit

    def name(self, expression: str, name: str = "") -> str:
        """Put an expression into a variable, and return the variable."""
        name = name or f"v{len(self.statements)}"
        self.statements.append(f"{self.type} {name} = {expression};")
        return name

    def _result(self, expression: str) -> str:
        return self.name(expression) if len(expression) > self._limit else f"({expression})"

    def _word(self, expression: str) -> str:
        if storage_width(self.width) != self.width:
            expression = f"({expression}) & {self.constant(-1)}"
        if self.width in (32, 64):
            return self._result(expression)
        return self._result(f"({self.type})({expression})")

    def _unsigned(self, expression: str) -> str:
        cut = "" if storage_width(self.width) == self.width else f" & {self.constant(-1)}"
        return self._result(f"({self.type})({expression}){cut}")

    def _as_signed(self, a: str) -> str:
        spare = storage_width(self.width) - self.width
        return f"({self._signed})({self.type})({a} << {spare}) >> {spare}" if spare else f"({self._signed}){a}"

    def constant(self, value: int) -> str:
        value %= 1 << self.width
        suffix = "u" if self.width <= 32 else "ull"
        return f"{value}{suffix}" if value < 1024 else f"{value:#x}{suffix}"

    def add(self, a: str, b: str) -> str:
        return self._word(f"{a} + {b}")

    def sub(self, a: str, b: str) -> str:
        return self._word(f"{a} - {b}")

    def mul(self, a: str, b: str) -> str:
        return self._word(f"({self._wide}){a} * {b}")

    def udiv(self, a: str, b: str) -> str:
        return self._result(f"{b} ? ({self.type})({a} / {b}) : {self.constant(-1)}")

    def urem(self, a: str, b: str) -> str:
        return self._result(f"{b} ? ({self.type})({a} % {b}) : {a}")

    def _negative(self, a: str) -> str:
        return f"{a} >> {self.width - 1}"

    def _negated(self, a: str) -> str:
        return self._word(f"0u - {a}")

    def _magnitude(self, a: str) -> str:
        return self._result(f"{self._negative(a)} ? {self._negated(a)} : {a}")

    def sdiv(self, a: str, b: str) -> str:
        quotient = self.name(self.udiv(self.name(self._magnitude(a)), self.name(self._magnitude(b))))
        total = f"({self._negative(a)} ? 1u : {self.constant(-1)})"
        return self._result(f"!{b} ? {total} : ({a} ^ {b}) >> {self.width - 1} ? {self._negated(quotient)} : {quotient}")

    def srem(self, a: str, b: str) -> str:
        rest = self.name(self.urem(self.name(self._magnitude(a)), self.name(self._magnitude(b))))
        return self._result(f"{self._negative(a)} ? {self._negated(rest)} : {rest}")

    def bitand(self, a: str, b: str) -> str:
        return self._result(f"{a} & {b}")

    def bitor(self, a: str, b: str) -> str:
        return self._result(f"{a} | {b}")

    def bitxor(self, a: str, b: str) -> str:
        equality = re.fullmatch(r"\((\w+) == (\w+)\)", a)
        if equality and b == self.constant(1):
            return self._result(f"{equality[1]} != {equality[2]}")
        return self._result(f"{a} ^ {b}")

    def bitnot(self, a: str) -> str:
        return self._word(f"~{a}")

    def _guarded(self, shift: str, distance: str, otherwise: str) -> str:
        if re.fullmatch(r"(\d+|0x[0-9a-f]+)u?l*", distance):
            return shift if int(distance.rstrip("ul"), 0) < self.width else otherwise
        return self._result(f"{distance} < {self.width}u ? {shift} : {otherwise}")

    def shl(self, a: str, b: str) -> str:
        return self._guarded(self._word(f"({self._wide}){a} << {b}"), b, self.constant(0))

    def lshr(self, a: str, b: str) -> str:
        shift = f"{a} >> {b}" if self.width in (32, 64) else f"({self.type})({a} >> {b})"
        return self._guarded(self._result(shift), b, self.constant(0))

    def ashr(self, a: str, b: str) -> str:
        signed = f"({self._as_signed(a)})"
        return self._guarded(self._unsigned(f"{signed} >> {b}"), b, self._unsigned(f"{signed} >> {self.width - 1}"))

    def ult(self, a: str, b: str) -> str:
        return self._result(f"{a} < {b}")

    def ule(self, a: str, b: str) -> str:
        return self._result(f"{a} <= {b}")

    def slt(self, a: str, b: str) -> str:
        return self._result(f"{self._as_signed(a)} < {self._as_signed(b)}")

    def sle(self, a: str, b: str) -> str:
        return self._result(f"{self._as_signed(a)} <= {self._as_signed(b)}")

    def eq(self, a: str, b: str) -> str:
        return self._result(f"{a} == {b}")

    def select(self, condition: str, then: str, otherwise: str) -> str:
        return self._result(f"{condition} ? {then} : {otherwise}")

    def mulhu(self, a: str, b: str) -> str:
        wide = "unsigned __int128" if self.width > 32 else "uint64_t"
        return self._result(f"({self.type})(({wide}){a} * {b} >> {self.width})")

    def _float_type(self) -> str:
        try:
            return {32: "float", 64: "double"}[self.width]
        except KeyError:
            raise InputError(f"C has no floating-point type of {self.width} bits") from None

    def _float(self, a: str) -> str:
        return f"((union {{ {self.type} u; {self._float_type()} f; }}){{ .u = {a} }}).f"

    def _pattern(self, expression: str) -> str:
        number = f"f{len(self.statements)}"
        self.statements.append(f"union {{ {self._float_type()} f; {self.type} u; }} {number} = {{ .f = {expression} }};")
        nan = 0x7FC00000 if self.width == 32 else 0x7FF8000000000000
        return self._result(f"{number}.f == {number}.f ? {number}.u : {self.constant(nan)}")

    def fadd(self, a: str, b: str) -> str:
        return self._pattern(f"{self._float(a)} + {self._float(b)}")

    def fsub(self, a: str, b: str) -> str:
        return self._pattern(f"{self._float(a)} - {self._float(b)}")

    def fmul(self, a: str, b: str) -> str:
        return self._pattern(f"{self._float(a)} * {self._float(b)}")

    def fdiv(self, a: str, b: str) -> str:
        return self._pattern(f"{self._float(a)} / {self._float(b)}")

    def flt(self, a: str, b: str) -> str:
        return self._result(f"{self._float(a)} < {self._float(b)}")

    def feq(self, a: str, b: str) -> str:
        return self._result(f"{self._float(a)} == {self._float(b)}")

    def sitofp(self, a: str) -> str:
        return self._pattern(f"({self._float_type()})({self._signed}){a}")

    def fptosi(self, a: str) -> str:
        number, bound = self._float(a), f"0x1p{self.width - 1}{'f' if self.width == 32 else ''}"
        held = f"{number} >= -{bound} && {number} < {bound}"
        return self._result(f"{held} ? ({self.type})({self._signed}){number} : {self.constant(1 << (self.width - 1))}")

    def fpext(self, a: str) -> str:
        self._half_type()
        return self._pattern(f"((union {{ uint32_t u; float f; }}){{ .u = (uint32_t){a} }}).f")

    def fptrunc(self, a: str) -> str:
        self._half_type()
        number = f"f{len(self.statements)}"
        self.statements.append(f"union {{ float f; uint32_t u; }} {number} = {{ .f = (float){self._float(a)} }};")
        return self._result(f"{number}.f == {number}.f ? {number}.u : {self.constant(half_format(self.width).nan)}")

    def _half_type(self) -> None:
        if self.width != 64:
            raise InputError(f"C has no floating-point type of half of {self.width} bits")


def strip_parentheses(expression: str) -> str:
    """Without one pair of parentheses around the whole, where there is one."""
    depth = 0
    for i, c in enumerate(expression):
        depth += (c == "(") - (c == ")")
        if depth == 0 and i < len(expression) - 1:
            return expression
    return expression[1:-1] if expression.startswith("(") and expression.endswith(")") else expression
