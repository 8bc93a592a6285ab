"""Words that never rise along some ways and fall on as many as possible: one component of a lexicographic rank.

∃R. ∀x. T(x, x') → R(x) ≥ R(x'), with R(x) > R(x') somewhere. Terms are enumerated as the structural engine does, one for every
behaviour on the ways that were seen (its bank, at the points x and x'); what does not rise there is proved, or refuted by a new
way. A word that falls everywhere is taken at once, and so, at the end of its size, is the one that falls most where that is on all
examples of some kind of way: a component that never rises takes nothing from those that come after it. Other words are taken only
where nothing better was found in some time.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.checking.validity.prover import Fails, Valid, valid
from synth.engines.constants import few
from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.goal import Goal
from synth.engines.structural.language import grammar_of
from synth.engines.structural.native import Format
from synth.evaluation import integers
from synth.program import Program, applied
from synth.specification import Function, Specification
from synth.terms import Term

_ROOM = 1 << 30
_PROOF = 1.5
_PATIENCE = 10_000
"""How many terms are looked at for a better component than the first."""

_GRADES = 10
_TRIES, _LOOKED_AT = 12, 2000
"""How many candidates of one size are put to the solvers, and how many are looked at for that."""


@dataclass(frozen=True)
class Component:
    """A proved component: on how many examples it falls, whether on all of some kind, and whether on all."""

    program: Program
    falls: int
    whole: bool
    everywhere: bool


class Descent:
    """The search for one component: `specification` says that the function does not rise, on each of its pairs of sites.

    `kinds` are those of the examples. A Descent goes on where its last `run` stopped.
    """

    def __init__(self, specification: Specification, pairs: Sequence[tuple[Term, Term]], examples: Sequence[Mapping[str, int]],
                 kinds: Sequence[Hashable]) -> None:
        self._specification, self._pairs = specification, pairs
        self._function: Function = specification.exists[0]
        self._grammar = grammar_of(specification, self._function)
        self._examples = [dict(e) for e in examples]
        self._members = [np.flatnonzero([k == kind for k in kinds]) for kind in dict.fromkeys(kinds)]
        self._refuted: set[Program] = set()
        self._best: Component | None = None
        self._deadline = 0.0
        self._levels = self._all_levels()
        self._begin()

    def _begin(self) -> None:
        width = self._specification.width
        self._goal = Goal(self._specification, self._examples, width)
        form = Format(width, self._goal.points)
        self._bank = Bank(self._grammar, self._goal.inputs, form, few(self._specification, width), _ROOM)
        self._seen = 0

    def run(self, deadline: float, rows: int | None = None) -> Program | None:
        """The component, or None where there was none in time, or among the first `rows` terms.

        One that does not fall on all of some kind has to wait for what there is among the first few thousand terms.
        """
        self._deadline = deadline
        for level in self._levels:
            best = self._best = max(filter(None, (self._best, *level)), key=self._worth, default=None)
            if best is not None and (best.everywhere or best.whole or self._seen > _PATIENCE):
                return best.program
            if time.monotonic() > deadline or (rows is not None and self._seen > rows):
                break
        return None if self._best is None or rows is not None else self._best.program

    def _worth(self, component: Component) -> tuple[bool, bool, int]:
        """What to prefer; a smaller word comes first, and one that falls on hardly more is not worth its size."""
        return component.everywhere, component.whole, component.falls * _GRADES // len(self._examples)

    def _all_levels(self) -> Iterator[list[Component]]:
        """The components of each size; an empty list where time ran out on the way."""
        yield list(self._level())
        while not self._bank.full:
            count = len(self._examples)
            for _ in self._bank.grow():
                if time.monotonic() > self._deadline:
                    yield []
            yield list(self._level())
            if len(self._examples) > 2 * count:
                self._begin()

    def _level(self) -> Iterator[Component]:
        """The new terms that do not rise, those first that fall most."""
        bank, pool = self._bank, self._bank.pools[0]
        rows, falls = self._candidates(self._seen, pool.count)
        self._seen = pool.count
        everywhere, counts = self._active(), falls.sum(axis=1)
        fresh, tries = len(self._examples), 0
        for place in np.argsort(-counts, kind="stable")[:_LOOKED_AT]:
            builder = Builder(self._function.arity, self._specification.width)
            program = builder.program(bank.build(0, int(rows[place]), builder))
            if program in self._refuted or self._rises(program, self._examples[fresh:]):
                continue
            tries += 1
            if self._holds(program):
                whole = any(len(m) and falls[place][m].all() for m in self._members)
                yield Component(program, int(counts[place]), whole, int(counts[place]) >= everywhere)
                if int(counts[place]) >= everywhere:
                    return
            if tries == _TRIES or time.monotonic() > self._deadline:
                return

    def _rises(self, program: Program, examples: Sequence[Mapping[str, int]]) -> bool:
        """Whether a program rises on an example that was learned since its values were computed."""
        formula, programs, width = self._specification.formula, {self._function.name: program}, self._specification.width
        return any(not integers.evaluate(formula, example, programs, width) for example in examples)

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

    def _candidates(self, start: int, stop: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Rows that rise nowhere and fall somewhere, and the examples on which they fall."""
        bank, count = self._bank, self._goal.examples
        place = {id(s): i for i, s in enumerate(self._goal.sites)}
        active = self._activity()
        rows, falls = [np.zeros(0, dtype=np.int64)], [np.zeros((0, count), dtype=np.bool_)]
        for first in range(start, stop, 1 << 15):
            words = bank.form.unpack(bank.pools[0].values[first: min(stop, first + (1 << 15))])
            kept = np.flatnonzero(self._goal.check(words).all(axis=1))
            fallen = np.zeros((len(kept), count), dtype=np.bool_)
            for k, (before, behind) in enumerate(self._pairs):
                a, b = (place[id(t)] * count for t in (before, behind))
                fallen |= (words[kept, a: a + count] > words[kept, b: b + count]) & active[:, k]
            some = fallen.any(axis=1)
            rows.append(first + kept[some])
            falls.append(fallen[some])
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
