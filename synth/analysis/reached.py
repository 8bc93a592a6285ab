"""All reachable states of a program that has few, by looking at each: they are an invariant."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

import z3

from synth import terms
from synth.algebra.folding import folded
from synth.analysis.certificates import Predicates
from synth.analysis.runs import State
from synth.analysis.translator import Translator
from synth.booleans import conjunction, disjunction
from synth.evaluation import integers
from synth.terms import Term, replaced
from synth.transition import Edge, Kind, TransitionSystem

Node = tuple[int, tuple[int, ...]]
"""A place and the words there, in the order of the system's variables."""

MOST = 300


def reached(system: TransitionSystem, deadline: float) -> Predicates | None:
    """A predicate for each loop head that holds of its reachable states only; None where they are more than MOST, or time is up."""
    waiting: list[Node] = [(0, (0,) * len(system.variables))]
    found = dict.fromkeys(waiting)
    while waiting:
        place, words = waiting.pop()
        state = dict(zip((v.name for v in system.variables), words, strict=True))
        for edge in system.leaving(place):
            if system.places[edge.target].kind is Kind.HEAD:
                for behind in _behind(system, edge, state, deadline):
                    node = edge.target, behind
                    if node not in found:
                        found[node] = None
                        waiting.append(node)
                    if len(found) > MOST or time.monotonic() > deadline:
                        return None
    return {p.number: disjunction([_exactly(system, words) for place, words in found if place == p.number])
            for p in system.of_kind(Kind.HEAD)}


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
