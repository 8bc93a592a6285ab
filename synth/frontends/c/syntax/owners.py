"""Which function declares a variable: names of one spelling are told apart by that."""

from __future__ import annotations

import re
from dataclasses import replace

from pycparser import c_ast

from synth.frontends.c.syntax.effects import parts
from synth.frontends.c.syntax.parse import parse
from synth.frontends.c.syntax.source import Source
from synth.transition import TransitionSystem, Variable


def owned(system: TransitionSystem, source: Source) -> TransitionSystem:
    """The system, its variables with the functions that declare them; a name that two declare in one line has none."""
    functions = _functions(source)

    def told(variable: Variable) -> Variable:
        root = re.split(r"[.\[ ]", variable.text)[0]
        return replace(variable, function=functions.get((root, variable.line), ""))

    callees = tuple(replace(callee, words=tuple(map(told, callee.words))) for callee in system.callees)
    return replace(system, variables=tuple(map(told, system.variables)), callees=callees)


def _functions(source: Source) -> dict[tuple[str, int | None], str]:
    """By name and line of a declaration the function that it stands in."""
    found: dict[tuple[str, int | None], str] = {}
    for function in parse(source).ext:
        if isinstance(function, c_ast.FuncDef):
            for own in parts(function):
                if isinstance(own, c_ast.Decl) and own.name is not None:
                    key, name = (own.name, source.of(own)[0]), function.decl.name
                    found[key] = name if found.get(key, name) == name else ""
    return found
