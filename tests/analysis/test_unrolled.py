"""Paths that are followed: deep ones cost little where they hold constants, and late answers of solvers are waited for."""

from __future__ import annotations

import time
from typing import Any

import pytest

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Trace
from synth.analysis.certificates.obligations import bounded
from synth.analysis.unrolling import unrolled
from synth.analysis.unrolling.unrolled import Unroller
from synth.checking.backends import Gave
from synth.frontends.c.load import load_text
from synth.transition import ShownOf, TransitionSystem

COUNTED = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
    int input[SIZE], sum = 0;
    for (int i = 0; i < SIZE; i++) input[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < SIZE; i++) sum ^= input[i];
    if (sum == 12345) reach_error();
}
"""


def system(size: int) -> TransitionSystem:
    """With all elements, however many they are."""
    program = load_text(COUNTED.replace("SIZE", str(size)), "counted.c")
    reading = ShownOf.ALL_ELEMENTS if program.shortened else None
    return bounded(program.reading(False, shown_of=reading).system)


def first(made: TransitionSystem, seconds: float = 60.0) -> Trace | None:
    return next((t for t in Unroller(made, time.monotonic() + seconds).traces() if t is not None), None)


def test_a_deep_failure_is_found() -> None:
    made, start = system(60), time.process_time()
    found = first(made)
    assert found is not None and len(found.steps) == 123
    assert checked(made, found, 10.0).holds
    assert time.process_time() - start < 20.0


def test_questions_are_asked_again_by_the_other_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, float]] = []
    check = unrolled.check

    def reluctant(solver: str, formula: Any, words: Any, seconds: float, floats: bool) -> Any:
        asked.append((solver, seconds))
        return check(solver, formula, words, 30.0, floats) if len(asked) > 4 else Gave("timeout")

    monkeypatch.setattr(unrolled, "check", reluctant)
    assert first(system(2)) is not None
    assert asked == [("z3", 1.5), ("bitwuzla", 4.0), ("z3", 4.0), ("bitwuzla", 16.0), ("z3", 16.0)]


def test_nothing_is_asked_after_the_deadline() -> None:
    assert first(system(2), 0.0) is None
