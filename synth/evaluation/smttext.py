"""Evaluation into SMT-LIB text: bit-vector expressions that are Bool as long as they can be, shared parts in lets.

A word that is 0 or 1 by construction (a comparison, a connective of comparisons) is kept as a Bool and becomes `(ite c 1 0)` only
where a word is wanted, so that a specification's body reads as a person would write it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from synth.evaluation.floats import Format, float_format, half_format

_SHORT = 24
"""Shared expressions up to this many characters are repeated, longer ones are named by a let."""


@dataclass(frozen=True, eq=False, slots=True)
class Expression:
    """`head` applied to `arguments`, or an atom; made by an SmtText, which makes equal ones one object.

    boolean   whether its sort is Bool
    value     the number that an atom is, true and false being 1 and 0; None where it is none
    """

    head: str
    arguments: tuple[Expression, ...] = ()
    boolean: bool = False
    value: int | None = None


class SmtText:
    """The domain of SMT-LIB expressions over words of `width` bits; its words may also be of sort Bool, for 0 and 1.

    pattern   makes an expression for the bit pattern of a number of a format, where that is to be standard SMT-LIB, which has no
              function for it: for instance a new word of which the formula says what it is (`is_pattern`). Without it the text
              holds `fp.to_ieee_bv`, which Z3 and Bitwuzla have.
    """

    def __init__(self, width: int, pattern: Callable[[Expression, Format], Expression] | None = None) -> None:
        self.width, self._new_pattern = width, pattern
        self._made: dict[tuple[object, ...], Expression] = {}
        self._zero, self._one = self.constant(0), self.constant(1)

    def apply(self, head: str, *arguments: Expression, boolean: bool = False, value: int | None = None) -> Expression:
        """`head` on arguments as they are, or the atom `head`."""
        key = (head, *map(id, arguments), boolean)
        return self._made.setdefault(key, Expression(head, arguments, boolean, value))

    def constant(self, value: int) -> Expression:
        return self.number(value, self.width)

    def number(self, value: int, bits: int) -> Expression:
        """A literal of sort (_ BitVec `bits`)."""
        value %= 1 << bits
        return self.apply(f"#x{value:0{bits // 4}x}" if bits % 4 == 0 else f"#b{value:0{bits}b}", value=value)

    def truth(self, e: Expression) -> Expression:
        """The Bool "not 0"."""
        if e.boolean:
            return e
        if e.value is not None:
            return self._truth_value(e.value != 0)
        return self.apply("distinct", e, self._zero, boolean=True)

    def word(self, e: Expression) -> Expression:
        """The word that `e` is, of sort (_ BitVec width)."""
        if not e.boolean:
            return e
        return self.apply("ite", e, self._one, self._zero) if e.value is None else self.constant(e.value)

    def _truth_value(self, value: bool) -> Expression:
        return self.apply("true" if value else "false", boolean=True, value=int(value))

    def _negation(self, e: Expression) -> Expression:
        if e.value is not None:
            return self._truth_value(not e.value)
        opposite = {"=": "distinct", "distinct": "="}.get(e.head)
        if e.head == "not":
            return e.arguments[0]
        return self.apply(opposite, *e.arguments, boolean=True) if opposite else self.apply("not", e, boolean=True)

    def _booleans(self, a: Expression, b: Expression) -> bool:
        """Whether the two are 0 or 1, and one of them is known to be a Bool."""
        return (a.boolean or b.boolean) and all(e.boolean or e.value in (0, 1) for e in (a, b))

    def _bits(self, head: str, a: Expression, b: Expression) -> Expression:
        return self.apply(head, self.word(a), self.word(b))

    def _compared(self, head: str, a: Expression, b: Expression) -> Expression:
        return self.apply(head, self.word(a), self.word(b), boolean=True)

    def _connected(self, head: str, a: Expression, b: Expression) -> Expression:
        a, b = self.truth(a), self.truth(b)
        for known, other in ((a, b), (b, a)) if head in ("and", "or") else ():
            if known.value is not None:
                return other if known.value == (head == "and") else known
        return self.apply(head, a, b, boolean=True)

    def add(self, a: Expression, b: Expression) -> Expression:
        return self._bits("bvadd", a, b)

    def sub(self, a: Expression, b: Expression) -> Expression:
        return self.apply("bvneg", self.word(b)) if a is self._zero else self._bits("bvsub", a, b)

    def mul(self, a: Expression, b: Expression) -> Expression:
        return self._bits("bvmul", a, b)

    def udiv(self, a: Expression, b: Expression) -> Expression:
        return self._bits("bvudiv", a, b)

    def sdiv(self, a: Expression, b: Expression) -> Expression:
        return self._bits("bvsdiv", a, b)

    def urem(self, a: Expression, b: Expression) -> Expression:
        return self._bits("bvurem", a, b)

    def srem(self, a: Expression, b: Expression) -> Expression:
        return self._bits("bvsrem", a, b)

    def bitand(self, a: Expression, b: Expression) -> Expression:
        return self._connected("and", a, b) if self._booleans(a, b) else self._bits("bvand", a, b)

    def bitor(self, a: Expression, b: Expression) -> Expression:
        return self._connected("or", a, b) if self._booleans(a, b) else self._bits("bvor", a, b)

    def bitxor(self, a: Expression, b: Expression) -> Expression:
        if not self._booleans(a, b):
            return self._bits("bvxor", a, b)
        return self._negation(a) if b.value == 1 else self._connected("xor", a, b)

    def bitnot(self, a: Expression) -> Expression:
        if self.width == 1 and a.boolean:
            return self._negation(a)
        return self.apply("bvnot", self.word(a))

    def shl(self, a: Expression, b: Expression) -> Expression:
        return self._bits("bvshl", a, b)

    def lshr(self, a: Expression, b: Expression) -> Expression:
        return self._bits("bvlshr", a, b)

    def ashr(self, a: Expression, b: Expression) -> Expression:
        return self._bits("bvashr", a, b)

    def ult(self, a: Expression, b: Expression) -> Expression:
        return self._compared("bvult", a, b)

    def ule(self, a: Expression, b: Expression) -> Expression:
        return self._compared("bvule", a, b)

    def slt(self, a: Expression, b: Expression) -> Expression:
        return self._compared("bvslt", a, b)

    def sle(self, a: Expression, b: Expression) -> Expression:
        return self._compared("bvsle", a, b)

    def eq(self, a: Expression, b: Expression) -> Expression:
        if not self._booleans(a, b):
            return self._compared("=", a, b)
        if b.value is not None:
            return a if b.value else self._negation(a)
        return self._connected("=", a, b)

    def select(self, condition: Expression, then: Expression, otherwise: Expression) -> Expression:
        chosen = self.truth(condition)
        if chosen.value is not None:
            return then if chosen.value else otherwise
        if (then.value, otherwise.value) in ((1, 0), (0, 1)):
            return chosen if then.value else self._negation(chosen)
        if not self._booleans(then, otherwise):
            return self.apply("ite", chosen, self.word(then), self.word(otherwise))
        if otherwise.value is not None:
            return self._connected("=>" if otherwise.value else "and", chosen, then)
        if then.value is not None:
            head, first = ("or", chosen) if then.value else ("and", self._negation(chosen))
            return self._connected(head, first, otherwise)
        return self.apply("ite", chosen, self.truth(then), self.truth(otherwise), boolean=True)

    def mulhu(self, a: Expression, b: Expression) -> Expression:
        a, b = self.word(a), self.word(b)
        if self.width % 2 == 0:
            return self._by_halves(a, b)
        wide = [self.apply(f"(_ zero_extend {self.width})", e) for e in (a, b)]
        return self.apply(f"(_ extract {2 * self.width - 1} {self.width})", self.apply("bvmul", *wide))

    def _by_halves(self, a: Expression, b: Expression) -> Expression:
        """The high word of the product without wider words, as some readers have none above 64 bits."""
        half, mask = self.constant(self.width // 2), self.constant((1 << self.width // 2) - 1)
        low = [self.bitand(e, mask) for e in (a, b)]
        high = [self.lshr(e, half) for e in (a, b)]
        first = self.add(self.mul(high[0], low[1]), self.lshr(self.mul(low[0], low[1]), half))
        second = self.add(self.mul(low[0], high[1]), self.bitand(first, mask))
        return self.add(self.mul(high[0], high[1]), self.add(self.lshr(first, half), self.lshr(second, half)))

    def _float(self, a: Expression) -> Expression:
        return self.apply(self._sort(float_format(self.width)), self.word(a))

    def _pattern(self, head: str, a: Expression, b: Expression) -> Expression:
        return self._number(self.apply(head, self.apply("RNE"), self._float(a), self._float(b)), float_format(self.width))

    def _number(self, number: Expression, form: Format) -> Expression:
        """The pattern of a number of a format, as a word."""
        pattern = self.apply("fp.to_ieee_bv", number) if self._new_pattern is None else self._new_pattern(number, form)
        if form.width < self.width:
            pattern = self.apply(f"(_ zero_extend {self.width - form.width})", pattern)
        if self._new_pattern is not None:
            return pattern
        return self.apply("ite", self.apply("fp.isNaN", number, boolean=True), self.constant(form.nan), pattern)

    def is_pattern(self, word: Expression, number: Expression, form: Format) -> Expression:
        """That a word of the format's width is the bit pattern of a number; that of a NaN is the one of the format."""
        same = self.apply("=", self.apply(self._sort(form), word), number, boolean=True)
        nan = self.apply("=", word, self.number(form.nan, form.width), boolean=True)
        return self.apply("ite", self.apply("fp.isNaN", number, boolean=True), nan, same, boolean=True)

    def fadd(self, a: Expression, b: Expression) -> Expression:
        return self._pattern("fp.add", a, b)

    def fsub(self, a: Expression, b: Expression) -> Expression:
        return self._pattern("fp.sub", a, b)

    def fmul(self, a: Expression, b: Expression) -> Expression:
        return self._pattern("fp.mul", a, b)

    def fdiv(self, a: Expression, b: Expression) -> Expression:
        return self._pattern("fp.div", a, b)

    def flt(self, a: Expression, b: Expression) -> Expression:
        return self.apply("fp.lt", self._float(a), self._float(b), boolean=True)

    def feq(self, a: Expression, b: Expression) -> Expression:
        return self.apply("fp.eq", self._float(a), self._float(b), boolean=True)

    def _sort(self, form: Format) -> str:
        return f"(_ to_fp {form.exponent} {form.significand})"

    def sitofp(self, a: Expression) -> Expression:
        return self._number(self._of_signed(a), float_format(self.width))

    def _of_signed(self, a: Expression) -> Expression:
        return self.apply(self._sort(float_format(self.width)), self.apply("RNE"), self.word(a))

    def fptosi(self, a: Expression) -> Expression:
        number, least = self._float(a), self.constant(1 << (self.width - 1))
        bound = self._of_signed(least)
        held = [self.apply("fp.leq", bound, number, boolean=True),
                self.apply("fp.lt", number, self.apply("fp.neg", bound), boolean=True)]
        whole = self.apply(f"(_ fp.to_sbv {self.width})", self.apply("RTZ"), number)
        return self.apply("ite", self.apply("and", *held, boolean=True), whole, least)

    def fpext(self, a: Expression) -> Expression:
        half = half_format(self.width)
        low = self.apply(f"(_ extract {half.width - 1} 0)", self.word(a))
        number = self.apply(self._sort(half), low)
        return self._number(self.apply(self._sort(float_format(self.width)), self.apply("RNE"), number), float_format(self.width))

    def fptrunc(self, a: Expression) -> Expression:
        half = half_format(self.width)
        return self._number(self.apply(self._sort(half), self.apply("RNE"), self._float(a)), half)


def text(root: Expression) -> str:
    """The expression as SMT-LIB; what is used twice and long is bound by a let, level by level."""
    nodes = _postorder(root)
    uses = Counter(id(a) for node in nodes for a in node.arguments)
    prefix = _prefix(node.head for node in nodes)
    shown: dict[int, str] = {}
    level: dict[int, int] = {}
    bound: list[list[str]] = []
    for node in nodes:
        own = _application(node.head, [shown[id(a)] for a in node.arguments])
        deep = max((level[id(a)] for a in node.arguments), default=0)
        if uses[id(node)] > 1 and len(own) > _SHORT:
            bound += [[]] * (deep == len(bound))
            name = f"{prefix}{sum(map(len, bound))}"
            bound[deep] = [*bound[deep], f"({name} {own})"]
            own, deep = name, deep + 1
        shown[id(node)], level[id(node)] = own, deep
    lets = [f"(let ({' '.join(bindings)})\n  " for bindings in bound]
    return "".join(lets) + shown[id(root)] + ")" * len(lets)


def _application(head: str, operands: Sequence[str]) -> str:
    if head in ("and", "or"):
        operands = [o.removeprefix(f"({head} ")[:-1] if o.startswith(f"({head} ") else o for o in operands]
    return f"({' '.join((head, *operands))})" if operands else head


def _postorder(root: Expression) -> list[Expression]:
    done: dict[int, Expression] = {}
    stack = [(root, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            done[id(node)] = node
        elif id(node) not in done:
            stack.append((node, True))
            stack.extend((a, False) for a in reversed(node.arguments) if id(a) not in done)
    return list(done.values())


def _prefix(heads: Iterable[str]) -> str:
    """Letters that no atom or function starts with, digits following."""
    used = {head.rstrip("0123456789") for head in heads}
    return next(p for p in ("t" + "_" * i for i in range(len(used) + 1)) if p not in used)
