"""Certificates made small: facts that the proof does not need are left out, as far as time allows."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from synth.analysis.certificates import Certificate, DangerInvariant, Predicates, Ranking, RecurrenceSet, SafetyInvariant
from synth.analysis.obligations import conjunction, obligations
from synth.analysis.prover import Valid, valid
from synth.engines.explicit.shape import conjuncts
from synth.terms import Term
from synth.transition import TransitionSystem

_PROOF = 0.5


def slimmed(system: TransitionSystem, certificate: Certificate, seconds: float) -> Certificate:
    """The certificate with fewer facts in its predicates; still one, as far as solvers say within `seconds`."""
    match certificate:
        case SafetyInvariant(predicates) | Ranking(predicates, _) | RecurrenceSet(_, predicates, _) | DangerInvariant(
                _, predicates, _, _):
            return _slimmed(system, certificate, predicates, time.monotonic() + seconds)
    return certificate


def _slimmed(system: TransitionSystem, certificate: SafetyInvariant | Ranking | RecurrenceSet | DangerInvariant,
             predicates: Predicates, until: float) -> Certificate:
    facts = [(place, fact) for place, term in sorted(predicates.items()) for fact in conjuncts(term)]
    size = len(facts)
    while size and time.monotonic() < until:
        size = min(size, len(facts))
        stop = len(facts)
        while stop > 0 and time.monotonic() < until:  # from the end, where the less telling facts are
            fewer = facts[:max(0, stop - size)] + facts[stop:]
            if _holds(system, _with(certificate, fewer, predicates), until):
                facts = fewer
            stop -= size
        size //= 2
    return _with(certificate, facts, predicates)


def _with(certificate: SafetyInvariant | Ranking | RecurrenceSet | DangerInvariant, facts: Sequence[tuple[int, Term]],
          predicates: Mapping[int, Term]) -> Certificate:
    known = {place: conjunction([f for p, f in facts if p == place]) for place in predicates}
    if isinstance(certificate, (SafetyInvariant, Ranking)):
        return replace(certificate, invariants=known)
    return replace(certificate, sets=known)


def _holds(system: TransitionSystem, certificate: Certificate, until: float) -> bool:
    return all(isinstance(valid(o.formula, system.width, max(0.05, min(_PROOF, until - time.monotonic()))), Valid)
               for o in obligations(system, certificate))
