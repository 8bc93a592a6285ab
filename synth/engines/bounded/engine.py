"""The bounded engine: at each point of the lattice one SMT query per way to share the instructions out.

Idea: second-order SAT as first-order queries on few examples (thesis, section 6.4). A point is closed when every distribution of
its length over the ∃ functions, and of the families of circuits (small, product, quotient, floating point) over the instructions,
is unsatisfiable; programs of small circuits come first. In a grammar the places of a program have sorts (places.py), and literals
cost nothing. Examples are encoded lazily: a candidate that fails a known example gets that example, so queries stay small.
Invariant: only an UNSAT of the solver removes a query; time, interruption and failure never do.
Loses on long programs and wide words, wins where constants must be invented.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from typing import Any, ClassVar, assert_never

import numpy as np
import z3

from synth.engines.bounded.circuits import family
from synth.engines.bounded.language import Language
from synth.engines.bounded.query import Answer, Query, Shape
from synth.engines.protocol import Candidate, Event, Example, Exhausted, Point, Proposal, Statistics, grammar_of
from synth.evaluation.arrays import evaluate
from synth.operators import Operator
from synth.specification import Function, Specification

log = logging.getLogger(__name__)

_FIRST_EXAMPLES = 4
_ATTEMPTS = 3
_FIRST_SLICE = 3.0
_LONGEST_SLICE = 120.0

Families = dict[str, list[Operator]]
"""The operators of a function by the families of their circuits."""


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to write `total` as a sum of `parts` numbers from 0, in lexicographic order."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def _kinds(families: Sequence[Families], large: int) -> Iterator[tuple[str, ...]]:
    """Every way to give each instruction one of its families, `large` of them not the empty one."""
    for places in combinations(range(len(families)), large):
        choices = [[kind for kind in own if bool(kind) == (i in places)] for i, own in enumerate(families)]
        yield from product(*choices)


def _families(specification: Specification, function: Function) -> Families:
    found: Families = {}
    for op in Language(grammar_of(specification, function), specification.width).operators:
        found.setdefault(family(op), []).append(op)
    return found


def shapes(specification: Specification, point: Point) -> Iterator[Shape]:
    """The queries that cover `point`, each candidate in exactly one; those with fewer large circuits come first.

    Each instruction of a query has one family of circuits, so that no query carries more of them than its programs use.
    """
    families = [_families(specification, function) for function in specification.functions]
    for large in range(point.length + 1):
        for lengths in compositions(point.length, len(families)):
            owned = [own for own, length in zip(families, lengths, strict=True) for _ in range(length)]
            for kinds in _kinds(owned, large):
                slots = iter([tuple(own[kind]) for own, kind in zip(owned, kinds, strict=True)])
                yield Shape(tuple(tuple(islice(slots, n)) for n in lengths), point.constants, point.width)


@dataclass
class Task:
    """A query of the point that is still open, with what outlives its solver."""

    shape: Shape
    exclusions: list[Any] = field(default_factory=list)
    failures: int = 0
    slice: float = _FIRST_SLICE


class Examples:
    """The examples of one width, and which of them queries have needed so far."""

    def __init__(self) -> None:
        self.all: list[Example] = []
        self.needed: list[int] = []

    def add(self, examples: list[Example]) -> None:
        """Learn examples; the first few are needed from the start."""
        self.all += examples
        self.needed += range(len(self.needed), min(_FIRST_EXAMPLES, len(self.all)))

    def violated(self, specification: Specification, candidate: Candidate, width: int) -> int | None:
        """The number of an example that `candidate` fails, None where it satisfies all."""
        if not self.all:
            return None
        words = {name: np.array([e[name] for e in self.all], dtype=np.uint64) for name in self.all[0]}
        truth = np.broadcast_to(evaluate(specification.formula, words, candidate, width), len(self.all))
        wrong = np.flatnonzero(truth == 0)
        return int(wrong[-1]) if len(wrong) else None


class Bounded:
    """The engine `bounded`; see the module. `statistics.candidates` counts solver checks."""

    name: ClassVar[str] = "bounded"
    complete: ClassVar[bool] = True

    def __init__(self, specification: Specification, seed: int) -> None:
        self.statistics = Statistics()
        self._specification, self._seed = specification, seed
        self._examples: defaultdict[int, Examples] = defaultdict(Examples)
        self._point: Point | None = None
        self._shapes: Iterator[Shape] = iter(())
        self._postponed: deque[Task] = deque()
        self._task: Task | None = None
        self._query: Query | None = None
        self._given_up = False
        self._lock = threading.Lock()
        self._stepping = self._checking = self._stop = False

    @staticmethod
    def applies(specification: Specification) -> bool:
        """Whether it is of use: always, in every grammar."""
        return True

    def add_examples(self, width: int, examples: list[Example]) -> None:
        """Learn examples at `width`."""
        self._examples[width].add(examples)

    def goto(self, point: Point) -> None:
        """Work on `point` from the next step on."""
        self._point, self._shapes, self._given_up = point, shapes(self._specification, point), False
        self._task = self._query = None
        self._postponed.clear()

    def interrupt(self) -> None:
        """Make a running `step` return soon, without a verdict; does nothing between steps.

        Waits until the running check has noticed, a quarter of a second at most: an interruption just before the solver is at
        work is lost.
        """
        with self._lock:
            self._stop = self._stepping
        for _ in range(25):
            with self._lock:
                if not self._checking or not self._stop:
                    return
                z3.main_ctx().interrupt()
            time.sleep(0.01)

    def step(self, seconds: float) -> list[Event]:
        """Search for about `seconds`; a check may take longer, until it is interrupted or has had its slice of time."""
        if self._point is None:
            return []
        with self._lock:
            self._stepping, self._stop = True, False
        try:
            return self._search(self._point, time.monotonic() + seconds, seconds)
        finally:
            with self._lock:
                self._stepping = False

    def _search(self, point: Point, deadline: float, seconds: float) -> list[Event]:
        while (task := self._current()) is not None:
            event = self._advance(task, max(seconds, deadline - time.monotonic(), task.slice))
            if event is not None:
                return [event]
            if self._stop or time.monotonic() >= deadline:
                return []
        return [Exhausted(point, complete=not self._given_up)]

    def _current(self) -> Task | None:
        """The task at work: the same as before, else a new one, else one that was postponed."""
        if self._task is None:
            shape = next(self._shapes, None)
            if shape is not None:
                self._task = Task(shape)
            elif self._postponed:
                self._task = self._postponed.popleft()
        return self._task

    def _advance(self, task: Task, seconds: float) -> Event | None:
        """One check; its answer moves the search on."""
        query = self._prepared(task)
        match self._checked(query, seconds):
            case Answer.NONE:
                self._task = self._query = None
            case Answer.FOUND:
                with contextlib.suppress(z3.Z3Exception):  # an interruption that came late cancels the reading of the model
                    return self._judged(task, query)
            case Answer.UNFINISHED:
                self._resume_later(task, seconds)
            case Answer.FAILED:
                self._fail(task)
            case never:
                assert_never(never)
        return None

    def _prepared(self, task: Task) -> Query:
        """The query at work, with every example that is needed."""
        if self._query is None:
            self._query = Query(self._specification, task.shape, self._seed + task.failures, task.failures > 0)
            self._query.exclude(task.exclusions)
        known = self._examples[task.shape.width]
        for number in known.needed[self._query.encoded:]:
            self._query.add(known.all[number])
        return self._query

    def _checked(self, query: Query, seconds: float) -> Answer:
        with self._lock:
            if self._stop:
                return Answer.UNFINISHED
            self._checking = True
        try:
            self.statistics.candidates += 1
            return query.check(seconds)
        finally:
            with self._lock:
                self._checking = False

    def _judged(self, task: Task, query: Query) -> Event | None:
        """Propose what was found, unless an example that was not encoded refutes it."""
        candidate, known = query.candidate(), self._examples[task.shape.width]
        number = known.violated(self._specification, candidate, task.shape.width)
        if number is None:
            task.exclusions.append(query.exclusion())
            query.exclude(task.exclusions[-1:])
            return Proposal(candidate, task.shape.width)
        known.needed.append(number)
        return None

    def _resume_later(self, task: Task, seconds: float) -> None:
        """Put the query behind the others, for a longer slice of time; an interrupted one goes on with the next step."""
        if not self._stop:
            log.debug("postponed after %.1f s: %s", seconds, task.shape)
            task.slice = min(_LONGEST_SLICE, 2 * seconds)
            self._postponed.append(task)
            self._task = self._query = None

    def _fail(self, task: Task) -> None:
        """The solver cannot: try again with another seed and the general solver; after some attempts leave the query open."""
        task.failures += 1
        log.warning("the solver failed (attempt %d) on %s", task.failures, task.shape)
        self._query = None
        if task.failures >= _ATTEMPTS:
            self._given_up, self._task = True, None
