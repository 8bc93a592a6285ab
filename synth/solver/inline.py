"""The first moments of a search, in the coordinator's own process: most searches are over before another process would have begun.

An engine and a verifier work for a moment each time that they are asked for messages. What is imported for them is there for all
processes that are forked later.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from synth.booleans import TRUE
from synth.solver.messages import Check, FromEngine, Job, Verdict
from synth.solver.process import Failed, Peer, Stop
from synth.solver.verifier import Verifier
from synth.solver.worker import Worker
from synth.specification import Specification
from synth.terms import postorder

ENGINES = ("explicit", "tables")
"""The engines that may begin: the first of them that is wanted does."""

MOMENT = 0.25
"""Seconds that the first moments last, beside the time to load what they need."""

_PROOF = 0.2
"""Seconds for one proof; a candidate that needs more is left to another process."""

_LARGEST = 100
"""How many terms a specification may have: what takes long of larger ones might not end in time."""


def beginning(specification: Specification, engines: tuple[str, ...]) -> str | None:
    """The engine that may begin a search here, since whatever it does is over in a moment; None where there is none."""
    small = (specification.precondition is TRUE and not specification.uses_floats
             and sum(1 for _ in postorder(specification.formula)) <= _LARGEST)
    return next((engine for engine in ENGINES if engine in engines), None) if small else None


class Inline(Peer):
    """What else is a process. It works while it is listened to, and never waits."""

    def __init__(self, name: str, work: Callable[[list[Any]], list[Any]]) -> None:
        super().__init__(name, None)
        self._work = work
        self._told: list[Any] = []

    def send(self, message: object) -> bool:
        """Have it told when it works next."""
        self._told.append(message)
        return True

    def receive(self) -> list[Any] | None:
        """What it says to all that it was told, after a moment of work."""
        told, self._told = self._told, []
        try:
            return self._work([message for message in told if not isinstance(message, Stop)])
        except Exception as error:
            return [Failed(f"{type(error).__name__}: {error}")]

    def signal(self, number: int) -> None:
        """Nothing: it is not there between two moments of work."""

    def kill(self) -> str:
        """Nothing is left of it."""
        return "ended"


def inline_engine(name: str, specification: Specification, seed: int) -> Inline:
    """The engine that begins, by its name."""
    said: list[FromEngine] = []
    worker = Worker(said.append, name, specification, seed, time.process_time())

    def work(told: list[Any]) -> list[FromEngine]:
        for message in told:
            worker.take(message)
        worker.work()
        answers = said[:]
        said.clear()
        return answers

    return Inline(name, work)


def inline_verifier(specification: Specification, seed: int) -> Inline:
    """A verifier that says nothing of a candidate which needs more time than there is."""
    verifier = Verifier(specification, seed)

    def work(told: list[Any]) -> list[Any]:
        return [answer for job in told if (answer := _judged(verifier, job)) is not None]

    return Inline("verifier", work)


def _judged(verifier: Verifier, job: Job) -> Any:
    if not isinstance(job, Check):
        return verifier.answer(job)
    answer = verifier.answer(replace(job, seconds=min(job.seconds, _PROOF)))
    open_ = isinstance(answer, Verdict) and (answer.holds is None or answer.undecided)
    return None if open_ else answer
