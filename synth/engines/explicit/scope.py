"""Which specifications the explicit engine is for; asked before any process starts, so it loads nothing heavy."""

from __future__ import annotations

from synth.grammar import Flat
from synth.operators import LANGUAGE, Operator
from synth.specification import Function, Specification

MAX_ARGUMENTS = 16
"""Rows of the kernel for arguments and literals."""

MAX_POINTS = 256
"""Examples that the kernel can hold."""


def applies(specification: Specification) -> bool:
    """Whether the compiled kernel can search for what the specification asks for.

    All functions have one set of operators of L, from which everything may be built: a grammar has to be `flat`.
    """
    flats = [flat_of(f) for f in specification.exists if f.grammar is not None]
    known = [flat for flat in flats if flat is not None]
    kinds = {_kind(flat.operators, flat.any_constant) for flat in known}
    kinds |= {_kind(specification.operator_set, True) for f in specification.exists if f.grammar is None and f.arity}
    sizes = [len(flat.arguments) + len(flat.literals) for flat in known]
    return len(flats) == len(known) and len(kinds) <= 1 and max(sizes, default=0) <= MAX_ARGUMENTS and (
        len(specification.points) <= MAX_POINTS)


def flat_of(function: Function) -> Flat | None:
    """A function's grammar as a set of operators of L, arguments and literals; None where it is more than that."""
    flat = function.grammar.flat if function.grammar is not None else None
    if function.grammar is None or flat is None or not set(flat.operators) <= set(LANGUAGE):
        return None
    return None if flat.any_constant and function.grammar.nonterminals[0].bits is not None else flat


def _kind(operators: tuple[Operator, ...], any_constant: bool) -> tuple[tuple[int, ...], bool]:
    return tuple(op.code for op in operators), any_constant
