"""Runs that fail after a long time, as danger invariants or as traces; never of programs whose assertion holds."""

import time

import pytest
from busy import SLACK
from sampled import some
from systems import loop

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import DangerInvariant, Found, Trace
from synth.analysis.certificates.obligations import bounded
from synth.analysis.searches import fails
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.violations.danger import Dangers, determined, of_all
from synth.analysis.violations.endless import endless
from synth.booleans import TRUE
from synth.frontends.c.load import load_text
from synth.terms import constant, ite, sle, slt, symbol
from synth.transition import Kind, TransitionSystem

X, Y, K = symbol("x"), symbol("y"), symbol("k")
ZERO, ONE = constant(0), constant(1)
FAILING: dict[str, TransitionSystem] = {
    "a counter": loop("x y", slt(X, 3_000_000), {"x": X + 1, "y": Y + 2}, {"x": ZERO, "y": ZERO}, wrong=Y == 6_000_000),
    "one choice first": loop("x y", slt(X, 1_000_000), {"x": X + 1, "y": ite(K != 0, Y + 1, Y)}, {"x": ZERO, "y": ONE}, "k",
                             X == Y),
    "from some words": loop("x y", slt(X, 2_000_000), {"x": X + 1}, {"x": ZERO}, wrong=Y == 0),
    "whatever it does": loop("x", X != 0, {"x": X - 1}, {"x": constant(2_000_000)}, wrong=ONE),
    "half a circle": loop("x", sle(10, X), {"x": X + 2}, {"x": constant(10)}, wrong=X & 1 == 0),
}


def found(system: TransitionSystem, seconds: float) -> Found | None:
    return next(Dangers(system).of(Simulator(system, 0).run().lasting, seconds), None)


@pytest.mark.parametrize("name", some(FAILING, 2))
def test_long_failures(name: str) -> None:
    told = found(FAILING[name], 20.0)
    assert told is not None and isinstance(told.certificate, DangerInvariant)
    assert len(told.certificate.prefix) < 20
    assert checked(FAILING[name], told.certificate, 10.0).holds


def test_a_short_failure_is_told_step_by_step() -> None:
    system = loop("x", slt(X, 700), {"x": X + 1}, {"x": ZERO}, wrong=X == 700)
    told = found(system, 10.0)
    assert told is not None and isinstance(told.certificate, Trace)
    assert len(told.certificate.steps) == 702
    assert checked(system, told.certificate, 10.0).holds


def test_a_run_that_needs_no_invariant_to_go_on_for_ever() -> None:
    system = loop("x y", ONE, {"x": X + 3, "y": K}, {"x": ZERO}, "k")
    told = next(endless(system, Simulator(system, 0).run().lasting, time.monotonic() + 20))
    assert checked(system, told.certificate, 10.0).holds


def test_what_holds_does_not_fail() -> None:
    system = loop("x y", slt(X, 1_000_000), {"x": X + 1, "y": Y + 1}, {"x": ZERO, "y": ZERO}, wrong=X != Y)
    start = time.monotonic()
    assert found(system, 2.0) is None
    assert time.monotonic() - start < 10 + SLACK


def test_only_a_failing_assertion_is_no_failure_of_the_determined_program() -> None:
    system = loop("x", slt(X, 3), {"x": X + K}, {"x": ZERO}, "k", wrong=X == 3)
    decided = determined(system, {n: {i.name: ONE for i in e.inputs} for n, e in enumerate(system.edges)}, (1, {"x": 2}), {1})
    assert not any(e.inputs for e in decided.edges)
    kinds = [p.kind for p in decided.places]
    assert kinds == [Kind.ENTRY, Kind.HEAD, Kind.ERROR, Kind.EXIT, Kind.ERROR]
    assert [u.data for u in decided.edges[0].update] == [2]


LATER = """extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), a = 0, i = 0;
    if (n < 50000 || n > 100000) return 0;
    for (; i < n; i++) a = __VERIFIER_nondet_int();
    for (i = 0; i < n; i++) if (a == 77) reach_error();
}
"""


def test_a_failure_in_the_first_round_of_a_loop_behind_a_long_one() -> None:
    """The second loop has a rank, which no round that is chosen lowers."""
    system = bounded(load_text(LATER, "later.c").system).within_limits()
    told = next(filter(None, fails(system, time.monotonic() + 20.0 + SLACK, 0)))
    assert isinstance(told.certificate, DangerInvariant) and len(told.certificate.sets) == 2
    assert checked(system, told.certificate, 10.0).holds


def test_heads_of_which_nothing_is_known_are_told_all_the_same() -> None:
    assert of_all([1, 3], {3: X == 0}) == {1: TRUE, 3: X == 0}
