"""Searches on one bank by several threads, which share its memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from synth.engines.native.threads import MOST, pool, processors

J = TypeVar("J")

_EACH = 4
"""For so many processors there is one thread: other engines are at work beside this one."""


def own_threads() -> int:
    """How many threads the engine uses."""
    return max(1, min(MOST, processors() // _EACH))


def side_by_side(search: Callable[[J], None], jobs: Sequence[J]) -> None:
    """Do a slice of each of these jobs, at most `MOST`, each in a thread of its own; returns when all are done."""
    if len(jobs) == 1:
        search(jobs[0])
    else:
        list(pool(MOST).map(search, jobs))
