"""The largest inductive part of a set of facts (Flanagan, Leino, Houdini, FME 2001), per place, by SMT.

Facts that a step from a state with all facts can break are dropped until none can be. What a solver leaves open is dropped.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

import z3

from synth.algebra.equations import simplified
from synth.algebra.folding import collected, folded
from synth.analysis.certificates.obligations import after, of_alike
from synth.analysis.systems.rewriting import reads, without_reads
from synth.booleans import TRUE, conjunction
from synth.checking.validity.translator import Translator, holds_floats
from synth.terms import Term, name_of
from synth.transition import Edge, TransitionSystem

_PARTS = 8
"""Into how many parts facts fall of which a solver does not tell in time whether an edge keeps all of them."""

_MILLISECONDS, _GROUP, _SINGLE, _PATIENT = 1500, 120, 150, 1000
"""For how long a solver is asked about several facts of floating-point numbers, about several others, and about a single one; for
how long with a patience of 1."""


class Houdini:
    """Drops facts along `edges`; `premise` holds of the state before each edge from its place. A translator may serve several. With
    more `patience` it asks longer about single facts.

    Each question has a solver of its own with the facts asserted: one that has answered before, or that has the facts as
    assumptions, takes ten times as long.
    """

    def __init__(self, system: TransitionSystem, edges: Iterable[Edge], premises: Mapping[int, Term], deadline: float,
                 translator: Translator | None = None, patience: float = 0.0) -> None:
        self._system, self._edges, self._premises, self._deadline = system, tuple(edges), premises, deadline
        self._translator = translator or Translator(system.width)
        self._floats = holds_floats([t for e in self._edges for t in (e.guard, *e.update)])
        self._single = max(_SINGLE, _PATIENT * patience)
        self._most: dict[int, int] = {}

    def inductive(self, facts: Mapping[int, Sequence[Term]]) -> dict[int, list[Term]]:
        """The facts of each place that every edge keeps, where all of them hold before it."""
        kept = {place: list(known) for place, known in facts.items()}
        waiting = [e for e in self._edges if kept.get(e.target)]
        while waiting:
            edge = min(waiting, key=lambda e: (e.source, e.target))  # what comes first is settled before what comes behind it
            waiting.remove(edge)
            if self._weakened(edge, kept):
                waiting += [e for e in self._edges if e.source == edge.target and kept.get(e.target) and e not in waiting]
        return kept

    def _weakened(self, edge: Edge, kept: dict[int, list[Term]]) -> bool:
        """Drop what the edge breaks; whether anything was."""
        facts = kept[edge.target]
        doubtful = self._not_linear(edge, kept, self._not_stated(edge, kept, facts))
        doubtful = self._unshown(edge, without_reads(edge), kept, doubtful) if reads(edge) else doubtful
        broken = set(map(id, self._unshown(edge, edge.guard, kept, doubtful) if doubtful else ()))
        kept[edge.target] = [f for f in facts if id(f) not in broken]
        if broken and edge.source == edge.target and kept[edge.target]:
            self._weakened(edge, kept)
        return bool(broken)

    def _not_stated(self, edge: Edge, kept: Mapping[int, Sequence[Term]], facts: Sequence[Term]) -> list[Term]:
        """The facts but for those that are stated before an edge: so are those about words that it leaves as they are."""
        known = {id(f) for f in kept.get(edge.source, ())}
        behind = zip(facts, (self._behind(edge, f) for f in facts), strict=True)
        return [f for f, own in behind if own is not TRUE and id(own) not in known]

    def _behind(self, edge: Edge, fact: Term) -> Term:
        """What a fact about the words behind an edge says of those before it."""
        width = self._system.width
        return collected(folded(after(self._system, edge, fact), width), width)

    def _not_linear(self, edge: Edge, kept: Mapping[int, Sequence[Term]], facts: Sequence[Term]) -> list[Term]:
        """The facts but for equations between sums that algebra shows to hold behind an edge, which solvers are slow at."""
        known = [f for f in kept.get(edge.source, ()) if _is_sum(f)]
        premise = conjunction([self._premises.get(edge.source, TRUE), *known, edge.guard])
        return [f for f in facts if not _is_sum(f) or simplified(
            premise.implies(after(self._system, edge, f)), self._system.width, self._deadline) is not TRUE]

    def _unshown(self, edge: Edge, guard: Term, kept: Mapping[int, Sequence[Term]], facts: Sequence[Term]) -> list[Term]:
        """The facts that are not shown to hold behind an edge, if that has a guard."""
        translate, known = self._translator.truth, (self._premises.get(edge.source, TRUE), *kept.get(edge.source, ()))
        before = [*map(translate, (*known, guard, *(said for fact in known for said in of_alike(edge, fact))))]
        behind = {id(f): z3.Not(translate(self._behind(edge, f))) for f in facts}
        waiting, broken = [list(facts)] if facts else [], list[Term]()
        while waiting:
            group, most = waiting.pop(), self._most.get(id(edge), len(facts))
            if len(group) > most:
                waiting.append(group[most:])
                group = group[:most]
            verdict, model = self._asked(before, [behind[id(f)] for f in group])
            if verdict == z3.unknown and len(group) > 1:  # each alone is easier by far, and will be in the next round
                self._most[id(edge)] = max(1, len(group) // _PARTS)
                waiting.append(group)
            elif verdict == z3.unknown:
                broken += group
            elif model is not None:
                refuted = {id(f) for own in (group, *waiting) for f in own if z3.is_true(model.eval(behind[id(f)], True))}
                refuted = refuted if not refuted.isdisjoint(map(id, group)) else refuted.union(map(id, group))
                broken += [f for own in (group, *waiting) for f in own if id(f) in refuted]
                waiting = [left for own in (*waiting, group) if (left := [f for f in own if id(f) not in refuted])]
        return broken

    def _asked(self, before: Sequence[z3.BoolRef], any_of: Sequence[z3.BoolRef]) -> tuple[z3.CheckSatResult, z3.ModelRef | None]:
        """Whether one of some Booleans can hold with others, and where one does."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            return z3.unknown, None
        context = self._translator.domain.context
        solver = z3.Solver(ctx=context) if self._floats else z3.SolverFor("QF_BV", ctx=context)
        most = self._single if len(any_of) == 1 else _MILLISECONDS if self._floats else _GROUP
        solver.set("timeout", max(1, int(min(most, left * 1000))))
        mark = z3.Bool("asked!", context)
        solver.add(*before, z3.Implies(mark, z3.Or(list(any_of))))
        verdict = solver.check(mark)
        return verdict, solver.model() if verdict == z3.sat else None


def _is_sum(fact: Term) -> bool:
    """Whether a fact is an equation in which words are added."""
    return name_of(fact) == "eq" and any(name_of(side) in ("add", "sub") for side in fact.arguments)


def all_of(facts: Mapping[int, Sequence[Term]]) -> dict[int, Term]:
    """The conjunction of each place's facts."""
    return {place: conjunction(known) for place, known in facts.items()}
