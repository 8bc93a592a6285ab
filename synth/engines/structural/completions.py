"""Answers that a term of the bank and a few instructions on its own subterms make together.

Idea: the last instruction joins a term of the bank with a rest. What the rest must be is known: all of it for xor, add, sub; for
or and and, where only terms that are part of the goal will do, the bits that the term leaves open (don't-care bits). The rest is
searched for on the arguments, constants and the subterms of that very term, so that it may use them again, which terms of the
bank cannot (completion.h). Terms that say most of the goal come first; for xor, add and sub those that solve most sub-goals of it
(ranking.py). Only in compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.deduction import Wanted, every_bit, primitive_of
from synth.engines.structural.library import loaded
from synth.engines.structural.native import COMPLETION_INPUTS, COMPLETION_POINTS, COMPLETION_STEPS, Completion, Vectors
from synth.engines.structural.ranking import JOINS, MOST, scores
from synth.engines.structural.threads import own_threads, side_by_side
from synth.grammar import Rule

_SLICE = 200_000
"""Programs but for their last instruction between two looks at the clock."""

_JOB = 5000
"""As how many programs each search for a rest counts at least: it has to be prepared."""

_PART_OF = ("or", "and")

_RANKED = 600
"""How many terms may be one operand of xor, add and sub, where every term will do: those that solve most sub-goals."""

_MOST = 2000
"""How many of the terms that are part of the goal are tried: those that say most of it."""

_CHUNK = 1 << 16


@dataclass(frozen=True)
class _Known:
    """A term of the bank as operand `side` of a rule, and what the other operand must be; `told` counts bits that it settles."""

    rule: Rule
    side: int
    row: int
    told: int


@dataclass(frozen=True)
class Completed:
    """What was found: the rule at the root, and the rest as rules on operands: rows, constants, then the results so far."""

    known: _Known
    rows: tuple[int, ...]
    constants: tuple[int, ...]
    steps: tuple[tuple[Rule, tuple[int, ...]], ...]


@dataclass(frozen=True, eq=False)
class _Job:
    """The search for the rest of a term; `memory` is what the compiled code reads."""

    known: _Known
    rows: tuple[int, ...]
    constants: tuple[int, ...]
    job: Completion
    rules: Mapping[int, Rule]
    memory: tuple[Vectors, ...]

    def found(self) -> Iterator[Completed]:
        """What the last slice of it has found."""
        for number in range(self.job.found):
            steps = tuple((self.rules[use.op], (use.a, use.b)) for use in self.job.step[number][: self.job.length[number]])
            yield Completed(self.known, self.rows, self.constants,
                            tuple((rule, operands[: len(rule.operands)]) for rule, operands in steps))


class _Queue:
    """Some jobs, which one thread does one after the other."""

    def __init__(self, search: Callable[[Completion], None], jobs: Iterator[_Job]) -> None:
        self._search, self._jobs = search, jobs
        self._job = next(jobs, None)
        self.tried, self.found = 0, list[Completed]()

    @property
    def finished(self) -> bool:
        """Whether all jobs are done."""
        return self._job is None

    def advance(self) -> None:
        """A slice of work; `found` is what was found in it."""
        self.found, done = [], 0
        while self._job is not None and done < _SLICE:
            job = self._job.job
            job.budget, before = _SLICE - done, job.tried
            self._search(job)
            self.tried += job.tried - before
            done += max(_JOB, job.tried - before)
            self.found += self._job.found()
            if job.finished:
                self._job = next(self._jobs, None)


class Completions:
    """The search for what is wanted of the bank's start, by its terms from row `first` on and a few instructions more.

    Several threads search on one bank, each for the rest of another term.
    """

    def __init__(self, bank: Bank, wanted: Wanted, constants: Sequence[int], first: int, threads: int | None = None) -> None:
        self._bank, self._wanted, self._first, self._mine = bank, wanted, first, bank.mine()
        self._rules = bank.plain_rules()
        self._library = loaded(bank.form.bits)
        start = bank.grammar.nonterminals[0]
        bits = bank.form.width if start.bits is None else start.bits
        self._constants = tuple(c for c in constants if start.any_constant and c >> bits == 0)
        self._threads = own_threads() if threads is None else threads
        self._queues = list[_Queue]()

    @staticmethod
    def applies(bank: Bank) -> bool:
        """Whether there is compiled code, and some rule takes nothing but what the start gives."""
        return bank.form.bits != 1 and hasattr(loaded(bank.form.bits), "completion_search") and bool(bank.plain_rules())

    @property
    def tried(self) -> int:
        """How many programs but for their last instruction were looked at."""
        return sum(queue.tried for queue in self._queues)

    # -- one operand --

    def _known(self) -> Iterator[list[_Known] | None]:
        """The terms that may be an operand at the root, parts of the goal and others in turns; None now and then."""
        parts, exact = list[_Known](), list[_Known]()
        for rule in self._rules.values():
            if primitive_of(rule.operator) in _PART_OF:
                for each in self._parts(rule):
                    yield None
                    parts += each
        for each in self._exact() if self._wanted.whole else ():
            yield None
            exact += each
        parts = sorted(parts, key=lambda k: (-k.told, k.row))[:_MOST]
        yield [known for pair in zip_longest(parts, exact) for known in pair if known is not None]

    def _exact(self) -> Iterator[list[_Known]]:
        """The terms that solve most sub-goals under xor, add and sub, where every term will do; none now and then."""
        rules = {primitive_of(rule.operator): rule for rule in self._rules.values()}
        joins = [(i, rules[name], side) for i, (name, side) in enumerate(JOINS) if name in rules]
        for found in scores(self._bank, self._wanted.target) if joins and self._first < MOST else ():
            if found is None:
                yield []
                continue
            rows = np.arange(self._first, found.shape[1])
            if self._mine is not None:
                rows = rows[self._mine[rows] != 0]
            best = found[[i for i, _, _ in joins]].max(axis=0)
            for row in rows[np.argsort(-best[rows], kind="stable")[:_RANKED]].tolist():
                in_turn = sorted(joins, key=lambda join: -found[join[0], row])
                yield [_Known(rule, side, row, 0) for _, rule, side in in_turn]

    def _parts(self, rule: Rule) -> Iterator[list[_Known]]:
        """The terms that are part of the goal (or), or that it is part of (and), and leave some of it open; some at a time."""
        name, target, care = primitive_of(rule.operator), self._wanted.target, self._wanted.care
        values = self._bank.values(0, self._first)
        for start in range(0, len(values), _CHUNK):
            part = values[start: start + _CHUNK]
            wrong, told = (part & ~target, part) if name == "or" else (target & ~part, ~part)
            rows = np.flatnonzero(~(wrong & care).any(axis=1))
            if self._mine is not None:
                rows = rows[self._mine[self._first + start + rows] != 0]
            bits = np.bitwise_count(told[rows] & care).sum(axis=1, dtype=np.int64)
            yield [_Known(rule, 0, self._first + start + row, count)
                   for row, count in zip(rows.tolist(), bits.tolist(), strict=True) if count]

    def _rest(self, known: _Known) -> tuple[Vectors, Vectors]:
        """What the other operand must be, and the bits that matter."""
        target, care, full = self._wanted.target, self._wanted.care, every_bit(self._bank.form)
        value = self._bank.pools[0].values[known.row]
        match primitive_of(known.rule.operator):
            case "or":
                return target, care & ~value
            case "and":
                return target, care & value
            case "xor":
                return target ^ value, care
            case "add":
                return target - value & full, care
        return (value - target if known.side == 0 else target + value) & full, care

    # -- the rest --

    def search(self) -> Iterator[Completed | None]:
        """What is found; None now and then, to look at the clock. The bank stays as it is meanwhile."""
        known = list[_Known]()
        for each in self._known():
            yield None
            known = known if each is None else each
        for lengths in (range(2, COMPLETION_STEPS), (COMPLETION_STEPS,)):
            queues = [_Queue(self._library.completion_search, self._jobs(known[i:: self._threads], lengths))
                      for i in range(self._threads)]
            self._queues += queues
            while queues:
                side_by_side(_Queue.advance, queues)
                for queue in queues:
                    yield from queue.found
                yield None
                queues = [queue for queue in queues if not queue.finished]

    def _jobs(self, some: Sequence[_Known], lengths: Sequence[int]) -> Iterator[_Job]:
        """The searches for the rests of terms, in their order; each of so many instructions."""
        form = self._bank.form
        for known in some:
            target, care = self._rest(known)
            if not care.any():
                continue
            target, care = np.ascontiguousarray(target), np.ascontiguousarray(care)
            rows, constants, vectors = self._inputs(known.row)
            for steps in lengths:
                job = Completion(width=form.width, T=form.words, inputs=len(vectors), operators=len(self._rules), steps=steps,
                                 goal=target.ctypes.data, care=care.ctypes.data)
                for i, code in enumerate(self._rules):
                    job.operator[i] = code
                for i, vector in enumerate(vectors):
                    job.input[i] = vector.ctypes.data
                for i, point in enumerate(_telling(target[: form.points], care[: form.points])):
                    job.point[i] = point
                yield _Job(known, rows, constants, job, self._rules, (target, care, vectors))

    def _inputs(self, row: int) -> tuple[tuple[int, ...], tuple[int, ...], Vectors]:
        """The rows of a term, its subterms and the leaves, then constants, as many as there may be; all their vectors."""
        form, pool = self._bank.form, self._bank.pools[0]
        leaves = [r for r in range(pool.ends[0]) if pool.values[r].any()]
        rows = tuple(dict.fromkeys([*self._bank.subterms(row), *leaves]))[:COMPLETION_INPUTS]
        known = {vector.tobytes() for vector in pool.values[leaves]}
        even = {c: np.full(form.words, c, dtype=form.dtype) for c in self._constants if c}
        constants = [c for c, vector in even.items() if vector.tobytes() not in known][: COMPLETION_INPUTS - len(rows)]
        return rows, tuple(constants), np.ascontiguousarray([*pool.values[list(rows)], *(even[c] for c in constants)])

    def build(self, found: Completed, builder: Builder) -> int:
        """Add what was found to a program; its operand there."""
        read = {operand for _, operands in found.steps for operand in operands}
        operands = {i: self._bank.build(0, row, builder) for i, row in enumerate(found.rows) if i in read}
        first = len(found.rows)
        operands |= {first + i: builder.leaf(c) for i, c in enumerate(found.constants) if first + i in read}
        first += len(found.constants)
        for number, (rule, uses) in enumerate(found.steps):
            operands[first + number] = builder.apply(rule.operator, tuple(operands[i] for i in uses))
        pair = self._bank.build(0, found.known.row, builder), operands[first + len(found.steps) - 1]
        return builder.apply(found.known.rule.operator, pair if found.known.side == 0 else pair[::-1])


def _telling(target: Vectors, care: Vectors) -> list[int]:
    """As many points as are looked at first: those at which most bits matter, of different goals."""
    turn: dict[int, int] = {}
    rank = []
    for point, (word, bits) in enumerate(zip(target.tolist(), care.tolist(), strict=True)):
        turn[word & bits] = turn.get(word & bits, 0) + 1
        rank.append((turn[word & bits], -int(bits).bit_count(), point))
    order = [point for _, _, point in sorted(rank)]
    return (order * COMPLETION_POINTS)[:COMPLETION_POINTS]
