"""The engines' processes, from the coordinator's side: start, tell, send elsewhere, replace, take turns.

Every member knows all examples: it is told each new one, and a member that is started again is told all of them first. A member
that died, failed, or does not go where it is sent is replaced, a few times; then it is out. On a cluster there may be several
members of one engine: they share its points out, by length and by slice, and what a lost one was at is open to the others again;
those of an engine that closes none are all at one point, each with a slice of its own.
"""

from __future__ import annotations

import logging
import signal
import time
import zlib
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection

from synth.engines.protocol import Point, candidate_length
from synth.engines.registry import AT_HOME_IN_GRAMMARS, ENGINES
from synth.program import Program
from synth.solver.cluster import Cluster
from synth.solver.inline import inline_engine
from synth.solver.lattice import Lattice, Pass, Region
from synth.solver.messages import Done, Examples, Found, FromEngine, Goto, Judged, Lemmas, Moved, NearMiss, NoSolution, Report
from synth.solver.outcome import EngineReport
from synth.solver.process import Child, Failed, Peer
from synth.solver.worker import engine_main
from synth.specification import Specification

logger = logging.getLogger(__name__)

RESTARTS = 5
"""How often an engine is started again."""

SLICES_EACH = 4
"""How many slices of a point there are for each member of an engine: whoever is done first takes another one."""

_STUBBORN = 10.0
_SLOW_START = 60.0
"""Seconds after which a member that did not go where it was sent is replaced; the first time it may have to load and compile."""

_SMALL = 32
"""Up to how many instructions near misses are passed on: a message that is long may have to wait."""

_TURN = 0.25
"""Seconds of one turn where there are more members than jobs."""


class Member:
    """One engine: its process, where it was sent, where it gave up. `name` is the engine's, numbered where there are several."""

    def __init__(self, name: str, engine: str, due: float) -> None:
        self.name, self.engine, self.due = name, engine, due
        self.child: Peer | None = None
        self.point: Point | None = None
        self.arrived: Point | None = None
        self.way: Pass | None = None
        self.sent = self.ran = 0.0
        self.greeted = False
        self.complete = ENGINES[engine].complete
        self.paused = False
        self.out = False
        self.given_up: dict[tuple[int, int], int] = {}
        self.known = 0
        self.report = EngineReport()
        self._earlier = (0, 0.0)

    @property
    def searching(self) -> bool:
        """Whether it has somewhere to search."""
        return self.point is not None and not self.out

    def give_up(self, point: Point) -> None:
        """Take down that the engine gave up at `point`, or at the one it was sent to, where it looked at more constants at once."""
        key = point.width, point.length
        asked = [self.point.constants] if self.point is not None and (self.point.width, self.point.length) == key else []
        self.given_up[key] = min(point.constants, self.given_up.get(key, point.constants), *asked)

    def went_past(self, key: Hashable) -> None:
        """The engine goes on although its candidate `key` is not refuted."""
        if self.way is not None:
            self.way.doubts.add(key)

    def is_about(self, done: Done) -> bool:
        """Whether the engine had taken up the point that it was sent to last, and is done with that."""
        return self.point is not None and self.arrived == self.point and _place(done.point) == _place(self.point)

    def finished(self, point: Point) -> None:
        """The engine is done with `point`, and waits if that is where it was sent last."""
        if self.point is not None and _place(point) == _place(self.point):
            self.point = self.arrived = None

    def take(self, report: Report) -> None:
        """Add what the running process did to what its predecessors did."""
        self.report.candidates = self._earlier[0] + report.candidates
        self.report.seconds = self._earlier[1] + report.seconds
        self.report.best, self.report.notes = report.best, report.notes

    def bank(self) -> None:
        """The process is gone; what it did counts."""
        self._earlier = self.report.candidates, self.report.seconds

    def describe(self) -> None:
        """Put into words what the engine does."""
        if not self.out:
            p = self.point
            self.report.state = "resting" if p is None else (
                f"length {p.length}, {p.constants} constant{'' if p.constants == 1 else 's'}, {p.width} bits")


def members_of(names: Sequence[str], wanted: int) -> list[tuple[str, str]]:
    """The names of members, and their engines: each engine once, and then, up to `wanted`, those again that can share the work."""
    again = [name for name, entry in ENGINES.items() if entry.copied and name in names]
    extra = [again[i % len(again)] for i in range(wanted - len(names))] if again else []
    return [(name, name) for name in names] + [(f"{name}-{i // len(again) + 2}", name) for i, name in enumerate(extra)]


def _place(point: Point) -> Point:
    """What nobody else should be at: whatever the constants, the same programs are in it."""
    return replace(point, constants=0)


class EnginePool:
    """The members, in the order of the options. `jobs` of them search at a time, taking turns where that is fewer than all.

    With a `cluster` they run there, and there are at least as many as jobs, or else as it runs at a time.
    """

    def __init__(self, specification: Specification, names: tuple[str, ...], seed: int, jobs: int | None,
                 cluster: Cluster | None = None) -> None:
        self._specification, self._seed, self._cluster = specification, seed, cluster
        self._begun = now = time.monotonic()
        self._first_of_all = AT_HOME_IN_GRAMMARS if any(f.grammar is not None for f in specification.exists) else ""
        first = min(map(self._delay, names))
        wanted = (jobs or cluster.threads) if cluster is not None else 0
        self.members = [Member(name, engine, now + self._delay(engine) - first) for name, engine in members_of(names, wanted)]
        self._jobs = min(jobs or len(self.members), len(self.members))
        self.examples: dict[int, list[dict[str, int]]] = {}
        self._lemma: dict[str, Program] = {}
        self._lemmas_told = 0
        self._turn = now
        self.hurried = False

    def _delay(self, engine: str) -> float:
        return 0.0 if engine == self._first_of_all else ENGINES[engine].delay

    def _nice(self, engine: str) -> int:
        return 0 if engine == self._first_of_all else ENGINES[engine].nice

    @staticmethod
    def _slices(engine: str, members: int) -> Callable[[int], int]:
        """In how many slices points of a length are shared out."""
        first = ENGINES[engine].sliced
        return lambda length: members * SLICES_EACH if first is not None and length >= first else 1

    def children(self) -> Iterator[Peer]:
        """The processes."""
        return (m.child for m in self.members if m.child is not None)

    def ears(self) -> Iterator[Connection]:
        """What becomes ready when somebody has something to say."""
        if self._cluster is not None:
            yield from self._cluster.ears()
        yield from (child.connection for child in self.children() if child.connection is not None)

    def begin_here(self, engine: str) -> None:
        """Have one engine work in this process for now, and no other."""
        first = next(m for m in self.members if m.engine == engine)
        first.child, first.sent = inline_engine(engine, self._specification, self._seed_of(first)), time.monotonic()

    def move_out(self) -> None:
        """Have all work in processes of their own from now on, their delays counted from now."""
        now = time.monotonic()
        for member in self.members:
            if member.child is None:
                member.due += now - self._begun
                continue
            member.child, member.due = None, now
            member.bank()
            member.point, member.greeted = None, False

    def start_due(self) -> list[Member]:
        """Start the members whose time has come; they want to be sent somewhere."""
        now = time.monotonic()
        started = [m for m in self.members if m.child is None and not m.out and m.due <= now]
        for member in started:
            self._start(member)
        return started

    def hurry(self) -> bool:
        """Have the others started at the next opportunity, since those at work have nothing to do; whether there are any."""
        late = [m for m in self.members if m.child is None and not m.out]
        for member in late:
            member.due = 0.0
        self.hurried = bool(late)
        return self.hurried

    def member(self, name: str) -> Member:
        """The member called `name`."""
        return next(m for m in self.members if m.name == name)

    def known(self, width: int) -> tuple[dict[str, int], ...]:
        """The examples at `width` so far."""
        return tuple(self.examples.get(width, ()))

    @property
    def resting(self) -> bool:
        """Whether nobody who is at work has anywhere to search."""
        return not any(m.searching or (m.child is not None and not m.greeted) for m in self.members)

    def front(self) -> Point | None:
        """The furthest point at which a complete engine works."""
        return max((m.point for m in self.members if m.point is not None and m.complete and not m.out), default=None)

    def region(self, member: Member, region: Region, closing: bool) -> Region:
        """Where a member is to search: the whole region. One that can close no point keeps up with the others, or rests where
        all that is left is `closing` points.
        """
        if member.complete:
            return region
        if closing:
            return replace(region, last=-1)
        front = self.front()
        length = min(front.length, region.last) if front is not None and front.width == region.width else region.start.length
        return replace(region, start=Point(max(length, region.start.length), 0, region.width), full=True)

    def next_point(self, member: Member, lattice: Lattice, region: Region) -> Point | None:
        """Where a member is to go: to the first open point; where several members of an engine can close points, to the first that
        none of the others is at, and one that is at an open point stays; where they cannot, to its slice of it.
        """
        fellows = [m for m in self.members if m.engine == member.engine]
        if len(fellows) == 1:
            return lattice.next_point(region, member.given_up)
        if not member.complete:
            there, sharing = lattice.next_point(region, member.given_up), [m for m in fellows if m is member or not m.out]
            return None if there is None else replace(there, slice=sharing.index(member), slices=len(sharing))
        given_up = {key: min(m.given_up[key] for m in fellows if key in m.given_up) for m in fellows for key in m.given_up}
        taken = {_place(m.point) for m in fellows if m is not member and m.point is not None and not m.out}
        first, here = None, member.point
        for point in lattice.open_points(region, given_up, self._slices(member.engine, len(fellows))):
            if point == here:
                return here
            if first is None and _place(point) not in taken:
                first = point
            if first is not None and (here is None or here < point):
                break
        return first

    def may_begin_again(self, member: Member, searching: bool) -> bool:
        """Whether a member that gave up everywhere is to try once more: others are at work, and it searches at random, or there are
        more examples.
        """
        others = any(m.searching for m in self.members if m is not member)
        learned = self.learnt > member.known
        return not member.complete and searching and others and (ENGINES[member.engine].random or learned)

    def exhausted_text(self, last: int) -> str:
        """What is left when nobody has anything left to search."""
        gave_up = [m.name for m in self.members if m.given_up]
        return f"maximal length {last}" + (f" (given up in part by {', '.join(gave_up)})" if gave_up else "")

    def _start(self, member: Member) -> None:
        main = partial(engine_main, name=member.engine, specification=self._specification, seed=self._seed_of(member))
        start = Child if self._cluster is None else self._cluster.start
        member.child = start(member.name, main, self._nice(member.engine))
        member.point = member.arrived = None
        member.paused, member.sent = False, time.monotonic()
        for width, examples in sorted(self.examples.items()):
            self.tell(member, Examples(width, tuple(examples)))
        self._tell_lemma(member)

    def _seed_of(self, member: Member) -> int:
        return zlib.crc32(f"{member.name} {self._seed}".encode())

    def tell(self, member: Member, message: Examples | Lemmas | Goto | Judged) -> None:
        """Send a message; a member that stopped reading is replaced."""
        if member.child is not None and not member.child.send(message):
            self.replace(member, "does not listen")

    def learn(self, told: Examples) -> int:
        """Tell every member the examples that are new; how many there are."""
        known = self.examples.setdefault(told.width, [])
        new = tuple(e for e in told.examples if e not in known)
        known.extend(new)
        if new:
            for member in self.members:
                self.tell(member, Examples(told.width, new))
        return len(new)

    def learn_lemma(self, shown: Lemmas) -> None:
        """Tell a lemma to all who search for what lemmas leave open."""
        self._lemma = {**self._lemma, **shown.lemma}
        self._lemmas_told += 1
        for member in self.members:
            self._tell_lemma(member)

    def _tell_lemma(self, member: Member) -> None:
        if self._lemma and ENGINES[member.engine].takes_lemmas:
            self.tell(member, Lemmas(self._lemma))

    def pass_on(self, candidate: dict[str, Program], width: int, found_by: str) -> None:
        """Tell a small near miss to the members that make use of it and are at work, but not to who found it."""
        for member in self.members if candidate_length(candidate) <= _SMALL else ():
            if ENGINES[member.engine].learns and member.name != found_by and member.child is not None and not member.paused:
                member.child.offer(NearMiss(width, candidate))

    @property
    def learnt(self) -> int:
        """How many examples there are, of all widths, and how often there was a lemma."""
        return sum(map(len, self.examples.values())) + self._lemmas_told

    def goto(self, member: Member, point: Point | None, lattice: Lattice) -> None:
        """Send a member to a point, or to rest; nothing where it is there already, or is not ready yet."""
        if not member.greeted or member.point == point:
            return
        logger.debug("%s goes to %s", member.name, point)
        member.point, member.sent = point, time.monotonic()
        member.known = self.learnt
        member.way = None if point is None else lattice.begin(point, member.known)
        self.tell(member, Goto(point))
        member.describe()

    def receive(self, member: Member) -> list[Found | Done | NoSolution | Lemmas]:
        """What a member found, has shown, or is done with; its statistics are taken down, its death is made good."""
        events: list[Found | Done | NoSolution | Lemmas] = []
        messages: list[FromEngine] | None = member.child.receive() if member.child is not None else []
        for message in messages or ():
            match message:
                case Found() | Done() | NoSolution() | Lemmas():
                    events.append(message)
                case Moved():
                    member.greeted = True
                    member.arrived, member.complete = message.point, message.complete
                case Report():
                    member.take(message)
                case Failed():
                    self.replace(member, f"failed: {message.text}")
        if messages is None:
            self.replace(member, "")
        return events

    def replace(self, member: Member, why: str) -> None:
        """End a member's process and start another, while it has restarts left; `why` is empty where it ended by itself."""
        if member.child is None:
            return
        child, member.child = member.child, None
        ending = child.kill()
        member.bank()
        member.point, member.greeted = None, False
        if child.lost:
            logger.warning("%s %s; it is started on another", child, ending)
        elif member.report.restarts >= RESTARTS:
            member.out, member.report.state = True, f"out: {why or ending}"
            logger.error("%s %s; it is out", child, why or ending)
            return
        else:
            member.report.restarts += 1
            level = logging.INFO if why else logging.WARNING  # one that is only slow is no news to users
            logger.log(level, "%s %s; restart %d of %d", child, why or ending, member.report.restarts, RESTARTS)
        member.due = 0.0

    def replace_stubborn(self) -> None:
        """Replace the members that did not go where they were sent."""
        now = time.monotonic()
        for member in self.members:
            if member.child is None or member.paused or (member.greeted and member.arrived == member.point):
                member.sent = now
            elif now - member.sent > (_STUBBORN if member.greeted else _SLOW_START):
                self.replace(member, "does not go where it is sent")

    def take_turns(self) -> None:
        """Let the next members search where not all may at a time: the others are stopped."""
        now = time.monotonic()
        running = [m for m in self.members if m.searching and m.child is not None]
        if self._jobs >= len(self.members) or now < self._turn:
            return
        self._turn = now + _TURN
        for place, member in enumerate(sorted(running, key=lambda m: m.ran)):
            self._pause(member, place >= self._jobs)
            if not member.paused:
                member.ran = now

    def pump(self) -> None:
        """Take in what the cluster says, where there is one."""
        if self._cluster is not None:
            self._cluster.pump()

    @staticmethod
    def _pause(member: Member, pause: bool) -> None:
        if member.child is not None and member.paused is not pause:
            member.paused = pause
            member.child.signal(signal.SIGSTOP if pause else signal.SIGCONT)
