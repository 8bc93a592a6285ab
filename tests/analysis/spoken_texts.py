"""A reader of the texts that conditions are told in: what they mean, on given values of the variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from synth.transition import Variable

_TOKEN = re.compile(r"\s*(<==>|==>|<<|>>|<=|>=|==|!=|&&|\|\||\w+(?:(?:::|[.@'])\w*)*|[-+*/%&|^~!<>?:(){},\\])")
_TYPES = {("signed", "char"): (8, True), ("unsigned", "char"): (8, False), ("short",): (16, True),
          ("unsigned", "short"): (16, False),
          ("int",): (32, True), ("unsigned",): (32, False), ("long", "long"): (64, True), ("unsigned", "long", "long"): (64, False)}
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_LEVELS = (("&", "|", "^"), ("<<", ">>"), ("+", "-"), ("*", "/", "%"))


@dataclass(frozen=True)
class Value:
    """A number of a C type."""

    number: int
    bits: int = 32
    signed: bool = True


Later = Callable[[], Value]
"""A part of a text, evaluated where C evaluates it."""


def meaning(text: str, words: Mapping[str, tuple[Variable, int]], exact: bool = False) -> int:
    """What a text comes to, by C's rules with signed arithmetic that wraps, or with `exact` by those of mathematical integers."""
    reader = _Reader(text, words, exact)
    found = reader.implied()
    assert reader.at == len(reader.tokens), (text, reader.tokens[reader.at:])
    return found().number


class _Reader:
    def __init__(self, text: str, words: Mapping[str, tuple[Variable, int]], exact: bool) -> None:
        self.tokens, self.at, self.words, self.exact = _TOKEN.findall(text), 0, words, exact
        assert "".join(self.tokens) == "".join(text.split()), text

    def take(self, *wanted: str) -> str:
        if self.at == len(self.tokens) or self.tokens[self.at] not in wanted:
            return ""
        self.at += 1
        return self.tokens[self.at - 1]

    def implied(self) -> Later:
        a = self.chosen()
        if self.take("==>"):
            b = self.implied()
            return lambda: Value(int(not a().number or b().number != 0))
        if self.take("<==>"):
            c = self.implied()
            return lambda: Value(int(bool(a().number) == bool(c().number)))
        return a

    def chosen(self) -> Later:
        condition = self.connected("||")
        if not self.take("?"):
            return condition
        a = self.chosen()
        assert self.take(":")
        b = self.chosen()
        return lambda: self.typed((a if condition().number else b)().number, *self.common(self.kind(a), self.kind(b)))

    def kind(self, part: Later) -> Value:
        """The type of a part that need not have a value."""
        try:
            return part()
        except _Undefined as undefined:
            return undefined.kind

    def connected(self, sign: str) -> Later:
        found = [self.connected("&&") if sign == "||" else self.compared()]
        while self.take(sign):
            found.append(self.connected("&&") if sign == "||" else self.compared())
        if len(found) == 1:
            return found[0]
        return lambda: Value(int((any if sign == "||" else all)(part().number for part in found)))

    def compared(self) -> Later:
        first, rest = self.binary(0), list[tuple[str, list[Later]]]()
        while sign := self.take(*_COMPARISONS, "in"):
            assert sign != "in" or self.take("{")
            operands = [self.binary(0)]
            while sign == "in" and self.take(","):
                operands.append(self.binary(0))
            assert sign != "in" or self.take("}")
            rest.append((sign, operands))
        return (lambda: self.chain(first(), rest)) if rest else first

    def chain(self, a: Value, rest: list[tuple[str, list[Later]]]) -> Value:
        holds = True
        for sign, operands in rest:
            if sign == "in":
                holds = holds and a.number in [o().number for o in operands]
                continue
            b = operands[0]()
            x, y = (self.typed(v.number, *self.common(a, b)).number for v in (a, b))
            holds = holds and {"==": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[sign]
            a = b
        return Value(int(holds))

    def binary(self, level: int) -> Later:
        if level == len(_LEVELS):
            return self.unary()
        a = self.binary(level + 1)
        while sign := self.take(*_LEVELS[level]):
            a = self.applied(sign, a, self.binary(level + 1))
        return a

    def applied(self, sign: str, left: Later, right: Later) -> Later:
        def apply() -> Value:
            a, b = left(), right()
            bits, signed = (a.bits, a.signed) if sign in ("<<", ">>") else self.common(a, b)
            x, y = self.typed(a.number, bits, signed).number, b.number
            y = y if sign in ("<<", ">>") else self.typed(y, bits, signed).number
            if (sign in "/%" and y == 0) or (sign in ("<<", ">>") and not 0 <= y < (1 << 10 if self.exact else bits)):
                raise _Undefined(Value(0, bits, signed))
            made = {"+": x.__add__, "-": x.__sub__, "*": x.__mul__, "&": x.__and__, "|": x.__or__, "^": x.__xor__,
                    "<<": x.__lshift__, ">>": x.__rshift__, "/": lambda n: abs(x) // abs(n) * (1 if (x < 0) == (n < 0) else -1),
                    "%": lambda n: abs(x) % abs(n) * (1 if x >= 0 else -1)}[sign](y)
            return self.typed(made, bits, signed)
        return apply

    def unary(self) -> Later:
        sign = self.take("-", "~", "!")
        if sign:
            a = self.unary()
            if sign == "!":
                return lambda: Value(int(not a().number))
            return lambda: self.typed(-a().number if sign == "-" else ~a().number, a().bits, a().signed)
        if self.tokens[self.at] == "(" and self.tokens[self.at + 1] in ("signed", "unsigned", "int", "short", "long"):
            end = self.tokens.index(")", self.at)
            bits, signed = _TYPES[tuple(self.tokens[self.at + 1:end])]
            self.at = end + 1
            inner = self.unary()
            return lambda: _promoted(_wrapped(inner().number, bits, signed), bits, signed)
        return self.primary()

    def primary(self) -> Later:
        if self.take("("):
            found = self.implied()
            assert self.take(")")
            return found
        self.take("\\")
        token = self.tokens[self.at]
        self.at += 1
        if self.take("("):
            return self.least(token)
        if token in ("true", "false"):
            return lambda: Value(int(token == "true"))
        if token[0].isdigit():
            return lambda: _literal(token)
        variable, pattern = self.words[token]
        return lambda: _promoted(_wrapped(pattern, variable.bits, variable.signed), variable.bits, variable.signed)

    def least(self, name: str) -> Later:
        a = self.implied()
        assert self.take(",")
        b = self.implied()
        assert self.take(")")
        choose = {"min": min, "max": max}[name]
        return lambda: self.typed(choose(a().number, b().number), *self.common(a(), b()))

    def common(self, a: Value, b: Value) -> tuple[int, bool]:
        bits = max(a.bits, b.bits)
        return bits, all(v.signed for v in (a, b) if v.bits == bits)

    def typed(self, number: int, bits: int, signed: bool) -> Value:
        return Value(number if self.exact else _wrapped(number, bits, signed), bits, signed)


class _Undefined(Exception):
    """What C gives no meaning; `kind` is of its type."""

    def __init__(self, kind: Value) -> None:
        super().__init__()
        self.kind = kind


def _literal(token: str) -> Value:
    number = int(token, 0)
    kinds = [(b, s) for b in (32, 64) for s in ((True, False) if token.startswith("0x") else (True,))] + [(64, False)]
    return Value(number, *next((b, s) for b, s in kinds if number < 1 << (b - s)))


def _promoted(number: int, bits: int, signed: bool) -> Value:
    return Value(number, max(bits, 32), signed or bits < 32)


def _wrapped(number: int, bits: int, signed: bool) -> int:
    number %= 1 << bits
    return number - (1 << bits) if signed and number >> (bits - 1) else number
