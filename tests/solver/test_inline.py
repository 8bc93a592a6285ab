"""The first moments of a search, which happen in the coordinator's own process."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import pytest
from solver_fakes import turn_off

from synth import Fun, Word, ashr, spec
from synth.checking import prove
from synth.engines.explicit.engine import Explicit
from synth.evaluation import integers
from synth.program import Program
from synth.solver import coordinator, process
from synth.solver.coordinator import solve
from synth.solver.inline import beginning
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Status


@spec(width=32)
def absolute(f: Fun[[Word], Word], x: Word) -> Any:
    return f(x) == ((x ^ ashr(x, 31)) - ashr(x, 31))


def shape(outcome: Outcome) -> tuple[object, ...]:
    """What is the same whoever begins."""
    return outcome.status, outcome.candidate, outcome.minimal_width, outcome.found_by


def test_a_short_search_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*_: Any, **__: Any) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(coordinator, "MOMENT", 60.0)
    monkeypatch.setattr(process.Child, "__init__", started)
    outcome = solve(turn_off, Options(timeout=60.0))
    assert (outcome.status, outcome.minimal_width, outcome.found_by) == (Status.SOLVED, 32, "explicit")
    assert outcome.engines["explicit"].candidates > 0 and outcome.engines["bounded"].candidates == 0


def test_others_go_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is not over in a moment ends as it does without one, though nothing of it is done twice."""
    options = Options(timeout=60.0, engines=("explicit",), minimal=0.0)
    monkeypatch.setattr(coordinator, "MOMENT", 0.02)
    begun = solve(absolute, options)
    assert begun.engines["explicit"].restarts == 0
    monkeypatch.setattr(coordinator, "beginning", lambda *_: None)
    assert shape(begun)[0] is Status.SOLVED
    assert shape(begun) == shape(solve(absolute, options))


def test_a_proof_that_needs_more_time_is_left_to_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    here, tried, proves = os.getpid(), list[float](), prove.prove

    def slow(specification: Any, candidate: Any, width: int, timeout: float, *more: Any) -> Any:
        if os.getpid() == here:
            tried.append(timeout)
            return prove.Undecided("timeout")
        return proves(specification, candidate, width, timeout, *more)

    monkeypatch.setattr(prove, "prove", slow)
    monkeypatch.setattr(coordinator, "MOMENT", 5.0)  # a busy machine comes to a proof within that, too
    outcome = solve(turn_off, Options(timeout=60.0, minimal=0.0))
    assert outcome.status is Status.SOLVED and outcome.candidate is not None
    assert tried and all(0 < seconds <= 0.2 for seconds in tried)


def test_an_engine_that_fails_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    here, step = os.getpid(), Explicit.step

    def broken(self: Explicit, seconds: float) -> Any:
        if os.getpid() == here:
            raise ArithmeticError("never mind")
        return step(self, seconds)

    monkeypatch.setattr(Explicit, "step", broken)
    outcome = solve(turn_off, Options(timeout=60.0, engines=("explicit",)))
    assert (outcome.status, outcome.engines["explicit"].restarts) == (Status.SOLVED, 1)


def test_what_may_take_long_does_not_begin_here() -> None:
    engines = Options().engines

    @spec(width=32)
    def long(f: Fun[[Word], Word], x: Word) -> Any:
        total = x
        for number in range(60):
            total = total * x + number
        return f(x) == total

    assert beginning(turn_off, engines) == "explicit"
    assert beginning(turn_off, ("bounded", "tables")) == "tables"
    assert beginning(turn_off, ("bounded",)) is None
    assert beginning(long, engines) is None
    assert beginning(replace(turn_off, precondition=turn_off.forall[0] * 3 == 5), engines) is None


def test_the_answer_is_right() -> None:
    candidate = solve(absolute, Options(timeout=60.0)).candidate
    assert candidate is not None
    program: Program = candidate["f"]
    for x in (0, 1, 5, 1 << 31, (1 << 32) - 7):
        assert integers.run_program(program, (x,), 32) == (x if x < 1 << 31 else (1 << 32) - x) % (1 << 32)
