"""The engines for clauses: what verifies programs, for every formula of that shape.

Idea: a formula whose parts are clauses is a question about a transition system (`recognition`). Invariants, ranking functions,
recurrence sets and danger invariants of that system, found by the searches for C programs, are its solutions (`solutions`). There
is one engine for each of these, so that both sides of a tautology are searched at once.
Invariant: none; what is proposed is judged like all candidates. The searches know no length, so that no point is ever closed.
Loses where the clauses hold for reasons that these searches do not look for, and against `explicit` where a solution is short.
"""

from __future__ import annotations

import queue
import threading
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Iterator
from typing import ClassVar

from synth.analysis.certificates.kinds import Certificate, Ranking, SafetyInvariant
from synth.analysis.certificates.minimisation import minimised
from synth.analysis.clauses.recognition import Problem
from synth.analysis.clauses.scope import (
    is_of_danger_invariants,
    is_of_invariants,
    is_of_ranks,
    is_of_recurrence_sets,
    problems,
)
from synth.analysis.clauses.solutions import Solution, solution_of
from synth.analysis.safety import fails, is_safe
from synth.analysis.systems.slices import together
from synth.analysis.termination import diverges, terminates
from synth.engines.protocol import Event, Example, Exhausted, Point, Proposal, Statistics, candidate_length
from synth.program import constant_program
from synth.specification import Specification
from synth.terms import Term

_FIRST, _GROWTH, _LONGEST = 8.0, 4.0, 3600.0
"""Seconds of the first search, how much longer each further one may take, and how long at most."""

_REST = 1.0
"""Seconds after which an engine that is not stepped any more rests, when its search comes to a certificate."""

_SMALL = 1.0
"""Seconds for leaving out of a certificate what it does not need."""

_LONG, _PATIENCE = 64, 1.0
"""Above how many instructions a solution waits for a shorter one, and how many seconds."""


class _ClauseEngine:
    """An engine that searches in a thread of its own; a step waits for what that finds. It works at the target width only."""

    name: ClassVar[str]
    complete: ClassVar[bool] = False

    def __init__(self, specification: Specification, seed: int) -> None:
        self.statistics = Statistics()
        self._specification, self._seed = specification, seed
        self._problems = [p for p in problems(specification) if self._suits(p)]
        self._point: Point | None = None
        self._found: queue.Queue[Solution | BaseException | None] = queue.Queue()
        self._met: list[Solution] = []
        self._long: deque[tuple[float, Solution]] = deque()
        self._thread: threading.Thread | None = None
        self._stepped = 0.0
        self._ended = False

    @abstractmethod
    def _suits(self, problem: Problem) -> bool:
        """Whether the engine's certificates are solutions of a problem."""

    @abstractmethod
    def _certificates(self, problem: Problem, deadline: float, seed: int) -> Iterator[Certificate]:
        """Certificates of a problem's system, until the deadline."""

    def add_examples(self, width: int, examples: list[Example]) -> None:
        """Nothing: runs of the system say more."""

    def goto(self, point: Point) -> None:
        """Work on; every point is one to this engine."""
        self._point = point

    def interrupt(self) -> None:
        """Nothing: steps are short."""

    def step(self, seconds: float) -> list[Event]:
        """Wait for what the search finds, for about `seconds`."""
        if self._point is None:
            return []
        self._stepped = time.monotonic()
        if self._thread is None:
            self._thread = threading.Thread(target=self._search, daemon=True)
            self._thread.start()
        if self._ended and not self._long:
            time.sleep(seconds)
            return [Exhausted(self._point, complete=False)]
        found = self._next(seconds)
        if isinstance(found, BaseException):
            raise found
        if found is None:
            return []
        self.statistics.candidates += 1
        return [Proposal(found, self._specification.width)]

    def _next(self, seconds: float) -> Solution | BaseException | None:
        """What the search comes to within some seconds, or a long solution that has waited; None where there is neither."""
        try:
            found = self._found.get(timeout=0.0 if self._ended else seconds)
            self._ended |= found is None
        except queue.Empty:
            found = None
        if found is None and self._long and (self._ended or self._long[0][0] <= time.monotonic()):
            return self._long.popleft()[1]
        return found

    def _search(self) -> None:
        """Search again and again, for longer and longer; tell what is found, and at last an error, if there is one."""
        try:
            seconds, rounds = _FIRST, 0
            while self._problems and self._round(seconds, rounds):
                seconds, rounds = min(_LONGEST, _GROWTH * seconds), rounds + 1
            self._found.put(None)
        except BaseException as error:
            self._found.put(error)

    def _round(self, seconds: float, number: int) -> bool:
        """Search for all problems; whether another round may find more: the clock ended the searches, or they found something."""
        known, began = len(self._met), time.monotonic()
        for problem in self._problems:
            for certificate in self._certificates(problem, time.monotonic() + seconds, self._seed + number):
                self._wait()
                small = minimised(problem.system, certificate, _SMALL)
                found = solution_of(problem, small) or solution_of(problem, certificate)
                solution = None if found is None else self._whole(found)
                if solution is None or not self._specification.admits(solution):
                    continue
                self._tell(solution)
        return len(self._met) > known or time.monotonic() - began > seconds / 2

    def _wait(self) -> None:
        """Rest as long as the engine does."""
        while time.monotonic() - self._stepped > _REST:
            time.sleep(_REST)

    def _whole(self, solution: Solution) -> Solution:
        """A solution with anything for the functions of which it says nothing."""
        others = {f.name: constant_program(0, f.arity) for f in self._specification.exists if f.name not in solution}
        return {**solution, **others}

    def _tell(self, solution: Solution) -> None:
        if solution in self._met:
            return
        self._met.append(solution)
        if candidate_length(solution) > _LONG:
            self._long.append((time.monotonic() + _PATIENCE, solution))
        else:
            self._found.put(solution)


class Invariants(_ClauseEngine):
    """Predicates of constrained Horn clauses: invariants."""

    name: ClassVar[str] = "invariants"

    def _suits(self, problem: Problem) -> bool:
        return is_of_invariants(problem)

    def _certificates(self, problem: Problem, deadline: float, seed: int) -> Iterator[Certificate]:
        return (found.certificate for found in is_safe(problem.system, deadline, seed, unwind=False))


class RankingFunctions(_ClauseEngine):
    """Ranks that fall along Horn clauses, with the invariants that they need."""

    name: ClassVar[str] = "ranking"

    def _suits(self, problem: Problem) -> bool:
        return is_of_ranks(problem)

    def _certificates(self, problem: Problem, deadline: float, seed: int) -> Iterator[Certificate]:
        safe = self._safe(problem, deadline, seed)
        most = min(map(len, problem.ranks.values()))
        for found in terminates(problem.system, deadline, seed, False, most) if safe is not None else ():
            if isinstance(found.certificate, Ranking):
                yield Ranking(together([safe or {}, found.certificate.invariants]), found.certificate.ranks)

    @staticmethod
    def _safe(problem: Problem, deadline: float, seed: int) -> dict[int, Term] | None:
        """Invariants that exclude what must not be reached; None where none are found."""
        if not problem.may_end:
            return {}
        found = next(is_safe(problem.system, deadline, seed, unwind=False), None)
        return dict(found.certificate.invariants) if found is not None and isinstance(found.certificate, SafetyInvariant) else None


class RecurrenceSets(_ClauseEngine):
    """Sets of states that a run need never leave."""

    name: ClassVar[str] = "recurrence"

    def _suits(self, problem: Problem) -> bool:
        return is_of_recurrence_sets(problem)

    def _certificates(self, problem: Problem, deadline: float, seed: int) -> Iterator[Certificate]:
        return (found.certificate for found in diverges(problem.system, deadline, seed))


class DangerInvariants(_ClauseEngine):
    """Sets of states that a run leaves only where it may end, with ranks where they are asked for."""

    name: ClassVar[str] = "danger"

    def _suits(self, problem: Problem) -> bool:
        return is_of_danger_invariants(problem)

    def _certificates(self, problem: Problem, deadline: float, seed: int) -> Iterator[Certificate]:
        return (found.certificate for found in fails(problem.system, deadline, seed))
