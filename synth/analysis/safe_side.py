"""The two sides of the question whether no assertion fails: searches for safety invariants, and for failing runs."""

from __future__ import annotations

import time
from collections.abc import Iterator

from synth.analysis.certificates import Found, Trace
from synth.analysis.danger import Dangers
from synth.analysis.obligations import bounded
from synth.analysis.runs import Simulator
from synth.analysis.safety import safety_invariants
from synth.analysis.unrolled import Unroller
from synth.transition import TransitionSystem

_TURN = 1.0
_MOST_STEPS = 2000


def is_safe(system: TransitionSystem, deadline: float, seed: int) -> Iterator[Found]:
    """Safety invariants, until the deadline."""
    system = bounded(system)
    runs = Simulator(system, seed).run()
    yield from safety_invariants(system, runs, deadline)


def fails(system: TransitionSystem, deadline: float, seed: int) -> Iterator[Found]:
    """Failing runs and danger invariants, until the deadline."""
    system = bounded(system)
    dangers = Dangers(system)
    traces = Unroller(system, deadline).traces()
    steps, turn = 160, _TURN
    while time.monotonic() < deadline:
        runs = Simulator(system, seed, steps=steps).run()
        for failing in runs.failing[:1]:
            yield Found(Trace(failing), "execution")
        yield from dangers.of(runs.lasting, min(2 * turn, deadline - time.monotonic()))
        until = time.monotonic() + turn
        for trace in traces:
            if trace is not None:
                yield Found(trace, "unrolling")
            if time.monotonic() > min(until, deadline):
                break
        seed, steps, turn = seed + 1, min(_MOST_STEPS, steps * 2), turn * 1.5
