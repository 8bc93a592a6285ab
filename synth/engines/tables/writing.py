"""Expressions as terms over a function's arguments: evaluated on rows, and written down as programs of L."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from synth import terms
from synth.engines.shape import argument
from synth.engines.tables.lanes import Lanes
from synth.evaluation.arrays import Words
from synth.operators import Operator
from synth.program import Program, of_term
from synth.terms import Term, TermKind


def rows(wanted: Sequence[Term], arguments: Sequence[Words], lanes: Lanes, columns: int) -> Words:
    """The rows of terms over arguments that have these rows."""
    values: dict[int, Words] = {id(argument(i)): row for i, row in enumerate(arguments)}
    for node in terms.postorder(*wanted):
        if node.kind is TermKind.CONSTANT and isinstance(node.data, int):
            values[id(node)] = lanes.constant(node.data, columns)
        elif isinstance(node.data, Operator):
            values[id(node)] = lanes.apply(node.data, *(values[id(a)] for a in node.arguments))
    return np.array([values[id(t)] for t in wanted], dtype=np.uint64).reshape(len(wanted), columns)


def program(term: Term, arity: int, width: int) -> Program:
    """The program of `arity` arguments that computes a term, in canonical form."""
    return of_term(term, [str(argument(i).data) for i in range(arity)]).normalise(width)
