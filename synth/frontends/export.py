"""Specifications in other languages: SMT-LIB, SyGuS-IF, a C check function, and our own Python form."""

from __future__ import annotations

from collections.abc import Callable

import z3

from synth.errors import InputError
from synth.evaluation.ctext import CText
from synth.evaluation.smt import Smt
from synth.frontends.emit import CWriter, c_function, identifiers, python_function, smtlib_function
from synth.frontends.export_python import python_specification
from synth.operators import Operator
from synth.specification import Function, Specification
from synth.terms import TermKind, interpret, postorder

__all__ = ["FORMATS", "c_function", "export", "python_function", "smtlib_function"]


def export(spec: Specification, to: str) -> str:
    """`spec` at its width in the language `to`, one of `FORMATS`. InputError for another, or for what that language cannot say."""
    if to not in FORMATS:
        raise InputError(f"unknown format {to!r}; there are {', '.join(FORMATS)}")
    return FORMATS[to](spec)


def _comment(spec: Specification, mark: str) -> list[str]:
    return [f"{mark} {line}".rstrip() for line in (spec.doc or spec.name).splitlines()]


def _smt_formula(spec: Specification) -> tuple[Smt, list[z3.ExprRef], z3.BoolRef]:
    """The domain, the ∀ words and the formula over uninterpreted functions."""
    domain, sort = Smt(spec.width), z3.BitVecSort(spec.width)
    functions = {f.name: z3.Function(f.name, *[sort] * (f.arity + 1)) for f in spec.exists}
    words = {str(s.data): domain.symbol(str(s.data)) for s in spec.forall}
    word = interpret(spec.formula, domain, words, lambda name, arguments: functions[name](*arguments))
    return domain, list(words.values()), domain.truth(word)


def _smt2(spec: Specification) -> str:
    """∃ functions as uninterpreted ones, and one assertion that quantifies over the ∀ words: sat where some functions do."""
    sort = z3.BitVecSort(spec.width)
    _, words, formula = _smt_formula(spec)
    body = z3.ForAll(words, formula) if words else formula
    logic = "ALL" if spec.uses_floats else "UFBV"
    return "\n".join([*_comment(spec, ";"), f"(set-logic {logic})",
                      *(z3.Function(f.name, *[sort] * (f.arity + 1)).sexpr() for f in spec.exists),
                      f"(assert {body.sexpr()})", "(check-sat)", ""])


def _sygus(spec: Specification) -> str:
    """SyGuS-IF 2.1 with a grammar of the specification's operators; predicates are words that are true where not 0."""
    if spec.uses_floats:
        raise InputError("SyGuS-IF has no logic for floating point together with words", spec.file, spec.line)
    _, words, formula = _smt_formula(spec)
    sort = z3.BitVecSort(spec.width).sexpr()
    helpers = [op for op in spec.operator_set if not _direct(op)]
    return "\n".join([*_comment(spec, ";"), "(set-logic BV)", *(_helper(op, spec.width) for op in helpers),
                      *(_synth_fun(f, spec) for f in spec.exists), *(f"(declare-var {w.sexpr()} {sort})" for w in words),
                      f"(constraint {formula.sexpr()})", "(check-synth)", ""])


def _direct(op: Operator) -> bool:
    """Whether SMT-LIB's own operator takes words to a word."""
    return op.smt.startswith("bv") and not op.boolean


def _helper(op: Operator, width: int) -> str:
    """An operator that is no SMT-LIB function of words as a define-fun."""
    sort, words = z3.BitVecSort(width).sexpr(), [z3.BitVec(n, width) for n in ("a", "b", "c")[: op.arity]]
    arguments = " ".join(f"({w.sexpr()} {sort})" for w in words)
    return f"(define-fun word-{op.name} ({arguments}) {sort} {op(Smt(width), *words).sexpr()})"


def _synth_fun(function: Function, spec: Specification) -> str:
    sort = z3.BitVecSort(spec.width).sexpr()
    names = function.parameters or tuple(f"x{i}" for i in range(function.arity))
    shown = [z3.BitVec(n, spec.width).sexpr() for n in names]
    applied = [f"({op.smt if _direct(op) else f'word-{op.name}'}{' Word' * op.arity})" for op in spec.operator_set]
    rules = [*shown, f"(Constant {sort})", *(applied if function.arity else [])]
    return (f"(synth-fun {z3.BitVec(function.name, spec.width).sexpr()} ({' '.join(f'({s} {sort})' for s in shown)}) {sort}\n"
            f"  ((Word {sort}))\n  ((Word {sort} ({' '.join(rules)}))))")


def _c(spec: Specification) -> str:
    """`int check(words)`, true where precondition → body holds; the ∃ functions and words are external functions."""
    writer = CWriter(spec.width)
    names = dict(zip((f.name for f in spec.exists), identifiers([f.name for f in spec.exists], ("check",)), strict=True))
    words = identifiers([str(s.data) for s in spec.forall], ("check", *names.values()))
    last = _c_value(writer, spec, dict(zip((str(s.data) for s in spec.forall), words, strict=True)), names)
    kind = CText(spec.width).type
    declared = [f"extern {kind} {names[f.name]}({', '.join([kind] * f.arity) or 'void'});" for f in spec.exists]
    head = f"int check({', '.join(f'{kind} {w}' for w in words) or 'void'})"
    return "\n".join(["/*", *_comment(spec, " *"), " */", "#include <stdint.h>", "", *declared, "",
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
    "sygus": _sygus, "smt2": _smt2, "c": _c, "python": python_specification,
}
"""The languages that a specification is exported to."""

