"""The conditions of #if and #elif."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from synth.errors import InputError
from synth.frontends.c.tokens import Token

_BINARY: tuple[dict[str, Callable[[int, int], int]], ...] = (
    {"||": lambda a, b: int(bool(a or b))}, {"&&": lambda a, b: int(bool(a and b))},
    {"|": lambda a, b: a | b}, {"^": lambda a, b: a ^ b}, {"&": lambda a, b: a & b},
    {"==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b)},
    {"<": lambda a, b: int(a < b), "<=": lambda a, b: int(a <= b), ">": lambda a, b: int(a > b), ">=": lambda a, b: int(a >= b)},
    {"<<": lambda a, b: a << b if 0 <= b < 64 else 0, ">>": lambda a, b: a >> b if 0 <= b < 64 else 0},
    {"+": lambda a, b: a + b, "-": lambda a, b: a - b},
    {"*": lambda a, b: a * b, "/": lambda a, b: int(abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1),
     "%": lambda a, b: abs(a) % abs(b) * (-1 if a < 0 else 1)},
)
"""Operators by precedence, the weakest first."""


class _Parser:
    """Recursive descent over the tokens of one line; numbers are 64-bit signed."""

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
        result = self.conditional()
        if self.peek():
            raise self.fail()
        return result

    def conditional(self) -> int:
        condition = self.binary(0)
        if self.peek() != "?":
            return condition
        self.take()
        then = self.conditional()
        if self.take().text != ":":
            raise self.fail()
        otherwise = self.conditional()
        return then if condition else otherwise

    def binary(self, level: int) -> int:
        if level == len(_BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in _BINARY[level]:
            operator = self.take().text
            right = self.binary(level + 1)
            if operator in ("/", "%") and right == 0:
                raise self.fail()
            left = (_BINARY[level][operator](left, right) + (1 << 63)) % (1 << 64) - (1 << 63)
        return left

    def unary(self) -> int:
        token = self.take()
        if token.text in ("!", "-", "+", "~"):
            inner = self.unary()
            return {"!": int(not inner), "-": -inner, "+": inner, "~": ~inner}[token.text]
        if token.text == "(":
            inner = self.conditional()
            if self.take().text != ")":
                raise self.fail()
            return inner
        if token.kind == "name":
            return 0
        try:
            digits = token.text.rstrip("uUlL")
            return int(digits, 8) if digits.isdigit() and digits.startswith("0") else int(digits, 0)
        except ValueError:
            raise self.fail() from None


def holds(tokens: Sequence[Token], file: str, place: Token) -> bool:
    """Whether a condition, its macros expanded, is not 0; names that are left are 0. InputError where it is none."""
    return _Parser(tokens, file, place).whole() != 0
