"""Invariants from the assertion backwards: the states from which no assertion fails within k rounds, for growing k.

Where these states are closed under steps, they are an invariant (the least k is the reverse of k-induction's; Bradley and Manna,
Property-directed incremental invariant generation, 2008). Facts that are known of the loop heads are premises. Inputs are told
apart by the constants 0 and 1 only: what comes out is a candidate, and is proved like any other. Loses where a loop has to run
many rounds before it fails from states that are not reached.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping

from synth import terms
from synth.analysis.certificates import SafetyInvariant
from synth.analysis.folding import folded
from synth.analysis.obligations import FALSE, TRUE, after, conjunction, disjunction, replaced
from synth.analysis.prover import Fails, Valid, valid
from synth.terms import Term
from synth.transition import Edge, Kind, TransitionSystem

_ROUNDS = (0, 1, 2, 3, 4, 6, 8, 11, 16, 23, 33, 48, 65)
_CHOICES, _SIZE = 16, 6000
"""The most ways to choose the inputs of an edge; the largest term, in nodes."""


class Backward:
    """Looks for k; `known` are facts of the loop heads that hold whenever these are reached."""

    def __init__(self, system: TransitionSystem, known: Mapping[int, Term], deadline: float) -> None:
        self._system, self._known, self._deadline = system, known, deadline
        self._heads = {p.number for p in system.of_kind(Kind.HEAD)}
        self._edges = [c for e in system.edges if e.source in self._heads for c in self._chosen(e)]
        self._asked = [e for e in system.edges if e.target in self._heads or system.places[e.target].kind is Kind.ERROR]

    def search(self) -> SafetyInvariant | None:
        """The invariant of the first k that has one."""
        bad = first = {h: self._disjoined(h, {}) for h in self._heads}
        for rounds in range(_ROUNDS[-1] + 1):
            if rounds in _ROUNDS:
                invariants = {h: conjunction([self._known.get(h, TRUE), terms.apply("eq", b, 0)]) for h, b in bad.items()}
                if self._holds(invariants):
                    return SafetyInvariant(invariants)
            bad = {h: disjunction([b for b in (first[h], self._disjoined(h, bad)) if b is not FALSE]) for h in self._heads}
            if self._is_out(bad):
                return None
        return None

    def _chosen(self, edge: Edge) -> Iterator[Edge]:
        """The edge with its inputs chosen, in several ways."""
        read = {n.data for n in terms.postorder(edge.guard, *edge.update)}
        names = [i.name for i in edge.inputs if i.name in read]
        for values in itertools.islice(itertools.product((0, 1), repeat=len(names)), _CHOICES):
            by = {n: terms.constant(v) for n, v in zip(names, values, strict=True)}
            yield Edge(edge.source, edge.target, replaced(edge.guard, by), tuple(replaced(u, by) for u in edge.update))

    def _disjoined(self, head: int, bad: Mapping[int, Term]) -> Term:
        """The states of a head from which one step leads to `bad` states; without any, to a failing assertion."""
        parts = []
        for edge in self._edges:
            if edge.source == head and edge.target in bad:
                parts.append(edge.guard & after(self._system, edge, bad[edge.target]))
            elif edge.source == head and not bad and edge.target not in self._heads:
                parts.append(edge.guard if self._system.places[edge.target].kind is Kind.ERROR else FALSE)
        return folded(disjunction([p for p in parts if p is not FALSE]), self._system.width)

    def _holds(self, invariants: Mapping[int, Term]) -> bool:
        """Whether all edges keep the invariants, and no assertion fails. The edge that breaks them is asked first next time."""
        for number, edge in enumerate(self._asked):
            premise = conjunction([invariants.get(edge.source, TRUE), edge.guard])
            goal = after(self._system, edge, invariants[edge.target]) if edge.target in self._heads else FALSE
            claim = folded(premise.implies(goal), self._system.width)
            left = self._deadline - time.monotonic()
            answer = valid(claim, self._system.width, left / 3) if left > 0 else None
            if not isinstance(answer, Valid):
                self._asked.insert(0, self._asked.pop(number))
                if isinstance(answer, Fails) and edge.source == 0:
                    self._deadline = 0.0  # an assertion fails
                return False
        return True

    def _is_out(self, bad: Mapping[int, Term]) -> bool:
        return time.monotonic() > self._deadline or len(terms.postorder(*bad.values())) > _SIZE
