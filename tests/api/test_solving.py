"""`synth.solve` and `synth.check` as programs call them."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import typing
from collections.abc import Iterator
from typing import Any

import fakes
import pytest
from busy import SLACK

import synth
from synth import Function, Specification, symbol
from synth.api import solving
from synth.api.solving import SearchOptions
from synth.solver import coordinator
from synth.solver.options import Options
from synth.solver.outcome import Outcome

ROOT = pathlib.Path(__file__).parent.parent.parent
pytestmark = pytest.mark.usefixtures("no_process_is_left")
x, f = symbol("x"), Function("f", 1)
SUCCESSOR = Specification((f,), (x,), f(x) == x + 1, width=8, name="successor")
IMPOSSIBLE = Specification((f,), (x,), f(x) + f(x) == x, width=8, name="impossible")
HARD = "hackers_delight/p25"
MAX = """(set-logic BV)
(synth-fun pick ((x (_ BitVec 8)) (b Bool)) Bool)
(declare-var x (_ BitVec 8))
(declare-var b Bool)
(constraint (= (pick x b) (or b (= x #x03))))
(check-synth)
"""


def test_the_options_are_those_of_a_search() -> None:
    assert typing.get_type_hints(SearchOptions) == typing.get_type_hints(Options)


def test_importing_synth_loads_nothing_that_a_specification_does_not_need() -> None:
    code = "import sys, synth; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    assert not {name for name in loaded if name.startswith(("synth.api", "synth.solver", "synth.engines", "multiprocessing"))}
    assert not {"z3", "numpy", "click", "json", "logging"} & set(loaded)


def test_names_are_loaded_when_they_are_asked_for() -> None:
    assert synth.solve is solving.solve
    assert {"solve", "prove", "check", "Answer"} <= set(dir(synth))
    with pytest.raises(AttributeError, match="has no attribute 'solved'"):
        synth.solved  # type: ignore[attr-defined]  # noqa: B018


def test_a_specification_is_solved() -> None:
    answer = synth.solve(SUCCESSOR, timeout=60)
    assert (answer.solved, answer.status, answer.name, answer.width, answer.seed) == (True, "solved", "successor", 8, 0)
    assert [answer.functions["f"](n) for n in (0, 255)] == [1, 0]
    assert answer.text.startswith("successor: solved and checked, 1 instruction, 8-bit words")
    assert answer.record["schema"] == "synth.result/1" and answer.record == json.loads(answer.json)
    assert answer.engines["explicit"].candidates > 0
    assert pickle.loads(pickle.dumps(answer)).functions == answer.functions
    assert "successor: solved" in answer._repr_html_() and "successor: solved" in answer._repr_markdown_()
    checked = synth.check(answer, timeout=60)
    assert (checked.confirmed, checked.name) == (True, "successor")
    assert checked.record["schema"] == "synth.check/1"
    assert set(checked.proved_by).isdisjoint({answer.proved_by})


def test_what_cannot_be_is_infeasible() -> None:
    answer = synth.solve(IMPOSSIBLE, timeout=60)
    assert (answer.status, answer.solved, dict(answer.functions), answer.checked) == ("infeasible", False, {}, True)
    assert answer.conflict[0]["x"] % 2 == 1
    assert synth.check(answer, timeout=60).confirmed


def test_files_and_names_are_loaded(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "pick.sl"
    file.write_text(MAX, encoding="utf-8")
    answer = synth.solve(file, timeout=60)
    pick = answer.functions["pick"]
    assert [pick(3, 0), pick(4, 0), pick(4, True)] == [True, False, True]
    assert pick.takes == (8, 1) and pick.smtlib.startswith("(define-fun pick ")
    assert answer.text.startswith("(\n(define-fun pick ") and answer.source == str(file)
    assert synth.check(answer, timeout=60).confirmed
    assert synth.solve("hackers_delight/p03", timeout=60, minimal=0.0).functions["f"](12) == 4


def test_an_answer_is_checked_as_a_record_and_as_a_file(tmp_path: pathlib.Path) -> None:
    answer = synth.solve(SUCCESSOR, timeout=60)
    file = tmp_path / "answer.json"
    file.write_text(answer.json, encoding="utf-8")
    assert synth.check(file, SUCCESSOR).confirmed
    assert synth.check(answer.record, IMPOSSIBLE).confirmed is False
    with pytest.raises(synth.InputError, match=r"answer\.json: error: not an answer"):
        file.write_text("{}", encoding="utf-8")
        synth.check(file)
    with pytest.raises(synth.InputError, match="No such file"):
        synth.check(tmp_path / "none.json")


def test_unusable_problems_and_options_are_told(tmp_path: pathlib.Path) -> None:
    with pytest.raises(synth.InputError, match="no such file"):
        synth.solve(tmp_path / "none.py")
    with pytest.raises(synth.InputError, match="max-length must be at least 0"):
        synth.solve(SUCCESSOR, max_length=-1)
    with pytest.raises(TypeError):
        synth.solve(SUCCESSOR, speed=3)  # type: ignore[call-arg]


def test_progress_is_told_and_its_errors_end_the_search() -> None:
    seen: list[synth.Progress] = []

    def look(now: synth.Progress) -> None:
        seen.append(now)
        if len(seen) == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        synth.solve(HARD, progress=look, timeout=60)
    assert [now.phase for now in seen] == ["search"] * 3
    assert seen[0].elapsed < seen[1].elapsed < seen[2].elapsed
    assert set(seen[0].engines) >= {"explicit", "bounded"}


@pytest.fixture
def cancel() -> Iterator[threading.Event]:
    """Set a moment after it is asked for; the test may take little longer."""
    event, start = threading.Event(), time.monotonic()
    timer = threading.Timer(0.5, event.set)
    timer.start()
    yield event
    timer.join()
    assert time.monotonic() - start < SLACK


def test_a_search_is_cancelled(cancel: threading.Event) -> None:
    answer = synth.solve(HARD, cancel=cancel, timeout=60)
    assert (answer.status, answer.reason) == ("unknown", "interrupted")


def test_loading_is_cancelled(cancel: threading.Event, tmp_path: pathlib.Path) -> None:
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    with pytest.raises(synth.InputError, match=r"slow\.py: error: the specification was not loaded: interrupted"):
        synth.solve(tmp_path / "slow.py", cancel=cancel)


def test_an_interrupt_ends_it_and_is_raised() -> None:
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        synth.solve(HARD, progress=lambda now: signal.raise_signal(signal.SIGINT) if now.elapsed > 0.3 else None, timeout=60)
    assert signal.getsignal(signal.SIGINT) is handler


def test_threads_solve_side_by_side() -> None:
    async def both() -> list[synth.Answer]:
        return await asyncio.gather(*(asyncio.to_thread(synth.solve, s, timeout=60, minimal=0.0) for s in (SUCCESSOR, IMPOSSIBLE)))

    assert [answer.status for answer in asyncio.run(both())] == ["solved", "infeasible"]


def test_nothing_of_the_system_is_kept() -> None:
    def open_files() -> int:
        return len(os.listdir("/proc/self/fd"))

    synth.solve(IMPOSSIBLE, timeout=60)
    gc.disable()
    try:
        before = open_files()
        synth.solve(IMPOSSIBLE, timeout=60)
        assert open_files() == before
    finally:
        gc.enable()


def test_the_command_has_the_same_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, capsys: Any) -> None:
    from synth.cli.main import main

    def search(specification: Specification, *_: Any, **__: Any) -> Outcome:
        return fakes.solved()

    monkeypatch.setattr(coordinator, "solve", search)
    file = tmp_path / "spec.py"
    file.write_text("from synth import Fun, Word, spec\n\n@spec(width=32)\ndef isolate(f: Fun[[Word], Word], x: Word):\n"
                    "    return f(x) == x & -x\n", encoding="utf-8")
    answer = synth.solve(file)
    assert main([str(file)]) == 0
    assert capsys.readouterr().out == answer.text + "\n"
    assert main([str(file), "--json"]) == 0
    assert capsys.readouterr().out == answer.json + "\n"


@pytest.mark.parametrize(("options", "told"), [
    ({"timeoutt": 3}, "solve() has no argument 'timeoutt'; there are timeout, minimal"),
    ({"engines": "explicit"}, "engines must be a list or tuple of strings, not 'explicit'"),
    ({"width": "8"}, "width must be an integer, not '8'"), ({"jobs": 1.5}, "jobs must be an integer, not 1.5")])
def test_wrong_options_are_told(options: Any, told: str) -> None:
    with pytest.raises(TypeError, match=re.escape(told)):
        synth.solve("hackers_delight/p01", **options)
