"""Verdicts on C programs with lists, which nobody annotated."""

from __future__ import annotations

import json
import pathlib

import pytest

import synth
from synth.cli.main import main

pytestmark = pytest.mark.usefixtures("no_process_is_left")

PROGRAMS = pathlib.Path(__file__).parents[2] / "experiments/programs/memory"
WALK = (PROGRAMS / "m061_build_and_walk.c").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["memory-safety", "termination", "safety"])
def test_lists_of_any_length_are_proved_and_checked(asked: str, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, answer = tmp_path / "walk.c", tmp_path / "answer.json"
    source.write_text(WALK, encoding="utf-8")
    assert main(["prove", str(source), "--property", asked, "--timeout", "60", "--json"]) == 0
    told = capsys.readouterr().out
    answer.write_text(told, encoding="utf-8")
    record = json.loads(told)
    certificate = (record["verdicts"][0] if "verdicts" in record else record)["certificate"]
    shapes = {loop["shape"] for loop in certificate.get("loops", ()) if loop.get("shape")}
    assert asked == "memory-safety" or "list -> a ..> null" in shapes
    assert main(["check", str(answer), "--timeout", "60"]) == 0


def test_a_list_that_leads_nowhere_is_followed_to_its_end(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "walk.c"
    source.write_text(WALK.replace("p != NULL; p = p->next)", "p->next != NULL; p = p->next)"), encoding="utf-8")
    assert main(["prove", str(source), "--property", "memory-safety", "--timeout", "30"]) == 1
    assert "null pointer" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["termination", "safety"])
def test_two_lists_that_are_merged_are_as_long_as_both(asked: str) -> None:
    assert synth.prove(PROGRAMS / "m080_merge.c", property=asked, timeout=150.0, replay=False)[asked].holds is True
