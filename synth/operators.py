"""THE table: every operator of L and of the specification language, once.

A row holds an operator's name, arity, kind, algebraic facts, SMT-LIB spelling and meaning. The meaning is written over an abstract
`Domain`, and every evaluator is a domain (`synth.evaluation`, and the compiled kernels of `synth.engines.native`). What is to be
done for another operator says docs/architecture.md.

Words are unsigned bit patterns of the domain's width, arithmetic is modulo 2^width. Division and shifts are total as in SMT-LIB's
QF_BV: x udiv 0 = all ones, x urem 0 = x, a shift by width or more gives 0 (ashr: the sign). Comparisons give the words 0 and 1.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

V = TypeVar("V")


class Domain(Protocol[V]):
    """The primitives that an evaluator supplies; values of type V stand for words of `width` bits."""

    width: int

    def constant(self, value: int) -> V: ...
    def add(self, a: V, b: V) -> V: ...
    def sub(self, a: V, b: V) -> V: ...
    def mul(self, a: V, b: V) -> V: ...
    def udiv(self, a: V, b: V) -> V: ...
    def sdiv(self, a: V, b: V) -> V: ...
    def urem(self, a: V, b: V) -> V: ...
    def srem(self, a: V, b: V) -> V: ...
    def bitand(self, a: V, b: V) -> V: ...
    def bitor(self, a: V, b: V) -> V: ...
    def bitxor(self, a: V, b: V) -> V: ...
    def bitnot(self, a: V) -> V: ...
    def shl(self, a: V, b: V) -> V: ...
    def lshr(self, a: V, b: V) -> V: ...
    def ashr(self, a: V, b: V) -> V: ...
    def ult(self, a: V, b: V) -> V: ...
    def ule(self, a: V, b: V) -> V: ...
    def slt(self, a: V, b: V) -> V: ...
    def sle(self, a: V, b: V) -> V: ...
    def eq(self, a: V, b: V) -> V: ...
    def select(self, condition: V, then: V, otherwise: V) -> V:
        """`then` where the word `condition` is not 0, else `otherwise`."""
        ...

    def mulhu(self, a: V, b: V) -> V:
        """The high word of the unsigned product of twice the width."""
        ...

    def fadd(self, a: V, b: V) -> V: ...
    def fsub(self, a: V, b: V) -> V: ...
    def fmul(self, a: V, b: V) -> V: ...
    def fdiv(self, a: V, b: V) -> V: ...
    def flt(self, a: V, b: V) -> V: ...
    def feq(self, a: V, b: V) -> V: ...
    def sitofp(self, a: V) -> V:
        """The number nearest to the word read as signed, ties to even."""
        ...

    def fptosi(self, a: V) -> V:
        """The number without its fraction, as a signed word; the least word, 100…0, where that does not hold it, and for NaN."""
        ...

    def fpext(self, a: V) -> V:
        """The number that the low half of the word is in the format of half the width; only words of 32 and 64 bits."""
        ...

    def fptrunc(self, a: V) -> V:
        """The number rounded to the format of half the width, as the low half of a word; only words of 32 and 64 bits."""
        ...


class Kind(enum.Enum):
    """What family an operator belongs to; the order is the order of the table."""

    ARITHMETIC = "arithmetic"
    BITWISE = "bitwise"
    SHIFT = "shift"
    COMPARISON = "comparison"
    LOGICAL = "logical"
    FLOATING = "floating point"
    SPECIFICATION = "specification only"
    MACRO = "defined by a specification"


@dataclass(frozen=True, eq=False)
class Operator:
    """One row of the table. Rows are compared by identity; `code` is the row's number.

    The facts hold at every width and are proved by SMT in the tests:
    commutative   a ∘ b = b ∘ a
    associative   (a ∘ b) ∘ c = a ∘ (b ∘ c)
    same          what a ∘ a is: "a" itself, a constant (-1 stands for all ones), or None where it is neither
    right_unit    the constant u with a ∘ u = a, or None (-1 stands for all ones)
    involution    ∘∘a = a (unary)
    boolean       the result is always 0 or 1
    """

    name: str
    arity: int
    kind: Kind
    smt: str
    meaning: Callable[..., Any]
    commutative: bool = False
    associative: bool = False
    same: str | int | None = None
    right_unit: int | None = None
    involution: bool = False
    boolean: bool = False
    code: int = -1

    @property
    def floating(self) -> bool:
        """Whether it reads words as numbers in floating point, or makes such."""
        return "fp" in self.smt

    def __call__(self, domain: Domain[V], *arguments: V) -> V:
        result: V = self.meaning(domain, *arguments)
        return result

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Callable[[str], Operator], tuple[str]]:
        return operator, (self.name,)


def _popcount(d: Domain[V], a: V) -> V:
    total, one = d.constant(0), d.constant(1)
    for i in range(d.width):
        total = d.add(total, d.bitand(d.lshr(a, d.constant(i)), one))
    return total


def _leading_zeros(d: Domain[V], a: V) -> V:
    """nlz(a), by smearing the highest set bit to the right and counting what stays 0."""
    distance = 1
    while distance < d.width:
        a = d.bitor(a, d.lshr(a, d.constant(distance)))
        distance *= 2
    return _popcount(d, d.bitnot(a))


def _trailing_zeros(d: Domain[V], a: V) -> V:
    return _popcount(d, d.bitand(d.bitnot(a), d.sub(a, d.constant(1))))


def _parity(d: Domain[V], a: V) -> V:
    total, one = d.constant(0), d.constant(1)
    for i in range(d.width):
        total = d.bitxor(total, d.lshr(a, d.constant(i)))
    return d.bitand(total, one)


_A, _B, _S, _C, _L, _F, _X, _ = Kind

_ROWS = (
    Operator("add", 2, _A, "bvadd", lambda d, a, b: d.add(a, b), commutative=True, associative=True, right_unit=0),
    Operator("sub", 2, _A, "bvsub", lambda d, a, b: d.sub(a, b), same=0, right_unit=0),
    Operator("mul", 2, _A, "bvmul", lambda d, a, b: d.mul(a, b), commutative=True, associative=True, right_unit=1),
    Operator("udiv", 2, _A, "bvudiv", lambda d, a, b: d.udiv(a, b), right_unit=1),
    Operator("sdiv", 2, _A, "bvsdiv", lambda d, a, b: d.sdiv(a, b), right_unit=1),
    Operator("urem", 2, _A, "bvurem", lambda d, a, b: d.urem(a, b), same=0, right_unit=0),
    Operator("srem", 2, _A, "bvsrem", lambda d, a, b: d.srem(a, b), same=0, right_unit=0),
    Operator("neg", 1, _A, "bvneg", lambda d, a: d.sub(d.constant(0), a), involution=True),
    Operator("min", 2, _A, "", lambda d, a, b: d.select(d.ult(a, b), a, b),
             commutative=True, associative=True, same="a", right_unit=-1),
    Operator("max", 2, _A, "", lambda d, a, b: d.select(d.ult(a, b), b, a),
             commutative=True, associative=True, same="a", right_unit=0),
    Operator("and", 2, _B, "bvand", lambda d, a, b: d.bitand(a, b), commutative=True, associative=True, same="a", right_unit=-1),
    Operator("or", 2, _B, "bvor", lambda d, a, b: d.bitor(a, b), commutative=True, associative=True, same="a", right_unit=0),
    Operator("xor", 2, _B, "bvxor", lambda d, a, b: d.bitxor(a, b), commutative=True, associative=True, same=0, right_unit=0),
    Operator("not", 1, _B, "bvnot", lambda d, a: d.bitnot(a), involution=True),
    Operator("shl", 2, _S, "bvshl", lambda d, a, b: d.shl(a, b), right_unit=0),
    Operator("lshr", 2, _S, "bvlshr", lambda d, a, b: d.lshr(a, b), right_unit=0),
    Operator("ashr", 2, _S, "bvashr", lambda d, a, b: d.ashr(a, b), right_unit=0),
    Operator("ult", 2, _C, "bvult", lambda d, a, b: d.ult(a, b), same=0, boolean=True),
    Operator("ule", 2, _C, "bvule", lambda d, a, b: d.ule(a, b), same=1, boolean=True),
    Operator("slt", 2, _C, "bvslt", lambda d, a, b: d.slt(a, b), same=0, boolean=True),
    Operator("sle", 2, _C, "bvsle", lambda d, a, b: d.sle(a, b), same=1, boolean=True),
    Operator("eq", 2, _C, "=", lambda d, a, b: d.eq(a, b), commutative=True, same=1, boolean=True),
    Operator("neq", 2, _C, "distinct", lambda d, a, b: d.bitxor(d.eq(a, b), d.constant(1)),
             commutative=True, same=0, boolean=True),
    Operator("implies", 2, _L, "", lambda d, a, b: d.select(a, d.select(b, d.constant(1), d.constant(0)), d.constant(1)),
             same=1, boolean=True),
    Operator("ite", 3, _L, "ite", lambda d, c, a, b: d.select(c, a, b)),
    Operator("fadd", 2, _F, "fp.add", lambda d, a, b: d.fadd(a, b), commutative=True),
    Operator("fsub", 2, _F, "fp.sub", lambda d, a, b: d.fsub(a, b)),
    Operator("fmul", 2, _F, "fp.mul", lambda d, a, b: d.fmul(a, b), commutative=True),
    Operator("fdiv", 2, _F, "fp.div", lambda d, a, b: d.fdiv(a, b)),
    Operator("mulhu", 2, _X, "", lambda d, a, b: d.mulhu(a, b), commutative=True),
    Operator("popcount", 1, _X, "", _popcount),
    Operator("parity", 1, _X, "", _parity, boolean=True),
    Operator("leading_zeros", 1, _X, "", _leading_zeros),
    Operator("trailing_zeros", 1, _X, "", _trailing_zeros),
    Operator("flt", 2, _X, "fp.lt", lambda d, a, b: d.flt(a, b), same=0, boolean=True),
    Operator("feq", 2, _X, "fp.eq", lambda d, a, b: d.feq(a, b), commutative=True, boolean=True),
    Operator("sitofp", 1, _X, "to_fp", lambda d, a: d.sitofp(a)),
    Operator("fptosi", 1, _X, "fp.to_sbv", lambda d, a: d.fptosi(a)),
    Operator("fpext", 1, _X, "to_fp", lambda d, a: d.fpext(a)),
    Operator("fptrunc", 1, _X, "to_fp", lambda d, a: d.fptrunc(a)),
)

for _code, _row in enumerate(_ROWS):
    object.__setattr__(_row, "code", _code)

OPERATORS: tuple[Operator, ...] = _ROWS
"""Every operator, in the order of the table; an operator's `code` is its place here."""

LANGUAGE: tuple[Operator, ...] = tuple(op for op in OPERATORS if op.kind is not Kind.SPECIFICATION)
"""The operators of L, floating point included."""

WORD_OPERATORS: tuple[Operator, ...] = tuple(op for op in LANGUAGE if op.kind is not Kind.FLOATING)
"""The operators of L on machine words: what a specification without floating point is solved over, unless it narrows the set."""

_BY_NAME = {op.name: op for op in OPERATORS}


def operator(name: str) -> Operator:
    """The operator called `name`; KeyError where there is none."""
    return _BY_NAME[name]
