"""Facts about the states of a program that hold whenever its loop heads are reached: seen in runs, and shown inductive."""

from __future__ import annotations

import time
from collections.abc import Iterator

from synth import terms
from synth.analysis.atoms import facts, facts_where
from synth.analysis.equalities import equations
from synth.analysis.houdini import Houdini
from synth.analysis.obligations import disjunction
from synth.analysis.runs import Runs, constants_of
from synth.transition import Kind, TransitionSystem

_HOUDINI = 4.0


def invariants_of(system: TransitionSystem, runs: Runs, deadline: float, guarded: bool = False,
                  extremes: bool = False) -> dict[int, list[terms.Term]]:
    """Per loop head the facts that hold of all states seen and are inductive from the entry.

    guarded     also of those states only in which the loop goes on
    extremes    also bounds by the least and the greatest words that were seen
    """
    constants = (*constants_of(system), *(_extremes(system, runs) if extremes else ()))
    heads = {p.number for p in system.of_kind(Kind.HEAD)}
    known = {h: [*equations(system, runs.states.get(h, []), 1), *facts(system, runs.states.get(h, []), constants)] for h in heads}
    edges = [e for e in system.edges if e.target in heads and (e.source in heads or e.source == 0)]
    houdini = Houdini(system, edges, {}, min(deadline, time.monotonic() + _HOUDINI))
    kept = houdini.inductive(known)
    stays = {h: _stays(system, h) for h in heads if guarded}
    for head, goes_on in stays.items():
        if goes_on is not None:  # what does not hold always may hold there
            kept[head] += facts_where(system, goes_on, runs.states.get(head, []), constants, kept[head])
    return houdini.inductive(kept) if stays else kept


def _stays(system: TransitionSystem, head: int) -> terms.Term | None:
    """Where a loop goes on, if its state alone says that."""
    names = {v.name for v in system.variables}
    guards = [e.guard for e in system.leaving(head) if system.places[e.target].kind is Kind.HEAD]
    words = {str(n.data) for n in terms.postorder(*guards) if n.kind is terms.TermKind.SYMBOL}
    return disjunction(guards) if guards and words <= names else None


def _extremes(system: TransitionSystem, runs: Runs) -> Iterator[int]:
    sign = 1 << (system.width - 1)
    for variable in system.variables:
        seen = [state[variable.name] for states in runs.states.values() for state in states]
        if seen:
            yield from (min(seen), max(seen), min(s ^ sign for s in seen) ^ sign, max(s ^ sign for s in seen) ^ sign)
