"""Testing of candidates on batches: finds most wrong ones in microseconds, and proves by exhaustion where the domain is small.

Whatever does not depend on the candidate is evaluated once per `Refuter`; a candidate is first tried on a few rows, then on all.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from synth.checking import examples
from synth.checking.examples import Example
from synth.evaluation import sampling
from synth.evaluation.arrays import Arrays
from synth.evaluation.sampling import Batch
from synth.program import Program
from synth.specification import Specification
from synth.terms import PartialEvaluation

_FIRST_ROWS = 128
_CORNER_ROWS = 1024
_MODELS = 64


class _Prepared:
    """A body on a fixed batch."""

    def __init__(self, spec: Specification, width: int, batch: Batch) -> None:
        self.batch, self.rows = batch, sampling.size(batch)
        self._domain = Arrays(width)
        self._body = PartialEvaluation(spec.body, self._domain, batch)

    def failing(self, candidate: Mapping[str, Program]) -> Example | None:
        """The first row on which the body does not hold."""
        holds = self._body.value(lambda call, arguments: candidate[str(call.data)].run(self._domain, arguments))
        wrong = np.broadcast_to(holds == 0, (self.rows,))
        row = int(wrong.argmax()) if self.rows else 0
        if not self.rows or not wrong[row]:
            return None
        return {name: int(words[row]) for name, words in self.batch.items()}


class Refuter:
    """Tests candidates for one specification at one width.

    `exhaustive` tells that every value of the ∀ words is tested: then no counterexample is a proof at that width. Otherwise about
    `count` rows are. They are in a random order, so that the first counterexample is a varied one.
    """

    def __init__(self, spec: Specification, width: int, seed: int = 0, count: int = 4096) -> None:
        rng = np.random.default_rng((seed, width, 2))
        self.exhaustive = sampling.exhaustible(spec, width)
        batch = sampling.whole_domain(spec, width) if self.exhaustive else _sample(spec, width, rng, seed, count)
        order = rng.permutation(sampling.size(batch))
        batch = {name: words[order] for name, words in batch.items()}
        few = {name: words[:_FIRST_ROWS] for name, words in batch.items()}
        self._stages = [_Prepared(spec, width, part) for part in ((few, batch) if len(order) > _FIRST_ROWS else (batch,))]
        if not spec.forall and not examples.admits_empty(spec, width):
            self._stages = []

    def refute(self, candidate: Mapping[str, Program]) -> Example | None:
        """Values of the ∀ words that satisfy the precondition but not the body; None where none was found."""
        for stage in self._stages:
            example = stage.failing(candidate)
            if example is not None:
                return example
        return None


def _sample(spec: Specification, width: int, rng: np.random.Generator, seed: int, count: int) -> Batch:
    """Corner words in combination and random words; models of the precondition where it lets few of them pass."""
    parts = [sampling.corner_batch(spec, width, rng, min(_CORNER_ROWS, count // 4)),
             sampling.random_batch(spec, width, rng, count - count // 4)]
    if sum(map(sampling.size, parts)) < _MODELS:
        rows = examples.models(spec, width, seed, _MODELS)
        parts.append({name: np.array([row[name] for row in rows], dtype=np.uint64) for name in sampling.names_of(spec)})
    return {name: np.concatenate([part[name] for part in parts]) for name in sampling.names_of(spec)}


def refute(spec: Specification, candidate: Mapping[str, Program], width: int, seed: int = 0, count: int = 4096) -> Example | None:
    """One test of one candidate; see `Refuter`, which is to be kept where there are several."""
    return Refuter(spec, width, seed, count).refute(candidate)
