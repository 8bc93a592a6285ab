"""`synth.prove` as programs call it."""

from __future__ import annotations

import inspect
import json
import pathlib
import re
import threading
import time
from collections.abc import Mapping
from typing import Any

import pytest
from busy import SLACK

import synth
from synth.analysis import verdict
from synth.cli.main import main
from synth.cli.prove import prove as command

pytestmark = pytest.mark.usefixtures("no_process_is_left")
LOOP = "int main(void) {\n  unsigned x = 10;\n  while (x > 2)\n    x = x - 2;\n}\n"
ONLY_SHOWN = {"annotate", "as_json", "quiet", "verbose", "log"}
NAMES = {"files": "path", "asked": "property", "entry": "function", "replayed": "replay"}


@pytest.fixture
def file(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "loop.c").write_text(LOOP, encoding="utf-8")
    return tmp_path / "loop.c"


def test_the_options_are_those_of_the_command() -> None:
    of_the_command = {NAMES.get(p.name, p.name) for p in command.params if p.name is not None and p.expose_value} - ONLY_SHOWN
    assert set(inspect.signature(synth.prove).parameters) - {"progress", "cancel"} == of_the_command


def test_verdicts_have_reasons(file: pathlib.Path) -> None:
    seen: list[synth.Verdict] = []
    verdicts = synth.prove(file, timeout=60, progress=seen.append)
    assert tuple(seen) == verdicts.all == (verdicts.termination, verdicts.safety)
    assert (list(verdicts), len(verdicts), verdicts["safety"].holds) == (["termination", "safety"], 2, True)
    termination = verdicts.termination
    assert termination.holds and termination.reason == ""
    assert any("line 3" in line for line in termination.lines)
    assert termination.trial is not None and termination.trial.status == "passed" and termination.replay is None
    assert termination.record["schema"].startswith("synth.verdict/")
    assert termination.record["verdicts"][0]["certificate"]["kind"] == "ranking"
    assert [v["property"] for v in verdicts.record["verdicts"]] == ["termination", "safety"]
    assert json.loads(verdicts.json) == verdicts.record
    assert termination.text in verdicts.text
    assert "loop.c: terminates (checked)" in termination._repr_html_()
    assert "/*@" in verdicts.annotated
    checked = synth.check(termination, timeout=60)
    assert checked.confirmed and checked.compiled is not None
    both = synth.check(verdicts, timeout=60)
    assert both.confirmed and [part.confirmed for part in both.parts] == [True, True]


def test_what_was_not_asked_is_not_there(file: pathlib.Path) -> None:
    verdicts = synth.prove(str(file), property="safety", replay=False)
    assert list(verdicts) == ["safety"] and verdicts.safety.trial is None
    with pytest.raises(KeyError):
        _ = verdicts.termination


def test_a_verdict_is_about_a_program(file: pathlib.Path) -> None:
    found = synth.prove(file, property="safety", replay=False).safety
    x, f = synth.symbol("x"), synth.Function("f", 1)
    with pytest.raises(synth.InputError, match="not about a specification"):
        synth.check(found, synth.Specification((f,), (x,), f(x) == x))


def test_it_is_cancelled_within_a_second(file: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict, "deciding", lambda *_, **__: time.sleep(60))
    cancel = threading.Event()
    threading.Timer(1.0, cancel.set).start()
    start = time.monotonic()
    verdicts = synth.prove(file, timeout=50, cancel=cancel)
    assert time.monotonic() - start < 10.0 + SLACK
    assert [(v.property, v.holds, v.reason) for v in verdicts.all] == [
        ("termination", None, "interrupted"), ("safety", None, "interrupted")]
    assert verdicts.annotated == ""


def test_unusable_programs_are_told(tmp_path: pathlib.Path) -> None:
    (tmp_path / "odd.c").write_text("int main(void) {", encoding="utf-8")
    with pytest.raises(synth.InputError, match=r"odd\.c"):
        synth.prove(tmp_path / "odd.c")
    with pytest.raises(synth.InputError, match="timeout must be at least"):
        synth.prove(tmp_path / "odd.c", timeout=-1.0)


def test_the_command_says_the_same(file: pathlib.Path, capsys: Any) -> None:
    told = synth.prove(file, property="safety", replay=False).safety
    assert main(["prove", str(file), "--property", "safety", "--no-replay", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    for record in (printed, recorded := told.record):
        record["verdicts"][0].pop("seconds")
    assert printed == recorded


@pytest.mark.parametrize(("options", "error", "told"), [
    ({"engines": "explicit"}, TypeError, "engines must be a list or tuple of strings, not 'explicit'"),
    ({"include": "/tmp"}, TypeError, "include must be a list or tuple of strings"),
    ({"define": 3}, TypeError, "define must be a list or tuple of strings, not 3"),
    ({"timeout": "a"}, TypeError, "timeout must be a number, not 'a'"),
    ({"seed": True}, TypeError, "seed must be an integer, not True"),
    ({"trace": "all"}, synth.InputError, "trace must be 'last' or 'full', not 'all'"),
    ({"signed_overflow": 1}, TypeError, "signed_overflow must be 'wrap' or 'error', not 1"),
    ({"property": "safe"}, synth.InputError, "'safe' is none of termination, safety, unreach-call, no-overflow, valid-deref"),
    ({"engines": ["a", "ranking"]}, synth.InputError, "unknown engine 'a'; there are explicit")])
def test_wrong_arguments_are_told(options: Mapping[str, Any], error: type[Exception], told: str, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "program.c"
    file.write_text("int main(void) { return 0; }")
    with pytest.raises(error, match=re.escape(told)):
        synth.prove(file, **options)
