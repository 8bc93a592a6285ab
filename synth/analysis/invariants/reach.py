"""A system without the loop heads that no run comes to, as simple facts show: what is left of it is searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from synth import terms
from synth.analysis.certificates.kinds import Found, Predicates, Ranking, SafetyInvariant
from synth.analysis.invariants.facts import facts_of, linear_equations, stated_facts
from synth.analysis.invariants.houdini import all_of
from synth.analysis.simulation.simulator import Runs, Simulator
from synth.analysis.systems.relevance import tells_shapes
from synth.booleans import FALSE, TRUE, conjunction, conjuncts
from synth.pace import soon
from synth.terms import Term
from synth.transition import Kind, TransitionSystem

_STATED, _ALL = 6.0, 3.0
"""Seconds for what the program compares, and then for all facts."""

_MANY, _SMALL = (2048, 32), (6, 12)
"""How many more runs, of how many steps, come to no head that is said to be out of reach, where there are lists; how they choose
numbers."""


@dataclass(frozen=True)
class Reach:
    """A system without the edges to and from heads that are never reached, and the facts of all heads that show so."""

    whole: TransitionSystem
    system: TransitionSystem
    known: Mapping[int, Term]

    def lifted(self, found: Found) -> Found | None:
        """What is found of the smaller system as such of the whole; None where loops come apart, so that ranks are too few."""
        certificate = found.certificate
        if isinstance(certificate, SafetyInvariant):
            return replace(found, certificate=replace(certificate, invariants=self._all(certificate.invariants)), minimised=False)
        assert isinstance(certificate, Ranking)
        ranks = dict(certificate.ranks)
        for nest in self.whole.components:
            left = [own for own in self.system.components if own <= nest]
            if left and left != [nest - self._never]:
                return None
            length = max((len(ranks[p]) for p in nest if p in ranks), default=1)
            ranks |= {p: (terms.constant(0),) * length for p in nest if p in self._never}
        whole = replace(certificate, invariants=self._all(certificate.invariants), ranks=ranks)
        return replace(found, certificate=whole, minimised=False)

    @property
    def _never(self) -> frozenset[int]:
        return frozenset(p for p, known in self.known.items() if known is FALSE)

    def _all(self, invariants: Predicates) -> dict[int, Term]:
        return {p: FALSE if p in self._never else conjunction([self.known.get(p, TRUE), invariants.get(p, TRUE)])
                for p in {*self.known, *invariants}}


def within_reach(system: TransitionSystem, runs: Runs, deadline: float) -> Reach | None:
    """The system without some of the heads that no run came to; None where none is seen to be out of reach. Where there are lists,
    more runs are made first, whose states of such heads are added to those of `runs`."""
    if not unseen_heads(system, runs):
        return None
    if tells_shapes(system):
        for head, states in Simulator(system, 0, *_MANY, small=_SMALL).once().states.items():
            runs.states.setdefault(head, states)
    unseen = unseen_heads(system, runs)
    if not unseen:
        return None
    equal = linear_equations(system, runs, deadline)
    known = stated_facts(system, runs, equal, soon(_STATED, deadline))  # a tenth of all facts, and mostly enough
    if unseen.isdisjoint(_out_of_reach(known)):
        known = all_of(facts_of(system, runs, soon(_ALL, deadline), equal=equal, only_seen=True).kept)
    never = _out_of_reach(known)
    if never.isdisjoint(unseen):  # the others are those that no edge leads to any more
        return None
    edges = tuple(e for e in system.edges if e.source not in never and e.target not in never)
    known = {p: FALSE if p in never else own for p, own in known.items()}
    return Reach(system, replace(system, edges=edges), known)


def unseen_heads(system: TransitionSystem, runs: Runs) -> set[int]:
    """The loop heads that edges lead to, but no run came to."""
    return ({place.number for place in system.of_kind(Kind.HEAD)} & {e.target for e in system.edges}) - set(runs.states)


def _out_of_reach(known: Predicates) -> set[int]:
    """The heads of which it is known that no run comes there."""
    return {head for head, own in known.items() if any(fact is FALSE for fact in conjuncts(own))}
