"""A child process and the pipe to it: named, tied to the life of its parent, ended within a moment.

It is forked, or an interpreter of its own. The kernel kills it when its parent dies, however that dies. Children leave Ctrl-C and
the loss of the terminal to the coordinator. Nothing is sent to a child that stopped reading, so that no child can block its parent.
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
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from synth.locks import Lock
from synth.solver import logs
from synth.solver.allocation import keep_freed_memory

logger = logging.getLogger(__name__)
GRACE = 0.2
"""Seconds that a child has between being asked to stop and being killed."""

_DIGESTION = 0.5
"""Seconds that a child has to make room for another message, behind a long one."""

_ENDING = 0.5
"""Seconds that a process has for ending by itself when it is asked to."""

_FORK = multiprocessing.get_context("fork")
_forking = Lock()
"""Held while a child is forked, so that no other thread forks one in between, which would keep the child's end of its pipe open."""
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Stop:
    """To any child: end at once."""


@dataclass(frozen=True)
class Failed:
    """From any child: it caught an exception and ends."""

    text: str


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

    def offer(self, message: object) -> None:
        """Send what may as well be lost, if the process has room for it at once."""
        with contextlib.suppress(OSError, ValueError):
            if self.connection is not None and select.select([], [self.connection], [], 0)[1]:
                self.connection.send(message)

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
        with _forking:
            mine, theirs = _FORK.Pipe()
            super().__init__(name, mine)
            self.process = _FORK.Process(target=_child, args=(os.getpid(), theirs, mine, main, nice), name=name,
                                         daemon=not leads)
            self.process.start()
            theirs.close()
        self.pid = self.process.pid or 0
        self._status: int | None = None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, if there still is a process."""
        with contextlib.suppress(ProcessLookupError, TypeError):
            os.kill(self.pid, number) if self.sentinels() else None

    def sentinels(self) -> list[int]:
        """What becomes ready when the process ends; nothing where it has ended."""
        return [self.process.sentinel] if not self.connection.closed and self.process.is_alive() else []

    def kill(self) -> str:
        """End the process now, and let go of what the system keeps of it; how it ended, in words."""
        if not self.connection.closed:
            below = halted(self.pid) if self.sentinels() else []
            self.process.kill()
            self.process.join()
            terminate(below)
            self._status = self.process.exitcode
            with contextlib.suppress(ValueError):  # another thread has waited for it, and is about to note its status
                self.process.close()
            self.connection.close()
        return self.ending()

    def ending(self) -> str:
        """How the process ended, in words."""
        return _in_words(self._status if self.connection.closed else self.process.exitcode)

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


class Program(Peer):
    """An interpreter of its own that runs `module`, for what must not be forked from a process that may have threads.

    The module hands its main to `run_program`.
    """

    connection: Connection

    def __init__(self, name: str, module: str) -> None:
        mine, theirs = _FORK.Pipe()
        super().__init__(name, mine)
        self._life, held = os.pipe()  # closed by the kernel when nobody holds the other end any more
        passed = theirs.fileno(), held
        self.process = subprocess.Popen([sys.executable, "-m", module, str(os.getpid()), str(theirs.fileno())], pass_fds=passed,
                                        start_new_session=True, env=environment())
        theirs.close()
        os.close(held)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, if there still is a process."""
        self.process.send_signal(number)

    def sentinels(self) -> list[int]:
        """What becomes ready when the process ends; nothing where it has ended."""
        return [self._life] if self.process.poll() is None else []

    def kill(self) -> str:
        """End the process now; how it ended, in words."""
        below = halted(self.process.pid) if self.sentinels() else []
        self.process.kill()
        self.process.wait()
        terminate(below)
        self.connection.close()
        os.close(self._life)
        return _in_words(self.process.returncode)


def run_program(main: Main) -> None:
    """Run the main of a module that a Program was made of, in the interpreter that it started."""
    parent, descriptor = map(int, sys.argv[1:])
    os.set_inheritable(descriptor, False)
    _run(parent, Connection(descriptor), main)


def environment() -> dict[str, str]:
    """What another interpreter is started with, that it finds the modules that this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _in_words(code: int | None) -> str:
    if code is None:
        return "is still running"
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"ended with status {code}"


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
    parents_end.close()
    os.nice(nice)
    _run(parent, connection, main)


def _run(parent: int, connection: Connection, main: Main) -> None:
    """Run a main as a child of process `parent`, and end this process."""
    _tie_to(parent)
    keep_freed_memory()
    for number in signal.SIGINT, signal.SIGHUP:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
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
    below = _children(pid)
    return [*below, *(lower for child in below for lower in descendants(child))]


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text(encoding="ascii").split())
    return found


def halted(pid: int) -> list[int]:
    """Stop a process and those below it, so that none starts another one any more; the latter."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
    below = _children(pid)
    return [*below, *(lower for child in below for lower in halted(child))]


def terminate(pids: Iterable[int]) -> None:
    """Have processes end that have files to clean up, stopped or not; those that take long, being within a solver, at once."""
    left = list(pids)
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
            os.kill(pid, signal.SIGCONT)
    until = time.monotonic() + _ENDING
    while (left := list(filter(_is_running, left))) and time.monotonic() < until:
        time.sleep(_ENDING / 50)
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _is_running(pid: int) -> bool:
    """Whether there is such a process that has not ended (Linux; elsewhere it is said to have)."""
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"
