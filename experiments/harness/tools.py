"""Tools: the commands that are measured, as data from experiments/tools.toml and from files of the user."""

from __future__ import annotations

import pathlib
import re
import shutil
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from experiments.circumstances import ROOT
from experiments.harness.limits import run
from experiments.harness.records import Limits
from experiments.harness.suites import PROPERTIES, Task
from synth.errors import InputError

TOOLS = ROOT / "experiments" / "tools.toml"
READINGS = ("synth", "sygus", "patterns")
SAYINGS = ("true", "false", "solved", "infeasible", "unknown", "refused", "timeout", "memory")
"""What a pattern can stand for: a verdict, or why there is none."""

_SPARE = 1.0
_BITS = {"LP64": 64, "ILP32": 32}
_PLACEHOLDERS = ("python", "file", "property", "wall", "seconds", "megabytes", "seed", "data_model", "overflow", "bits",
                 "allocation")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_FIELDS = {"solve": list, "prove": list, "formats": list, "properties": list, "options": list, "version": list, "reads": str,
           "like": str, "patterns": dict}
_VERSION = re.compile(r"\d+(?:\.\d+)+\S*")


@dataclass(frozen=True)
class Tool:
    """A tool: its fields are those of a table in experiments/tools.toml, which says what they are."""

    name: str
    solve: tuple[str, ...] = ()
    prove: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    reads: str = "patterns"
    patterns: Mapping[str, str | int] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    version: tuple[str, ...] = ()

    def can(self, task: Task) -> bool:
        """Whether this is a task for the tool."""
        if task.property is None:
            return bool(self.solve) and pathlib.PurePath(task.file).suffix in self.formats
        return bool(self.prove) and task.property in self.properties

    def command(self, task: Task, limits: Limits, seed: int) -> list[str]:
        """The words that do a task."""
        seconds = limits.wall - min(_SPARE, limits.wall / 5)
        values = {"python": sys.executable, "file": task.file, "property": task.property, "wall": f"{limits.wall:g}",
                  "seconds": f"{seconds:g}", "megabytes": limits.megabytes, "seed": seed, "data_model": task.data_model,
                  "overflow": task.overflow, "bits": _BITS[task.data_model], "allocation": task.allocation}
        return filled((*(self.solve if task.property is None else self.prove), *self.options), values)

    def require(self) -> None:
        """InputError where there is no such command."""
        for words in filter(None, (self.solve, self.prove, self.version)):
            program = filled(words[:1], {"python": sys.executable})[0]
            if shutil.which(program) is None:
                raise InputError(f"[{self.name}] there is no command {program}")

    def told_version(self) -> str:
        """The version that the tool tells; "" where it tells none."""
        if not self.version:
            return ""
        told = run(filled(self.version, {"python": sys.executable}), Limits(60.0))
        found = _VERSION.search(told.stdout) or _VERSION.search(told.stderr)
        return found[0] if found else ""


def filled(words: Iterable[str], values: Mapping[str, Any]) -> list[str]:
    """Words with their placeholders' values; without those that have a value that is None."""
    return [_PLACEHOLDER.sub(lambda found: str(values[found[1]]), word) for word in words
            if all(values[name] is not None for name in _PLACEHOLDER.findall(word))]


def load_tools(more: Sequence[pathlib.Path] = ()) -> dict[str, Tool]:
    """Our tools, and those of further files, by name; later ones win. InputError, with the file, for what is not understood."""
    tables = dict[str, tuple[pathlib.Path, Mapping[str, Any]]]()
    for path in (TOOLS, *more):
        try:
            found = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(error.strerror or "unreadable", str(path)) from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InputError(f"not TOML: {error}", str(path)) from None
        tables |= {name: (path, table) for name, table in found.items()}
    known: dict[str, Tool] = {}
    for name, (path, table) in tables.items():
        try:
            known[name] = _tool(name, table, known)
        except InputError as error:
            raise InputError(f"[{name}] {error.message}", str(path)) from None
    return known


def _tool(name: str, table: Any, known: Mapping[str, Tool]) -> Tool:
    if not isinstance(table, dict):
        raise InputError("not a table")
    for key, value in table.items():
        if not isinstance(value, _FIELDS.get(key, ())):
            raise InputError(f"{key} is not understood; there are {', '.join(_FIELDS)}")
    given: dict[str, Any] = {key: tuple(map(str, value)) if isinstance(value, list) else value for key, value in table.items()}
    given.pop("like", None)
    if "like" in table:
        base = known.get(table["like"])
        if base is None:
            raise InputError(f"like: {table['like']} is no tool that comes before this one")
        given = {**vars(base), **given, "options": (*base.options, *given.get("options", ()))}
    tool = Tool(**{**given, "name": name})
    _check(tool)
    return tool


def _check(tool: Tool) -> None:
    if not tool.solve and not tool.prove:
        raise InputError("a command is missing: solve or prove")
    if tool.reads not in READINGS or (tool.reads == "patterns") is not bool(tool.patterns):
        raise InputError(f"reads is one of {', '.join(READINGS)}; with patterns there is a table of them")
    for what, found, allowed in (("patterns", tool.patterns, SAYINGS), ("properties", tool.properties, PROPERTIES)):
        if unknown := [name for name in found if name not in allowed]:
            raise InputError(f"{what}: {', '.join(unknown)} is none; there are {', '.join(allowed)}")
    for word in (*tool.solve, *tool.prove, *tool.options):
        _require_known(word, _PLACEHOLDERS)
    for word in (*tool.version, *tool.solve[:1], *tool.prove[:1]):
        _require_known(word, ("python",))
    for verdict, pattern in tool.patterns.items():
        if not isinstance(pattern, (str, int)) or isinstance(pattern, bool):
            raise InputError(f"patterns: {verdict} is a regular expression or an exit status, not {pattern!r}")
        try:
            re.compile(str(pattern))
        except re.error as error:
            raise InputError(f"not a regular expression: {pattern!r}, {error}") from None


def _require_known(word: str, known: Sequence[str]) -> None:
    if unknown := [name for name in _PLACEHOLDER.findall(word) if name not in known]:
        raise InputError(f"{{{unknown[0]}}} stands for nothing in {word!r}; there are {', '.join(known)}")
