"""The linear equations that a Boolean term implies: its best abstraction by them, found model by model.

What all models so far have in common is asked of a solver; a model that breaks it is one more (Reps, Sagiv, Yorsh, Symbolic
implementation of the best transformer, VMCAI 2004). Few models are enough, as each makes the space of equations smaller.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import z3

from synth import terms
from synth.algebra.modular import Span, kernel
from synth.algebra.polynomials import Monomial, Polynomial, equation
from synth.booleans import conjunction
from synth.checking.backends import Sat, Unsat, check
from synth.checking.validity.translator import Translator
from synth.terms import Term

_MODELS = 16


def implied(premise: Term, names: Sequence[str], width: int, seconds: float, solver: str) -> list[Polynomial] | None:
    """Linear polynomials in the words `names`, by number, that are 0 wherever `premise` holds, all of them; None where that was not
    shown in time. Each has a first word of its own. A premise that holds nowhere implies that 1 is 0.
    """
    leaves = [terms.symbol(n) for n in names]
    until, rows, translator = time.monotonic() + seconds, list[list[int]](), Translator(width)
    words: Mapping[str, Any] = {n: translator.word(terms.symbol(n)) for n in names}
    for _ in range(_MODELS):
        found = _common(rows, names, width)
        if not found:
            return found
        equations = conjunction([equation(leaves, polynomial, width) for polynomial in found])
        broken = z3.Not(translator.truth(premise.implies(equations)))
        match check(solver, broken, words, max(0.01, until - time.monotonic())):
            case Unsat():
                return found
            case Sat(values):
                rows.append([*(values[n] for n in names), 1])
            case _:
                return None
    return None


def _common(rows: Sequence[Sequence[int]], names: Sequence[str], width: int) -> list[Polynomial]:
    """What some states have in common; without any state, that 1 is 0."""
    if not rows:
        return [{(): 1}]
    span = Span(len(names) + 1, width)
    for row in kernel(np.array(rows, dtype=np.uint64), width):
        span.add(row)
    monomials: list[Monomial] = [*((i,) for i in range(len(names))), ()]
    return [{m: int(c) for m, c in zip(monomials, row, strict=True) if c} for row in span.basis()]
