"""The functions of the standard library that have a definition of ours, in library.c."""

from __future__ import annotations

import functools
import pathlib
import re
from collections.abc import Mapping
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions.types import Model
from synth.frontends.c.preprocessing.directives import Preprocessor
from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.effects import parts
from synth.frontends.c.syntax.parse import parse
from synth.frontends.c.syntax.source import Source, read

_FILE = str(pathlib.Path(__file__).with_name("library.c"))


_SUFFIXES = ("ll", "l", "f", "")
"""What the macros of library.c put behind a name."""


@functools.lru_cache(maxsize=1)
def _words() -> frozenset[str]:
    return frozenset(re.findall(r"[A-Za-z_]\w*", read(_FILE)))


def defines(name: str) -> bool:
    """Whether there is a definition. The file is only parsed for a name that is put together of its words: most are not."""
    plain = {name, name.removeprefix("__builtin_")}
    return any(own.removesuffix(suffix) in _words() for own in plain for suffix in _SUFFIXES) and name in definitions()


@functools.lru_cache(maxsize=1)
def definitions() -> Mapping[str, Any]:
    """The definitions by name. Their nodes have no places, as they stand in no file of the user's."""
    text = read(_FILE)
    tree = parse(Source(_FILE, text, Preprocessor(_FILE, Model(), {}).run(text), ()))
    for node in parts(tree):
        node.coord = None
    return {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}


def standard(name: str) -> bool:
    """Whether the standard library has a function that is defined here."""
    return not library.known(name) and not name.startswith(("__VERIFIER", "__synth")) and defines(library.GENERIC.get(name, name))
