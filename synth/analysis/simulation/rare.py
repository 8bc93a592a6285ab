"""Inputs by which a program takes edges from its entry that hardly any run takes, as an SMT solver tells them."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping

from synth import terms
from synth.booleans import conjunction
from synth.checking.validity.prover import Fails, valid
from synth.terms import Term
from synth.transition import Edge

_INPUTS, _BITS, _PATIENCE = 4, 3, 0.1
"""How many inputs are asked for, how many bits are chosen in each but the first, so that they differ, and seconds for one."""


def inputs_of(edge: Edge, width: int, until: float) -> Iterator[Mapping[str, int]]:
    """Inputs with which the guard of an edge from the entry holds; those that it does not speak of are missing."""
    for seed in range(_INPUTS):
        if time.monotonic() > until:
            return
        asked = conjunction([edge.guard, *(_bits(edge, seed) if seed else ())])
        answer = valid(terms.apply("eq", asked, 0), width, _PATIENCE)
        if isinstance(answer, Fails):
            yield answer.values
        elif not seed:
            return


def _bits(edge: Edge, seed: int) -> Iterator[Term]:
    """What some low bits of inputs are."""
    draw = random.Random(seed)
    for variable in draw.sample(edge.inputs, min(_BITS, len(edge.inputs))):
        yield variable.term >> draw.randrange(min(variable.bits, _BITS)) & 1 == draw.randrange(2)
