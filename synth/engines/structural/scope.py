"""Which specifications the structural engine is for; asked before any process starts, so it loads nothing heavy."""

from __future__ import annotations

from synth import terms
from synth.macros import Macro
from synth.operators import Kind, Operator
from synth.specification import Specification

MAX_OPERANDS = 8


def applies(specification: Specification) -> bool:
    """Whether one function is all that is unknown, no call depends on another, and the compiled bank knows the operators."""
    functions = specification.exists
    if len(functions) != 1 or not functions[0].arity or (specification.uses_floats and specification.operators is None):
        return False
    calls = tuple(terms.calls(specification.body))
    if not calls or any(next(terms.calls(a), None) is not None for call in calls for a in call.arguments):
        return False
    grammar = functions[0].grammar
    return all(map(_is_known, grammar.operators if grammar is not None else specification.operator_set))


def _is_known(op: Operator) -> bool:
    if not isinstance(op, Macro):
        return op.kind not in (Kind.SPECIFICATION, Kind.FLOATING)
    inner = [n.data for n in terms.postorder(op.body) if isinstance(n.data, Operator)]
    return op.arity <= MAX_OPERANDS and all(not isinstance(o, Macro) and o.kind is not Kind.SPECIFICATION for o in inner)
