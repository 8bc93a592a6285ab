"""The genetic engine: islands of linear programs, on DEAP's toolbox, statistics and migration (thesis, section 6.4).

Idea: fitness is the fraction of satisfied examples together with how nearly the others are; a generation of all islands is
evaluated in numpy batches. Each island selects in its own way (selection.py), and the best migrate from island to island.
Incremental evolution: the population survives new examples and the way to another lattice point, where constants are cut or
extended. Programs are not held to the length and the constants of the point: shorter and longer ones may be found. Near misses of
other engines immigrate. In grammars individuals are well-formed at any time (sorts.py).
Measured on 24 searches: a hall of fame whose members come back after a restart loses (16 solved instead of 19); islands of which
one selects by epsilon lexicase need 0.8 of the time.
Invariant: never closes a point; after a long stagnation it gives up, which says nothing about the candidates.
Loses where near misses do not lead to hits.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from deap import base, tools
from numpy.typing import NDArray

from synth.engines.constants import many
from synth.engines.genetic.batch import Batch
from synth.engines.genetic.genome import Genomes, Layout, Numbers
from synth.engines.genetic.grading import Grader
from synth.engines.genetic.selection import SELECTIONS
from synth.engines.genetic.shorten import shortened
from synth.engines.genetic.sorts import Sorts
from synth.engines.genetic.variation import mate, mutate
from synth.engines.protocol import Candidate, Event, Example, Exhausted, Point, Proposal, Statistics, grammar_of
from synth.evaluation.arrays import Words, evaluate
from synth.program import Program
from synth.specification import Specification

logger = logging.getLogger(__name__)

POPULATION = 1500
"""Individuals of a generation, on all islands."""

ISLANDS = ("tournament", "tournament", "epsilon lexicase")
"""How each island selects."""

_ELITE = 5
"""How many of an island live on as they are."""

_MIGRATION, _EMIGRANTS = 25, 5
"""After how many generations the best of each island replace the worst of the next, and how many they are."""
_SLOTS, _CONSTANTS = 6, 2
_RESTART, _GIVE_UP = 60, 400
_LOGGED = 20
"""After how many generations the logbook has another line."""

_LENGTH_COST = 1e-4


@dataclass(frozen=True)
class Scores:
    """One evaluation of a population: `solved` all examples, `fitness` from 0 to 1, live `lengths`, and all `cases`.

    cases   [individuals, examples], from 0 to 1 where the example is satisfied
    """

    solved: NDArray[np.bool_]
    fitness: NDArray[np.float64]
    lengths: Numbers
    cases: NDArray[np.float64]

    @property
    def ranks(self) -> NDArray[np.float64]:
        """What is better: a greater fitness, and of equal ones the shorter program."""
        return self.fitness - _LENGTH_COST * self.lengths


class Genetic:
    """The engine `genetic`; see the module. `statistics.candidates` counts evaluated individuals."""

    name: ClassVar[str] = "genetic"
    complete: ClassVar[bool] = False

    def __init__(self, specification: Specification, seed: int) -> None:
        self.statistics = Statistics()
        self._specification = specification
        self._rng = np.random.default_rng(seed)
        self._examples: defaultdict[int, list[Example]] = defaultdict(list)
        self._point: Point | None = None
        self._layout: Layout | None = None
        self._population: Genomes
        self._met: set[tuple[int, tuple[Program, ...]]] = set()
        self._generations = self._stagnation = 0
        self._best = 0.0
        self._spread = tools.Statistics(lambda scores: scores.fitness)
        self._spread.register("best", np.max)
        self._spread.register("median", np.median)
        self.logbook = tools.Logbook()
        self._toolbox: Any = base.Toolbox()
        self._toolbox.register("migrate", tools.migRing, k=_EMIGRANTS)
        self._toolbox.register("clone", Genomes.take)
        self._toolbox.register("mate", mate, rng=self._rng, rate=0.5)
        self._toolbox.register("mutate", mutate, rng=self._rng, edits=1.0)
        self._toolbox.register("evaluate", self._evaluate)

    def add_examples(self, width: int, examples: list[Example]) -> None:
        """Learn examples at `width`; the population stays."""
        self._examples[width] += examples
        self._begin_anew()

    def _begin_anew(self) -> None:
        """What was best is not known any more."""
        self._stagnation, self._best = 0, 0.0

    def add_near_miss(self, width: int, candidate: Candidate) -> None:
        """Have the candidate immigrate, where it fits, for an individual that is no elite."""
        here = self._layout is not None and self._layout.width == width and self._layout.choices.possible
        immigrant = self._layout.encode(candidate, self._rng) if here and self._layout is not None else None
        if immigrant is not None:
            self._population.replace(np.array([self._rng.integers(len(ISLANDS) * _ELITE, POPULATION)]), immigrant)
            self._count("immigrants")

    def _count(self, what: str) -> None:
        self.statistics.notes[what] = self.statistics.notes.get(what, 0) + 1

    def goto(self, point: Point) -> None:
        """Work on `point` from the next step on, with the population there is."""
        old, self._point = self._layout, point
        sorts = [Sorts(grammar_of(self._specification, f)) for f in self._specification.functions]
        slots = max(*(s.wanted(max(point.length, _SLOTS)) for s in sorts), 0, old.slots if old else 0)
        constants = max(min(point.constants, slots), _CONSTANTS, old.constants if old else 0)
        self._layout = Layout(self._specification, slots, constants, point.width,
                              np.array(sorted(many(self._specification, point.width)), dtype=np.uint64))
        self._begin_anew()
        if self._layout.choices.possible:
            self._population = (self._layout.adopt(self._population, old, self._rng) if old
                                else self._layout.random(POPULATION, self._rng))

    def interrupt(self) -> None:
        """Steps are short: nothing to do."""

    def step(self, seconds: float) -> list[Event]:
        """Evolve for about `seconds`, at least one generation."""
        if self._point is None or self._layout is None:
            return []
        if not self._layout.choices.possible:
            return [Exhausted(self._point, complete=False)]
        deadline = time.monotonic() + seconds
        while True:
            event = self._generation(self._point, self._layout)
            if event is not None:
                return [event]
            if time.monotonic() >= deadline:
                return []

    def _generation(self, point: Point, layout: Layout) -> Event | None:
        scores: Scores = self._toolbox.evaluate(layout, self._population)
        proposal = self._perfect(layout, scores)
        if proposal is not None:
            return proposal
        self._record(layout, scores)
        if self._stagnation >= _GIVE_UP:
            return Exhausted(point, complete=False)
        if self._stagnation % _RESTART == _RESTART - 1:
            self._population = layout.random(POPULATION, self._rng)
            self._count("restarts")
        else:
            self._population = self._offspring(layout, scores)
        return None

    def _record(self, layout: Layout, scores: Scores) -> None:
        """Take down how good the generation was, and who was its best, where that is new."""
        best = int(scores.fitness.argmax())
        self._stagnation += 1
        if scores.fitness[best] > self._best:
            self._best, self._stagnation = float(scores.fitness[best]), 0
        self._generations += 1
        self.statistics.best = min(1.0, self._best)
        self._count("generations")
        if self._generations % _LOGGED == 0:
            self.logbook.record(generation=self._generations, width=layout.width, length=int(scores.lengths[best]),
                                **self._spread.compile([scores]))
            logger.debug("%s", self.logbook.stream)

    def _symbols(self, examples: list[Example]) -> dict[str, Words]:
        names = [str(s.data) for s in self._specification.forall]
        return {name: np.array([[e[name] for e in examples]], dtype=np.uint64) for name in names}

    def _satisfies(self, width: int, candidate: Mapping[str, Program]) -> bool:
        """Whether a candidate is in the grammars and satisfies every example of the width."""
        in_grammar = (f.grammar.derives(candidate[f.name], width) for f in self._specification.exists if f.grammar is not None)
        return all(in_grammar) and bool(
            np.all(evaluate(self._specification.formula, self._symbols(self._examples[width]), candidate, width)))

    def _evaluate(self, layout: Layout, genomes: Genomes) -> Scores:
        """Every individual on every example of the width."""
        known = self._examples[layout.width] or ([] if self._specification.forall else [{}])
        batch = Batch(layout, genomes)
        truth, grades = Grader(self._specification.formula, layout.width).grade(self._symbols(known), batch.call)
        shape = (len(genomes), len(known))
        self.statistics.candidates += len(genomes)
        cases = (np.broadcast_to(truth, shape) + np.broadcast_to(grades, shape)) / 2
        fitness = cases.sum(axis=1) / max(1, len(known))
        return Scores(np.asarray(np.broadcast_to(truth, shape).all(axis=1)), fitness, batch.lengths, cases)

    def _perfect(self, layout: Layout, scores: Scores) -> Proposal | None:
        """The shortest individual that satisfies every example and is new; the others of them lose their fitness."""
        rows = np.flatnonzero(scores.solved)
        for row in rows[np.argsort(scores.lengths[rows], kind="stable")]:
            candidate = layout.decode(self._population, int(row))
            short = self._unproposed(candidate, layout.width)
            if short is not None:
                self.statistics.best = 1.0
                return Proposal(short, layout.width)
            scores.fitness[row] = 0.0
            scores.cases[row] = 0.0
        return None

    def _unproposed(self, candidate: dict[str, Program], width: int) -> dict[str, Program] | None:
        """The candidate without ballast; None where it, with or without, was met before."""
        before = len(self._met)
        self._met.add((width, tuple(candidate.values())))
        if len(self._met) == before:
            return None
        short = shortened(candidate, width, partial(self._satisfies, width))
        if short == candidate:
            return short
        before = len(self._met)
        self._met.add((width, tuple(short.values())))
        return short if len(self._met) > before else None

    def _offspring(self, layout: Layout, scores: Scores) -> Genomes:
        """The next generation: of each island the elite as it is, the others selected there, mated and mutated."""
        islands = self._migrated(scores.ranks)
        elite = [rows[np.argsort(-scores.ranks[rows], kind="stable")[:_ELITE]] for rows in islands]
        parents = [rows[SELECTIONS[scheme](scores.ranks[rows], scores.cases[rows], len(rows) - _ELITE, self._rng)]
                   for scheme, rows in zip(ISLANDS, islands, strict=True)]
        children = self._toolbox.clone(self._population, np.concatenate(parents))
        self._toolbox.mate(children)
        self._toolbox.mutate(children, layout)
        joined: Genomes = self._toolbox.clone(self._population, np.concatenate(elite)).join(children)
        return joined

    def _migrated(self, ranks: NDArray[np.float64]) -> list[Numbers]:
        """The rows of each island; now and then the best of one have gone to the next, for its worst."""
        islands = [rows.tolist() for rows in _ROWS]
        if self._generations % _MIGRATION == 0:
            self._toolbox.migrate(islands, selection=lambda rows, k: sorted(rows, key=lambda r: -ranks[r])[:k],
                                  replacement=lambda rows, k: sorted(rows, key=lambda r: ranks[r])[:k])
            self._count("migrations")
        return [np.array(rows, dtype=np.int64) for rows in islands]


def _island_rows() -> list[Numbers]:
    """The rows of each island: its elite among the first, its children behind them."""
    first, each = len(ISLANDS) * _ELITE, POPULATION // len(ISLANDS) - _ELITE
    return [np.concatenate([np.arange(i * _ELITE, (i + 1) * _ELITE), np.arange(first + i * each, first + (i + 1) * each)])
            for i in range(len(ISLANDS))]


_ROWS = _island_rows()
