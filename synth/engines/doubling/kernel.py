"""The doubling engine's compiled part from Python."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synth.engines.native.build import library

POINTS, STEPS, ROWS, GOALS, _ROUNDS, _FOUND = 16, 4, 8, 64, 6, 16
"""What doubling.c takes: points in a chunk; steps, rows and goals at most."""

Words = NDArray[Any]
"""Rows of machine words: uint8, uint32 or uint64."""


class Use(ctypes.Structure):
    """An operator's code on rows: the value, the distance, the mask, others, the results so far."""

    _fields_ = (("op", ctypes.c_int32), ("a", ctypes.c_int32), ("b", ctypes.c_int32))


@cache
def _job(bits: int) -> type[ctypes.Structure]:
    word = {8: ctypes.c_uint8, 32: ctypes.c_uint32, 64: ctypes.c_uint64}[bits]

    class Doubling(ctypes.Structure):
        _fields_ = (
            *((name, ctypes.c_int32) for name in
              ("width", "rounds", "rows", "steps", "operators", "starts", "goals", "finished")),
            ("operator", ctypes.c_int32 * 32), ("distance", word * _ROUNDS), ("mask", word * _ROUNDS),
            ("chunks", ctypes.c_int32), *((name, ctypes.c_void_p) for name in ("other", "start", "goal", "care")),
            ("at", ctypes.c_int32), ("budget", ctypes.c_int64), ("tried", ctypes.c_int64), ("found", ctypes.c_int32),
            ("origin", ctypes.c_int32 * _FOUND), ("to", ctypes.c_int32 * _FOUND), ("step", (Use * STEPS) * _FOUND),
        )

    return Doubling


def bits_of(width: int) -> int:
    """The word type for words of `width` bits."""
    return 8 if width <= 8 else 32 if width <= 32 else 64


@cache
def _library(bits: int) -> Any:
    found = ctypes.CDLL(str(library("doubling", bits)))
    found.doubling_search.argtypes, found.doubling_search.restype = (ctypes.POINTER(_job(bits)),), None
    return found


@dataclass(frozen=True)
class Hit:
    """A body that reaches a goal: the numbers of its start and of the goal, and its steps."""

    start: int
    goal: int
    steps: tuple[Use, ...]


class Search:
    """Bodies of exactly `steps` steps over a value, a distance, a mask and `others` [n, points]; the first two by round.

    It begins with each of `starts` [n, points], and ends where the last value is one of `goals` [n, points] in the bits of
    `cares`. There are some times POINTS points, the most telling first. Unbuilt where nothing is compiled.
    """

    def __init__(self, width: int, operators: tuple[int, ...], steps: int, distances: list[int], masks: list[int], others: Words,
                 starts: Words, goals: Words, cares: Words) -> None:
        dtype = {8: np.uint8, 32: np.uint32, 64: np.uint64}[bits_of(width)]
        self._steps, chunks = steps, starts.shape[1] // POINTS
        self._kept = [np.ascontiguousarray(np.swapaxes(rows.astype(dtype).reshape(len(rows), chunks, POINTS), 0, 1))
                      for rows in (others, starts, goals, cares)]
        self._library = _library(bits_of(width))
        self._job: Any = _job(bits_of(width))(
            width=width, rounds=len(distances), rows=3 + len(others), steps=steps, operators=len(operators),
            starts=len(starts), goals=len(goals), chunks=chunks)
        for name, rows in zip(("other", "start", "goal", "care"), self._kept, strict=True):
            setattr(self._job, name, rows.ctypes.data)
        for name, words in (("operator", operators), ("distance", distances), ("mask", masks)):
            for i, word in enumerate(words):
                getattr(self._job, name)[i] = word

    @property
    def finished(self) -> bool:
        """Whether all bodies were looked at."""
        return bool(self._job.finished)

    @property
    def tried(self) -> int:
        """How many bodies were run, once for each start."""
        return int(self._job.tried)

    def go_on(self, bodies: int) -> list[Hit]:
        """Run so many bodies more, and those that have their first step; what was found, of very much some."""
        job = self._job
        job.budget = job.tried + bodies
        self._library.doubling_search(job)
        return [Hit(job.origin[i], job.to[i], tuple(Use(u.op, u.a, u.b) for u in job.step[i][: self._steps]))
                for i in range(job.found)]
