"""A limit on the time that a piece of Python may take."""

from __future__ import annotations

import contextlib
import signal
import types
from collections.abc import Iterator


class HangError(Exception):
    """Something outlived its time limit."""


@contextlib.contextmanager
def alarm(seconds: float, processor: bool = False) -> Iterator[None]:
    """HangError in the body after `seconds`, of the processor's time if wanted; in the main thread of a process only."""
    which, clock = (signal.SIGPROF, signal.ITIMER_PROF) if processor else (signal.SIGALRM, signal.ITIMER_REAL)

    def ring(_signal: int, _frame: types.FrameType | None) -> None:
        raise HangError

    before = signal.signal(which, ring)
    signal.setitimer(clock, seconds)
    try:
        yield
    finally:
        signal.setitimer(clock, 0)
        signal.signal(which, before)
