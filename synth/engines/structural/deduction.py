"""Taking a goal apart: what must one operand be, where the other one is a term of the bank?

Idea: top-down decomposition through inverses, met in the middle by the bank (Polozov, Gulwani, FlashMeta, OOPSLA 2015; Lee,
Combining the top-down propagation and bottom-up enumeration, PLDI 2021). A goal is a vector and which of its bits matter. xor, add,
sub have one inverse for every known operand; not and neg one altogether; and, or, shifts leave bits of the other operand free; an
operator of the specification is undone through its definition. Loses where the root is any other operator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.inverses import requirements
from synth.engines.structural.library import loaded
from synth.engines.structural.native import Format, Vectors
from synth.grammar import Rule
from synth.macros import Macro
from synth.operators import Operator

_FEW = 40
"""How many small terms are tried as one operand before the rest is taken apart in turn."""

_CHUNK = 1 << 16
_PAIRS = 20_000_000
_UNARY = ("not", "neg")
_EXACT = ("add", "sub")
_KNOWN_FIRST = ("xor", "and", "or", "add", "sub")
_SHIFTS = ("shl", "lshr")


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


@dataclass(frozen=True, eq=False)
class Wanted:
    """A vector, and its bits that matter."""

    form: Format
    target: Vectors
    care: Vectors

    @classmethod
    def exactly(cls, form: Format, words: NDArray[np.uint64]) -> Wanted:
        """All bits of `words` [points]."""
        return cls(form, form.pack(words[None, :])[0], every_bit(form))

    @cached_property
    def whole(self) -> bool:
        """Whether all bits matter."""
        return bool(np.array_equal(self.care, every_bit(self.form)))

    def but(self, target: Vectors, care: Vectors | None = None) -> Wanted:
        """Another vector."""
        return Wanted(self.form, target, self.care if care is None else care)


def every_bit(form: Format) -> Vectors:
    """The vector in which all bits that count are set."""
    full = (1 << 64) - 1 if form.bits == 1 else (1 << form.width) - 1
    made = np.full(form.words, full, dtype=form.dtype)
    made[-1] = made[-1] & form.dtype(form.tail & full)
    return made


def primitive_of(op: Operator) -> str:
    """The name of the table's operator that `op` is; empty where it is none."""
    primitive = op.primitive if isinstance(op, Macro) else op
    return "" if primitive is None else primitive.name


class Apart:
    """Searches for terms whose vectors are what is wanted."""

    def __init__(self, bank: Bank) -> None:
        self._bank, self._form = bank, bank.form
        self._full = every_bit(bank.form)
        self._library = loaded(bank.form.bits)

    def search(self, n: int, wanted: Wanted, depth: int) -> Iterator[Part | None]:
        """Parts that make up non-terminal `n` as it is wanted; None now and then, to look at the clock."""
        row = self._match(n, wanted)
        if row is not None:
            yield Known(n, row)
            return
        yield None
        if depth == 0:
            return
        for rule in self._bank.grammar.nonterminals[n].rules:
            yield from self._through(rule, primitive_of(rule.operator), wanted, depth)
        if depth > 1:
            yield from self._deeper(n, wanted, depth)

    def _through(self, rule: Rule, name: str, wanted: Wanted, depth: int) -> Iterator[Part | None]:
        """The rule at the root, its operands from the bank."""
        if name in _UNARY and (name == "not" or wanted.whole):
            target = wanted.target ^ self._full if name == "not" or self._form.bits == 1 else -wanted.target & self._full
            if name == "neg" and self._form.bits == 1:
                target = wanted.target
            for part in self.search(rule.operands[0], wanted.but(target), depth - 1):
                yield part and Applied(rule, (part,))
        elif name in ("xor", *_EXACT) and wanted.whole:
            yield from self._inverted(rule, name, wanted)
        elif name == "xor":
            yield from self._complemented(rule, wanted, depth)
        elif name in ("and", "or"):
            yield from self._narrowed(rule, name, wanted)
        elif not name and isinstance(rule.operator, Macro):
            yield from self._undone(rule, rule.operator, wanted, depth)

    def _complemented(self, rule: Rule, wanted: Wanted, depth: int) -> Iterator[Part | None]:
        """xor with all ones, which says "not" where the grammar has no other word for it."""
        row = int(self._bank.find(rule.operands[1], self._full[None, :])[0])
        if row >= 0:
            for part in self.search(rule.operands[0], wanted.but(wanted.target ^ self._full), depth - 1):
                yield part and Applied(rule, (part, Known(rule.operands[1], row)))

    def _match(self, n: int, wanted: Wanted) -> int | None:
        """The first term that is what is wanted."""
        if wanted.whole:
            row = int(self._bank.find(n, wanted.target[None, :])[0])
            return row if row >= 0 else None
        pool, job = self._bank.pools[n], self._bank.job()
        target, care = np.ascontiguousarray(wanted.target), np.ascontiguousarray(wanted.care)
        job.operand[0], job.stop[0] = pool.values.ctypes.data, pool.count
        job.goal, job.care = target.ctypes.data, care.ctypes.data
        self._library.bank_match(job)
        return int(job.at[0]) if job.found else None

    # -- one operand known --

    def _deeper(self, n: int, wanted: Wanted, depth: int) -> Iterator[Part | None]:
        """One operand a small term, the other taken apart."""
        for rule in self._bank.grammar.nonterminals[n].rules:
            name = primitive_of(rule.operator)
            if name in _SHIFTS:
                yield from self._other(rule, name, 1, wanted, depth)
            elif name in _KNOWN_FIRST:
                yield from self._other(rule, name, 0, wanted, depth)
                if name == "sub" or rule.operands[0] != rule.operands[1]:
                    yield from self._other(rule, name, 1, wanted, depth)

    def _other(self, rule: Rule, name: str, side: int, wanted: Wanted, depth: int) -> Iterator[Part | None]:
        """Operand `side` a small term, the other one taken apart."""
        known, other = rule.operands[side], rule.operands[1 - side]
        pool = self._bank.pools[known]
        for row in range(min(_FEW, pool.count)):
            rest = self._rest(name, side, pool.values[row], wanted)
            if rest is not None:
                for part in self.search(other, rest, depth - 1):
                    yield part and Applied(rule, (Known(known, row), part) if side == 0 else (part, Known(known, row)))

    def _rest(self, name: str, side: int, known: Vectors, wanted: Wanted) -> Wanted | None:
        """What the other operand must be where operand `side` is `known`; None where nothing will do, or anything."""
        target, care = wanted.target, wanted.care
        match name:
            case "xor":
                return wanted.but(target ^ known)
            case "and" if not (target & ~known & care).any():
                rest = wanted.but(target, care & known)
            case "or" if not (known & ~target & care).any():
                rest = wanted.but(target, care & ~known)
            case "add" if wanted.whole and self._form.bits != 1:
                return wanted.but(target - known & self._full)
            case "sub" if wanted.whole and self._form.bits != 1:
                return wanted.but((known - target if side == 0 else target + known) & self._full)
            case "shl" | "lshr" if self._form.bits != 1:
                return self._unshifted(name, known, wanted)
            case _:
                return None
        return rest if rest.care.any() else None

    def _unshifted(self, name: str, distance: Vectors, wanted: Wanted) -> Wanted | None:
        """What was shifted; a shift that leaves nothing of a word is not undone."""
        target, care, width = wanted.target, wanted.care, self._form.width
        if (distance >= width).any() or not distance.any():
            return None
        lost = self._full ^ ((self._full << distance & self._full) if name == "shl" else self._full >> distance)
        if (target & lost & care).any():
            return None
        if name == "shl":
            return wanted.but(target >> distance, care >> distance)
        return wanted.but(target << distance & self._full, care << distance & self._full)

    # -- both operands from the bank --

    def _inverted(self, rule: Rule, name: str, wanted: Wanted) -> Iterator[Part | None]:
        """xor, add, sub: for every term as the first operand the second one is looked up."""
        known, other = rule.operands
        pool = self._bank.pools[known]
        for start in range(0, pool.count, _CHUNK):
            vectors = pool.values[start: min(start + _CHUNK, pool.count)]
            if name == "xor" or self._form.bits == 1:
                second = vectors ^ wanted.target
            else:
                second = (wanted.target - vectors if name == "add" else vectors - wanted.target) & self._full
            found = self._bank.find(other, second)
            hits = np.flatnonzero(found >= 0)
            for hit in hits[:1]:
                yield Applied(rule, (Known(known, start + int(hit)), Known(other, int(found[hit]))))
                return
            yield None

    def _narrowed(self, rule: Rule, name: str, wanted: Wanted) -> Iterator[Part | None]:
        """and, or: pairs of terms that cover the goal, or are covered by it."""
        sides, target, care = [], wanted.target, wanted.care
        for n in rule.operands:
            values, found = self._bank.values(n), []
            for start in range(0, len(values), _CHUNK):
                part = values[start: start + _CHUNK]
                wrong = target & ~part & care if name == "and" else part & ~target & care
                found.append(start + np.flatnonzero(~wrong.any(axis=1)))
                yield None
            sides.append(np.concatenate(found) if found else np.zeros(0, dtype=np.int64))
        left, right = sides
        left = left[: max(1, int(_PAIRS ** 0.5))]
        yield from self._paired(rule, wanted, left, right[: _PAIRS // max(1, len(left))])

    def _paired(self, rule: Rule, wanted: Wanted, left: NDArray[np.int64], right: NDArray[np.int64]) -> Iterator[Part | None]:
        if not len(left) or not len(right):
            return
        job = self._bank.job_for(rule.operator)
        pools = [self._bank.pools[n] for n in rule.operands]
        sides = [np.ascontiguousarray(pool.values[rows]) for pool, rows in zip(pools, (left, right), strict=True)]
        target, care = np.ascontiguousarray(wanted.target), np.ascontiguousarray(wanted.care)
        for k, side in enumerate(sides):
            job.operand[k], job.stop[k] = side.ctypes.data, len(side)
        job.goal, job.care = target.ctypes.data, care.ctypes.data
        while not job.finished:
            job.budget = 1_000_000
            self._library.bank_seek(job)
            if job.found:
                yield Applied(rule, (Known(rule.operands[0], int(left[job.at[0]])), Known(rule.operands[1], int(right[job.at[1]]))))
                return
            yield None

    # -- through a definition --

    def _undone(self, rule: Rule, op: Macro, wanted: Wanted, depth: int) -> Iterator[Part | None]:
        """An operator of the specification: what its definition asks of each operand.

        Known are the only terms of a place, and one after the other the small terms of one operand of two.
        """
        if not wanted.whole:
            return
        bank, places = self._bank, list(zip(op.parameters, rule.operands, strict=True))
        only = {p: 0 for p, n in places if bank.pools[n].count == 1}
        tried = [only]
        if op.arity == 2 and depth > 1:
            tried += [{**only, p: row} for p, n in places for row in range(min(_FEW, bank.pools[n].count))]
        for rows in tried:
            for part in self._asked(rule, op, wanted, rows, depth):
                yield part
                if part is not None:
                    return

    def _asked(self, rule: Rule, op: Macro, wanted: Wanted, rows: Mapping[str, int], depth: int) -> Iterator[Part | None]:
        """The operands that a definition asks for, where some are the terms of these rows."""
        form, bank, places = self._form, self._bank, list(zip(op.parameters, rule.operands, strict=True))
        known = {p: form.unpack(bank.pools[n].values[rows[p]: rows[p] + 1])[0] for p, n in places if p in rows}
        for needed in requirements(op.body, form.unpack(wanted.target[None, :])[0], known, form.width):
            parts: list[Part] = []
            for parameter, n in places:
                found: Part | None = Known(n, rows.get(parameter, 0))
                if parameter in needed:
                    for found in self.search(n, Wanted.exactly(form, needed[parameter]), depth - 1):
                        if found is not None:
                            break
                        yield None
                if found is None or not bank.pools[n].count:
                    break
                parts.append(found)
            if len(parts) == op.arity:
                yield Applied(rule, tuple(parts))
                return


def build(bank: Bank, part: Part, builder: Builder) -> int:
    """A part as a program; its operand. Parts are never nested deeply."""
    if isinstance(part, Known):
        return bank.build(part.n, part.row, builder)
    return builder.apply(part.rule.operator, tuple(build(bank, p, builder) for p in part.parts))
