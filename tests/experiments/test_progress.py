"""What is seen of a measurement: a line a run, a bar on a terminal, the sum at the end."""

from __future__ import annotations

import pathlib
import sys
from dataclasses import replace

import pexpect
from harness_fakes import fake_suite, fake_tools

from experiments.harness.progress import summary, told
from experiments.harness.records import Limits, Outcome, Run

ROOT = pathlib.Path(__file__).parent.parent.parent
RUN = Run("danger", "own/clock", "x.c", "own", "safety", "false", "synth", (), 0, 0, Limits(60.0), Outcome.RIGHT, "false", True,
          "z3", 1.25, 2.5, 310, "", "2026-11-21T10:00:00Z", 0)


def test_lines() -> None:
    assert told(RUN) == "own/clock safety: synth right, false, 1.25 s, 310 MB"
    late = replace(RUN, property=None, outcome=Outcome.TIMEOUT, verdict=None, megabytes=None, detail="time limit of 59 s")
    assert told(late) == "own/clock: synth timeout, 1.25 s: time limit of 59 s"
    assert summary([RUN, replace(RUN, outcome=Outcome.CRASH), replace(RUN, tool="spacer")]) == [
        "danger, synth: 2 runs, 1 right, 1 crash", "danger, spacer: 1 runs, 1 right"]


def test_a_bar_on_a_terminal(tmp_path: pathlib.Path) -> None:
    command = ["-m", "experiments", "run", str(fake_suite(tmp_path / "suite", 3)), "--tool", "fake", "--tools",
               str(fake_tools(tmp_path)), "--out", str(tmp_path / "one.jsonl"), "--limits-by", "psutil"]
    child = pexpect.spawn(sys.executable, command, cwd=str(ROOT), timeout=60, dimensions=(40, 150), encoding="utf-8")
    shown = child.expect(["3/3", pexpect.EOF]) == 0
    rest = child.read()
    child.close()
    assert shown and child.exitstatus == 0
    assert "suite, fake: 3 runs, 3 right" in rest
