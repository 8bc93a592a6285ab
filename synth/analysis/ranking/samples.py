"""Examples of the ways around a loop, of every kind of way: what a rank is tried on before any proof.

Two examples are of one kind where they take one way and decide the conditions of its terms alike. Kinds that no run showed are
asked of a solver.
"""

from __future__ import annotations

import math
import random
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.analysis.simulation.simulator import Move
from synth.analysis.systems.relevance import principal_variables, tells_shapes
from synth.booleans import TRUE, conjunction
from synth.checking.validity.prover import Fails, valid
from synth.checking.validity.translator import Translator
from synth.evaluation import integers
from synth.evaluation.arrays import Arrays, Words
from synth.terms import Term
from synth.transition import Edge, TransitionSystem

_MODEL = 0.5
_CONDITIONS = 12
_EXAMPLES, _ASKED = 64, 12
"""How many examples there are in all, and how many kinds of one way a solver is asked for."""

_RANDOM, _OF_LISTS = 4, 2
"""How many more examples of one way a solver is asked for, of any kind, where it has told none before; where there are lists, of
which others are soon told that refute a rank."""


@dataclass(frozen=True)
class Way:
    """An edge of a nest as far as it is still to be lowered: under `premise`, which holds before it."""

    number: int
    edge: Edge
    premise: Term


@dataclass(frozen=True)
class Sample:
    """Values of all words, and the kind of way that they take: its number, and which of its conditions hold."""

    words: Mapping[str, int]
    kind: tuple[int, int]


class Samples:
    """What was seen of a system, by edge; `moves` are transitions. After the deadline no solver is asked. The translator may serve
    others."""

    def __init__(self, system: TransitionSystem, moves: Sequence[Move], deadline: float = math.inf,
                 translator: Translator | None = None) -> None:
        self._system, self._domain, self._deadline = system, Arrays(system.width), deadline
        self._translator, self._random = translator or Translator(system.width), _OF_LISTS if tells_shapes(system) else _RANDOM
        seen: dict[int, list[Mapping[str, int]]] = defaultdict(list)
        for move in moves:
            seen[move.edge].append(move.words)
        self._answered: dict[int, list[Mapping[str, int]]] = defaultdict(list)
        self._seen: dict[int, dict[str, Words]] = {
            e: {n: np.array([row[n] for row in rows], dtype=np.uint64) for n in rows[0]} for e, rows in seen.items()}

    def of(self, ways: Sequence[Way], forall: Sequence[Term]) -> list[Sample]:
        """Examples of all kinds of `ways`, each with a value for every word of `forall`."""
        names = [str(w.data) for w in forall]
        return [Sample({n: words.get(n, 0) for n in names}, kind) for way in ways for words, kind in self._way(way, len(ways))]

    def _way(self, way: Way, count: int) -> Iterator[tuple[Mapping[str, int], tuple[int, int]]]:
        conditions = _conditions(way.edge)
        rows = self._rows(way, conditions)
        share = max(2, _EXAMPLES // count // max(1, len(rows)))
        for kind, found in rows.items():
            for row in found[:: max(1, len(found) // share)][:share]:
                yield {n: int(w[row]) for n, w in self._seen[way.number].items()}, (way.number, kind)
        for words, kind in self._asked(way, conditions, rows):
            yield words, (way.number, kind)

    def _rows(self, way: Way, conditions: Sequence[Term]) -> dict[int, NDArray[np.int64]]:
        """The rows that were seen of a way, by kind."""
        words = self._seen.get(way.number)
        if words is None:
            return {}
        premise, *decided = terms.interpret_all((way.premise, *conditions), self._domain, words, terms.no_calls)
        count = len(next(iter(words.values()), ()))
        inside = np.flatnonzero(np.broadcast_to(premise != 0, count))
        kinds = np.zeros(count, dtype=np.int64)
        for i, held in enumerate(decided):
            kinds |= np.broadcast_to(held != 0, count).astype(np.int64) << i
        return {int(kind): inside[kinds[inside] == kind] for kind in sorted(set(kinds[inside].tolist()))}

    def _asked(self, way: Way, conditions: Sequence[Term], known: Iterable[int]) -> Iterator[tuple[Mapping[str, int], int]]:
        """Examples of kinds that were not seen: of what solvers said before of the same edge, what is still to be lowered, then of
        other kinds."""
        before = [self._kind(conditions, words) for words in self._answered[way.number]
                  if integers.evaluate(way.premise, words, {}, self._system.width)][-_ASKED - self._random:]
        yield from before
        found = list(dict.fromkeys([*known, *(kind for _, kind in before)]))
        for _ in range(_ASKED):
            others = [terms.apply("eq", _of_kind(conditions, kind), 0) for kind in found]
            model = self._model([way.premise, *others], conditions) if conditions or not found else None
            if model is None:
                break
            found.append(model[1])
            yield self._remembered(way, model)
        for seed in range(len(before), self._random):
            model = self._model([way.premise, *bits(self._system, seed)], conditions)
            if model is not None:
                yield self._remembered(way, model)

    def _remembered(self, way: Way, model: tuple[Mapping[str, int], int]) -> tuple[Mapping[str, int], int]:
        """An example that a solver told, for later questions about the same edge."""
        if model[0] not in self._answered[way.number]:
            self._answered[way.number].append(model[0])
        return model

    def _model(self, assumed: Sequence[Term], conditions: Sequence[Term]) -> tuple[Mapping[str, int], int] | None:
        """Values of the words under which all that is assumed holds, and their kind."""
        seconds = min(_MODEL, self._deadline - time.monotonic())
        if seconds <= 0:
            return None
        denied = terms.apply("eq", conjunction(list(assumed)), 0)
        answer = valid(denied, self._system.width, seconds, translator=self._translator)
        if not isinstance(answer, Fails):
            return None
        return self._kind(conditions, defaultdict(int, answer.values))

    def _kind(self, conditions: Sequence[Term], words: Mapping[str, int]) -> tuple[Mapping[str, int], int]:
        """Values of words, and their kind."""
        return words, sum(bool(integers.evaluate(c, words, {}, self._system.width)) << i for i, c in enumerate(conditions))


def bits(system: TransitionSystem, seed: int) -> Iterator[Term]:
    """A bit of each variable, and what it is: so that a solver's answers differ."""
    draw = random.Random(seed)
    for variable in principal_variables(system):
        yield variable.term >> draw.randrange(variable.bits) & 1 == draw.randrange(2)


def _conditions(edge: Edge) -> list[Term]:
    """What the terms of an edge decide by."""
    nodes = [n for n in terms.postorder(*edge.update, edge.guard) if terms.name_of(n) == "ite"]
    return list({id(n.arguments[0]): n.arguments[0] for n in nodes}.values())[:_CONDITIONS]


def _of_kind(conditions: Sequence[Term], kind: int) -> Term:
    return conjunction([c if kind >> i & 1 else terms.apply("eq", c, 0) for i, c in enumerate(conditions)]) if conditions else TRUE
