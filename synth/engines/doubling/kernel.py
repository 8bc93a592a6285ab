"""The doubling engine's compiled part from Python."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synth.engines.native.build import library

POINTS, STEPS, ROWS, _ROUNDS = 16, 4, 8, 6
"""What doubling.c takes: points, and steps and rows at most."""

Words = NDArray[Any]
"""Rows of POINTS machine words: uint8, uint32 or uint64."""


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
            *((name, ctypes.c_void_p) for name in ("other", "start", "goal", "care")),
            ("at", ctypes.c_int32), ("budget", ctypes.c_int64), ("tried", ctypes.c_int64),
            *((name, ctypes.c_int32) for name in ("found", "origin", "to")), ("step", Use * STEPS),
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


class Search:
    """Bodies of exactly `steps` steps over a value, a distance, a mask and `others` [n, POINTS]; the first two by round.

    It begins with each of `starts` [n, POINTS], and ends where the last value is one of `goals` [n, POINTS] in the bits of
    `cares`. Unbuilt where nothing is compiled.
    """

    def __init__(self, width: int, operators: tuple[int, ...], steps: int, distances: list[int], masks: list[int], others: Words,
                 starts: Words, goals: Words, cares: Words) -> None:
        dtype = {8: np.uint8, 32: np.uint32, 64: np.uint64}[bits_of(width)]
        self._kept = [np.ascontiguousarray(rows, dtype=dtype) for rows in (others, starts, goals, cares)]
        self._library = _library(bits_of(width))
        self.job: Any = _job(bits_of(width))(
            width=width, rounds=len(distances), rows=3 + len(others), steps=steps, operators=len(operators),
            starts=len(starts), goals=len(goals))
        for name, rows in zip(("other", "start", "goal", "care"), self._kept, strict=True):
            setattr(self.job, name, rows.ctypes.data)
        for name, words in (("operator", operators), ("distance", distances), ("mask", masks)):
            for i, word in enumerate(words):
                getattr(self.job, name)[i] = word

    def go_on(self, bodies: int) -> bool:
        """Run about so many bodies more; whether something was found, which the job tells."""
        self.job.budget = self.job.tried + bodies
        self._library.doubling_search(self.job)
        return bool(self.job.found)
