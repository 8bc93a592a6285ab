"""The bundled encodings, by name: files of `encodings/`, loaded by path."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from synth.encoding import Encoding
from synth.errors import InputError
from synth.frontends.bundled import bundled_encodings, bundled_paths
from synth.frontends.content import run_file


def load_encoding(name_or_path: str) -> Encoding:
    """A bundled encoding (`termination/conditional`, with or without `encodings/` before it), or that of a Python file.

    `termination/lexicographic:3` is one of dimension 3. InputError where there is none.
    """
    name_or_path, _, dimension = name_or_path.partition(":")
    if dimension:
        if not dimension.isdecimal():
            raise InputError(f"the dimension {dimension!r} is no number", name_or_path)
        return load_encoding(name_or_path).of_dimension(int(dimension))
    name = name_or_path.removesuffix(".py").removeprefix("encodings/")
    path = bundled_paths("encodings").get(name)
    if path is None and not Path(name_or_path).is_file():
        known = ", ".join(bundled_paths("encodings"))
        raise InputError(f"no such file, and no bundled encoding of that name; there are {known}", name_or_path)
    return _loaded(name_or_path if path is None else name, path or Path(name_or_path))


def load_encodings() -> dict[str, Encoding]:
    """All bundled encodings, by name."""
    return {e.name: _loaded(e.name, e.path) for e in bundled_encodings()}


def _loaded(name: str, path: Path) -> Encoding:
    module = run_file(path)
    found = [value for value in vars(module).values() if isinstance(value, Encoding)]
    if len(found) != 1:
        raise InputError(f"one function has to be decorated with @encoding, not {len(found)}", str(path))
    return replace(found[0], name=name, summary=(module.__doc__ or "").partition("\n")[0])
