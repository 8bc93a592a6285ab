"""Safety invariants of the kinds that are searched for, each found and proved."""

import time

import pytest
from busy import SLACK
from systems import loop

from synth.analysis.certificates.checker import checked
from synth.analysis.invariants import backward
from synth.analysis.invariants import search as safety
from synth.analysis.safety import invariants
from synth.terms import constant, ite, slt, symbol
from synth.transition import TransitionSystem

K, N, S, X, Y, Z = (symbol(n) for n in "knsxyz")
ZERO, ONE = constant(0), constant(1)
SAFE: dict[str, tuple[TransitionSystem, str]] = {
    "facts": (loop("x y", slt(X, 1000000), {"x": X + 1, "y": Y + 1}, {"x": ZERO, "y": ZERO}, wrong=X != Y), "inductive facts"),
    "a linear equation": (loop("n x y z", X < N, {"x": X + 1, "y": Y + 3, "z": Z + 7}, {"x": ZERO, "y": ZERO, "z": ONE},
                               wrong=3 * Z != 7 * Y + 3), "inductive facts"),
    "squares": (loop("n x s", X != N, {"x": X + 1, "s": S + 2 * X + 1}, {"x": ZERO, "s": ZERO}, wrong=S != N * N), "equations"),
    "what is spoken of": (loop("x y", slt(Y, 0xFFFFFF), {"x": X + 1, "y": ite(K != 0, Y + 1, Y + 100)}, {"x": ZERO, "y": ZERO}, "k",
                               slt(100 * X, Y)), "inductive facts"),
    "few states": (loop("x y", X != 1, {"x": ite(X & 1 == 0, X >> 1, 3 * X + 1), "y": Y + 1}, {"x": constant(27), "y": ZERO},
                        wrong=Y != 111), "all states"),
    "zeros below": (loop("x y", X != 0, {"x": X & (X - 1), "y": Y + 1}, {"y": ZERO}, wrong=slt(64, Y), width=64),
                    "inductive facts"),
    "zeros above": (loop("x y", X != 0, {"x": X >> 1, "y": Y + 1}, {"y": ZERO}, wrong=slt(64, Y), width=64), "inductive facts"),
    "rounds apart": (loop("x y", X != 0, {"x": X // 10, "y": Y + X % 10 * (X % 7)}, {"y": ZERO}, wrong=Y >= 541),
                     "intervals of rounds"),
    "backwards": (loop("x y", X != 0, {"x": X & (X + 1), "y": Y + 1}, {"y": ZERO}, wrong=slt(16, Y), width=16),
                  "backward from the assertion"),
    "no loop": (TransitionSystem("none", 32, (), loop("x", X != 0, {}).places[:1], ()), "assertions that are inductive"),
}


@pytest.mark.parametrize("name", SAFE)
def test_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safety, "_TURN", 3.0)  # on a busy machine, too, each search ends in its first turn
    monkeypatch.setattr(backward, "_PATIENCE", 0.0)
    monkeypatch.setattr(safety, "pace", lambda: 1.0)
    system, by = SAFE[name]
    found = next(filter(None, invariants(system, time.monotonic() + 30.0, 0)), None)
    assert found is not None and found.by == by
    assert checked(system, found.certificate, 20.0).holds


def test_unsafe_programs_are_left_when_time_is_up() -> None:
    system = loop("x", slt(X, 1000000), {"x": X + 1}, {"x": ZERO}, wrong=X == 1000000)
    start = time.monotonic()
    assert not any(checked(system, found.certificate, 5.0).holds for found in filter(None, invariants(system, start + 2.0, 0)))
    assert time.monotonic() - start < 10 + SLACK
