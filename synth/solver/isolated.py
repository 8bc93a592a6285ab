"""Work in a process of its own: it ends when its time is over or its memory is full, whatever it is doing then.

A limit that the work itself keeps holds only between two of its steps, and one step may take for ever: a power of a large number,
a call of a solver. So another process waits, and ends the one that works.
"""

from __future__ import annotations

import contextlib
import pickle
import resource
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from types import FrameType, TracebackType
from typing import Generic, TypeVar

from synth.errors import InputError, SynthError
from synth.solver.limits import Limits
from synth.solver.outcome import Reason
from synth.solver.process import GRACE, Child, descendants, terminate

T = TypeVar("T")

SLACK = 0.4
"""Seconds that work which keeps limits itself has after its deadline, to say so."""

_TICK = 0.1
"""Seconds between two looks at the limits."""

_AGAIN = 0.01
"""Seconds after which a signal comes again that a destructor swallowed."""

_STACK = 256 << 20
"""Bytes that the stack of C may grow to, where the system allows it: nested input makes nested calls."""


class Exceeded(SynthError):
    """A limit was exceeded, that of time or that of memory; the text says how."""

    def __init__(self, reason: Reason, text: str) -> None:
        self.reason, self.text = reason, text
        super().__init__(f"error: {reason.value}: {text}")


class _Remote(Exception):
    """The traceback of an error of the other process, as text; shown as the cause of that error."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


@dataclass(frozen=True)
class _Raised:
    """The work ended with an error."""

    error: BaseException
    trace: str


class Isolated(Generic[T]):
    """A child process that makes things, one after the other, within limits.

    A context manager: the child starts at its beginning, and afterwards it is gone with all that it has started.
    """

    def __init__(self, name: str, make: Callable[[], Iterator[T]], limits: Limits) -> None:
        self._name, self._make, self._limits = name, make, limits
        self._arrived: deque[object] = deque()

    def __enter__(self) -> Isolated[T]:
        self._child = Child(self._name, partial(_work, make=self._make), leads=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        below = descendants(self._child.pid)
        if kind is not None:
            self._child.signal(signal.SIGTERM)
        wait([self._child.process.sentinel], GRACE)
        self._child.kill()
        terminate(below)

    def next(self) -> T:
        """The next thing that the work makes. What it raises is raised here.

        Exceeded where the limits are; KeyboardInterrupt after a signal that the limits heard of; SynthError where the process ended
        without a word.
        """
        while not self._arrived:
            self._within_limits()
            wait([self._child.connection], self._limits.patience(_TICK))
            messages = self._child.receive()
            if messages is None:
                raise self._ended()
            self._arrived += messages
        message = self._arrived.popleft()
        if isinstance(message, _Raised):
            raise _here(message.error) from (None if isinstance(message.error, InputError) else _Remote(message.trace))
        return message  # type: ignore[return-value]

    def _within_limits(self) -> None:
        exceeded = self._limits.exceeded()
        if exceeded is not None and exceeded[0] is Reason.INTERRUPTED:
            raise KeyboardInterrupt
        if exceeded is not None:
            raise Exceeded(*exceeded)

    def _ended(self) -> SynthError:
        """The error of a process that is gone: SIGKILL is what the system sends where memory runs out."""
        self._child.process.join()
        ending = self._child.ending()
        if self._child.process.exitcode == -signal.SIGKILL:
            return Exceeded(Reason.MEMORY, f"the process {self._name} {ending}")
        return SynthError(f"error: the process {self._name} {ending}")


def within(limits: Limits, name: str, work: Callable[[], T]) -> T:
    """What `work` returns or raises, done apart; errors as those of `Isolated.next`."""
    with limits.signals(), Isolated(name, lambda: iter((work(),)), limits) as child:
        return child.next()


def _here(error: BaseException) -> BaseException:
    return Exceeded(Reason.MEMORY, "no memory is left") if isinstance(error, MemoryError) else error


def _interrupt(number: int, frame: FrameType | None) -> None:
    """What a signal does in the child: once, even where it is to come again."""
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    raise KeyboardInterrupt


def _in_destructor(error: sys.UnraisableHookArgs) -> None:
    """Python swallows what a destructor raises: a signal that came meanwhile comes again, and what z3 says of it is left out.

    It comes a little later, once this function has returned: here it would be swallowed again, and reported.
    """
    if issubclass(error.exc_type, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
    elif not getattr(error.object, "__module__", "").startswith("z3"):
        sys.__unraisablehook__(error)


def _work(connection: Connection, make: Callable[[], Iterator[object]]) -> None:
    """In the child: send what is made, and the error that it ends with. SIGTERM unwinds it, so that its files are cleaned up."""
    _deepen()
    sys.unraisablehook = _in_destructor
    try:
        for number in signal.SIGTERM, signal.SIGALRM:
            signal.signal(number, _interrupt)
        for made in make():
            connection.send(made)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
    except BaseException as error:
        for number in signal.SIGTERM, signal.SIGALRM:
            signal.signal(number, signal.SIG_IGN)
        with contextlib.suppress(OSError):
            trace = "".join(traceback.format_exception(error))
            connection.send(_Raised(_portable(error), trace))


def _portable(error: BaseException) -> BaseException:
    """The error alone, or one with its name and text where it does not survive the way to another process.

    What it came from goes as text: a library may have taught `pickle` to send tracebacks, and these hold whatever was at work.
    """
    alone = error.with_traceback(None)
    alone.__cause__ = alone.__context__ = None
    try:
        pickle.loads(pickle.dumps(alone))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return alone


def _deepen() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = _STACK if hard == resource.RLIM_INFINITY else min(_STACK, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
