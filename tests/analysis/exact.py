"""Certificates read off the graph of all states: each truth about a small program has one, state by state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

import numpy as np
from exhaustive import Graph

from synth import terms
from synth.analysis.certificates.kinds import Certificate, DangerInvariant, Ranking, RecurrenceSet, SafetyInvariant, Step, Trace
from synth.booleans import FALSE
from synth.terms import Term
from synth.transition import Kind

Node = tuple[int, int]
"""A place, and the number of a state."""


class Exact:
    """The reached part of a graph, edge by edge, and what it proves."""

    def __init__(self, graph: Graph) -> None:
        self.graph, self.system = graph, graph.system
        self.heads = {p.number for p in self.system.of_kind(Kind.HEAD)}
        self.found: dict[Node, tuple[Step, ...]] = {(0, 0): ()}
        self.ways: dict[Node, list[tuple[Step, Node]]] = {}
        waiting = [(0, 0)]
        for node in waiting:  # breadth first: it grows meanwhile
            self.ways[node] = list(self._ways(node))
            for step, after in self.ways[node]:
                if after not in self.found:
                    self.found[after] = (*self.found[node], step)
                    waiting.append(after)

    def _ways(self, node: Node) -> Iterator[tuple[Step, Node]]:
        for number, edge in enumerate(self.system.edges):
            if edge.source == node[0]:
                row = self.graph.tables[number][node[1]]
                for column in np.flatnonzero(row >= 0):
                    yield Step(number, self.graph.inputs(edge, int(column))), (edge.target, int(row[column]))

    def certificates(self) -> Iterator[tuple[bool, Certificate]]:
        """Whether a property holds, and the proof: of termination or its absence, and of safety or of failure."""
        levels = self._levels()
        if levels is not None:
            digits = max(1, -(-max(levels.values()).bit_length() // self.system.width))
            yield True, Ranking(self._reached(), self._ranks(levels, digits))
        else:
            lasting = self._lasting()
            chosen = {n: next((s, a) for s, a in self.ways[n] if a in lasting) for n in lasting}
            yield False, RecurrenceSet(self._prefix(lasting), self._sets(lasting), self._choices(chosen))
        distances = self._distances()
        if not distances:
            yield True, SafetyInvariant(self._reached())
        else:
            errors = [n for n, d in distances.items() if d == 0]
            yield False, Trace(min((self.found[n] for n in errors), key=len))
            near = {n for n in distances if n[0] in self.heads}
            chosen = {n: min(((s, a) for s, a in self.ways[n] if a in distances), key=lambda w: distances[w[1]]) for n in near}
            digits = max(1, -(-max(distances.values()).bit_length() // self.system.width))
            yield False, DangerInvariant(self._prefix(near), self._sets(near), self._choices(chosen),
                                         self._ranks({n: distances[n] for n in near}, digits))

    def _prefix(self, nodes: Iterable[Node]) -> tuple[Step, ...]:
        return min((self.found[n] for n in nodes), key=len)

    def _levels(self) -> dict[Node, int] | None:
        """How many steps can still follow; None where there is no end to them."""
        levels: dict[Node, int] = {}
        fresh = True
        while fresh:
            fresh = False
            for node in reversed(self.ways):
                if node not in levels and all(a in levels for _, a in self.ways[node]):
                    levels[node] = 1 + max((levels[a] for _, a in self.ways[node]), default=0)
                    fresh = True
        return levels if len(levels) == len(self.ways) else None

    def _lasting(self) -> set[Node]:
        """The nodes from which some run has no end."""
        kept, before = {n for n in self.ways if n[0] in self.heads}, -1
        while len(kept) != before:
            before = len(kept)
            kept = {n for n in kept if any(a in kept for _, a in self.ways[n])}
        return kept

    def _distances(self) -> dict[Node, int]:
        """How many steps it is to a failing assertion, from where there is one."""
        found = {n: 0 for n in self.ways if self.system.places[n[0]].kind is Kind.ERROR}
        before = -1
        while len(found) != before:
            before = len(found)
            nearer = {n: 1 + min(found[a] for _, a in self.ways[n] if a in found)
                      for n in self.ways if n not in found and any(a in found for _, a in self.ways[n])}
            found |= nearer
        return found

    # -- as terms --

    def _here(self, state: int) -> Term:
        return reduce(lambda a, b: a & b, (v.term == int(self.graph.state[v.name][state]) for v in self.system.variables))

    def _reached(self) -> dict[int, Term]:
        return {**dict.fromkeys(self.heads, FALSE), **self._sets(self.found)}

    def _sets(self, nodes: Iterable[Node]) -> dict[int, Term]:
        by_place: dict[int, list[Term]] = {}
        for place, state in sorted(nodes):
            if place in self.heads:
                by_place.setdefault(place, []).append(self._here(state))
        return {p: reduce(lambda a, b: a | b, here, FALSE) for p, here in by_place.items()}

    def _ranks(self, levels: Mapping[Node, int], digits: int) -> dict[int, tuple[Term, ...]]:
        width = self.system.width
        return {place: tuple(self._table({s: n >> width * i & (1 << width) - 1 for (p, s), n in levels.items() if p == place})
                             for i in reversed(range(digits))) for place in self.heads}

    def _choices(self, chosen: Mapping[Node, tuple[Step, Node]]) -> dict[int, dict[str, Term]]:
        found = {}
        for number, edge in enumerate(self.system.edges):
            taken = {n[1]: step.inputs for n, (step, _) in chosen.items() if step.edge == number}
            if taken:
                found[number] = {i.name: self._table({s: inputs[i.name] for s, inputs in taken.items()}) for i in edge.inputs}
        return found

    def _table(self, values: Mapping[int, int]) -> Term:
        """The word that has these values in these states."""
        made = terms.constant(0)
        for state, value in sorted(values.items()):
            made = terms.ite(self._here(state), value, made)
        return made
