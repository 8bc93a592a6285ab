"""Searches that take turns in one process: generators that yield what they find, and None where they pause."""

from __future__ import annotations

import time
from collections.abc import Iterator

from synth.analysis.certificates.kinds import Found

Search = Iterator[Found | None]

_ALIKE = 0.1
"""Seconds that make no difference."""


def resumed(search: Search, until: float) -> Iterator[Found]:
    """What a search finds until a moment of the monotonic clock; it is left at a pause, and can be taken up again."""
    if time.monotonic() < until:
        for found in search:
            if found is not None:
                yield found
            if time.monotonic() >= until:
                return


def in_turns(*searches: Search) -> Search:
    """What some searches find, each going on until it pauses; None after each turn. Next is the one that has had the least time, or
    the fewest turns where that is about the same."""
    had = {number: (0.0, 0) for number in range(len(searches))}
    while had:
        own = min(had, key=lambda n: (had[n][0] // _ALIKE, had[n][1]))
        begun, (seconds, turns) = time.monotonic(), had[own]
        try:
            while (found := next(searches[own])) is not None:
                yield found
            had[own] = seconds + time.monotonic() - begun, turns + 1
        except StopIteration:
            del had[own]
        yield None


def beside(search: Search, other: Search, deadline: float, late: float, share: float) -> Search:
    """What a search finds, and another one that has `share` seconds for each of its own after the first `late` ones, and all the
    time that is left in the end; None where the first pauses.
    """
    begun = before = time.monotonic()
    for found in search:
        yield found
        now = time.monotonic()
        if now > begun + late:
            yield from resumed(other, min(deadline, now + share * (now - before)))
        before = time.monotonic()
    yield from resumed(other, deadline)
