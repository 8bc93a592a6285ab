"""Suites: which tasks there are. Ours stand in experiments/suites.toml; any other is a path, of a file or of a folder.

What a path holds: specifications (.py, .sl, .qdimacs); task definitions of SV-COMP (.yml); expectations in the manner of CBMC's
regression tests (.desc); and C programs that neither of these speaks of, whose headers may tell what is expected of them.
"""

from __future__ import annotations

import fnmatch
import os
import pathlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from experiments.circumstances import ROOT
from experiments.harness.descriptions import Asked, read_description
from experiments.order import natural
from synth.errors import InputError
from synth.frontends.svcomp.questions import STANDARD
from synth.frontends.svcomp.tasks import read_task

SUITES = ROOT / "experiments" / "suites.toml"
PROPERTIES = tuple(STANDARD)
"""What can be asked of a program."""

_PLAINLY = ("termination", "safety", "memory-safety")
"""What is asked of a program of which nobody says what to expect."""



@dataclass(frozen=True)
class Task:
    """One thing to be done.

    suite, name   the suite that it belongs to, and its name there
    file          as seen from the repository's root where it lies there or beside it, else absolute
    category      the folder that it is counted in
    property      what is asked of a program; None for a specification
    expected      "true" or "false" of a program, "solved" or "infeasible" of a specification, None where nobody says
    data_model    sizes of C's types, LP64 or ILP32
    overflow      what overflow of signed words is in C, "wrap" or "error"
    allocation    whether malloc and the like may return null, "fails" or "succeeds"; None where nobody says
    """

    suite: str
    name: str
    file: str
    category: str
    property: str | None = None
    expected: str | None = None
    data_model: str = "LP64"
    overflow: str = "wrap"
    allocation: str | None = None


@dataclass(frozen=True)
class Suite:
    """Tasks in their order, and why others were left out."""

    tasks: tuple[Task, ...]
    left_out: tuple[str, ...] = ()

    def only(self, pattern: str) -> Suite:
        """The tasks whose name, file, or file's name a pattern fits."""
        return Suite(tuple(task for task in self.tasks if any(fnmatch.fnmatchcase(name, pattern) for name in _names(task))),
                     self.left_out)


def _names(task: Task) -> tuple[str, ...]:
    return task.name, task.file, pathlib.PurePath(task.file).name


_OF_SPECIFICATION = re.compile(r"^(?:[;c] *)?expect: (solved|infeasible|true|false)\b", re.MULTILINE)
_OF_PROGRAM = re.compile(r"^ \* expect (termination|safety|memory-safety|unreach-call|valid-deref): (true|false)$", re.MULTILINE)
_MEANING = {"true": "solved", "false": "infeasible"}
_HEAD = 4000


def own_suites() -> dict[str, dict[str, Any]]:
    """The tables of experiments/suites.toml."""
    return tomllib.loads(SUITES.read_text(encoding="utf-8"))


def load_suite(name: str) -> Suite:
    """A suite of ours, or what a path holds. InputError where it is neither, or holds no task."""
    suites = own_suites()
    if name in suites:
        return Suite(tuple(dict.fromkeys(_own(name, suites))))
    path = pathlib.Path(name)
    if not path.exists():
        raise InputError(f"there is no suite and no path {name!r}; the suites are {', '.join(suites)}")
    found = _at(path.resolve())
    if not found.tasks:
        raise InputError("; ".join(("it holds no task", *found.left_out[:3])), name)
    return found


def _own(suite: str, suites: Mapping[str, Mapping[str, Any]]) -> Iterator[Task]:
    table = suites[suite]
    for part in table.get("suites", ()):
        yield from _own(part, suites)
    prop, expected = table.get("property"), table.get("expected")
    for file in _files(table.get("files", ()), table.get("without", ())):
        for asked in _program(file) if prop else _own_specification(file):
            if asked.property == prop and expected in (None, asked.expected):
                yield _task(suite, f"{file.parent.name}/{file.stem}", asked)


def _files(patterns: Sequence[str], without: Sequence[str]) -> list[pathlib.Path]:
    found = {file for pattern in patterns for file in ROOT.glob(pattern)}
    return sorted((f for f in found if not any(fnmatch.fnmatchcase(f.name, w) for w in without)), key=_order)


def _order(file: pathlib.Path) -> tuple[tuple[bool, int, str], ...]:
    return natural(str(file))


def _task(suite: str, name: str, asked: Asked) -> Task:
    return Task(suite, name, _shown(asked.file), asked.file.parent.name, asked.property, asked.expected, asked.data_model,
                asked.overflow, asked.allocation)


def _shown(file: pathlib.Path) -> str:
    """A file as seen from the repository's root where it lies in it or beside it."""
    return pathlib.PurePath(os.path.relpath(file, ROOT)).as_posix() if file.is_relative_to(ROOT.parent) else str(file)


def _text(file: pathlib.Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(error.strerror or "unreadable", str(file)) from None


def _specification(file: pathlib.Path) -> list[Asked]:
    """What a specification says that is expected of it."""
    said = _OF_SPECIFICATION.search(_text(file)[:_HEAD])
    return [Asked(file, None, None if said is None else _MEANING.get(said[1], said[1]))]


def _own_specification(file: pathlib.Path) -> list[Asked]:
    """One of ours is expected to be solved where it does not say otherwise."""
    return [replace(asked, expected=asked.expected or "solved") for asked in _specification(file)]


def _program(file: pathlib.Path) -> list[Asked]:
    """What the header of a program expects."""
    return [Asked(file, prop, expected) for prop, expected in _OF_PROGRAM.findall(_text(file).partition("*/")[0])]


def _definition(file: pathlib.Path) -> list[Asked]:
    """What a task definition of SV-COMP asks, by its own names and rules; nothing of other files of its kind.

    InputError where nothing that it asks for is a property of ours.
    """
    if "input_files" not in _text(file):
        return []
    told = read_task(str(file))
    if len(told.files) > 1:
        raise InputError("not supported: a program of several files", str(file))
    found = [Asked(pathlib.Path(told.file).resolve(), question.name, _VERDICTS[question.expected], told.data_model or "LP64",
                   "error" if "overflow" in question.only else "wrap", told.allocation)
             for question in told.questions if question.place[0]]
    if not found:
        raise InputError("it lists no property", str(file))
    return found


_VERDICTS = {True: "true", False: "false", None: None}
_Reader = Callable[[pathlib.Path], list[Asked]]
_DEFINING: dict[str, _Reader] = {".yml": _definition, ".desc": read_description}
_PLAIN: dict[str, _Reader] = {**dict.fromkeys((".py", ".sl", ".qdimacs"), _specification), **dict.fromkeys((".c", ".i"), _program)}


def _at(path: pathlib.Path) -> Suite:
    """The tasks of a path in the order of the files that define them, which give them their names.

    A program without any expectation is asked everything where no other file is about programs.
    """
    files = sorted((f for f in path.rglob("*") if f.is_file()), key=_order) if path.is_dir() else [path]
    found, left_out = dict[pathlib.Path, list[Asked]](), list[str]()
    for file in (f for f in files if f.suffix in _DEFINING):
        try:
            found[file] = _DEFINING[file.suffix](file)
        except InputError as error:
            left_out.append(str(error))
    spoken_of = {asked.file for told in found.values() for asked in told}
    for file in (f for f in files if f.suffix in _PLAIN and f not in spoken_of):
        found[file] = _PLAIN[file.suffix](file)
        if not found[file] and not spoken_of and not left_out:
            found[file] = [Asked(file, prop, None) for prop in _PLAINLY]
    top = path if path.is_dir() else path.parent
    tasks = [_task(path.name, file.relative_to(top).as_posix(), asked) for file in files for asked in found.get(file, ())]
    return Suite(tuple(tasks), tuple(left_out))
