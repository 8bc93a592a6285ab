"""What is known of a run, as one line of JSON, and the file that holds such lines.

A file of records has two kinds of lines: a session line each time the harness starts or goes on (schema synth.session/1), and one
for each run (schema synth.run/1). A line is on the disk as soon as its run has ended: a harness that is killed loses only the runs
that were under way. The half line that it may leave is no line, and is cut off when the harness goes on.
"""

from __future__ import annotations

import fcntl
import json
import os
import pathlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from types import TracebackType
from typing import Any, BinaryIO

from synth.errors import InputError

RUN, SESSION = "synth.run/1", "synth.session/1"


class Outcome(StrEnum):
    """What became of a run.

    right        the answer is checked, and the expected one where one is expected; or it is that, where there is no check
    wrong        the verdict contradicts the expected one, or the check refutes the answer
    unconfirmed  an answer that nobody contradicts, and that the check could not confirm
    unknown      the tool says that it does not know
    refused      the tool says that it cannot read the task
    timeout, memory, crash   how the run ended otherwise; whatever it said
    lost         nobody knows how it ended: what ran it was lost, which is no fault of the tool; --resume does it again
    """

    RIGHT = "right"
    WRONG = "wrong"
    UNCONFIRMED = "unconfirmed"
    UNKNOWN = "unknown"
    REFUSED = "refused"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"
    LOST = "lost"


@dataclass(frozen=True)
class Limits:
    """Seconds of wall time, seconds of CPU time and megabytes of memory for the whole process tree of a run.

    `by` says who enforced them: "runexec" or "psutil"; "" before the run.
    """

    wall: float
    cpu: float | None = None
    megabytes: int | None = None
    by: str = ""


@dataclass(frozen=True)
class Size:
    """Operators of a specification, or of a program's steps, each distinct one once; operators of the answer."""

    specification: int | None = None
    solution: int | None = None


Key = tuple[object, ...]


@dataclass(frozen=True)
class Run:
    """The record of one run.

    suite, task, file, category   what was asked: a suite of its own, a name that is unique in it, the file as seen from the
                                  repository's root (absolute for files elsewhere), the group that it is counted in
    property    what is asked of a program, None for specifications
    expected    "true" or "false" for programs, "solved" or "infeasible" for specifications, None where nothing is
    verdict     what the tool said, one of these or "unknown"; None where it said nothing, or too late
    checked     whether the answer was confirmed (None: no check, or an undecided one), and by what
    wall, cpu, megabytes   seconds, and the peak of memory, of the whole process tree
    detail      one line of why
    started     when, UTC, ISO 8601
    session     number of the session line that the run belongs to
    host        the machine and the commit there, where it is not the harness's own; else ""
    answer      the tool's own JSON object where it has one, else {"text": …}; empty where it gave none
    """

    suite: str
    task: str
    file: str
    category: str
    property: str | None
    expected: str | None
    tool: str
    options: tuple[str, ...]
    seed: int
    repeat: int
    limits: Limits
    outcome: Outcome
    verdict: str | None
    checked: bool | None
    checked_by: str | None
    wall: float
    cpu: float | None
    megabytes: int | None
    detail: str
    started: str
    session: int
    answer: Mapping[str, Any] = field(default_factory=dict)
    size: Size = Size()
    host: str = ""

    def key(self) -> Key:
        """What tells runs apart: two of the same key are the same measurement."""
        return run_key(self.suite, self.task, self.property, self.tool, self.options, self.seed, self.repeat, self.limits)

    def to_json(self) -> dict[str, Any]:
        """The run as an object of schema synth.run/1."""
        return {"schema": RUN, **asdict(self)}


def run_key(suite: str, task: str, asked: str | None, tool: str, options: tuple[str, ...], seed: int, repeat: int,
            limits: Limits) -> Key:
    """The key of a run; who enforces the limits is no part of it."""
    return suite, task, asked, tool, options, seed, repeat, limits.wall, limits.cpu, limits.megabytes


def run_of(record: Mapping[str, Any]) -> Run:
    """The run of an object; KeyError, TypeError or ValueError where it is none."""
    known = {f.name: record[f.name] for f in fields(Run) if f.name != "host" or "host" in record}
    return Run(**{**known, "options": tuple(record["options"]), "limits": Limits(**record["limits"]),
                  "outcome": Outcome(record["outcome"]), "size": Size(**record["size"])})


@dataclass(frozen=True)
class Session:
    """One start of the harness: its number, the command, machine, versions, commit and day; `tools` holds versions by name."""

    session: int
    command: str
    machine: str
    python: str
    packages: str
    commit: str
    date: str
    tools: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The session as an object of schema synth.session/1."""
        return {"schema": SESSION, **asdict(self)}


def session_of(record: Mapping[str, Any]) -> Session:
    """The session of an object; KeyError or TypeError where it is none."""
    return Session(**{f.name: record[f.name] for f in fields(Session)})


@dataclass(frozen=True)
class Loaded:
    """What a file of records holds, in the order of its lines, and the number of bytes of its whole lines."""

    sessions: tuple[Session, ...]
    runs: tuple[Run, ...]
    length: int


def load(path: pathlib.Path) -> Loaded:
    """The records of a file; what follows the last line's end is not read. InputError, with the line, for anything else."""
    try:
        whole = path.read_bytes()
    except OSError as error:
        raise InputError(error.strerror or "unreadable", str(path)) from None
    length = whole.rfind(b"\n") + 1
    sessions, runs = list[Session](), list[Run]()
    for number, line in enumerate(whole[:length].splitlines(), 1):
        try:
            record = json.loads(line)
            if record["schema"] == SESSION:
                sessions.append(session_of(record))
            elif record["schema"] == RUN:
                runs.append(run_of(record))
            else:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise InputError(f"not a record of schema {RUN} or {SESSION}", str(path), number) from None
    return Loaded(tuple(sessions), tuple(runs), length)


class Journal:
    """A file of records that is open for writing, by one harness at a time.

    Opening it cuts off a half-written last line, and tells in `loaded` what was there. One that is `fresh` replaces what was there
    with the first line that is written, and needs to understand nothing of it. InputError where another harness has it open.
    """

    def __init__(self, path: pathlib.Path, fresh: bool = False) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = path.open("ab")
        self._fresh = fresh
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.loaded = Loaded((), (), 0) if fresh else load(path)
        except BaseException as error:
            self._file.close()
            raise InputError("another run writes to it", str(path)) if isinstance(error, BlockingIOError) else error from None
        if not fresh:
            self._file.truncate(self.loaded.length)

    def append(self, *records: Run | Session) -> None:
        """Write lines, and wait until the disk has them."""
        if self._fresh:
            self._file.truncate(0)
            self._fresh = False
        self._file.write(b"".join(json.dumps(record.to_json(), ensure_ascii=False).encode() + b"\n" for record in records))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let others write; a file that holds nothing is no file."""
        if not os.fstat(self._file.fileno()).st_size:
            pathlib.Path(self._file.name).unlink(missing_ok=True)
        self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
