"""SyGuS-IF files as problems."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping, Sequence
from functools import reduce

from synth import terms
from synth.errors import InputError
from synth.frontends.sexpr import read
from synth.frontends.sygus.commands import read_commands
from synth.frontends.sygus.examples import Point, points_of
from synth.frontends.sygus.lower import Call, Lowering, truth, used, widest
from synth.frontends.sygus.nodes import Kind, Node, Signature, postorder
from synth.frontends.sygus.normal import Normal, normal_form
from synth.frontends.sygus.problem import Problem
from synth.frontends.sygus.script import Script
from synth.frontends.sygus.theory import RESIZING, Words
from synth.operators import Operator, operator
from synth.specification import Function, Specification
from synth.terms import Term, TermKind

_BOOLEAN_OPERATORS = ("and", "or", "xor", "not", "eq", "ite")


def load(path: str) -> Problem:
    """The problem in a file; InputError, with line and column where there is one to blame, where there is none."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else f"not UTF-8 text ({error})"
        raise InputError(reason, path) from None
    return load_text(text, path)


def load_text(text: str, file: str = "") -> Problem:
    """The problem that a text of SyGuS-IF states; `file` is what errors name."""
    try:
        return _problem(read_commands(read(text), file), file)
    except InputError as error:
        raise error if error.file else InputError(error.message, file, error.line, error.column) from None


def _problem(script: Script, file: str) -> Problem:
    said = [*script.constraints, *script.assumptions]
    signatures = tuple(script.functions.values())
    width = widest(said, script.definitions, signatures)
    functions: dict[str, Function] = {}
    call = _calls(functions, script.functions, width)
    lowering = Lowering(width, script.definitions, script.variables, call)
    normal = {s.name: normal_form(s, lowering, width) for s in signatures if s.grammar is not None}
    functions |= {s.name: _function(s, normal.get(s.name), width) for s in signatures}
    name = pathlib.PurePath(file).stem or "sygus"
    points = points_of(script, lowering, width)
    if points:
        spec = _by_examples(functions[signatures[0].name], call, points, width, name, file)
    else:
        spec = _general(script, functions, lowering, width, name, file)
    return Problem(spec, signatures, script.definitions, normal, script.sorts)


def _calls(functions: Mapping[str, Function], signatures: Mapping[str, Signature], width: int) -> Call:
    """How applications of synth-funs are lowered: their results are cut to their sort, unless a grammar keeps them there."""
    words = Words(width)

    def call(name: str, operands: Sequence[Term]) -> Term:
        function, signature = functions[name], signatures[name]
        result = function(*operands)
        return result if function.predicate or signature.grammar is not None else words.cut(result, signature.sort.width)

    return call


def _function(signature: Signature, normal: Normal | None, width: int) -> Function:
    names = tuple(name for name, _ in signature.parameters)
    predicate = normal is None and not signature.sort.bits and width > 1
    return Function(signature.name, len(names), predicate, names, None if normal is None else normal.grammar)


def _is_fixed(script: Script, width: int) -> bool:
    """Whether the problem means something at its own widths only.

    Not where its words are all of one width, no operator speaks of widths, and every function may have constants.
    """
    roots = [*script.constraints, *script.assumptions]
    for signature in script.functions.values():
        if any(sort.bits != width for _, sort in signature.parameters):
            return True
        productions = [p.node for group in signature.grammar or () for p in group.productions]
        if signature.grammar is not None and not any(n.kind is Kind.CONSTANT for n in postorder(*productions)):
            return True
        roots += productions
    return width == 1 or any(_names_a_width(n, width) for n in used(roots, script.definitions))


def _names_a_width(item: Node, width: int) -> bool:
    if item.kind is Kind.THEORY and item.name in RESIZING:
        return True
    return item.sort.bits not in (0, width) or (item.kind is Kind.VARIABLE and not item.sort.bits)


def _general(script: Script, functions: Mapping[str, Function], lowering: Lowering, width: int, name: str,
             file: str) -> Specification:
    """∀ words: (what is assumed of them alone) → (what else is assumed → the constraints)."""
    assumed = [truth(lowering.lower(item, {})) for item in script.assumptions]
    free = [a for a in assumed if next(terms.calls(a), None) is None]
    premises = [a for a in assumed if next(terms.calls(a), None) is not None]
    body = _conjunction([truth(lowering.lower(item, {})) for item in script.constraints])
    if premises:
        body = _conjunction(premises).implies(body)
    precondition = _conjunction(free)
    mentioned = {node.data for node in terms.postorder(precondition, body) if node.kind is TermKind.SYMBOL}
    words = tuple(terms.symbol(n) for n in script.variables if n in mentioned)
    return Specification(tuple(functions.values()), words, body, width, precondition, _operators(width),
                         fixed=_is_fixed(script, width), harvest=True, name=name, file=file)


def _by_examples(function: Function, call: Call, points: Sequence[Point], width: int, name: str, file: str) -> Specification:
    """∀ arguments, result: f(arguments) = result, at the points."""
    names = [_unlike(p, function.name) for p in function.parameters]
    result = "result"
    while result in (*names, function.name):
        result += "!"
    names.append(result)
    words = [terms.symbol(n) for n in names]
    rows = tuple(dict(zip(names, (*p.arguments, p.result), strict=True)) for p in points)
    body = terms.apply("eq", call(function.name, words[:-1]), words[-1])
    return Specification((function,), tuple(words), body, width, operators=_operators(width), points=rows, fixed=True,
                         name=name, file=file)


def _unlike(name: str, taken: str) -> str:
    return f"{name}!" if name == taken else name


def _operators(width: int) -> tuple[Operator, ...] | None:
    """What functions without a grammar are made of."""
    return tuple(operator(name) for name in _BOOLEAN_OPERATORS) if width == 1 else None


def _conjunction(found: Sequence[Term]) -> Term:
    return reduce(lambda a, b: a & b, found) if found else terms.constant(True)
