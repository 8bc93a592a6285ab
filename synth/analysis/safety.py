"""Safety invariants: facts that are inductive together, and where they do not suffice something more.

[SI] ∃S. (I → S) ∧ (S ∧ B → S') ∧ (S ∧ ¬G → A). The facts of `atoms` are cut down by `houdini`. What they leave open is looked for
with them as premises: states that are safe for k rounds (`backward`), a synthesised predicate (`predicates`); Z3's Spacer solves
the same Horn clauses.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from synth import terms
from synth.analysis.backward import Backward
from synth.analysis.certificates import Found, Predicates, SafetyInvariant
from synth.analysis.equalities import inductive_equations
from synth.analysis.houdini import all_of
from synth.analysis.invariants import invariants_of
from synth.analysis.obligations import TRUE, conjunction
from synth.analysis.predicates import predicate
from synth.analysis.prover import Valid, valid
from synth.analysis.runs import Runs
from synth.analysis.spacer import safety_invariant
from synth.transition import Kind, TransitionSystem

_PROOF = 2.0


def safety_invariants(system: TransitionSystem, runs: Runs, deadline: float, ended: bool = False) -> Iterator[Found]:
    """Safety invariants, cheap searches first, each with more time when all have failed.

    runs     what was seen of the system
    ended    whether that shows the whole of its only run
    """
    known = all_of(invariants_of(system, runs, deadline, extremes=ended))
    if _suffices(system, known, deadline):
        yield Found(SafetyInvariant(known), "inductive facts")
        return
    for search, share in (_equated, 0.2), (_backward, 0.2), (_synthesised, 0.3), (_horn, 1.0), (_synthesised, 1.0):
        left = deadline - time.monotonic()
        found = search(system, known, runs, left * share) if left > 0 else None
        if found is not None:
            yield found


def _suffices(system: TransitionSystem, invariants: Mapping[int, terms.Term], deadline: float) -> bool:
    errors = [e for e in system.edges if system.places[e.target].kind is Kind.ERROR]
    taken = [conjunction([invariants.get(e.source, TRUE), e.guard]) for e in errors]
    most = _PROOF if system.of_kind(Kind.HEAD) else deadline - time.monotonic()
    return all(isinstance(valid(terms.apply("eq", t, 0), system.width, most), Valid) for t in taken)


def _equated(system: TransitionSystem, known: Predicates, runs: Runs, seconds: float) -> Found | None:
    """Equations of higher degree, and the facts that hold with them."""
    until = time.monotonic() + seconds
    for degree in (2, 3):
        found = inductive_equations(system, runs.states, known, degree, until)
        both = {head: conjunction([known.get(head, TRUE), more]) for head, more in found.items()}
        if any(more is not TRUE for more in found.values()) and _suffices(system, both, until):
            return Found(SafetyInvariant(both), "equations")
    return None


def _backward(system: TransitionSystem, known: Predicates, runs: Runs, seconds: float) -> Found | None:
    found = Backward(system, known, time.monotonic() + seconds).search()
    return None if found is None else Found(found, "backward from the assertion")


def _synthesised(system: TransitionSystem, known: Predicates, runs: Runs, seconds: float) -> Found | None:
    found = predicate(system, known, runs.moves, seconds)
    return None if found is None else Found(found, "synthesis")


def _horn(system: TransitionSystem, known: Predicates, runs: Runs, seconds: float) -> Found | None:
    found = safety_invariant(system, seconds)
    return None if found is None else Found(found, "spacer")
