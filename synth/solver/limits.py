"""Limits of time and memory, and signals that ask the search to end."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from synth.solver.outcome import Reason

Cancelled = Callable[[], bool]
"""Whether the work is not wanted any more, asked some ten times a second."""

_SAMPLING = 0.2
"""Seconds between two looks at the memory."""

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a program: Ctrl-C, a wish of somebody else's, and the loss of its terminal."""


class Limits:
    """When to stop: `timeout` seconds after the creation, or above `memory` MB of all processes together; None: never.

    `spent` seconds of the time are over when it is created. Where `cancelled` is given, it is asked, and signals are left alone.
    """

    def __init__(self, timeout: float | None, memory: int | None, spent: float = 0.0, cancelled: Cancelled | None = None) -> None:
        self._memory, self._timeout, self._cancelled = memory, timeout, cancelled
        self.interrupted = False
        self.restart(spent)

    def restart(self, spent: float = 0.0) -> None:
        """Have the time begin anew."""
        self.started = self._sampled = time.monotonic()
        self.deadline = None if self._timeout is None else self.started + self._timeout - spent

    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    def exceeded(self) -> tuple[Reason, str] | None:
        """The reason to stop now, with its limit in words."""
        now = time.monotonic()
        if self.interrupted or (self._cancelled is not None and self._cancelled()):
            return Reason.INTERRUPTED, "interrupted"
        if self.deadline is not None and now >= self.deadline:
            return Reason.TIMEOUT, f"time limit of {self._timeout:g} s"
        if self._memory is not None and now - self._sampled >= _SAMPLING:
            self._sampled = now
            if (held := memory_in_use()) > self._memory:
                return Reason.MEMORY, f"memory limit of {self._memory} MB ({held:.0f} MB in use)"
        return None

    def patience(self, longest: float) -> float:
        """How long the coordinator may sleep, at most `longest` seconds."""
        return longest if self.deadline is None else max(0.0, min(longest, self.deadline - time.monotonic()))

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.interrupted and number == signal.SIGINT:
            raise KeyboardInterrupt
        self.interrupted = True

    @contextmanager
    def signals(self) -> Iterator[None]:
        """Take the signals that end a program as a wish to stop while the context lasts; a second SIGINT raises KeyboardInterrupt.

        Only the main thread can; elsewhere this does nothing, nor where something else says when to stop.
        """
        if self._cancelled is not None or threading.current_thread() is not threading.main_thread():
            yield
            return
        watched = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, self._interrupt) for number in watched}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, signal.SIG_DFL if handler is None else handler)


def memory_in_use() -> float:
    """The resident memory of this process and all below it, in MB."""
    import psutil

    total = 0
    here = psutil.Process(os.getpid())
    for process in (here, *here.children(recursive=True)):
        try:
            total += process.memory_info().rss
        except psutil.Error:
            continue
    return total / (1 << 20)
