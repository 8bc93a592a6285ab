"""Specifications in C: `int check(words)` is to be true for all words.

The functions that are declared and not defined are the ∃ functions, `extern` variables are ∃ words, the parameters of `check` and
what is left uninitialised are ∀ words. `assume` makes a precondition, a failing `assert` is as good as a result of 0, loops are
unrolled. All words have one width: that of the types, or where the file speaks of WIDTH, or of the type `word`, whatever is asked
for: then all integers are such words, and WIDTH is a number of its own, which constants are compared with exactly.
"""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pycparser import c_ast

from synth import terms
from synth.booleans import TRUE
from synth.errors import InputError
from synth.frontends.c.expressions.expressions import Cell
from synth.frontends.c.expressions.types import BOOL, VOID, Floating, Integer, Model
from synth.frontends.c.lowering.entries import shaped
from synth.frontends.c.lowering.liveness import live
from synth.frontends.c.lowering.loops import nesting
from synth.frontends.c.lowering.lower import Lowering
from synth.frontends.c.lowering.system import types_of, width_of
from synth.frontends.c.lowering.unroll import Unrolling
from synth.frontends.c.preprocessing import headers
from synth.frontends.c.preprocessing.preprocess import expanded
from synth.frontends.c.syntax import library
from synth.frontends.c.syntax.parse import deeply
from synth.frontends.c.syntax.source import Source, read
from synth.frontends.c.translation.context import Context, Unknown
from synth.frontends.c.translation.definitions import standard
from synth.frontends.c.translation.graph import Exit, Failure, Node, Spot
from synth.frontends.c.translation.scopes import Global, Routine, cells_of
from synth.frontends.c.translation.translate import context, repeated
from synth.specification import WIDTHS, Function, Specification
from synth.terms import Term

CHECK = "check"
"""The function that is to be true."""


def load(path: str, width: int | None = None) -> Specification:
    """The specification of a C file, at `width` bits or its own. InputError, with file, line and column, where there is none."""
    return load_text(read(path), path, width)


def load_text(text: str, file: str, width: int | None = None) -> Specification:
    """The specification of C text; as `load`."""
    with deeply(file):
        reading = _reading(text, file, width)
        made = context(reading.source, reading.model, errors=())
        routine = made.file.names.get(CHECK)
        if not isinstance(routine, Routine) or routine.definition is None:
            raise InputError(f"there is no function {CHECK}: a specification in C defines one", file)
        made.unknowns = {u.name: u for u in _unknowns(made)}
        made.names |= dict.fromkeys(made.unknowns, 1)
        made.closed = True
        parameters = list[Cell]()

        def body() -> None:
            parameters[:], result = made.calls.entered(routine, BOOL)
            made.flow.stop(Exit(result if isinstance(result, Cell) else None))

        formula = _formula(repeated(made, body), parameters, made, reading.width)
    line, _ = made.source.of(routine.definition)
    found = Specification(
        tuple(Function(u.name, len(u.parameters), u.predicate, u.names) for u in made.unknowns.values()), formula.forall,
        formula.body, formula.width, formula.precondition, fixed=formula.fixed, name=pathlib.PurePath(file).stem,
        doc=_comment(text), file=file, line=line)
    if width is not None and width != found.width:
        raise InputError(f"its words have {found.width} bits, and not {width}; only words of WIDTH bits have any width", file)
    return found


@dataclass(frozen=True)
class _Reading:
    """How a file is read: at a width that is left open, or at that of its types."""

    source: Source
    model: Model
    width: int | None


def _reading(text: str, file: str, width: int | None) -> _Reading:
    """With words of any width where the file mentions WIDTH or word, and does not itself say what a word is."""
    model = Model()
    source, macros = expanded(text, file, model)
    names = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)))
    typed = re.search(r"\btypedef\b[^;{}]*\bword\s*;", source.text) is not None
    if "WIDTH" not in names and ("word" not in names or typed):
        return _Reading(source, model, None)
    said = macros.get("WIDTH")
    default = int(said.body[0].text, 0) if said is not None and len(said.body) == 1 and said.body[0].text.isdigit() else 32
    own = width or default
    if own not in WIDTHS:
        raise InputError(f"the width must lie between {WIDTHS[0]} and {WIDTHS[-1]}, not {own}", file)
    model = Model(own, own, word=True)
    source, _ = expanded(text, file, model, {"WIDTH": "WIDTH"}, () if typed else ("typedef unsigned int word;",))
    return _Reading(source, model, own)


def _unknowns(made: Context) -> Iterator[Unknown]:
    """The ∃ functions and words, in the order of their declarations."""
    for name, meaning in made.file.names.items():
        if isinstance(meaning, (Routine, Global)) and headers.ours(made.source.origin(meaning.declaration)):
            continue
        given = library.known(name) or standard(name)
        if isinstance(meaning, Routine) and meaning.definition is None and not given:
            yield _function(made, name, meaning)
        elif isinstance(meaning, Global) and meaning.external:
            for cell in cells_of(made.declarations.global_object(meaning)):
                plain = cell.source.replace("[", "_").replace("]", "").replace(".", "_")
                yield Unknown(plain, (), (), cell.type)


def _function(made: Context, name: str, routine: Routine) -> Unknown:
    result = made.types.resolve(routine.declaration.type)
    declared = routine.declaration.args.params if routine.declaration.args is not None else []
    parameters = []
    for parameter in declared:
        if isinstance(parameter, c_ast.EllipsisParam):
            made.source.refuse(parameter, "an unknown function with a variable number of arguments")
        type = made.types.resolve(parameter.type)
        if type == VOID and len(declared) == 1:
            break
        parameters.append((_word(made, type, parameter), getattr(parameter, "name", None)))
    names = tuple(str(n) for _, n in parameters) if parameters and all(n for _, n in parameters) else ()
    return Unknown(name, tuple(t for t, _ in parameters), names, _word(made, result, routine.declaration), result == BOOL)


def _word(made: Context, type: Any, node: Any) -> Integer | Floating:
    if not isinstance(type, (Integer, Floating)):
        made.source.refuse(node, f"an unknown function over {type}")
    return type


@dataclass(frozen=True)
class _Formula:
    """What a graph says of words."""

    forall: tuple[Term, ...]
    precondition: Term
    body: Term
    width: int
    fixed: bool


class _Words:
    """The ∀ words, made as they are asked for; those of the parameters come first."""

    def __init__(self, lowering: Lowering, parameters: Sequence[Cell], taken: set[str]) -> None:
        self._lowering, self._taken = lowering, taken | {p.name for p in parameters}
        self._parameters = {p: terms.symbol(p.name) for p in parameters}
        self._more: list[Term] = []

    def mentioned(self, *roots: Term) -> tuple[Term, ...]:
        """The words of the parameters, and of the others those that the terms mention."""
        used = {id(n) for n in terms.postorder(*roots)}
        return (*self._parameters.values(), *(w for w in self._more if id(w) in used))

    def choose(self, cell: Cell, _spot: Spot | None = None, _when: Term | None = None) -> Term:
        """The word of a parameter, or a new word for another cell, cut to its type."""
        return self._cut(self._parameters[cell] if cell in self._parameters else self._new(cell), cell)

    def _new(self, cell: Cell) -> Term:
        name, count = cell.name, 1
        while name in self._taken:
            count += 1
            name = f"{cell.name}_{count}"
        self._taken.add(name)
        self._more.append(terms.symbol(name))
        return self._more[-1]

    def _cut(self, word: Term, cell: Cell) -> Term:
        width = self._lowering.width
        whole = cell.type.bits == width or (width is None and cell.type.bits > 1)
        return word if whole else self._lowering.builder.apply("and", word, terms.constant((1 << cell.type.bits) - 1))


def _formula(entry: Node, parameters: Sequence[Cell], made: Context, open_width: int | None) -> _Formula:
    file = made.source.file
    form = shaped(entry)
    needed = live(form.order)
    if open_width is None:
        width, fixed = width_of(form.order, needed, made.source.files)
    else:
        width, fixed = open_width, False
        for type, spot in types_of(form.order, needed).items():
            if isinstance(type, Floating):
                raise InputError(f"not supported: {type} beside words of any width", file, spot.line, spot.column)
    _same_width(made, width)
    lowering = Lowering(width if open_width is None else None)
    words = _Words(lowering, parameters, set(made.unknowns))
    ends = frozenset(n for n in form.order if isinstance(n.action, (Exit, Failure)))
    execution = Unrolling(lowering, needed, ends, words.choose, nesting(form), file)
    for node, guard, cells in execution.run(entry, {c: words.choose(c) for c in sorted(needed[0], key=lambda c: c.order)}):
        result = node.action.result if isinstance(node.action, Exit) else None
        if isinstance(node.action, Failure):
            execution.obligations.append(lowering.builder.negation(guard))
        elif result is not None:
            execution.obligations.append(lowering.builder.implied(guard, lowering.builder.truth(cells[result])))
    body, precondition = _all(execution.obligations, lowering), _all(execution.given, lowering)
    return _Formula(words.mentioned(body, precondition), precondition, body, width, fixed)


def _same_width(made: Context, width: int) -> None:
    """InputError where an ∃ function is of other words than the formula."""
    for unknown in made.unknowns.values():
        for type in (*unknown.parameters, unknown.type):
            if type.bits not in (1, width):
                declared = made.file.names.get(unknown.name)
                made.source.refuse(getattr(declared, "declaration", None),
                                   f"{unknown.name}, unknown over {type}, beside words of {width} bits")


def _all(conditions: Sequence[Term], lowering: Lowering) -> Term:
    found = TRUE
    for condition in conditions:
        found = lowering.builder.both(found, condition)
    return found


def _comment(text: str) -> str:
    """The first comment, without its stars."""
    match = re.match(r"\s*/\*(.*?)\*/", text, re.DOTALL)
    lines = match[1].splitlines() if match else []
    return "\n".join(re.sub(r"^\s*\*? ?", "", line) for line in lines).strip()
