"""Loops that go round a bounded number of times, unwound: every path that is so long is shown to be impossible, or to end.

What CBMC calls unwinding assertions. It pays where loops are short and what they compute is not, such as a sort of a few elements;
the work grows with the number of paths, which is one per round as long as constants decide about all other branches.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from synth.analysis.certificates import Found, Unwinding
from synth.analysis.paths import Path, Unbounded, end_of, impossible, unwound
from synth.analysis.progress import at_work
from synth.analysis.prover import Fails, Valid, valid
from synth.transition import Kind, TransitionSystem

_ASKED = 1.0
"""Seconds for the question whether a path is possible."""

_FIRST, _MORE = 8, 1.25


def unwindings(system: TransitionSystem, safe: bool) -> Iterator[Found | None]:
    """How often each loop head is come to at most, where that is found; nothing where a failing assertion is seen to be reached.
    None after each length of paths, so that the search can be left and taken up again."""
    search = _Unwinding(system)
    try:
        for length, level in enumerate(unwound(system, search.ends), start=1):
            at_work("unwinding", f"paths of {length} edges")
            if safe and level.failing and search.fails(level.failing):
                return
            yield None
    except Unbounded:
        return
    yield Found(Unwinding(search.rounds, safe), "unwinding")


def resumed(search: Iterator[Found | None], until: float) -> Iterator[Found]:
    """What a search that pauses finds until a moment of the monotonic clock."""
    if time.monotonic() < until:
        for found in search:
            if found is not None:
                yield found
            if time.monotonic() >= until:
                return


def _is_due(visit: int) -> bool:
    """Whether a visit is one of the first, or the first after a quarter more than at the last that was."""
    return visit < _FIRST or int(math.log(visit, _MORE)) > int(math.log(visit - 1, _MORE))


class _Unwinding:
    """A search under way; `rounds` says how often each loop head is come to at most."""

    def __init__(self, system: TransitionSystem) -> None:
        self._system = system
        self.rounds = {p.number: 0 for p in system.of_kind(Kind.HEAD)}

    def ends(self, path: Path, visit: int, alone: bool) -> bool:
        """Whether a path is impossible, as is soon seen; asked where runs may also leave, the more rarely the longer they are."""
        head = end_of(self._system, path)
        if not alone and _is_due(visit) and isinstance(self._asked([path]), Valid):
            return True
        self.rounds[head] = max(self.rounds[head], visit)
        return False

    def fails(self, paths: list[Path]) -> bool:
        """Whether it is soon seen that some of the paths is possible."""
        return isinstance(self._asked(paths), Fails)

    def _asked(self, paths: list[Path]) -> object:
        return valid(impossible(paths), self._system.width, _ASKED)
