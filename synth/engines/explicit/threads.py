"""One search by several threads, each of which has a slice of it (`Task.slice`): the kernel releases the interpreter's lock.

Threads advance in rounds of equal work. None waits for the others at the end of each: one may be up to `_AHEAD` rounds ahead. Where
one finds something, the others go on to the same number of rounds behind that, and only then is it told: so the same programs are
found in the same order every time, however fast each thread is.
"""

from __future__ import annotations

import time
from dataclasses import replace
from threading import Condition

import numpy as np
from numpy.typing import NDArray

from synth.engines.explicit.kernel import Task
from synth.engines.explicit.search import searching
from synth.engines.native.threads import MOST, pool, processors
from synth.program import Program

ROUND = 2_000_000
"""Evaluations of a round: some milliseconds."""

_AHEAD = 16
"""How many rounds a thread may be ahead of another."""


def available_threads() -> int:
    """How many threads search side by side in a process."""
    return min(processors(), MOST)


class Threads:
    """All programs of a task, by `threads` searches side by side; can be resumed, and can learn examples between two calls."""

    def __init__(self, task: Task, threads: int = 1) -> None:
        self._searches = [searching(replace(task, slice=i, slices=threads)) for i in range(threads)]
        self._rounds = [0] * threads
        self._found: dict[int, list[Program]] = {}
        self._last: int | None = None  # the round up to which all go on, since something was found
        self._turn = Condition()

    def advance(self, seconds: float) -> list[Program]:
        """Search for about so many seconds, or until something is found; the programs that reach the goal."""
        until, threads = time.monotonic() + seconds, range(len(self._searches))
        if len(threads) == 1:
            self._run(0, until)
        else:
            list(pool(len(threads)).map(self._run, threads, [until] * len(threads)))
        if self._last is None or any(self._goes_on(i) for i in threads):
            return []
        found = [program for i in sorted(self._found) for program in self._found[i]]
        self._found, self._last, self._rounds = {}, None, [0] * len(threads)
        return found

    def _run(self, i: int, until: float) -> None:
        """Rounds of one search."""
        search = self._searches[i]
        while time.monotonic() < until:
            with self._turn:
                in_turn = self._turn.wait_for(lambda: not self._is_ahead(i), until - time.monotonic())
                if not in_turn or not self._goes_on(i):
                    return
            found = search.advance(ROUND)
            with self._turn:
                self._rounds[i] += 1
                if found:
                    self._found[i] = found
                    last = self._rounds[i] + _AHEAD
                    self._last = last if self._last is None else min(self._last, last)
                self._turn.notify_all()

    def _goes_on(self, i: int) -> bool:
        """Whether a search has rounds left before anything is told."""
        return not self._searches[i].finished and i not in self._found and (self._last is None or self._rounds[i] < self._last)

    def _is_ahead(self, i: int) -> bool:
        """Whether a search has rounds left, but others have to catch up before."""
        others = range(len(self._searches))
        return self._goes_on(i) and any(self._goes_on(j) and self._rounds[j] + _AHEAD <= self._rounds[i] for j in others)

    def learn(self, inputs: NDArray[np.uint64], goal: NDArray[np.uint64] | None) -> None:
        """Go on with these examples, all of them; they must contain the earlier ones."""
        for search in self._searches:
            search.learn(inputs, goal)

    @property
    def evaluated(self) -> int:
        """How many programs were looked at so far."""
        return sum(search.evaluated for search in self._searches)

    @property
    def finished(self) -> bool:
        """Whether every program was looked at, and all that was found was told."""
        return self._last is None and all(search.finished for search in self._searches)

    @property
    def missed(self) -> bool:
        """Whether programs were left out that would have taken too long."""
        return any(search.missed for search in self._searches)

    @property
    def overflow(self) -> bool:
        """Whether more was found at once than there was room for; some of it was not told."""
        return any(search.overflow for search in self._searches)
