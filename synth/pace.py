"""Seconds of work: how long they take where other processes have the same processors."""

from __future__ import annotations

import math
import pathlib
import time

SLOWEST = 4.0
"""How much longer work may take than on an idle machine, so that what is found does not depend on what else that does."""

_SCHEDULED = pathlib.Path("/proc/thread-self/schedstat")
"""Where Linux tells for how long a thread has worked, and waited for a processor."""


def pace() -> float:
    """How long a second of this thread's work takes, as far as the system tells."""
    try:
        worked, waited, *_ = map(int, _SCHEDULED.read_text(encoding="ascii").split())
    except (OSError, ValueError):
        return 1.0
    return min(SLOWEST, 1.0 + waited / max(1, worked))


def soon(seconds: float, deadline: float = math.inf) -> float:
    """When so many seconds of work are done, on the monotonic clock, or the deadline."""
    return min(deadline, time.monotonic() + seconds * pace())
