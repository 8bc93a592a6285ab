"""Proofs apart from a search: the first that succeeds, none in vain, and no process afterwards."""

from __future__ import annotations

import time
from typing import Any

import pytest
from busy import SLACK

from synth import Fun, Word, spec
from synth.program import Program, constant_program
from synth.solver import proofs
from synth.solver.proofs import first_proved

pytestmark = pytest.mark.usefixtures("no_process_is_left")


@spec(width=8)
def identity(f: Fun[[Word], Word], x: Word):
    return f(x) == x


@spec(width=8)
def zero(f: Fun[[Word], Word], x: Word):
    return f(x) == 0


@spec(width=64)
def hard(f: Fun[[Word], Word], x: Word, y: Word, z: Word):
    small = (x < 3) | (y < 3) | (z < 3) | (x > 0xFFFFFF) | (y > 0xFFFFFF) | (z > 0xFFFFFF)
    return (x * y * z != f(x) * 0 + 0xF6C5BF4D5D7ED1C3) | small


QUESTIONS = {"identity": identity, "zero": zero}


@pytest.mark.parametrize(("program", "wanted"), [(Program(1, (), (), 0), "identity"), (constant_program(0, 1), "zero")])
def test_the_one_that_holds_is_named(program: Program, wanted: str) -> None:
    proved = first_proved(QUESTIONS, {"f": program}, 20)
    assert proved is not None
    assert proved[0] == wanted
    assert proved[1] in ("z3", "bitwuzla")


def test_none_holds() -> None:
    assert first_proved(QUESTIONS, {"f": constant_program(1, 1)}, 20) is None


def test_the_time_limit_holds() -> None:
    start = time.monotonic()
    assert first_proved({"hard": hard}, {"f": constant_program(1, 1)}, 0.5) is None
    assert time.monotonic() - start < 0.5 + SLACK


def test_an_interruption_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(connections: Any, seconds: float) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(proofs, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        first_proved(QUESTIONS, {"f": constant_program(0, 1)}, 20)
