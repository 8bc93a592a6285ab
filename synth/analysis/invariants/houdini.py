"""The largest inductive part of a set of facts (Flanagan, Leino, Houdini, FME 2001), per place, by SMT.

Facts that a step from a state with all facts can break are dropped until none can be. What a solver leaves open is dropped.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from synth.algebra.cases import by_cases, plain, says_more
from synth.algebra.equations import simplified
from synth.analysis.certificates.obligations import after, of_alike
from synth.analysis.systems.rewriting import reads, without_reads
from synth.booleans import TRUE, conjunction
from synth.checking.validity.questions import Questions
from synth.checking.validity.remainders import has_remainders
from synth.checking.validity.translator import Translator, holds_floats
from synth.terms import Term, name_of
from synth.transition import Edge, TransitionSystem

_SECONDS, _RESTS, _FLOATS, _PATIENT = 0.3, 2.0, 0.5, 1.0
"""For how long a solver is asked about a fact, about one where there are remainders by words, or floating-point numbers; for how
long with a patience of 1."""


@dataclass(frozen=True)
class _Asked:
    """The questions about an edge, and the numbers there of what is known before it, and of what facts behind it deny, by identity;
    `shown` are those that do not hold where some that are known do."""

    solver: Questions
    known: Mapping[int, int]
    denied: Mapping[int, int]
    shown: dict[int, set[int]] = field(default_factory=dict)


class Houdini:
    """Drops facts along `edges`; `premise` holds of the state before each edge from its place. A translator may serve several. With
    more `patience` it asks longer.

    Each edge has a solver that is told all facts once: Z3 would take ten times as long.
    """

    def __init__(self, system: TransitionSystem, edges: Iterable[Edge], premises: Mapping[int, Term], deadline: float,
                 translator: Translator | None = None, patience: float = 0.0) -> None:
        self._system, self._edges, self._premises, self._deadline = system, tuple(edges), premises, deadline
        self._translator = translator or Translator(system.width)
        self._floats = holds_floats([t for e in self._edges for t in (e.guard, *e.update)])
        self._most = max(_FLOATS if self._floats else _SECONDS, _PATIENT * patience)
        self._questions: dict[tuple[int, int], _Asked] = {}
        self._said: dict[tuple[int, int], tuple[Term, list[tuple[Term, Term]]]] = {}
        self._plainly: dict[int, tuple[Term, Term]] = {}

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
        stated = [own for f in kept.get(edge.source, ()) for own in (f, self._plain(f))]
        known = set(map(id, stated))
        behind = zip(facts, (self._behind(edge, f) for f in facts), strict=True)
        return [f for f, cases in behind if says_more(cases, known)]

    def _behind(self, edge: Edge, fact: Term) -> list[tuple[Term, Term]]:
        """What a fact about the words behind an edge says of those before it, case by case where few conditions choose what these
        are: solvers do not see that sums are the same in each case. The cases are what of the fact is to be shown where."""
        key = id(edge), id(fact)
        if key not in self._said:
            cases = by_cases(after(self._system, edge, fact))
            self._said[key] = fact, [(where, self._plain(own)) for where, own in cases]
        return self._said[key][1]

    def _plain(self, fact: Term) -> Term:
        """The form of a fact in which it is compared with others."""
        if id(fact) not in self._plainly:
            self._plainly[id(fact)] = fact, plain(fact, self._system.width)
        return self._plainly[id(fact)][1]

    def _not_linear(self, edge: Edge, kept: Mapping[int, Sequence[Term]], facts: Sequence[Term]) -> list[Term]:
        """The facts but for equations between sums that algebra shows to hold behind an edge, which solvers are slow at."""
        known = [f for f in kept.get(edge.source, ()) if _is_sum(f)]
        premise = conjunction([self._premises.get(edge.source, TRUE), *known, edge.guard])
        return [f for f in facts if not _is_sum(f) or simplified(
            premise.implies(after(self._system, edge, f)), self._system.width, self._deadline) is not TRUE]

    def _unshown(self, edge: Edge, guard: Term, kept: Mapping[int, Sequence[Term]], facts: Sequence[Term]) -> list[Term]:
        """The facts that are not shown to hold behind an edge, if that has a guard."""
        if not facts:
            return []
        asked = self._asked(edge, guard, kept)
        before = {asked.known[id(f)] for f in kept.get(edge.source, ())}
        numbers, broken = {asked.denied[id(f)]: f for f in facts}, set[int]()
        for number in numbers:
            if number in broken or asked.shown.get(number, {number}) <= before:
                continue
            left = self._deadline - time.monotonic()
            found = asked.solver.holds_with([*before, number], list(numbers)) if left > 0 else None
            if found is not None and not found:
                asked.shown[number] = asked.solver.needed - {number}
            broken |= {number} if found is None else found
        return [fact for number, fact in numbers.items() if number in broken]

    def _asked(self, edge: Edge, guard: Term, kept: Mapping[int, Sequence[Term]]) -> _Asked:
        """The questions about an edge, if that has a guard: whether what was kept once holds behind it."""
        key = id(edge), id(guard)
        if key not in self._questions:
            known, behind = kept.get(edge.source, ()), kept.get(edge.target, ())
            held = [self._premises.get(edge.source, TRUE), guard]
            before = [conjunction([fact, *of_alike(edge, fact)]) for fact in known]
            said = [conjunction([where.implies(own) for where, own in self._behind(edge, fact)]) for fact in behind]
            most = max(self._most, _RESTS) if has_remainders([*held, *before, *said]) else self._most
            solver = Questions(held, before, said, self._translator, most)
            self._questions[key] = _Asked(solver, {id(f): i for i, f in enumerate(known)},
                                          {id(f): len(known) + i for i, f in enumerate(behind)})
        return self._questions[key]


def _is_sum(fact: Term) -> bool:
    """Whether a fact is an equation in which words are added."""
    return name_of(fact) == "eq" and any(name_of(side) in ("add", "sub") for side in fact.arguments)


def all_of(facts: Mapping[int, Sequence[Term]]) -> dict[int, Term]:
    """The conjunction of each place's facts."""
    return {place: conjunction(known) for place, known in facts.items()}
