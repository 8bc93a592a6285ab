"""The inside of an engine's process: listens, searches in slices, tells what it found.

In a process of its own one thread reads messages and interrupts the engine where one cannot wait; the main thread handles them
between slices. After a proposal the engine rests until it is judged, so that it goes on with the counterexample; after the end of a
point until it is sent elsewhere. An engine that is told a lemma searches for what that leaves open, after some time.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from synth.engines import registry
from synth.engines.lemmas import Lemma, conjoined, fits, weakened
from synth.engines.protocol import Engine, Exhausted, Learner, Point, Shown, Unrealizable
from synth.solver.messages import (
    Done,
    Examples,
    Found,
    FromEngine,
    Goto,
    Judged,
    Lemmas,
    Moved,
    NearMiss,
    NoSolution,
    Report,
    ToEngine,
)
from synth.solver.process import Stop, leave
from synth.specification import Specification

SLICE = 0.05
"""Seconds between two looks at the messages."""

_REPORTS, _LONG_STEP = 0.2, 1.0
"""Seconds between two reports of statistics, and while a step lasts long."""

_PATIENCE = 10.0
"""Seconds of search after which an engine looks for what a lemma leaves open: that formula is easier, but larger."""

_AGAIN = 0.1
"""Seconds after which an engine that was interrupted in vain is interrupted again."""


def engine_main(connection: Connection, name: str, specification: Specification, seed: int) -> None:
    """Run the engine `name` until told to stop."""
    _Listening(connection, name, specification, seed).run()


class Worker:
    """An engine at work: does what it is told, searches a slice at a time. `begun`: the processor time when it began."""

    def __init__(self, send: Callable[[FromEngine], None], name: str, specification: Specification, seed: int,
                 begun: float = 0.0) -> None:
        self._send, self._begun = send, begun
        self._name, self._specification, self._seed = name, specification, seed
        self._engine: Engine = registry.create(name, specification, seed)
        self._examples: list[Examples] = []
        self._lemma: Lemma = {}
        self._assumed: Lemma = {}
        self._lemmas_from = time.monotonic() + _PATIENCE
        self._earlier = 0
        self._inbox: queue.SimpleQueue[ToEngine] = queue.SimpleQueue()
        self._moving = threading.Event()
        self._point: Point | None = None
        self._unjudged: set[int] = set()
        self._serial = 0
        self._reported = 0.0
        self._send(Moved(None, self._engine.complete))

    def take(self, message: ToEngine) -> None:
        """Have a message handled before the next slice."""
        self._inbox.put(message)

    def work(self) -> None:
        """Handle what has come; search for a slice, if there is somewhere to search and nothing to wait for."""
        while not self._inbox.empty():
            self._handle(self._inbox.get())
        if self._point is not None and not self._waits:
            self._take_lemma(self._point)
            self._search()
            if time.monotonic() - self._reported > _REPORTS:
                self._report()

    @property
    def _waits(self) -> bool:
        return self._point is None or bool(self._unjudged)

    def _handle(self, message: ToEngine) -> None:
        if isinstance(message, Examples):
            self._examples.append(message)
            self._engine.add_examples(message.width, list(message.examples))
        elif isinstance(message, Lemmas):
            self._lemma = message.lemma
        elif isinstance(message, NearMiss):
            if isinstance(self._engine, Learner):
                self._engine.add_near_miss(message.width, message.candidate)
        elif isinstance(message, Judged):
            self._unjudged.discard(message.serial)
        elif isinstance(message, Goto):
            self._goto(message.point)

    def _goto(self, point: Point | None) -> None:
        self._moving.clear()
        self._point = point
        self._unjudged.clear()
        if point is not None:
            self._engine.goto(point)
        self._send(Moved(point, self._engine.complete))

    def _take_lemma(self, point: Point) -> None:
        """Have an engine at work for what the lemma leaves open, where it may hold at the width, once the search has lasted."""
        late = time.monotonic() > self._lemmas_from
        lemma = self._lemma if late and fits(self._lemma, point.width, self._specification.width) else {}
        if lemma == self._assumed:
            return
        specification = weakened(self._specification, lemma)
        if not registry.is_of_use(self._name, specification):
            self._lemma = self._assumed
            return
        self._earlier += self._engine.statistics.candidates
        self._engine, self._assumed = registry.create(self._name, specification, self._seed), lemma
        for told in self._examples:
            self._engine.add_examples(told.width, list(told.examples))
        self._engine.goto(point)

    def _search(self) -> None:
        events = self._engine.step(SLICE)
        if events:
            self._report()
        for event in events:
            if isinstance(event, Exhausted):
                self._point = None
                self._send(Done(event.point, event.complete and self._engine.complete, event.up_to_equals))
            elif isinstance(event, Unrealizable) and self._assumed and self._point is not None:  # maybe due to the lemma
                self._send(Done(self._point, False))
                self._point = None
            elif isinstance(event, Unrealizable):
                self._point = None
                self._send(NoSolution(event.width, tuple(map(dict, event.examples))))
            elif isinstance(event, Shown):
                self._send(Lemmas(dict(event.lemma)))
            else:
                self._serial += 1
                self._unjudged.add(self._serial)
                self._send(Found(self._serial, conjoined(event.candidate, self._assumed, event.width), event.width))

    def _report(self) -> None:
        statistics = self._engine.statistics
        self._reported = time.monotonic()
        seconds = time.process_time() - self._begun
        self._send(Report(self._earlier + statistics.candidates, statistics.best, seconds, dict(statistics.notes)))


class _Listening(Worker):
    """An engine in a process of its own, which a thread listens for."""

    def __init__(self, connection: Connection, name: str, specification: Specification, seed: int) -> None:
        self._connection, self._sending = connection, threading.Lock()
        super().__init__(self._told, name, specification, seed)

    def run(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            if self._waits and self._inbox.empty():
                self._handle(self._inbox.get())
            self.work()

    def _told(self, message: FromEngine) -> None:
        with self._sending:
            self._connection.send(message)

    def _listen(self) -> None:
        try:
            while True:
                if self._connection.poll(_AGAIN if self._moving.is_set() else _LONG_STEP):
                    self.take(self._connection.recv())
                elif self._moving.is_set():
                    self._engine.interrupt()
                elif time.monotonic() - self._reported > _LONG_STEP:
                    self._report()
        except (EOFError, OSError):
            leave()

    def take(self, message: ToEngine) -> None:
        """Have a message handled before the next slice, which one that sends the engine elsewhere ends."""
        if isinstance(message, Stop):
            leave()
        if isinstance(message, Goto):
            self._moving.set()
        super().take(message)
        if isinstance(message, Goto):
            self._engine.interrupt()
