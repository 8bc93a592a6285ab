"""Models are as small as is asked for."""

from __future__ import annotations

import math

import pytest

from synth.heap.deciding import _shortened, satisfiable
from synth.heap.formulas import Formula, HeapTerm, Observed, Sight
from synth.heap.heaps import Heap
from synth.heap.outcome import Model


def long_enough(at_least: int, apart: int = 1, divisor: int = 1) -> Formula:
    """That a list ends, after at least so many nodes, some of them before a pointer into it; its length is a multiple."""
    seen, heap = Observed(), HeapTerm("h")
    first, behind = (seen.word(Sight.LENGTH, heap, *ends) for ends in (("x", "y"), ("y", "null")))
    body = (first >= apart) & (behind >= 1) & (first + behind >= at_least) & ((first + behind) % divisor == 0)
    return seen.about(("x", "y"), 16, body & (first < 1 << 15) & (behind < 1 << 15))


@pytest.mark.parametrize(("at_least", "nodes"), [(1, 7), (8, 14), (701, 707)])
def test_models_are_as_small_as_can_be(at_least: int, nodes: int) -> None:
    found = satisfiable(long_enough(at_least, divisor=7), 60.0, smaller=60.0)
    assert isinstance(found, Model) and found.nodes == nodes


def test_edges_are_shortened_without_a_solver() -> None:
    """Each as far as the others and the time allow."""
    long = Model({"h": Heap({"x": 1, "y": 2}, {1: (2, 30000), 2: (0, 20000)})}, {})
    for at_least, apart in ((1000, 500), (1000, 999), (2, 1), (40000, 3)):
        formula = long_enough(at_least, apart)
        found = _shortened(formula, long, math.inf)
        assert found.satisfies(formula) and found.nodes == at_least
    assert _shortened(long_enough(1), long, 0.0) == long
