"""Questions about sums of words, by linear arithmetic over the integers, where Z3 sees at once what it sees late bit by bit.

Remainders by words are any words first. Where a model has another remainder than there is, laws that it breaks are added (lazy
abstraction; Niemetz, Preiner, Zohar, Scalable Bit-Blasting with Abstractions, CAV 2024). For r = e % c and s = f % c:

    c = 0  →  r = e          c ≠ 0  →  r < c          q * c ≤ e ∧ e - q * c < c  →  r = e - q * c, for the number q of a model
    e ≤ f ∧ f - e ≤ c  →  s = r + (f - e), or c less where that comes to c
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import z3

from synth.checking.backends import verdict_of
from synth.checking.validity.translator import Translator
from synth.evaluation.integers import Integers
from synth.evaluation.linear import Linear, NotLinear, Remainder, may_be_linear
from synth.terms import Evaluation, Term, name_of, no_calls, postorder

LINEAR = "z3"
"""The solver that is asked."""

_LAWS = 40
"""How many rounds of laws a question may need."""


class LinearQuestions:
    """Some terms that hold, and others that are `named` by numbers, of which it can be assumed that they hold. A question may take
    so many seconds. The context is a translator's. NotLinear where they hold more than sums, comparisons and remainders.

    model   the words of the last model; None where there is none
    """

    def __init__(self, held: Sequence[Term], named: Sequence[Term], translator: Translator, seconds: float) -> None:
        width = translator.domain.width
        if not may_be_linear([*held, *named]):
            raise NotLinear
        self._domain = Linear(width, translator.domain.context)
        self._translator = Translator(width, self._domain)
        self._solver = z3.SolverFor("QF_LIA", ctx=self._domain.context)
        self._seconds, self._held = seconds, len(held)
        self._terms, self._integers = Evaluation([*held, *named]), Integers(width)
        self._marks = [z3.FreshBool("named!", self._domain.context) for _ in named]
        self._numbers = {mark.get_id(): i for i, mark in enumerate(self._marks)}
        self._remainders: list[set[int]] = []
        for own in held:
            self._solver.add(self._told(own))
        for mark, own in zip(self._marks, named, strict=True):
            self._solver.add(mark == self._told(own))
        self._solver.add(*self._domain.laws)
        self.model: Mapping[str, int] | None = None

    def _told(self, term: Term) -> Any:
        """A term for the solver; its remainders are taken down."""
        truth, found = self._translator.truth(term), self._domain.remainders
        rests = {id(self._translator.word(n)) for n in postorder(term) if name_of(n) == "urem"}
        self._remainders.append({i for i, own in enumerate(found) if id(own.word) in rests})
        return truth

    @property
    def divides(self) -> bool:
        """Whether there are remainders by words, of which solvers by bits see no more."""
        return not all(z3.is_int_value(own.by) for own in self._domain.remainders)

    @property
    def needed(self) -> set[int]:
        """Which of those that were assumed last cannot all hold, where there is no model."""
        return {self._numbers[own.get_id()] for own in self._solver.unsat_core()}

    def holds_with(self, assumed: Iterable[int], others: Sequence[int]) -> set[int] | None:
        """Which of `others` hold, where all `assumed` do, in some model; the empty set where there is none, so that `assumed` must
        speak of one that is wanted. None where the solver gives up, or needs too many laws."""
        assumed = list(assumed)
        marks, until = [self._marks[i] for i in assumed], time.monotonic() + self._seconds
        spoken_of = [*range(self._held), *(self._held + i for i in assumed)]
        for _ in range(_LAWS):
            left, self.model = until - time.monotonic(), None
            self._solver.set("timeout", max(1, int(1000 * left)))
            verdict = verdict_of(self._solver, *marks) if left > 0 else z3.unknown
            if verdict != z3.sat:
                return set() if verdict == z3.unsat else None
            model = _Model(self._solver.model())
            words = {name: model.integer(self._domain.integer(word)) for name, word in self._translator.words.items()}
            truths = self._terms.values(self._integers, words, no_calls)
            if all(truths[i] for i in spoken_of):
                self.model = words
                return {i for i in others if truths[self._held + i]}
            relevant = set[int]().union(*(self._remainders[i] for i in spoken_of))
            laws = [law for i in sorted(relevant) for law in self._broken(self._domain.remainders[i], model)]
            if not laws:
                return None
            self._solver.add(*laws)
        return None

    def _broken(self, own: Remainder, model: _Model) -> Iterator[Any]:
        """Laws of a remainder that a model breaks, in which it is not right."""
        word, of, by = map(model.integer, (own.value, own.of, own.by))
        if word == (of % by if by else of):
            return
        rest = own.of - (of // by if by else 0) * own.by
        laws = [z3.Implies(own.by == 0, own.value == own.of), z3.Implies(own.by != 0, own.value < own.by),
                z3.Implies(z3.And(rest >= 0, rest < own.by), own.value == rest)]
        for other in self._domain.remainders:
            if other is not own and model.integer(other.by) == by:
                laws += [_ahead(own, other), _ahead(other, own)]
        yield from (law for law in laws if model.breaks(law))


class _Model:
    """What a model of the solver says of integers, and of conditions."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def integer(self, value: Any) -> int:
        return int(self._model.eval(value, model_completion=True).as_long())

    def breaks(self, law: Any) -> bool:
        return bool(z3.is_false(self._model.eval(law, model_completion=True)))


def _ahead(own: Remainder, other: Remainder) -> Any:
    """What a remainder is where another one by the same word is known, of a word that is less, but not by more than that word."""
    steps = own.of - other.of
    near = z3.And(own.by == other.by, own.by != 0, other.of <= own.of, steps <= own.by)
    far = other.value + steps
    return z3.Implies(near, own.value == z3.If(far >= own.by, far - own.by, far))
