"""Questions about sums of words, by linear arithmetic over the integers, where Z3 sees at once what it sees late bit by bit.

Where Z3 had a part in what is checked, cvc5 is asked, if it is installed: Bitwuzla knows no integers.
"""

from __future__ import annotations

import importlib.util
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import z3

from synth.checking.backends import Unsat, integers_by_cvc5, verdict_of
from synth.checking.validity.remainders import ROUNDS, Remainders
from synth.checking.validity.translator import Translator
from synth.evaluation.integers import Integers
from synth.evaluation.linear import Linear, NotLinear, may_be_linear
from synth.terms import Evaluation, Term, no_calls
from synth.transition import symbols

LINEAR, OTHER = "z3", "cvc5"
"""The solver that is asked, and the one that is where that had a part."""

_SOON, _SOONER, _STEPS, _MOST_STEPS, _WALL = 0.3, 0.05, 4_000_000, (1 << 32) - 1, 4.0
"""Seconds after which a solver begins anew, and where a proof about remainders is likely; what Z3 counts in a second, and at most;
how much longer it may take beside others."""


def others() -> tuple[str, ...]:
    """The solver that is where Z3 had a part, if it is installed."""
    return (OTHER,) if importlib.util.find_spec(OTHER) is not None else ()


class LinearQuestions:
    """Some terms that hold, and others that are `named` by numbers, of which it can be assumed that they hold. A question may take
    so many seconds of this thread, of which Z3 counts its steps, so that answers hardly depend on what else the machine does, and
    none after `until`, a moment of the monotonic clock; `proof`: whether it is likely that there is none. The context is a
    translator's. NotLinear where they hold more than sums, comparisons and remainders.

    model    the words of the last model; None where there is none
    divides  whether there are unsigned remainders by words, of which solvers by bits see no more
    """

    def __init__(self, held: Sequence[Term], named: Sequence[Term], translator: Translator, seconds: float,
                 until: float = math.inf, proof: bool = False) -> None:
        given, width = [*held, *named], translator.domain.width
        self._remainders, self._names = Remainders(given, width), sorted(symbols(given))
        if not may_be_linear([*self._remainders.terms, *self._remainders.parts]):
            raise NotLinear
        self._domain = Linear(width, translator.domain.context)
        self._translator = Translator(width, self._domain)
        self._proof, self._solver = proof, self._at_first(proof)
        self._seconds, self._until, self._held = seconds, until, len(held)
        self._terms, self._integers = Evaluation(given), Integers(width)
        self._marks = [z3.FreshBool("named!", self._domain.context) for _ in named]
        self._numbers = {mark.get_id(): i for i, mark in enumerate(self._marks)}
        self._told = 0
        said = [self._translator.truth(own) for own in self._remainders.terms]
        self._add([*said[:len(held)], *(mark == own for mark, own in zip(self._marks, said[len(held):], strict=True))])
        self.divides = self._remainders.unsigned
        self.model: Mapping[str, int] | None = None

    def _add(self, formulas: Iterable[Any]) -> None:
        """Tell the solver formulas, and what holds of the integers that were made for them."""
        self._domain.tell(self._solver, [*formulas, *self._domain.laws[self._told:]])
        self._told = len(self._domain.laws)

    @property
    def needed(self) -> set[int]:
        """Which of those that were assumed last cannot all hold, where there is no model."""
        return {self._numbers[own.get_id()] for own in self._solver.unsat_core()}

    def holds_with(self, assumed: Iterable[int], others: Sequence[int], most: float = math.inf) -> set[int] | None:
        """Which of `others` hold, where all `assumed` do, in some model; the empty set where there is none, so that `assumed` must
        speak of one that is wanted. None where the solver gives up, after `most` seconds if those are less, or needs too many
        laws."""
        assumed = list(assumed)
        marks, until = [self._marks[i] for i in assumed], time.thread_time() + min(most, self._seconds)
        spoken_of = [*range(self._held), *(self._held + i for i in assumed)]
        for _ in range(ROUNDS):
            left, self.model = until - time.thread_time(), None
            verdict, value = self._checked(marks, left) if left > 0 else (z3.unknown, None)
            if value is None:
                return set() if verdict == z3.unsat else None
            told = {name: value(self._domain.integer(word)) for name, word in self._translator.words.items()}
            words = self._remainders.filled(told)
            truths = self._terms.values(self._integers, words, no_calls)
            if all(truths[i] for i in spoken_of):
                self.model = {name: words[name] for name in self._names}
                return {i for i in others if truths[self._held + i]}
            laws = self._remainders.broken(words, spoken_of)
            if not laws:
                return None
            try:
                self._add([self._translator.truth(law) for law in laws])
            except NotLinear:
                return None
        return None

    def _checked(self, marks: Sequence[Any], seconds: float) -> tuple[Any, Callable[[Any], int] | None]:
        """What the solver says where some marks hold, and the values of integer constants in the model, if there is one."""
        first = min(_SOONER if self._proof and self._remainders.parts else _SOON, seconds / 2)
        verdict = self._verdict(marks, first)
        if verdict == z3.unknown:  # one that prepares, and begins anew, finds some of what is hard for this one
            begun = self._prepared()
            begun.add(*self._solver.assertions())
            self._solver = begun
            verdict = self._verdict(marks, seconds - first)
        if verdict != z3.sat:
            return verdict, None
        model = self._solver.model()
        return verdict, lambda value: int(model.eval(value, model_completion=True).as_long())

    def _verdict(self, marks: Sequence[Any], seconds: float) -> Any:
        left = max(0.0, min(_WALL * seconds, self._until - time.monotonic()))
        self._solver.set(rlimit=min(_MOST_STEPS, max(1, int(_STEPS * seconds))), timeout=max(1, int(1000 * left)))
        return verdict_of(self._solver, *marks)

    def _prepared(self) -> Any:
        return z3.SolverFor("QF_LIA", ctx=self._domain.context)

    def _at_first(self, proof: bool) -> Any:
        """Z3's SMT core alone, but for remainders: most questions about sums are small, and to prepare for these takes it longer
        than to answer them. Its older simplex takes a fifth less for proofs; searches learn less from its models."""
        if self._remainders.parts and not proof:
            return self._prepared()
        solver = z3.SimpleSolver(ctx=self._domain.context)
        solver.set("relevancy", 0)
        if proof:
            solver.set("arith.solver", 2)
        return solver


class OtherQuestions(LinearQuestions):
    """The same by cvc5, each question anew; all that are assumed count as needed."""

    _last: Sequence[Any] = ()

    @property
    def needed(self) -> set[int]:
        """All that were assumed last."""
        return {self._numbers[own.get_id()] for own in self._last}

    def _checked(self, marks: Sequence[Any], seconds: float) -> tuple[Any, Callable[[Any], int] | None]:
        self._last, asked = marks, z3.Solver(ctx=self._domain.context)
        asked.add(*self._solver.assertions(), *marks)
        values = integers_by_cvc5(asked.to_smt2(), seconds)
        if not isinstance(values, dict):
            return (z3.unsat if isinstance(values, Unsat) else z3.unknown), None
        return z3.sat, lambda value: values.get(str(value), 0)
