"""The specifications and encodings that come with synth: where they are, and what each one is.

They are content, not modules: files that are listed by name and loaded by path. A wheel carries them inside the package, under
`bundled/`; in a checkout they are the folders `specs/` and `encodings/` beside the package.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class BundledSpec:
    """A bundled file: its name (`hackers_delight/p03`), its path, and the first line of its docstring ("" where it has none)."""

    name: str
    path: Path
    summary: str


def bundled_folder(kind: str) -> Path | None:
    """The folder of `kind` ("specs" or "encodings") that comes with this synth; None where it was left out."""
    places = [PACKAGE / "bundled" / kind]
    if (PACKAGE.parent / "pyproject.toml").is_file():
        places.append(PACKAGE.parent / kind)
    return next((place for place in places if place.is_dir()), None)


def bundled_paths(kind: str = "specs") -> dict[str, Path]:
    """Name to path of every bundled file of `kind`, sorted by name; no file is opened."""
    folder = bundled_folder(kind)
    found = [] if folder is None else folder.rglob("*.py")
    return dict(sorted((path.relative_to(folder).with_suffix("").as_posix(), path) for path in found if folder is not None))


def bundled_specs() -> list[BundledSpec]:
    """Every bundled specification, sorted by name; no file is executed."""
    return _described("specs")


def bundled_encodings() -> list[BundledSpec]:
    """Every bundled encoding, sorted by name; no file is executed."""
    return _described("encodings")


def find_bundled(name: str) -> Path | None:
    """The path of the bundled specification `name`, with or without `.py`; None where there is none."""
    return bundled_paths().get(name.removesuffix(".py"))


def _described(kind: str) -> list[BundledSpec]:
    return [BundledSpec(name, path, _summary(path)) for name, path in bundled_paths(kind).items()]


def _summary(path: Path) -> str:
    try:
        doc = ast.get_docstring(ast.parse(path.read_bytes(), str(path)))
    except (OSError, SyntaxError, ValueError):
        return ""
    return doc.splitlines()[0] if doc else ""
