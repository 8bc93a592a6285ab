"""The lattice of (length, constants, width): which points were searched, which are closed, which is next within a region.

Pure: nothing here knows of processes or time. A point is *searched* when a complete engine went through it; it is *shown* when that
pass left out only candidates that fail on the examples (see `Pass`), and *closed* when, moreover, no candidate found there is still
right, or undecided, at its width. Only closed points count for minimality, and a point closed at one width says nothing about
another (thesis, section 6.4.5). Where the search goes when a region is done says `decision`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, takewhile

from synth.engines.protocol import Point, most_constants
from synth.specification import Specification
from synth.terms import TermKind, calls, postorder

WIDTHS = (4, 8, 16, 32, 64)
"""The widths that a search passes through, up to its target."""

FLOAT_WIDTHS = (16, 32, 64)
"""The widths at which words are IEEE-754 numbers."""

GivenUp = Mapping[tuple[int, int], int]
"""Per (width, length): the fewest constants with which an engine gave up there."""


def ladder(specification: Specification) -> tuple[int, ...]:
    """The widths on the way to the specification's own, ascending; the last is the target."""
    if specification.fixed:
        return (specification.width,)
    widths = FLOAT_WIDTHS if specification.uses_floats else WIDTHS
    return (*(w for w in widths if w < specification.width), specification.width)


def nests_calls(specification: Specification) -> bool:
    """Whether every ∃ function is somewhere called on the result of another call: none can then be told its results directly."""
    found = [c for c in calls(specification.formula) if c.arguments]
    nesting = {c.data for c in found if any(n.kind is TermKind.CALL and n.arguments for n in postorder(*c.arguments))}
    return bool(found) and nesting == {c.data for c in found}


def start_width(specification: Specification, wanted: int | None = None) -> int:
    """Where the search starts: `wanted`, else 8 bits (16 for floating point, 4 for nested calls), at most the target."""
    if wanted is not None:
        return min(wanted, specification.width)
    widths = ladder(specification)
    if specification.uses_floats or nests_calls(specification):
        return widths[0]
    return next((w for w in widths if w >= 8), widths[-1])


def next_width(specification: Specification, width: int) -> int | None:
    """The width to raise to; None at the target."""
    return next((w for w in ladder(specification) if w > width), None)


def successor(specification: Specification, point: Point) -> Point:
    """Where SYNTH fails at `point`: one constant more, or one instruction more and no constant."""
    if point.constants < most_constants(specification, point.length):
        return Point(point.length, point.constants + 1, point.width)
    return Point(point.length + 1, 0, point.width)


@dataclass(frozen=True)
class Region:
    """The points from `start` on, at its width, up to length `last`; where `full` only those with all constants that make sense.

    Where `strict`, a point that was searched without being shown is searched again as soon as that could close it.
    """

    start: Point
    last: int
    full: bool = False
    strict: bool = False

    @property
    def width(self) -> int:
        """The width of all its points."""
        return self.start.width


@dataclass
class Pass:
    """How an engine that leaves out candidates equal to others on the examples went through a point.

    What it left out is excluded only if those others are: the shorter ones, and those that it proposed.

    grounded   whether every shorter length was closed when it began, so that the examples of then excluded what was shorter
    examples   how many examples there were when it began
    doubts     the candidates that it proposed and went past although they were not refuted
    """

    grounded: bool
    examples: int = 0
    doubts: set[Hashable] = field(default_factory=set)


class Ledger:
    """Points that were gone through: per width and length with how many constants, where a length is in slices for each of them."""

    def __init__(self) -> None:
        self._whole: dict[tuple[int, int], int] = {}
        self._slices: dict[tuple[int, int], dict[int, dict[int, int]]] = {}

    def enter(self, point: Point) -> None:
        """Take down `point`, and so those of fewer constants there; a length is whole when all of its slices are there."""
        key = (point.width, point.length)
        slices = self._slices.setdefault(key, {}).setdefault(point.slices, {})
        slices[point.slice] = max(point.constants, slices.get(point.slice, -1))
        if len(slices) == point.slices:
            self._whole[key] = max(min(slices.values()), self._whole.get(key, -1))

    def covers(self, point: Point) -> bool:
        """Whether `point`, which may be one slice, was gone through."""
        key = (point.width, point.length)
        own = self._slices.get(key, {}).get(point.slices, {}).get(point.slice, -1)
        return max(own, self._whole.get(key, -1)) >= point.constants

    def copy(self, other: Ledger, width: int, length: int) -> None:
        """Have of this length what `other` has of it."""
        key = (width, length)
        self._whole[key] = other._whole.get(key, -1)
        self._slices[key] = {count: dict(slices) for count, slices in other._slices.get(key, {}).items()}

    def widths(self) -> tuple[int, ...]:
        """The widths of all points, ascending."""
        return tuple(sorted({width for width, _ in self._slices}))


class Lattice:
    """What is known about the points of one specification."""

    def __init__(self, specification: Specification) -> None:
        self.specification = specification
        self._in_grammars = any(f.grammar is not None for f in specification.exists)
        self._searched, self._shown = Ledger(), Ledger()
        self._doubtful: list[tuple[Point, frozenset[Hashable]]] = []
        self._survivors: dict[Hashable, Point] = {}
        self._early: list[tuple[Point, int]] = []

    def begin(self, point: Point, examples: int = 0) -> Pass:
        """A pass through `point` that begins now, when there are so many examples."""
        return Pass(self.minimal_at(point.length, point.width), examples)

    def record(self, point: Point, by: Pass | None = None) -> None:
        """A complete engine went through `point`, and so through those of fewer constants there.

        None: it left out only what fails on the examples. A pass over a candidate that has been refuted meanwhile counts for
        nothing. Of a point in slices nothing is searched as long as one of them is not.
        """
        doubts = frozenset(by.doubts) if by is not None else frozenset()
        if not doubts <= self._survivors.keys():
            return
        self._searched.enter(point)
        if doubts:
            self._doubtful.append((point, doubts))
        elif by is None or by.grounded:
            self._shown.enter(point)
        else:
            self._early.append((point, by.examples))

    def settle(self, examples: int) -> None:
        """Passes that began before the shorter lengths were closed count once these are, if no example came since."""
        self._early = [entry for entry in self._early if entry[1] == examples]
        for point, _ in sorted(self._early, key=lambda entry: (entry[0].width, entry[0].length)):
            if self.minimal_at(point.length, point.width):
                self._shown.enter(point)

    def survive(self, key: Hashable, point: Point) -> None:
        """The candidate `key`, found at `point`, is right there for all that is known.

        In a grammar some of its constants may be literals, which are not counted: it may stand at any point of its length.
        """
        self._survivors[key] = replace(point, constants=0) if self._in_grammars else point

    def dismiss(self, key: Hashable) -> None:
        """The candidate `key` was refuted at its width: what went past it before is to be searched again."""
        self._survivors.pop(key, None)
        for point, _ in (void := [(p, d) for p, d in self._doubtful if key in d]):
            self._searched.copy(self._shown, point.width, point.length)
        self._doubtful = [entry for entry in self._doubtful if entry not in void]

    def searched(self, point: Point) -> bool:
        """Whether a complete engine went through `point`, which may be one slice."""
        return self._searched.covers(point)

    def closed(self, point: Point) -> bool:
        """Whether no program exists at `point`, unless one of a shorter length does."""
        return self._shown.covers(point) and not any(s.constants <= point.constants for s in self._surviving(point))

    def _surviving(self, point: Point) -> Iterator[Point]:
        """The candidates of this length and width that are right for all that is known."""
        return (s for s in self._survivors.values() if (s.width, s.length) == (point.width, point.length))

    def full(self, length: int, width: int) -> Point:
        """The point of `length` with as many constants as make sense."""
        return Point(length, most_constants(self.specification, length), width)

    def closed_lengths(self, width: int) -> tuple[int, ...]:
        """The lengths, from 0 on without a gap, that are closed at `width` with any constants."""
        return tuple(takewhile(lambda length: self.closed(self.full(length, width)), count()))

    def widths(self) -> tuple[int, ...]:
        """The widths at which anything was searched, ascending."""
        return self._searched.widths()

    def minimal_at(self, length: int, width: int) -> bool:
        """Whether every length below `length` is closed at `width`."""
        return all(self.closed(self.full(shorter, width)) for shorter in range(length))

    def minimal_width(self, length: int) -> int | None:
        """The largest width at which every length below `length` is closed; the target for length 0; None where none is."""
        if length == 0:
            return self.specification.width
        return max((w for w in self.widths() if self.minimal_at(length, w)), default=None)

    def next_point(self, region: Region, given_up: GivenUp) -> Point | None:
        """The first point of `region` that was neither searched nor given up; None where none is left.

        Who gave up at some constants is not sent to more of them at the same length: every candidate is there, too.
        """
        point = region.start
        while point.length <= region.last:
            point = self.full(point.length, point.width) if region.full else point
            key = (point.width, point.length)
            if given_up.get(key, point.constants + 1) <= point.constants:
                point = Point(point.length + 1, 0, point.width)
            elif self._is_done(point, region.strict):
                point = successor(self.specification, point)
            else:
                return point
        return None

    def _is_done(self, point: Point, strict: bool) -> bool:
        """Whether `point` was searched, and another pass would not close it where that is asked for."""
        if not self.searched(point) or not strict or self._shown.covers(point):
            return self.searched(point)
        return any(True for _ in self._surviving(point)) or not self.minimal_at(point.length, point.width)

    def open_points(self, region: Region, given_up: GivenUp, slices: Callable[[int], int]) -> Iterator[Point]:
        """All that is left of `region`, in order: the points, each in as many slices as `slices` says for its length."""
        point = self.next_point(region, given_up)
        while point is not None:
            parts = [replace(point, slice=i, slices=slices(point.length)) for i in range(slices(point.length))]
            yield from (part for part in parts if not self._is_done(part, region.strict))
            point = self.next_point(replace(region, start=successor(self.specification, point)), given_up)
