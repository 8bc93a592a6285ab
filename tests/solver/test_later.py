"""Values that another process makes: they come, or what kept them from it does; nothing is left behind."""

import os
import signal
import time

import pytest

from synth.errors import InputError, SynthError
from synth.solver.later import Later


def test_a_value_comes() -> None:
    here = os.getpid()
    later = Later("list", lambda: [os.getpid(), here])
    made = later.value()
    assert made[1] == here != made[0]


def test_what_was_raised_comes() -> None:
    def refuse() -> int:
        raise InputError("no good", "a.c", 3)

    with pytest.raises(InputError, match=r"a\.c:3: error: no good"):
        Later("refused", refuse).value()


def test_a_failure_is_told() -> None:
    with pytest.raises(SynthError, match="division failed: ZeroDivisionError"):
        Later("division", lambda: 1 // 0).value()
    with pytest.raises(SynthError, match=r"gone .*ended with status 7"):
        Later("gone", lambda: os._exit(7)).value()


def test_it_waits_and_goes_on() -> None:
    later = Later("list", lambda: [time.sleep(0.1), os.getpid()])
    later.signal(signal.SIGSTOP)
    assert not later.connection.poll(0.5)
    later.signal(signal.SIGCONT)
    assert later.value()[1] != os.getpid()
    later.signal(signal.SIGCONT)


def test_it_can_be_given_up() -> None:
    later = Later("slow", lambda: time.sleep(60))
    pid = later._child.pid
    assert not later.connection.poll()
    later.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    later.close()
