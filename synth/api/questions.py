"""What is asked of a C program: the file or the task definition, and the properties in question."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from synth.errors import InputError
from synth.frontends.compilation import NAME
from synth.solver.limits import Cancelled

if TYPE_CHECKING:
    from synth.frontends.svcomp.questions import Task

Made = TypeVar("Made")


def task_of(files: Sequence[str], asked: str | None, timeout: float, cancelled: Cancelled | None = None,
            folder: str | None = None) -> Task:
    """The program and the questions. A task definition says both, where `asked` does not say the questions; a compilation database
    names files and says how they are preprocessed, as that of a build `folder` does.

    InputError where one is malformed, or takes longer than `timeout` seconds to read, and for a property that there is none of.
    """
    from synth.frontends.c.preprocessing.dialect import File
    from synth.frontends.svcomp.questions import SHORT, STANDARD, USUAL, Task

    asked = None if asked is None else SHORT.get(asked, asked)
    for file in files:
        if len(files) > 1 and (_is_definition(file) or _is_database(file)):
            raise InputError("not beside other files", file)
        if folder is not None and (_is_definition(file) or _is_database(file)):
            raise InputError("not with -p, which is for C files", file)
    if asked not in (None, *STANDARD) and pathlib.PurePath(str(asked)).suffix != ".prp":
        raise InputError(f"the property {asked!r} is none of {', '.join(STANDARD)}, nor a property file (.prp)")
    database = os.path.join(folder, NAME) if folder is not None else files[0] if _is_database(files[0]) else None
    if database is not None or _is_definition(files[0]) or (asked is not None and asked not in STANDARD):
        what = "the task" if database is None else "the database"
        return read_in_time(partial(_task, files, asked, database), what, database or files[0], timeout, cancelled)
    return Task(tuple(map(File, files)), None, tuple(STANDARD[name] for name in (USUAL if asked is None else (asked,))))


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


def _task(files: Sequence[str], asked: str | None, database: str | None) -> Task:
    """The same, where a file has to be read for it."""
    from synth.frontends.c.preprocessing.dialect import File
    from synth.frontends.compilation import read_commands
    from synth.frontends.svcomp.properties import read_property
    from synth.frontends.svcomp.questions import STANDARD, USUAL, Task
    from synth.frontends.svcomp.tasks import read_task

    if asked is None and database is None:
        return read_task(files[0])
    names = USUAL if asked is None else (asked,) if asked in STANDARD else ()
    chosen = tuple(STANDARD[name] for name in names) if names else read_property(str(asked))
    if database is not None:
        commands = read_commands(database, None if _is_database(files[0]) else files)
        return Task(commands.files, commands.data_model, chosen, ignored=commands.ignored)
    if not _is_definition(files[0]):
        return Task(tuple(map(File, files)), None, chosen)
    tasks = [read_task(files[0], q.name) for q in chosen]
    return replace(tasks[0], questions=tuple(task.questions[0] if asked in STANDARD else
                                             replace(task.questions[0], specification=q.specification)
                                             for q, task in zip(chosen, tasks, strict=True)))


def _is_definition(file: str) -> bool:
    return pathlib.PurePath(file).suffix in (".yml", ".yaml")


def _is_database(file: str) -> bool:
    return pathlib.PurePath(file).suffix == ".json"
