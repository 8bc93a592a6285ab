"""What the one unknown function of a specification has to return: where it is called, and which results satisfy the body there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from synth.engines.shape import equations, sites, words_of
from synth.engines.shape import values as values_of
from synth.evaluation.arrays import Arrays, Words
from synth.specification import Specification
from synth.terms import PartialEvaluation, Term

_VALUES = 64
"""A function of at most so many results has them all tried at each point."""

_ELEMENTS = 1 << 21


class Goal:
    """A specification of one function on examples, values of the ∀ words at `width`.

    inputs   uint64 [arguments, points]: the words that the function is called on; example e of site s is point s * examples + e
    """

    def __init__(self, specification: Specification, examples: Sequence[Mapping[str, int]], width: int) -> None:
        self.specification, self.width, self.examples = specification, width, len(examples)
        function = specification.exists[0]
        self.sites = sites(specification, function) or ()
        self._words = words_of(specification, [dict(e) for e in examples])
        arguments = [values_of(site.arguments, self._words, self.examples, width) for site in self.sites]
        self.inputs: NDArray[np.uint64] = np.hstack(arguments)
        rows = {name: words[None, :] for name, words in self._words.items()}
        self._body = PartialEvaluation(specification.body, Arrays(width), rows)
        self._number = {id(site): i for i, site in enumerate(self.sites)}

    @property
    def points(self) -> int:
        """How many points there are: examples times sites."""
        return int(self.inputs.shape[1])

    def check(self, results: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Which examples functions with these results [n, points] satisfy: [n, examples]."""
        found = np.empty((len(results), self.examples), dtype=np.bool_)
        rows = max(1, _ELEMENTS // max(1, self.points))
        for start in range(0, len(results), rows):
            part = results[start: start + rows]
            holds = self._body.value(lambda site, _, part=part: self._result(site, part))  # type: ignore[misc]
            found[start: start + rows] = np.broadcast_to(holds != 0, (len(part), self.examples))
        return found

    def _result(self, site: Term, results: NDArray[np.uint64]) -> Words:
        """What a call returns, of results [n, points]: [n, examples]."""
        first = self._number[id(site)] * self.examples
        return results[:, first: first + self.examples]

    def allowed(self, bits: int) -> NDArray[np.bool_] | None:
        """For a function of `bits`-bit results, called once: which results each example allows, [2^bits, examples]."""
        if len(self.sites) != 1 or 1 << bits > _VALUES:
            return None
        results = np.arange(1 << bits, dtype=np.uint64)[:, None]
        return self.check(np.broadcast_to(results, (1 << bits, self.points)))

    @cached_property
    def target(self) -> NDArray[np.uint64] | None:
        """The only right results, uint64 [points], where the body is equations that say them; None elsewhere."""
        name = self.specification.exists[0].name
        found = equations(self.specification)
        if found is None or len(self.sites) != 1 or any(e.truth or e.arguments != self.sites[0].arguments for e in found[name]):
            return None
        return np.asarray(values_of([found[name][0].value], self._words, self.examples, self.width)[0])
