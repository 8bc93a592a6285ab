"""Constants on arrays are numpy scalars; their overflow is silent, as that of arrays is."""

from __future__ import annotations

import itertools

import pytest

from synth.evaluation.arrays import Arrays
from synth.evaluation.integers import Integers
from synth.operators import OPERATORS, Operator


@pytest.mark.parametrize("op", [op for op in OPERATORS if not op.floating], ids=str)
def test_constants_alone(op: Operator) -> None:
    for width in (4, 8, 32, 33, 64):
        arrays, integers = Arrays(width), Integers(width)
        for words in itertools.product((0, 1, -1, 1 << (width - 1), 3), repeat=op.arity):
            assert int(op(arrays, *map(arrays.constant, words))) == op(integers, *map(integers.constant, words))
