"""What is asked of a C program: the file or the task definition, and the properties in question."""

from __future__ import annotations

import pathlib
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from synth.errors import InputError
from synth.solver.limits import Cancelled

if TYPE_CHECKING:
    from synth.frontends.c.task import Task


def task_of(file: str, asked: str | None, timeout: float, cancelled: Cancelled | None = None) -> Task:
    """The program and the questions. A task definition says both, where `asked` does not say the questions.

    InputError where one is malformed, or takes longer than `timeout` seconds to read.
    """
    from synth.solver.apart import SLACK, Exceeded, within
    from synth.solver.limits import Limits

    try:
        return within(Limits(timeout + SLACK, None, 0.0, cancelled), "read", partial(_task, file, asked))
    except KeyboardInterrupt:
        if cancelled is None:
            raise
        raise InputError("the task was not read: interrupted", file) from None
    except Exceeded:
        raise InputError("the task was not read in time", file) from None


def _task(file: str, asked: str | None) -> Task:
    from synth.frontends.c.task import STANDARD, USUAL, Task, read_property, read_task

    chosen = None if asked is None else (STANDARD[asked],) if asked in STANDARD else read_property(asked)
    if pathlib.PurePath(file).suffix not in (".yml", ".yaml"):
        return Task(file, None, chosen or tuple(STANDARD[p] for p in USUAL))
    if chosen is None:
        return read_task(file)
    tasks = [read_task(file, q.name) for q in chosen]
    return replace(tasks[0], questions=tuple(task.questions[0] if asked in STANDARD else
                                             replace(task.questions[0], specification=q.specification)
                                             for q, task in zip(chosen, tasks, strict=True)))
