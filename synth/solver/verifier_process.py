"""A verifier process with its queue of jobs: started when there is work, started again when it dies."""

from __future__ import annotations

import heapq
import itertools
import logging
from collections.abc import Callable
from multiprocessing.connection import Connection

from synth.solver.candidates import CandidateState
from synth.solver.messages import FromVerifier, Job
from synth.solver.process import Child, Failed, Peer

logger = logging.getLogger(__name__)

_DEATHS = 5
_CRASHES = 2


class VerifierProcess:
    """One verifier process; `main` is what it runs. A case over which it died twice is dropped."""

    def __init__(self, name: str, main: Callable[[Connection], None], nice: int) -> None:
        self.name, self._main, self._nice = name, main, nice
        self.child: Peer | None = None
        self.job: Job | None = None
        self.case: CandidateState | None = None
        self.deaths = 0
        self._queue: list[tuple[tuple[int, ...], int, Job, CandidateState | None]] = []
        self._numbers = itertools.count()

    @property
    def idle(self) -> bool:
        """Whether nothing is tried and nothing waits."""
        return self.job is None and not self._queue

    @property
    def failed(self) -> bool:
        """Whether the process died too often."""
        return self.deaths > _DEATHS

    def move_out(self, priority: tuple[int, ...]) -> None:
        """Where it was a verifier in this process: what it is at is left to another one."""
        self.child = None
        if self.job is not None:
            job, self.job = self.job, None
            self.push(job, self.case, priority)

    def start(self) -> Peer:
        """The process, started if there is none."""
        if self.child is None:
            self.child = Child(self.name, self._main, self._nice)
        return self.child

    def push(self, job: Job, case: CandidateState | None = None, priority: tuple[int, ...] = ()) -> None:
        """Queue a job; smaller priorities come first."""
        heapq.heappush(self._queue, (priority, next(self._numbers), job, case))

    def give_way(self, kind: type) -> None:
        """Drop a job of this kind that is under way, for the sake of what waits; it is not answered."""
        if isinstance(self.job, kind):
            self.start().kill()
            self.child = self.job = self.case = None

    def pump(self, wanted: Callable[[CandidateState], bool]) -> None:
        """Give the process its next job, dropping those whose cases are not wanted any more."""
        while self.job is None and self._queue and not self.failed:
            _, _, job, case = heapq.heappop(self._queue)
            if case is None or wanted(case):
                self.job, self.case = job, case
                self.start().send(job)

    def receive(self) -> tuple[FromVerifier | None, CandidateState | None] | None:
        """The answer to the job, with its case; no answer for a case that is dropped; None where nothing came."""
        messages = self.start().receive()
        if messages == []:
            return None
        if messages is None or isinstance(messages[0], Failed):
            return self._died(messages[0].text if messages else "")
        case, self.job, self.case = self.case, None, None
        return messages[0], case

    def _died(self, why: str) -> tuple[FromVerifier | None, CandidateState | None] | None:
        child, job, case = self.start(), self.job, self.case
        self.child = self.job = self.case = None
        self.deaths += 1
        ending = child.kill()
        logger.warning("%s %s; starting another", child, f"failed: {why}" if why else ending)
        if case is not None:
            case.crashes += 1
        if job is not None and (case is None or case.crashes < _CRASHES):
            self.push(job, case)
            return None
        return None, case
