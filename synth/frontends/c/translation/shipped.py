"""Whether functions of <slh.h> are still what the header says, whatever macros a program defines before it is included."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pycparser import c_ast, c_parser

from synth.frontends.c.preprocessing import headers

_NEXT = "SLH_NEXT"
_MEANT = {"SLH_NODE": "struct slh_node", "SLH_INFINITE": "0xffffffffu", "NULL": "((void *)0)"}
"""What the macros of the header stand for here; the pointer to the next node is called by its macro."""


def says_as_shipped(function: c_ast.FuncDef, edge: str) -> bool:
    """Whether the statements and the types of numbers of a function of <slh.h> are those of the header, where nodes point to the
    next one by the member `edge`."""
    return _shipped().get(function.decl.name) == _form(function, edge)


@cache
def _shipped() -> dict[str, tuple[Any, ...]]:
    """The functions of the header, by name."""
    text = (pathlib.Path(headers.FOLDER) / "slh.h").read_text(encoding="utf-8")
    text = re.sub(r"^#.*$", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL), flags=re.MULTILINE)
    for macro, meant in _MEANT.items():
        text = re.sub(rf"\b{macro}\b", meant, text)
    tree = c_parser.CParser().parse(f"struct slh_node {{ struct slh_node *{_NEXT}; }};{text}")
    return {node.decl.name: _form(node, _NEXT) for node in tree.ext if isinstance(node, c_ast.FuncDef)}


def _form(function: c_ast.FuncDef, edge: str) -> tuple[Any, ...]:
    """A function without the type of nodes and the name of the pointer to the next one."""
    return tuple(_told(function.decl.type, edge)), tuple(_told(function.body, edge))


def _told(node: Any, edge: str) -> Iterator[Any]:
    """What a node says, and those below it; a pointer is one, whatever it points to."""
    yield type(node).__name__
    if isinstance(node, c_ast.PtrDecl) or (isinstance(node, c_ast.UnaryOp) and node.op == "sizeof"):
        return
    for name in node.attr_names:
        said = getattr(node, name)
        yield tuple(said) if isinstance(said, list) else said
    if isinstance(node, c_ast.StructRef) and node.field.name == edge:
        yield from _told(node.name, edge)
        return
    for _, below in node.children():
        yield from _told(below, edge)
    yield None
