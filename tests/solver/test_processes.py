"""Limits, signals and deaths: the search ends in time, goes on where it can, and leaves no process behind."""

from __future__ import annotations

import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import psutil
import pytest
from busy import SLACK
from solver_fakes import Busy, Fake, Use, turn_off, use

from synth import Specification
from synth.engines.protocol import Event, Point
from synth.solver import engine_pool
from synth.solver.coordinator import solve
from synth.solver.outcome import Outcome, Progress, Reason, Status
from synth.solver.process import terminate

__all__ = ["use"]
pytestmark = pytest.mark.usefixtures("no_process_is_left")


def child(name: str) -> int | None:
    return next((p.pid for p in multiprocessing.active_children() if p.name == name), None)


class Once:
    """An observer that does something once, a moment after the start."""

    def __init__(self, action: Callable[[], object], after: float = 0.3) -> None:
        self.action, self.after, self.done = action, after, False

    def __call__(self, progress: Progress) -> None:
        if not self.done and progress.elapsed > self.after and progress.engines["explicit"].state.startswith("length"):
            self.done = True
            self.action()


def kill(name: str) -> None:
    pid = child(name)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


class Waits(Fake):
    """Finds the solution after some `seconds`."""

    seconds = 1.0

    def step(self, seconds: float) -> list[Event]:
        if self.statistics.candidates < 10 * self.seconds:
            self.statistics.candidates += 1
            time.sleep(0.1)
            return []
        return super().step(seconds)


class Stuck(Fake):
    """Hangs, and hears nothing."""

    def step(self, seconds: float) -> list[Event]:
        time.sleep(1000)
        return []


class Raises(Fake):
    def step(self, seconds: float) -> list[Event]:
        raise RuntimeError("a bug")


class Hoards(Busy):
    """Takes 400 MB."""

    def goto(self, point: Point) -> None:
        self.hoard = bytearray(os.urandom(1 << 20)) * 400


@pytest.mark.parametrize("engine", [Busy, Stuck])
def test_the_time_limit_holds(use: Use, engine: type) -> None:
    start = time.monotonic()
    outcome = solve(turn_off, use(explicit=engine, timeout=0.7))
    assert 0.7 <= time.monotonic() - start < 0.7 + SLACK
    assert (outcome.status, outcome.reason, outcome.limit) == (Status.UNKNOWN, Reason.TIMEOUT, "time limit of 0.7 s")


def test_the_time_limit_keeps_the_answer(use: Use) -> None:
    class NeverMinimal(Fake):
        def goto(self, point: Point) -> None:
            super().goto(point)
            if point.width == 32:
                time.sleep(1000)

    outcome = solve(turn_off, use(explicit=NeverMinimal, minimal=100.0, timeout=4.0))
    assert (outcome.status, outcome.reason, outcome.minimal_width) == (Status.SOLVED, Reason.TIMEOUT, 8)


def test_the_memory_limit_holds(use: Use) -> None:
    start = time.monotonic()
    held = psutil.Process().memory_info().rss >> 20
    outcome = solve(turn_off, use(explicit=Hoards, memory_limit=2 * held + 350))
    assert (outcome.status, outcome.reason) == (Status.UNKNOWN, Reason.MEMORY)
    assert time.monotonic() - start < SLACK


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_search_in_time(use: Use, number: signal.Signals) -> None:
    before = signal.getsignal(number)
    start = time.monotonic()
    outcome = solve(turn_off, use(explicit=Stuck), Once(lambda: os.kill(os.getpid(), number)))
    assert time.monotonic() - start < SLACK
    assert (outcome.status, outcome.reason) == (Status.UNKNOWN, Reason.INTERRUPTED)
    assert signal.getsignal(number) is before


def test_an_exception_of_the_observer_leaves_nothing_behind(use: Use) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve(turn_off, use(explicit=Busy), Once(fail))


@pytest.mark.parametrize("name", ["explicit", "verifier"])
def test_a_killed_child_is_named_and_replaced(use: Use, name: str, caplog: pytest.LogCaptureFixture) -> None:
    outcome = solve(turn_off, use(explicit=Waits), Once(lambda: kill(name)))
    assert outcome.status is Status.SOLVED
    assert outcome.engines["explicit"].restarts == (name == "explicit")
    assert any(name in r.getMessage() and "SIGKILL" in r.getMessage() for r in caplog.records)


def test_a_replaced_engine_knows_all_examples(use: Use) -> None:
    class Counts(Busy):
        def step(self, seconds: float) -> list[Event]:
            self.statistics.candidates = len(self.known[8])
            return super().step(seconds)

    outcome = solve(turn_off, use(explicit=Counts, timeout=4.0), Once(lambda: kill("explicit"), 0.8))
    assert outcome.engines["explicit"].candidates == 2 * 16, "of the first process and of the second"


def test_an_engine_that_fails_always_is_out(use: Use, caplog: pytest.LogCaptureFixture) -> None:
    outcome = solve(turn_off, use(explicit=Raises))
    assert (outcome.status, outcome.reason, outcome.limit) == (Status.UNKNOWN, None, "every engine failed")
    assert outcome.engines["explicit"].restarts == engine_pool.RESTARTS
    assert outcome.engines["explicit"].state == "out: failed: RuntimeError: a bug"
    assert outcome.seconds < SLACK


def test_the_others_go_on_without_it(use: Use) -> None:
    outcome = solve(turn_off, use(explicit=Raises, genetic=Fake))
    assert (outcome.status, outcome.found_by) == (Status.SOLVED, "genetic")


def test_an_engine_that_does_not_move_is_replaced(use: Use, monkeypatch: pytest.MonkeyPatch) -> None:
    class StuckAtFirst(Fake):
        def step(self, seconds: float) -> list[Event]:
            if (self.point.length, self.point.constants) == (0, 0):
                time.sleep(1000)
            return super().step(seconds)

    class SlowAtLast(Waits):
        seconds = 3.0

        def step(self, seconds: float) -> list[Event]:
            return super().step(seconds) if self.point.length == 2 else Fake.step(self, seconds)

    monkeypatch.setattr(engine_pool, "_STUBBORN", 1.5)  # a busy machine may let one that moves wait for a second
    outcome = solve(turn_off, use(explicit=StuckAtFirst, genetic=SlowAtLast))
    assert outcome.status is Status.SOLVED
    assert outcome.engines["explicit"].restarts == 1


def test_fewer_jobs_than_engines_take_turns(use: Use) -> None:
    class Steps(Busy):
        def step(self, seconds: float) -> list[Event]:
            self.statistics.candidates += 1
            return super().step(seconds)

    outcome = solve(turn_off, use(explicit=Steps, bounded=Steps, genetic=Steps, jobs=1, timeout=4.0))
    steps = [report.candidates for report in outcome.engines.values()]
    assert all(s >= 3 for s in steps) and sum(steps) <= 100, "three at once would make about 66 steps each"


SCRIPT = """
import sys
sys.path[:0] = {paths!r}
from solver_fakes import Busy, turn_off
from synth.engines import registry
from synth.solver import coordinator
from synth.solver.coordinator import solve
from synth.solver.options import Options
import multiprocessing

coordinator.beginning = lambda *_: None
registry.create = lambda name, specification, seed: Busy(specification, seed)
show = lambda p: p.elapsed > 0.5 and print(*(c.pid for c in multiprocessing.active_children()), flush=True)
solve(turn_off, Options(), show)
"""


def test_no_orphan_survives_a_coordinator_that_is_killed(tmp_path: pathlib.Path) -> None:
    here = pathlib.Path(__file__).parent
    script = tmp_path / "search.py"
    script.write_text(SCRIPT.format(paths=[str(here), str(here.parent.parent)]), encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        children = [int(pid) for pid in process.stdout.readline().split()]
        process.kill()
    assert len(children) >= 2
    deadline = time.monotonic() + 2
    while any(map(alive, children)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(alive, children))


def alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_two_searches_do_not_disturb_one_another(use: Use) -> None:
    outcomes: list[Outcome] = [solve(turn_off, use(explicit=Fake)) for _ in range(2)]
    assert [o.candidate for o in outcomes] == [outcomes[0].candidate] * 2
    assert isinstance(outcomes[0].specification, Specification)


def test_what_does_not_end_when_it_is_asked_to_is_ended() -> None:
    deafened = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
    with (subprocess.Popen([sys.executable, "-c", deafened], stdout=subprocess.PIPE) as deaf,
          subprocess.Popen(["sleep", "60"]) as ready):
        assert deaf.stdout is not None
        deaf.stdout.readline()
        terminate([deaf.pid, ready.pid])
        assert ready.wait(10) == -signal.SIGTERM and deaf.wait(10) == -signal.SIGKILL
