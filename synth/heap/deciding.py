"""Whether some heaps and words satisfy a formula of SLH: by solvers of bit-vectors, a model checked by the reference."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from synth.booleans import conjunction, negation
from synth.checking.backends import SOLVERS
from synth.checking.validity.prover import Fails, Open, Valid, decided
from synth.errors import SynthError
from synth.heap.formulas import Formula
from synth.heap.heaps import Heap, countable, holds
from synth.heap.numbers import without_products
from synth.heap.small import Encoded, encoded
from synth.terms import Term

_SHARE = 0.3
"""Of the time for what is known of products, quotients and remainders alone."""


@dataclass(frozen=True)
class Model:
    """What satisfies a formula: the heaps that may be any, kernels (`heaps.kernel`), and the words that are not seen of heaps."""

    heaps: Mapping[str, Heap]
    numbers: Mapping[str, int]


@dataclass(frozen=True)
class Unsatisfiable:
    """Nothing satisfies it whose lengths are words (`heaps.countable`), as some solvers show."""

    solvers: frozenset[str]


@dataclass(frozen=True)
class Undecided:
    """Nobody knows, and why."""

    reason: str


Outcome = Model | Unsatisfiable | Undecided


def satisfiable(formula: Formula, seconds: float, solvers: tuple[str, ...] = SOLVERS, smaller: float = 0.0,
                more: int = 0) -> Outcome:
    """Whether heaps and words satisfy a formula, by `solvers` in turns within `seconds`; small ones as far as up to `smaller`
    seconds more show.

    more    how many nodes heaps may have beyond those that they need
    InputError for more pointers than the words can number.
    """
    until, made = time.monotonic() + seconds, encoded(formula, more)
    simple = without_products(made.term)
    if simple is not None:
        answer = decided(negation(simple), formula.width, _SHARE * seconds, solvers)
        if isinstance(answer, Valid):
            return Unsatisfiable(answer.solvers)
    found = _asked(made, made.term, max(0.0, until - time.monotonic()), solvers)
    if not isinstance(found, Model):
        return found
    return _small(made, found, smaller, solvers)


def is_model(formula: Formula, model: Model) -> bool:
    """Whether heaps and words satisfy a formula, by the reference, and all lengths in them are words."""
    return countable(formula, model.heaps) and holds(formula, model.heaps, model.numbers)


def _asked(made: Encoded, term: Term, seconds: float, solvers: tuple[str, ...]) -> Outcome:
    match decided(negation(term), made.formula.width, seconds, solvers):
        case Valid(by):
            return Unsatisfiable(by)
        case Fails(words):
            model = Model(made.heaps(words), {name: words.get(name, 0) for name in made.formula.numbers})
            if not is_model(made.formula, model):
                raise SynthError(f"error: what solvers say to satisfy a formula about heaps does not: {model}")
            return model
        case Open(reason):
            return Undecided(reason)


def _small(made: Encoded, model: Model, seconds: float, solvers: tuple[str, ...]) -> Model:
    """A model whose pointers lead to as few nodes as is seen in time."""
    until, least, most = time.monotonic() + seconds, 0, _nodes(model)
    while least < most and (left := until - time.monotonic()) > 0:
        tried = min(2 * least + 1, (least + most - 1) // 2)  # small ones are seen to be too small at once
        found = _asked(made, conjunction([made.term, *made.within(tried)]), left, solvers)
        if isinstance(found, Model):
            model, most = found, _nodes(found)
        elif isinstance(found, Unsatisfiable):
            least = tried + 1
        else:
            break
    return model


def _nodes(model: Model) -> int:
    return max((heap.nodes_from(p) for heap in model.heaps.values() for p in heap.labels), default=0)
