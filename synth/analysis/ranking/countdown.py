"""Ranks of loop nests that are gone round a bounded number of times, whatever they start with: how many rounds are left.

That k more steps can be made from a state is a formula over the state, and so is the greatest such k; that it is below a bound
holds in the nest where it holds when the nest is entered. Only for nests that choose nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial, reduce

from synth import terms
from synth.algebra.folding import folded
from synth.analysis.certificates.kinds import Predicates, Ranks
from synth.analysis.certificates.obligations import after
from synth.booleans import FALSE, TRUE, conjunction, disjunction
from synth.checking.validity.prover import Valid, valid
from synth.terms import Term, replaced
from synth.transition import Edge, TransitionSystem

MOST = 130
"""The most rounds."""

_SIZE = 20_000
"""The largest formula, in nodes."""


def countdown(system: TransitionSystem, nest: frozenset[int], known: Predicates, steps: int,
              deadline: float) -> tuple[Predicates, Ranks] | None:
    """For each place of a nest that at most `steps` steps are left within it, and how many are; None where that was not shown.

    known   what holds of the places that the nest is entered from
    """
    inside = [e for e in system.edges if e.source in nest and e.target in nest]
    if any(e.inputs for e in inside):
        return None
    more = _forwards(system, inside, steps, deadline) if len(nest) == 1 else _backwards(system, nest, inside, steps, deadline)
    if more is None:
        return None
    entering = [e for e in system.edges if e.target in nest and e.source not in nest]
    if not all(_never(system, e, known, more[-1], deadline) for e in entering):
        return None
    return ({p: terms.apply("eq", more[-1][p], 0) for p in nest},
            {p: (reduce(lambda fewer, k: terms.ite(more[k][p], k, fewer), range(1, steps + 1), terms.constant(0)),) for p in nest})


def _forwards(system: TransitionSystem, inside: list[Edge], steps: int, deadline: float) -> list[Mapping[int, Term]] | None:
    """By k that k steps can be made from the states of a loop: that it goes on k times; None where that takes too long."""
    place, words = inside[0].source, tuple(v.term for v in system.variables)
    goes_on = disjunction([e.guard for e in inside])
    *others, last = inside
    update = reduce(lambda rest, e: tuple(map(partial(terms.ite, e.guard), e.update, rest)), others, last.update)
    more = [TRUE]
    for _ in range(steps + 1):
        by = {v.name: w for v, w in zip(system.variables, words, strict=True)}
        more.append(conjunction([more[-1], folded(replaced(goes_on, by), system.width)]))
        words = tuple(folded(replaced(u, by), system.width) for u in update)
        if time.monotonic() > deadline or len(terms.postorder(more[-1], *words)) > _SIZE:
            return None
    return [{place: m} for m in more]


def _backwards(system: TransitionSystem, nest: frozenset[int], inside: list[Edge], steps: int,
               deadline: float) -> list[Mapping[int, Term]] | None:
    """By k that k steps can be made from the states of each place: that some edge leads to where k - 1 can be made."""
    more: list[Mapping[int, Term]] = [dict.fromkeys(nest, TRUE)]
    for _ in range(steps + 1):
        more.append({p: _stepped(system, [e for e in inside if e.source == p], more[-1]) for p in nest})
        if time.monotonic() > deadline or len(terms.postorder(*more[-1].values())) > _SIZE:
            return None
    return more


def _stepped(system: TransitionSystem, edges: list[Edge], more: Mapping[int, Term]) -> Term:
    """That some edge leads to where `more` steps can be made."""
    ways = [folded(e.guard & after(system, e, more[e.target]), system.width) for e in edges]
    return disjunction([w for w in ways if w is not FALSE])


def _never(system: TransitionSystem, edge: Edge, known: Predicates, more: Mapping[int, Term], deadline: float) -> bool:
    """Whether an edge never leads to where `more` steps can be made."""
    premise = conjunction([known.get(edge.source, TRUE), edge.guard])
    claim = folded(premise.implies(terms.apply("eq", after(system, edge, more[edge.target]), 0)), system.width)
    return isinstance(valid(claim, system.width, max(0.1, deadline - time.monotonic())), Valid)
