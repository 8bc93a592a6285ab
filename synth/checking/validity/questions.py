"""Many questions about the same terms, by the solver that is quick at them: sums by linear arithmetic, all others bit by bit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from synth import terms
from synth.checking.incremental import Incremental
from synth.checking.validity.linear import LinearQuestions
from synth.checking.validity.remainders import Remainders
from synth.checking.validity.translator import Translator, holds_floats
from synth.evaluation.linear import NotLinear
from synth.terms import Term

_LOST = 2
"""After so many questions that linear arithmetic leaves open it is asked no more."""


class Questions:
    """Some Boolean terms that are `held`, others that are `named`, and more whose `denied` opposites are: of these two it can be
    assumed, by their numbers, one after the other, that they hold. A question may take so many seconds of each solver. The
    `translator` may serve several."""

    def __init__(self, held: Sequence[Term], named: Sequence[Term], denied: Sequence[Term], translator: Translator,
                 seconds: float) -> None:
        self._held, self._named = held, [*named, *(terms.apply("eq", own, 0) for own in denied)]
        self._translator, self._seconds = translator, seconds
        self._linear, self._bits = self._sums(), list[Incremental]()
        self._asked: LinearQuestions | Incremental = self._linear or self._bit_by_bit
        self._lost = 0

    @property
    def needed(self) -> set[int]:
        """Which of those that were assumed last cannot all hold, where there is no model."""
        return self._asked.needed

    def holds_with(self, assumed: Iterable[int], others: Sequence[int], most: float = math.inf) -> set[int] | None:
        """Which of `others` hold, where all `assumed` do, in some model; the empty set where there is none, so that `assumed` must
        speak of one that is wanted. None where the solvers give up, after `most` seconds each if those are less."""
        assumed = list(assumed)
        if self._linear is not None and (self._lost < _LOST or self._linear.divides):
            self._asked, found = self._linear, self._linear.holds_with(assumed, others, most)
            if found is not None or self._linear.divides:
                return found
            self._lost += most >= self._seconds  # what had less time may be seen later
        self._asked = self._bit_by_bit
        return self._asked.holds_with(assumed, others, most)

    def _sums(self) -> LinearQuestions | None:
        """The solver of sums, where the terms are about these."""
        try:
            return LinearQuestions(self._held, self._named, self._translator, self._seconds)
        except NotLinear:
            return None

    @property
    def _bit_by_bit(self) -> Incremental:
        """The solver of anything, made when it is first needed."""
        if not self._bits:
            rests = Remainders([*self._held, *self._named], self._translator.domain.width)
            told = [*(laws := rests.laws()), *(rests.terms if laws else [*self._held, *self._named])]  # else they see less
            said, held = list(map(self._translator.truth, told)), len(laws) + len(self._held)
            self._bits.append(Incremental(said[:held], said[held:], self._translator.words, self._seconds, holds_floats(told)))
        return self._bits[0]
