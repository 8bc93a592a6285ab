"""The two sides of the question whether every run ends: searches for ranks, and for recurrence sets."""

from __future__ import annotations

import time
from collections.abc import Iterator

from synth import terms
from synth.analysis.certificates import Found, Predicates, Ranking
from synth.analysis.closed import recurrence_sets
from synth.analysis.endless import endless
from synth.analysis.houdini import all_of
from synth.analysis.invariants import invariants_of
from synth.analysis.ranking import Ranker
from synth.analysis.runs import Simulator, constants_of
from synth.analysis.unrolled import Unroller
from synth.transition import TransitionSystem

_ROUND, _SOON = 3.0, 2.0


def terminates(system: TransitionSystem, deadline: float, seed: int) -> Iterator[Found]:
    """Ranks with their invariants, until the deadline."""
    if not system.components:
        yield Found(Ranking({}, {}), "no loops")
        return
    runs = Simulator(system, seed).run()
    for until in dict.fromkeys((min(deadline, time.monotonic() + _SOON), deadline)):
        invariants: Predicates = all_of(invariants_of(system, runs, until, until == deadline)) if (
            until == deadline or _is_begun(system)) else {}
        ranks: dict[int, tuple[terms.Term, ...]] = {}
        for nest in system.components:
            found = Ranker(system, nest, invariants, runs.moves, until).ranks()
            if found is None:
                break
            ranks |= found
        else:
            yield Found(Ranking(invariants, ranks), "ranking")
            return


def _is_begun(system: TransitionSystem) -> bool:
    """Whether the program gives its words values before its first loop."""
    return any(e.source == 0 and not all(u.kind is terms.TermKind.SYMBOL for u in e.update) for e in system.edges)


def diverges(system: TransitionSystem, deadline: float, seed: int) -> Iterator[Found]:
    """Recurrence sets, until the deadline."""
    for lasso in Unroller(system, min(deadline, time.monotonic() + _ROUND)).lassos():
        if lasso is not None:
            yield Found(lasso, "unrolling")
    constants, steps = constants_of(system), 160
    for attempt in range(64):
        if time.monotonic() > deadline:
            return
        runs = Simulator(system, seed + attempt, steps=steps).run()
        for found in recurrence_sets(system, runs.lasting, constants, deadline):
            yield Found(found, "generalised run")
        yield from endless(system, runs.lasting, min(deadline, time.monotonic() + _ROUND * (1 + attempt)))
        steps = min(2000, steps * 2)
