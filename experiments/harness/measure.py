"""One run, from the command to its record: the answer is checked again, and compared with what is expected."""

from __future__ import annotations

import datetime
import json
import sys
from dataclasses import dataclass, replace
from typing import Any

from experiments.harness.limits import Finished, KeeperLostError, last_line, run
from experiments.harness.readings import Reading, read
from experiments.harness.records import Key, Limits, Outcome, Run, Size, run_key
from experiments.harness.sizes import solution_size
from experiments.harness.suites import Task
from experiments.harness.tools import Tool

_GRACE = 2.0
"""Seconds beyond the limit that a tool has to end by itself and say what it did; what it says then is no answer."""

_CHECKING = 60.0
_ENDED = {"wall": Outcome.TIMEOUT, "cpu": Outcome.TIMEOUT, "memory": Outcome.MEMORY, "stopped": Outcome.CRASH}


@dataclass(frozen=True)
class Job:
    """A run that is to be done; `size` is that of its specification."""

    task: Task
    tool: Tool
    seed: int
    repeat: int
    limits: Limits
    session: int = 0
    size: int | None = None

    def key(self) -> Key:
        """That of the run's record."""
        return run_key(self.task.suite, self.task.name, self.task.property, self.tool.name, self.tool.options, self.seed,
                       self.repeat, self.limits)


@dataclass(frozen=True)
class Check:
    """What a check says of an answer: whether it holds (None: undecided), who says so, why not, and the answer's size."""

    holds: bool | None = None
    by: str | None = None
    detail: str = ""
    size: int | None = None


def measure(job: Job) -> Run:
    """Do a run. SynthError where the tool's command does not exist."""
    try:
        return _measured(job)
    except KeeperLostError as error:
        return lost(job, str(error))


def _measured(job: Job) -> Run:
    started = _now()
    limits = replace(job.limits, wall=job.limits.wall + _GRACE)
    finished = run(job.tool.command(job.task, job.limits, job.seed), limits)
    reading = read(job.tool, finished)
    ended = forced(job.limits, finished)
    if ended is not None:
        late = f"{reading.verdict}, after the limit" if reading.claims else reading.detail
        reading = replace(reading, verdict=None, ended=ended, detail=late)
    check = checked(job, reading) if reading.claims else Check()
    outcome = judged(job.task.expected, reading, check, has_check(job))
    return record(job, finished, reading, check, outcome, started)


def forced(limits: Limits, finished: Finished) -> Outcome | None:
    """What a run counts as that met a limit, whatever it says."""
    if finished.ended is not None:
        return _ENDED[finished.ended]
    late = finished.wall > limits.wall or (limits.cpu is not None and finished.cpu > limits.cpu)
    return Outcome.TIMEOUT if late else None


def judged(expected: str | None, reading: Reading, check: Check, can_be_checked: bool) -> Outcome:
    """What a run counts as, by what it says, by what is expected and by what the check says."""
    if not reading.claims:
        return reading.ended
    if check.holds is False or (expected is not None and reading.verdict != expected):
        return Outcome.WRONG
    sure = check.holds or (expected is not None and not can_be_checked)
    return Outcome.RIGHT if sure else Outcome.UNCONFIRMED


def has_check(job: Job) -> bool:
    """Whether answers of this tool to this task can be checked."""
    return job.tool.reads == "synth" or _is_sygus(job)


def _is_sygus(job: Job) -> bool:
    """Whether answers are define-funs, which are judged by the text of the problem."""
    return job.task.file.endswith(".sl") and job.tool.reads in ("synth", "sygus")


def checked(job: Job, reading: Reading) -> Check:
    """The check of an answer, in a process of its own."""
    limits = Limits(2 * _CHECKING, None, job.limits.megabytes, job.limits.by)
    ours = job.tool.reads == "synth"
    if not _is_sygus(job):
        return check_ours(reading, limits) if ours else Check()
    found = check_sygus(job.task.file, reading.sygus, limits)
    if found.holds is None and ours:  # that nothing satisfies a problem is shown at inputs, which only our answers name
        own = check_ours(reading, limits)
        return own if own.holds is not None else found
    return found


def check_sygus(file: str, answer: str, limits: Limits) -> Check:
    """What `experiments.sygus_check` says of an answer in SyGuS-IF: it holds, and is in the grammar."""
    found, why = _told(["experiments.sygus_check", file, "--timeout", f"{_CHECKING:g}"], answer, limits)
    if found is None:
        return Check(detail=why)
    if found["in_grammar"] is False:
        return Check(False, "sygus_check", "not in the grammar", found.get("dag"))
    if found["verified"] and found["in_grammar"] is None and found.get("dag") is not None:
        return Check(None, "sygus_check", "right, but in the grammar or not", found["dag"])
    return Check(found["verified"], "sygus_check", found.get("detail", ""), found.get("dag"))


def check_ours(reading: Reading, limits: Limits) -> Check:
    """What `synth check` says of an answer of synth."""
    found, why = _told(["synth", "check", "-", "--json", "--timeout", f"{_CHECKING:g}"], json.dumps(reading.answer), limits)
    if found is None:
        return Check(detail=why, size=solution_size(reading.answer))
    said = str(found["text"])
    by = said.rpartition("proved by ")[2] if found["confirmed"] else "synth check"
    return Check(found["confirmed"], by, "" if found["confirmed"] else said, solution_size(reading.answer))


def _told(module: list[str], stdin: str, limits: Limits) -> tuple[dict[str, Any] | None, str]:
    """The JSON object that a module prints, or None and why there is none."""
    finished = run([sys.executable, "-m", *module], limits, stdin)
    try:
        return json.loads(finished.stdout), ""
    except ValueError:
        return None, f"not checked: {last_line(finished.stderr) or finished.ended or 'no output'}"


def record(job: Job, finished: Finished, reading: Reading, check: Check, outcome: Outcome, started: str) -> Run:
    """The record of a run."""
    task = job.task
    left = f"left {finished.left} processes behind" if finished.left else ""
    told = check.detail if reading.claims else reading.detail
    contradicts = outcome is Outcome.WRONG and task.expected not in (None, reading.verdict)
    contradicted = f"{reading.verdict} where {task.expected} is expected" if contradicts else ""
    return Run(
        suite=task.suite, task=task.name, file=task.file, category=task.category, property=task.property, expected=task.expected,
        tool=job.tool.name, options=job.tool.options, seed=job.seed, repeat=job.repeat,
        limits=replace(job.limits, by=finished.by), outcome=outcome, verdict=reading.verdict,
        checked=check.holds if reading.claims else None, checked_by=check.by, wall=round(finished.wall, 3),
        cpu=round(finished.cpu, 3), megabytes=finished.megabytes, detail="; ".join(filter(None, (contradicted, told, left))),
        started=started, session=job.session, answer=reading.answer, size=Size(job.size, check.size))


def lost(job: Job, reason: str) -> Run:
    """The record of a run of which nobody knows how it ended."""
    ended = Finished("", "", 0, 0.0, 0.0, 0, None, None, job.limits.by)
    found = record(job, ended, Reading(None, Outcome.LOST, detail=reason), Check(), Outcome.LOST, _now())
    return replace(found, cpu=None, megabytes=None)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
