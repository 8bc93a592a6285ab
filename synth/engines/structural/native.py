"""The bank's compiled part from Python: operators as short straight-line code, jobs over pools of vectors."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.engines.native.build import library
from synth.engines.structural.scope import MAX_OPERANDS
from synth.macros import Macro
from synth.operators import LANGUAGE, Operator
from synth.terms import TermKind

MAX_WORDS = 4096
"""Most words of a vector."""

_REGISTERS = 48

Vectors = NDArray[Any]
"""Rows of machine words: uint8, uint32 or uint64; one word per point, or 64 points per word where values are single bits."""


class _Step(ctypes.Structure):
    _fields_ = (("op", ctypes.c_int32), ("operand", ctypes.c_int32 * 3))


class Job(ctypes.Structure):
    """One operator over ranges of operands; see bank.c."""

    _fields_ = (
        ("width", ctypes.c_int32), ("T", ctypes.c_int32), ("arity", ctypes.c_int32), ("constants", ctypes.c_int32),
        ("steps", ctypes.c_int32), ("symmetric", ctypes.c_int32), ("step", ctypes.POINTER(_Step)),
        ("constant", ctypes.POINTER(ctypes.c_uint64)), ("tail", ctypes.c_uint64),
        ("operand", ctypes.c_void_p * MAX_OPERANDS), ("start", ctypes.c_int64 * MAX_OPERANDS),
        ("stop", ctypes.c_int64 * MAX_OPERANDS), ("at", ctypes.c_int64 * MAX_OPERANDS),
        ("budget", ctypes.c_int64), ("tried", ctypes.c_int64),
        ("values", ctypes.c_void_p), ("keys", ctypes.c_void_p), ("places", ctypes.c_void_p), ("origins", ctypes.c_void_p),
        ("count", ctypes.c_int64), ("capacity", ctypes.c_int64), ("slots", ctypes.c_int64),
        ("rule", ctypes.c_int32), ("operands", ctypes.c_int32), ("finished", ctypes.c_int32),
        ("goal", ctypes.c_void_p), ("care", ctypes.c_void_p), ("allowed", ctypes.c_void_p), ("found", ctypes.c_int64),
        ("next", ctypes.c_void_p), ("split", ctypes.c_int32),
    )


class Use(ctypes.Structure):
    """An operator's code on rows: leaves or inputs, results so far; see completion.h and stages.h."""

    _fields_ = (("op", ctypes.c_int32), ("a", ctypes.c_int32), ("b", ctypes.c_int32))


STAGE_LEAVES, STAGE_STEPS, STAGE_POINTS = 16, 3, 8
"""What stages.h takes: leaves and steps at most, and points at least."""


class Stage(ctypes.Structure):
    """Programs with one value in the middle; see stages.h."""

    _fields_ = (
        ("width", ctypes.c_int32), ("T", ctypes.c_int32), ("leaves", ctypes.c_int32), ("operators", ctypes.c_int32),
        ("steps", ctypes.c_int32), ("finished", ctypes.c_int32), ("operator", ctypes.c_int32 * 32),
        ("point", ctypes.c_int32 * STAGE_POINTS), ("values", ctypes.c_void_p), ("goal", ctypes.c_void_p),
        ("first", ctypes.c_int64), ("count", ctypes.c_int64),
        ("keys", ctypes.c_void_p), ("mine", ctypes.c_void_p), ("heads", ctypes.c_void_p), ("next", ctypes.c_void_p),
        ("slots", ctypes.c_int64), ("three", ctypes.c_void_p), ("four", ctypes.c_void_p), ("at", ctypes.c_int32 * STAGE_STEPS),
        ("stride", ctypes.c_int32), ("budget", ctypes.c_int64), ("tried", ctypes.c_int64),
        ("found", ctypes.c_int32), ("row", ctypes.c_int32), ("length", ctypes.c_int32), ("step", Use * STAGE_STEPS),
    )


COMPLETION_INPUTS, COMPLETION_STEPS, COMPLETION_POINTS, COMPLETION_FOUND = 12, 4, 8, 16
"""What completion.h takes and gives: inputs and steps at most, points at least, programs in one call at most."""


class Completion(ctypes.Structure):
    """Up to four instructions on inputs that make a goal; see completion.h."""

    _fields_ = (
        ("width", ctypes.c_int32), ("T", ctypes.c_int32), ("inputs", ctypes.c_int32), ("operators", ctypes.c_int32),
        ("steps", ctypes.c_int32), ("finished", ctypes.c_int32), ("operator", ctypes.c_int32 * 32),
        ("point", ctypes.c_int32 * COMPLETION_POINTS), ("input", ctypes.c_void_p * COMPLETION_INPUTS),
        ("goal", ctypes.c_void_p), ("care", ctypes.c_void_p), ("at", ctypes.c_int32),
        ("budget", ctypes.c_int64), ("tried", ctypes.c_int64),
        ("found", ctypes.c_int32), ("length", ctypes.c_int32 * COMPLETION_FOUND),
        ("step", (Use * COMPLETION_STEPS) * COMPLETION_FOUND),
    )


class Ranking(ctypes.Structure):
    """Which rows make some bits of a goal together with another one; see ranking.h."""

    _fields_ = (
        ("T", ctypes.c_int32), ("words", ctypes.c_int32), ("join", ctypes.c_int32), ("mask", ctypes.c_uint64),
        ("values", ctypes.c_void_p), ("goal", ctypes.c_void_p), ("count", ctypes.c_int64), ("set", ctypes.c_void_p),
        ("slots", ctypes.c_uint64), ("solves", ctypes.c_void_p),
    )


@dataclass(frozen=True)
class Code:
    """An operator as steps over registers: the operands, the constants, the results so far."""

    arity: int
    steps: Any
    count: int
    constants: Any
    constant_count: int


@cache
def code_of(op: Operator, width: int) -> Code | None:
    """The code of an operator of the table or a macro at `width` bits; None where it is too long or not made of L's operators."""
    steps, constants = _steps(op, width)
    fits = op.arity + len(constants) + len(steps) <= _REGISTERS and op.arity <= MAX_OPERANDS
    if not fits or any(step[0] not in {o.code for o in LANGUAGE} for step in steps):
        return None
    made = (_Step * max(1, len(steps)))(*(_Step(c, (ctypes.c_int32 * 3)(*r, *[0] * (3 - len(r)))) for c, r in steps))
    return Code(op.arity, made, len(steps), (ctypes.c_uint64 * max(1, len(constants)))(*constants), len(constants))


def _steps(op: Operator, width: int) -> tuple[list[tuple[int, list[int]]], list[int]]:
    if not isinstance(op, Macro):
        return [(op.code, list(range(op.arity)))], []
    nodes = terms.postorder(op.body)
    words = [n for n in nodes if n.kind in (TermKind.CONSTANT, TermKind.WIDTH)]
    constants = [(int(n.data) if isinstance(n.data, int) else width) % (1 << width) for n in words]
    register = {id(n): op.arity + i for i, n in enumerate(words)}
    register |= {id(n): op.parameters.index(str(n.data)) for n in nodes if n.kind is TermKind.SYMBOL}
    steps: list[tuple[int, list[int]]] = []
    for node in nodes:
        if node.kind is TermKind.APPLY and isinstance(node.data, Operator):
            register[id(node)] = op.arity + len(constants) + len(steps)
            steps.append((node.data.code, [register[id(a)] for a in node.arguments]))
    if not steps:  # a parameter or a constant itself: x | x
        place = register[id(op.body)]
        steps.append((next(o.code for o in LANGUAGE if o.name == "or"), [place, place]))
    return steps, constants


def compiled(bits: int) -> Any:
    """The compiled library for the word type of `bits` bits; its functions release the interpreter's lock.

    Unbuilt where there is none.
    """
    found = ctypes.CDLL(str(library("bank", bits)))
    job = ctypes.POINTER(Job)
    for name in ("bank_combine", "bank_seek", "bank_skip", "bank_match", "bank_rehash"):
        getattr(found, name).argtypes = (job,)
        getattr(found, name).restype = None
    found.bank_find.argtypes = (job, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
    found.bank_find.restype = None
    found.bank_keep.argtypes = (job, ctypes.c_void_p)
    found.bank_apply.argtypes = (job, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
    found.bank_apply.restype = None
    if bits == 8:
        found.stage_index.argtypes = found.stage_search.argtypes = (ctypes.POINTER(Stage),)
        found.stage_index.restype = found.stage_search.restype = None
    if bits != 1:
        found.completion_search.argtypes, found.completion_search.restype = (ctypes.POINTER(Completion),), None
        found.ranking_enter.argtypes = found.ranking_ask.argtypes = (ctypes.POINTER(Ranking),)
        found.ranking_enter.restype = found.ranking_ask.restype = None
    return found


@dataclass(frozen=True)
class Format:
    """How values at `points` points are laid out: the word type, and how many machine words a vector has."""

    width: int
    points: int

    @property
    def bits(self) -> int:
        """The word type: 1 (64 points of one bit in a word), 8, 32 or 64."""
        return 1 if self.width == 1 else 8 if self.width <= 8 else 32 if self.width <= 32 else 64

    @property
    def dtype(self) -> Any:
        """The numpy type of the words."""
        return {1: np.uint64, 8: np.uint8, 32: np.uint32, 64: np.uint64}[self.bits]

    @property
    def words(self) -> int:
        """Words of a vector: a whole number of 64-bit ones."""
        per = {1: 64, 8: 8, 32: 2, 64: 1}[self.bits]
        return -(-self.points // per) * (1 if self.bits in (1, 64) else per)

    @property
    def tail(self) -> int:
        """The bits of a vector's last word that count."""
        rest = self.points % 64
        return (1 << 64) - 1 if self.bits != 1 or not rest else (1 << rest) - 1

    def pack(self, values: NDArray[np.uint64]) -> Vectors:
        """Values [n, points] below 2^width as vectors [n, words]; points that fill a vector up repeat the first."""
        n = len(values)
        if self.bits == 1:
            flags = np.zeros((n, self.words * 64), dtype=np.uint8)
            flags[:, : self.points] = values
            return np.packbits(flags, axis=1, bitorder="little").view(np.uint64).reshape(n, self.words)
        made = np.empty((n, self.words), dtype=self.dtype)
        made[:, : self.points] = values
        made[:, self.points:] = made[:, :1]
        return made

    def unpack(self, vectors: Vectors) -> NDArray[np.uint64]:
        """The values [n, points] of vectors."""
        if self.bits == 1:
            flags = np.unpackbits(np.ascontiguousarray(vectors).view(np.uint8).reshape(len(vectors), -1), axis=1, bitorder="little")
            return flags[:, : self.points].astype(np.uint64)
        return np.asarray(vectors[:, : self.points].astype(np.uint64))
