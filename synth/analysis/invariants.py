"""Facts about the states of a program that hold whenever its loop heads are reached: seen in runs, and shown inductive."""

from __future__ import annotations

import time

from synth import terms
from synth.analysis.atoms import facts, facts_where
from synth.analysis.houdini import Houdini
from synth.analysis.obligations import disjunction
from synth.analysis.runs import Runs, constants_of
from synth.transition import Kind, TransitionSystem

_HOUDINI = 4.0


def invariants_of(system: TransitionSystem, runs: Runs, deadline: float, guarded: bool = False) -> dict[int, list[terms.Term]]:
    """Per loop head the facts that hold of all states seen and are inductive from the entry; `guarded`: also of those states only
    in which the loop goes on.
    """
    constants = constants_of(system)
    heads = {p.number for p in system.of_kind(Kind.HEAD)}
    known = {h: facts(system, runs.states.get(h, []), constants) for h in heads}
    for head in heads if guarded else ():
        stays = _stays(system, head)
        if stays is not None:
            known[head] += facts_where(system, stays, runs.states.get(head, []), constants, known[head])
    edges = [e for e in system.edges if e.target in heads and (e.source in heads or e.source == 0)]
    return Houdini(system, edges, {}, min(deadline, time.monotonic() + _HOUDINI)).inductive(known)


def _stays(system: TransitionSystem, head: int) -> terms.Term | None:
    """Where a loop goes on, if its state alone says that."""
    names = {v.name for v in system.variables}
    guards = [e.guard for e in system.leaving(head) if system.places[e.target].kind is Kind.HEAD]
    words = {str(n.data) for n in terms.postorder(*guards) if n.kind is terms.TermKind.SYMBOL}
    return disjunction(guards) if guards and words <= names else None
