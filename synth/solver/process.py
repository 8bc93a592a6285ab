"""A child process and the pipe to it: forked, named, tied to the life of its parent, ended within a moment.

The kernel kills a child whose parent dies, however that dies. Children leave Ctrl-C to the coordinator. Nothing is sent to a child
that stopped reading, so that no child can block its parent.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import multiprocessing
import os
import pathlib
import select
import signal
import time
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection, wait
from typing import Any

from synth.solver import logs
from synth.solver.messages import Failed, Stop

logger = logging.getLogger(__name__)
GRACE = 0.2
"""Seconds that a child has between being asked to stop and being killed."""

_DIGESTION = 0.5
"""Seconds that a child has to make room for another message, behind a long one."""

_FORK = multiprocessing.get_context("fork")
_PR_SET_PDEATHSIG = 1


Main = Callable[[Connection], None]
"""What a process runs: it listens and answers on a connection until it is told to stop."""


class Peer:
    """A process, here or elsewhere, that messages are exchanged with; `connection` is closed once it is done with."""

    lost = False
    """Whether the machine that it ran on was lost, for which it is not to blame."""

    def __init__(self, name: str, connection: Connection | None) -> None:
        self.name, self.connection = name, connection

    def send(self, message: object) -> bool:
        """Send, unless the process is gone or stopped reading: False then."""
        try:
            if self.connection is None or not select.select([], [self.connection], [], _DIGESTION)[1]:
                return False
            self.connection.send(message)
        except (OSError, ValueError):
            return False
        return True

    def receive(self) -> list[Any] | None:
        """Every message that has arrived; None when the process is gone and nothing is left to read."""
        messages: list[Any] = []
        try:
            while self.connection is not None and self.connection.poll():
                messages.append(self.connection.recv())
        except (EOFError, OSError):
            return messages or None
        return messages

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, if there still is a process."""
        raise NotImplementedError

    def sentinels(self) -> list[int]:
        """What becomes ready when the process ends; nothing where it has ended, or ends without being waited for."""
        return []

    def kill(self) -> str:
        """End the process now; how it ended, in words."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.name


class Child(Peer):
    """A process that runs `main(connection)`; `nice` lowers its priority; one that `leads` may have children. Starts at once."""

    connection: Connection

    def __init__(self, name: str, main: Main, nice: int = 0, leads: bool = False) -> None:
        mine, theirs = _FORK.Pipe()
        super().__init__(name, mine)
        self.process = _FORK.Process(target=_child, args=(os.getpid(), theirs, mine, main, nice), name=name,
                                     daemon=not leads)
        self.process.start()
        theirs.close()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, if there still is a process."""
        with contextlib.suppress(ProcessLookupError, TypeError):
            os.kill(self.process.pid or 0, number) if self.process.is_alive() else None

    def sentinels(self) -> list[int]:
        """What becomes ready when the process ends; nothing where it has ended."""
        return [self.process.sentinel] if self.process.is_alive() else []

    def kill(self) -> str:
        """End the process now; how it ended, in words."""
        below = descendants(self.process.pid or 0)
        self.process.kill()
        self.process.join()
        terminate(below)
        self.connection.close()
        return self.ending()

    def ending(self) -> str:
        """How the process ended, in words."""
        code = self.process.exitcode
        if code is None:
            return "is still running"
        if code < 0:
            return f"was ended by {signal.Signals(-code).name}"
        return f"ended with status {code}"

    def __str__(self) -> str:
        return f"{self.name} (process {self.process.pid})"


def end(children: Iterable[Peer], grace: float = GRACE) -> None:
    """Ask all children to stop, wait a moment, kill what is left; afterwards none is alive on this machine."""
    living = [child for child in children if child.connection is None or not child.connection.closed]
    for child in living:
        child.send(Stop())
        child.signal(signal.SIGCONT)
    until = time.monotonic() + grace
    while (waiting := [s for child in living for s in child.sentinels()]) and time.monotonic() < until:
        wait(waiting, max(0.0, until - time.monotonic()))
    for child in living:
        child.kill()


def _child(parent: int, connection: Connection, parents_end: Connection, main: Main, nice: int) -> None:
    _tie_to(parent)
    parents_end.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(nice)
    try:
        main(connection)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        logger.debug("the coordinator is gone")
    except Exception as error:
        logger.exception("failed")
        logs.flush()
        with contextlib.suppress(OSError):
            connection.send(Failed(f"{type(error).__name__}: {error}"))
    leave()


def _tie_to(parent: int) -> None:
    """Have the kernel kill this process when its parent dies (Linux); elsewhere the closed pipe ends it."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def leave() -> None:
    """End this child now, from any of its threads, with what it has started; its log records are delivered."""
    terminate(descendants(os.getpid()))
    logs.flush()
    os._exit(0)


def descendants(pid: int) -> list[int]:
    """The processes that process `pid` and those below it have started, such as a compiler (Linux; elsewhere none)."""
    below: list[int] = []
    with contextlib.suppress(OSError):
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            below += map(int, (task / "children").read_text(encoding="ascii").split())
    return [*below, *(lower for child in below for lower in descendants(child))]


def terminate(pids: Iterable[int]) -> None:
    """Ask processes to end that have files to clean up."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
