"""Small expressions over a few leaves, by size, no two of them equal on random values of the leaves.

Bottom-up enumeration up to observational equivalence (Albarghouthi et al., CAV 2013), a level of sizes at a time. What a leaf is
is left open: a row of values when the expressions are evaluated, a term when one of them is written down.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.engines.distinct import Distinct
from synth.engines.tables.lanes import Lanes
from synth.evaluation.arrays import Words
from synth.evaluation.sampling import corner_words, random_words
from synth.operators import Kind, Operator
from synth.terms import Term

Numbers = NDArray[np.int64]

LARGEST = 20_000
"""How many expressions a bank holds at most."""

_LARGEST_SIZE = 6
_CHUNK = 40_000
"""How many combinations of one operator and one split of sizes are tried at most."""

_PROBES, _CORNERS = 256, 0.3
_WORD_PROBES = 32


@dataclass(frozen=True)
class Segment:
    """Expressions with consecutive numbers from `start` on: one operator, and per operand the numbers of the expressions."""

    start: int
    operator: Operator
    operands: tuple[Numbers, ...]


class Bank:
    """The expressions over `leaves` leaves and some constants. Numbers 0 to leaves-1 are the leaves; sizes ascend with numbers."""

    def __init__(self, lanes: Lanes, operators: Sequence[Operator], leaves: int, constants: Sequence[int], seed: int) -> None:
        self.lanes, self.leaves, self.constants = lanes, leaves, tuple(constants)
        self._operators = sorted((op for op in operators if op.kind is not Kind.FLOATING), key=lambda op: (op.arity, op.code))
        self._rng = np.random.default_rng((seed, leaves))
        self._probes = self._probe_rows()
        self._behaviours = Distinct()
        self._behaviours.add(self._probes)
        self.segments: list[Segment] = []
        self.levels = [(0, leaves + len(constants))]

    def __len__(self) -> int:
        return self.levels[-1][1]

    def _probe_rows(self) -> Words:
        """The leaves and constants on the probes: every assignment at width 1 where there are few, else random words."""
        one = self.lanes.width == 1
        count = min(_PROBES, 1 << self.leaves) if one else _WORD_PROBES
        if one and 1 << self.leaves == count:
            rows = [[i >> leaf & 1 for i in range(count)] for leaf in range(self.leaves)]
        else:
            rows = [self._words(count).tolist() for _ in range(self.leaves)]
        columns = self.lanes.columns(count)
        packed = [self.lanes.pack(row) for row in rows] + [self.lanes.constant(c, columns) for c in self.constants]
        return np.array(packed, dtype=np.uint64).reshape(len(packed), columns)

    def _words(self, count: int) -> Words:
        """Random words of every magnitude, and corners."""
        width, rng = self.lanes.width, self._rng
        corners = rng.choice(np.array(corner_words(width), dtype=np.uint64), count)
        return np.asarray(np.where(rng.random(count) < _CORNERS, corners, random_words(width, rng, count)))

    def grow(self) -> bool:
        """Add the expressions of the next size; False where there are no more, or enough of them."""
        size = len(self.levels)
        if size > _LARGEST_SIZE or len(self) >= LARGEST:
            return False
        start = len(self)
        for op in self._operators:
            for split in _splits(size - max(1, op.arity - 1), op.arity):
                if len(self) + self._pending(start) >= LARGEST:
                    break
                self._combine(op, split)
        self.levels.append((start, len(self._probes)))
        return len(self) > start

    def _pending(self, start: int) -> int:
        return len(self._probes) - start

    def _combine(self, op: Operator, split: tuple[int, ...]) -> None:
        """Add what is new among the applications of `op` to operands of these sizes."""
        operands = self._choices(op, split)
        if operands is None or not len(operands[0]):
            return
        rows = self.lanes.apply(op, *(self._probes[numbers] for numbers in operands))
        new = np.sort(self._behaviours.add(rows))[: LARGEST - len(self._probes)]
        if len(new):
            self.segments.append(Segment(len(self._probes), op, tuple(numbers[new] for numbers in operands)))
            self._probes = np.concatenate([self._probes, rows[new]])

    def _choices(self, op: Operator, split: tuple[int, ...]) -> tuple[Numbers, ...] | None:
        """The numbers of the operands of every combination; None where there is no level of such a size."""
        if any(size >= len(self.levels) for size in split):
            return None
        ranges = [np.arange(*self.levels[size], dtype=np.int64) for size in split]
        if math.prod(map(len, ranges)) > 4 * _CHUNK:
            flat = [self._rng.choice(numbers, _CHUNK) for numbers in ranges]
        else:
            flat = [axis.ravel() for axis in np.meshgrid(*ranges, indexing="ij")]
        keep = np.ones(len(flat[0]), dtype=np.bool_)
        if op.commutative and len(set(split)) == 1:
            keep &= flat[0] <= flat[1]
        if op.arity == 2 and op.same is not None:
            keep &= flat[0] != flat[1]
        if op.arity == 3:
            keep &= flat[1] != flat[2]
        return tuple(axis[keep][:_CHUNK] for axis in flat)

    def term(self, number: int, leaves: Sequence[Term]) -> Term:
        """An expression as a term over the terms that the leaves stand for."""
        made: dict[int, Term] = {**dict(enumerate(leaves)),
                                 **{self.leaves + i: terms.constant(c) for i, c in enumerate(self.constants)}}
        stack = [number]
        while stack:
            op, operands = self._application(stack[-1]) if stack[-1] not in made else (None, ())
            missing = [o for o in operands if o not in made]
            if op is not None and not missing:
                made[stack[-1]] = terms.apply(op, *(made[o] for o in operands))
            stack = stack + missing if missing else stack[:-1]
        return made[number]

    def _application(self, number: int) -> tuple[Operator, tuple[int, ...]]:
        segment = next(s for s in reversed(self.segments) if s.start <= number)
        return segment.operator, tuple(int(numbers[number - segment.start]) for numbers in segment.operands)


def _splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The sizes that the operands of an expression may have, `total` together."""
    if total < 0:
        return
    for sizes in itertools.product(range(total + 1), repeat=parts - 1):
        if sum(sizes) <= total:
            yield (*sizes, total - sum(sizes))


class Values:
    """The values of a bank's expressions where its leaves have the rows `leaves`, evaluated a level at a time."""

    def __init__(self, bank: Bank, leaves: Words) -> None:
        columns = leaves.shape[1]
        constants = [bank.lanes.constant(c, columns) for c in bank.constants]
        self.bank = bank
        self._done = 0
        self.rows: Words = np.concatenate([leaves, np.array(constants, dtype=np.uint64).reshape(len(constants), columns)])

    def reaches(self, level: int) -> bool:
        """Whether the bank has, or can be given, expressions of this level."""
        return level < len(self.bank.levels) or self.bank.grow()

    def upto(self, level: int) -> Words:
        """The rows of all expressions up to this level, which the bank must have."""
        end = self.bank.levels[level][1]
        while self._done < len(self.bank.segments) and self.bank.segments[self._done].start < end:
            segment = self.bank.segments[self._done]
            rows = self.bank.lanes.apply(segment.operator, *(self.rows[numbers] for numbers in segment.operands))
            self.rows = np.concatenate([self.rows, rows])
            self._done += 1
        return self.rows[:end]

    def row(self, number: int) -> Words:
        """The row of one expression that was evaluated."""
        row: Words = self.rows[number]
        return row
