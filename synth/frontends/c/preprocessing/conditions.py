"""The conditions of #if and #elif: integer constant expressions of type intmax_t or uintmax_t (C11, 6.10.1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from synth.errors import InputError
from synth.frontends.c.expressions.constants import constant
from synth.frontends.c.expressions.typed import Unsupported
from synth.frontends.c.expressions.types import Model
from synth.frontends.c.syntax.tokens import Token

_BITS = 64
_INTEGER = re.compile(r"(?P<digits>0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)"
                      r"(?P<suffix>[uU]?(?:l|L|ll|LL)?|(?:l|L|ll|LL)[uU])")
_LEVELS = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"),
           ("*", "/", "%"))
"""Operators by precedence, the weakest first."""

_LOGICAL: dict[str, Callable[[int, int], bool]] = {
    "||": lambda a, b: bool(a or b), "&&": lambda a, b: bool(a and b), "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "&": lambda a, b: a & b, "+": lambda a, b: a + b, "-": lambda a, b: a - b,
    "*": lambda a, b: a * b, "/": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "%": lambda a, b: abs(a) % abs(b) * (-1 if a < 0 else 1)}


@dataclass(frozen=True)
class _Number:
    """A number of type intmax_t, or uintmax_t."""

    value: int
    unsigned: bool = False

    def of(self, unsigned: bool) -> _Number:
        """Converted to one of the types."""
        word = self.value % (1 << _BITS)
        return _Number(word if unsigned or word < 1 << (_BITS - 1) else word - (1 << _BITS), unsigned)


def _shifted(left: _Number, operator: str, right: _Number) -> _Number:
    """A shift; by a negative number it goes the other way, as in gcc."""
    distance = right.value if operator == "<<" else -right.value
    distance = max(-_BITS, min(_BITS, distance))
    return _Number(left.value << distance if distance >= 0 else left.value >> -distance).of(left.unsigned)


class _Parser:
    """Recursive descent over the tokens of one line."""

    def __init__(self, tokens: Sequence[Token], file: str, place: Token) -> None:
        self._tokens, self._file, self._place, self._next = list(tokens), file, place, 0

    def fail(self) -> InputError:
        return InputError("this is no condition that can be evaluated", self._file, self._place.line, self._place.column)

    def peek(self) -> str:
        return self._tokens[self._next].text if self._next < len(self._tokens) else ""

    def take(self) -> Token:
        if self._next >= len(self._tokens):
            raise self.fail()
        self._next += 1
        return self._tokens[self._next - 1]

    def whole(self) -> int:
        result = self.conditional(True)
        if self.peek():
            raise self.fail()
        return result.value

    def conditional(self, evaluated: bool) -> _Number:
        condition = self.binary(0, evaluated)
        if self.peek() != "?":
            return condition
        self.take()
        then = self.conditional(evaluated and bool(condition.value))
        if self.take().text != ":":
            raise self.fail()
        otherwise = self.conditional(evaluated and not condition.value)
        return (then if condition.value else otherwise).of(then.unsigned or otherwise.unsigned)

    def binary(self, level: int, evaluated: bool) -> _Number:
        if level == len(_LEVELS):
            return self.unary(evaluated)
        left = self.binary(level + 1, evaluated)
        while self.peek() in _LEVELS[level]:
            operator = self.take().text
            decided = (operator == "||" and left.value != 0) or (operator == "&&" and left.value == 0)
            left = self.combined(left, operator, self.binary(level + 1, evaluated and not decided), evaluated)
        return left

    def combined(self, left: _Number, operator: str, right: _Number, evaluated: bool) -> _Number:
        if operator in ("<<", ">>"):
            return _shifted(left, operator, right)
        unsigned = left.unsigned or right.unsigned
        if operator in ("||", "&&"):
            return _Number(int(_LOGICAL[operator](left.value, right.value)))
        a, b = left.of(unsigned).value, right.of(unsigned).value
        if operator in _LOGICAL:
            return _Number(int(_LOGICAL[operator](a, b)))
        if operator in ("/", "%") and b == 0:
            if evaluated:
                raise self.fail()
            b = 1
        return _Number(_ARITHMETIC[operator](a, b)).of(unsigned)

    def unary(self, evaluated: bool) -> _Number:
        token = self.take()
        if token.text in ("!", "-", "+", "~"):
            inner = self.unary(evaluated)
            if token.text == "!":
                return _Number(int(not inner.value))
            return _Number({"-": -inner.value, "+": inner.value, "~": ~inner.value}[token.text]).of(inner.unsigned)
        if token.text == "(":
            inner = self.conditional(evaluated)
            if self.take().text != ")":
                raise self.fail()
            return inner
        if token.kind == "name" and token.text != "defined":
            return _Number(0)
        return self.constant(token)

    def constant(self, token: Token) -> _Number:
        if token.kind == "character":
            try:
                return _Number(int(constant("char", token.text, Model()).value))
            except Unsupported:
                raise self.fail() from None
        match = _INTEGER.fullmatch(token.text)
        if match is None:
            raise self.fail()
        digits = match["digits"]
        number = int(digits, 8) if digits.isdigit() and digits.startswith("0") else int(digits, 0)
        if number >= 1 << _BITS:
            raise self.fail()
        return _Number(number, "u" in match["suffix"].lower() or number >= 1 << (_BITS - 1))


def holds(tokens: Sequence[Token], file: str, place: Token) -> bool:
    """Whether a condition, its macros expanded, is not 0; names that are left are 0. InputError where it is none."""
    return _Parser(tokens, file, place).whole() != 0
