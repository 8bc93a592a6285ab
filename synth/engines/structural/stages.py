"""Programs with one value in the middle: a term of the bank makes the value, a few instructions on it make the goal.

Idea: bidirectional search. The instructions behind the value are tables of what becomes of each of its words; the inverse image of
the goal under them says, point by point, which words the value may have, and the bank's terms are looked up by their words
(stages.h). So a value may be used several times, which terms of the bank cannot. Words of at most 8 bits only, whose tables are
small, and only in compiled code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.library import loaded
from synth.engines.structural.native import STAGE_LEAVES, STAGE_POINTS, STAGE_STEPS, Stage, Vectors
from synth.engines.structural.threads import own_threads, side_by_side
from synth.grammar import Rule

_SLICE = 200_000
"""Tables between two looks at the clock."""


@dataclass(frozen=True)
class Staged:
    """A term of the bank, and rules on rows: the leaves, that term, and the results so far."""

    row: int
    steps: tuple[tuple[Rule, tuple[int, ...]], ...]


class Stages:
    """The search for a goal by terms of the bank's start, from row `first` on, in the middle; by several threads on one bank."""

    def __init__(self, bank: Bank, goal: Vectors, first: int, threads: int | None = None) -> None:
        pool = bank.pools[0]
        self._bank, self._goal = bank, np.ascontiguousarray(goal)
        self._rules = bank.plain_rules()
        slots = 1 << max(10, (2 * (pool.count - first)).bit_length())
        self._heads, self._next = np.full(slots, -1, dtype=np.int32), np.empty(pool.count - first, dtype=np.int32)
        self._three, self._four = np.zeros(1 << 21, dtype=np.uint8), np.zeros(1 << 24, dtype=np.uint8)
        threads = own_threads() if threads is None else threads
        self._leaves = pool.ends[0]
        stage = Stage(width=bank.form.width, T=bank.form.words, leaves=self._leaves, operators=len(self._rules),
                      steps=STAGE_STEPS, first=first, count=pool.count, slots=slots, stride=threads)
        for i, code in enumerate(self._rules):
            stage.operator[i] = code
        chosen = _telling(pool.values[: pool.ends[0], : bank.form.points], self._goal[: bank.form.points])
        for i, point in enumerate(chosen):
            stage.point[i] = point
        self._keys = np.ascontiguousarray(pool.values[first: pool.count][:, chosen]).view(np.uint64).ravel()
        self._mine = bank.mine()
        stage.keys, stage.mine = self._keys.ctypes.data, None if self._mine is None else self._mine.ctypes.data
        stage.values, stage.goal = pool.values.ctypes.data, self._goal.ctypes.data
        stage.heads, stage.next = self._heads.ctypes.data, self._next.ctypes.data
        stage.three, stage.four = self._three.ctypes.data, self._four.ctypes.data
        self._library = loaded(bank.form.bits)
        self._library.stage_index(stage)
        self._parts = [Stage.from_buffer_copy(stage) for _ in range(threads)]
        for i, part in enumerate(self._parts):
            part.at[0] = i

    @staticmethod
    def applies(bank: Bank) -> bool:
        """Whether the bank's words are small enough, and it has instructions that take nothing but what they give."""
        return (bank.form.bits == 8 and hasattr(loaded(8), "stage_search")
                and 0 < bank.pools[0].ends[0] <= STAGE_LEAVES and bool(bank.plain_rules()))

    @property
    def tried(self) -> int:
        """How many ways from the value to the goal were looked at."""
        return sum(part.tried for part in self._parts)

    def search(self) -> Iterator[Staged | None]:
        """What is found; None now and then, to look at the clock. The bank stays as it is meanwhile."""
        while parts := [part for part in self._parts if not part.finished]:
            for part in parts:
                part.budget = _SLICE
            side_by_side(self._library.stage_search, parts)
            for part in parts:
                if part.found:
                    steps = [(self._rules[use.op], (use.a, use.b)) for use in part.step[: part.length]]
                    yield Staged(part.row, tuple((rule, rows[: len(rule.operands)]) for rule, rows in steps))
            yield None

    def build(self, found: Staged, builder: Builder) -> int:
        """Add what was found to a program; its operand there."""
        rows = [*range(self._leaves), found.row]
        operands = {i: self._bank.build(0, row, builder) for i, row in enumerate(rows)
                    if any(i in read for _, read in found.steps)}
        for number, (rule, read) in enumerate(found.steps):
            operands[len(rows) + number] = builder.apply(rule.operator, tuple(operands[i] for i in read))
        return operands[len(rows) + len(found.steps) - 1]


def _telling(leaves: Vectors, goal: Vectors) -> list[int]:
    """As many points as tables have, the most telling first: where the goal is no leaf, and not what it is elsewhere."""
    turn: dict[int, int] = {}
    rank = []
    for point, word in enumerate(goal.tolist()):
        turn[word] = turn.get(word, 0) + 1
        rank.append((word in leaves[:, point].tolist(), turn[word], point))
    order = [point for _, _, point in sorted(rank)]
    return (order * STAGE_POINTS)[:STAGE_POINTS]
