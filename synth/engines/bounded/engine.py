"""The bounded engine: at each point of the lattice one SMT query per way to share the instructions out.

Idea: second-order SAT as first-order queries on few examples (thesis, section 6.4). A point is closed when every distribution of
its length over the ∃ functions is unsatisfiable over the full operator set. Operators whose circuits are large (multiplication,
division, floating point) come second: programs without them are searched first, then those with at least one. Examples are encoded
lazily: a candidate that fails a known example gets that example, so queries stay small.
Invariant: only an UNSAT of the solver removes a query; time, interruption and failure never do.
Loses on long programs and wide words, wins where constants must be invented.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import ClassVar, assert_never

import numpy as np
import z3

from synth.engines.bounded.query import Answer, Query, Shape
from synth.engines.protocol import Candidate, Event, Example, Exhausted, Point, Proposal, Statistics
from synth.evaluation.arrays import evaluate
from synth.operators import Kind, Operator
from synth.specification import Specification

log = logging.getLogger(__name__)

_EXPENSIVE = ("mul", "udiv", "sdiv", "urem", "srem")
_FIRST_EXAMPLES = 4
_ATTEMPTS = 3
_LONGEST_SLICE = 10.0


def expensive(op: Operator) -> bool:
    """Whether the operator's circuit is large compared to the others."""
    return op.name in _EXPENSIVE or op.kind is Kind.FLOATING


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


def shapes(specification: Specification, point: Point) -> list[Shape]:
    """The queries that cover `point`, each candidate in exactly one: cheap operators first, then some expensive one."""
    operators = specification.operator_set
    cheap = tuple(op for op in operators if not expensive(op))
    dear = tuple(op for op in operators if expensive(op))
    stages: list[tuple[tuple[Operator, ...], tuple[Operator, ...]]] = [(cheap, ())]
    if dear and point.length:
        stages.append((operators, dear))
    return [Shape(lengths, point.constants, point.width, chosen, required) for chosen, required in stages
            for lengths in compositions(point.length, len(specification.functions))]


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
        self._waiting: list[Shape] = []
        self._query: Query | None = None
        self._failures, self._slice = 0, 0.0
        self._given_up = False
        self._lock = threading.Lock()
        self._stepping = self._checking = self._stop = False

    def add_examples(self, width: int, examples: list[Example]) -> None:
        """Learn examples at `width`."""
        self._examples[width].add(examples)

    def goto(self, point: Point) -> None:
        """Work on `point` from the next step on."""
        self._point, self._waiting = point, shapes(self._specification, point)[::-1]
        self._given_up = False
        self._next_query()

    def _next_query(self) -> None:
        self._query, self._failures, self._slice = None, 0, 0.0

    def interrupt(self) -> None:
        """Make a running `step` return soon, without a verdict; does nothing between steps.

        Waits until the running check has noticed, a second at most: an interruption just before the solver is at work is lost.
        """
        with self._lock:
            self._stop = self._stepping
        for _ in range(100):
            with self._lock:
                if not self._checking or not self._stop:
                    return
                z3.main_ctx().interrupt()
            time.sleep(0.01)

    def step(self, seconds: float) -> list[Event]:
        """Search for about `seconds`; a check that needs longer is resumed by the next step, with a longer slice."""
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
        while self._waiting:
            event = self._advance(point, max(seconds, deadline - time.monotonic(), self._slice))
            if event is not None:
                return [event]
            if self._stop or time.monotonic() >= deadline:
                return []
        return [Exhausted(point, complete=not self._given_up)]

    def _advance(self, point: Point, seconds: float) -> Event | None:
        """One check; its answer moves the search on."""
        query = self._prepared(point)
        match self._checked(query, seconds):
            case Answer.NONE:
                self._waiting.pop()
                self._next_query()
            case Answer.FOUND:
                return self._judged(query, point)
            case Answer.UNFINISHED:
                self._slice = min(_LONGEST_SLICE, 2 * seconds)
            case Answer.FAILED:
                self._fail()
            case never:
                assert_never(never)
        return None

    def _prepared(self, point: Point) -> Query:
        """The query at work, with every example that is needed."""
        if self._query is None:
            self._query = Query(self._specification, self._waiting[-1], self._seed + self._failures, self._failures > 0)
        known = self._examples[point.width]
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

    def _judged(self, query: Query, point: Point) -> Event | None:
        """Propose what was found, unless an example that was not encoded refutes it."""
        candidate, known = query.candidate(), self._examples[point.width]
        number = known.violated(self._specification, candidate, point.width)
        if number is None:
            query.exclude()
            return Proposal(candidate, point.width)
        known.needed.append(number)
        return None

    def _fail(self) -> None:
        """The solver cannot: try again with another seed and the general solver; after some attempts leave the query open."""
        failures = self._failures + 1
        log.warning("the solver failed on %s (attempt %d)", self._waiting[-1].lengths, failures)
        if failures >= _ATTEMPTS:
            self._given_up = True
            self._waiting.pop()
            failures = 0
        self._next_query()
        self._failures = failures
