"""Invariants from the assertion backwards."""

import time
from dataclasses import replace

import pytest
from busy import SLACK
from systems import ERROR, HEAD, loop

from synth.analysis.certificates.checker import checked
from synth.analysis.invariants.asserted import as_asserted
from synth.analysis.invariants.backward import Backward
from synth.terms import Term, constant, slt, symbol
from synth.transition import Edge, TransitionSystem

X, Y, K, N = (symbol(n) for n in "xykn")
ZERO, ONE = constant(0), constant(1)
LOOPS: dict[str, TransitionSystem] = {
    "at once": loop("x y", slt(0, X), {"x": X + 1}, {"y": ONE}, wrong=slt(0, X)),
    "as many rounds as bits": loop("x y", X != 0, {"x": X >> 1, "y": Y + 1}, {"y": ZERO}, wrong=slt(8, Y), width=8),
    "with choices": loop("x y", K != 0, {"x": Y, "y": X + Y}, {"x": ZERO, "y": ONE}, "k", (X | Y) & 1 == 0),
}


@pytest.mark.parametrize("name", LOOPS)
def test_found(name: str) -> None:
    found = Backward(LOOPS[name], {}).search(time.monotonic() + 20)
    assert found is not None and checked(LOOPS[name], found, 10.0).holds


def test_known_facts_are_premises() -> None:
    system = loop("x y", slt(X, 100000), {"x": X + 1, "y": Y * 3}, {"x": ZERO, "y": ZERO}, wrong=slt(X, Y))
    assert Backward(system, {}).search(time.monotonic() + 1) is None
    found = Backward(system, {1: (Y == 0) & ~slt(X, 0)}).search(time.monotonic() + 20)
    assert found is not None and checked(system, found, 10.0).holds


def annotated(given: Term) -> TransitionSystem:
    """x and y count up together to some n; each round is asserted to begin with what is given, and the loop to leave x at y."""
    system = loop("x y n", X != N, {"x": X + 1, "y": Y + 1}, {"x": ZERO, "y": ZERO}, wrong=X != Y)
    fails = Edge(HEAD, ERROR, (X != N) & (given == 0), (X, Y, N))
    kept = [replace(e, guard=e.guard & given) if (e.source, e.target) == (HEAD, HEAD) else e for e in system.edges]
    return replace(system, edges=(*kept, fails))


def test_what_is_asserted_of_each_round_may_be_an_invariant() -> None:
    found = as_asserted(annotated(X == Y), time.monotonic() + 20)
    assert found is not None and checked(annotated(X == Y), found.certificate, 10.0).holds
    assert as_asserted(annotated(X & 1 == Y & 1), time.monotonic() + 20) is None, "it says too little"


def test_a_failing_assertion_ends_the_search() -> None:
    start = time.monotonic()
    assert Backward(loop("x", slt(X, 3), {"x": X + 1}, wrong=X == 3), {}).search(start + 30) is None
    assert time.monotonic() - start < 10 + SLACK
