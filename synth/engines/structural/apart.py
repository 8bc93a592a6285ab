"""Taking a goal apart: what must one operand be, where the other one is a term of the bank?

Idea: top-down decomposition through inverses, met in the middle by the bank (Polozov, Gulwani, FlashMeta, OOPSLA 2015; Lee,
Combining the top-down propagation and bottom-up enumeration, PLDI 2021). xor, add and sub have an inverse for every known operand;
not and neg one altogether; and, or narrow both operands to the terms that cover the goal, or are covered by it. Loses where the
root is any other operator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.native import Vectors, loaded
from synth.evaluation.arrays import Arrays
from synth.grammar import Rule
from synth.macros import Macro
from synth.operators import Operator

_FEW = 48
"""How many small terms are tried as one operand before the rest is taken apart in turn."""

_CHUNK = 1 << 16
_INNER = 1 << 17
"""How many terms are looked at below the root."""

_PAIRS = 20_000_000
_UNARY = ("not", "neg")
_INVERTIBLE = ("xor", "add", "sub")


@dataclass(frozen=True)
class Known:
    """A term of the bank."""

    n: int
    row: int


@dataclass(frozen=True)
class Applied:
    """A rule on parts."""

    rule: Rule
    parts: tuple[Part, ...]


Part = Known | Applied


def primitive_of(op: Operator) -> str:
    """The name of the table's operator that `op` is; empty where it is none."""
    primitive = op.primitive if isinstance(op, Macro) else op
    return "" if primitive is None else primitive.name


class Apart:
    """Searches for a term of a non-terminal whose vector is `target`."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self._domain = Arrays(bank.form.width)

    def search(self, n: int, target: NDArray[np.uint64], depth: int) -> Iterator[Part | None]:
        """Parts that make up non-terminal `n` with the words `target` [points]; None now and then, to look at the clock."""
        yield from self._search(n, target, depth, None)

    def _search(self, n: int, target: NDArray[np.uint64], depth: int, rows: int | None) -> Iterator[Part | None]:
        row = int(self._bank.find(n, self._bank.form.pack(target[None, :]))[0])
        if row >= 0:
            yield Known(n, row)
            return
        if depth == 0:
            return
        nonterminal = self._bank.grammar.nonterminals[n]
        if nonterminal.bits is not None and nonterminal.bits < self._bank.form.width and nonterminal.bits > 1:
            return
        for rule in nonterminal.rules:
            name = primitive_of(rule.operator)
            if name in _UNARY:
                undone = np.asarray(rule.operator(self._domain, target))
                for part in self._search(rule.operands[0], undone, depth - 1, rows):
                    yield part and Applied(rule, (part,))
            elif name in _INVERTIBLE and (nonterminal.bits is None or name == "xor"):
                yield from self._inverted(rule, name, target, rows)
            elif name in ("and", "or"):
                yield from self._narrowed(rule, name, target, rows)
        if depth > 1:
            yield from self._deeper(n, target, depth)

    def _deeper(self, n: int, target: NDArray[np.uint64], depth: int) -> Iterator[Part | None]:
        """One operand a small term, the other taken apart."""
        for rule in self._bank.grammar.nonterminals[n].rules:
            name = primitive_of(rule.operator)
            if name not in _INVERTIBLE:
                continue
            for side in (0, 1) if name == "sub" or rule.operands[0] != rule.operands[1] else (0,):
                known, other = rule.operands[side], rule.operands[1 - side]
                count = min(_FEW, self._bank.pools[known].count)
                words = self._bank.form.unpack(self._bank.pools[known].values[:count])
                for row, rest in enumerate(self._undo(name, side, words, target)):
                    for part in self._search(other, rest, depth - 1, _INNER):
                        yield part and Applied(rule, (Known(known, row), part) if side == 0 else (part, Known(known, row)))

    def _undo(self, name: str, side: int, words: NDArray[np.uint64], target: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """What the other operand must be where operand `side` is one of `words`."""
        if name == "xor":
            return np.asarray(words ^ target)
        if name == "add":
            return np.asarray(self._domain.sub(target, words))
        return np.asarray(self._domain.sub(words, target) if side == 0 else self._domain.add(target, words))

    def _inverted(self, rule: Rule, name: str, target: NDArray[np.uint64], rows: int | None) -> Iterator[Part | None]:
        known, other = rule.operands
        pool, form = self._bank.pools[known], self._bank.form
        packed = form.pack(target[None, :])
        mask = form.dtype((1 << form.width) - 1) if form.bits != 1 else None
        for start in range(0, min(pool.count, rows or pool.count), _CHUNK):
            vectors = pool.values[start: min(start + _CHUNK, pool.count)]
            if name == "xor" or form.bits == 1:
                wanted = vectors ^ packed
            else:
                wanted = (packed - vectors if name == "add" else vectors - packed) & mask
            if form.bits == 1:
                wanted[:, -1] = wanted[:, -1] & np.uint64(form.tail)
            found = self._bank.find(other, wanted)
            hits = np.flatnonzero(found >= 0)
            for hit in hits[:1]:
                yield Applied(rule, (Known(known, start + int(hit)), Known(other, int(found[hit]))))
            yield None

    def _narrowed(self, rule: Rule, name: str, target: NDArray[np.uint64], rows: int | None) -> Iterator[Part | None]:
        """and, or: both operands cover the target, or are covered by it; pairs of those are tried."""
        packed = self._bank.form.pack(target[None, :])[0]
        sides = []
        for n in rule.operands:
            values = self._bank.values(n)[: rows or None]
            fits = ((values & packed) == packed) if name == "and" else ((values | packed) == packed)
            sides.append((n, np.flatnonzero(fits.all(axis=1))))
            yield None
        (_, left), (_, right) = sides
        most = int(_PAIRS ** 0.5)
        left, right = left[: max(1, most)], right[: max(1, _PAIRS // max(1, min(len(left), most)))]
        yield from self._paired(rule, packed, left, right)

    def _paired(self, rule: Rule, packed: Vectors, left: NDArray[np.int64], right: NDArray[np.int64]) -> Iterator[Part | None]:
        if not len(left) or not len(right):
            return
        bank, job = self._bank, self._bank.job_for(rule.operator)
        sides = [np.ascontiguousarray(bank.pools[n].values[rows]) for n, rows in zip(rule.operands, (left, right), strict=True)]
        care = np.full(bank.form.words, (1 << 64) - 1 if bank.form.bits == 1 else (1 << bank.form.bits) - 1, dtype=bank.form.dtype)
        if bank.form.bits == 1:
            care[-1] = bank.form.tail
        for k, side in enumerate(sides):
            job.operand[k], job.stop[k] = side.ctypes.data, len(side)
        job.goal, job.care = packed.ctypes.data, care.ctypes.data
        library = loaded(bank.form.bits)
        while not job.finished:
            job.budget = 500_000
            library.bank_seek(job)
            if job.found:
                yield Applied(rule, (Known(rule.operands[0], int(left[job.at[0]])), Known(rule.operands[1], int(right[job.at[1]]))))
                return
            yield None


def build(bank: Bank, part: Part, builder: Builder) -> int:
    """A part as a program; its operand. Parts are never nested deeply."""
    if isinstance(part, Known):
        return bank.build(part.n, part.row, builder)
    return builder.apply(part.rule.operator, tuple(build(bank, p, builder) for p in part.parts))
