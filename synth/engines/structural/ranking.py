"""How much terms of a bank tell about a goal, learned from the bank: in which solutions of sub-goals they occur.

Idea: a sub-goal is the goal on some of its bits: a half, a quarter, one. A term solves it where an operator with an inverse, xor,
add or sub, makes these bits of the goal of it and these bits of another term of the bank, up to carries from bits below, which a
join on hashes says of all terms at once (ranking.h). Few do so by accident: solving a sub-goal counts for as many bits as say how
rare that is. Only in compiled code.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from synth.engines.structural.bank import Bank
from synth.engines.structural.library import loaded
from synth.engines.structural.native import Ranking, Vectors

JOINS = (("xor", 0), ("add", 0), ("sub", 0), ("sub", 1))
"""Operators with an inverse, and which operand the term is; as in ranking.h."""

MOST = 1 << 17
"""Up to how many terms are looked at: the smallest ones."""

_WORDS = 32
"""How many words of a vector are looked at."""

_BITS = 64
"""Bits of the set for each of its hashes."""

_SINGLE = 8
"""How many of the bits are sub-goals of their own."""

Scores = NDArray[np.float32]


def scores(bank: Bank, goal: Vectors) -> Iterator[Scores | None]:
    """For each of `JOINS` how much each of the smallest terms of the start tells, [joins, terms]; None before, now and then."""
    count = min(bank.pools[0].count, MOST)
    made, solves = np.zeros((len(JOINS), count), dtype=np.float32), np.empty(count, dtype=np.uint8)
    slots = 1 << max(10, (_BITS * count).bit_length() - 1)
    goal = np.ascontiguousarray(goal)
    library = loaded(bank.form.bits)
    for mask in _sub_goals(bank.form.width):
        members = np.zeros(slots // 64, dtype=np.uint64)
        job = Ranking(T=bank.form.words, words=min(bank.form.words, _WORDS), mask=mask, values=bank.pools[0].values.ctypes.data,
                      goal=goal.ctypes.data, count=count, set=members.ctypes.data, slots=slots, solves=solves.ctypes.data)
        library.ranking_enter(job)
        for job.join in range(len(JOINS)):
            library.ranking_ask(job)
            solved = int(solves.sum(dtype=np.int64))
            if solved:
                made[job.join] += solves * np.float32(math.log2(count / solved))
        yield None
    yield made


def _sub_goals(width: int) -> list[int]:
    """Masks of bits: halves, quarters, what is in the middle, all but those at an end, single ones."""
    eighths = [width * i // 8 for i in range(9)]
    spans = [(eighths[i], eighths[j]) for i, j in ((0, 4), (4, 8), (0, 2), (2, 4), (4, 6), (6, 8), (2, 6), (3, 5))]
    spans += [(0, width - 1), (1, width), *((eighths[i], eighths[i] + 1) for i in range(_SINGLE))]
    masks = [(1 << high) - (1 << low) for low, high in spans]
    return [mask for mask in dict.fromkeys(masks) if 0 < mask < (1 << width) - 1]
