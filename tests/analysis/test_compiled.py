"""Compiled runs agree with the reference, step for step, and keep what they promise of long ones."""

import random
import time

import pytest
from busy import SLACK
from systems import ERROR, HEAD, loop, random_loop

from synth.analysis.simulation.compiled import Compiled
from synth.evaluation import integers
from synth.operators import WORD_OPERATORS
from synth.terms import Term, apply, constant, slt, symbol
from synth.transition import Kind, TransitionSystem

X, Y, K = symbol("x"), symbol("y"), symbol("k")


def stepped(system: TransitionSystem, place: int, state: dict[str, int], inputs: dict[str, int], steps: int) -> list[object]:
    """The same run by the reference evaluator."""
    seen: list[object] = [(place, state)]
    for _ in range(steps):
        for edge in system.leaving(place):
            words = {**state, **{i.name: inputs.get(i.name, 0) for i in edge.inputs}}
            if integers.evaluate(edge.guard, words, {}, system.width):
                place = edge.target
                state = {v.name: integers.evaluate(u, words, {}, system.width)
                         for v, u in zip(system.variables, edge.update, strict=True)}
                seen.append((place, state))
                break
    return seen


@pytest.mark.parametrize("seed", range(8))
def test_compiled_runs_are_those_of_the_reference(seed: int) -> None:
    system, rng = random_loop(seed), random.Random(seed)
    state = {v.name: rng.randrange(8) for v in system.variables}
    inputs = {"k": rng.randrange(8)}
    followed = Compiled(system).follow(HEAD, state, inputs, 40, time.monotonic() + 5)
    assert list(followed.seen) == stepped(system, HEAD, state, inputs, followed.steps)
    assert followed.ended is (system.places[followed.place].kind is not Kind.HEAD) or followed.steps == 40


@pytest.mark.parametrize("width", [32, 64])
def test_every_operator_is_compiled(width: int) -> None:
    rng = random.Random(width)
    for op in WORD_OPERATORS:
        arguments: list[Term] = [X, Y, constant(rng.getrandbits(width))][: op.arity]
        system = loop("x y", constant(True), {"x": Y, "y": apply(op, *arguments)}, width=width)
        state = {"x": rng.getrandbits(width), "y": rng.getrandbits(width)}
        assert list(Compiled(system).follow(HEAD, state, {}, 5, time.monotonic() + 5).seen) == stepped(system, HEAD, state, {}, 5)


def test_a_long_run_is_thinned_out() -> None:
    system = loop("x y", slt(X, 1_000_000), {"x": X + 1, "y": Y + K}, inputs="k", wrong=X == 1_000_000)
    followed = Compiled(system).follow(HEAD, {"x": 0, "y": 5}, {"k": 3, "k_3": 3}, 1 << 24, time.monotonic() + 20)
    assert (followed.place, followed.steps, followed.ended) == (ERROR, 1_000_001, True)
    assert len(followed.seen) < 300
    states = [state for place, state in followed.seen if place == HEAD]
    assert states[0] == {"x": 0, "y": 5} and states[-1] == {"x": 1_000_000, "y": 3_000_005}
    assert all(state["y"] == 3 * state["x"] + 5 for state in states)
    assert sorted(state["x"] for state in states) == [state["x"] for state in states]


def test_a_run_is_seen_from_where_it_begins_however_soon_time_is_up() -> None:
    followed = Compiled(loop("x", constant(True), {"x": X + 1})).follow(HEAD, {"x": 7}, {}, 40, time.monotonic() - 1)
    assert followed.seen[0] == (HEAD, {"x": 7})


def test_a_run_is_left_when_time_is_up() -> None:
    start = time.monotonic()
    followed = Compiled(loop("x", constant(True), {"x": X + 1})).follow(HEAD, {"x": 0}, {}, 1 << 60, start + 0.2)
    assert not followed.ended and time.monotonic() - start < 5.0 + SLACK
