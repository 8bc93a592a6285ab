"""What assertions say of loop heads, where that is an invariant by itself: as where somebody has written down one of each loop."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from synth import terms
from synth.analysis.certificates.kinds import Found, SafetyInvariant
from synth.analysis.invariants.backward import Backward
from synth.analysis.invariants.candidates import likely_whole_sum
from synth.analysis.invariants.congruences import divides
from synth.analysis.invariants.facts import whole_sums_with, with_sums
from synth.analysis.invariants.houdini import all_of
from synth.analysis.invariants.search import suffice
from synth.booleans import TRUE, denied
from synth.pace import soon
from synth.terms import Term
from synth.transition import Kind, TransitionSystem, symbols

_BY = "assertions that are inductive"

_PLAIN, _FACTS, _WITH, _DIVIDED, _QUESTION = 1.0, 1.0, 3.0, 5.0, 2.0
"""Seconds of work without any facts, for facts of ranges and sums, with these, and for assertions of remainders, of which each
question whether one fails has so many."""


def as_asserted(system: TransitionSystem, deadline: float) -> Iterator[Found]:
    """The states of loop heads from which no assertion fails next, where these are an invariant: at once, or because words have the
    bits of their types only, and no list is so long that sums of lengths wrap around; that first as a guess of how long they are.
    No runs are made for that, so that it comes first.
    """
    backward = Backward(system, {}, rounds=(0,))
    if (found := backward.search(soon(_PLAIN, deadline))) is not None:
        yield Found(found, _BY, minimised=True)  # as it was written down
        return
    heads = [head.number for head in system.of_kind(Kind.HEAD)]
    ranges, remainders = {head: _ranges(system, head) for head in heads}, None
    if any(divides(e.guard) for e in system.failures):
        remainders = _of_remainders(system, heads)
        if not any(remainders.values()):
            return
    yield from _guessed(system, ranges, remainders or {head: [own] for head, own in backward.safe.items()})
    if remainders is not None:
        yield from _divided(system, remainders, ranges, soon(_DIVIDED, deadline))
        return
    facts = whole_sums_with(system, ranges, soon(_FACTS, deadline))
    if any(facts.values()) and (found := Backward(system, all_of(facts), rounds=(0,)).search(soon(_WITH, deadline))) is not None:
        yield Found(found, _BY)


def _guessed(system: TransitionSystem, ranges: Mapping[int, Sequence[Term]], told: Mapping[int, Sequence[Term]]) -> Iterator[Found]:
    """What is told of each loop head, with its ranges, and a likely bound of the sum of its lists; nothing without lists."""
    sums = {head: likely_whole_sum(system, head) for head in ranges}
    if any(sums.values()):
        facts = {head: [own for own in (*ranges[head], *sums[head], *told[head]) if own is not TRUE] for head in ranges}
        yield Found(SafetyInvariant(all_of(facts)), _BY, minimised=True, guessed=True)


def _divided(system: TransitionSystem, told: Mapping[int, Sequence[Term]], ranges: Mapping[int, Sequence[Term]],
             deadline: float) -> Iterator[Found]:
    """What is told of remainders, as far as it is inductive where sums do not wrap around, if that suffices. It is left as it is:
    to make it small takes as long as to find it."""
    known = with_sums(system, told, ranges, {}, deadline)
    left = min(_QUESTION, deadline - time.monotonic())
    if left > 0 and suffice(system, known, left):
        yield Found(SafetyInvariant(known), _BY, minimised=True)


def _of_remainders(system: TransitionSystem, heads: Sequence[int]) -> dict[int, list[Term]]:
    """What assertions say of remainders at each loop head."""
    words, told = {v.name for v in system.variables}, {head: list[Term]() for head in heads}
    for edge in system.failures:
        if edge.source in told and divides(edge.guard):
            told[edge.source] += [own for own in denied(edge.guard) if _is_of_remainder(own) and symbols((own,)) <= words]
    return told


def _is_of_remainder(fact: Term) -> bool:
    """Whether a fact compares a remainder, and says nothing else."""
    return terms.name_of(fact) in ("eq", "neq") and divides(fact) and not any(own.boolean for own in fact.arguments)


def _ranges(system: TransitionSystem, place: int) -> list[Term]:
    """That words of fewer bits than others are that narrow, where they decide something behind a place."""
    return [v.in_range for v in system.variables if v.bits < system.width and v.name in system.needed[place]]
