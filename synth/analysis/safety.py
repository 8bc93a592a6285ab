"""The two sides of the question whether no assertion fails: searches for safety invariants, for failing runs, and for danger
invariants, which pause now and then.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import replace

from synth.analysis.certificates.kinds import Found, SafetyInvariant, Trace
from synth.analysis.certificates.minimisation import minimised
from synth.analysis.certificates.obligations import bounded
from synth.analysis.invariants.asserted import as_asserted
from synth.analysis.invariants.reach import within_reach
from synth.analysis.invariants.search import searched_in_steps
from synth.analysis.progress import at_work
from synth.analysis.simulation.compiled import Compiled
from synth.analysis.simulation.simulator import Runs, Simulator, tiny
from synth.analysis.systems.slices import SLICE_RUNS, SLICES_SHARE, all_solved, by_all, slices_to_failures, together
from synth.analysis.turns import Search
from synth.analysis.unrolling.unrolled import Unroller
from synth.analysis.violations.danger import Dangers, different
from synth.errors import SynthError
from synth.pace import pace
from synth.transition import Kind, TransitionSystem

_TURN, _GROWTH = 1.0, 1.5
"""Seconds of work of the first turn, and how much longer the next are."""
_STEPS, _FOLLOWED, _FAR = 1 << 20, 12, 0.3
"""How many steps, how many runs, and for how many seconds in all, runs are followed for what they show."""

_MOST_STEPS = 2000
_ONE = 0.7
"""The share of the time that a single slice has."""

_SMALL = 1.0
"""Seconds for making the invariants of a slice small."""


def invariants(system: TransitionSystem, deadline: float, seed: int, cut: bool = False) -> Search:
    """Safety invariants, until the deadline; None between two steps of the search. It ends where a run fails.

    cut   whether heads that are seen to be out of reach were left out
    """
    system = bounded(system)
    for said in as_asserted(system, deadline) if not cut else ():
        yield said
        if not said.guessed:
            return
    is_real = not any(e.alike for e in system.edges)  # with such edges, runs may be none of the program's
    runs = Simulator(system, seed).run() if is_real else None
    if runs is not None and runs.failing:
        return
    found = _in_slices(system, deadline, seed)
    if found is not None:
        yield found
    runs = runs or Simulator(system, seed).run()
    if not cut and (reach := within_reach(system, runs, deadline)) is not None:
        yield from (found and reach.lifted(found) for found in invariants(reach.system, deadline, seed, True))
        return
    if is_real:
        _follow(system, runs)
    yield from searched_in_steps(system, runs, deadline)


def _in_slices(system: TransitionSystem, deadline: float, seed: int) -> Found | None:
    """Invariants of the slices that assertions depend on, together; None where some assertion is left. A single slice mostly is all
    that the program needs: it has more of the time."""
    slices, now = slices_to_failures(system), time.monotonic()
    until = now + (_ONE if len(slices) == 1 else SLICES_SHARE) * (deadline - now)
    found = all_solved((_of_slice(s.system, until, seed) for s in slices), until)
    if not slices or found is None:
        return None
    invariants = together(s.lifted(f.certificate.invariants) for s, f in zip(slices, found, strict=True)
                          if isinstance(f.certificate, SafetyInvariant))
    return Found(SafetyInvariant(invariants), by_all(found), minimised=True)


def _of_slice(part: TransitionSystem, until: float, seed: int, cut: bool = False) -> Search:
    """Invariants of a slice, minimised there: in the program that takes longer. It ends where a run of the slice fails; `cut` as in
    `invariants`."""
    runs = Simulator(part, seed, *SLICE_RUNS).run()
    if runs.failing:
        return
    if not cut and (reach := within_reach(part, runs, until)) is not None:
        searched: Search = (found and reach.lifted(found) for found in _of_slice(reach.system, until, seed, True))
    else:
        searched = searched_in_steps(part, runs, until)
    for found in searched:
        yield found and replace(found, certificate=minimised(part, found.certificate, _SMALL))


def _follow(system: TransitionSystem, runs: Runs) -> None:
    """Add what is seen of some runs that have settled when they are followed for long."""
    with contextlib.suppress(SynthError):
        compiled = Compiled(system)
        until = time.monotonic() + _FAR
        for run in different(runs.lasting)[:_FOLLOWED]:
            for place, state in compiled.follow(*run.begin, run.kept, _STEPS, until).seen:
                if system.places[place].kind is Kind.HEAD:
                    runs.states.setdefault(place, []).append(state)


def dangers(system: TransitionSystem, deadline: float, seed: int) -> Search:
    """Danger invariants of runs that last, until the deadline, and runs that fail late; None after each attempt."""
    system = bounded(system)
    searched, steps, turn = Dangers(system), 160, _TURN
    while time.monotonic() < deadline:
        at_work("danger invariants")
        runs = Simulator(system, seed, steps=steps).once()
        yield from searched.of(runs.lasting, min(2 * turn * pace(), deadline - time.monotonic()))
        yield None
        seed, steps, turn = seed + 1, min(_MOST_STEPS, steps * 2), turn * _GROWTH


def failing_runs(system: TransitionSystem, deadline: float, seed: int) -> list[Search]:
    """Searches for runs that fail, until the deadline: random ones, and short paths that are asked for."""
    system = bounded(system)
    return [_random_runs(system, deadline, seed), _short_paths(system, deadline)]


def _random_runs(system: TransitionSystem, deadline: float, seed: int) -> Search:
    """Random runs that fail, longer and longer ones; None after those of a length."""
    steps = 160
    while time.monotonic() < deadline:
        at_work("random runs", f"of {steps} steps")
        failing = Simulator(system, seed, steps=steps, small=tiny(system)).failing()
        if failing is not None:
            yield Found(Trace(failing), "execution")
        yield None
        seed, steps = seed + 1, min(_MOST_STEPS, steps * 2)


def _short_paths(system: TransitionSystem, deadline: float) -> Search:
    """Runs along short paths that fail; None after each turn, which takes longer and longer."""
    turn, until = _TURN, time.monotonic() + _TURN
    at_work("unrolling")
    for trace in Unroller(system, deadline).traces():
        if trace is not None:
            yield Found(trace, "unrolling")
        if time.monotonic() > until:
            yield None
            turn *= _GROWTH
            until = time.monotonic() + turn
            at_work("unrolling")
