"""The checker refuses what only looks like a certificate."""

import os
import signal
from typing import Any

import pytest
from systems import loop

from synth.analysis.certificates import checker
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Certificate, DangerInvariant, Ranking, RecurrenceSet, SafetyInvariant, Step, Trace
from synth.terms import Term, call, constant, slt, symbol
from synth.transition import Edge, Kind, Place, TransitionSystem, Variable

X, K = symbol("x"), symbol("k")
FALSE, TRUE = constant(False), constant(True)
FAILS = loop("x", slt(X, 10), {"x": X + 1}, {"x": constant(0)}, wrong=X == 10)
ENDS = loop("x", X > 0, {"x": X - K}, inputs="k", wrong=X != 0)
PLACES = (Place(0, Kind.ENTRY), Place(1, Kind.HEAD, 1), Place(2, Kind.ERROR))


def system(bits: int, start: Term, stays: Term, fails: Term) -> TransitionSystem:
    """x := start; while (stays) if (fails) error; where every edge has an input k of some bits."""
    inputs = (Variable("k", bits),)
    edges = (Edge(0, 1, TRUE, (start,), inputs), Edge(1, 1, stays, (X,), inputs), Edge(1, 2, fails, (X,), inputs))
    return TransitionSystem("made", 32, (Variable("x", 32),), PLACES, edges)


ANEW = system(32, K, FALSE, X != K)
BIT = system(1, K, K == 2, K == 2)
ENTERED = (Step(0, {"x0": 5}),)
REFUSED: dict[str, tuple[TransitionSystem, Certificate, str]] = {
    "an entry that is never left": (FAILS, SafetyInvariant({0: FALSE, 1: FALSE}), "entry holds of all words"),
    "a word as a predicate": (FAILS, SafetyInvariant({1: constant(2)}), "is a word"),
    "an input that is chosen anew": (ANEW, SafetyInvariant({1: X == K}), "k is no variable"),
    "a function": (FAILS, SafetyInvariant({1: call("x", [X]) == 0}), "x is no variable"),
    "no invariant": (FAILS, SafetyInvariant({1: X <= 9}), "edge 1 keeps"),
    "not strong enough": (FAILS, SafetyInvariant({1: X <= 10}), "failing assertion"),
    "a rank over inputs": (ENDS, Ranking({}, {1: (X + K,)}), "k is no variable"),
    "a rank that may stay": (ENDS, Ranking({}, {1: (X,)}), "lowers the rank"),
    "no rank": (ENDS, Ranking({}, {}), "malformed"),
    "a choice of no input": (ENDS, RecurrenceSet(ENTERED, {1: X == 5}, {1: {"x": constant(5), "k": constant(0)}}), "no input x"),
    "a choice above the input's bits": (BIT, RecurrenceSet((Step(0, {"k": 0}),), {1: X == 0}, {1: {"k": constant(2)}}), "closed"),
    "a choice of nothing": (ENDS, RecurrenceSet(ENTERED, {1: X == 5}, {}), "closed"),
    "a choice by another input": (ENDS, RecurrenceSet(ENTERED, {1: X == 5}, {1: {"k": symbol("j")}}), "j is no variable"),
    "an empty set": (ENDS, RecurrenceSet(ENTERED, {1: FALSE}, {}), "run"),
    "no set where the run ends": (ENDS, RecurrenceSet((), {1: X == 5}, {1: {"k": constant(0)}}), "run"),
    "a step beyond the edges": (ENDS, RecurrenceSet((Step(9),), {1: FALSE}, {}), "run"),
    "a step above the input's bits": (BIT, Trace((Step(0, {"k": 0}), Step(2, {"k": 2}))), "run"),
    "no run": (FAILS, Trace((Step(0), Step(3))), "run"),
    "a run that fails nowhere": (FAILS, Trace((Step(0), Step(1))), "run"),
    "danger without end": (ENDS, DangerInvariant(ENTERED, {1: X == 5}, {1: {"k": constant(0)}, 3: {}}, {1: (X,)}), "closed"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    asked, certificate, why = REFUSED[name]
    result = checked(asked, certificate, 10.0)
    assert result.holds is False
    assert why in result.text


def test_what_an_input_can_be_is_known() -> None:
    assert checked(BIT, SafetyInvariant({1: X <= 1}), 10.0).holds
    assert checked(BIT, Ranking({}, {1: (X,)}), 10.0).holds


def chain(loops: int, wrong: int) -> tuple[TransitionSystem, SafetyInvariant]:
    """Loops one after the other, each of which raises x until it is 0, but for the last one, which checks that it is; and an
    invariant that says of the loop with the number `wrong` what is not so."""
    places = (Place(0, Kind.ENTRY), *(Place(i, Kind.HEAD, i) for i in range(1, loops + 1)), Place(loops + 1, Kind.ERROR))
    around = [Edge(i, i, X != 0, (X + 1,), ()) for i in range(1, loops)]
    on = [Edge(i, i + 1, X == 0 if i < loops else X != 0, (X,), ()) for i in range(1, loops + 1)]
    edges = (Edge(0, 1, TRUE, (K,), (Variable("k", 32),)), *around, *on)
    told = {i: (X & 1 == 0 if i == wrong else X <= 0xFFFFFFFF if i < loops else X == 0) for i in range(1, loops + 1)}
    return TransitionSystem("made", 32, (Variable("x", 32),), places, edges), SafetyInvariant(told)


@pytest.mark.parametrize("wrong", [0, 1, 5, 6])
def test_a_proof_in_two_halves_is_the_same(wrong: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "_SOON", 0.0)
    system, certificate = chain(10, wrong)
    whole, halved = checked(system, certificate, 10.0), checked(system, certificate, 10.0, halved=True)
    assert (whole.holds, whole.solvers) == (halved.holds, halved.solvers)
    assert whole.holds is (wrong == 0)


def test_what_a_process_leaves_open_that_is_ended_is_proved_here(monkeypatch: pytest.MonkeyPatch) -> None:
    here, prove = os.getpid(), checker.valid

    def ended(*given: Any, **named: Any) -> Any:
        return prove(*given, **named) if os.getpid() == here else os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(checker, "_SOON", 0.0)
    monkeypatch.setattr(checker, "valid", ended)
    assert checked(*chain(10, 0), 10.0, halved=True).holds
    assert checked(*chain(10, 6), 10.0, halved=True).holds is False


def test_what_is_wrong_is_told_before_what_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    prove = checker.valid

    def unsure(claim: Term, *given: Any, **named: Any) -> Any:
        answer = prove(claim, *given, **named)
        return checker.Open("made up") if isinstance(answer, checker.Valid) else answer

    monkeypatch.setattr(checker, "_SOON", 0.0)
    monkeypatch.setattr(checker, "valid", unsure)
    assert checked(*chain(10, 0), 10.0, halved=True).holds is None
    assert {checked(*chain(10, wrong), 10.0, halved=True).holds for wrong in (1, 2)} == {None, False}
