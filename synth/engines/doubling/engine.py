"""The doubling engine: straight-line programs that repeat a body, at the distances 1, 2, 4 and so on, up to half the word.

Idea: many programs on all bits of a word take log2(width) rounds of the same few instructions, each of which joins the results for
parts of twice the size: counting and reversing bits, parity, Gray codes, powers of two (Warren, Hacker's Delight, chapters 2, 3, 5
and 7). Written out they are far too long to be enumerated, but their bodies are short: up to four instructions on the value so far,
the distance, the mask of every other block of so many bits, and further words. A term of at most one instruction makes the first
value, and one more the result of the last one.
Invariant: works at the width of the specification, wherever it is sent; closes no point.
Loses on everything else, after seconds to a minute of work: then it is done, and takes no more time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from synth.engines.doubling.kernel import POINTS
from synth.engines.doubling.rounds import Phase, Rounds, Vector
from synth.engines.native.build import Unbuilt
from synth.engines.protocol import Event, Example, Point, Proposal, Statistics, next_event
from synth.engines.shape import equations, points, words_of
from synth.evaluation.arrays import evaluate
from synth.evaluation.sampling import distinct, random_batch, rows_of, size
from synth.program import Program
from synth.specification import Specification

_SLICE = 100_000
"""Bodies between two looks at the clock."""

_TRIED = 2048
"""Random examples on which a candidate is tried before it is proposed."""

_CHUNKS = 16
"""How many times POINTS points are looked at."""

_PHASES = (Phase(1, False, True, 64), Phase(2, False, True, 64), Phase(3, True, True, 8), Phase(4, True, False, 1),
           Phase(4, True, False, 8, 1))


class Doubling:
    """The engine `doubling`; see the module. `statistics.candidates` counts bodies on first values."""

    name: ClassVar[str] = "doubling"
    complete: ClassVar[bool] = False

    def __init__(self, specification: Specification, seed: int) -> None:
        self.statistics = Statistics()
        self._specification, self._seed = specification, seed
        self._point: Point | None = None
        self._examples: list[Example] = []
        self._work: Iterator[Event | None] | None = None
        self._told: set[Program] = set()

    def add_examples(self, width: int, examples: list[Example]) -> None:
        """Learn examples; only those at the width of the specification are of use."""
        if width == self._specification.width:
            self._examples += examples

    def goto(self, point: Point) -> None:
        """Begin, where it has not: points make no difference."""
        self._point = point
        if self._work is None:
            self._work = self._run()

    def interrupt(self) -> None:
        """Steps are short."""

    def step(self, seconds: float) -> list[Event]:
        """Search for about `seconds`."""
        if self._point is None or self._work is None:
            return []
        return next_event(self._work, self._point, seconds)

    # -- the search --

    def _run(self) -> Iterator[Event | None]:
        found = equations(self._specification)
        width, rng = self._specification.width, np.random.default_rng(self._seed)
        if found is None or any(e.truth for group in found.values() for e in group):
            return
        batch = random_batch(self._specification, width, rng, _CHUNKS * POINTS)
        examples: list[Example] = [*distinct([*map(dict, self._examples[:POINTS]), *rows_of(batch)], _CHUNKS * POINTS)]
        if not examples:
            return
        (group,) = found.values()
        arguments, goal = points(self._specification, group, examples, width)
        chosen = np.resize(telling(goal), _CHUNKS * POINTS)
        tried = random_batch(self._specification, width, rng, _TRIED)
        try:
            for phase in _PHASES:
                for down in (False, True):
                    yield from self._phase(Rounds(self._specification, arguments[:, chosen], goal[chosen], phase, down), tried)
        except Unbuilt:
            return

    def _phase(self, rounds: Rounds, tried: dict[str, Vector]) -> Iterator[Event | None]:
        search, name, width = rounds.search(), self._specification.exists[0].name, self._specification.width
        while not search.finished:
            before = search.tried
            hits = search.go_on(_SLICE)
            self.statistics.candidates += search.tried - before
            yield None
            for hit in hits:
                program = rounds.program(hit)
                if program not in self._told and self._is_right({name: program}, tried):
                    self._told.add(program)
                    yield Proposal({name: program}, width)

    def _is_right(self, candidate: dict[str, Program], tried: dict[str, Vector]) -> bool:
        """Whether a candidate is right on all examples that are known by now, and on others."""
        specification, known = self._specification, words_of(self._specification, self._examples)
        return all(bool(np.all(evaluate(specification.formula, words, candidate, specification.width) != 0))
                   for words in (known, tried) if size(words))


def telling(goal: Vector) -> NDArray[np.int64]:
    """All points, those first at which the goal is what it is nowhere before, then the second ones of each word, and so on; spread
    over all points, as those of one equation stand together.
    """
    spread = np.arange(len(goal)) * 7919 % len(goal) if len(goal) % 7919 else np.arange(len(goal))
    order = spread[np.argsort(goal[spread], kind="stable")]
    words = goal[order]
    first = np.maximum.accumulate(np.where(np.r_[True, words[1:] != words[:-1]], np.arange(len(words)), 0))
    return np.asarray(order[np.argsort(np.arange(len(words)) - first, kind="stable")], dtype=np.int64)
