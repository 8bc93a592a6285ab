"""Questions about sums of words, by linear arithmetic over the integers, where Z3 sees at once what it sees late bit by bit.

Remainders by words are any words first. Where a model has another remainder than there is, laws that it breaks are added (lazy
abstraction; Niemetz, Preiner, Zohar, Scalable Bit-Blasting with Abstractions, CAV 2024). For r = e % c and s = f % c:

    c = 0 ∨ e < c  →  r = e          c ≠ 0  →  r < c          c ≤ e ∧ e - c < c  →  r = e - c
    e ≤ f ∧ f - e ≤ c  →  s = r + (f - e), or c less where that comes to c
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import z3

from synth.checking.backends import verdict_of
from synth.checking.validity.translator import Translator
from synth.evaluation.linear import Linear, Remainder
from synth.terms import Term

LINEAR = "z3"
"""The solver that is asked."""

_LAWS = 40
"""How many rounds of laws a question may need."""


class LinearQuestions:
    """Some terms that hold, and others that are `named` by numbers, of which it can be assumed that they hold. A question may take
    so many seconds."""

    def __init__(self, held: Iterable[Term], named: Iterable[Term], width: int, seconds: float) -> None:
        self._translator = Translator(width, Linear(width, z3.Context()))
        self._domain: Linear = self._translator.domain
        self._solver = z3.SolverFor("QF_LIA", ctx=self._domain.context)
        self._seconds = seconds
        self._named = [self._translator.truth(own) for own in named]
        self._marks = [z3.FreshBool("named!", self._domain.context) for _ in self._named]
        self._numbers = {mark.get_id(): i for i, mark in enumerate(self._marks)}
        for own in held:
            self._solver.add(self._translator.truth(own))
        for mark, own in zip(self._marks, self._named, strict=True):
            self._solver.add(mark == own)
        self._solver.add(*self._domain.laws)
        self._model: Any = None

    @property
    def exact(self) -> bool:
        """Whether a model of the terms is always one of their words."""
        return self._domain.exact

    @property
    def needed(self) -> set[int]:
        """Which of those that were assumed last cannot all hold, where there is no model."""
        return {self._numbers[own.get_id()] for own in self._solver.unsat_core()}

    @property
    def model(self) -> Mapping[str, int] | None:
        """The words of the last model; None where there is none."""
        if self._model is None:
            return None
        return {name: self._integer(self._domain.integer(word)) for name, word in self._translator.words.items()}

    def holds_with(self, assumed: Iterable[int], others: Sequence[int]) -> set[int] | None:
        """Which of `others` hold, where all `assumed` do, in some model; the empty set where there is none, so that `assumed` must
        speak of one that is wanted. None where the solver gives up, or sees a model only if words are any that it cannot say."""
        marks, until = [self._marks[i] for i in assumed], time.monotonic() + self._seconds
        for _ in range(_LAWS):
            left = until - time.monotonic()
            self._solver.set("timeout", max(1, int(1000 * left)))
            verdict = verdict_of(self._solver, *marks) if left > 0 else z3.unknown
            self._model = self._solver.model() if verdict == z3.sat else None
            if verdict == z3.unsat:
                return set()
            if self._model is None or not self._domain.exact:
                return None
            wrong = [own for own in self._domain.remainders if not self._is_right(own)]
            if not wrong:
                return {i for i in others if z3.is_true(self._model.eval(self._marks[i], model_completion=True))}
            laws = [law for own in wrong for law in self._broken(own)]
            if not laws:
                return None
            self._solver.add(*laws)
        return None

    def _integer(self, value: Any) -> int:
        return int(self._model.eval(value, model_completion=True).as_long())

    def _is_right(self, own: Remainder) -> bool:
        word, of, by = map(self._integer, (own.word, own.of, own.by))
        return word == (of % by if by else of)

    def _broken(self, own: Remainder) -> Iterator[Any]:
        """Laws of a remainder that a model breaks, in which it is not right."""
        laws = [z3.Implies(z3.Or(own.by == 0, own.of < own.by), own.word == own.of), z3.Implies(own.by != 0, own.word < own.by),
                z3.Implies(z3.And(own.by <= own.of, own.of - own.by < own.by), own.word == own.of - own.by)]
        by = self._integer(own.by)
        for other in self._domain.remainders:
            if other is not own and self._integer(other.by) == by:
                laws += [_ahead(own, other), _ahead(other, own)]
        return (law for law in laws if z3.is_false(self._model.eval(law, model_completion=True)))


def _ahead(own: Remainder, other: Remainder) -> Any:
    """What a remainder is where another one by the same word is known, of a word that is less, but not by more than that word."""
    steps = own.of - other.of
    near = z3.And(own.by == other.by, own.by != 0, other.of <= own.of, steps <= own.by)
    far = other.word + steps
    return z3.Implies(near, own.word == z3.If(far >= own.by, far - own.by, far))
