"""Loops that go round a bounded number of times, unwound: every path that is so long is shown to be impossible, or to end.

What CBMC calls unwinding assertions. It pays where loops are short and what they compute is not, such as a sort of a few elements;
the work grows with the number of paths, which is one per round as long as constants decide about all other branches.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from synth.analysis.certificates.kinds import Found, Trace, Unwinding
from synth.analysis.certificates.paths import Path, Unbounded, end_of, impossible, rounds, run_along, unwound
from synth.analysis.progress import at_work
from synth.checking.validity.prover import Fails, Valid, valid
from synth.checking.validity.translator import Translator
from synth.evaluation import integers
from synth.transition import Kind, TransitionSystem, symbols

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


class Unfinished(Exception):
    """Why a search that was to be exhaustive shows nothing, in words."""


def bounded_runs(system: TransitionSystem, deadline: float, _seed: int = 0, *, most: int, safe: bool) -> Iterator[Found]:
    """What the runs show that go round each loop at most `most` times, each time that they come to it: a failing assertion, or that
    these are all runs, and none fails, as with CBMC's --unwind and --unwinding-assertions.

    Unfinished where there may be longer runs, or where nobody knows.
    """
    search = _Bounded(system, most, deadline)
    try:
        for length, level in enumerate(unwound(system, search.ends), start=1):
            at_work("unwinding", f"paths of {length} edges")
            if safe and level.failing and (trace := search.failing(level.failing)) is not None:
                yield Found(trace, "unwinding")
                return
    except Unbounded as many:
        raise Unfinished(str(many)) from None
    if not search.unknown and not search.open:
        yield Found(Unwinding(search.visits, safe), "unwinding")
        return
    raise Unfinished(search.reason(safe))


def _is_due(visit: int) -> bool:
    """Whether a visit is one of the first, or the first after a quarter more than at the last that was."""
    return visit < _FIRST or int(math.log(visit, _MORE)) > int(math.log(visit - 1, _MORE))


class _Unwinding:
    """A search under way; `rounds` says how often each loop head is come to at most."""

    def __init__(self, system: TransitionSystem) -> None:
        self._system, self._translator = system, Translator(system.width)
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
        return valid(impossible(paths), self._system.width, _ASKED, translator=self._translator)


class _Bounded:
    """A search among runs that go round each loop at most `most` times.

    visits    how often each loop head is come to at most
    open      the heads of loops that may go on
    unknown   whether it is not known if some assertion fails
    """

    def __init__(self, system: TransitionSystem, most: int, deadline: float) -> None:
        self._system, self._most, self._deadline = system, most, deadline
        self._translator = Translator(system.width)
        self.visits = {p.number: 0 for p in system.of_kind(Kind.HEAD)}
        self.open = set[int]()
        self.unknown = False

    def ends(self, path: Path, visit: int, alone: bool) -> bool:
        """Whether a path is not followed: it is impossible, or goes round once too often."""
        head = end_of(self._system, path)
        if (beyond := rounds(self._system, path) > self._most) or (not alone and _is_due(visit)):
            seconds = self._deadline - time.monotonic() if beyond else _ASKED
            if isinstance(valid(impossible([path]), self._system.width, seconds, translator=self._translator), Valid):
                return True
        if beyond:
            self.open.add(head)
            return True
        self.visits[head] = max(self.visits[head], visit)
        return False

    def failing(self, paths: list[Path]) -> Trace | None:
        """A run along one of some paths into a failing assertion, where there is one."""
        left = self._deadline - time.monotonic()
        answer = valid(impossible(paths), self._system.width, left, translator=self._translator)
        if not isinstance(answer, Fails):
            self.unknown |= not isinstance(answer, Valid)
            return None
        given = dict.fromkeys(sorted(symbols(c for path in paths for c in path.condition)), 0) | dict(answer.values)
        taken = next(path for path in paths if all(integers.evaluate(c, given, {}, self._system.width) for c in path.condition))
        steps = run_along(self._system, taken, given)
        assert steps is not None
        return Trace(steps)

    def reason(self, safe: bool) -> str:
        """What is not shown, and what is."""
        if self.unknown:
            return f"it is not known whether an assertion fails within {self._most} rounds of each loop"
        places = {self._system.places[head].line or 0 for head in self.open}
        more = "s" if len(places) > 1 else ""
        rounds = f"{self._most} round{'s' if self._most > 1 else ''} of each loop"
        shown = "no assertion fails" if safe else "runs were followed"
        return f"{shown} for {rounds}, but the loop{more} of {self._system.files.all_told(places)} may go on"
