"""A limit on the time that a piece of Python may take."""

from __future__ import annotations

import contextlib
import signal
import types
from collections.abc import Iterator


class HangError(Exception):
    """Something outlived its time limit."""


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """HangError in the body after `seconds`; in the main thread of a process only."""
    def ring(_signal: int, _frame: types.FrameType | None) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
