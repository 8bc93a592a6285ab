"""All heaps with few nodes, each once, and what formulas of SLH mean in all of them at once: on graphs without weights, by what the
comments in `synth.heap.formulas` say, and by no code that decides them.

A heap is two rows of arrays: the node of each pointer, and the successor of each node. Nodes 0 and 1 are `NULL` and `FREED`, whose
successors are themselves; a fresh node has a column of its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.evaluation.arrays import Arrays, Words
from synth.heap.formulas import FREED, NULL, Change, Formula, HeapTerm, Observation, Sight
from synth.terms import Term

SINKS = {NULL: 0, FREED: 1}
FIRST = len(SINKS)
"""The first node that is none of these."""

AT_ONCE = 1 << 20
"""How many combinations of heaps and numbers are looked at together."""

Nodes = NDArray[np.int8]


@dataclass(frozen=True)
class Heaps:
    """Many heaps: which node each pointer points to, an array (heaps, pointers), and of each node its successor, (heaps, nodes)."""

    pointers: tuple[str, ...]
    labels: Nodes
    successors: Nodes

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, which: slice) -> Heaps:
        return replace(self, labels=self.labels[which], successors=self.successors[which])

    def at(self, pointer: str) -> Nodes:
        """The node of a pointer in each heap."""
        if pointer in SINKS:
            return np.full(len(self), SINKS[pointer], dtype=np.int8)
        return self.labels[:, self.pointers.index(pointer)]

    # -- changes --

    def changed(self, change: Change, *pointers: str) -> Heaps:
        x, y = pointers[0], pointers[-1]
        match change:
            case Change.NEW:
                null, fresh = np.zeros((len(self), 1), dtype=np.int8), self.successors.shape[1]
                more = replace(self, successors=np.concatenate([self.successors, null], axis=1))
                return more._with(x, np.full(len(self), fresh, dtype=np.int8))
            case Change.ASSIGN:
                return self._with(x, self.at(y))
            case Change.LOOKUP:
                return self._with(x, self._behind(self.at(y)))
            case Change.UPDATE:
                return self._linked(self.at(x), self.at(y))
            case Change.FREE:
                return self._freed(self.at(x))

    def _with(self, pointer: str, nodes: Nodes) -> Heaps:
        labels = self.labels.copy()
        labels[:, self.pointers.index(pointer)] = nodes
        return replace(self, labels=labels)

    def _behind(self, nodes: Nodes) -> Nodes:
        return np.asarray(self.successors[np.arange(len(self)), nodes])

    def _linked(self, nodes: Nodes, to: Nodes) -> Heaps:
        successors, rows = self.successors.copy(), np.flatnonzero(nodes >= FIRST)
        successors[rows, nodes[rows]] = to[rows]
        return replace(self, successors=successors)

    def _freed(self, nodes: Nodes) -> Heaps:
        gone = np.where(nodes >= FIRST, nodes, -1)[:, None]
        freed = np.int8(SINKS[FREED])
        return replace(self, labels=np.where(self.labels == gone, freed, self.labels),
                       successors=np.where(self.successors == gone, freed, self.successors))

    # -- sights --

    def seen(self, sight: Sight, *pointers: str) -> NDArray[np.int64]:
        nodes = [self.at(p) for p in pointers]
        match sight:
            case Sight.ALIAS:
                return np.asarray(nodes[0] == nodes[1]).astype(np.int64)
            case Sight.PATH:
                return np.asarray(self._steps(*nodes) >= 0).astype(np.int64)
            case Sight.LENGTH:
                return np.asarray(np.maximum(self._steps(*nodes), 0))
            case Sight.CIRCULAR:
                return ((nodes[0] >= FIRST) & (self._steps(self._behind(nodes[0]), nodes[0]) >= 0)).astype(np.int64)
            case Sight.SIZE:
                return self._size()

    def _steps(self, nodes: Nodes, to: Nodes) -> NDArray[np.int64]:
        """How many steps lead from a node to another, -1 where none do."""
        steps = np.full(len(self), -1, dtype=np.int64)
        for number in range(self.successors.shape[1]):
            steps[(steps < 0) & (nodes == to)] = number
            nodes = self._behind(nodes)
        return steps

    def _size(self) -> NDArray[np.int64]:
        reached, rows = np.zeros(self.successors.shape, dtype=np.bool_), np.arange(len(self))
        for nodes in self.labels.T:
            for _ in range(self.successors.shape[1]):
                reached[rows, nodes] = True
                nodes = self._behind(nodes)  # noqa: PLW2901
        return np.asarray(reached[:, FIRST:].sum(axis=1))


@cache
def all_heaps(pointers: tuple[str, ...], most: int, freeing: bool) -> Heaps:
    """Every heap with so many nodes at most that each of them is come to from a pointer, once up to the names of the nodes, those
    with fewer nodes first."""
    found = sorted(_made(len(pointers), most, list(SINKS.values()) if freeing else [SINKS[NULL]]), key=lambda own: len(own[1]))
    successors = np.zeros((len(found), FIRST + most), dtype=np.int8)
    successors[:, SINKS[FREED]] = SINKS[FREED]
    for row, (_, behind) in zip(successors, found, strict=True):
        row[FIRST:FIRST + len(behind)] = behind
    return Heaps(pointers, np.array([own for own, _ in found], dtype=np.int8), successors)


def _made(pointers: int, most: int, sinks: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The labels and successors of heaps: pointer by pointer, what it leads to is a node that there is or a sink, or a chain of new
    nodes, the last of which leads to one of all these; new nodes are numbered as they are come to."""
    if pointers == 0:
        yield (), ()
        return
    for labels, behind in _made(pointers - 1, most, sinks):
        first = FIRST + len(behind)
        yield from (((*labels, node), behind) for node in (*sinks, *range(FIRST, first)))
        for end in range(first + 1, FIRST + most + 1):
            for last in (*sinks, *range(FIRST, end)):
                yield (*labels, first), (*behind, *range(first + 1, end), last)


def expanded(pointers: Sequence[str], labels: Mapping[str, int], edges: Mapping[int, tuple[int, int]]) -> Heaps:
    """One heap, of which an edge of weight n stands for n edges: each node its successor and weight, 0 being null, -1 freed."""
    number = {0: SINKS[NULL], -1: SINKS[FREED]} | {node: i for i, node in enumerate(edges, FIRST)}
    behind = [SINKS[NULL], SINKS[FREED], *(0 for _ in edges)]
    for node, (to, weight) in edges.items():
        between = range(len(behind), len(behind) + weight - 1)
        path = [number[node], *between, number[to]]
        behind += [0 for _ in between]
        for a, b in itertools.pairwise(path):
            behind[a] = b
    own = [number[labels[p]] for p in pointers]
    return Heaps(tuple(pointers), np.array([own], dtype=np.int8), np.array([behind], dtype=np.int8))


@dataclass(frozen=True)
class Space:
    """What words and heaps may be: for each heap that may be any, by name, some; for each number some. All combinations of them are
    looked at; each has an axis of the arrays, in this order."""

    heaps: Mapping[str, Heaps]
    numbers: Mapping[str, Words]

    @property
    def shape(self) -> tuple[int, ...]:
        return (*map(len, self.heaps.values()), *map(len, self.numbers.values()))

    def words(self, observations: Mapping[str, Observation]) -> dict[str, Words]:
        """What is seen of the heaps, and the numbers, each along its own axis."""
        made: dict[HeapTerm, Heaps] = {}
        found = {name: self._along(n, values) for n, (name, values) in enumerate(self.numbers.items(), len(self.heaps))}
        for name, own in observations.items():
            for heap in own.heap.history:
                if heap not in made:
                    made[heap] = self.heaps[heap.name] if heap.before is None or heap.change is None else (
                        made[heap.before].changed(heap.change, *heap.pointers))
            axis = list(self.heaps).index(own.heap.history[0].name)
            found[name] = self._along(axis, made[own.heap].seen(own.sight, *own.pointers).astype(np.uint64))
        return found

    def values(self, roots: Sequence[Term], observations: Mapping[str, Observation], width: int) -> list[Words]:
        """What terms are, in arrays that broadcast to `shape`."""
        found = terms.Evaluation(roots).values(Arrays(width), self.words(observations), terms.no_calls)
        return [np.asarray(own) for own in found]

    def first(self, formula: Formula) -> tuple[int, ...] | None:
        """The first place at which a formula holds."""
        (name, heaps), *others = self.heaps.items()
        rows = max(1, AT_ONCE * len(heaps) // int(np.prod(self.shape)))
        for start in range(0, len(heaps), rows):
            part = Space({name: heaps[start:start + rows], **dict(others)}, self.numbers)
            holds = np.broadcast_to(part.values([formula.body], formula.observations, formula.width)[0], part.shape)
            if holds.any():
                row, *rest = (int(i) for i in np.unravel_index(int(np.argmax(holds != 0)), part.shape))
                return (start + row, *rest)
        return None

    def _along(self, axis: int, values: Words) -> Words:
        return values.reshape([-1 if i == axis else 1 for i in range(len(self.heaps) + len(self.numbers))])
