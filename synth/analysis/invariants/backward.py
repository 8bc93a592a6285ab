"""Invariants from the assertion backwards: the states from which no assertion fails within k rounds, for growing k.

Where these states are closed under steps, they are an invariant (the least k is the reverse of k-induction's; Bradley and Manna,
Property-directed incremental invariant generation, 2008). Facts that are known of the loop heads are premises. Inputs are told
apart by the constants 0 and 1 only: what comes out is a candidate, and is proved like any other. Loses where a loop has to run
many rounds before it fails from states that are not reached.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence

from synth import terms
from synth.algebra.folding import folded
from synth.analysis.certificates.kinds import SafetyInvariant
from synth.analysis.certificates.obligations import after
from synth.booleans import FALSE, TRUE, conjunction, disjunction, negation
from synth.checking.backends import SOLVERS
from synth.checking.validity.prover import Answer, Fails, Open, Valid, decided, valid
from synth.checking.validity.translator import Translator
from synth.evaluation.linear import may_be_linear
from synth.pace import soon
from synth.terms import Term, replaced
from synth.transition import Edge, Kind, TransitionSystem

_FIRST, _ROUNDS, _MOST, _DEEP = (0, 1, 2, 3), (4, 6, 8, 11, 16, 23, 33, 48, 65), 130, 40
_CHOICES, _SIZE = 16, 6000
"""The most ways to choose the inputs of an edge; the largest term, in nodes."""

_PATIENCE = 6.0
"""Seconds of work for each edge at a likely k."""


class Backward:
    """Looks for k; `known` are facts of the loop heads that hold whenever these are reached, `length` is how many steps the longest
    of some runs made, if all of them ended: k is likely to be that. Only k of `rounds` are tried, where they are given.
    """

    def __init__(self, system: TransitionSystem, known: Mapping[int, Term], length: int | None = None,
                 rounds: Sequence[int] = ()) -> None:
        self._system, self._known, self._until, self._deadline = system, known, 0.0, 0.0
        self._likely = () if length is None or length > _MOST else (length - 2, length)
        self._tried = set(rounds) or {*_FIRST, *self._likely, *(_ROUNDS if not self._likely or min(self._likely) > _DEEP else ())}
        self._heads = {p.number for p in system.of_kind(Kind.HEAD)}
        self._edges = [c for e in system.edges if e.source in self._heads for c in self._chosen(e)]
        self._asked = [e for e in system.edges if e.target in self._heads or system.places[e.target].kind is Kind.ERROR]
        self._asked.sort(key=lambda e: e.source == 0)
        self._closed: list[dict[int, Term]] = []
        self._first = self._bad = {h: self._disjoined(h, {}) for h in self._heads}
        self._rounds, self._translator = 0, Translator(system.width)
        self._is_out = False

    @property
    def safe(self) -> dict[int, Term]:
        """The states of each loop head from which no assertion fails in the rounds that were looked at, with inputs as chosen."""
        return {h: negation(b) for h, b in self._bad.items()}

    def search(self, until: float, deadline: float = 0.0) -> SafetyInvariant | None:
        """The invariant of the first k that has one; goes on where it was left. A likely k may have more time, to the deadline."""
        self._until, self._deadline = until, deadline
        for safe in self._closed:
            if self._begins(safe):
                return self._invariant(safe)
        while not self._is_out and time.monotonic() < until:
            if self._rounds in self._tried:
                self._be_patient()
                safe = self.safe
                if self._is_closed(safe):
                    self._closed.append(safe)
                    if self._begins(safe):
                        return self._invariant(safe)
                if time.monotonic() > self._until:
                    return None
                self._until = until
            self._step()
        return None

    def _be_patient(self) -> None:
        """More time for a likely k, and again for each of its edges."""
        if self._rounds in self._likely and self._rounds not in _FIRST:
            self._until = max(self._until, soon(_PATIENCE, self._deadline))

    def _step(self) -> None:
        """One round more."""
        longer = {h: (self._first[h], self._disjoined(h, self._bad)) for h in self._heads}
        self._bad = {h: disjunction([b for b in both if b is not FALSE]) for h, both in longer.items()}
        self._rounds += 1
        self._is_out |= self._rounds > max(self._tried) or len(terms.postorder(*self._bad.values())) > _SIZE

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

    def _invariant(self, safe: Mapping[int, Term]) -> SafetyInvariant:
        return SafetyInvariant({h: self._with_facts(h, safe) for h in self._heads})

    def _with_facts(self, head: int, safe: Mapping[int, Term]) -> Term:
        return conjunction([self._known.get(head, TRUE), safe.get(head, TRUE)])

    def _is_closed(self, safe: Mapping[int, Term]) -> bool:
        """Whether steps between loop heads lead from `safe` states to safe ones, and none fails.

        The edge that breaks that is asked first next.
        """
        for number, edge in enumerate(self._asked):
            if edge.source and not isinstance(self._answer(edge, safe), Valid):
                self._asked.insert(0, self._asked.pop(number))
                return False
            self._be_patient()
        return True

    def _begins(self, safe: Mapping[int, Term]) -> bool:
        """Whether the first states of loop heads are safe; where not, there is no other k either."""
        answers = [self._answer(edge, safe) for edge in self._asked if not edge.source]
        self._is_out |= any(isinstance(a, Fails) for a in answers)
        return all(isinstance(a, Valid) for a in answers)

    def _answer(self, edge: Edge, safe: Mapping[int, Term]) -> Answer | None:
        """Whether an edge keeps to safe states; that it keeps the facts that are known, too, was shown before."""
        premise = conjunction([self._with_facts(edge.source, safe), edge.guard])
        goal = after(self._system, edge, safe[edge.target]) if edge.target in self._heads else FALSE
        claim, width = folded(premise.implies(goal), self._system.width), self._system.width
        solvers = SOLVERS[::-1]
        if (left := self._until - time.monotonic()) <= 0:
            return None
        answer = Open("") if may_be_linear([claim]) else decided(claim, width, left / 2, solvers[:1])
        if isinstance(answer, Open) and (left := self._until - time.monotonic()) > 0:
            return valid(claim, width, left, solvers, self._translator)  # what multiplies is made easier only where it has to be
        return answer
