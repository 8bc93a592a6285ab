"""When work that a program of a user asked for is to end: it is cancelled, or a signal comes."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from synth.solver.limits import ENDING, Cancelled


@contextmanager
def ending(cancel: threading.Event | None) -> Iterator[Cancelled]:
    """Whether the work is to end, while the context lasts: `cancel` is set, or SIGINT, SIGTERM or SIGHUP came.

    A signal is delivered again once the work has ended, so that Ctrl-C raises KeyboardInterrupt when all processes are gone.
    Signals come to the main thread; work in another one is not ended by them.
    """
    heard: list[int] = []

    def hear(number: int, frame: FrameType | None) -> None:
        if heard and number == signal.SIGINT:
            raise KeyboardInterrupt
        heard.append(number)

    main = threading.current_thread() is threading.main_thread()
    before = {number: signal.signal(number, hear) for number in ENDING
              if main and signal.getsignal(number) not in (signal.SIG_IGN, None)}
    try:
        yield lambda: bool(heard) or (cancel is not None and cancel.is_set())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])
