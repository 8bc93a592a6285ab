"""A file's tree as the control-flow graph of the program that it is."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from pycparser import c_ast

from synth.errors import InputError
from synth.frontends.c.expressions.types import Model
from synth.frontends.c.syntax.effects import parts
from synth.frontends.c.syntax.parse import parse
from synth.frontends.c.syntax.shadows import shadowed
from synth.frontends.c.syntax.source import Source, own
from synth.frontends.c.translation.agreement import require_agreement
from synth.frontends.c.translation.allocation import Allocation
from synth.frontends.c.translation.calls import Calls
from synth.frontends.c.translation.comparisons import Comparisons
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.copying import Copying
from synth.frontends.c.translation.declarations import Declarations
from synth.frontends.c.translation.generic import Generic
from synth.frontends.c.translation.graph import Exit, Flow, Node
from synth.frontends.c.translation.indirect import Indirect
from synth.frontends.c.translation.known import Known
from synth.frontends.c.translation.lists import Lists
from synth.frontends.c.translation.objects import Objects
from synth.frontends.c.translation.places import Places
from synth.frontends.c.translation.pointers import Pointers
from synth.frontends.c.translation.recursion import Recursion
from synth.frontends.c.translation.scopes import Routine
from synth.frontends.c.translation.sparse import Sparse
from synth.frontends.c.translation.statements import Statements
from synth.frontends.c.translation.strings import Strings
from synth.frontends.c.translation.typenames import TypeNames
from synth.frontends.c.translation.values import Values
from synth.frontends.c.translation.variadic import Variadic

_ROUNDS = 50
"""How often a program is translated."""


def context(source: Source, model: Model, errors: Collection[str]) -> Context:
    """The translation of a file, everything that it declares declared; `errors` as in `Context`."""
    made = Context(source, model, errors)
    made.types, made.values, made.places = TypeNames(made), Values(made), Places(made)
    made.pointers, made.comparisons = Pointers(made), Comparisons(made)
    made.allocation, made.copying, made.variadic, made.generic = Allocation(made), Copying(made), Variadic(made), Generic(made)
    made.objects, made.strings, made.indirect, made.known = Objects(made), Strings(made), Indirect(made), Known(made)
    made.recursion, made.long, made.heap = Recursion(made), Sparse(made), Lists(made)
    made.calls, made.declarations, made.statements = Calls(made), Declarations(made), Statements(made)
    for unit, _ in source.units:
        for node, reason in shadowed(parse(unit)):
            unit.refuse(node, reason)
    for node in parse(source).ext:
        if isinstance(node, c_ast.FuncDef):
            made.declarations.define(node)
        elif isinstance(node, (c_ast.Decl, c_ast.Typedef)):
            made.declarations.declare(node)
        elif isinstance(node, c_ast.StaticAssert):
            made.statements.run(node)
    require_agreement(made)
    return made


def program(made: Context, entry: str | None) -> tuple[Node, str]:
    """The graph of the program that starts with the function `entry`, and the function's name."""
    routine = _entry(made, entry)

    def body() -> None:
        made.calls.entered(routine)
        made.allocation.require_freed()
        made.flow.stop(Exit())
        made.recursion.finish()
        made.allocation.finish()

    name: str = routine.definition.decl.name
    return repeated(made, body), name


def repeated(made: Context, body: Callable[[], None]) -> Node:
    """The graph of a program whose body is translated as `body` does it, as often as more is learnt of its pointers."""
    for _ in range(_ROUNDS):
        body()
        graph = _initialised(made)
        if not made.memory.grown:
            made.memory.require_begun()
            made.objects.tell()
            return graph
        made.again()
    raise InputError(f"not supported: pointers of which more is learnt after {_ROUNDS} translations", made.source.file)


def _initialised(made: Context) -> Node:
    """The graph so far, after the global variables that it uses got their first values."""
    body, made.flow = made.flow, Flow()
    made.declarations.initialise_globals()
    made.flow.jump(body.entry)
    globals_, made.flow = made.flow, Flow()
    made.strings.initialise()
    made.allocation.initialise()
    made.long.initialise()
    made.flow.jump(globals_.entry)
    return made.flow.entry


def _entry(made: Context, name: str | None) -> Routine:
    """The function called `name`, or main, or the only one that no other calls."""
    defined = {n: r for n, r in made.file.names.items() if isinstance(r, Routine) and r.definition is not None}
    for wanted in [name] if name is not None else ["main"]:
        if wanted in defined:
            return defined[wanted]
    if name is not None:
        others = " and ".join(n for n in defined if own(n) == name)
        raise InputError(f"there is no function {name}{others and f', but {others}'}", made.source.file)
    called = {other for n, r in defined.items() for other in _calls(r.definition) if other != n}
    first = [r for n, r in defined.items() if n not in called]
    if len(first) != 1:
        others = ", ".join(r.definition.decl.name for r in first)
        more = f", and more than one to start with; --function names one: {others}" if first else ""
        raise InputError(f"there is no function main{more}", made.source.file)
    return first[0]


def _calls(definition: Any) -> set[str]:
    return {p.name.name for p in parts(definition.body) if isinstance(p, c_ast.FuncCall) and isinstance(p.name, c_ast.ID)}
