"""What assertions say of loop heads, where that is an invariant by itself: as where somebody has written down one of each loop."""

from __future__ import annotations

from synth.analysis.certificates.kinds import Found
from synth.analysis.invariants.backward import Backward
from synth.analysis.invariants.congruences import divides
from synth.analysis.invariants.facts import whole_sums_with
from synth.analysis.invariants.houdini import all_of
from synth.pace import soon
from synth.terms import Term
from synth.transition import Kind, TransitionSystem

_BY = "assertions that are inductive"

_PLAIN, _FACTS, _WITH = 1.0, 1.0, 3.0
"""Seconds of work without any facts, for facts of ranges and sums, and with these."""


def as_asserted(system: TransitionSystem, deadline: float) -> Found | None:
    """The states of loop heads from which no assertion fails next, where these are an invariant: at once, or because words have the
    bits of their types only, and no list is so long that sums of lengths wrap around. No runs are made for that, so that it comes
    first.
    """
    if (found := Backward(system, {}, rounds=(0,)).search(soon(_PLAIN, deadline))) is not None:
        return Found(found, _BY)
    if any(divides(e.guard) for e in system.failures):  # where more is to be known than sums
        return None
    ranges = {head.number: _ranges(system, head.number) for head in system.of_kind(Kind.HEAD)}
    facts = whole_sums_with(system, ranges, soon(_FACTS, deadline))
    if not any(facts.values()):
        return None
    known = all_of(facts)
    found = Backward(system, known, rounds=(0,)).search(soon(_WITH, deadline))
    return None if found is None else Found(found, _BY)


def _ranges(system: TransitionSystem, place: int) -> list[Term]:
    """That words of fewer bits than others are that narrow, where they decide something behind a place."""
    return [v.in_range for v in system.variables if v.bits < system.width and v.name in system.needed[place]]
