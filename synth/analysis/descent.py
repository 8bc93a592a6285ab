"""Words that never rise along some ways and fall on as many as possible: one component of a lexicographic rank.

∃R. ∀x. T(x, x') → R(x) ≥ R(x'), with R(x) > R(x') somewhere. Terms are enumerated as the structural engine does, one for every
behaviour on the ways that were seen (its bank, at the points x and x'); what does not rise there is proved, or refuted by a new
way. Small words that fall everywhere are taken at once; else the one that falls most among those found in some time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.analysis.prover import Fails, Valid, valid
from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.goal import Goal, spec_constants
from synth.engines.structural.language import grammar_of
from synth.engines.structural.native import Format
from synth.program import Program, applied
from synth.specification import Function, Specification
from synth.terms import Term

_ROOM = 300 << 20
_PROOF = 1.5
_TRIES = 10
"""How many candidates of one size are put to the solvers."""


class Descent:
    """The search for one component: `specification` says that the function does not rise, on each of its pairs of sites."""

    def __init__(self, specification: Specification, pairs: Sequence[tuple[Term, Term]], examples: Sequence[Mapping[str, int]],
                 deadline: float, patience: float) -> None:
        self._specification, self._pairs, self._deadline, self._patience = specification, pairs, deadline, patience
        self._function: Function = specification.exists[0]
        self._grammar = grammar_of(specification, self._function)
        self._examples = [dict(e) for e in examples]
        self._refuted: set[Program] = set()
        self._begin()

    def _begin(self) -> None:
        width = self._specification.width
        self._goal = Goal(self._specification, self._examples, width)
        form = Format(width, self._goal.points)
        self._bank = Bank(self._grammar, self._goal.inputs, form, spec_constants(self._specification, width), _ROOM)
        self._seen = 0

    def run(self) -> Program | None:
        """The component, or None where there was none in time; after the first that is found there is only `patience` left."""
        best: tuple[int, Program] | None = None
        for falls, program, everywhere in self._proved():
            if everywhere:
                return program
            if best is None:
                self._deadline = min(self._deadline, time.monotonic() + self._patience)
            if best is None or falls > best[0]:
                best = falls, program
        return None if best is None else best[1]

    def _proved(self) -> Iterator[tuple[int, Program, bool]]:
        """Components, each with how many of the ways seen it falls on, and whether that is all of them."""
        yield from self._level()
        while not self._bank.full and time.monotonic() < self._deadline:
            count = len(self._examples)
            for _ in self._bank.grow():
                if time.monotonic() > self._deadline:
                    return
            yield from self._level()
            if len(self._examples) > 2 * count:
                self._begin()

    def _level(self) -> Iterator[tuple[int, Program, bool]]:
        """The new terms that do not rise, those first that fall most."""
        bank, pool = self._bank, self._bank.pools[0]
        rows, falls = self._candidates(self._seen, pool.count)
        self._seen = pool.count
        everywhere = self._active()
        for place in np.argsort(-falls, kind="stable")[:_TRIES]:
            builder = Builder(self._function.arity, self._specification.width)
            program = builder.program(bank.build(0, int(rows[place]), builder))
            if program not in self._refuted and self._holds(program):
                yield int(falls[place]), program, int(falls[place]) >= everywhere
            if time.monotonic() > self._deadline:
                return

    def _active(self) -> int:
        """How many examples are ways at all."""
        return int(self._activity().any(axis=1).sum())

    def _activity(self) -> NDArray[np.bool_]:
        """Which pairs of which examples are ways: where a function that rises everywhere would be wrong."""
        points = self._goal.points
        place = {id(s): i for i, s in enumerate(self._goal.sites)}
        count = self._goal.examples
        found = np.zeros((count, len(self._pairs)), dtype=np.bool_)
        for k, (before, behind) in enumerate(self._pairs):
            results = np.zeros((1, points), dtype=np.uint64)
            results[0, place[id(behind)] * count: (place[id(behind)] + 1) * count] = 1
            del before
            found[:, k] = ~self._goal.check(results)[0]
        return found

    def _candidates(self, start: int, stop: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows that rise nowhere and fall somewhere, and on how many examples they fall."""
        bank, count = self._bank, self._goal.examples
        place = {id(s): i for i, s in enumerate(self._goal.sites)}
        active = self._activity()
        rows, falls = [], []
        for first in range(start, stop, 1 << 15):
            words = bank.form.unpack(bank.pools[0].values[first: min(stop, first + (1 << 15))])
            kept = np.flatnonzero(self._goal.check(words).all(axis=1))
            fallen = np.zeros((len(kept), count), dtype=np.bool_)
            for k, (before, behind) in enumerate(self._pairs):
                a, b = (place[id(t)] * count for t in (before, behind))
                fallen |= (words[kept, a: a + count] > words[kept, b: b + count]) & active[:, k]
            number = fallen.sum(axis=1)
            rows.append(first + kept[number > 0])
            falls.append(number[number > 0])
        if not rows:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        return np.concatenate(rows), np.concatenate(falls)

    def _holds(self, program: Program) -> bool:
        """Whether a program is proved not to rise; a way on which it does is learned."""
        formula = terms.rebuild(self._specification.formula,
                                lambda t: applied(program, t.arguments) if t.kind is terms.TermKind.CALL else None)
        left = max(0.1, min(_PROOF, self._deadline - time.monotonic()))
        answer = valid(formula, self._specification.width, left)
        if isinstance(answer, Fails):
            self._examples.append({str(s.data): answer.values.get(str(s.data), 0) for s in self._specification.forall})
            if len(self._examples) % 8 == 0:
                self._goal = Goal(self._specification, self._examples, self._specification.width)
                self._bank = self._bank.extend(self._goal.inputs)
        self._refuted.add(program)
        return isinstance(answer, Valid)
