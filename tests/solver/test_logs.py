"""One log of all processes, in the order of arrival: it names who wrote a line, and keeps what a failing child said last."""

from __future__ import annotations

import logging
import pathlib
import threading

import pytest
from solver_fakes import Fake, Use, turn_off, use

from synth.engines.protocol import Event
from synth.errors import SynthError
from synth.solver import logs
from synth.solver.coordinator import solve

__all__ = ["use"]


class Speaks(Fake):
    def step(self, seconds: float) -> list[Event]:
        logging.getLogger("synth.engines.speaks").info("at %s", self.point)
        return super().step(seconds)


class Raises(Fake):
    def step(self, seconds: float) -> list[Event]:
        raise RuntimeError("a bug")


def test_a_log_holds_the_whole_lines_of_all_processes(use: Use, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "log"
    with logs.configure(0, str(file)):
        solve(turn_off, use(explicit=Speaks))
    lines = file.read_text(encoding="utf-8").splitlines()
    assert any("INFO    explicit: at Point(length=0, constants=0, width=8, " in line for line in lines)
    assert any("INFO    MainProcess: explicit found an answer of 2 instructions" in line for line in lines)
    for name in (" explicit: ", " MainProcess: "):
        times = [line[:12] for line in lines if name in line]
        assert times == sorted(times)


def test_the_traceback_of_a_failed_child_is_in_the_log(use: Use, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "log"
    with logs.configure(0, str(file)):
        solve(turn_off, use(explicit=Raises))
    text = file.read_text(encoding="utf-8")
    assert text.count("RuntimeError: a bug") >= 6 and "ERROR   explicit: failed" in text
    assert "restart 5 of 5" in text and "it is out" in text


def test_nothing_is_left_of_a_log(tmp_path: pathlib.Path) -> None:
    root, before = logging.getLogger("synth"), threading.active_count()
    handlers, level = list(root.handlers), root.level
    with logs.configure(2, str(tmp_path / "log")):
        assert len(root.handlers) == len(handlers) + 2
    assert (root.handlers, root.level) == (handlers, level)
    assert threading.active_count() <= before + 2, "the feeders of the two queues end by themselves"


def test_silence_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.configure():
        logging.getLogger("synth.solver").info("unimportant")
        logging.getLogger("synth.solver").warning("important")
    assert "unimportant" not in (shown := capsys.readouterr()).err
    assert "WARNING MainProcess: important" in shown.err and shown.out == ""


def test_a_log_that_cannot_be_written_is_an_error_of_the_user(tmp_path: pathlib.Path) -> None:
    with pytest.raises(SynthError, match="cannot write the log"), logs.configure(0, str(tmp_path / "no" / "log")):
        pass


@pytest.mark.parametrize(("verbosity", "quiet", "told"), [(0, False, True), (0, True, False), (1, True, True)])
def test_warnings_are_not_told_where_only_the_answer_is_wanted(capsys: pytest.CaptureFixture[str], verbosity: int, quiet: bool,
                                                               told: bool) -> None:
    with logs.configure(verbosity, quiet=quiet):
        logging.getLogger("synth.checking").warning("a solver failed")
    assert ("a solver failed" in capsys.readouterr().err) is told
