"""The kernel's search in numpy, for where it is not compiled: the same programs, the same pruning (kernel.c), some 50 times slower.

Programs are enumerated in batches: prefixes of one length, each with the words of its results on every example. The last
instruction is looked for at once for a whole batch, its constants are solved for (holes.py).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from synth.engines.explicit.holes import Flags, Holes
from synth.engines.explicit.kernel import MAX_LENGTH, MOST_FOUND, Task, program_of
from synth.evaluation.arrays import Arrays, Words
from synth.operators import OPERATORS, Operator, operator
from synth.program import Program

Rows = NDArray[np.int64]

_LANES = 1 << 14
"""Instructions that are evaluated together."""

_SLOWER = 50
"""By how much fewer evaluations a call is to last as long as one of the kernel."""

_FIRST = 2
"""Examples that are looked at before all others."""

_RADIX = 1 << 10
"""More than there are rows."""

_ITE = operator("ite")

_ARITIES = np.array([op.arity for op in OPERATORS])
"""By the codes of operators."""


@dataclass(frozen=True)
class Batch:
    """Prefixes of one length: instructions [prefixes, length, operator and three operands], their words [prefixes, length,
    examples], and which results no instruction uses yet, as bits.
    """

    instructions: Rows
    words: Words
    unused: Rows

    def __len__(self) -> int:
        return len(self.unused)

    @property
    def length(self) -> int:
        """How many instructions each has."""
        return int(self.instructions.shape[1])

    def part(self, chosen: slice | Rows | Flags) -> Batch:
        """Some of the prefixes."""
        return Batch(self.instructions[chosen], self.words[chosen], self.unused[chosen])


@dataclass(frozen=True)
class Find:
    """A program as the kernel tells it: instructions, and the words of the operands -1 and -2."""

    instructions: Rows
    holes: tuple[int, ...] = ()


class ArraySearch:
    """As KernelSearch, in numpy."""

    def __init__(self, task: Task) -> None:
        self.task, self.evaluated, self.finished, self.overflow = task, 0, False, False
        self._domain = Arrays(task.width)
        self._holes = Holes(task.width, task.truth)
        self._known, self._fixed = len(task.constants), len(task.constants) + len(task.inputs)
        self._most = max(op.arity for op in task.operators)
        self._enumerated = task.length - 2 * (task.goal is not None)  # instructions that are enumerated one by one
        self._divided = max(0, min(1, self._enumerated - 2))  # the number of the one up to which parts are told apart
        self._version = -1
        self.learn(task.inputs, task.goal)
        self._found: list[Find] = []
        self._batch: Batch | None = None
        empty = np.zeros((1, 0), dtype=np.int64)
        self._work = self._walk(Batch(empty.reshape(1, 0, 4), np.zeros((1, 0, self._examples), dtype=np.uint64), empty.sum(axis=1)))

    def learn(self, inputs: NDArray[np.uint64], goal: NDArray[np.uint64] | None) -> None:
        """Go on with these examples; they must contain the earlier ones."""
        self._examples = inputs.shape[1]
        constants = np.array(self.task.constants, dtype=np.uint64)[:, None]
        self._rows = np.vstack([np.broadcast_to(constants, (self._known, self._examples)), inputs])
        self._goal = goal if goal is not None else np.zeros(self._examples, dtype=np.uint64)
        self._boolean = bool((self._goal <= 1).all())
        self._version += 1

    # -- what KernelSearch offers --

    def advance(self, budget: int) -> list[Program]:
        """Search for about as long as the kernel takes for `budget` evaluations; the programs that reach the goal."""
        self._found = []
        self._run(budget)
        return [self._program(find) for find in self._found]

    @property
    def missed(self) -> bool:
        """Whether programs were left out; those whose constants only compiled code solves for are."""
        return self.task.inner

    def advance_values(self, budget: int) -> NDArray[np.uint64]:
        """As `advance`, for a task without goal: the words of all programs, uint64 [found, examples]."""
        self._batch = None
        self._run(budget)
        return self._batch.words[:, -1] if self._batch is not None else np.zeros((0, self._examples), dtype=np.uint64)

    def records(self) -> NDArray[np.uint8]:
        """The programs of the last call as raw records for `decode`: uint8 [found, bytes]."""
        made = self._batch.instructions if self._batch is not None else np.zeros((0, self.task.length, 4), dtype=np.int64)
        return np.ascontiguousarray(made.reshape(len(made), 4 * self.task.length)).view(np.uint8)

    def decode(self, record: bytes) -> Program:
        """The program of one record."""
        return self._program(Find(np.frombuffer(record, dtype=np.int64).reshape(-1, 4)))

    def _program(self, find: Find) -> Program:
        return program_of([(int(i[0]), i[1:].tolist()) for i in find.instructions], find.holes, self.task)

    def _run(self, budget: int) -> None:
        end = self.evaluated + budget // _SLOWER
        while self.evaluated < end and not self._found and self._batch is None:
            if next(self._work, self) is self:
                self.finished = True
                return

    # -- walking --

    def _walk(self, batch: Batch) -> Iterator[None]:
        """All programs that begin with one of these prefixes. Pauses after everything that takes a while."""
        emit = self.task.goal is None
        if emit and batch.length == self.task.length:
            self._batch = batch
            yield
        elif not emit and batch.length >= self.task.length - 2:
            size = max(1, _LANES // self._fixed ** 2)
            for low in range(0, len(batch), size):
                yield from self._ended(batch.part(slice(low, low + size)))
        else:
            told_apart = self.task.shares * self.task.slices > 1 and batch.length < self._divided
            for child in self._children(batch):  # of prefixes in several parts the first may be looked at elsewhere, and later
                yield from self._walk(child) if told_apart else self._walk_once(child)

    def _walk_once(self, batch: Batch) -> Iterator[None]:
        """Of prefixes that behave alike the first; and the others where examples came meanwhile that tell them apart."""
        walked, first = np.zeros(len(batch), dtype=bool), _first(batch)
        while len(first):
            known = self._version
            yield from self._walk(batch.part(first))
            walked[first] = True
            batch, first = self._up_to_date(batch), first[:0]
            if known != self._version:
                order = np.concatenate([np.flatnonzero(walked), np.flatnonzero(~walked)])
                first = order[_first(batch.part(order))]
                first = np.sort(first[~walked[first]])

    def _ended(self, batch: Batch) -> Iterator[None]:
        """The last two instructions, or the only one; again where something was found and examples came."""
        again = True
        while again:
            again, known = False, self._version
            for _ in self._last(batch) if batch.length == self.task.length - 1 else self._last_two(batch):
                found = bool(self._found)
                yield
                if found and known != self._version:
                    again = True
                    break

    def _last_two(self, batch: Batch) -> Iterator[None]:
        for child in self._children(batch):
            yield from self._last(child.part(_first(child)))
        if self.task.holes and _ITE in self.task.operators and not self.task.chain:
            yield from self._split(self._up_to_date(batch))

    def _up_to_date(self, batch: Batch) -> Batch:
        """The batch with the words on all examples that are known now."""
        if batch.words.shape[2] == self._examples:
            return batch
        made = replace(batch, words=np.empty((len(batch), batch.length, self._examples), dtype=np.uint64))
        for depth in range(batch.length):
            codes = batch.instructions[:, depth, 0]
            for op in self.task.operators:
                own = np.flatnonzero(codes == op.code)
                made.words[own, depth] = self._apply(op, made.part(own), np.arange(len(own)), batch.instructions[own, depth, 1:])
        return made

    def _row(self, batch: Batch, prefixes: Rows, rows: Rows, points: slice = slice(None)) -> Words:
        """The words of a row each of some prefixes, [prefixes, points]."""
        if not batch.length:
            return self._rows[rows, points]
        own = batch.words[prefixes, np.maximum(rows - self._fixed, 0), points]
        return np.where((rows < self._fixed)[:, None], self._rows[np.minimum(rows, self._fixed - 1), points], own)

    def _apply(self, op: Operator, batch: Batch, prefixes: Rows, operands: Rows, points: slice = slice(None)) -> Words:
        rows = [self._row(batch, prefixes, operands[:, k], points) for k in range(op.arity)]
        return np.broadcast_to(op(self._domain, *rows), rows[0].shape)

    # -- one instruction more --

    def _children(self, batch: Batch) -> Iterator[Batch]:
        """The prefixes with one instruction more, in batches."""
        made, size = list[Batch](), 0
        for op in self.task.operators:
            for operands in self._operands(op, batch.length):
                step = max(1, _LANES // len(operands))
                for low in range(0, len(batch), step):
                    made.append(self._grown(self._up_to_date(batch), op, operands, slice(low, low + step)))
                    size += len(made[-1])
                    if size >= _LANES:
                        yield _joined(made)
                        made, size = [], 0
        if size:
            yield _joined(made)

    def _operands(self, op: Operator, length: int) -> Iterator[Rows]:
        """What operands an instruction behind `length` others may have, as far as those do not matter: [tuples, 3], in parts."""
        known, rows = self._known, self._fixed + length
        first = np.arange(0 if op.arity == 2 else known, rows)
        for low in range(0, len(first), max(1, _LANES // rows ** (op.arity - 1))):
            chosen = first[low: low + max(1, _LANES // rows ** (op.arity - 1))]
            grid = np.meshgrid(chosen, *[np.arange(rows)] * (op.arity - 1), indexing="ij")
            a, *more = (g.ravel() for g in grid)
            keep = np.ones(len(a), dtype=bool)
            if op.arity == 2:
                keep = ((a >= known) | (more[0] >= known)) & ~((a == more[0]) & self._reduces(op))
                keep &= (a <= more[0]) | (not op.commutative)
            elif op.arity == 3:
                keep = (more[0] != more[1]) & ((more[0] >= known) | (more[1] >= known) | self._two_constants(a, length))
            made = np.zeros((int(keep.sum()), 3), dtype=np.int64)
            made[:, : op.arity] = np.stack([a, *more], axis=1)[keep]
            if len(made):
                yield made

    def _reduces(self, op: Operator) -> bool:
        """Whether op on one row twice is that row, or a constant that can be had without."""
        return op.same is not None and not self.task.keep_constant

    def _two_constants(self, condition: Rows, length: int) -> Flags:
        """Where ite(row, k, k') is to be enumerated; before the last instruction it is solved for."""
        if self.task.goal is not None and length == self.task.length - 2:
            return np.zeros(len(condition), dtype=bool)
        bit = np.where(condition < self._fixed, np.minimum(condition - self._known, 31), 31)
        return (self.task.two_constants >> bit & 1).astype(bool)

    def _shared(self, batch: Batch, prefixes: Rows, op: Operator, operands: Rows) -> Flags:
        """Which prefixes with one instruction more are of this search's share and slice; the kernel tells shares apart alike."""
        task = self.task
        told = np.zeros((len(prefixes), 1), dtype=np.uint64)
        for depth in range(batch.length):
            code, *rows = batch.instructions[prefixes, depth].T[:, :, None]
            told = _mixed(told, code)
            for k, row in enumerate(rows):
                told = np.where(_ARITIES[code] > k, _mixed(told, row), told)
        told = _mixed(told, np.array([[op.code]]))
        for k in range(op.arity):
            told = _mixed(told, operands[None, :, k])
        told = np.multiply(told, np.uint64(0xD6E8FEB86659FD93)) >> np.uint64(32)
        shares, slices = np.uint64(task.shares), np.uint64(task.slices)
        return np.asarray((told % shares == task.share) & (told // shares % slices == task.slice))

    def _grown(self, batch: Batch, op: Operator, operands: Rows, part: slice) -> Batch:
        """The prefixes of a part of the batch with every such instruction that is not redundant."""
        prefixes = np.arange(len(batch))[part]
        used = np.zeros(len(operands), dtype=np.int64)
        for k in range(op.arity):
            used |= np.where(operands[:, k] >= self._fixed, 1 << np.maximum(operands[:, k] - self._fixed, 0), 0)
        unused = batch.unused[prefixes, None] & ~used | 1 << batch.length
        keep = _bits(unused) <= 1 + (self.task.length - 1 - batch.length) * (self._most - 1)
        if batch.length:
            before = _key(batch.instructions[prefixes, -1])
            chained = used >> (batch.length - 1) & 1 == 1
            this = _key(np.column_stack([np.full(len(operands), op.code), operands]))
            keep &= chained if self.task.chain else chained | (this > before[:, None])
        if batch.length == self._divided:
            keep &= self._shared(batch, prefixes, op, operands)
        at, which = np.nonzero(keep)
        prefixes, operands, unused = prefixes[at], operands[which], unused[at, which]
        self.evaluated += len(prefixes)
        words = self._apply(op, batch, prefixes, operands)
        fresh = ~self._lost(batch, prefixes, words)
        prefixes, words = prefixes[fresh], words[fresh]
        last = np.column_stack([np.full(len(prefixes), op.code), operands[fresh]])
        return Batch(np.concatenate([batch.instructions[prefixes], last[:, None]], axis=1),
                     np.concatenate([batch.words[prefixes], words[:, None]], axis=1), unused[fresh])

    def _lost(self, batch: Batch, prefixes: Rows, words: Words) -> Flags:
        """Whether words equal those of a row, or are a constant that can be had without."""
        lost = np.zeros(len(words), dtype=bool)
        if self._examples > 1 and not self.task.keep_constant:
            lost |= (words == words[:, :1]).all(axis=1)
        for row in range(self._known, self._fixed):
            lost |= (words == self._rows[row]).all(axis=1)
        for depth in range(batch.length):
            lost |= (words == batch.words[prefixes, depth]).all(axis=1)
        return lost

    # -- the last instruction --

    def _reaches(self, words: Words, points: slice = slice(None)) -> Flags:
        goal = self._goal[points]
        return np.asarray((words != 0) == (goal != 0) if self.task.truth else words == goal)

    def _clashes(self, op: Operator) -> bool:
        return op.boolean and not self._boolean and not self.task.truth

    def _bit(self, row: int) -> int:
        return 1 << (row - self._fixed) if row >= self._fixed else 0

    def _last(self, batch: Batch) -> Iterator[None]:
        """Every instruction that uses all results that are left, and reaches the goal; constants are solved for."""
        batch = self._up_to_date(batch)
        rows = range(self._known, self._fixed + batch.length)
        for op in self.task.operators:
            if self._clashes(op):
                continue
            if op is _ITE:
                self._last_ite(batch, rows)
                continue
            for chosen in itertools.product(rows, repeat=op.arity):
                if op.arity == 1 or ((chosen[0] <= chosen[1] or not op.commutative)
                                     and not (chosen[0] == chosen[1] and self._reduces(op))):
                    self._tried(batch, op, chosen)
            for side in range(2 - op.commutative) if op.arity == 2 and self.task.holes else ():
                if not self._redundant(op, side):
                    for row in rows:
                        self._solved(batch, op, side, row)
        yield

    def _redundant(self, op: Operator, side: int) -> bool:
        """Whether another operator says the same with another constant: x - k = x + (-k), x <= k is x < k + 1 or constant."""
        other = {"sub": "add", "ule": "ult", "sle": "slt"}.get(op.name)
        return other is not None and operator(other) in self.task.operators and not (op.name == "sub" and side)

    def _using(self, batch: Batch, chosen: tuple[int, ...]) -> Rows:
        """The prefixes that leave nothing but these rows unused."""
        used = 0
        for row in chosen:
            used |= self._bit(row)
        return np.flatnonzero(batch.unused & ~np.int64(used) == 0)

    def _tried(self, batch: Batch, op: Operator, chosen: tuple[int, ...]) -> None:
        lanes = self._using(batch, chosen)
        self.evaluated += len(lanes)
        for points in (slice(_FIRST), slice(_FIRST, None)):
            if len(lanes):
                words = self._apply(op, batch, lanes, np.broadcast_to(np.array(chosen), (len(lanes), op.arity)), points)
                lanes = lanes[self._reaches(words, points).all(axis=1)]
        self._tell(batch, lanes, [(op, chosen)])

    def _solved(self, batch: Batch, op: Operator, side: int, row: int) -> None:
        lanes = self._using(batch, (row,))
        self.evaluated += len(lanes)
        if not len(lanes):
            return
        words = self._row(batch, lanes, np.full(len(lanes), row))
        fitting, constants = self._holes.solve(op, side, words, self._goal, np.broadcast_to(np.True_, words.shape))
        self._tell(batch, lanes[fitting], [(op, (-1, row) if side else (row, -1))], constants[:, None])

    def _tell(self, batch: Batch, lanes: Rows, last: list[tuple[Operator, tuple[int, ...]]], holes: Words | None = None) -> None:
        """Take down the programs of these prefixes, ended by `last`."""
        more = np.array([[op.code, *chosen, 0, 0][:4] for op, chosen in last], dtype=np.int64)
        room = MOST_FOUND - len(self._found)
        self.overflow = self.overflow or len(lanes) > room
        for i, lane in enumerate(lanes[:room].tolist()):
            words = () if holes is None else tuple(holes[i].tolist())
            self._found.append(Find(np.concatenate([batch.instructions[lane], more]), words))

    # -- ite --

    def _constant(self, region: Flags) -> tuple[Flags, Words]:
        """Where the goal is one word all over a region [prefixes, examples], and that word."""
        low = np.where(region, self._goal, ~np.uint64(0)).min(axis=1)
        high = np.where(region, self._goal, np.uint64(0)).max(axis=1)
        return low >= high, high

    def _serving(self, batch: Batch, region: Flags, row: int) -> Flags:
        """Where a row is the goal all over a region."""
        words = self._row(batch, np.arange(len(batch)), np.full(len(batch), row))
        return np.asarray((self._reaches(words) | ~region).all(axis=1))

    def _last_ite(self, batch: Batch, rows: range) -> None:
        batch = batch.part(_bits(batch.unused) <= 3)
        for a in rows if len(batch) else ():
            self.evaluated += len(batch)
            truth = self._row(batch, np.arange(len(batch)), np.full(len(batch), a)) != 0
            branches = []
            for region in (truth, ~truth):
                constant, word = self._constant(region)
                branches.append([(row, self._serving(batch, region, row), word) for row in rows])
                if self.task.holes:
                    branches[-1].append((-1, constant, word))
            for (b, then, k), (c, otherwise, other) in itertools.product(*branches):
                lanes = np.flatnonzero(then & otherwise)
                used = sum({self._bit(row) for row in (a, b, c)})
                lanes = lanes[batch.unused[lanes] & ~np.int64(used) == 0]
                if b != c or b < 0:
                    holes = np.stack([k, other], axis=1)[lanes] if b < 0 else other[lanes, None]
                    self._tell(batch, lanes, [(_ITE, (a, b, c if c >= 0 else -2 if b < 0 else -1))], holes)

    def _split(self, batch: Batch) -> Iterator[None]:
        """r = ite(a, k, k') before the last instruction, the constants solved for branch by branch in that."""
        rows = range(self._known, self._fixed + batch.length)
        for a in rows:
            inner = self._row(batch, np.arange(len(batch)), np.full(len(batch), a)) != 0
            for op in self.task.operators:
                if op.arity == 2 and not self._clashes(op):
                    for row, side in itertools.product(rows, range(2 - op.commutative)):
                        self._split_by(batch, op, side, a, row, inner)
            for b, then in itertools.product(rows, (True, False)):
                self._split_again(batch, a, b, then, inner)
            yield

    def _split_by(self, batch: Batch, op: Operator, side: int, a: int, row: int, inner: Flags) -> None:
        """`side` 0: r op row, 1: row op r."""
        lanes = self._using(batch, (a, row))
        lanes = lanes[inner[lanes].any(axis=1) & ~inner[lanes].all(axis=1)]
        self.evaluated += len(lanes)
        holes = list[Words]()
        for region in (inner, ~inner):
            if not len(lanes):
                return
            words = self._row(batch, lanes, np.full(len(lanes), row))
            fitting, constants = self._holes.solve(op, 1 - side, words, self._goal, region[lanes])
            order = np.argsort(fitting)
            lanes, holes = lanes[fitting[order]], [*(known[fitting[order]] for known in holes), constants[order]]
        result = self._fixed + batch.length
        last = (op, (row, result) if side else (result, row))
        self._tell(batch, lanes, [(_ITE, (a, -1, -2)), last], np.stack(holes, axis=1))

    def _split_again(self, batch: Batch, a: int, b: int, then: bool, inner: Flags) -> None:
        """ite(b, r, c) or ite(b, c, r)."""
        outer = (self._row(batch, np.arange(len(batch)), np.full(len(batch), b)) != 0) == then
        self.evaluated += len(batch)
        (first, k), (second, other) = self._constant(outer & inner), self._constant(outer & ~inner)
        good = first & second
        if not good.any():
            return
        for c in range(self._fixed + batch.length):
            used = self._bit(a) | self._bit(b) | self._bit(c)
            lanes = np.flatnonzero(good & self._serving(batch, ~outer, c) & (batch.unused & ~np.int64(used) == 0))
            result = self._fixed + batch.length
            last = (_ITE, (b, result, c) if then else (b, c, result))
            self._tell(batch, lanes, [(_ITE, (a, -1, -2)), last], np.stack([k, other], axis=1)[lanes])


def _mixed(told: Words, numbers: Rows) -> Words:
    """A hash that also tells these numbers apart."""
    told = np.multiply(told ^ (numbers + 1).astype(np.uint64), np.uint64(0x9E3779B97F4A7C15))
    return np.asarray(told ^ told >> np.uint64(29))


def _bits(sets: Rows) -> Rows:
    """How many bits are set, of at most MAX_LENGTH."""
    return np.asarray(sum(sets >> i & 1 for i in range(MAX_LENGTH)))


def _key(instructions: Rows) -> Rows:
    """Numbers that order instructions [.., operator and operands]."""
    return np.asarray(instructions @ np.array([_RADIX ** 3, _RADIX ** 2, _RADIX, 1]))


def _joined(batches: list[Batch]) -> Batch:
    return Batch(*(np.concatenate([getattr(b, name) for b in batches]) for name in ("instructions", "words", "unused")))


def _first(batch: Batch) -> Rows:
    """Of the prefixes that differ in no more than their last instruction, and not in its words or in what is unused, the first."""
    told = np.concatenate([batch.instructions[:, :-1].reshape(len(batch), 4 * batch.length - 4), batch.unused[:, None],
                           batch.words[:, -1].view(np.int64)], axis=1)
    whole = np.ascontiguousarray(told).view(np.dtype((np.void, told.shape[1] * 8))).ravel()
    return np.sort(np.unique(whole, return_index=True)[1])
