"""The two sides of the question whether no assertion fails: searches for safety invariants, and for failing runs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from synth import terms
from synth.analysis.certificates import Found, SafetyInvariant, Trace
from synth.analysis.closed import danger_invariants
from synth.analysis.houdini import all_of
from synth.analysis.invariants import invariants_of
from synth.analysis.obligations import TRUE, conjunction
from synth.analysis.prover import Valid, valid
from synth.analysis.runs import Simulator, constants_of
from synth.analysis.safety import predicate
from synth.analysis.spacer import safety_invariant
from synth.analysis.unrolled import Unroller
from synth.transition import Kind, TransitionSystem

_ROUND, _PROOF = 3.0, 2.0


def is_safe(system: TransitionSystem, deadline: float, seed: int) -> Iterator[Found]:
    """Safety invariants, until the deadline."""
    runs = Simulator(system, seed).run()
    invariants = all_of(invariants_of(system, runs, deadline))
    if _suffices(system, invariants):
        yield Found(SafetyInvariant(invariants), "inductive facts")
        return
    left = deadline - time.monotonic()
    found = predicate(system, invariants, runs.moves, min(left / 3, 15.0))
    if found is not None:
        yield Found(found, "synthesis")
    found = safety_invariant(system, deadline - time.monotonic())
    if found is not None:
        yield Found(found, "spacer")
    found = predicate(system, invariants, runs.moves, max(0.1, deadline - time.monotonic()))
    if found is not None:
        yield Found(found, "synthesis")


def _suffices(system: TransitionSystem, invariants: Mapping[int, terms.Term]) -> bool:
    errors = [e for e in system.edges if system.places[e.target].kind is Kind.ERROR]
    taken = [conjunction([invariants.get(e.source, TRUE), e.guard]) for e in errors]
    return all(isinstance(valid(terms.apply("eq", t, 0), system.width, _PROOF), Valid) for t in taken)


def fails(system: TransitionSystem, deadline: float, seed: int) -> Iterator[Found]:
    """Failing runs and danger invariants, until the deadline."""
    runs = Simulator(system, seed).run()
    for steps in runs.failing[:1]:
        yield Found(Trace(steps), "execution")
    unroller = Unroller(system, deadline)
    traces = unroller.traces()
    constants = constants_of(system)
    for attempt in range(1, 1000):
        until = time.monotonic() + _ROUND
        while time.monotonic() < min(until, deadline):
            trace = next(traces, None)
            if trace is not None:
                yield Found(trace, "unrolling")
        for found in danger_invariants(system, runs.lasting, constants, deadline):
            yield Found(found, "generalised run")
        if time.monotonic() > deadline:
            return
        runs = Simulator(system, seed + attempt, steps=min(2000, 160 << min(4, attempt))).run()
        for steps in runs.failing[:1]:
            yield Found(Trace(steps), "execution")
