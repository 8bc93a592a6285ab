"""Claims that nothing satisfies a specification: who confirms them, and what is told where nobody does."""

from __future__ import annotations

from typing import Any

import pytest
from solver_fakes import Busy, Fake, Use, use

from synth import Fun, Word, spec
from synth.api.readable import readable
from synth.api.record import to_record
from synth.checking.backends import Gave
from synth.checking.closure import Unsettled
from synth.engines.protocol import Event, Proposal, Unrealizable
from synth.grammar import Grammar, NonTerminal, Rule
from synth.macros import macro
from synth.program import constant_program
from synth.solver.coordinator import solve
from synth.solver.outcome import Outcome, Status
from synth.specification import Function, Specification
from synth.terms import apply, symbol

__all__ = ["use"]

A, B, X = symbol("a"), symbol("b"), symbol("x")
CONJUNCTION = macro("both", ("(both ", " ", ")"), ("a", "b"), apply("and", A, B))
GRAMMAR = Grammar((NonTerminal("Start", None, (0,), (0, 1), False, (Rule(CONJUNCTION, (0, 0)),)),))
"""x, 0, 1, and what they have in common: never more than x."""

F = Function("f", 1, grammar=GRAMMAR)
GROWS = Specification((F,), (X,), F(X) == X + 1, 8, name="grows")
ZERO = Specification((F,), (X,), F(X) == 0, 8, name="zero")


class Desperate(Fake):
    """Says at once that nothing satisfies the example x = 5."""

    complete = False

    def step(self, seconds: float) -> list[Event]:
        return [Unrealizable(self.point.width, ({"x": 5},))]


class Late(Busy):
    """Proposes the answer 0 after a while."""

    def step(self, seconds: float) -> list[Event]:
        self.statistics.candidates += 1
        if self.statistics.candidates < 20:
            return super().step(seconds)
        return [Proposal({"f": constant_program(0, 1)}, self.point.width)]


def infeasible(outcome: Outcome) -> bool:
    return outcome.status is Status.INFEASIBLE and outcome.candidate is None


def test_what_an_engine_says_is_confirmed_by_the_closure_of_the_grammar(use: Use) -> None:
    outcome = solve(GROWS, use(structural=Desperate, timeout=60))
    assert infeasible(outcome) and outcome.checked
    assert (outcome.proved_by, outcome.checked_by, outcome.conflict) == ("structural", "closure", ({"x": 5},))
    assert outcome.counterexample == {"x": 5}
    assert "infeasible and checked; no program that its grammar derives satisfies it" in readable(outcome)
    record = to_record(outcome, "grows")
    assert (record["checked"], record["checked_by"]) == (True, "closure")


def test_a_claim_that_is_wrong_is_dropped_and_the_search_goes_on(use: Use) -> None:
    outcome = solve(ZERO, use(structural=Desperate, explicit=Late, timeout=60))
    assert outcome.status is Status.SOLVED and outcome.found_by == "explicit"


def test_a_claim_that_nobody_confirms_is_told_as_not_checked(use: Use, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("synth.checking.infeasible.confirmed", lambda *given: Unsettled("time ran out"))
    outcome = solve(GROWS, use(structural=Desperate, timeout=60))
    assert infeasible(outcome) and not outcome.checked
    text = readable(outcome)
    assert "infeasible but not checked; it is claimed that no program" in text and "not confirmed: time ran out" in text
    assert "and checked" not in text and "x = 5" not in text
    assert to_record(outcome, "grows")["checked"] is False


def test_a_claim_stands_unchecked_where_the_search_ends_before(use: Use, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*given: Any) -> Unsettled:
        while True:
            pass

    monkeypatch.setattr("synth.checking.infeasible.confirmed", endless)
    outcome = solve(GROWS, use(structural=Desperate, explicit=Busy, timeout=4))
    assert infeasible(outcome) and not outcome.checked and outcome.seconds < 30


def test_a_solver_that_gives_up_confirms_nothing(use: Use, monkeypatch: pytest.MonkeyPatch) -> None:
    @spec(width=8)
    def half(f: Fun[[Word], Word], x: Word):
        return f(x) * 2 == x

    monkeypatch.setattr("synth.checking.infeasible.check", lambda *given: Gave("bitwuzla: timeout"))
    outcome = solve(half, use(explicit=Busy, timeout=60))
    assert infeasible(outcome) and not outcome.checked
    assert (outcome.proved_by, outcome.checked_by) == ("z3", None)
    assert "not confirmed: bitwuzla: timeout" in readable(outcome)
