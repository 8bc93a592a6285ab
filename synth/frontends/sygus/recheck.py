"""Answers judged from their text alone: read again, checked against the file's signatures and grammars, made programs anew."""

from __future__ import annotations

from collections.abc import Mapping

from synth import terms
from synth.errors import InputError, NotDerivable
from synth.frontends.sexpr import SExpr, read, symbol_text, text_of
from synth.frontends.sygus.expressions import Expressions
from synth.frontends.sygus.lower import Lowering
from synth.frontends.sygus.membership import derives
from synth.frontends.sygus.nodes import Node, Signature
from synth.frontends.sygus.problem import Problem
from synth.frontends.sygus.script import Script
from synth.program import Program, of_term
from synth.terms import Term


def recheck(problem: Problem, texts: Mapping[str, str]) -> dict[str, Program]:
    """The programs, over operators of the table, of what `texts` define for the synth-funs of a problem.

    Each text is one define-fun, and each synth-fun must have one: InputError where that is not so or a text is malformed,
    NotDerivable where one does not answer the file. The programs take and give words of the specification's width.
    """
    wanted = {s.name: s for s in problem.signatures}
    if set(texts) != set(wanted):
        raise InputError(f"the answer defines {', '.join(sorted(texts)) or 'nothing'}, asked for is {', '.join(sorted(wanted))}")
    return {name: _program(problem, signature, texts[name]) for name, signature in wanted.items()}


def _program(problem: Problem, signature: Signature, text: str) -> Program:
    items = read(text)
    if len(items) != 1 or items[0].head != "define-fun" or len(items[0].items) != 5:
        raise InputError(f"{signature.name}: expected one (define-fun …), given {text[:60]}")
    body = _body(problem, signature, items[0])
    lowering = Lowering(problem.specification.width, problem.definitions, {}, _no_call)
    names = [name for name, _ in signature.parameters]
    return of_term(lowering.lower(body, {name: terms.symbol(name) for name in names}), names)


def _no_call(name: str, _operands: object) -> Term:
    raise InputError(f"an answer calls {name}")


def _body(problem: Problem, signature: Signature, item: SExpr) -> Node:
    """The body of a define-fun that has the signature and is in the grammar; NotDerivable otherwise."""
    script = Script(sorts=dict(problem.sorts), definitions=dict(problem.definitions))
    if item.items[1].symbol != signature.name:
        raise NotDerivable(f"expected a definition of {symbol_text(signature.name)}, given one of {text_of(item.items[1])}")
    if (script.parameters(item.items[2]), script.sort(item.items[3])) != (signature.parameters, signature.sort):
        raise NotDerivable(f"{symbol_text(signature.name)} has other parameters or another sort than the file asks for")
    reader = Expressions(script, dict(signature.parameters), {})
    body = reader.read_as(item.items[4], signature.sort, f"the body of {symbol_text(signature.name)}")
    if signature.grammar is not None:
        lets = any(p.pieces for group in signature.grammar for p in group.productions)
        if (reader.has_let and not lets) or not derives(signature.grammar, body):
            raise NotDerivable(f"the grammar of {symbol_text(signature.name)} does not derive {text_of(item.items[4], 200)}")
    return body
