"""Specifications in other languages: SMT-LIB, SyGuS-IF, a C check function, and our own Python form."""

from __future__ import annotations

from collections.abc import Callable

from synth.errors import InputError
from synth.evaluation.ctext import CText
from synth.frontends.emit import CWriter, c_function, identifiers, python_function, smtlib_function
from synth.frontends.export_python import python_specification
from synth.frontends.export_smtlib import smt2
from synth.frontends.export_sygus import sygus
from synth.frontends.plain import plain
from synth.operators import Operator
from synth.specification import Specification
from synth.terms import TermKind, postorder

__all__ = ["FORMATS", "c_function", "export", "python_function", "smtlib_function"]


def export(spec: Specification, to: str) -> str:
    """`spec` at its width in the language `to`, one of `FORMATS`. InputError for another, or for what that language cannot say."""
    if to not in FORMATS:
        raise InputError(f"unknown format {to!r}; there are {', '.join(FORMATS)}")
    return FORMATS[to](spec)


def _comment(spec: Specification) -> list[str]:
    return [f" * {line.replace('*/', '* /')}".rstrip() for line in (spec.doc or spec.name).splitlines()]


def _c(spec: Specification) -> str:
    """`int check(words)`, true where precondition → body holds; the ∃ functions and words are external functions.

    What operators and grammars the functions are made of is not said.
    """
    spec = plain(spec)
    writer = CWriter(spec.width)
    names = dict(zip((f.name for f in spec.exists), identifiers([f.name for f in spec.exists], ("check",)), strict=True))
    words = identifiers([str(s.data) for s in spec.forall], ("check", *names.values()))
    last = _c_value(writer, spec, dict(zip((str(s.data) for s in spec.forall), words, strict=True)), names)
    kind = CText(spec.width).type
    declared = [f"extern {kind} {names[f.name]}({', '.join([kind] * f.arity) or 'void'});" for f in spec.exists]
    head = f"int check({', '.join(f'{kind} {w}' for w in words) or 'void'})"
    return "\n".join(["/*", *_comment(spec), " */", "#include <stdint.h>", "", *declared, "",
                      writer.function(head, words, f"return {last} != 0;")])


def _c_value(writer: CWriter, spec: Specification, words: dict[str, str], functions: dict[str, str]) -> str:
    """The variable that holds the formula, every application in a variable of its own."""
    values: dict[int, str] = {}
    for node in postorder(spec.formula):
        operands = [values[id(a)] for a in node.arguments]
        match node.kind, node.data:
            case TermKind.CONSTANT, int(value):
                own = writer.domain.constant(value)
            case TermKind.SYMBOL, str(name):
                own = words[name]
            case TermKind.APPLY, Operator() as op:
                own = writer.apply(op, operands)
            case TermKind.CALL, str(name):
                own = writer.domain.name(f"{functions[name]}({', '.join(operands)})")
            case _:
                own = writer.domain.constant(spec.width)
        values[id(node)] = own
    return values[id(spec.formula)]


FORMATS: dict[str, Callable[[Specification], str]] = {
    "sygus": sygus, "smt2": smt2, "c": _c, "python": python_specification,
}
"""The languages that a specification is exported to."""

