"""Programs of few states, and facts that a program speaks of."""

import time

from systems import loop

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Ranking, SafetyInvariant
from synth.analysis.invariants.program_predicates import program_predicates
from synth.analysis.simulation.reached import MOST, explored, seems_small
from synth.terms import constant, ite, slt, symbol

X, Y, K = symbol("x"), symbol("y"), symbol("k")
ZERO = constant(0)


def test_every_state_is_found() -> None:
    system = loop("x y", X != 7, {"x": (X * 3 + Y) & 63, "y": 5 - Y}, {"x": ZERO, "y": constant(2)}, wrong=Y == 9)
    found = explored(system, time.monotonic() + 10)
    assert found is not None and checked(system, SafetyInvariant(found.predicates()), 10.0).holds


def test_choices_are_made_in_every_way() -> None:
    system = loop("x", X != 7, {"x": ite(slt(K, 0), 1, K & 3)}, {"x": ZERO}, "k", X == 4)
    found = explored(system, time.monotonic() + 10)
    assert found is not None and checked(system, SafetyInvariant(found.predicates()), 10.0).holds
    assert repr(found.predicates()[1]).count("eq") == 4


def test_the_steps_that_are_left_are_a_rank() -> None:
    collatz = loop("x", X != 1, {"x": ite(X % 2 == 0, X // 2, 3 * X + 1)}, {"x": constant(27)})
    found = explored(collatz, time.monotonic() + 10)
    assert found is not None and len(found.ways) == 113
    ranks = found.ranks()
    assert ranks is not None and checked(collatz, Ranking(found.predicates(), ranks), 10.0).holds
    assert not checked(collatz, Ranking({}, ranks), 10.0).holds


def test_a_cycle_has_no_rank() -> None:
    found = explored(loop("x", X != 7, {"x": (X + 2) & 15}, {"x": ZERO}), time.monotonic() + 10)
    assert found is not None and found.ranks() is None


def test_too_many_states_are_left_alone() -> None:
    start = time.monotonic()
    assert explored(loop("x", X != 7, {"x": X + 2}, {"x": ZERO}), start + 10) is None
    assert explored(loop("x", X != 7, {"x": X + 2}), start + 10) is None
    assert seems_small(loop("x", X != 7, {"x": X + 2}), {1: [{"x": x} for x in range(MOST)]})
    assert not seems_small(loop("x", X != 7, {"x": X + 2}), {1: [{"x": x} for x in range(MOST + 1)]})


def test_comparisons_of_the_program_are_facts_where_they_hold() -> None:
    system = loop("x y", slt(X, 1000), {"x": X + 1, "y": Y + 3}, {"x": ZERO, "y": ZERO}, wrong=slt(100 * X, Y))
    states = [{"x": x, "y": 3 * x} for x in range(1001)]
    found = [repr(f) for f in program_predicates(system, 1, states)]
    assert "sle(y, mul(x, 100))" in found or "sle(y, mul(100, x))" in found
    assert not any(f in found for f in ("slt(x, 1000)", "sle(1000, x)"))
    assert len(set(found)) == len(found)
