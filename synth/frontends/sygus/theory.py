"""The operators of SMT-LIB's Core and FixedSizeBitVectors: for each its name, its sort rule and its meaning on words of one width.

Meanings are terms at the width W of the widest sort: a word of n < W bits is below 2^n, a Bool is 0 or 1. Each meaning keeps to
that for operands that do, with as few masks as it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise

from synth import terms
from synth.frontends.sygus.nodes import BOOL, Node, Sort
from synth.terms import Term

WIDEST = 64
"""Wider words are not supported."""

MOST_DISTINCT = 256
"""Operands of `distinct`, which is taken apart into pairs."""


class SortError(Exception):
    """An operator that does not fit its operands or indices; the message tells what is expected and what is given."""


@dataclass(frozen=True)
class Words:
    """Words of `width` bits that hold narrower values."""

    width: int

    def cut(self, term: Term, bits: int) -> Term:
        """The lower `bits` bits."""
        return term if bits == self.width else terms.apply("and", term, (1 << bits) - 1)

    def signed(self, term: Term, bits: int) -> Term:
        """The value of a word of `bits` bits with its sign copied to the top."""
        return term if bits == self.width else terms.ashr(self.raised(term, bits), self.width - bits)

    def raised(self, term: Term, bits: int) -> Term:
        """The value shifted so that its sign bit is the top bit."""
        return term if bits == self.width else term << self.width - bits

    def flipped(self, term: Term, bits: int) -> Term:
        """The complement of the lower `bits` bits."""
        return terms.apply("not", term) if bits == self.width else term ^ (1 << bits) - 1


SortRule = Callable[[tuple[int, ...], tuple[Sort, ...]], Sort]
Meaning = Callable[[Words, Node, Sequence[Term]], Term]


@dataclass(frozen=True)
class TheoryOperator:
    """One operator: how many indices it has, its sort (SortError where there is none), its meaning."""

    indices: int
    sort: SortRule
    meaning: Meaning


def _arity(given: Sequence[Sort], least: int, most: int | None) -> None:
    if len(given) < least or (most is not None and len(given) > most):
        wanted = f"at least {least}" if most is None else str(least) if least == most else f"{least} to {most}"
        raise SortError(f"expected {wanted} operand{'' if wanted == '1' else 's'}, given {len(given)}")


def _words(given: Sequence[Sort]) -> Sort:
    """The sort of words that all have; SortError where they have not."""
    for number, sort in enumerate(given, 1):
        if not sort.bits:
            raise SortError(f"operand {number}: expected a bit vector, given Bool")
    return _alike(given)


def _alike(given: Sequence[Sort]) -> Sort:
    for number, sort in enumerate(given, 1):
        if sort != given[0]:
            raise SortError(f"operand {number}: expected {given[0]}, given {sort}")
    return given[0]


def _bools(given: Sequence[Sort]) -> None:
    for number, sort in enumerate(given, 1):
        if sort.bits:
            raise SortError(f"operand {number}: expected Bool, given {sort}")


def _of_bits(bits: int) -> Sort:
    if not 1 <= bits <= WIDEST:
        raise SortError(f"not supported: words of {bits} bits (1 to {WIDEST} are)")
    return Sort(bits)


def _wordwise(least: int, most: int | None) -> SortRule:
    def rule(_indices: tuple[int, ...], given: tuple[Sort, ...]) -> Sort:
        _arity(given, least, most)
        return _words(given)

    return rule


def _compared(_indices: tuple[int, ...], given: tuple[Sort, ...]) -> Sort:
    _arity(given, 2, 2)
    _words(given)
    return BOOL


def _compared_bit(indices: tuple[int, ...], given: tuple[Sort, ...]) -> Sort:
    _compared(indices, given)
    return Sort(1)


def _connected(least: int, most: int | None) -> SortRule:
    def rule(_indices: tuple[int, ...], given: tuple[Sort, ...]) -> Sort:
        _arity(given, least, most)
        _bools(given)
        return BOOL

    return rule


def _equated(_indices: tuple[int, ...], given: tuple[Sort, ...]) -> Sort:
    _arity(given, 2, None)
    _alike(given)
    return BOOL


def _told_apart(indices: tuple[int, ...], given: tuple[Sort, ...]) -> Sort:
    _arity(given, 2, MOST_DISTINCT)
    return _equated(indices, given)


def _chosen(_indices: tuple[int, ...], given: tuple[Sort, ...]) -> Sort:
    _arity(given, 3, 3)
    _bools(given[:1])
    if given[1] != given[2]:
        raise SortError(f"operand 3: expected {given[1]}, given {given[2]}")
    return given[1]


def _joined(_indices: tuple[int, ...], given: tuple[Sort, ...]) -> Sort:
    _arity(given, 2, None)
    for sort in given:
        _words([sort])
    return _of_bits(sum(sort.bits for sort in given))


def _extracted(indices: tuple[int, ...], given: tuple[Sort, ...]) -> Sort:
    _arity(given, 1, 1)
    high, low = indices
    if not _words(given).bits > high >= low:
        raise SortError(f"expected bits {given[0].bits - 1} ≥ i ≥ j, given i = {high}, j = {low}")
    return Sort(high - low + 1)


def _sized(size: Callable[[int, int], int]) -> SortRule:
    """One word, whose width becomes what `size` makes of the index and the width."""

    def rule(indices: tuple[int, ...], given: tuple[Sort, ...]) -> Sort:
        _arity(given, 1, 1)
        return _of_bits(size(indices[0], _words(given).bits))

    return rule


def _bits(item: Node) -> int:
    """The width of the first operand."""
    return item.children[0].sort.bits


def _exact(name: str) -> Meaning:
    """An operator of the table that keeps words below 2^n."""
    return lambda words, item, operands: reduce(lambda a, b: terms.apply(name, a, b), operands)


def _cut(name: str) -> Meaning:
    """An operator of the table whose lower n bits depend on those of its operands alone."""
    return lambda words, item, operands: words.cut(reduce(lambda a, b: terms.apply(name, a, b), operands), _bits(item))


def _flipped(name: str) -> Meaning:
    """The complement of an operator of the table."""
    return lambda words, item, operands: words.flipped(terms.apply(name, *operands), _bits(item))


def _on_signed(name: str) -> Meaning:
    """An operator of the table on sign-extended operands."""

    def meaning(words: Words, item: Node, operands: Sequence[Term]) -> Term:
        n = _bits(item)
        return words.cut(terms.apply(name, *(words.signed(o, n) for o in operands)), n)

    return meaning


def _ashr(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    return words.cut(terms.ashr(words.signed(operands[0], _bits(item)), operands[1]), _bits(item))


def _smod(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    a, b = (words.signed(o, _bits(item)) for o in operands)
    rest = terms.srem(a, b)
    adjusted = terms.ite((rest != 0) & terms.slt(rest ^ b, 0), rest + b, rest)
    return words.cut(adjusted, _bits(item))


def _less(name: str, swapped: bool = False) -> Meaning:
    """A comparison of L; with the operands swapped, > and ≥."""
    signed = name.startswith("s")

    def meaning(words: Words, item: Node, operands: Sequence[Term]) -> Term:
        a, b = (words.raised(o, _bits(item)) for o in operands) if signed else operands
        return terms.apply(name, b, a) if swapped else terms.apply(name, a, b)

    return meaning


def _not(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    return terms.apply("not", operands[0]) if words.width == 1 else terms.apply("eq", operands[0], 0)


def _implies(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    return reduce(lambda b, a: a.implies(b), reversed(operands))


def _equal(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    return reduce(lambda a, b: a & b, [terms.apply("eq", a, b) for a, b in pairwise(operands)])


def _distinct(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    return reduce(lambda a, b: a & b, [terms.apply("neq", a, b) for a, b in combinations(operands, 2)])


def _concat(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    joined = operands[0]
    for child, operand in zip(item.children[1:], operands[1:], strict=True):
        joined = joined << child.sort.bits | operand
    return joined


def _extract(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    high, low = item.indices
    shifted = operands[0] >> low if low else operands[0]
    return shifted if high == _bits(item) - 1 else words.cut(shifted, high - low + 1)


def _sign_extend(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    return words.cut(words.signed(operands[0], _bits(item)), item.sort.bits) if item.indices[0] else operands[0]


def _rotated(to_left: bool) -> Meaning:
    def meaning(words: Words, item: Node, operands: Sequence[Term]) -> Term:
        n = _bits(item)
        left = (item.indices[0] if to_left else -item.indices[0]) % n
        return words.cut(operands[0] << left | operands[0] >> n - left, n) if left else operands[0]

    return meaning


def _repeated(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    return reduce(lambda a, b: a | b, [operands[0] << i * _bits(item) if i else operands[0] for i in range(item.indices[0])])


def _negated(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    return words.cut(-operands[0], _bits(item))


def _complement(words: Words, item: Node, operands: Sequence[Term]) -> Term:
    return words.flipped(operands[0], _bits(item))


_BINARY, _CHAIN = _wordwise(2, 2), _wordwise(2, None)

THEORY: dict[str, TheoryOperator] = {
    "not": TheoryOperator(0, _connected(1, 1), _not),
    "and": TheoryOperator(0, _connected(1, None), _exact("and")),
    "or": TheoryOperator(0, _connected(1, None), _exact("or")),
    "xor": TheoryOperator(0, _connected(2, None), _exact("xor")),
    "=>": TheoryOperator(0, _connected(2, None), _implies),
    "=": TheoryOperator(0, _equated, _equal),
    "distinct": TheoryOperator(0, _told_apart, _distinct),
    "ite": TheoryOperator(0, _chosen, lambda words, item, operands: terms.ite(*operands)),
    "bvnot": TheoryOperator(0, _wordwise(1, 1), _complement),
    "bvneg": TheoryOperator(0, _wordwise(1, 1), _negated),
    "bvand": TheoryOperator(0, _CHAIN, _exact("and")),
    "bvor": TheoryOperator(0, _CHAIN, _exact("or")),
    "bvxor": TheoryOperator(0, _CHAIN, _exact("xor")),
    "bvnand": TheoryOperator(0, _BINARY, _flipped("and")),
    "bvnor": TheoryOperator(0, _BINARY, _flipped("or")),
    "bvxnor": TheoryOperator(0, _BINARY, _flipped("xor")),
    "bvadd": TheoryOperator(0, _CHAIN, _cut("add")),
    "bvmul": TheoryOperator(0, _CHAIN, _cut("mul")),
    "bvsub": TheoryOperator(0, _BINARY, _cut("sub")),
    "bvudiv": TheoryOperator(0, _BINARY, _cut("udiv")),
    "bvurem": TheoryOperator(0, _BINARY, _exact("urem")),
    "bvsdiv": TheoryOperator(0, _BINARY, _on_signed("sdiv")),
    "bvsrem": TheoryOperator(0, _BINARY, _on_signed("srem")),
    "bvsmod": TheoryOperator(0, _BINARY, _smod),
    "bvshl": TheoryOperator(0, _BINARY, _cut("shl")),
    "bvlshr": TheoryOperator(0, _BINARY, _exact("lshr")),
    "bvashr": TheoryOperator(0, _BINARY, _ashr),
    "bvult": TheoryOperator(0, _compared, _less("ult")),
    "bvule": TheoryOperator(0, _compared, _less("ule")),
    "bvugt": TheoryOperator(0, _compared, _less("ult", swapped=True)),
    "bvuge": TheoryOperator(0, _compared, _less("ule", swapped=True)),
    "bvslt": TheoryOperator(0, _compared, _less("slt")),
    "bvsle": TheoryOperator(0, _compared, _less("sle")),
    "bvsgt": TheoryOperator(0, _compared, _less("slt", swapped=True)),
    "bvsge": TheoryOperator(0, _compared, _less("sle", swapped=True)),
    "bvcomp": TheoryOperator(0, _compared_bit, lambda words, item, operands: terms.apply("eq", *operands)),
    "concat": TheoryOperator(0, _joined, _concat),
    "extract": TheoryOperator(2, _extracted, _extract),
    "zero_extend": TheoryOperator(1, _sized(lambda i, n: n + i), lambda words, item, operands: operands[0]),
    "sign_extend": TheoryOperator(1, _sized(lambda i, n: n + i), _sign_extend),
    "repeat": TheoryOperator(1, _sized(lambda i, n: i * n), _repeated),
    "rotate_left": TheoryOperator(1, _sized(lambda i, n: n), _rotated(to_left=True)),
    "rotate_right": TheoryOperator(1, _sized(lambda i, n: n), _rotated(to_left=False)),
}
"""Every operator by its name."""

RESIZING = frozenset(("bvcomp", "concat", "extract", "zero_extend", "sign_extend", "repeat", "rotate_left", "rotate_right"))
"""The operators that speak of widths: a file with any of them means something at its own widths only."""
