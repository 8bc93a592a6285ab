"""Calls that allocate and free memory, in an instrumented program: they do what the run says."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from synth.frontends.c.load import Program
from synth.frontends.c.syntax.effects import parts
from synth.frontends.c.syntax.parse import deeply, parse
from synth.frontends.c.translation.allocation import ALLOCATING, FREEING

DECLARED = """void *synth_malloc(unsigned, int, unsigned, __SIZE_TYPE__);
void *synth_calloc(unsigned, int, unsigned, __SIZE_TYPE__, __SIZE_TYPE__);
void *synth_realloc(unsigned, int, unsigned, void *, __SIZE_TYPE__);
void synth_free(void *);
"""
"""The functions of the harness: their first arguments are the number of the place that asks, whether null may be returned, and the
line."""

_PARAMETERS = {"malloc": "__SIZE_TYPE__ n", "calloc": "__SIZE_TYPE__ m, __SIZE_TYPE__ n", "realloc": "void *m, __SIZE_TYPE__ n"}
_PLACED = {"free": "synth_free", "alloca": "__builtin_alloca"}


def is_of_memory(name: str) -> bool:
    """Whether a function allocates or frees memory."""
    return name in ALLOCATING or name in FREEING


def allocates(program: Program) -> bool:
    """Whether a program calls functions that allocate or free memory."""
    with deeply(program.file):
        tree = parse(program.source)
        own = {n.decl.name for n in tree.ext if isinstance(n, c_ast.FuncDef)}
        return any(_called(n) not in own and is_of_memory(_called(n)) for n in parts(tree))


def _called(node: Any) -> str:
    return str(node.name.name) if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) else ""


def unasked(name: str) -> str | None:
    """What a function is replaced by that asks for nothing; None for those that do."""
    return _PLACED.get(name.removeprefix("__builtin_"))


def in_place(name: str, number: int, fails: bool, line: int | None) -> str:
    """The parameters of a macro for a call that allocates, and what it does."""
    return f"(...) synth_{name.removeprefix('__builtin_')}({number}, {int(fails)}, {line or 0}, __VA_ARGS__)"


def aside(name: str, number: int, fails: bool, line: int | None) -> tuple[str, str]:
    """For calls that stand in macros, what the program is to include before, and the definition of what it calls then."""
    plain = name.removeprefix("__builtin_")
    head = f"void *synth_aside_{name}({_PARAMETERS[plain]})"
    given = "n" if plain == "malloc" else "m, n"
    return (f"{head};\n#define {name} synth_aside_{name}\n",
            f"{head} {{ return synth_{plain}({number}, {int(fails)}, {line or 0}, {given}); }}\n")


def part_of(told: str) -> tuple[int, int] | None:
    """The offset and the size, in bytes, that a site tells of a part of a block; None for other sites."""
    if not told.startswith("+"):
        return None
    offset, size = told[1:].split(":")
    return int(offset), int(size)
