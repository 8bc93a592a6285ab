"""Systems whose guards speak of the contracts of functions, as unknown predicates, and what they are once these are chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from synth import terms
from synth.booleans import FALSE, TRUE, conjunction, conjuncts
from synth.frontends.c.expressions.expressions import Cell
from synth.frontends.c.lowering.propagate import propagated
from synth.frontends.c.lowering.prune import pruned
from synth.frontends.c.lowering.readings import SourcedEdge
from synth.frontends.c.lowering.simplify import Builder
from synth.frontends.c.lowering.substitute import known_as, substituted
from synth.frontends.c.lowering.system import variable_of
from synth.frontends.c.translation.contracts import Contracted
from synth.terms import Term
from synth.transition import CONTRACT, Callee, Edge, TransitionSystem, Variable

_WAYS = 8
"""How many ways through a body are told apart."""


def with_callees(system: TransitionSystem, functions: Iterable[Contracted]) -> TransitionSystem:
    """The system with the functions that its guards speak of; it no longer knows where inputs are read that depend on contracts."""
    return replace(system, callees=tuple(map(_callee, functions)), edges=tuple(map(_forgetting, system.edges)))


def _callee(function: Contracted) -> Callee:
    """The function as what a contract may speak of."""
    def words(role: str, cells: Iterable[Cell], text: Callable[[str], str] | None = None) -> list[Variable]:
        made = [(variable_of(cell, f"{role}{number}"), re.sub(r"^[^.[]*", "", cell.name)) for number, cell in enumerate(cells)]
        return [variable if text is None else replace(variable, text=text(part)) for variable, part in made]

    own = [*words("parameter", function.parameters), *words("before", function.changed),
           *words("result", function.results, "result{}".format), *words("after", function.changed)]
    holders = tuple(cell.name for cell in (*function.parameters, *function.changed))
    return Callee(function.name, tuple(own), len(function.parameters), len(function.changed), holders, function.spot.line,
                  function.spot.column)


def _forgetting(edge: Edge) -> Edge:
    assert isinstance(edge, SourcedEdge)
    known = {n: replace(r, when=None) if r.when is not None and _calls(r.when) else r for n, r in edge.readings.items()}
    alike = tuple(own for own in edge.alike if not any(map(_calls, (own.when, *own.by.values()))))
    return replace(edge, readings=known, alike=alike)


def _calls(term: Term) -> bool:
    return next(terms.calls(term), None) is not None


def instantiated(system: TransitionSystem, contracts: Mapping[str, Term]) -> TransitionSystem:
    """The system in which the contracts of its callees are Booleans over their words, by the names of the functions; true for those
    that are not named. Variables that nothing depends on then are gone.
    """
    builder = Builder(system.width)
    by = {name: (callee, contracts.get(callee.name, TRUE)) for callee in system.callees for name in (callee.assumed, callee.shown)}

    def chosen(name: str, arguments: Sequence[Term]) -> Term:
        callee, contract = by[name]
        return terms.replaced(contract, {w.name: a for w, a in zip(callee.words, arguments, strict=True)})

    edges = []
    for edge in system.edges:
        guard, *update = substituted((edge.guard, *edge.update), {}, builder, chosen)
        made = replace(edge, guard=builder.truth(guard), update=tuple(update))
        edges += by_ways(made, system.width) if system.places[edge.target].cause == CONTRACT else [made]
    return pruned(propagated(pruned(replace(system, edges=tuple(edges)))))


def by_ways(edge: Edge, width: int) -> list[Edge]:
    """An edge for each way through a body that an edge sums up, as far as they are few: what is to be shown of each is simpler."""
    builder, done, waiting = Builder(width), list[Edge](), [edge]
    while waiting:
        way = waiting.pop()
        parts = list(conjuncts(way.guard))
        choice = next((p for p in parts if terms.name_of(p) == "or"), None)
        if choice is None or len(done) + len(waiting) >= _WAYS:
            done.append(way)
            continue
        one = choice.arguments[0]
        for held in (TRUE, FALSE):
            known = one if held is TRUE else builder.negation(one)
            guard, *update = substituted([conjunction(parts), *way.update], {}, builder, known=known_as({one: held}, builder))
            made = replace(way, guard=builder.both(known, guard), update=tuple(update))
            waiting += [] if made.guard is FALSE else [made]
    return done

