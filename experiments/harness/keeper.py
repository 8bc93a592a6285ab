"""A process that runs one command under limits, and outlives whoever asked for it just long enough to clean up.

It is started as `python -m experiments.harness.keeper WAY ORDER` by `experiments.harness.limits`. Its stdin is a lifeline: when
that closes, since the harness was killed or wants no more, the command ends. On stdout it says, in JSON, how the command ended.

With runexec the kernel counts and limits. With psutil, orphans of the command's processes become children of the keeper, so that
nothing that the command starts can hide, by a session of its own or otherwise; the keeper looks at them ten times a second.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import os
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import psutil

_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 0.1
_DEATH_SIGNAL, _SUBREAPER = 1, 36
_libc = ctypes.CDLL(None)


@dataclass(frozen=True)
class Order:
    """What is to be run, and where; limits in seconds and megabytes (None: no limit); descriptors of stdin, stdout and stderr."""

    command: list[str]
    folder: str
    wall: float
    cpu: float | None
    megabytes: int | None
    files: list[int]


@dataclass
class Watch:
    """The processes below this one, and what they were seen to hold.

    peak     bytes held together at most
    status   that of the command's own process, once it has ended
    """

    pid: int
    peak: int = 0
    status: int | None = None
    killed: set[int] = field(default_factory=set)

    def exceeded(self, order: Order, wall: float) -> str | None:
        """Look at the processes; the limit that they exceed: "wall", "memory" or "cpu"."""
        tree = _below()
        self.peak = max(self.peak, _memory(tree, self.peak))
        if wall > order.wall:
            return "wall"
        if order.megabytes is not None and self.peak > order.megabytes << 20:
            return "memory"
        return "cpu" if order.cpu is not None and _cpu_time(tree) > order.cpu else None

    def reap(self) -> None:
        """Wait for every child that has ended."""
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self.pid:
                    self.status = ended[1]

    def end(self) -> None:
        """Kill all processes, until none is left."""
        while alive := [p for p in _below() if _is_alive(p)]:
            for process in alive:
                self.killed.add(process.pid)
                with contextlib.suppress(psutil.Error):
                    process.kill()
            time.sleep(_FIRST_PAUSE)
            self.reap()
        self.reap()


def _below() -> list[psutil.Process]:
    found: list[psutil.Process] = psutil.Process().children(recursive=True)
    return found


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def _memory(tree: list[psutil.Process], peak: int) -> int:
    """Bytes that processes hold together, shared ones in shares (PSS); 0 where it cannot exceed `peak`, which is quicker."""
    resident = shares = 0
    for process in tree:
        with contextlib.suppress(psutil.Error):
            resident += process.memory_info().rss
    for process in tree if resident > peak else ():
        with contextlib.suppress(psutil.Error):
            full = process.memory_full_info()
            shares += full.pss + full.swap
    return shares


def _cpu_time(tree: list[psutil.Process]) -> float:
    """Seconds of CPU time of processes and of those that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = usage.ru_utime + usage.ru_stime
    for process in tree:
        with contextlib.suppress(psutil.Error):
            total += sum(process.cpu_times()[:4])
    return total


def by_psutil(order: Order) -> dict[str, Any]:
    """Run the command and look at its processes again and again; how it ended."""
    _libc.prctl(_SUBREAPER, 1, 0, 0, 0)
    scratch = tempfile.mkdtemp(prefix="run_")
    try:
        return _watched(order, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _watched(order: Order, scratch: str) -> dict[str, Any]:
    given, out, err = order.files
    started = time.monotonic()
    process = subprocess.Popen(
        order.command, stdin=given, stdout=out, stderr=err, cwd=order.folder, env={**os.environ, "TMPDIR": scratch},
        start_new_session=True, preexec_fn=lambda: _restrict(order))  # noqa: PLW1509 - this process has one thread
    watch, ended, pause = Watch(process.pid), None, _FIRST_PAUSE
    sources = [sys.stdin.fileno(), os.pidfd_open(process.pid)]
    while watch.status is None:
        ready, _, _ = select.select(sources, [], [], pause)
        pause = min(2 * pause, _LONGEST_PAUSE)
        watch.reap()
        if watch.status is None and (ended := "stopped" if sources[0] in ready else
                                     watch.exceeded(order, time.monotonic() - started)):
            watch.end()
    wall = time.monotonic() - started
    process.returncode = os.waitstatus_to_exitcode(watch.status)
    watch.killed.clear()
    watch.end()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"code": process.returncode, "wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "ended": ended,
            "left": len(watch.killed) if ended is None else 0, "megabytes": max(watch.peak, usage.ru_maxrss << 10) >> 20}


def _restrict(order: Order) -> None:
    """What the command's process asks for itself: to end with the keeper, and not to leap far over the limits between two looks."""
    _libc.prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if order.megabytes is not None:
        resource.setrlimit(resource.RLIMIT_DATA, (2 * order.megabytes << 20,) * 2)
    if order.cpu is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(order.cpu) + 1,) * 2)


_AGAIN = 0.2
"""Seconds before a command is told to stop again."""

_REASONS = {"walltime": "wall", "cputime": "cpu", "cputime-soft": "cpu", "memory": "memory", "killed": "stopped"}


def by_runexec(order: Order) -> dict[str, Any]:
    """Run the command in a control group of its own, by BenchExec; how it ended. An exception where the kernel does not let it."""
    from benchexec.runexecutor import RunExecutor

    executor = RunExecutor(use_namespaces=False)
    groups = executor.cgroups
    if not all(group in groups for group in (groups.MEMORY, groups.CPU, groups.FREEZE)):
        raise OSError("no control groups")
    given, out, err = order.files

    def stop() -> None:
        os.read(sys.stdin.fileno(), 1)
        while True:  # what is told to stop before it has started does not hear it
            executor.stop()
            time.sleep(_AGAIN)

    threading.Thread(target=stop, daemon=True).start()
    command = ["env", f"HOME={os.environ.get('HOME', '/')}", *order.command]
    found = executor.execute_run(
        command, f"/proc/self/fd/{out}", error_filename=f"/proc/self/fd/{err}", stdin=os.fdopen(given, "rb"), write_header=False,
        workingDir=order.folder, walltimelimit=order.wall, hardtimelimit=order.cpu,
        memlimit=None if order.megabytes is None else order.megabytes << 20)
    status = found["exitcode"]
    return {"code": status.value if status.signal is None else -status.signal, "wall": found["walltime"], "cpu": found["cputime"],
            "ended": _REASONS.get(found.get("terminationreason", "")), "left": None, "megabytes": int(found["memory"]) >> 20}


WAYS = {"runexec": by_runexec, "psutil": by_psutil}
"""How limits can be enforced, best first."""


def main() -> None:
    """Do what the order says, in the way that is named first."""
    way, order = sys.argv[1:]
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)  # SIG_IGN would be inherited by the command
    print(json.dumps(WAYS[way](Order(**json.loads(order)))))


if __name__ == "__main__":
    main()
