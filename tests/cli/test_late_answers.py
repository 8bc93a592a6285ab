"""Limits that hold from the command line: every phase ends in time, crashes and interruptions are told, nothing is left."""

from __future__ import annotations

import faulthandler
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import psutil
import pytest
from busy import SLACK
from sampled import some

from synth.analysis import verdict
from synth.api import questions
from synth.cli.exits import Exit
from synth.cli.main import main
from synth.frontends.c import load

pytestmark = pytest.mark.usefixtures("no_process_is_left")
DOWN = "extern int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); while (x > 0) x--; }\n"
FAILS = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n" \
        "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); }\n"
HARD = """extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = __VERIFIER_nondet_uint();
    if (x > 1 && y > 1 && x < 65536 && y < 65536 && x * y == 4294049777u) reach_error();
    while (x * x * x + y * y * y != z * z * z) { x = x * 3 + y; y = y * z + 1; if (x * x + y * y == 3 * z + 7) reach_error(); }
}
"""


def stuck(*_: Any, **__: Any) -> None:
    """What no signal handler of Python's interrupts."""
    len(range(10 ** 9 ** 9))


def crashed(*_: Any, **__: Any) -> None:
    faulthandler.disable()
    os.kill(os.getpid(), signal.SIGABRT)
    time.sleep(1000)


@pytest.fixture
def file(tmp_path: pathlib.Path) -> pathlib.Path:
    made = tmp_path / "loop.c"
    made.write_text(DOWN, encoding="utf-8")
    return made


@pytest.fixture
def quickly() -> Iterator[None]:
    start = time.monotonic()
    yield
    assert time.monotonic() - start < SLACK


@pytest.mark.usefixtures("quickly")
def test_reading_that_takes_too_long_leaves_every_question_unknown(file: pathlib.Path, capsys: Any,
                                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "load_files", stuck)
    assert main(["prove", str(file), "--timeout", "0.5"]) == Exit.UNKNOWN
    told = capsys.readouterr().out.splitlines()
    assert [line.split(" after")[0] for line in told] == [f"{file}: termination unknown", f"{file}: safety unknown"]
    assert all(line.endswith("s, timeout") for line in told)
    assert main(["prove", str(file), "--timeout", "0.5", "--json", "--property", "safety"]) == Exit.UNKNOWN
    told = json.loads(capsys.readouterr().out)
    record, = told["verdicts"]
    assert told == {"schema": "synth.verdict/2", "file": str(file), "files": [{"path": str(file)}], "verdicts": [record]}
    assert 0.5 <= record.pop("seconds") < SLACK
    assert record == {"property": "safety", "asked": "safety", "verdict": "unknown", "reason": "timeout",
                      "options": {"data_model": "LP64", "signed_overflow": "wrap", "undefined": "defined"}, "certificate": None,
                      "all_elements": False, "followed": False, "by_elements": False, "by_contents": False, "failure": None,
                      "replay": None, "trial": None, "undefined": [], "assumed": [],
                      "tried": [], "found_by": None, "proved_by": None, "width": None}


@pytest.mark.usefixtures("quickly")
def test_a_search_that_takes_too_long_leaves_its_question_unknown(file: pathlib.Path, capsys: Any,
                                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    deciding = verdict.deciding
    monkeypatch.setattr(verdict, "deciding", lambda system, asked, *more, **named: (
        stuck() if asked.value == "termination" else deciding(system, asked, *more, **named)))
    assert main(["prove", str(file), "--timeout", "3", "--quiet"]) == Exit.UNKNOWN
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{file}: termination unknown after")
    assert second == f"{file}: safe: no assertion can fail (checked)"


def test_a_verdict_outlives_what_is_done_with_it(file: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from synth.api import telling

    file.write_text(FAILS, encoding="utf-8")
    monkeypatch.setattr(telling, "replay", stuck)
    assert main(["prove", str(file), "--timeout", "3", "--property", "safety"]) == Exit.NO_SOLUTION
    out = capsys.readouterr().out
    assert f"{file}: unsafe: an assertion can fail (checked)" in out
    assert "replayed" not in out


def test_crashes_are_told(file: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "load_files", crashed)
    assert main(["prove", str(file)]) == Exit.UNUSABLE
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "error: the process prove was ended by SIGABRT\n")


def test_internal_errors_are_told_with_their_traceback(file: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise AssertionError("never so")

    monkeypatch.setattr(load, "load_files", broken)
    assert main(["prove", str(file)]) == Exit.UNUSABLE
    assert capsys.readouterr().err.startswith("internal error: AssertionError: never so")
    assert main(["prove", str(file), "--debug"]) == Exit.UNUSABLE
    assert "in broken" in capsys.readouterr().err


def test_the_memory_limit_holds(file: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def hoards(*_: Any, **__: Any) -> None:
        hoard = bytearray(os.urandom(1 << 20)) * 400
        time.sleep(1000 + len(hoard))

    held = psutil.Process().memory_info().rss >> 20
    monkeypatch.setattr(load, "load_files", hoards)
    assert main(["prove", str(file), "--memory-limit", str(held + 350), "--json", "--property", "safety"]) == Exit.UNKNOWN
    record, = json.loads(capsys.readouterr().out)["verdicts"]
    assert (record["verdict"], record["reason"]) == ("unknown", "memory")


@pytest.mark.usefixtures("quickly")
def test_a_check_that_takes_too_long_is_undecided(file: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = file.with_suffix(".json")
    answer.write_text(json.dumps({"schema": "synth.verdict/1", "file": str(file), "verdict": "true", "property": "safety",
                                  "certificate": {}}), encoding="utf-8")
    monkeypatch.setattr(load, "load_files", stuck)
    assert main(["check", str(answer), "--timeout", "0.5"]) == Exit.UNKNOWN
    assert capsys.readouterr().out == f"{answer}: undecided, timeout\n"


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize("words", [["{}"], ["prove", "{}"]])
def test_files_that_take_too_long_to_read(tmp_path: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch,
                                          words: list[str]) -> None:
    given = tmp_path / ("task.yml" if "prove" in words else "given.py")
    given.write_text("len(range(10 ** 9 ** 9))\n", encoding="utf-8")
    monkeypatch.setattr(questions, "_task", stuck)
    assert main([word.format(given) for word in words] + ["--timeout", "0.5"]) == Exit.UNUSABLE
    assert capsys.readouterr().err.startswith(f"{given}: error: the ")


def test_reading_counts(tmp_path: pathlib.Path, capsys: Any) -> None:
    """A search for which no function is good enough, after a second of reading."""
    given = tmp_path / "given.py"
    given.write_text("import time\nfrom synth import Fun, Word, spec\ntime.sleep(1.5)\n\n\n@spec(width=32)\n"
                     "def given(f: Fun[[Word, Word], Word], x: Word, y: Word):\n"
                     "    return f(x, y) == (x * 0x9E3779B1 ^ y) * (y * 0x85EBCA77 ^ x) + (x ^ y * 7919)\n", encoding="utf-8")
    assert main([str(given), "--timeout", "3", "--json"]) == Exit.UNKNOWN
    record = json.loads(capsys.readouterr().out)
    assert record["limit"] == "time limit of 3 s"
    assert record["seconds"] < 2.5


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_leaves_nothing_behind(tmp_path: pathlib.Path, number: signal.Signals) -> None:
    (tmp_path / "hard.c").write_text(HARD, encoding="utf-8")
    (tmp_path / "temporary").mkdir()
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    with subprocess.Popen([sys.executable, "-m", "synth", "prove", "hard.c"], cwd=tmp_path, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
        until, below = time.monotonic() + 30.0, set[psutil.Process]()
        while len(below) < 3 and time.monotonic() < until:
            below = set(psutil.Process(ran.pid).children(recursive=True))
            time.sleep(0.1)
        assert len(below) >= 3
        ran.send_signal(number)
        out, err = ran.communicate(timeout=30.0)
    if number is not signal.SIGKILL:
        assert (ran.returncode, out, err.strip()) == (Exit.INTERRUPTED, "", "interrupted")
    assert psutil.wait_procs(below, timeout=10.0)[1] == []
    assert list((tmp_path / "temporary").iterdir()) == []


INPUTS = ("extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"
          "int main(void) { unsigned x = __VERIFIER_nondet_uint();\n")
LARGE = {
    "a decimal exponent": "double d = 1e99999999; if (d < 1.0) reach_error();",
    "a binary exponent": "double d = 0x1p999999999; if (d < 1.0) reach_error();",
    "a long sum": f"unsigned y = {' + '.join(['x'] * 8000)}; if (y != 8000 * x) reach_error();",
    "two indices": "int a[4096]; unsigned i = __VERIFIER_nondet_uint(); if (x > 4095 || i > 4095) return 0;\n"
                   "a[x] = 1; a[i] = 2; if (a[x] == 0) reach_error();",
    "nested choices": f"x = {''.join(f'x == {i} ? {i} : ' for i in range(2000))} 5; if (x == 70000) reach_error();",
    "nested loops": f"{'while (x > 0) { ' * 500}x--;{'}' * 500}",
}


@pytest.mark.slow
@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize("kind", some(LARGE, 2))
def test_large_programs_end_in_time(file: pathlib.Path, capsys: Any, kind: str) -> None:
    file.write_text(f"{INPUTS}{LARGE[kind]}\n}}\n", encoding="utf-8")
    assert main(["prove", str(file), "--timeout", "5", "--property", "safety", "--quiet"]) in (Exit.SOLVED, Exit.UNKNOWN)
    assert capsys.readouterr().out.startswith(f"{file}: safe")
