"""The inside of a verifier's process: tests and proves candidates at their width and, widened, at the target width.

A candidate becomes an answer only by a proof at the target width. What a solver leaves undecided stays undecided.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from functools import cache
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from synth.engines.constants import notable
from synth.program import Program
from synth.solver.messages import (
    Check,
    Confirm,
    Confirmed,
    Examples,
    FromVerifier,
    Infeasible,
    Job,
    Refute,
    Sample,
    Verdict,
)
from synth.solver.process import Stop
from synth.solver.simplification import tidied
from synth.specification import Specification

if TYPE_CHECKING:
    from synth.checking.refute import Refuter

WIDENINGS = 300
"""How many widened candidates are tried at most."""

_UNDECIDED = 3
"""How many undecided widened candidates end the widening."""

_PATIENCE = 2.0
"""How many times the seconds of one proof all of the widening may take."""

_REPAIRED = 2
"""How many widened candidates are repaired: those with the likeliest constants."""

_REPAIRING = 2.0
"""Seconds of work that programs near a candidate are looked for."""

_CONSTANTS, _LIKELY = 24, 3
"""How many constants repaired programs may use; of these, of how many widenings of each constant of the candidate."""

_TOLD = 4
"""How many counterexamples of widened candidates are told at most."""


def verifier_main(connection: Connection, specification: Specification, seed: int) -> None:
    """Answer until told to stop."""
    verifier = Verifier(specification, seed)
    while not isinstance(message := connection.recv(), Stop):
        connection.send(verifier.answer(message))


class Verifier:
    """Does the jobs for one specification; `answer` may take long."""

    def __init__(self, specification: Specification, seed: int) -> None:
        import synth.checking.prove
        import synth.checking.widen  # noqa: F401  # loaded now, while the engines start

        self.specification, self.seed = specification, seed
        self.refuter = cache(self._refuter)

    def _refuter(self, width: int) -> Refuter:
        from synth.checking.refute import Refuter

        return Refuter(self.specification, width, self.seed)

    def answer(self, job: Job) -> FromVerifier:
        """The answer to one job."""
        if isinstance(job, Check):
            return _Trial(self, job).verdict()
        if isinstance(job, Confirm):
            return self._confirmed(job)
        return self._sample(job) if isinstance(job, Sample) else self._infeasible(job)

    def _sample(self, job: Sample) -> Examples:
        from synth.checking.examples import initial_examples

        return Examples(job.width, tuple(map(dict, initial_examples(self.specification, job.width, self.seed))))

    def _infeasible(self, job: Refute) -> Infeasible:
        from synth.checking.infeasible import FINDER, infeasible

        start = time.process_time()
        found = infeasible(self.specification, job.width, job.seconds)
        return Infeasible(job.width, None if found is None else tuple(map(dict, found)), FINDER, time.process_time() - start)

    def _confirmed(self, job: Confirm) -> Confirmed:
        from synth.checking.closure import Conflict
        from synth.checking.infeasible import confirmed

        start = time.process_time()
        shown = confirmed(self.specification, list(job.examples), job.width, job.seconds)
        seconds = time.process_time() - start
        if isinstance(shown, Conflict):
            return Confirmed(tuple(map(dict, shown.examples)), shown.shown_by, verify=seconds)
        return Confirmed(reason=shown.reason, refuted=shown.refuted, verify=seconds)


class _Trial:
    """One Check on its way to a Verdict."""

    def __init__(self, verifier: Verifier, job: Check) -> None:
        self._verifier, self._job = verifier, job
        self._target = verifier.specification.width
        self._met: list[tuple[int, dict[str, int]]] = []  # what refuted something, each with its width
        self._proved_by: str | None = None
        self._near = False  # whether what is tried is another program than the candidate
        self._undecided: list[dict[str, Program]] = []

    def verdict(self) -> Verdict:
        start = time.process_time()
        answer = None
        at_target = self._job.width >= self._target
        holds = self._right(self._job.candidate, self._job.width, trust_tests=not at_target)
        middle = time.process_time()
        if holds:
            answer = self._job.candidate if at_target else self._widened()
        told = None if answer is None else self._tidy(answer)
        end = time.process_time()
        return Verdict(holds, self._counterexamples(), told, self._proved_by if told else None, tuple(self._undecided),
                       end - start, end - middle, self._near or told is not answer)

    def _right(self, candidate: dict[str, Program], width: int, trust_tests: bool = False) -> bool | None:
        """Whether the candidate is right at `width`. Exhaustive tests are a proof where `trust_tests`."""
        refuter = self._verifier.refuter(width)
        example = refuter.refute(candidate)
        if example is not None:
            self._met.append((width, dict(example)))
            return False
        return True if trust_tests and refuter.exhaustive else self._proved(candidate, width)

    def _proved(self, candidate: dict[str, Program], width: int) -> bool | None:
        from synth.checking import prove

        judgement = prove.prove(self._verifier.specification, candidate, width, self._job.seconds)
        if isinstance(judgement, prove.Refuted):
            self._met.append((width, dict(judgement.example)))
            return False
        if isinstance(judgement, prove.Proved):
            self._proved_by = judgement.solver
            return True
        return None

    def _met_at(self, width: int) -> list[dict[str, int]]:
        return [example for own, example in self._met if own == width]

    def _counterexamples(self) -> tuple[Examples, ...]:
        """Those that are told: the first of each width."""
        return tuple(Examples(width, (example,)) for width in dict.fromkeys(width for width, _ in self._met)
                     for example in self._met_at(width)[:_TOLD])

    def _widened(self) -> dict[str, Program] | None:
        """A widened candidate that was proved at the target width."""
        until = time.monotonic() + _PATIENCE * self._job.seconds
        for candidate in self._wider():
            right = self._right(candidate, self._target)
            if right:
                return candidate
            if right is None:
                self._undecided.append(candidate)
            if len(self._undecided) >= (1 if self._near else _UNDECIDED) or time.monotonic() > until:
                return None
        return None

    def _tidy(self, answer: dict[str, Program]) -> dict[str, Program]:
        """The answer as a person would write it, where that is another one, and is proved, too."""
        specification, before = self._verifier.specification, self._proved_by
        plain = {name: program.normalise(self._target) for name, program in answer.items()}
        tidy = {name: tidied(program, self._target, specification.operator_set) for name, program in plain.items()}
        if tidy == plain or not specification.admits(tidy) or not self._right(tidy, self._target):
            self._proved_by = before
            return answer
        return tidy

    def _wider(self) -> Iterator[dict[str, Program]]:
        """Candidates at the target width: by the rules for constants, by solving for them, and others that are near."""
        from synth.checking.widen import solve_constants, widen

        candidate, target = self._job.candidate, self._target
        yield from widen(candidate, self._job.width, target, WIDENINGS)
        if self._job.solve and any(program.constants for program in candidate.values()):
            solved = solve_constants(self._verifier.specification, candidate, target, self._known(), self._job.seconds,
                                     refuter=self._verifier.refuter(target))
            if solved is not None:
                yield dict(solved)
        if self._job.repair:
            yield from self._repaired()

    def _repaired(self) -> Iterator[dict[str, Program]]:
        """Candidates at the target width that are near this one, with the likeliest constants."""
        from synth.checking.repair import repairs
        from synth.checking.widen import widen, widenings

        specification, candidate, target = self._verifier.specification, self._job.candidate, self._target
        width, self._near = self._job.width, True
        own = [w for p in candidate.values() for c in p.constants for w in widenings(c, width, target)[:_LIKELY]]
        bringing = [(1 << width) - 1, 1 << (width - 1), target - width]  # words to the width of the candidate
        constants = list(dict.fromkeys([*bringing, *own, *notable(specification, target)]))[:_CONSTANTS]
        wide = itertools.islice(widen(candidate, width, target), _REPAIRED)
        for repaired in repairs(specification, wide, target, self._known, constants, _REPAIRING):
            if specification.admits(repaired):
                yield repaired

    def _known(self) -> list[dict[str, int]]:
        """The examples that are known at the target width."""
        return [*self._job.examples, *self._met_at(self._target)]
