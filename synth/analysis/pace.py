"""Seconds of work: how long they take where other processes have the same processors."""

from __future__ import annotations

import math
import time

_SLOWEST = 4.0
"""How much longer work may take than on an idle machine: what is lost then would be found there."""

_NOTHING = 0.05
"""Seconds of work that say nothing."""

_begun = [time.monotonic(), time.thread_time()]


def begin() -> None:
    """Look at the work of this thread from now on."""
    _begun[:] = time.monotonic(), time.thread_time()


def pace() -> float:
    """How long a second of this thread's work takes."""
    passed, worked = time.monotonic() - _begun[0], time.thread_time() - _begun[1]
    return min(_SLOWEST, max(1.0, passed / worked)) if worked > _NOTHING else 1.0


def soon(seconds: float, deadline: float = math.inf) -> float:
    """When so many seconds of work are done, on the monotonic clock, or the deadline."""
    return min(deadline, time.monotonic() + seconds * pace())
