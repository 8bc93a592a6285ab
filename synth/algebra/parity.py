"""Equations between exclusive ors, decided by Gaussian elimination over GF(2), bit by bit.

A bit of a word is the exclusive or of bits of other words wherever words are only combined by exclusive or, complement, shifts by
constants and masks (and by `or` and `+` of words without common bits). Gray codes, parities and checksums are of this kind, and
long chains of exclusive ors are what solvers by resolution are worst at. Every other word is a leaf with bits of its own. Sound,
and complete only for conjunctions of such equations.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable

from synth import terms
from synth.algebra.equations import parts
from synth.algebra.folding import folded
from synth.booleans import FALSE, conjuncts, disjuncts, negation
from synth.terms import Term, TermKind, name_of

Bits = tuple[int, ...]
"""The bits of a word, the lowest first; each the exclusive or of the columns that are set in it. Column 0 is the number 1."""

_NODES = 4_000
_SHIFTS = "shl", "lshr", "ashr"


def follows(claim: Term, width: int, until: float = math.inf) -> bool:
    """Whether a claim is seen to hold for all words of `width` bits: each case that would refute it has equations over GF(2) that
    contradict each other. False where it does not hold, where that is not seen, and after `until` on `time.monotonic`'s clock.
    """
    order = terms.postorder(claim)
    if len(order) > _NODES or not any(name_of(n) == "xor" and not n.boolean for n in order):
        return False
    premises, goal = parts(claim)
    if goal is not FALSE:
        return all(_contradictory([*premises, negation(one)], width, until) for one in conjuncts(goal))
    cases = list(disjuncts(premises[0])) if len(premises) == 1 else []
    return all(_contradictory(conjuncts(case), width, until) for case in cases) if cases else _contradictory(premises, width, until)


def _contradictory(facts: Iterable[Term], width: int, until: float) -> bool:
    """Whether Booleans are seen not to hold together, by the equations among them and the equations that others deny."""
    words, system, denied = _Words(width), _System(), list[list[int]]()
    simple = [folded(fact, width) for fact in facts]  # a negated comparison is a comparison then
    for fact in simple:
        if time.monotonic() > until:
            return False
        name = name_of(fact)
        if fact is FALSE:
            return True
        if name not in ("eq", "neq", "ule") or any(a.boolean for a in fact.arguments):
            continue
        left, right = (words.of(a) for a in fact.arguments)
        if name == "ule":
            number = _value(right)
            if number is not None:  # bits above its highest are 0
                system.add(left[number.bit_length():])
            continue
        rows = [a ^ b for a, b in zip(left, right, strict=True)]
        if name == "eq":
            system.add(rows)
        elif len(single := [row for row in rows if row]) == 1:  # the only bit in which they may differ is 1
            system.add([single[0] ^ 1])
        else:
            denied.append(rows)
    return system.implies([1]) or any(system.implies(rows) for rows in denied)


class _Words:
    """The bits of words, with columns for the bits of leaves as these come up."""

    def __init__(self, width: int) -> None:
        self._width, self._columns = width, 1
        self._known: dict[int, Bits] = {}

    def of(self, root: Term) -> Bits:
        """The bits of a word."""
        stack = [root]
        while stack:
            node = stack[-1]
            below = [a for a in node.arguments if id(a) not in self._known] if _is_linear(node) else []
            if below and id(node) not in self._known:
                stack += below
                continue
            stack.pop()
            if id(node) not in self._known:
                self._known[id(node)] = self._bits(node)
        return self._known[id(root)]

    def _bits(self, node: Term) -> Bits:
        if node.kind is TermKind.CONSTANT and isinstance(node.data, int):
            return self._number(node.data)
        found = self._combined(name_of(node), [self._known[id(a)] for a in node.arguments]) if _is_linear(node) else None
        return self._leaf() if found is None else found

    def _combined(self, name: str, of: list[Bits]) -> Bits | None:
        """The bits of an application to words with these bits; None where they are no exclusive ors."""
        if name == "not":
            return tuple(bit ^ 1 for bit in of[0])
        a, b = of
        if name == "xor" or (name in ("or", "add") and all(x == 0 or y == 0 for x, y in zip(a, b, strict=True))):
            return tuple(x ^ y for x, y in zip(a, b, strict=True))
        if name == "and" and all(x in (0, 1) or y in (0, 1) for x, y in zip(a, b, strict=True)):
            return tuple((y if x else 0) if x in (0, 1) else (x if y else 0) for x, y in zip(a, b, strict=True))
        distance = _value(b) if name in _SHIFTS else None
        if distance is not None:
            by = min(self._width, distance)
            if name == "shl":
                return (0,) * by + a[:self._width - by]
            return a[by:] + (a[-1] if name == "ashr" else 0,) * by
        return None

    def _number(self, value: int) -> Bits:
        return tuple(value >> place & 1 for place in range(self._width))

    def _leaf(self) -> Bits:
        first, self._columns = self._columns, self._columns + self._width
        return tuple(1 << column for column in range(first, self._columns))


def _value(bits: Bits) -> int | None:
    """The number that a word always is; None where it depends on leaves."""
    return sum(bit << place for place, bit in enumerate(bits)) if all(bit in (0, 1) for bit in bits) else None


def _is_linear(node: Term) -> bool:
    return not node.boolean and name_of(node) in ("xor", "not", "and", "or", "add", *_SHIFTS) and not any(
        a.boolean for a in node.arguments)


class _System:
    """Exclusive ors of columns that are 0, in echelon form: one row for each highest column."""

    def __init__(self) -> None:
        self._rows: dict[int, int] = {}

    def add(self, rows: Iterable[int]) -> None:
        """Let these be 0, too."""
        for row in rows:
            if left := self._reduced(row):
                self._rows[left.bit_length()] = left

    def implies(self, rows: Iterable[int]) -> bool:
        """Whether these are all 0 then."""
        return not any(map(self._reduced, rows))

    def _reduced(self, row: int) -> int:
        while row and (pivot := self._rows.get(row.bit_length())):
            row ^= pivot
        return row
