"""Expressions as terms over a function's arguments: evaluated on rows, and written down as programs of L."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from synth import terms
from synth.engines.tables.lanes import Lanes
from synth.evaluation.arrays import Words
from synth.operators import Operator
from synth.program import Instruction, Program
from synth.terms import Term, TermKind


def argument(number: int) -> Term:
    """The term that stands for an argument of the function."""
    return terms.symbol(f"argument {number}")


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
    nodes = terms.postorder(term)
    constants = [int(n.data) for n in nodes if n.kind is TermKind.CONSTANT and isinstance(n.data, int)]
    place = {id(argument(i)): i for i in range(arity)}
    place |= {id(n): arity + i for i, n in enumerate(n for n in nodes if n.kind is TermKind.CONSTANT)}
    instructions: list[Instruction] = []
    for node in nodes:
        if isinstance(node.data, Operator):
            place[id(node)] = arity + len(constants) + len(instructions)
            instructions.append(Instruction(node.data, tuple(place[id(a)] for a in node.arguments)))
    return Program(arity, tuple(constants), tuple(instructions), place[id(term)]).normalise(width)
