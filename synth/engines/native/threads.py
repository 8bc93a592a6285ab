"""Threads for compiled code, which releases the interpreter's lock: they share all memory of their process."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache

MOST = 4
"""How many threads an engine uses at most: others are at work, too."""


@cache
def processors() -> int:
    """How many processors this process may run on."""
    return len(os.sched_getaffinity(0))


def pool(threads: int) -> ThreadPoolExecutor:
    """So many threads; the same ones each time."""
    return _pool(os.getpid(), threads)


@cache
def _pool(process: int, threads: int) -> ThreadPoolExecutor:
    """The threads of a process: one that was forked has none of its parent's."""
    return ThreadPoolExecutor(threads)
