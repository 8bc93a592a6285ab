"""Banks of some operators on random words, for tests of what searches in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synth.engines.structural.bank import Bank
from synth.engines.structural.native import Format
from synth.grammar import Grammar, NonTerminal, Rule
from synth.operators import operator


def bank_of(names: Sequence[str], arity: int, width: int, seed: int, size: int, points: int = 24,
            literals: tuple[int, ...] = ()) -> tuple[Bank, NDArray[Any]]:
    """The terms of at most `size` operators on `arity` random words, and the words, uint64 [arity, points]; without literals any
    constant is allowed.
    """
    rules = tuple(Rule(operator(n), (0,) * operator(n).arity) for n in names)
    inputs = np.random.default_rng(seed).integers(0, 1 << min(width, 63), (arity, points), dtype=np.uint64)
    grammar = Grammar((NonTerminal("S", None, tuple(range(arity)), literals, not literals, rules),))
    made = Bank(grammar, inputs, Format(width, points), (1,), 1 << 28)
    for _ in range(size):
        for _ in made.grow():
            pass
    return made, inputs
