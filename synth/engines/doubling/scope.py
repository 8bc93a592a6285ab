"""Which specifications the doubling engine is for; asked before any process starts, so it loads nothing heavy."""

from __future__ import annotations

from synth.specification import Specification

WIDTHS = (8, 16, 32, 64)
"""Words whose halves, quarters and so on have whole bits."""

SHIFTS = ("shl", "lshr", "ashr")


def applies(specification: Specification) -> bool:
    """Whether one function of up to three words is all that is unknown, without a grammar of its own, and L has shifts."""
    functions = specification.exists
    if len(functions) != 1 or specification.width not in WIDTHS or specification.uses_floats or specification.points:
        return False
    function = functions[0]
    plain = 1 <= function.arity <= 3 and function.grammar is None and not function.predicate
    return plain and any(op.name in SHIFTS for op in specification.operator_set)
