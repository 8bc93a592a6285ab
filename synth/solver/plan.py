"""The phases of a search: which region of the lattice the engines work on, and when it is over.

*search* looks for a first answer, from the start width upwards; *shorter* closes the lengths below that of the answer; *minimal*
closes them again at other widths, the target first. Pure: time is handed in.
"""

from __future__ import annotations

import math
from dataclasses import replace

from synth.engines.protocol import Point
from synth.solver.lattice import Lattice, Region, ladder, next_width, start_width
from synth.solver.options import COMPLETE_ENGINES, Options
from synth.specification import Specification


class Plan:
    """Where the search stands. `region` is what is to be searched; `over` says that nothing is left to do."""

    def __init__(self, specification: Specification, options: Options, known: Lattice) -> None:
        self._specification, self._options, self._lattice = specification, options, known
        self.phase = "search"
        self.over = False
        self.region = Region(Point(0, 0, start_width(specification, options.start_width)), options.max_length)
        self.length: int | None = None
        self._until = self._slice_until = math.inf
        self._widths: list[int] = []

    def raise_width(self, length: int = 0) -> bool:
        """Go on at the next width from `length` on; False where this is the target already."""
        wider = next_width(self._specification, self.region.width)
        if wider is None or self.phase == "minimal":
            return False
        start = 0 if self.phase == "shorter" else length
        self.region = replace(self.region, start=Point(start, 0, wider))
        return True

    def answered(self, length: int, now: float, spent: float = 0.0) -> None:
        """There is an answer of `length` instructions, after `spent` seconds: look for shorter ones."""
        self.length = length
        self.region = replace(self.region, last=length - 1)
        if self._lattice.minimal_width(length) is not None or not COMPLETE_ENGINES & set(self._options.engines):
            self._minimise(now)
        elif self.phase == "search":
            self.phase, self._until = "shorter", now + self._options.patience(spent)
            self.region = Region(Point(0, 0, self.region.width), length - 1, strict=True)

    def advance(self, now: float, exhausted: bool) -> None:
        """Go on where `exhausted` says that no engine has anything left to search, or where it has been long enough."""
        if self.phase == "search":
            self.over = exhausted and not self.raise_width()
        elif self.phase == "shorter":
            self._shorter(now, exhausted)
        elif now >= self._until:
            self.over = True
        elif exhausted or now >= self._slice_until or self._closed(self.region.width):
            self._next_width(now)

    def _closed(self, width: int) -> bool:
        return self.length is not None and self._lattice.minimal_at(self.length, width)

    def _shorter(self, now: float, exhausted: bool) -> None:
        if self._closed(self.region.width) or now >= self._until or (exhausted and not self.raise_width()):
            self._minimise(now)

    def _minimise(self, now: float) -> None:
        if self.phase != "minimal":
            self.phase, self._until = "minimal", now + self._options.minimal
            widths = ladder(self._specification)
            unknown = self._lattice.minimal_width(self.length or 0) is None
            self._widths = [*([widths[0]] if unknown else []), *reversed(widths)]
        self._next_width(now)

    def _next_width(self, now: float) -> None:
        """Take up the next width that would be a gain, with half of the time that is left."""
        reached = self._lattice.minimal_width(self.length or 0) or 0
        self._widths = [w for w in self._widths if w > reached]
        if not self._widths or now >= self._until:
            self.over = True
            return
        width = self._widths.pop(0)
        self._slice_until = now + (self._until - now) / (2 if self._widths else 1)
        self.region = Region(Point(0, 0, width), (self.length or 0) - 1, full=True, strict=True)
