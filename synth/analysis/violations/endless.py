"""Recurrence sets by safety: with its choices made, the program starts in one state, and that its run never ends is an invariant.

The run is followed for millions of steps first (`compiled`), to see whether it ends, and which states it passes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from synth import terms
from synth.analysis.certificates.kinds import Found, RecurrenceSet, SafetyInvariant
from synth.analysis.invariants.search import safety_invariants
from synth.analysis.simulation.compiled import Compiled
from synth.analysis.simulation.simulator import Lasting, Runs, State
from synth.analysis.violations.danger import determined, different, of_all
from synth.errors import SynthError
from synth.transition import Kind, TransitionSystem

_STEPS = 1 << 26
_FAR = 1.0
"""How many steps, and for how many seconds, a run is followed."""

_TRIED = 3
"""How many runs are looked at."""


def endless(system: TransitionSystem, runs: Sequence[Lasting], deadline: float) -> Iterator[Found]:
    """Recurrence sets that lasting runs suggest, one after the other until the deadline."""
    try:
        compiled = Compiled(system)
    except SynthError:
        return
    chosen = different(runs)
    for number, run in enumerate(chosen[:_TRIED]):
        now = time.monotonic()
        until = now + (deadline - now) / (min(len(chosen), _TRIED) - number)
        followed = compiled.follow(*run.begin, run.kept, _STEPS, min(until, now + _FAR))
        seen = [(p, s) for p, s in followed.seen if system.places[p].kind is Kind.HEAD]
        if seen and not followed.ended:
            yield from _invariants(system, run, seen, until)


def _invariants(system: TransitionSystem, run: Lasting, seen: Sequence[tuple[int, State]], deadline: float) -> Iterator[Found]:
    choices = {n: {i.name: terms.constant(run.kept.get(i.name, 0)) for i in e.inputs} for n, e in enumerate(system.edges)}
    states: dict[int, list[State]] = {}
    for place, state in seen:
        states.setdefault(place, []).append(state)
    decided = determined(system, choices, seen[0], set(states), None)
    for found in safety_invariants(decided, Runs(states), deadline, True):
        assert isinstance(found.certificate, SafetyInvariant)
        sets = of_all(states, found.certificate.invariants)
        yield Found(RecurrenceSet(run.steps[:run.start], sets, choices), f"endless run, {found.by}")
