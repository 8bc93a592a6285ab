"""Cells that matter, against the equations that define them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sampled import some

from experiments.conformance.random_c.program import case
from synth.frontends.c.expressions.expressions import Cell
from synth.frontends.c.lowering.liveness import live
from synth.frontends.c.lowering.loops import shape
from synth.frontends.c.preprocessing.dialect import Dialect
from synth.frontends.c.preprocessing.preprocess import preprocess
from synth.frontends.c.translation.graph import Assign, Branch, Exit, Havoc, Node
from synth.frontends.c.translation.translate import context, program


def order_of(text: str) -> Sequence[Node]:
    source = preprocess(text, "random.c", Dialect())
    return shape(program(context(source, Dialect().model, ()), None)[0]).order


def expected(order: Sequence[Node]) -> list[frozenset[Cell]]:
    """The least solution, by rounds over all nodes until nothing changes."""
    found: list[frozenset[Cell]] = [frozenset()] * len(order)
    while True:
        own = [_before(node, frozenset().union(*(found[n.number] for n in node.successors))) for node in order]
        if own == found:
            return found
        found = own


def _before(node: Node, after: frozenset[Cell]) -> frozenset[Cell]:
    match node.action:
        case Assign(cell, value):
            return (after - {cell}) | set(value.cells) if cell in after else after
        case Havoc(cell):
            return after - {cell}
        case Branch(condition):
            return after | set(condition.cells)
        case Exit(Cell() as result):
            return frozenset((result,))
    return after


@pytest.mark.parametrize("seed", some(range(5), 1))
def test_random_programs(seed: int) -> None:
    order = order_of(case(0, seed).text)
    found = live(order)
    assert [frozenset(own) for own in found] == expected(order)
    everything = frozenset[Cell]().union(*found)
    assert all((cell in own) == (cell in set(own)) for own in found for cell in everything)
