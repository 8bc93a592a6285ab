"""Typed expressions as terms over words of one width.

A value of n bits is a word below 2^n; a float among words of 64 bits, too: it is computed with as the double that it equals, and
every result is rounded to float, which gives what float itself would (Figueroa, "When is double rounding innocuous?", 1995).
Division and shifts are total as in SMT-LIB, at the width of the C type: x / 0 has all bits set (signed: -1, or 1 for a negative x),
x % 0 is x, a shift by the width or more gives 0 (to the right, of a negative number: -1), INT_MIN / -1 wraps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from synth import terms
from synth.booleans import FALSE, TRUE
from synth.frontends.c.expressions.expressions import Apply, Bits, Call, Cell, Convert, Expression, Literal, Read, Width, postorder
from synth.frontends.c.expressions.types import BOOL, Floating, Integer, Scalar
from synth.frontends.c.lowering.lower_floats import Numbers
from synth.frontends.c.lowering.simplify import Builder, value
from synth.terms import Term


class Word(NamedTuple):
    """A term, and whether the bits above those of its type are 0."""

    term: Term
    clean: bool


_RAW = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor"}
_SWAPPED = {">": "<", ">=": "<="}


class Lowering:
    """Lowers to words of `width` bits, or of any width where it is None (all types are then of one width)."""

    def __init__(self, width: int | None) -> None:
        self.width = width
        self.builder = Builder(width)
        self._numbers = Numbers(self.builder)

    def term(self, expression: Expression, cells: Mapping[Cell, Term]) -> Term:
        """The value, with the cells that are read given."""
        words: dict[int, Word] = {}
        for node in postorder(expression):
            words[id(node)] = self._word(node, words, cells)
        return self._clean(words[id(expression)], expression.type)

    def truth(self, expression: Expression, cells: Mapping[Cell, Term]) -> Term:
        """That the value is not 0."""
        return self._truth(self.term(expression, cells), expression.type)

    def _truth(self, term: Term, type: Scalar) -> Term:
        if isinstance(type, Floating):
            return self.builder.negation(self.builder.apply("feq", self._numbers.full(term, type), self.builder.constant(0)))
        return self.builder.truth(term)

    def _full(self, bits: int) -> bool:
        return self.width is None or bits == self.width

    def _clean(self, word: Word, type: Scalar) -> Term:
        if word.clean or self._full(type.bits):
            return word.term
        return self.builder.apply("and", word.term, self.builder.constant((1 << type.bits) - 1))

    def _word(self, node: Expression, words: Mapping[int, Word], cells: Mapping[Cell, Term]) -> Word:
        match node:
            case Literal(type, number):
                assert self.width is None or type.bits <= self.width
                return Word(self.builder.constant(number if self.width is None else number & (1 << type.bits) - 1), True)
            case Width():
                return Word(terms.WIDTH, True)
            case Read(cell):
                return Word(cells[cell], True)
            case Convert(type, operand):
                return self._converted(words[id(operand)], operand.type, type)
            case Bits(_, operand):
                return words[id(operand)]
            case Call(_, name, operands):
                return Word(terms.call(name, [self._clean(words[id(o)], o.type) for o in operands]), True)
        return self._applied(node, [words[id(o)] for o in node.operands])

    def _converted(self, word: Word, source: Scalar, target: Scalar) -> Word:
        if target == BOOL:
            return Word(self._truth(self._clean(word, source), source), True)
        if isinstance(source, Floating):
            return Word(self._of_number(word.term, source, target), True)
        if isinstance(target, Floating):
            whole = self._extended(word, source) if source.signed else self._clean(word, source)
            return Word(self._numbers.of_integer(whole, source, target), True)
        if target.bits <= source.bits:
            return Word(word.term, word.clean and target.bits >= source.bits)
        if not source.signed:
            return Word(self._clean(word, source), True)
        return Word(self._extended(word, source), self._full(target.bits))

    def _of_number(self, number: Term, source: Floating, target: Scalar) -> Term:
        if isinstance(target, Floating):
            return self._numbers.rounded(self._numbers.full(number, source), target)
        return self._numbers.to_integer(self._numbers.full(number, source), target)

    def _extended(self, word: Word, type: Scalar) -> Term:
        """The value with its sign copied to the top of the word."""
        if self._full(type.bits):
            return word.term
        sign = self.builder.constant(1 << (type.bits - 1))
        return self.builder.apply("sub", self.builder.apply("xor", self._clean(word, type), sign), sign)

    def _applied(self, node: Apply, words: list[Word]) -> Word:
        type = node.operands[-1].type
        if node.operator in _CONNECTIVES:
            truths = [self._truth(self._clean(w, o.type), o.type) for w, o in zip(words, node.operands, strict=True)]
            return Word(_CONNECTIVES[node.operator](self.builder, *truths), True)
        if node.operator == "?:":
            condition = self._truth(self._clean(words[0], node.operands[0].type), node.operands[0].type)
            clean = words[1].clean and words[2].clean
            return Word(self.builder.ite(condition, words[1].term, words[2].term), clean)
        if isinstance(type, Floating):
            return Word(self._numbers.applied(node.operator, type, [w.term for w in words]), True)
        if node.operator in _COMPARISONS:
            return Word(self._comparison(node.operator, node.operands[0].type, words), True)
        if node.operator.startswith("over"):
            return Word(self._overflow(node, words), True)
        return self._arithmetic(node, words)

    def _arithmetic(self, node: Apply, words: list[Word]) -> Word:
        apply, type, full = self.builder.apply, node.type, self._full(node.type.bits)
        match node.operator:
            case "neg" | "~":
                return Word(apply("neg" if node.operator == "neg" else "not", words[0].term), full)
            case "&" | "|" | "^":
                some = node.operator == "&" and (words[0].clean or words[1].clean)
                return Word(apply(_RAW[node.operator], words[0].term, words[1].term), full or some
                            or (words[0].clean and words[1].clean))
            case "+" | "-" | "*":
                return Word(apply(_RAW[node.operator], words[0].term, words[1].term), full)
            case "mulhu":
                sides = [self._clean(w, type) for w in words]
                high = apply("mulhu", *sides) if full else apply("lshr", apply("mul", *sides), self.builder.constant(type.bits))
                return Word(high, True)
            case "<<":
                return Word(apply("shl", words[0].term, self._clean(words[1], node.operands[1].type)), full)
        return self._divided(node, words, isinstance(type, Integer) and type.signed)

    def _divided(self, node: Apply, words: list[Word], signed: bool) -> Word:
        right, full = node.operands[1].type, self._full(node.type.bits)
        if node.operator == ">>":
            a = self._extended(words[0], node.type) if signed else self._clean(words[0], node.type)
            return Word(self.builder.apply("ashr" if signed else "lshr", a, self._clean(words[1], right)), full or not signed)
        name = {"/": "div", "%": "rem"}[node.operator]
        if signed:
            sides = [self._extended(w, node.type) for w in words]
            return Word(self.builder.apply("s" + name, *sides), full)
        sides = [self._clean(w, node.type) for w in words]
        return Word(self.builder.apply("u" + name, *sides), full or name == "rem" or bool(value(sides[1])))

    def _comparison(self, operator: str, type: Scalar, words: list[Word]) -> Term:
        assert isinstance(type, Integer)
        a, b = (self._clean(w, type) for w in words)
        if operator in ("==", "!="):
            return self.builder.apply("eq" if operator == "==" else "neq", a, b)
        if operator in _SWAPPED:
            a, b, operator = b, a, _SWAPPED[operator]
        name = {"<": "lt", "<=": "le"}[operator]
        if type.signed and not self._full(type.bits):
            sign = self.builder.constant(1 << (type.bits - 1))
            return self.builder.apply("u" + name, self.builder.apply("xor", a, sign), self.builder.apply("xor", b, sign))
        return self.builder.apply(("s" if type.signed else "u") + name, a, b)

    def _overflow(self, node: Apply, words: list[Word]) -> Term:
        """Whether a signed operation leaves its type."""
        type = node.operands[0].type
        apply, zero = self.builder.apply, self.builder.constant(0)
        if node.operator == "over<<":
            return self._shifted_out(node, words)
        a, b = (self._extended(w, type) for w in words)
        least = self.builder.constant(-(1 << (type.bits - 1)))
        if node.operator == "over/":
            return self.builder.both(apply("eq", a, least), apply("eq", b, self.builder.constant(-1)))
        name = _RAW[node.operator[-1]]
        result = apply(name, a, b)
        if self.width is not None and type.bits * (2 if name == "mul" else 1) < self.width + (name == "mul"):
            return apply("neq", result, self._extended(Word(result, False), type))
        if name == "mul":
            lost = self.builder.both(apply("eq", a, self.builder.constant(-1)), apply("eq", b, least))
            wrong = apply("neq", apply("sdiv", result, a), b)
            wrapped = self.builder.both(apply("neq", a, zero), self.builder.either(lost, wrong))
            left = apply("neq", result, self._extended(Word(result, False), type))  # where words are wider than the type
            return wrapped if self._full(type.bits) else self.builder.either(left, wrapped)
        other = apply("xor", b, result) if name == "add" else apply("xor", a, b)
        return apply("slt", apply("and", apply("xor", a, result), other), zero)


    def _shifted_out(self, node: Apply, words: list[Word]) -> Term:
        """Whether a << b is undefined: a is negative, b is no distance, or the result has more bits than the type."""
        type, builder = node.operands[0].type, self.builder
        distance, largest = self._clean(words[1], node.operands[1].type), builder.constant((1 << (type.bits - 1)) - 1)
        lost = builder.apply("ult", builder.apply("lshr", largest, distance), self._clean(words[0], type))
        return builder.either(lost, builder.apply("ule", builder.constant(type.bits), distance))


_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_CONNECTIVES: dict[str, Callable[..., Term]] = {
    "!": lambda b, x: b.negation(x), "&&": lambda b, x, y: b.both(x, y), "||": lambda b, x, y: b.either(x, y),
}

__all__ = ["FALSE", "TRUE", "Lowering"]
