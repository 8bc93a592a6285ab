"""Commands under limits of wall time, CPU time and memory that hold for everything that they start.

A keeper (`experiments.harness.keeper`) runs each command: by BenchExec's runexec where that is installed and the kernel lets it,
else by looking at the processes with psutil. Whatever becomes of the harness, of a worker or of the command, no process is left.
"""

from __future__ import annotations

import contextlib
import functools
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from experiments.circumstances import ROOT
from experiments.harness.keeper import WAYS
from experiments.harness.records import Limits
from synth.errors import SynthError


class KeeperLostError(SynthError):
    """The keeper of a command has ended without a word: it was killed, or could not start the command."""


@dataclass(frozen=True)
class Finished:
    """A command that has ended.

    code    its exit status, a signal negated
    ended   why it was ended: "wall", "cpu" or "memory" for the limits, "stopped" with the harness, None where it ended by itself
    left    how many processes it left behind, None where that was not counted; they were killed
    """

    stdout: str
    stderr: str
    code: int
    wall: float
    cpu: float
    megabytes: int
    ended: str | None
    left: int | None
    by: str


_temporary = partial(tempfile.TemporaryFile, "w+", encoding="utf-8", errors="replace")
_running = set["subprocess.Popen[str]"]()


def run(command: Sequence[str], limits: Limits, stdin: str = "") -> Finished:
    """Run a command in the repository's root; after the wall limit, and when it ends, every process of it is killed.

    `limits.by` says how the limits are enforced; "" for the best way there is. SynthError where there is no such command,
    `KeeperLostError` where nobody knows what became of it.
    """
    if shutil.which(command[0]) is None:
        raise SynthError(f"{command[0]}: there is no such command")
    way = limits.by or best_way()
    with _temporary() as out, _temporary() as err, _temporary() as given:
        given.write(stdin)
        given.seek(0)
        files = [file.fileno() for file in (given, out, err)]
        order = {"command": list(command), "folder": str(ROOT), "wall": limits.wall, "cpu": limits.cpu,
                 "megabytes": limits.megabytes, "files": files}
        reply, complaint = _kept([sys.executable, "-m", "experiments.harness.keeper", way, json.dumps(order)], files)
        try:
            found = json.loads(reply)
        except ValueError:
            raise KeeperLostError(f"{command[0]} could not be run: {last_line(complaint)}") from None
        out.seek(0)
        err.seek(0)
        return Finished(stdout=out.read(), stderr=err.read(), by=way, **found)


def _kept(command: Sequence[str], files: Sequence[int]) -> tuple[str, str]:
    """What a keeper says on stdout and stderr; it ends early where the lifeline is cut."""
    with _temporary() as complaints:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, text=True, pass_fds=files,
                              start_new_session=True, cwd=ROOT) as keeper:
            _running.add(keeper)
            try:
                assert keeper.stdout is not None
                reply = keeper.stdout.read()
            finally:
                _running.discard(keeper)
        complaints.seek(0)
        return reply, complaints.read()


def stop_running() -> None:
    """End every command that runs, in whatever thread: what is left to do when a measurement is interrupted."""
    for keeper in tuple(_running):
        assert keeper.stdin is not None
        with contextlib.suppress(OSError):
            keeper.stdin.close()


def last_line(text: str) -> str:
    """The last line that says anything, cut."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:300] if lines else ""


@functools.cache
def best_way() -> str:
    """The best way to enforce limits that works here. SynthError where none does."""
    for way in WAYS:
        with contextlib.suppress(SynthError):
            require(way)
            return way
    raise SynthError("no way to enforce limits works here")


def require(way: str) -> None:
    """SynthError where limits cannot be enforced in this way here."""
    if run([sys.executable, "-c", ""], Limits(60.0, 60.0, 1000, way)).code:
        raise SynthError(f"{way} does not work here")
