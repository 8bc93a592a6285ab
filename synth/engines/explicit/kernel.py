"""The compiled kernel from Python: one resumable search over the programs of one length."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synth.engines.native.build import library
from synth.operators import OPERATORS, Kind, Operator
from synth.program import Instruction, Program

MAX_EXAMPLES = 256
MAX_LENGTH = 24
MAX_CONSTANTS = 256
MOST_FOUND = 4096
"""What one call finds at most."""

_EVERY = -1


class _Instruction(ctypes.Structure):
    _fields_ = (("op", ctypes.c_int16), ("arity", ctypes.c_int16), ("operand", ctypes.c_int16 * 3))


class _Solution(ctypes.Structure):
    _fields_ = (("length", ctypes.c_int32), ("instruction", _Instruction * MAX_LENGTH), ("hole", ctypes.c_uint64 * 3))


class _Search(ctypes.Structure):
    _fields_ = (
        ("width", ctypes.c_int32), ("examples", ctypes.c_int32), ("arguments", ctypes.c_int32), ("constants", ctypes.c_int32),
        ("length", ctypes.c_int32), ("operators", ctypes.c_int32), ("operator_code", ctypes.c_int32 * 32),
        ("holes", ctypes.c_int32), ("two_constants", ctypes.c_int32), ("emit", ctypes.c_int32),
        ("repeat", ctypes.c_int32), ("chain", ctypes.c_int32), ("truth_goal", ctypes.c_int32), ("keep_constant", ctypes.c_int32),
        ("inputs", ctypes.c_void_p), ("goal", ctypes.c_void_p),
        ("depth", ctypes.c_int32), ("fresh", ctypes.c_int32), ("finished", ctypes.c_int32),
        ("stack", _Instruction * MAX_LENGTH), ("evaluated", ctypes.c_uint64),
        ("found", ctypes.c_int32), ("overflow", ctypes.c_int32), ("solution", ctypes.c_void_p), ("emitted", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p), ("slice", ctypes.c_int32), ("slices", ctypes.c_int32), ("slice_examples", ctypes.c_int32),
        ("share", ctypes.c_int32), ("shares", ctypes.c_int32),
        ("inner", ctypes.c_int32), ("missed", ctypes.c_int32), ("undone", ctypes.c_int64), ("pair", ctypes.c_int64),
    )


@cache
def _kernel(bits: int) -> tuple[Any, int]:
    """The compiled search, which releases the interpreter's lock while it runs, and the size of its workspace in bytes."""
    loaded = ctypes.CDLL(str(library("kernel", bits)))
    loaded.kernel_search.argtypes = (ctypes.POINTER(_Search), ctypes.c_uint64)
    return loaded.kernel_search, ctypes.c_uint64.in_dll(loaded, "workspace_size").value


def word_bits(width: int) -> int:
    """The kernel variant for words of `width` bits."""
    return 8 if width <= 8 else 32 if width <= 32 else 64


@dataclass(frozen=True)
class Task:
    """What one search is over.

    inputs          uint64 [arguments, examples], the arguments' words
    goal            uint64 [examples], the wanted results; None: every program is emitted
    truth           the goal is only "0" or "not 0"
    constants       enumerated as operands everywhere
    holes           the last instruction's constant operands are solved for besides
    two_constants   bit i: ite(argument i, k, k') is enumerated before the last two instructions; bit 31: ite(result, k, k')
    chain           only programs in which every instruction uses the one before it (an ite, as its condition)
    keep_constant   an instruction that gives the same word everywhere is kept: no constant could stand for it
    slice, slices   this search's part of the programs of three or more instructions, for several searches side by side, which
                    know the same examples: by the values of the first instructions, at most three
    share, shares   of these the part that is looked at at all, by the first instructions, at most two, whatever the examples
    inner           of programs of two or three instructions, the constants of the last two are solved for, and those of the first
                    two where the third can be undone; not with `truth`
    """

    width: int
    length: int
    operators: tuple[Operator, ...]
    inputs: NDArray[np.uint64]
    goal: NDArray[np.uint64] | None
    truth: bool = False
    constants: tuple[int, ...] = ()
    holes: bool = False
    two_constants: int = _EVERY
    chain: bool = False
    keep_constant: bool = False
    slice: int = 0
    slices: int = 1
    share: int = 0
    shares: int = 1
    inner: bool = False


class KernelSearch:
    """A search that can be resumed, and can learn examples between two slices."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._function, size = _kernel(word_bits(task.width))
        self._workspace = np.zeros(size, dtype=np.uint8)
        self._solutions = (_Solution * MOST_FOUND)()
        self._search = search = _Search()
        search.width, search.length = task.width, task.length
        search.operators = len(task.operators)
        for i, op in enumerate(task.operators):
            search.operator_code[i] = op.code
        search.holes, search.two_constants = int(task.holes), task.two_constants
        search.emit, search.chain, search.truth_goal = int(task.goal is None), int(task.chain), int(task.truth)
        search.keep_constant, search.fresh = int(task.keep_constant), 1
        search.workspace = self._workspace.ctypes.data
        search.slice, search.slices, search.slice_examples = task.slice, task.slices, task.inputs.shape[1]
        search.share, search.shares = task.share, task.shares
        search.inner, search.pair = int(task.inner), -1
        search.solution = ctypes.addressof(self._solutions)
        self.learn(task.inputs, task.goal)

    def learn(self, inputs: NDArray[np.uint64], goal: NDArray[np.uint64] | None) -> None:
        """Go on with these examples; they must contain the earlier ones.

        Where the last call found something, its place is searched again: what was equal to it on the earlier examples, and other
        constants for it, may differ now.
        """
        task, search = self.task, self._search
        if search.found:
            search.repeat, search.finished = 1, 0
        search.undone, search.pair = min(search.undone, 0), min(search.pair, 0)
        examples = inputs.shape[1]
        if task.inner and (task.truth or any(op.kind is Kind.FLOATING for op in task.operators)):
            raise ValueError("constants of pairs are solved for words that are given")
        if not 0 < examples <= MAX_EXAMPLES or len(task.constants) > MAX_CONSTANTS or task.length > MAX_LENGTH:
            raise ValueError("beyond the kernel's limits")
        rows = np.array(task.constants, dtype=np.uint64)[:, None].repeat(examples, axis=1).reshape(len(task.constants), examples)
        self._inputs = np.ascontiguousarray(np.vstack([rows, inputs]), dtype=np.uint64)
        self._goal = np.ascontiguousarray(goal if goal is not None else np.zeros(examples), dtype=np.uint64)
        self._emitted = np.zeros((MOST_FOUND if goal is None else 1, examples), dtype=np.uint64)
        search.examples, search.arguments, search.constants = examples, inputs.shape[0], len(task.constants)
        search.inputs, search.goal = self._inputs.ctypes.data, self._goal.ctypes.data
        search.emitted = self._emitted.ctypes.data

    @property
    def evaluated(self) -> int:
        """How many programs were looked at so far."""
        return int(self._search.evaluated)

    @property
    def memory(self) -> int:
        """The bytes that it holds."""
        return self._workspace.nbytes + ctypes.sizeof(self._solutions) + self._inputs.nbytes + self._emitted.nbytes

    @property
    def finished(self) -> bool:
        """Whether every program was looked at."""
        return bool(self._search.finished)

    @property
    def missed(self) -> bool:
        """Whether programs were left out that would have taken too long."""
        return bool(self._search.missed)

    @property
    def overflow(self) -> bool:
        """Whether more was found at once than there was room for; some of it was not told."""
        return bool(self._search.overflow)

    def advance(self, budget: int) -> list[Program]:
        """Search for about `budget` evaluations; the programs that reach the goal, or that were emitted (see `values`)."""
        if self.finished:
            return []
        self._function(ctypes.byref(self._search), budget)
        return [self.program(i) for i in range(self._search.found)]

    def advance_values(self, budget: int) -> NDArray[np.uint64]:
        """As `advance`, for a task without goal: the emitted values, uint64 [found, examples]; `program(i)` made row i."""
        if self.finished:
            return self._emitted[:0]
        self._function(ctypes.byref(self._search), budget)
        return self._emitted[: self._search.found].copy()

    def records(self) -> NDArray[np.uint8]:
        """The programs of the last call as raw records for `decode`: uint8 [found, bytes]."""
        size, found = ctypes.sizeof(_Solution), int(self._search.found)
        return np.frombuffer(bytes(memoryview(self._solutions)[:found]), dtype=np.uint8).reshape(found, size)

    def decode(self, record: bytes) -> Program:
        """The program of one record."""
        return self._decoded(_Solution.from_buffer_copy(record))

    def program(self, index: int) -> Program:
        """The program of the last call's find number `index`."""
        return self._decoded(self._solutions[index])

    def _decoded(self, found: Any) -> Program:
        raw = [(int(i.op), list(i.operand)) for i in found.instruction[: found.length]]
        return program_of(raw, [int(k) for k in found.hole], self.task)


def program_of(raw: Sequence[tuple[int, Sequence[int]]], holes: Sequence[int], task: Task) -> Program:
    """The program of a task that has these operators' codes and operands: rows, or (-1, -2) the constants that were solved for."""
    known, inputs = len(task.constants), int(task.inputs.shape[0])
    constants: list[int] = []

    def operand(row: int) -> int:
        if row >= known:  # an argument, or a result behind the constants, whose number is settled below
            return int(row - known if row < known + inputs else known + inputs - row - 1)
        constants.append(holes[-row - 1] if row < 0 else task.constants[row])
        return inputs + len(constants) - 1

    read = [(OPERATORS[code], [operand(row) for row in rows[: OPERATORS[code].arity]]) for code, rows in raw]
    first = inputs + len(constants)
    instructions = tuple(Instruction(op, tuple(o if o >= 0 else first - o - 1 for o in operands)) for op, operands in read)
    return Program(inputs, tuple(constants), instructions, first + len(instructions) - 1).normalise(task.width)
