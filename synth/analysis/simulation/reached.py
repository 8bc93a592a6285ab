"""All reachable states of a program that has few, by looking at each: an invariant, and the steps that are left in each, a rank."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from graphlib import CycleError, TopologicalSorter

import z3

from synth import terms
from synth.algebra.folding import folded
from synth.analysis.certificates.kinds import Predicates, Ranks
from synth.analysis.simulation.simulator import State
from synth.booleans import conjunction, disjunction
from synth.checking.validity.translator import Translator
from synth.evaluation import integers
from synth.terms import Term, replaced
from synth.transition import Edge, Kind, TransitionSystem

Node = tuple[int, tuple[int, ...]]
"""A place and the words there, in the order of the system's variables."""

MOST = 300


@dataclass(frozen=True)
class Explored:
    """What is reachable: per node the nodes behind it."""

    system: TransitionSystem
    ways: Mapping[Node, Sequence[Node]]

    def predicates(self) -> Predicates:
        """A predicate for each loop head that holds of its reachable states only."""
        return {p.number: disjunction([_exactly(self.system, words) for place, words in self.ways if place == p.number])
                for p in self.system.of_kind(Kind.HEAD)}

    def ranks(self) -> Ranks | None:
        """For each loop head how many steps are left in its nest, at most; None where some run never leaves one."""
        left: dict[Node, int] = {}
        for nest in self.system.components:
            found = _longest({n: [w for w in ways if w[0] in nest] for n, ways in self.ways.items() if n[0] in nest})
            if found is None:
                return None
            left |= found
        return {place: (self._number({words: steps for (at, words), steps in left.items() if at == place}),)
                for nest in self.system.components for place in nest}

    def _number(self, steps: Mapping[tuple[int, ...], int]) -> Term:
        """A term for what is told of each of some states."""
        by_steps: dict[int, list[Term]] = {}
        for words, number in steps.items():
            by_steps.setdefault(number, []).append(_exactly(self.system, words))
        return reduce(lambda rest, n: terms.ite(disjunction(by_steps[n]), n, rest), sorted(by_steps)[1:], terms.constant(
            min(by_steps, default=0)))


def _longest(ways: Mapping[Node, Sequence[Node]]) -> dict[Node, int] | None:
    """The most steps from each node; None where there is a cycle."""
    left: dict[Node, int] = {}
    try:
        for node in TopologicalSorter(ways).static_order():
            left[node] = 1 + max((left[w] for w in ways[node]), default=-1)
    except CycleError:
        return None
    return left


def explored(system: TransitionSystem, deadline: float) -> Explored | None:
    """All reachable states at loop heads; None where they are more than MOST, or time is up."""
    waiting: list[Node] = [(0, (0,) * len(system.variables))]
    ways: dict[Node, list[Node]] = {waiting[0]: []}
    while waiting:
        node = waiting.pop()
        state = dict(zip((v.name for v in system.variables), node[1], strict=True))
        for edge in system.leaving(node[0]):
            if system.places[edge.target].kind is Kind.HEAD:
                for words in _behind(system, edge, state, deadline):
                    behind = edge.target, words
                    ways[node].append(behind)
                    if behind not in ways:
                        ways[behind] = []
                        waiting.append(behind)
                    if len(ways) > MOST:
                        return None
        if time.monotonic() > deadline:
            return None
    return Explored(system, ways)


def _exactly(system: TransitionSystem, words: Sequence[int]) -> Term:
    return conjunction([v.term == w for v, w in zip(system.variables, words, strict=True)])


def _behind(system: TransitionSystem, edge: Edge, state: State, deadline: float) -> Iterator[tuple[int, ...]]:
    """The states behind an edge; by a solver where inputs are chosen."""
    if not edge.inputs:
        if integers.evaluate(edge.guard, state, {}, system.width):
            yield tuple(integers.evaluate(u, state, {}, system.width) for u in edge.update)
        return
    translator, by = Translator(system.width), {n: terms.constant(v) for n, v in state.items()}
    solver = z3.Solver(ctx=translator.domain.context)
    solver.add(translator.truth(folded(replaced(edge.guard, by), system.width)))
    words = [translator.word(folded(replaced(u, by), system.width)) for u in edge.update]
    for _ in range(MOST + 1):
        solver.set("timeout", max(1, int(1000 * (deadline - time.monotonic()))))
        if time.monotonic() > deadline or solver.check() != z3.sat:
            return
        model = solver.model()
        values = tuple(model.eval(w, model_completion=True).as_long() for w in words)
        yield values
        solver.add(z3.Or([w != v for w, v in zip(words, values, strict=True)], translator.domain.context))


def seems_small(system: TransitionSystem, states: Mapping[int, list[State]]) -> bool:
    """Whether few enough states were seen."""
    return 0 < sum(len({tuple(s.values()) for s in seen}) for seen in states.values()) <= MOST
