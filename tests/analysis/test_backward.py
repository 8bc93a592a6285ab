"""Invariants from the assertion backwards."""

import time
from dataclasses import replace

import pytest
from busy import SLACK
from systems import ERROR, HEAD, loop

from synth.analysis.certificates.checker import checked
from synth.analysis.invariants.asserted import as_asserted
from synth.analysis.invariants.backward import Backward
from synth.analysis.property import Property
from synth.analysis.verdict import decide
from synth.terms import Term, constant, slt, symbol
from synth.transition import Edge, Kind, TransitionSystem, Variable

X, Y, K, N = (symbol(n) for n in "xykn")
ZERO, ONE, HALF = constant(0), constant(1), (1 << 31) - 1
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
    (found,) = as_asserted(annotated(X == Y), time.monotonic() + 20)
    assert checked(annotated(X == Y), found.certificate, 10.0).holds
    assert not list(as_asserted(annotated(X & 1 == Y & 1), time.monotonic() + 20)), "it says too little"


def moving(most: int, asked: int, usual: int = HALF) -> TransitionSystem:
    """Nodes that move from one list of at most `most`, and at most as many as is `usual`, to another one, which is asserted not to
    have as many as is `asked`. Each number tells of the nodes behind one that is told apart."""
    system = loop("x y", X != 0, {"x": X - 1, "y": Y + 1}, {"x": K, "y": ZERO}, wrong=asked == Y)
    entry = replace(system.edges[0], guard=(most >= K) & (usual >= K), inputs=(Variable("k", 32),))
    places = tuple(replace(p, shape="x ..> null, y ..> null" if p.kind is Kind.HEAD else "") for p in system.places)
    variables = tuple(Variable(v.name, 32, counts=True) for v in system.variables)
    fails = Edge(HEAD, ERROR, (X != 0) & (asked == Y), (X, Y))
    return replace(system, variables=variables, places=places, edges=(entry, *system.edges[1:], fails))


def test_how_long_lists_are_is_guessed_first() -> None:
    system = moving(HALF - 2, HALF + 7)
    guess, *others = as_asserted(system, time.monotonic() + 20)
    assert guess.guessed and checked(system, guess.certificate, 10.0).holds
    assert others and not any(own.guessed for own in others)


def test_after_a_wrong_guess_comes_what_is_shown() -> None:
    system = moving(HALF, HALF + 7)
    guess, *others = as_asserted(system, time.monotonic() + 20)
    assert guess.guessed and checked(system, guess.certificate, 10.0).holds is False
    assert [checked(system, own.certificate, 10.0).holds for own in others] == [True]
    assert decide(system, Property.SAFETY, 20.0).holds is True


def test_nothing_is_guessed_of_small_numbers() -> None:
    """A program may compare with those anywhere: they bound no list."""
    (found,) = as_asserted(moving(5, 9, 7), time.monotonic() + 20)
    assert not found.guessed and checked(moving(5, 9, 7), found.certificate, 10.0).holds


def test_a_failing_assertion_ends_the_search() -> None:
    start = time.monotonic()
    assert Backward(loop("x", slt(X, 3), {"x": X + 1}, wrong=X == 3), {}).search(start + 30) is None
    assert time.monotonic() - start < 10 + SLACK
