"""The truth about small transition systems, by looking at every state: whether runs end, whether assertions fail, whether a
certificate is one.

Shares nothing with the analysis: words are computed by tables that the reference evaluator fills, and each edge becomes a table
from states and inputs to states.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.analysis.certificates.kinds import (
    Certificate,
    DangerInvariant,
    Ranking,
    RecurrenceSet,
    SafetyInvariant,
    Step,
    Trace,
    Unwinding,
)
from synth.evaluation.integers import Integers
from synth.terms import Term
from synth.transition import Edge, Kind, TransitionSystem, Variable, symbols

Numbers = NDArray[np.int64]
Marks = NDArray[np.bool_]
_BINARY = ("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "bitand", "bitor", "bitxor", "shl", "lshr", "ashr", "ult", "ule",
           "slt", "sle", "eq")


@cache
def _tables(width: int) -> dict[str, Numbers]:
    reference, words = Integers(width), range(1 << width)
    return {name: np.array([[getattr(reference, name)(a, b) for b in words] for a in words]) for name in _BINARY}


class Tabled:
    """The domain of arrays of words of a few bits: each primitive is a table."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._tables = _tables(width)

    def __getattr__(self, name: str) -> Any:
        table = self._tables[name]
        return lambda a, b: table[a, b]

    def constant(self, value: int) -> Numbers:
        return np.asarray(value & ((1 << self.width) - 1))

    def bitnot(self, a: Numbers) -> Numbers:
        return (1 << self.width) - 1 - a

    def select(self, condition: Numbers, then: Numbers, otherwise: Numbers) -> Numbers:
        return np.where(condition != 0, then, otherwise)


@dataclass(frozen=True)
class Truth:
    """Whether all runs end, whether no assertion fails, how many places with states are reached, and how many edges from loop head
    to loop head no run takes.
    """

    ends: bool
    safe: bool
    states: int
    idle: int


class Graph:
    """The states of a system: a state is a number, the variables its digits; `tables[e][s, i]` is the state that edge e leads to
    from state s by the inputs numbered i, or -1 where it does not. A run starts in state 0, since no entry reads a variable.
    """

    def __init__(self, system: TransitionSystem) -> None:
        self.system = system
        self._domain = Tabled(system.width)
        self.size = 1 << sum(v.bits for v in system.variables)
        self.state = dict(zip((v.name for v in system.variables), _digits([v.bits for v in system.variables]), strict=True))
        self.tables = [self._table(e) for e in system.edges]
        self.after = [[(e.target, self.tables[i]) for i, e in enumerate(system.edges) if e.source == p.number]
                      for p in system.places]

    def words(self, roots: Iterable[Term], edge: Edge | None = None) -> list[Numbers]:
        """Terms in all states, one state a row, and one input of the edge a column."""
        columns = _digits([i.bits for i in edge.inputs]) if edge else []
        known = {n: w[:, None] for n, w in self.state.items()}
        known |= {i.name: c[None, :] for i, c in zip(edge.inputs if edge else (), columns, strict=True)}
        shape = self.size, 1 << sum(i.bits for i in edge.inputs) if edge else 1
        if edge and edge.source == 0:
            assert not symbols((edge.guard, *edge.update)) & set(self.state)
            known, shape = {n: w for n, w in known.items() if n not in self.state}, (1, shape[1])
        return [np.broadcast_to(w, shape) for w in terms.interpret_all(list(roots), self._domain, known, terms.no_calls)]

    def _table(self, edge: Edge) -> Numbers:
        guard, *update = self.words((edge.guard, *edge.update), edge)
        assert all(np.all(w >> v.bits == 0) for v, w in zip(self.system.variables, update, strict=True))
        return np.where(guard != 0, _joined(dict(zip(self.state, update, strict=True)), self.system.variables), -1)

    @staticmethod
    def inputs(edge: Edge, column: int) -> dict[str, int]:
        """The inputs of an edge that have a number."""
        return dict(zip((i.name for i in edge.inputs), (int(w[column]) for w in _digits([i.bits for i in edge.inputs])),
                        strict=True))

    def successors(self, nodes: Numbers) -> Numbers:
        """What edges lead to from places with states, as often as they do; a node is place · size + state."""
        found = [np.zeros(0, dtype=np.int64)]
        for place in np.unique(nodes // self.size):
            rows = nodes[nodes // self.size == place] % self.size
            for target, table in self.after[place]:
                states = table[rows].ravel()
                found.append(states[states >= 0] + target * self.size)
        return np.concatenate(found)

    def explored(self) -> Truth:
        """The truth about all runs: what no order puts after all that leads to it is on a cycle or behind one (Kahn)."""
        reached = np.zeros(len(self.system.places) * self.size, dtype=np.bool_)
        arrivals = np.zeros(len(reached), dtype=np.int64)
        frontier = np.zeros(1, dtype=np.int64)
        while len(frontier):
            reached[frontier] = True
            found = self.successors(frontier)
            np.add.at(arrivals, found, 1)
            frontier = np.unique(found[~reached[found]])
        ordered, frontier = 0, np.flatnonzero(reached & (arrivals == 0))
        while len(frontier):
            ordered += len(frontier)
            found = self.successors(frontier)
            np.subtract.at(arrivals, found, 1)
            frontier = np.unique(found[arrivals[found] == 0])
        places = np.unique(np.flatnonzero(reached) // self.size)
        safe = all(self.system.places[p].kind is not Kind.ERROR for p in places)
        return Truth(ordered == int(reached.sum()), safe, int(reached.sum()), self._idle(reached.reshape(-1, self.size)))

    @property
    def heads(self) -> set[int]:
        """The loop heads."""
        return {p.number for p in self.system.of_kind(Kind.HEAD)}

    def visits(self, place: int) -> float:
        """How often a run comes to a place at most: the rounds of a search that goes on from that place's states alone."""
        frontier, most = self._until(np.zeros(1, dtype=np.int64), place), 0
        while len(frontier):
            most += 1
            frontier = self._until(self.successors(frontier), place)
            if most > self.size:
                return math.inf
        return most

    def _until(self, nodes: Numbers, place: int) -> Numbers:
        """Where runs from some nodes come to a place first."""
        seen, found = np.zeros(len(self.system.places) * self.size, dtype=np.bool_), [np.zeros(0, dtype=np.int64)]
        while len(nodes):
            seen[nodes] = True
            there = nodes // self.size == place
            found.append(nodes[there])
            nodes = np.unique(self.successors(nodes[~there]))
            nodes = nodes[~seen[nodes]]
        return np.unique(np.concatenate(found))

    def _idle(self, reached: Marks) -> int:
        return sum(not np.any(t[reached[e.source]] >= 0) for e, t in zip(self.system.edges, self.tables, strict=True)
                   if {e.source, e.target} <= self.heads)

    # -- certificates --

    def proves(self, certificate: Certificate) -> bool:
        """Whether a certificate is one: its definition, in every state. KeyError or ValueError where its parts do not fit."""
        match certificate:
            case SafetyInvariant(invariants):
                kept = self._predicates(invariants)
                fails = [i for i, e in enumerate(self.system.edges) if self.system.places[e.target].kind is Kind.ERROR]
                return self._inductive(kept) and not any(self._before(i, kept)[self.tables[i] >= 0].any() for i in fails)
            case Ranking(invariants, told, None):
                kept, ranks = self._predicates(invariants), self._ranks(told)
                return self._inductive(kept) and all(self._falls(i, kept, ranks) for i, e in enumerate(self.system.edges) if any(
                    {e.source, e.target} <= c for c in self.system.components))
            case Unwinding(rounds, safe):
                return (not safe or self.explored().safe) and all(self.visits(p) <= rounds.get(p, 0) for p in self.heads)
            case Trace(steps):
                place, _ = self.replayed(steps)
                return place is not None and self.system.places[place].kind is Kind.ERROR
            case RecurrenceSet(prefix, sets, choices):
                return self._closed(prefix, sets, choices, None)
            case DangerInvariant(prefix, sets, choices, told):
                return self._closed(prefix, sets, choices, self._ranks(told))
        raise ValueError("no kind of certificate over the states of the program")

    def _predicates(self, told: Mapping[int, Term]) -> dict[int, Marks]:
        return {p: self.words([t])[0][:, 0] != 0 for p, t in told.items()}

    def _ranks(self, told: Mapping[int, tuple[Term, ...]]) -> dict[int, Numbers]:
        """The ranks in all states, a component a row."""
        return {p: np.array([w[:, 0] for w in self.words(r)], dtype=np.int64).reshape(len(r), self.size) for p, r in told.items()}

    def _before(self, edge: int, kept: Mapping[int, Marks]) -> Marks:
        """Whether the predicate holds before an edge, in the shape of its table."""
        source, shape = self.system.edges[edge].source, self.tables[edge].shape
        return np.broadcast_to(kept[source][: shape[0], None] if source in kept else True, shape)

    def _inductive(self, kept: Mapping[int, Marks]) -> bool:
        return (0 not in kept or bool(np.all(kept[0]))) and all(
            np.all(kept[e.target][t[self._before(i, kept) & (t >= 0)]])
            for i, (e, t) in enumerate(zip(self.system.edges, self.tables, strict=True)) if e.target in kept)

    def _falls(self, edge: int, kept: Mapping[int, Marks], ranks: Mapping[int, Numbers]) -> bool:
        table, ends = self.tables[edge], self.system.edges[edge]
        rows, columns = np.nonzero(self._before(edge, kept) & (table >= 0))
        return bool(np.all(_lower(ranks[ends.source][:, rows], ranks[ends.target][:, table[rows, columns]])))

    def _closed(self, prefix: Iterable[Step], sets: Mapping[int, Term], choices: Mapping[int, Mapping[str, Term]],
                ranks: Mapping[int, Numbers] | None) -> bool:
        members = self._predicates(sets)
        chosen = {e: {n: w[:, 0] for n, w in zip(by, self.words(by.values()), strict=True)} for e, by in choices.items()}
        place, state = self.replayed(prefix)
        if place not in members or not members[place][state]:
            return False
        ways = {p: np.zeros(self.size, dtype=np.bool_) for p in sets}
        for number, edge in enumerate(self.system.edges):
            by = chosen.get(number, {})
            if not set(by) <= {i.name for i in edge.inputs}:
                raise ValueError(f"edge {number} has no such input")
            if edge.source in sets and len(by) == len(edge.inputs):
                ways[edge.source] |= self._way(number, members, by, ranks)
        return all(np.all(ways[p] | ~members[p]) for p in sets)

    def _way(self, number: int, members: Mapping[int, Marks], by: Mapping[str, Numbers],
             ranks: Mapping[int, Numbers] | None) -> Marks:
        """In which states a chosen edge leads on: to a lower state of a set, or to a failing assertion."""
        edge, states = self.system.edges[number], np.arange(self.size)
        fits = np.all([by[i.name] >> i.bits == 0 for i in edge.inputs], axis=0) & (states >= 0)
        found = np.where(fits, self.tables[number][states, np.where(fits, _joined(by, edge.inputs), 0)], -1)
        if ranks is not None and self.system.places[edge.target].kind is Kind.ERROR:
            return found >= 0
        if edge.target not in members:
            return found < -1
        leads = (found >= 0) & members[edge.target][found]
        return leads if ranks is None else leads & _lower(ranks[edge.source], ranks[edge.target][:, found])

    def replayed(self, steps: Iterable[Step]) -> tuple[int | None, int]:
        """Where a run ends; no place where there is no such run."""
        place, state = 0, 0
        for step in steps:
            edge = self.system.edges[step.edge] if step.edge < len(self.system.edges) else None
            if edge is None or edge.source != place or {i.name for i in edge.inputs} != set(step.inputs) or any(
                    not 0 <= step.inputs[i.name] < 1 << i.bits for i in edge.inputs):
                return None, 0
            place, state = edge.target, int(self.tables[step.edge][state, _joined(step.inputs, edge.inputs)])
            if state < 0:
                return None, 0
        return place, state


def _joined(words: Mapping[str, Any], variables: Iterable[Variable]) -> Any:
    """The number whose digits are the variables' words, the first the lowest."""
    made: Any = 0
    for variable in reversed(list(variables)):
        made = made << variable.bits | words[variable.name]
    return made


def _digits(bits: Iterable[int]) -> list[Numbers]:
    """The words that make up each number, the first in the lowest bits."""
    widths = list(bits)
    numbers = np.arange(1 << sum(widths))
    return [numbers >> below & (1 << own) - 1 for own, below in zip(widths, itertools.accumulate([0, *widths]), strict=False)]


def _lower(before: Numbers, behind: Numbers) -> Marks:
    """Column by column, whether the second rank is below the first; ValueError for ranks of two lengths."""
    found = np.zeros(before.shape[1], dtype=np.bool_)
    for a, b in zip(before[::-1], behind[::-1], strict=True):
        found = (b < a) | ((b == a) & found)
    return found
