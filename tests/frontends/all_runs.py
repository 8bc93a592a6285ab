"""How all runs of a program's transition system end, by looking at every state that they come to."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from synth.evaluation.integers import Integers
from synth.frontends.c.load import Program
from synth.frontends.c.lowering.readings import SourcedEdge
from synth.terms import interpret, interpret_all, no_calls
from synth.transition import Edge, Kind, Variable

MOST_STATES, MOST_CHOICES = 3_000, 256

Node = tuple[int, tuple[int, ...]]
"""A place and a state."""


class TooMany(Exception):
    """More states than are looked at."""


class AllRuns:
    """The runs of a program whose inputs are small.

    ends   the causes of the failures that they end with, as `Place.cause` has them, those among them that only end a run; "" for
           other ends, and "infinite" for a run that has none
    exact  whether all runs were looked at, not only some values of what is not initialised
    """

    def __init__(self, program: Program, inputs: Mapping[str, int]) -> None:
        """`inputs` are how many values of a function are looked at, from 0 on."""
        self._system, self._inputs = program.system, inputs
        self._domain, self._names = Integers(self._system.width), [v.name for v in self._system.variables]
        self.exact = True
        graph = self._graph()
        places = self._system.places
        self.ends = {places[place].cause for place, _ in graph if places[place].kind in (Kind.EXIT, Kind.ERROR)}
        if _goes_on(graph):
            self.ends.add("infinite")

    def _graph(self) -> dict[Node, set[Node]]:
        graph: dict[Node, set[Node]] = {}
        waiting: list[Node] = [(0, (0,) * len(self._names))]
        while waiting:
            node = waiting.pop()
            if node not in graph:
                graph[node] = set(self._after(*node))
                waiting += graph[node]
            if len(graph) > MOST_STATES:
                raise TooMany
        return graph

    def _after(self, place: int, state: tuple[int, ...]) -> Iterator[Node]:
        leaving = tuple(self._system.leaving(place))
        for chosen in self._choices(leaving):
            words = {**dict(zip(self._names, state, strict=True)), **chosen}
            for edge in leaving:
                if interpret(edge.guard, self._domain, words, no_calls):
                    yield edge.target, tuple(interpret_all(edge.update, self._domain, words, no_calls))

    def _choices(self, leaving: tuple[Edge, ...]) -> Iterator[dict[str, int]]:
        """What the inputs of edges may be."""
        values = {i.name: self._values(i, edge) for edge in leaving for i in edge.inputs}
        made = (dict(zip(values, own, strict=True)) for own in itertools.product(*values.values()))
        for count, own in enumerate(made):
            if count >= MOST_CHOICES:
                self.exact = False
                return
            yield own

    def _values(self, word: Variable, edge: Edge) -> range | tuple[int, ...]:
        assert isinstance(edge, SourcedEdge)
        reading = edge.readings.get(word.name)
        if reading is not None and reading.source in self._inputs:
            return range(self._inputs[reading.source])
        if word.bits == 1:
            return range(2)
        self.exact = False
        return (0, 1, 3, 255)


def _goes_on(graph: Mapping[Node, set[Node]]) -> bool:
    """Whether there is a way without an end."""
    ending: set[Node] = set()
    fresh = {node for node, after in graph.items() if not after}
    while fresh:
        ending |= fresh
        fresh = {node for node, after in graph.items() if node not in ending and after <= ending}
    return len(ending) < len(graph)
