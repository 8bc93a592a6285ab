"""The decision tree of a search, as a function of what is known (thesis, section 6.4.4 and its tree of parameters).

    engines failed at (l, c, w)   c + 1 constants, then l + 1 instructions: `lattice.successor`, within a region
                                  nothing of the region is left: the next wider words; at the target the end
    nothing satisfies at w        the next wider words
    right at w, not at the target constants are widened, by the verifiers; if no way verifies, the next wider words
    right at the target           an answer: shorter ones (*shorter*), then larger widths at which it is minimal (*minimal*)

Everything here is a value. `decide` gives the next stand, and the coordinator goes there.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, replace

from synth.engines.protocol import Point
from synth.solver.lattice import Lattice, Region, ladder, next_width, start_width
from synth.solver.options import COMPLETE_ENGINES, Options


class Phase(enum.Enum):
    """What a search is after."""

    SEARCH = "search"
    SHORTER = "shorter"
    MINIMAL = "minimal"


@dataclass(frozen=True)
class Stand:
    """Where a search stands.

    region   what is to be searched
    length   that of the shortest answer
    until    when the phase ends, on the clock of `Known.now`
    turn     when another width has its turn, in the last phase
    widths   those that have not had theirs, the next first
    over     whether nothing is left to do
    """

    region: Region
    phase: Phase = Phase.SEARCH
    length: int | None = None
    until: float = math.inf
    turn: float = math.inf
    widths: tuple[int, ...] = ()
    over: bool = False


@dataclass(frozen=True)
class Known:
    """What is known beside the points that are closed.

    now        seconds on some clock
    answer     the length of the shortest answer, found after `spent` seconds; None as long as there is none
    exhausted  whether no engine has anything left to search in the region
    empty      whether nothing satisfies the specification at the width of the region
    only_here  where candidates are right at the width of the region but not at the target, and nothing better is to be had there:
               how many instructions they have at least
    """

    now: float
    answer: int | None = None
    spent: float = 0.0
    exhausted: bool = False
    empty: bool = False
    only_here: int | None = None


def first(options: Options, lattice: Lattice) -> Stand:
    """Where a search begins."""
    width = start_width(lattice.specification, options.start_width)
    return Stand(Region(Point(0, 0, width), options.max_length))


def decide(stand: Stand, known: Known, options: Options, lattice: Lattice) -> Stand:
    """Where a search stands next: `stand` itself where it goes on as it does."""
    if known.answer is not None and known.answer != stand.length:
        return _answered(stand, known, options, lattice)
    if stand.phase is Phase.SEARCH:
        if not (known.exhausted or known.empty or known.only_here is not None):
            return stand
        return _wider(stand, lattice, known.only_here or 0) or replace(stand, over=known.exhausted)
    if stand.phase is Phase.SHORTER:
        if _is_closed(stand, lattice) or known.now >= stand.until:
            return _minimal(stand, known.now, options, lattice)
        if not (known.exhausted or known.empty):
            return stand
        return _wider(stand, lattice, 0) or (_minimal(stand, known.now, options, lattice) if known.exhausted else stand)
    if known.now >= stand.until:
        return replace(stand, over=True)
    if known.exhausted or known.now >= stand.turn or _is_closed(stand, lattice):
        return _next_turn(stand, known.now, lattice)
    return stand


def _answered(stand: Stand, known: Known, options: Options, lattice: Lattice) -> Stand:
    """There is a shorter answer: the lengths below it are open, or only the widths at which they are closed."""
    assert known.answer is not None
    last = known.answer - 1
    stand = replace(stand, length=known.answer, region=replace(stand.region, last=last))
    if lattice.minimal_width(known.answer) is not None or not COMPLETE_ENGINES & set(options.engines):
        return _minimal(stand, known.now, options, lattice)
    if stand.phase is not Phase.SEARCH:
        return stand
    region = Region(Point(0, 0, stand.region.width), last, strict=True)
    return replace(stand, phase=Phase.SHORTER, until=known.now + options.patience(known.spent), region=region)


def _wider(stand: Stand, lattice: Lattice, length: int) -> Stand | None:
    """The next wider words, from a length on; None where these are the target's already."""
    width = next_width(lattice.specification, stand.region.width)
    return None if width is None else replace(stand, region=replace(stand.region, start=Point(length, 0, width)))


def _is_closed(stand: Stand, lattice: Lattice) -> bool:
    return stand.length is not None and lattice.minimal_at(stand.length, stand.region.width)


def _minimal(stand: Stand, now: float, options: Options, lattice: Lattice) -> Stand:
    """The last phase, or what goes on in it."""
    if stand.phase is not Phase.MINIMAL:
        widths = ladder(lattice.specification)
        narrowest = widths[:1] if lattice.minimal_width(stand.length or 0) is None else ()
        stand = replace(stand, phase=Phase.MINIMAL, until=now + options.minimal, widths=(*narrowest, *reversed(widths)))
    return _next_turn(stand, now, lattice)


def _next_turn(stand: Stand, now: float, lattice: Lattice) -> Stand:
    """The turn of the next width that would be a gain, with half of the time that is left."""
    reached = lattice.minimal_width(stand.length or 0) or 0
    widths = tuple(w for w in stand.widths if w > reached)
    if not widths or now >= stand.until:
        return replace(stand, widths=widths, over=True)
    region = Region(Point(0, 0, widths[0]), (stand.length or 0) - 1, full=True, strict=True)
    return replace(stand, region=region, widths=widths[1:], turn=now + (stand.until - now) / (2 if widths[1:] else 1))
