"""Work apart: it ends in time, its errors and crashes are told, and nothing of it is left."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

import pytest
from busy import SLACK

from synth.errors import InputError, SynthError
from synth.solver.isolated import Exceeded, Isolated, within
from synth.solver.limits import Limits
from synth.solver.outcome import Reason

pytestmark = pytest.mark.usefixtures("no_process_is_left")
NEVER = Limits(None, None)


def in_one_step() -> int:
    """What no signal handler of Python's interrupts."""
    return len(range(10 ** 9 ** 9))


def forks_and_sleeps() -> None:
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    time.sleep(1000)


def starts_a_program() -> None:
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    time.sleep(1000)


def hoards() -> None:
    hoard = bytearray(os.urandom(1 << 20)) * 400
    time.sleep(1000 + len(hoard))


def killed(number: signal.Signals) -> None:
    faulthandler.disable()
    os.kill(os.getpid(), number)
    time.sleep(1000)


class Unportable(Exception):
    """Is not made again from its arguments."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def raising(error: BaseException) -> Callable[[], NoReturn]:
    def work() -> NoReturn:
        raise error

    return work


def test_a_result_comes_back() -> None:
    assert within(NEVER, "work", lambda: {"x": [1, 2]}) == {"x": [1, 2]}


def test_several_things_come_one_after_the_other() -> None:
    def three() -> Iterator[int]:
        yield from range(3)

    with Isolated("work", three, NEVER) as child:
        assert [child.next() for _ in range(3)] == [0, 1, 2]
        with pytest.raises(SynthError, match="the process work ended with status 0"):
            child.next()


@pytest.mark.parametrize("work", [in_one_step, forks_and_sleeps, starts_a_program, lambda: time.sleep(1000)])
def test_the_time_limit_holds(work: Callable[[], object]) -> None:
    start = time.monotonic()
    with pytest.raises(Exceeded) as raised:
        within(Limits(0.5, None), "work", work)
    assert raised.value.reason is Reason.TIMEOUT
    assert 0.5 <= time.monotonic() - start < 0.5 + SLACK


def test_the_memory_limit_holds() -> None:
    import psutil

    held = psutil.Process().memory_info().rss >> 20
    with pytest.raises(Exceeded) as raised:
        within(Limits(60.0, held + 350), "work", hoards)
    assert raised.value.reason is Reason.MEMORY


def test_files_are_cleaned_up(tmp_path: pathlib.Path) -> None:
    made = tmp_path / "made"

    def work() -> None:
        made.touch()
        try:
            time.sleep(1000)
        finally:
            made.unlink()

    with pytest.raises(Exceeded):
        within(Limits(1.5, None), "work", work)
    assert not made.exists()


def test_a_signal_in_a_destructor_is_not_lost(tmp_path: pathlib.Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Python ignores what a destructor raises, and says so; here the work ends all the same, and nothing is said."""
    made = tmp_path / "made"

    class Slow:
        def __del__(self) -> None:
            time.sleep(1.0)

    def work() -> None:
        made.touch()
        try:
            Slow()
            time.sleep(1000)
        finally:
            made.unlink()

    with pytest.raises(Exceeded):
        within(Limits(0.5, None), "work", work)
    assert not made.exists()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("error", "kind", "told"), [
    (InputError("bad", "file.c", 3, 4), InputError, r"file\.c:3:4: error: bad"), (KeyError("x"), KeyError, "x"),
    (Unportable(1, 2), RuntimeError, "Unportable: 1 and 2"), (KeyboardInterrupt(), KeyboardInterrupt, "^$"),
    (SystemExit(3), SystemExit, "3")])
def test_errors_are_raised_here_with_their_traceback(error: BaseException, kind: type[BaseException], told: str) -> None:
    """But for errors of the input, which say all themselves."""
    with pytest.raises(kind, match=told) as raised:
        within(NEVER, "work", raising(error))
    assert "in work" in str(raised.value.__cause__) if kind is not InputError else raised.value.__cause__ is None


def test_no_memory_left_is_a_limit() -> None:
    with pytest.raises(Exceeded) as raised:
        within(NEVER, "work", raising(MemoryError()))
    assert raised.value.reason is Reason.MEMORY


def test_a_crash_is_told() -> None:
    with pytest.raises(SynthError, match="the process work was ended by SIGSEGV"):
        within(NEVER, "work", lambda: killed(signal.SIGSEGV))


def test_what_the_system_kills_ran_out_of_memory() -> None:
    with pytest.raises(Exceeded) as raised:
        within(NEVER, "work", lambda: killed(signal.SIGKILL))
    assert (raised.value.reason, raised.value.text) == (Reason.MEMORY, "the process work was ended by SIGKILL")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), number))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        within(Limits(None, None), "work", lambda: time.sleep(1000))
    assert signal.getsignal(number) is before
    timer.join()


def test_nothing_survives_the_death_of_the_parent(tmp_path: pathlib.Path) -> None:
    code = ("import os, sys, time\nfrom synth.solver.isolated import within\nfrom synth.solver.limits import Limits\n"
            "def work():\n    print(os.getpid(), flush=True)\n    time.sleep(1000)\n"
            "within(Limits(None, None), 'work', work)\n")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    until = time.monotonic() + 5.0
    while time.monotonic() < until and pathlib.Path(f"/proc/{child}").exists():
        with contextlib.suppress(OSError):
            if ") Z " in pathlib.Path(f"/proc/{child}/stat").read_text(encoding="ascii"):
                break
        time.sleep(0.05)
    else:
        assert not pathlib.Path(f"/proc/{child}").exists()
