"""The coordinator's side of verification: two processes, and the candidates that they have.

The *verifier* gives every candidate a short trial, in order; the *prover* gives those that were left undecided more and more time,
and looks for a proof that nothing can satisfy the specification.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from functools import partial

from synth.program import Program
from synth.solver.candidates import CandidateState, Key, canonical, key_of
from synth.solver.inline import inline_verifier
from synth.solver.messages import Check, Confirm, FromVerifier, Refute, Sample, Verdict
from synth.solver.process import Peer
from synth.solver.verifier import verifier_main
from synth.solver.verifier_process import VerifierProcess
from synth.specification import Specification

_GROWTH = 8.0
_LONGEST_TRIAL = 600.0
_LONGEST_CONFIRMATION = 60.0
_WIDENING_TRIALS = 2
_REPAIRED, _LONGEST_REPAIRED = 8, 16
"""Of how many candidates of each width, and of how many instructions at most, programs near them are tried."""
_LAST = 1 << 30


class Verifiers:
    """Every case so far, by its key, and the processes that try them."""

    def __init__(self, specification: Specification, seed: int) -> None:
        self._specification, self._seed = specification, seed
        main = partial(verifier_main, specification=specification, seed=seed)
        self.verifier, self.prover = VerifierProcess("verifier", main, 0), VerifierProcess("prover", main, 5)
        self.processes = (self.verifier, self.prover)
        self.cases: dict[Key, CandidateState] = {}
        self.pending: list[CandidateState] = []
        self.accepted: list[CandidateState] = []
        self.shortest_answer: int | None = None
        self._repaired = Counter[int]()

    def begin_here(self) -> None:
        """Have candidates judged in this process for now."""
        self.verifier.child = inline_verifier(self._specification, self._seed)

    def move_out(self) -> None:
        """Have them judged in another process from now on, the one that was left undecided here first."""
        self.verifier.move_out(priority=(-_LAST,))

    def sample(self, width: int) -> None:
        """Have examples chosen at `width`; they come as a message."""
        self.verifier.push(Sample(width), priority=(-_LAST,))

    def refute(self, width: int, seconds: float) -> None:
        """Have the prover look for a proof that nothing satisfies the specification at `width`."""
        self.prover.push(Refute(width, seconds), priority=(_LAST,))

    def confirm(self, width: int, examples: tuple[dict[str, int], ...]) -> None:
        """Have the prover check the claim that nothing satisfies these examples, before all else."""
        self.prover.push(Confirm(width, _LONGEST_CONFIRMATION, examples), priority=(-_LAST,))
        self.prover.give_way(Refute)

    def known(self, candidate: dict[str, Program], width: int) -> CandidateState | None:
        """The case of a candidate that was before the verifiers already."""
        return self.cases.get(key_of(canonical(candidate, width), width))

    def submit(self, candidate: dict[str, Program], width: int, found_by: str) -> CandidateState:
        """A new case, to be tried."""
        case = CandidateState(canonical(candidate, width), width, found_by, submitted=time.monotonic())
        self.cases[case.key] = case
        self.pending.append(case)
        self.verifier.push(Check(case.candidate, width, case.seconds), case, (-width, case.point.length))
        return case

    def postpone(self, candidate: dict[str, Program], width: int, found_by: str) -> CandidateState:
        """A case that comes from a trial which left it undecided: to be tried again, by the prover."""
        key = key_of(canonical(candidate, width), width)
        if key not in self.cases:
            self.cases[key] = CandidateState(canonical(candidate, width), width, found_by, trials=1, pending=False)
            self._retry(self.cases[key], ())
        return self.cases[key]

    def close(self, case: CandidateState, verdict: Verdict, target: int, examples: tuple[dict[str, int], ...]) -> None:
        """Take down a verdict; undecided candidates, and those left to find constants for or to repair, are tried again with more
        time."""
        self.drop(case)
        case.holds = verdict.holds
        case.trials += 1
        if verdict.holds and verdict.answer is None and case not in self.accepted:
            self.accepted.append(case)
        if verdict.holds and verdict.answer is None and case.width < target and not verdict.undecided:
            self._retry_wider(case, examples)
        elif verdict.holds is None:
            self._retry(case, examples)

    def _retry_wider(self, case: CandidateState, examples: tuple[dict[str, int], ...]) -> None:
        """Constants are solved for, of the first cases of each width other programs are tried, too."""
        repairs = case.point.length <= _LONGEST_REPAIRED and self._repaired[case.width] < _REPAIRED
        if case.trials < _WIDENING_TRIALS and (repairs or case.point.constants > 0):
            self._repaired[case.width] += repairs
            self._retry(case, examples, repairs)

    def _retry(self, case: CandidateState, examples: tuple[dict[str, int], ...], repair: bool = False) -> None:
        case.seconds *= _GROWTH
        if case.seconds <= _LONGEST_TRIAL:
            priority = (-case.width, case.trials, case.point.length)
            self.prover.push(Check(case.candidate, case.width, case.seconds, True, repair, examples), case, priority)
            if case.holds is None or case.point.constants > 0:  # not for repairs alone: a proof that is ended is not begun again
                self.prover.give_way(Refute)

    def wanted(self, case: CandidateState) -> bool:
        """Whether a case could still better the answer."""
        return self.shortest_answer is None or case.point.length < self.shortest_answer

    def children(self) -> Iterator[Peer]:
        """The processes."""
        return (process.child for process in self.processes if process.child is not None)

    @property
    def failed(self) -> bool:
        """Whether candidates can be judged no more."""
        return self.verifier.failed

    def pump(self) -> None:
        """Give work to idle processes."""
        for process in self.processes:
            process.pump(self.wanted)

    def receive(self) -> list[tuple[FromVerifier | None, CandidateState | None]]:
        """What the processes said."""
        answers = (process.receive() for process in self.processes if process.child is not None)
        return [answer for answer in answers if answer is not None]

    def drop(self, case: CandidateState) -> None:
        """The first trial of a case is over."""
        case.pending = False
        self.pending = [c for c in self.pending if c is not case]

    def prefer(self, length: int) -> list[CandidateState]:
        """There is an answer of `length` instructions: the pending cases that are not wanted any more."""
        self.shortest_answer = length
        unwanted = [c for c in self.pending if not self.wanted(c)]
        for case in unwanted:
            self.drop(case)
        return unwanted

    def undecided(self, width: int) -> bool:
        """Whether the first trial of some case at `width` is still to end."""
        return any(c.width == width for c in self.pending)

    def settled(self, width: int) -> list[CandidateState]:
        """The cases that are right at `width`, for all that is known, but gave no answer."""
        return [c for c in self.accepted if c.width == width and c.holds]

    @property
    def idle(self) -> bool:
        """Whether neither process has anything to do."""
        return all(process.idle for process in self.processes)
