"""Python specifications: a file by path, or a bundled one by name, into the one Specification that it defines.

The file is compiled and run in a module of its own, without its folder on the search path. Whatever goes wrong in it is told as an
InputError at the deepest line of that file which had a part in it.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import fields, replace
from inspect import cleandoc
from pathlib import Path
from types import ModuleType
from typing import Any

from synth.errors import InputError
from synth.frontends.bundled import bundled_paths, find_bundled
from synth.frontends.content import run_file
from synth.specification import Specification

_CHOICE = re.compile(r"(?P<file>.+):(?P<name>[^\W\d]\w*)")
_UNNAMED = next(f.default for f in fields(Specification) if f.name == "name")


def load(path_or_name: str) -> Specification:
    """The specification in a Python file, given by path or as a bundled name such as `hackers_delight/p03`.

    `FILE.py:NAME` chooses one specification where the file defines several, by its variable or its own name.
    A specification without a file, a docstring or a name gets those of the module and of its variable.
    InputError, with file and line where there are any: no such file, a folder, a syntax error, an exception while the file runs
    (sys.exit included), no specification, several of them, or none of that name.
    """
    path, choice = _resolve(path_or_name)
    module = run_file(path)
    name, specification = _chosen(module, path, choice)
    return _completed(specification, name, module, path)


def _resolve(wanted: str) -> tuple[Path, str]:
    split = _CHOICE.fullmatch(wanted)
    for text, choice in [(wanted, "")] + ([(split["file"], split["name"])] if split else []):
        if _exists(Path(text)):
            return Path(text), choice
        bundled = find_bundled(text)
        if bundled is not None:
            return bundled, choice
    raise _missing(split["file"] if split else wanted)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise InputError(error.strerror or str(error), str(path)) from None


def _missing(wanted: str) -> InputError:
    names = list(bundled_paths())
    inside = [n for n in names if n.startswith(wanted.rstrip("/") + "/")]
    if inside:
        return InputError(f"a set of bundled specifications, not one; for instance {inside[0]}", wanted)
    close = difflib.get_close_matches(wanted.removesuffix(".py"), names, 1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return InputError(f"no such file, and no bundled specification of that name{hint}", wanted)


def _chosen(module: ModuleType, path: Path, choice: str) -> tuple[str, Specification]:
    found = _specifications(vars(module))
    if not found:
        raise InputError("no specification here: decorate a function with @spec, or build a Specification", str(path))
    if choice:
        return _named(module, path, choice, found)
    if len(found) > 1:
        first, second = list(found)[:2]
        raise InputError(f"several specifications: {', '.join(found)}; choose one as {path}:{first}", str(path), found[second].line)
    return next(iter(found.items()))


def _named(module: ModuleType, path: Path, choice: str, found: dict[str, Specification]) -> tuple[str, Specification]:
    variable = vars(module).get(choice)
    if isinstance(variable, Specification):
        return choice, variable
    chosen = [(name, specification) for name, specification in found.items() if specification.name == choice]
    if len(chosen) != 1:
        raise InputError(f"no specification is called {choice}; there are {', '.join(found)}", str(path))
    return chosen[0]


def _specifications(namespace: dict[str, Any]) -> dict[str, Specification]:
    """The specifications by the first name that each has."""
    found: dict[int, tuple[str, Specification]] = {}
    for name, value in namespace.items():
        if isinstance(value, Specification):
            found.setdefault(id(value), (name, value))
    return dict(found.values())


def _completed(specification: Specification, name: str, module: ModuleType, path: Path) -> Specification:
    return replace(specification, file=specification.file or str(path), doc=specification.doc or cleandoc(module.__doc__ or ""),
                   name=name if specification.name == _UNNAMED else specification.name)
