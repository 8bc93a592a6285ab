"""What assertions say of loop heads, where that is an invariant by itself: as where somebody has written down one of each loop."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from synth import terms
from synth.analysis.certificates.kinds import Found, SafetyInvariant
from synth.analysis.invariants.backward import Backward
from synth.analysis.invariants.congruences import divides
from synth.analysis.invariants.facts import whole_sums_with, with_sums
from synth.analysis.invariants.houdini import all_of
from synth.analysis.invariants.search import suffice
from synth.booleans import denied
from synth.pace import soon
from synth.terms import Term
from synth.transition import Kind, TransitionSystem, symbols

_BY = "assertions that are inductive"

_PLAIN, _FACTS, _WITH, _DIVIDED, _QUESTION = 1.0, 1.0, 3.0, 5.0, 2.0
"""Seconds of work without any facts, for facts of ranges and sums, with these, and for assertions of remainders, of which each
question whether one fails has so many."""


def as_asserted(system: TransitionSystem, deadline: float) -> Found | None:
    """The states of loop heads from which no assertion fails next, where these are an invariant: at once, or because words have the
    bits of their types only, and no list is so long that sums of lengths wrap around. No runs are made for that, so that it comes
    first.
    """
    if (found := Backward(system, {}, rounds=(0,)).search(soon(_PLAIN, deadline))) is not None:
        return Found(found, _BY, minimised=True)  # as it was written down
    ranges = {head.number: _ranges(system, head.number) for head in system.of_kind(Kind.HEAD)}
    if any(divides(e.guard) for e in system.failures):
        return _divided(system, ranges, soon(_DIVIDED, deadline))
    facts = whole_sums_with(system, ranges, soon(_FACTS, deadline))
    if not any(facts.values()):
        return None
    found = Backward(system, all_of(facts), rounds=(0,)).search(soon(_WITH, deadline))
    return None if found is None else Found(found, _BY)


def _divided(system: TransitionSystem, ranges: Mapping[int, Sequence[Term]], deadline: float) -> Found | None:
    """The same for assertions of remainders: of what they say that is kept which is inductive where sums do not wrap around. It is
    left as it is: to make it small takes as long as to find it."""
    words, told = {v.name for v in system.variables}, dict[int, list[Term]]()
    for edge in system.failures:
        if edge.source in ranges and divides(edge.guard):
            found = [own for own in denied(edge.guard) if _is_of_remainder(own) and symbols((own,)) <= words]
            told.setdefault(edge.source, []).extend(found)
    if not any(told.values()):
        return None
    known = with_sums(system, told, ranges, {}, deadline)
    left = min(_QUESTION, deadline - time.monotonic())
    return Found(SafetyInvariant(known), _BY, minimised=True) if left > 0 and suffice(system, known, left) else None


def _is_of_remainder(fact: Term) -> bool:
    """Whether a fact compares a remainder, and says nothing else."""
    return terms.name_of(fact) in ("eq", "neq") and divides(fact) and not any(own.boolean for own in fact.arguments)


def _ranges(system: TransitionSystem, place: int) -> list[Term]:
    """That words of fewer bits than others are that narrow, where they decide something behind a place."""
    return [v.in_range for v in system.variables if v.bits < system.width and v.name in system.needed[place]]
