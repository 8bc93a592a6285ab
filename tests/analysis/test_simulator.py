"""Random runs of transition systems."""

from __future__ import annotations

from dataclasses import replace

from systems import ERROR, HEAD, loop

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Trace
from synth.analysis.simulation.simulator import Simulator
from synth.terms import constant, symbol
from synth.transition import TransitionSystem

X, Y, K = (symbol(name) for name in "xyk")
_ROWS = 256


def assumed(steps: int) -> TransitionSystem:
    """Each round chooses a word whose low bits are all 0, as is assumed of it; after some rounds an assertion fails."""
    system = loop("x y", steps != X, {"x": X + 1, "y": K}, {"x": constant(0), "y": constant(0)}, "k", steps == X)
    narrow = [replace(e, guard=e.guard & (K & 3 == 0)) if (e.source, e.target) == (HEAD, HEAD) else e for e in system.edges]
    return replace(system, edges=tuple(narrow))


def test_runs_choose_again_where_an_assumption_does_not_hold() -> None:
    rounds = 6
    runs = Simulator(assumed(rounds), 0, rows=_ROWS).once()
    last = [state for state in runs.states[HEAD] if state["x"] == rounds]
    assert len(last) > _ROWS // 6, "hardly any would get so far that choose once"
    assert all(state["y"] & 3 == 0 for state in last)


def test_what_a_settled_run_chose_again_is_what_it_keeps() -> None:
    system = assumed(1 << 20)
    runs = Simulator(system, 0, rows=_ROWS).once()
    settled = [run for run in runs.lasting if run.settled is not None]
    assert settled
    for run in settled:
        assert {state["y"] for state in run.states[run.start + 1:]} <= {run.kept["k"]}


def test_a_failing_run_is_the_first_to_fail() -> None:
    system = assumed(5)
    failing = Simulator(system, 0).failing()
    assert failing is not None and len(failing) == 7
    assert system.edges[failing[-1].edge].target == ERROR
    assert checked(system, Trace(failing), 10.0).holds
    assert Simulator(loop("x", X != 3, {"x": X + 1}, {"x": constant(0)}), 0).failing() is None
