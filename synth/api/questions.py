"""What is asked of a C program: the file or the task definition, and the properties in question."""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from synth.errors import InputError
from synth.solver.limits import Cancelled

if TYPE_CHECKING:
    from synth.frontends.svcomp.questions import Task

Made = TypeVar("Made")


def task_of(file: str, asked: str | None, timeout: float, cancelled: Cancelled | None = None) -> Task:
    """The program and the questions. A task definition says both, where `asked` does not say the questions.

    InputError where one is malformed, or takes longer than `timeout` seconds to read, and for a property that there is none of.
    """
    from synth.frontends.svcomp.questions import STANDARD, USUAL, Task

    if asked not in (None, *STANDARD) and pathlib.PurePath(str(asked)).suffix != ".prp":
        raise InputError(f"the property {asked!r} is none of {', '.join(STANDARD)}, nor a property file (.prp)")
    if not _is_definition(file) and (asked is None or asked in STANDARD):
        return Task(file, None, tuple(STANDARD[name] for name in (USUAL if asked is None else (asked,))))
    return read_in_time(partial(_task, file, asked), "the task", file, timeout, cancelled)


def read_in_time(read: Callable[[], Made], what: str, file: str, timeout: float, cancelled: Cancelled | None) -> Made:
    """What is made of a file of the user's, in a process of its own; InputError, which says `what` it is, where that takes longer
    than `timeout` seconds, or is cancelled.
    """
    from synth.solver.isolated import SLACK, Exceeded, within
    from synth.solver.limits import Limits

    try:
        return within(Limits(timeout + SLACK, None, 0.0, cancelled), "read", read)
    except KeyboardInterrupt:
        if cancelled is None:
            raise
        raise InputError(f"{what} was not read: interrupted", file) from None
    except Exceeded:
        raise InputError(f"{what} was not read in time", file) from None


def _task(file: str, asked: str | None) -> Task:
    """The same, where a file has to be read for it."""
    from synth.frontends.svcomp.properties import read_property
    from synth.frontends.svcomp.questions import STANDARD, Task
    from synth.frontends.svcomp.tasks import read_task

    if asked is None:
        return read_task(file)
    chosen = (STANDARD[asked],) if asked in STANDARD else read_property(asked)
    if not _is_definition(file):
        return Task(file, None, chosen)
    tasks = [read_task(file, q.name) for q in chosen]
    return replace(tasks[0], questions=tuple(task.questions[0] if asked in STANDARD else
                                             replace(task.questions[0], specification=q.specification)
                                             for q, task in zip(chosen, tasks, strict=True)))


def _is_definition(file: str) -> bool:
    return pathlib.PurePath(file).suffix in (".yml", ".yaml")
