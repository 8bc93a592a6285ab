"""Lemmas on their way: what one engine shows is taken for granted by others, and by no answer."""

from __future__ import annotations

import pytest
from solver_fakes import Busy, Use, use

from synth.booleans import conjunction
from synth.engines.protocol import Candidate, Event, Proposal, Shown, Unrealizable
from synth.program import constant_program, of_term
from synth.solver import worker
from synth.solver.coordinator import solve
from synth.solver.outcome import Status
from synth.specification import Function, Specification
from synth.terms import symbol

__all__ = ["use"]

X, V = symbol("x"), symbol("v0")
P = Function("P", 1, True)
STEPS = Specification((P,), (X,), conjunction([P(0), (P(X) & (X < 6)).implies(P(X + 2)), P(X).implies(X != 7)]), 8)
EVEN = {"P": of_term((V & 1) == 0, ["v0"])}


class Shows(Busy):
    """Shows one lemma, and finds nothing."""

    complete = False
    lemma: Candidate = EVEN

    def step(self, seconds: float) -> list[Event]:
        self.statistics.candidates += 1
        return [Shown(self.lemma)] if self.statistics.candidates == 1 else super().step(seconds)


class Modest(Busy):
    """Proposes "always", once it has something else to solve than was asked."""

    complete = False

    def step(self, seconds: float) -> list[Event]:
        if self.specification.body is STEPS.body or self.statistics.candidates:
            return super().step(seconds)
        self.statistics.candidates += 1
        return [Proposal({"P": constant_program(1, 1)}, self.point.width)]


class Hopeless(Modest):
    """Says that there is nothing, in the same case."""

    def step(self, seconds: float) -> list[Event]:
        found = super().step(seconds)
        return [Unrealizable(self.point.width, ({"x": 1},))] if found else []


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_PATIENCE", 0.0)


def test_an_answer_is_made_of_a_lemma_and_what_it_leaves_open(use: Use) -> None:
    outcome = solve(STEPS, use(invariants=Shows, genetic=Modest))
    assert (outcome.status, outcome.found_by) == (Status.SOLVED, "genetic")
    assert outcome.candidate == {"P": EVEN["P"].normalise(8)}


def test_nobody_is_told_without_exchange(use: Use) -> None:
    outcome = solve(STEPS, use(invariants=Shows, genetic=Modest, exchange=False, timeout=1.5))
    assert outcome.status is Status.UNKNOWN and not outcome.engines["genetic"].proposals


def test_no_answer_rests_on_a_lemma_that_is_wrong(use: Use) -> None:
    wrong = type("Wrong", (Shows,), {"lemma": {"P": of_term(V < 3, ["v0"])}})
    outcome = solve(STEPS, use(invariants=wrong, genetic=Modest, timeout=1.5))
    assert outcome.status is Status.UNKNOWN and outcome.engines["genetic"].refuted == 1


def test_that_a_lemma_leaves_nothing_is_no_claim_about_the_formula(use: Use) -> None:
    outcome = solve(STEPS, use(invariants=Shows, genetic=Hopeless, timeout=1.5))
    assert outcome.status is Status.UNKNOWN
