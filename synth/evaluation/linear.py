"""Evaluation on linear terms over Z3's integers: what words are, sum by sum, and by which multiple of 2^w each sum wraps around.

Solvers of bit-vectors add bit by bit, and see late that sums of many words do not wrap around, or that they are the same sum in
another order; to linear arithmetic both are plain. Nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import z3

from synth.evaluation.z3terms import Z3Terms
from synth.terms import Term, TermKind, name_of, postorder


@dataclass(frozen=True, eq=False, slots=True)
class Sum:
    """A word as a sum of integers in [0, 2^w), `parts` with their coefficients, and a constant, modulo 2^w; of a word that says
    whether something holds, that is the `condition`."""

    parts: Mapping[int, int]
    constant: int = 0
    condition: Any = None


class NotLinear(Exception):
    """An operator whose words are no sums of its arguments."""


class Linear:
    """The domain of sums of integers, in a Z3 context. NotLinear for products of words and the like.

    laws    what holds of the integers that were made so far
    """

    def __init__(self, width: int, context: z3.Context) -> None:
        self.width, self.context = width, context
        self.laws: list[Any] = []
        self._size = 1 << width
        self._words = 0
        self._integers: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._sums: dict[tuple[frozenset[tuple[int, int]], int], Any] = {}
        self._divided: dict[tuple[int, int], tuple[Sum, Sum]] = {}
        self._made = Z3Terms(context)
        self._literals: dict[int, Any] = {}
        self._zero, self._one = Sum({}, 0), Sum({}, 1)

    def tell(self, solver: z3.Solver, conditions: Iterable[Any]) -> None:
        """Tell a solver Booleans of the context."""
        self._made.tell(solver, conditions)

    def symbol(self, name: str) -> Sum:
        """A free word, whose integer is called otherwise: Z3 may give the name to integers of its own, too."""
        self._words += 1
        return self._free(z3.Int(f"word!{self._words}", self.context))

    def _free(self, value: Any) -> Sum:
        """The word that an integer is of which nothing is known."""
        self._between(0, value, self._size - 1)
        return self._of(value)

    def _of(self, value: Any) -> Sum:
        """The word that an integer in [0, 2^w) is."""
        return Sum({self._number(value): 1})

    def truth(self, word: Sum) -> Any:
        """The Z3 Boolean "not 0"."""
        if word.condition is not None:
            return word.condition
        return self._made.negated(self._equal(self.integer(word), self._literal(0)))

    def integer(self, word: Sum) -> Any:
        """The integer in [0, 2^w) that a word is."""
        if word.condition is not None:
            return self._either(word.condition, self._literal(1), self._literal(0))
        if not word.parts:
            return self._literal(word.constant % self._size)
        if len(word.parts) == 1 and not word.constant and 1 in word.parts.values():
            return self._integers[next(iter(word.parts))]
        key = frozenset(word.parts.items()), word.constant
        if key not in self._sums:
            self._sums[key] = self._wrapped(word)
        return self._sums[key]

    def _wrapped(self, word: Sum) -> Any:
        """A sum without the multiple of 2^w that it has too much or too little."""
        low, high, most = word.constant, word.constant, self._size - 1
        parts = []
        for number, coefficient in word.parts.items():
            low, high = low + min(0, coefficient) * most, high + max(0, coefficient) * most
            own = self._integers[number]
            parts.append(own if coefficient == 1 else self._made.number(z3.Z3_mk_mul, own, self._literal(coefficient)))
        low, high = low // self._size, high // self._size
        if low == high:
            parts.append(self._literal(word.constant - low * self._size))
            value = self._made.number(z3.Z3_mk_add, *parts)
        else:
            times = self._fresh("times")
            self._between(low, times, high)
            parts += [self._literal(word.constant), self._made.number(z3.Z3_mk_mul, times, self._literal(-self._size))]
            value = self._made.number(z3.Z3_mk_add, *parts)
        self._between(0, value, most)
        return value

    def _literal(self, number: int) -> Any:
        if number not in self._literals:
            self._literals[number] = z3.IntVal(number, self.context)
        return self._literals[number]

    def _equal(self, a: Any, b: Any) -> Any:
        return self._made.condition(z3.Z3_mk_eq, a, b)

    def _either(self, condition: Any, then: Any, otherwise: Any) -> Any:
        return self._made.chosen(z3.ArithRef, condition, then, otherwise)

    def _fresh(self, kind: str) -> Any:
        return z3.FreshInt(f"{kind}!", self.context)

    def _between(self, low: int, value: Any, high: int) -> None:
        self.laws += [self._made.condition(z3.Z3_mk_le, a, b)
                      for a, b in ((self._literal(low), value), (value, self._literal(high)))]

    def _number(self, value: Any) -> int:
        """The number of an integer, as a part of sums."""
        key = value.get_id()
        if key not in self._numbers:
            self._numbers[key] = len(self._integers)
            self._integers.append(value)
        return self._numbers[key]

    def _says(self, condition: Any) -> Sum:
        return Sum({}, 0, condition)

    def _plain(self, word: Sum) -> Sum:
        """A word as a sum, whatever it says."""
        return word if word.condition is None else self._of(self.integer(word))

    def _centred(self, number: int) -> int:
        """A number modulo 2^w, the nearest to 0."""
        number %= self._size
        return number - self._size if number > self._size // 2 else number

    def _combined(self, a: Sum, b: Sum, times: int) -> Sum:
        a, b = self._plain(a), self._plain(b)
        parts = dict(a.parts)
        for number, coefficient in b.parts.items():
            parts[number] = self._centred(parts.get(number, 0) + times * coefficient)
        return Sum({n: c for n, c in parts.items() if c}, self._centred(a.constant + times * b.constant))

    def _value(self, word: Sum) -> int | None:
        """The number that a word is; None where it may be several."""
        return None if word.parts or word.condition is not None else word.constant % self._size

    def constant(self, value: int) -> Sum:
        return (self._one if value else self._zero) if value in (0, 1) else Sum({}, self._centred(value))

    def add(self, a: Sum, b: Sum) -> Sum:
        return self._combined(a, b, 1)

    def sub(self, a: Sum, b: Sum) -> Sum:
        return self._combined(a, b, -1)

    def mul(self, a: Sum, b: Sum) -> Sum:
        for word, number in ((a, self._value(b)), (b, self._value(a))):
            if number is not None:
                return self._combined(self._zero, word, number)
        raise NotLinear

    def udiv(self, a: Sum, b: Sum) -> Sum:
        number = self._value(b)
        if not number:
            raise NotLinear
        return self._quotient(a, number)[0]

    def urem(self, a: Sum, b: Sum) -> Sum:
        number = self._value(b)
        if number is None:
            raise NotLinear
        return self._quotient(a, number)[1] if number else a

    def _quotient(self, a: Sum, number: int) -> tuple[Sum, Sum]:
        """What a word is divided by a number, and the rest."""
        value = self.integer(a)
        key = self._number(value), number
        if key not in self._divided:
            quotient, rest = self._fresh("quotient"), self._fresh("rest")
            self._between(0, quotient, (self._size - 1) // number)
            self._between(0, rest, number - 1)
            product = self._made.number(z3.Z3_mk_mul, quotient, self._literal(number))
            self.laws.append(self._equal(value, self._made.number(z3.Z3_mk_add, product, rest)))
            self._divided[key] = self._of(quotient), self._of(rest)
        return self._divided[key]

    def bitand(self, a: Sum, b: Sum) -> Sum:
        if a.condition is not None and b.condition is not None:
            return self._says(self._made.connected(z3.Z3_mk_and, a.condition, b.condition))
        for word, number in ((a, self._value(b)), (b, self._value(a))):
            if number is not None and number & (number + 1) == 0:  # a mask of the low bits
                return self._quotient(word, number + 1)[1] if number < self._size - 1 else word
        raise NotLinear

    def bitor(self, a: Sum, b: Sum) -> Sum:
        if a.condition is not None and b.condition is not None:
            return self._says(self._made.connected(z3.Z3_mk_or, a.condition, b.condition))
        raise NotLinear

    def bitxor(self, a: Sum, b: Sum) -> Sum:
        if a.condition is not None and self._value(b) == 1:
            return self._says(self._made.negated(a.condition))
        if a.condition is not None and b.condition is not None:
            return self._says(self._made.condition(z3.Z3_mk_xor, a.condition, b.condition))
        raise NotLinear

    def bitnot(self, a: Sum) -> Sum:
        return self._combined(Sum({}, -1), a, -1)

    def shl(self, a: Sum, b: Sum) -> Sum:
        number = self._value(b)
        if number is None:
            raise NotLinear
        return self._combined(self._zero, a, 1 << number) if number < self.width else self._zero

    def lshr(self, a: Sum, b: Sum) -> Sum:
        number = self._value(b)
        if number is None:
            raise NotLinear
        return self._quotient(a, 1 << number)[0] if number < self.width else self._zero

    def ult(self, a: Sum, b: Sum) -> Sum:
        return self._says(self._made.condition(z3.Z3_mk_lt, self.integer(a), self.integer(b)))

    def ule(self, a: Sum, b: Sum) -> Sum:
        return self._says(self._made.condition(z3.Z3_mk_le, self.integer(a), self.integer(b)))

    def slt(self, a: Sum, b: Sum) -> Sum:
        return self._says(self._made.condition(z3.Z3_mk_lt, self._signed(a), self._signed(b)))

    def sle(self, a: Sum, b: Sum) -> Sum:
        return self._says(self._made.condition(z3.Z3_mk_le, self._signed(a), self._signed(b)))

    def _signed(self, word: Sum) -> Any:
        """The number that a word is in two's complement."""
        value = self.integer(word)
        negative = self._made.condition(z3.Z3_mk_ge, value, self._literal(self._size // 2))
        return self._either(negative, self._made.number(z3.Z3_mk_add, value, self._literal(-self._size)), value)

    def eq(self, a: Sum, b: Sum) -> Sum:
        if a.condition is not None and self._value(b) == 0:
            return self._says(self._made.negated(a.condition))
        if a.condition is not None and b.condition is not None:
            return self._says(self._equal(a.condition, b.condition))
        return self._says(self._equal(self.integer(a), self.integer(b)))

    def select(self, condition: Sum, then: Sum, otherwise: Sum) -> Sum:
        holds, said = self.truth(condition), [self._condition(own) for own in (then, otherwise)]
        if all(own is not None for own in said):
            return self._says(self._made.chosen(z3.BoolRef, holds, *said))
        return self._of(self._either(holds, self.integer(then), self.integer(otherwise)))

    def _condition(self, word: Sum) -> Any:
        """What a word says that is 0 or 1; None for others."""
        number = self._value(word)
        return z3.BoolVal(bool(number), self.context) if number in (0, 1) else word.condition

    def _not_linear(self, *words: Sum) -> Sum:
        raise NotLinear

    sdiv = srem = ashr = mulhu = fadd = fsub = fmul = fdiv = flt = feq = sitofp = fptosi = fpext = fptrunc = _not_linear


_NEVER = frozenset(name for name, own in vars(Linear).items() if own is vars(Linear)["_not_linear"])
_BITWISE, _BY_NUMBERS = frozenset(("and", "or", "xor")), frozenset(("udiv", "shl", "lshr"))


def may_be_linear(roots: Iterable[Term]) -> bool:
    """Whether terms have no operators that are not linear of their arguments, as far as constants are written: that is soon seen.
    Of remainders by words, signed ones too, nothing is said."""
    return all(map(_may_be, postorder(*roots)))


def _may_be(node: Term) -> bool:
    name, numbers = name_of(node), [a.kind in (TermKind.CONSTANT, TermKind.WIDTH) for a in node.arguments]
    if name in _BITWISE:
        return any(numbers) or all(a.boolean for a in node.arguments)
    if name == "srem":
        return not numbers[1]
    return any(numbers) if name == "mul" else numbers[1] if name in _BY_NUMBERS else name not in _NEVER
