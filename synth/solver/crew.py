"""The engines' processes, from the coordinator's side: start, tell, send elsewhere, replace, take turns.

Every member knows all examples: it is told each new one, and a member that is started again is told all of them first. A member
that died, failed, or does not go where it is sent is replaced, a few times; then it is out.
"""

from __future__ import annotations

import logging
import signal
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from synth.engines.protocol import Point
from synth.solver.lattice import Region
from synth.solver.messages import Done, Examples, Failed, Found, FromEngine, Goto, Judged, Moved, Nothing, Report
from synth.solver.outcome import EngineReport
from synth.solver.process import Child
from synth.solver.worker import engine_main
from synth.specification import Specification

logger = logging.getLogger(__name__)

RESTARTS = 5
"""How often an engine is started again."""

_NICE = {"explicit": 0, "structural": 5, "tables": 10, "bounded": 10, "genetic": 15}
_DELAY = {"explicit": 0.0, "genetic": 0.15, "structural": 0.3, "tables": 0.1, "bounded": 0.3}
_WITH_GRAMMAR = {"structural": 0}
"""The priority, and the delay, of engines that are at home in grammars, where a function has one."""

_RANDOM = frozenset({"genetic"})
_STUBBORN = 10.0
_SLOW_START = 60.0
"""Seconds after which a member that did not go where it was sent is replaced; the first time it may have to load and compile."""

_TURN = 0.25
"""Seconds of one turn where there are more members than jobs."""


class Member:
    """One engine: its process, where it was sent, where it gave up."""

    def __init__(self, name: str, due: float) -> None:
        self.name, self.due = name, due
        self.child: Child | None = None
        self.point: Point | None = None
        self.arrived: Point | None = None
        self.sent = self.ran = 0.0
        self.greeted = False
        self.complete = True
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

    def finished(self, point: Point) -> None:
        """The engine is done with `point`, and waits if that is where it was sent last."""
        if self.point is not None and (point.length, point.width) == (self.point.length, self.point.width):
            self.point = self.arrived = None

    def take(self, report: Report) -> None:
        """Add what the running process did to what its predecessors did."""
        self.report.candidates = self._earlier[0] + report.candidates
        self.report.seconds = self._earlier[1] + report.seconds
        self.report.best = report.best

    def bank(self) -> None:
        """The process is gone; what it did counts."""
        self._earlier = self.report.candidates, self.report.seconds

    def describe(self) -> None:
        """Put into words what the engine does."""
        if not self.out:
            p = self.point
            self.report.state = "resting" if p is None else f"length {p.length}, {p.constants} constants, {p.width} bits"


class Crew:
    """The members, in the order of the options. `jobs` of them search at a time, taking turns where that is fewer than all."""

    def __init__(self, specification: Specification, names: tuple[str, ...], seed: int, jobs: int | None) -> None:
        self._specification, self._seed = specification, seed
        self._jobs = min(jobs or len(names), len(names))
        now = time.monotonic()
        own = _WITH_GRAMMAR if any(f.grammar is not None for f in specification.exists) else {}
        self._nice, delay = {**_NICE, **own}, {**_DELAY, **own}
        first = min(delay.get(name, 0.0) for name in names)
        self.members = [Member(name, now + delay.get(name, 0.0) - first) for name in names]
        self.examples: dict[int, list[dict[str, int]]] = {}
        self._turn = now

    def children(self) -> Iterator[Child]:
        """The processes."""
        return (m.child for m in self.members if m.child is not None)

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
        return bool(late)

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

    def may_begin_again(self, member: Member, phase: str) -> bool:
        """Whether a member that gave up everywhere is to try once more: others are at work, and it searches at random, or there are
        more examples.
        """
        others = any(m.searching for m in self.members if m is not member)
        learned = sum(map(len, self.examples.values())) > member.known
        return not member.complete and phase == "search" and others and (member.name in _RANDOM or learned)

    def exhausted_text(self, last: int) -> str:
        """What is left when nobody has anything left to search."""
        gave_up = [m.name for m in self.members if m.given_up]
        return f"maximal length {last}" + (f" (given up in part by {', '.join(gave_up)})" if gave_up else "")

    def _start(self, member: Member) -> None:
        seed = zlib.crc32(f"{member.name} {self._seed}".encode())
        main = partial(engine_main, name=member.name, specification=self._specification, seed=seed)
        member.child = Child(member.name, main, self._nice.get(member.name, 0))
        member.point = member.arrived = None
        member.paused, member.sent = False, time.monotonic()
        for width, examples in sorted(self.examples.items()):
            self.tell(member, Examples(width, tuple(examples)))

    def tell(self, member: Member, message: Examples | Goto | Judged) -> None:
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

    def goto(self, member: Member, point: Point | None) -> None:
        """Send a member to a point, or to rest; nothing where it is there already, or is not ready yet."""
        if not member.greeted or member.point == point:
            return
        logger.debug("%s goes to %s", member.name, point)
        member.point, member.sent = point, time.monotonic()
        member.known = sum(map(len, self.examples.values()))
        self.tell(member, Goto(point))
        member.describe()

    def receive(self, member: Member) -> list[Found | Done | Nothing]:
        """What a member found, or is done with; its statistics are taken down, its death is made good."""
        events: list[Found | Done | Nothing] = []
        messages: list[FromEngine] | None = member.child.receive() if member.child is not None else []
        for message in messages or ():
            match message:
                case Found() | Done() | Nothing():
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
        if member.report.restarts >= RESTARTS:
            member.out, member.report.state = True, f"out: {why or ending}"
            logger.error("%s (process %s) %s; it is out", member.name, child.process.pid, why or ending)
            return
        member.report.restarts += 1
        logger.warning("%s (process %s) %s; restart %d of %d", member.name, child.process.pid, why or ending,
                       member.report.restarts, RESTARTS)
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

    @staticmethod
    def _pause(member: Member, pause: bool) -> None:
        if member.child is not None and member.paused is not pause:
            member.paused = pause
            member.child.signal(signal.SIGSTOP if pause else signal.SIGCONT)
