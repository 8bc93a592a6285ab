"""The live display: on a terminal only, and never in the way of the answer."""

from __future__ import annotations

import io
import os
import pathlib
import re
import sys
from typing import Any

import fakes
import pexpect
import pytest
from rich.console import Console

from synth.analysis.progress import Stage, Working
from synth.api.answers import Progress, statistics_of
from synth.api.wording import counted, rate
from synth.cli.display import Display, panel, stages, wanted
from synth.solver.outcome import EngineReport

ROOT = pathlib.Path(__file__).parent.parent.parent
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"


def progress(**more: Any) -> Progress:
    return Progress(**{"length": 3, "constants": 1, "width": 8, "examples": 14, "elapsed": 2.5, "phase": "search",
                       "answer_length": None, "engines": statistics_of(fakes.REPORTS)} | more)


def drawn(snapshot: Progress) -> str:
    console = Console(file=io.StringIO(), width=120)
    console.print(panel(snapshot))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_panel_tells_where_the_search_stands() -> None:
    text = drawn(progress())
    assert "length 3, 1 constant, 8 bits, 14 examples, 2.5 s" in text
    assert all(part in text for part in ("explicit", "1.2M/s", "3 refuted", "genetic", "best 0.750"))
    assert "answer" not in text
    assert "answer of 2 instructions proved" in drawn(progress(answer_length=2))


def test_stages_of_a_verdict() -> None:
    working = Working("termination", 60.0, 12.34)
    for name, detail in (("ranks", "1 fact known"), ("unwinding", "paths of 9 edges"), ("ranks", "12 facts known")):
        working.take("terminates", Stage(name, detail))
    console = Console(file=io.StringIO(), width=120)
    console.print(stages(working))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "termination: 12.3 of 60 s" in text
    assert re.search(r"terminates\? +ranks \(12 facts known\) +1 method before", text)
    assert working.tried == ("terminates: unwinding, ranks (12 facts known)",)


@pytest.mark.parametrize(("candidates", "seconds", "text"), [
    (0, 0.0, "0/s"), (5, 1.0, "5/s"), (12_300, 1.0, "12.3k/s"), (3e9, 2.0, "1.5G/s")])
def test_rate(candidates: int, seconds: float, text: str) -> None:
    assert rate(EngineReport(candidates=candidates, seconds=seconds)) == text


def test_counted() -> None:
    assert [counted(n, "word") for n in (0, 1, 2, 1000)] == ["0 words", "1 word", "2 words", "1,000 words"]


def test_inactive_display_is_silent(capsys: Any) -> None:
    with Display(active=False) as display:
        display(progress())
    assert capsys.readouterr() == ("", "")


def test_short_searches_are_not_shown(capsys: Any) -> None:
    with Display(active=True) as display:
        display(progress(elapsed=0.01))
    assert capsys.readouterr() == ("", "")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("quiet", "verbosity", "term", "shown"), [
    (False, 0, "xterm", True), (True, 0, "xterm", False), (False, 1, "xterm", False), (False, 0, "dumb", False)])
def test_wanted(quiet: bool, verbosity: int, term: str, shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stderr", _Terminal())
    assert wanted(quiet, verbosity) is shown
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert not wanted(quiet, verbosity)


def test_the_cursor_comes_back_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with pytest.raises(KeyboardInterrupt), Display(active=True) as display:
        display(progress())
        raise KeyboardInterrupt
    text = terminal.getvalue()
    assert HIDE in text
    assert text.rindex(SHOW) > text.rindex(HIDE)


def test_a_verdict_is_worked_at_on_a_terminal(tmp_path: pathlib.Path) -> None:
    """The stages are shown and gone again before the verdict is printed."""
    file = tmp_path / "odd.c"
    file.write_text("extern unsigned nondet(void);\nint main(void) {\n unsigned x = nondet(), y = nondet(), n = 0;\n"
                    " while (x != y * y + 3) { x = x * 3 + y; n++; }\n"
                    " if (n > 1000 && x % 7 == 3 && y % 3 == 1) reach_error();\n}\n", encoding="utf-8")
    words = ["-m", "synth", "prove", str(file), "--property", "safety", "--timeout", "12"]  # a busy machine starts late
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "120"}
    child = pexpect.spawn(sys.executable, words, env=environment, encoding="utf-8", timeout=30)
    child.expect(r"safety: \d+\.\d of \d[.\d]* s")
    child.expect(pexpect.EOF)
    child.close()
    assert child.before is not None
    assert "odd.c: " in child.before.rpartition(SHOW)[2]


def test_interrupt_on_a_terminal() -> None:
    """Ctrl-C at a real search: it ends within a second or so, says why, and leaves the terminal as it was."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "120"}
    spec = str(ROOT / "specs" / "hackers_delight" / "p25.py")
    child = pexpect.spawn(sys.executable, ["-m", "synth", spec, "--jobs", "2"], env=environment, encoding="utf-8", timeout=30)
    child.expect("length")
    child.sendintr()
    child.expect(pexpect.EOF, timeout=5)
    child.close()
    assert child.exitstatus == 130
    assert child.before is not None
    assert SHOW in child.before
    assert "s, interrupted" in child.before.partition(SHOW)[2]
