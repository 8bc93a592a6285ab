"""What assertions say of loop heads, where that is an invariant by itself: as where somebody has written down one of each loop."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence

from synth import terms
from synth.analysis.certificates.kinds import Found, SafetyInvariant
from synth.analysis.invariants.backward import Backward
from synth.analysis.invariants.candidates import likely_whole_sum
from synth.analysis.invariants.congruences import divides
from synth.analysis.invariants.facts import whole_sums_with, with_sums
from synth.analysis.invariants.houdini import all_of
from synth.analysis.invariants.search import suffice
from synth.booleans import TRUE, denied, negation
from synth.pace import soon
from synth.terms import Term
from synth.transition import Kind, TransitionSystem, symbols

_BY = "assertions that are inductive"

_PLAIN, _FACTS, _WITH, _DIVIDED, _QUESTION = 1.0, 1.0, 3.0, 5.0, 2.0
"""Seconds of work without any facts, for facts of ranges and sums, with these, and for assertions of remainders, of which each
question whether one fails has so many."""


def as_asserted(system: TransitionSystem, deadline: float) -> Iterator[Found]:
    """The states of loop heads from which no assertion fails next, where these are an invariant: at once, or because words have the
    bits of their types only, and no list is so long that sums of lengths wrap around. Before that is shown it is guessed, with a
    likely bound of these sums. No runs are made, so that all this comes first.
    """
    backward = Backward(system, {}, rounds=(0,))
    if (found := backward.search(soon(_PLAIN, deadline))) is not None:
        yield Found(found, _BY, minimised=True)  # as it was written down
        return
    ranges = {head.number: _ranges(system, head.number) for head in system.of_kind(Kind.HEAD)}
    if any(divides(e.guard) for e in system.failures):
        told = _told(system, ranges)
        if any(map(divides, (fact for facts in told.values() for fact in facts))):
            yield from _with_likely_sums(system, ranges, told)
            yield from _divided(system, told, ranges, soon(_DIVIDED, deadline))
        return
    yield from _with_likely_sums(system, ranges, {head: [own] for head, own in backward.safe.items() if own is not TRUE})
    facts = whole_sums_with(system, ranges, soon(_FACTS, deadline))
    if any(facts.values()) and (found := Backward(system, all_of(facts), rounds=(0,)).search(soon(_WITH, deadline))) is not None:
        yield Found(found, _BY)


def _with_likely_sums(system: TransitionSystem, ranges: Mapping[int, Sequence[Term]],
                      told: Mapping[int, Sequence[Term]]) -> Iterator[Found]:
    """The guess that what is told of each loop head holds, with its ranges and a likely bound of the sum of its lists; nothing
    without lists."""
    sums = {head: likely_whole_sum(system, head) for head in ranges}
    if any(sums.values()):
        facts = {head: [*ranges[head], *sums[head], *told.get(head, ())] for head in ranges}
        yield Found(SafetyInvariant(all_of(facts)), _BY, guessed=True)


def _divided(system: TransitionSystem, told: Mapping[int, Sequence[Term]], ranges: Mapping[int, Sequence[Term]],
             deadline: float) -> Iterator[Found]:
    """What is told, as far as it is inductive where sums do not wrap around, if that suffices. It is left as it is: to make it
    small takes as long as to find it."""
    known = with_sums(system, told, ranges, {}, deadline)
    left = min(_QUESTION, deadline - time.monotonic())
    if left > 0 and suffice(system, known, left):
        yield Found(SafetyInvariant(known), _BY, minimised=True)


def _told(system: TransitionSystem, heads: Collection[int]) -> dict[int, list[Term]]:
    """What assertions say at each loop head: of those of remainders what they say of these only, the others as a whole."""
    words, told = {v.name for v in system.variables}, {head: list[Term]() for head in heads}
    for edge in system.failures:
        if edge.source in told:
            found = filter(_is_of_remainder, denied(edge.guard)) if divides(edge.guard) else [negation(edge.guard)]
            told[edge.source] += [own for own in found if symbols((own,)) <= words]
    return told


def _is_of_remainder(fact: Term) -> bool:
    """Whether a fact compares a remainder, and says nothing else."""
    return terms.name_of(fact) in ("eq", "neq") and divides(fact) and not any(own.boolean for own in fact.arguments)


def _ranges(system: TransitionSystem, place: int) -> list[Term]:
    """That words of fewer bits than others are that narrow, where they decide something behind a place."""
    return [v.in_range for v in system.variables if v.bits < system.width and v.name in system.needed[place]]
