"""Random terms over named words, and words to evaluate them on."""

from __future__ import annotations

import random

from synth import terms
from synth.operators import OPERATORS, Kind
from synth.terms import Term, symbol

WORDS = [op for op in OPERATORS if op.kind not in (Kind.FLOATING, Kind.SPECIFICATION, Kind.MACRO)]


def random_term(rng: random.Random, known: list[str], width: int, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.15:
        constant = rng.choice([0, 1, 2, 3, -1, width - 1, width, 1 << (width - 1), rng.getrandbits(width)])
        return symbol(rng.choice(known)) if rng.random() < 0.7 else terms.constant(constant)
    op = rng.choice(WORDS)
    return terms.apply(op, *(random_term(rng, known, width, depth - 1) for _ in range(op.arity)))


def word(rng: random.Random, bits: int) -> int:
    top = 1 << (bits - 1)
    return rng.choice([0, 1, (top - 1) % (1 << bits), top, (1 << bits) - 1, rng.getrandbits(bits), rng.getrandbits(bits)])
