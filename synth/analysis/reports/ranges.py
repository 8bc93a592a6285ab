"""Conditions on one word as the set of values for which they hold: unions of intervals of bit patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from synth.operators import Operator
from synth.terms import Term, TermKind, name_of, postorder

Intervals = tuple[tuple[int, int], ...]
"""First and last values, in order, none next to another."""

MOST = 64
"""How many intervals a set is told by."""


@dataclass(frozen=True)
class Known:
    """For which values of a word a condition holds."""

    word: Term
    values: Intervals


def normal(intervals: list[tuple[int, int]]) -> Intervals:
    """Any intervals, some perhaps empty, as a set."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(i for i in intervals if i[0] <= i[1]):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return tuple(found)


def union(a: Intervals, b: Intervals) -> Intervals:
    """What is in either set."""
    return normal([*a, *b])


def meet(a: Intervals, b: Intervals) -> Intervals:
    """What is in both sets."""
    return normal([(max(i[0], j[0]), min(i[1], j[1])) for i in a for j in b])


def complement(values: Intervals, last: int) -> Intervals:
    """What of 0 to `last` is not in a set."""
    starts, ends = [0, *(high + 1 for _, high in values)], [*(low - 1 for low, _ in values), last]
    return normal(list(zip(starts, ends, strict=True)))


def moved(values: Intervals, by: int, size: int) -> Intervals:
    """The values plus a number, modulo `size`."""
    found = []
    for low, high in values:
        start = (low + by) % size
        end = start + high - low
        found += [(start, end)] if end < size else [(start, size - 1), (0, end - size)]
    return normal(found)


def read(values: Intervals, bits: int, signed: bool) -> Intervals:
    """The numbers that bit patterns of so many bits are, read as signed or not."""
    half, size = 1 << (bits - 1), 1 << bits
    if not signed:
        return meet(values, ((0, size - 1),))
    negative = [(low - size, high - size) for low, high in meet(values, ((half, size - 1),))]
    return normal([*negative, *meet(values, ((0, half - 1),))])


def mirrored(values: Intervals, size: int) -> Intervals:
    """The values' negations, modulo `size`."""
    return moved(normal([(size - 1 - high, size - 1 - low) for low, high in values]), 1, size)


def known(roots: Sequence[Term], width: int, narrow: Mapping[str, int]) -> dict[int, Known]:
    """The Boolean terms below some that speak of one word only, by identity; `narrow` are the bits of symbols below a word's."""
    found = dict[int, Known]()
    reader = _Reader(width, narrow)
    for node in postorder(*roots):
        if node.boolean and (own := reader.known(node, found)) is not None and len(own.values) <= MOST:
            found[id(node)] = own
    return found


class _Reader:
    """Reads conditions at a width."""

    def __init__(self, width: int, narrow: Mapping[str, int]) -> None:
        self._size, self._narrow = 1 << width, narrow

    def known(self, node: Term, below: Mapping[int, Known]) -> Known | None:
        """What a Boolean term says of one word, where those below it are read; None for another."""
        name = name_of(node)
        if name in ("and", "or", "implies"):
            a, b = (below.get(id(o)) for o in node.arguments)
            if a is None or b is None or a.word is not b.word:
                return None
            first = complement(a.values, self._size - 1) if name == "implies" else a.values
            return Known(a.word, meet(first, b.values) if name == "and" else union(first, b.values))
        if name in ("eq", "neq") and node.arguments[0].boolean:
            own = below.get(id(node.arguments[0]))
            if own is None or node.arguments[1].kind is not TermKind.CONSTANT:
                return None
            same = (name == "eq") == bool(node.arguments[1].data)
            return own if same else Known(own.word, complement(own.values, self._size - 1))
        return self._compared(name, node) if name in _COMPARED else None

    def _compared(self, name: str, node: Term) -> Known | None:
        left, right = node.arguments
        if (b := self._value(right)) is not None and not left.boolean:
            return self._of(left, _below(name, b, self._size))
        if (a := self._value(left)) is not None and not right.boolean:
            return self._of(right, _above(name, a, self._size))
        return None

    def _value(self, term: Term) -> int | None:
        return term.data % self._size if term.kind is TermKind.CONSTANT and isinstance(term.data, int) else None

    def _of(self, word: Term, values: Intervals) -> Known:
        """What a set of values of a word says of the word that it is computed from by adding constants and the like."""
        while (step := self._inner(word, values)) is not None:
            word, values = step
        return Known(word, values)

    def _inner(self, word: Term, values: Intervals) -> tuple[Term, Intervals] | None:
        if not isinstance(word.data, Operator) or word.boolean:
            return None
        size, name = self._size, word.data.name
        if (own := extended(word, self._narrow, self._size.bit_length() - 1)) is not None:
            half = self._half(own)
            return own, union(meet(values, ((0, half - 1),)), moved(meet(values, ((size - half, size - 1),)), 2 * half, size))
        constants = [self._value(a) for a in word.arguments]
        if name == "neg":
            return word.arguments[0], mirrored(values, size)
        if name == "not":
            return word.arguments[0], moved(mirrored(values, size), -1, size)
        if name in ("add", "xor") and constants[0] is not None:
            return self._by(name, word.arguments[1], constants[0], values)
        if name in ("add", "sub", "xor") and constants[1] is not None:
            return self._by(name, word.arguments[0], constants[1], values)
        if name == "sub" and constants[0] is not None:
            return word.arguments[1], moved(mirrored(values, size), constants[0], size)
        return None

    def _by(self, name: str, word: Term, constant: int, values: Intervals) -> tuple[Term, Intervals] | None:
        size = self._size
        if name != "xor":
            return word, moved(values, -constant if name == "add" else constant, size)
        if constant == size // 2:
            return word, moved(values, constant, size)
        if str(word.data) in self._narrow and word.kind is TermKind.SYMBOL and constant == self._half(word):
            return word, moved(meet(values, ((0, 2 * constant - 1),)), constant, 2 * constant)
        return None

    def _half(self, symbol: Term) -> int:
        return 1 << (self._narrow[str(symbol.data)] - 1)


def extended(word: Term, narrow: Mapping[str, int], width: int) -> Term | None:
    """The narrow word whose sign a term copies to the top: (x ^ 0x80) - 0x80, or x << 24 >> 24; None for other terms."""
    if name_of(word) == "ashr" and name_of(word.arguments[0]) == "shl":
        (own, up), down = word.arguments[0].arguments, word.arguments[1]
        good = own.kind is TermKind.SYMBOL and str(own.data) in narrow and up is down and up.kind is TermKind.CONSTANT
        return own if good and width - narrow[str(own.data)] == up.data else None
    if name_of(word) != "sub" or name_of(word.arguments[0]) != "xor":
        return None
    (own, flipped), sign = word.arguments[0].arguments, word.arguments[1]
    if own.kind is not TermKind.SYMBOL:
        own, flipped = flipped, own
    if own.kind is not TermKind.SYMBOL or str(own.data) not in narrow or flipped is not sign or sign.kind is not TermKind.CONSTANT:
        return None
    return own if sign.data == 1 << (narrow[str(own.data)] - 1) else None


_COMPARED = ("eq", "neq", "ult", "ule", "slt", "sle")


def _below(name: str, value: int, size: int) -> Intervals:
    """The words that stand left of a comparison with a value when it holds."""
    match name:
        case "eq" | "neq":
            return ((value, value),) if name == "eq" else complement(((value, value),), size - 1)
        case "ult" | "ule":
            return normal([(0, value - (name == "ult"))])
    return moved(_below("u" + name[1:], (value + size // 2) % size, size), size // 2, size)


def _above(name: str, value: int, size: int) -> Intervals:
    """The words that stand right of a comparison with a value when it holds."""
    if name in ("eq", "neq"):
        return _below(name, value, size)
    return complement(_below(name[0] + {"lt": "le", "le": "lt"}[name[1:]], value, size), size - 1)
