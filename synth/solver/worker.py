"""The inside of an engine's process: listens, searches in slices, tells what it found.

In a process of its own one thread reads messages and interrupts the engine where one cannot wait; the main thread handles them
between slices. After a proposal the engine rests until it is judged, so that it goes on with the counterexample; after the end of a
point until it is sent elsewhere.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from synth.engines.protocol import Engine, Exhausted, Learner, Point, Unrealizable
from synth.solver.messages import Done, Examples, Found, FromEngine, Goto, Judged, Moved, NearMiss, NoSolution, Report, ToEngine
from synth.solver.process import Stop, leave
from synth.specification import Specification

SLICE = 0.05
"""Seconds between two looks at the messages."""

_REPORTS, _LONG_STEP = 0.2, 1.0
"""Seconds between two reports of statistics, and while a step lasts long."""

_AGAIN = 0.1
"""Seconds after which an engine that was interrupted in vain is interrupted again."""


def engine_main(connection: Connection, name: str, specification: Specification, seed: int) -> None:
    """Run the engine `name` until told to stop."""
    from synth.engines.registry import create

    _Listening(connection, create(name, specification, seed)).run()


class Worker:
    """An engine at work: does what it is told, searches a slice at a time. `begun`: the processor time when it began."""

    def __init__(self, send: Callable[[FromEngine], None], engine: Engine, begun: float = 0.0) -> None:
        self._send, self._engine, self._begun = send, engine, begun
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
        if not self._waits:
            self._search()
            if time.monotonic() - self._reported > _REPORTS:
                self._report()

    @property
    def _waits(self) -> bool:
        return self._point is None or bool(self._unjudged)

    def _handle(self, message: ToEngine) -> None:
        if isinstance(message, Examples):
            self._engine.add_examples(message.width, list(message.examples))
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

    def _search(self) -> None:
        events = self._engine.step(SLICE)
        if events:
            self._report()
        for event in events:
            if isinstance(event, Exhausted):
                self._point = None
                self._send(Done(event.point, event.complete and self._engine.complete, event.up_to_equals))
            elif isinstance(event, Unrealizable):
                self._point = None
                self._send(NoSolution(event.width, tuple(map(dict, event.examples))))
            else:
                self._serial += 1
                self._unjudged.add(self._serial)
                self._send(Found(self._serial, dict(event.candidate), event.width))

    def _report(self) -> None:
        statistics = self._engine.statistics
        self._reported = time.monotonic()
        self._send(Report(statistics.candidates, statistics.best, time.process_time() - self._begun, dict(statistics.notes)))


class _Listening(Worker):
    """An engine in a process of its own, which a thread listens for."""

    def __init__(self, connection: Connection, engine: Engine) -> None:
        self._connection, self._sending = connection, threading.Lock()
        super().__init__(self._told, engine)

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
