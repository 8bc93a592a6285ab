"""Runs that agree in all but which elements of arrays are followed: what one of them reads, another one follows.

Of an array with followed elements a run knows no others: it would read any words, and what is seen of such runs need not be so.
In a group of runs that choose the same otherwise, each follows elements at places of its own. A run that reads an element that no
other follows ends there. So all that is seen of a group is what the program does, as far as it is told which elements are read.
Where words tell of a node of a list, those that come after it hold the same.

Runs of the first half of a group follow all arrays at one place each; those of the other half at different ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, MutableMapping

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.evaluation.arrays import Arrays, Words
from synth.terms import TermKind
from synth.transition import Edge, Likeness, TransitionSystem, symbols

_NEAR = 0.6
"""How often two indices of a run that are different are neighbours."""

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Groups:
    """The groups of a batch of `rows` runs, which follow elements at `places` places, and as many others; groups of one run each
    where no elements of arrays are followed."""

    def __init__(self, system: TransitionSystem, rows: int, places: int, rng: np.random.Generator) -> None:
        self._variables = frozenset(v.name for v in system.variables)
        self._indexed = frozenset(v.name for v in system.variables if v.index == v.name)
        self._elements = frozenset(v.name for v in system.variables if v.index)
        self._telling = any(self._elements.isdisjoint(own.by) for e in system.edges for own in e.alike)
        self._places, self._size = places, 2 * places if self._indexed else 1
        self._first = np.arange(rows) // self._size * self._size
        self._domain, self._rng = Arrays(system.width), rng
        self._indices, self._born = chosen_inputs(system)
        self._shifts: dict[str, Numbers] = {}

    @property
    def several(self) -> bool:
        """Whether a group has several runs."""
        return self._size > 1

    def agreed(self, name: str, words: Words) -> Words:
        """What an input is in each run, from words that are as they may be for each."""
        if self._size == 1:
            return words
        if name in self._indices:
            return self._chosen(name).astype(np.uint64)
        row = self._first + self._chosen(self._born[name]) if name in self._born else self._first
        return np.asarray(words[np.minimum(row, len(words) - 1)])

    def _chosen(self, name: str) -> Numbers:
        """The indices that an input chooses."""
        if name not in self._shifts:
            self._shifts[name] = self._shift() if name != self._indices[0] else np.zeros(len(self._first), dtype=np.int64)
        return (np.arange(len(self._first)) - self._first + self._shifts[name]) % self._places

    def _shift(self) -> Numbers:
        """How far the index of each run is from the first one that it chooses, the same within half a group."""
        rows = np.arange(len(self._first))
        near, any_place = self._rng.random(len(rows)) < _NEAR, self._rng.integers(0, self._places, len(rows))
        return np.where(rows - self._first < self._places, 0, np.where(near, 1, any_place)[self._first])

    def mixed(self, rows: Numbers) -> Numbers:
        """Some runs so that the first of them are of many groups."""
        return rows if self._size == 1 else self._rng.permutation(rows)

    def fetch(self, edges: Iterable[Edge], rows: Numbers, words: MutableMapping[str, Words]) -> tuple[Flags, Collection[str]]:
        """Have the inputs that are elements of arrays be what other runs of the group, in the same place, have there: which of the
        runs `rows` read an element that none of them has, and the names of these inputs. `words` are those of the runs."""
        lost = np.zeros(len(rows), dtype=np.bool_)
        if self._size == 1 and not self._telling:
            return lost, ()
        known, read = defaultdict[str, Flags](lost.copy), defaultdict[str, Flags](lost.copy)
        for alike in {id(own): own for edge in edges for own in edge.alike}.values():
            values = terms.Evaluation([alike.when, *alike.by.values()]).values(self._domain, words, terms.no_calls)
            when, *by = (np.broadcast_to(v, rows.shape) for v in values)
            where = self._where(alike, rows, words, dict(zip(alike.by, by, strict=True)))
            for element, value in alike.by.items():
                if value.kind is TermKind.SYMBOL and element in words and value.data not in self._variables:
                    name = str(value.data)
                    words[name] = np.where(where >= 0, words[element][where], words[name])
                    known[name] |= where >= 0
                    read[name] |= when != 0
        for name, own in read.items():
            lost |= own & ~known[name]
        return lost, known

    def _where(self, alike: Likeness, rows: Numbers, words: Mapping[str, Words], by: Mapping[str, Words]) -> Numbers:
        """For each run the one of its group that follows the element that it reads; -1 where none does. Words that tell of nodes of
        lists tell of all, as nodes are alike in runs; but where they tell which node it is, of that one only."""
        if self._elements.isdisjoint(alike.by):
            told = [words[n] == by[n] for n, term in alike.by.items() if term.kind is TermKind.APPLY and n in words]
            return np.where(np.all(told, axis=0), np.arange(len(rows)), -1) if told else np.arange(len(rows))
        index = next((n for n in alike.by if n in self._indexed), None)
        if index is None or index not in words:
            return np.full(len(rows), -1)
        places = np.full((self._first[-1] // self._size + 1, self._places), -1, dtype=np.int64)
        group, most = rows // self._size, np.uint64(self._places)
        inside = words[index] < most
        places[group[inside], words[index][inside].astype(np.int64)] = np.flatnonzero(inside)
        asked = by[index]
        return np.where(asked < most, places[group, np.minimum(asked, most - np.uint64(1)).astype(np.int64)], -1)


def chosen_inputs(system: TransitionSystem) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """The inputs that choose which elements of arrays are followed, in the order of the edges, and those that elements are then,
    each with the former."""
    numbers = {v.name: i for i, v in enumerate(system.variables)}
    indices, born = dict[str, None](), dict[str, str]()
    for edge in system.edges:
        own = {i.name for i in edge.inputs}
        chosen = {v.name: next(iter(inputs)) for v, u in zip(system.variables, edge.update, strict=True)
                  if v.index == v.name and len(inputs := symbols((u,)) & own) == 1}
        indices |= dict.fromkeys(chosen.values())
        for v in system.variables:
            if v.index in chosen and v.index != v.name:
                born |= dict.fromkeys(sorted(symbols((edge.update[numbers[v.name]],)) & own), chosen[v.index])
    return tuple(indices), {name: index for name, index in born.items() if name not in indices}
