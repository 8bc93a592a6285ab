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
from dataclasses import replace
from typing import ClassVar

from synth.analysis.certificates.kinds import Ranking, SafetyInvariant
from synth.analysis.certificates.minimisation import minimised
from synth.analysis.clauses.recognition import Problem
from synth.analysis.clauses.scope import (
    is_of_danger_invariants,
    is_of_invariants,
    is_of_ranks,
    is_of_recurrence_sets,
    problems,
)
from synth.analysis.clauses.solutions import Solution, lemma_of, solution_of
from synth.analysis.progress import Facts, learned_by
from synth.analysis.safety import dangers, failing_runs, invariants
from synth.analysis.systems.slices import together
from synth.analysis.termination import cycles, ranked, recurring
from synth.analysis.turns import Search, in_turns
from synth.engines.protocol import Event, Example, Exhausted, Point, Proposal, Shown, Statistics, candidate_length
from synth.program import constant_program
from synth.specification import Specification
from synth.transition import TransitionSystem

_FIRST, _GROWTH, _LONGEST = 8.0, 4.0, 3600.0
"""Seconds of the first search, how much longer each further one may take, and how long at most."""

_REST = 1.0
"""Seconds after which an engine that is not stepped any more rests, when its search comes to a certificate."""

_SMALL = 1.0
"""Seconds for leaving out of a certificate what it does not need."""

_LONG, _PATIENCE = 64, 1.0
"""Above how many instructions a solution waits for a shorter one, and how many seconds."""

_LONGEST_LEMMA = 256
"""Above how many instructions facts are no help to others."""


class ClauseEngine:
    """An engine that searches in a thread of its own; a step waits for what that finds. It works at the target width only."""

    name: ClassVar[str]
    complete: ClassVar[bool] = False

    def __init__(self, specification: Specification, seed: int) -> None:
        self.statistics = Statistics()
        self._specification, self._seed = specification, seed
        self._problems = [p for p in problems(specification) if self.suits(p)]
        self._point: Point | None = None
        self._found: queue.Queue[Solution | Shown | BaseException | None] = queue.Queue()
        self._lemma: Solution = {}
        self._met: list[Solution] = []
        self._long: deque[tuple[float, Solution]] = deque()
        self._thread: threading.Thread | None = None
        self._stepped = 0.0
        self._ended = False

    @staticmethod
    @abstractmethod
    def suits(problem: Problem) -> bool:
        """Whether the engine's certificates are solutions of a problem."""

    @staticmethod
    @abstractmethod
    def searched(problem: Problem, deadline: float, seed: int) -> Search:
        """Certificates of a problem's system, until the deadline; None where the search pauses."""

    @staticmethod
    def single_runs(problem: Problem, deadline: float, seed: int) -> Search:
        """Certificates that single runs of the system show, in the same way; by default none are looked for."""
        return iter(())

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
        if isinstance(found, Shown):
            self.statistics.notes["lemmas"] = self.statistics.notes.get("lemmas", 0) + 1
            return [found]
        self.statistics.candidates += 1
        return [Proposal(found, self._specification.width)]

    def _next(self, seconds: float) -> Solution | Shown | BaseException | None:
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
            with learned_by(self._learn):
                while self._problems and self._round(seconds, rounds):
                    seconds, rounds = min(_LONGEST, _GROWTH * seconds), rounds + 1
            self._found.put(None)
        except BaseException as error:
            self._found.put(error)

    def _round(self, seconds: float, number: int) -> bool:
        """Search for all problems; whether another round may find more: the clock ended the searches, or they found something."""
        known, began = len(self._met), time.monotonic()
        for problem in self._problems:
            asked = problem, time.monotonic() + seconds, self._seed + number
            for met in filter(None, in_turns(self.single_runs(*asked), self.searched(*asked))):
                self._wait()
                small = met.certificate if met.minimised else minimised(problem.system, met.certificate, _SMALL)
                found = solution_of(problem, small) or solution_of(problem, met.certificate)
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

    def _learn(self, system: TransitionSystem, facts: Facts) -> None:
        """Tell facts about the system of a problem as a lemma: not those of slices, which have places of their own."""
        problem = next((p for p in self._problems if p.system.places is system.places), None)
        lemma = {} if problem is None else {**self._lemma, **lemma_of(problem, facts)}
        if lemma != self._lemma and candidate_length(lemma) <= _LONGEST_LEMMA:
            self._lemma = lemma
            self._found.put(Shown(lemma))

    def _tell(self, solution: Solution) -> None:
        if solution in self._met:
            return
        self._met.append(solution)
        if candidate_length(solution) > _LONG:
            self._long.append((time.monotonic() + _PATIENCE, solution))
        else:
            self._found.put(solution)


class Invariants(ClauseEngine):
    """Predicates of constrained Horn clauses: invariants."""

    name: ClassVar[str] = "invariants"
    suits = staticmethod(is_of_invariants)

    @staticmethod
    def searched(problem: Problem, deadline: float, seed: int) -> Search:
        """Safety invariants."""
        return invariants(problem.system, deadline, seed)


class RankingFunctions(ClauseEngine):
    """Ranks that fall along Horn clauses, with the invariants that they need."""

    name: ClassVar[str] = "ranking"
    suits = staticmethod(is_of_ranks)

    @staticmethod
    def searched(problem: Problem, deadline: float, seed: int) -> Search:
        """Ranks, with invariants that exclude what must not be reached."""
        most = min(map(len, problem.ranks.values()))
        if not problem.may_end:
            yield from ranked(problem.system, deadline, seed, most)
            return
        safe = next((own for own in invariants(problem.system, deadline, seed) if own is not None and not own.guessed), None)
        if safe is None or not isinstance(safe.certificate, SafetyInvariant):
            return
        for found in ranked(problem.system, deadline, seed, most):
            if found is not None and isinstance(own := found.certificate, Ranking):
                both = together([safe.certificate.invariants, own.invariants])
                yield replace(found, certificate=Ranking(both, own.ranks), minimised=False)


class RecurrenceSets(ClauseEngine):
    """Sets of states that a run need never leave."""

    name: ClassVar[str] = "recurrence"
    suits = staticmethod(is_of_recurrence_sets)

    @staticmethod
    def searched(problem: Problem, deadline: float, seed: int) -> Search:
        """Recurrence sets of runs that last."""
        return recurring(problem.system, deadline, seed)

    @staticmethod
    def single_runs(problem: Problem, deadline: float, seed: int) -> Search:
        """The states of short cycles."""
        return cycles(problem.system, deadline)


class DangerInvariants(ClauseEngine):
    """Sets of states that a run leaves only where it may end, with ranks where they are asked for."""

    name: ClassVar[str] = "danger"
    suits = staticmethod(is_of_danger_invariants)

    @staticmethod
    def searched(problem: Problem, deadline: float, seed: int) -> Search:
        """Danger invariants of runs that last."""
        return dangers(problem.system, deadline, seed)

    @staticmethod
    def single_runs(problem: Problem, deadline: float, seed: int) -> Search:
        """Runs that fail soon."""
        return in_turns(*failing_runs(problem.system, deadline, seed))
