"""Commands under a limit of wall time, ended with everything that they started."""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import psutil

from experiments.report import ROOT


@dataclass(frozen=True)
class Finished:
    """A command that has ended: what it wrote, its exit status (a signal negated), wall and CPU seconds, whether it was killed."""

    stdout: str
    stderr: str
    code: int
    seconds: float
    cpu: float
    killed: bool


_ROUNDS, _PAUSE = 100, 0.02
_running = set[int]()
_temporary = partial(tempfile.TemporaryFile, "w+", encoding="utf-8", errors="replace")


def run(command: Sequence[str], limit: float, stdin: str = "", memory: int | None = None) -> Finished:
    """Run a command in a session of its own; after `limit` seconds, and when it ends, every process of it is killed.

    `memory` limits the address space of each of its processes, in megabytes. CPU time counts the processes that were waited for.
    """
    with _temporary() as out, _temporary() as err, _temporary() as given:
        given.write(stdin)
        given.seek(0)
        started = time.perf_counter()
        process = subprocess.Popen(command, stdin=given, stdout=out, stderr=err, start_new_session=True, cwd=ROOT)
        _running.add(process.pid)
        if memory is not None:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(process.pid, resource.RLIMIT_AS, (memory << 20, memory << 20))
        killed = threading.Event()
        timer = threading.Timer(limit, _end, (process.pid, killed))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        timer.cancel()
        timer.join()
        process.returncode = os.waitstatus_to_exitcode(status)
        kill_session(process.pid)
        _running.discard(process.pid)
        out.seek(0)
        err.seek(0)
        return Finished(out.read(), err.read(), process.returncode, seconds, usage.ru_utime + usage.ru_stime, killed.is_set())


def _end(session: int, killed: threading.Event) -> None:
    killed.set()
    kill_session(session)


def kill_running() -> None:
    """Kill every command that runs, in whatever thread: what is left to do when a measurement is interrupted."""
    for session in tuple(_running):
        kill_session(session)


def kill_session(session: int) -> None:
    """Kill every process whose session was started by the process of this number, and those below them, until none is left."""
    for _ in range(_ROUNDS):
        alive = [process for process in psutil.process_iter() if _is_of(process, session)]
        if not alive:
            return
        for process in alive:
            with contextlib.suppress(psutil.Error):
                for one in (*process.children(recursive=True), process):
                    one.kill()
        time.sleep(_PAUSE)


def _is_of(process: psutil.Process, session: int) -> bool:
    try:
        return os.getsid(process.pid) == session and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.Error, ProcessLookupError):
        return False
