"""Certificates made small: facts that the proof does not need are left out, as far as time allows.

Unsatisfiable cores say what is needed (`support`) where predicates are invariants, and where each is a set of states that leave by
one edge. Where they do not say, one part after another is tried to be done without. Of invariants that are disjunctions, cases are
left out that others include.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import z3

from synth.analysis.certificates.kinds import (
    Certificate,
    Choices,
    DangerInvariant,
    Predicates,
    Ranking,
    RecurrenceSet,
    SafetyInvariant,
)
from synth.analysis.certificates.obligations import after, bounded, chosen, claimed, falling, obligations
from synth.analysis.certificates.support import Goal, supporting
from synth.booleans import FALSE, TRUE, conjunction, conjuncts, disjunction, disjuncts
from synth.checking.backends import verdict_of
from synth.checking.validity.prover import Valid, valid
from synth.checking.validity.translator import Translator, holds_floats
from synth.terms import Term
from synth.transition import Edge, TransitionSystem, remembering

_PROOF, _QUICK = 0.5, 20
_CASES, _INCLUDED = 8, 0.1
"""Of how many cases a fact may be that is tried without them, and how many seconds for each."""

Fact = tuple[int, Term]


def minimised(system: TransitionSystem, certificate: Certificate, seconds: float) -> Certificate:
    """The certificate with fewer and shorter facts in its predicates; still one, as far as solvers say within `seconds`."""
    system, until = bounded(claimed(system, certificate)), time.monotonic() + seconds
    match certificate:
        case SafetyInvariant(predicates):
            return _supported(system, certificate, supporting(system, predicates, _failures(system), until), until)
        case Ranking(predicates, _, memory):
            own = system if memory is None else remembering(system, memory)
            return _supported(system, certificate, supporting(own, predicates, _descents(own, certificate), until), until)
        case RecurrenceSet(_, sets, choices):
            found = _closed(system, sets, choices, until)
            return _minimised(system, certificate, sets, until) if found is None else replace(certificate, sets=found)
        case DangerInvariant(_, predicates, _, _):
            return _minimised(system, certificate, predicates, until)
    return certificate


def _closed(system: TransitionSystem, sets: Predicates, choices: Choices, until: float) -> Predicates | None:
    """The facts of sets that take all their states along an edge into a set again, as far as each has one for all; or else None."""
    edges = _kept_along(system, sets, choices, until)
    if edges is None:
        return None
    open_ = [replace(edge, guard=TRUE, alike=()) for edge in edges]
    taken = [(edge, own.guard) for edge, own in zip(open_, edges, strict=True)]
    return supporting(replace(system, edges=tuple(open_)), sets, taken, until)


def _kept_along(system: TransitionSystem, sets: Predicates, choices: Choices, until: float) -> list[Edge] | None:
    """An edge from each set, with its choices made, that all of the set's states take into a set; None where some set has none."""
    found = list[Edge]()
    for place, states in sets.items():
        for number in (n for n, e in enumerate(system.edges) if e.source == place and e.target in sets):
            edge, seconds = chosen(system, number, choices), max(0.05, min(_PROOF, until - time.monotonic()))
            stays = edge.guard & after(system, edge, sets[edge.target])
            if not edge.inputs and isinstance(valid(states.implies(stays), system.width, seconds), Valid):
                found.append(edge)
                break
        else:
            return None
    return found


def safe_part(system: TransitionSystem, predicates: Predicates, seconds: float) -> Predicates:
    """The facts of inductive invariants that show that no assertion fails; all of them where solvers do not say."""
    system = bounded(system)
    return supporting(system, predicates, _failures(system), time.monotonic() + seconds) or predicates


def irredundant(facts: Sequence[Term], width: int, until: float) -> list[Term]:
    """The facts without those that follow from others before them, as far as that is seen quickly."""
    translator = Translator(width)
    solver = z3.SolverFor("QF_BV", ctx=translator.domain.context)
    solver.set("timeout", _QUICK)
    kept: list[Term] = []
    for number, fact in enumerate(facts):
        if time.monotonic() > until or holds_floats([fact]):
            return [*kept, *facts[number:]]
        denied = z3.Bool(f"fact!{number}", translator.domain.context)
        solver.add(z3.Implies(denied, z3.Not(translator.truth(fact))))
        if verdict_of(solver, denied) != z3.unsat:
            kept.append(fact)
            solver.add(translator.truth(fact))
    return kept


def _failures(system: TransitionSystem) -> list[Goal]:
    return [(e, FALSE) for e in system.failures]


def _descents(system: TransitionSystem, certificate: Ranking) -> list[Goal]:
    return [(e, falling(system, e, certificate.ranks)) for e in system.edges
            if any({e.source, e.target} <= c for c in system.components)]


def _supported(system: TransitionSystem, certificate: SafetyInvariant | Ranking, found: Predicates | None,
               until: float) -> Certificate:
    """A certificate by the invariants that are needed, where they are found."""
    if found is None:
        return _minimised(system, certificate, certificate.invariants, until)
    translator = Translator(system.width)
    return replace(certificate, invariants={place: conjunction([_without_cases(fact, translator, system.width, until)
                                                                for fact in conjuncts(term)]) for place, term in found.items()})


def _minimised(system: TransitionSystem, certificate: SafetyInvariant | Ranking | RecurrenceSet | DangerInvariant,
               predicates: Predicates, until: float) -> Certificate:
    facts = [(place, fact) for place, term in sorted(predicates.items()) for fact in conjuncts(term)]
    size, translator = len(facts), Translator(system.width)
    proved = {id(o.formula): o.formula for o in obligations(system, certificate)}
    while size and time.monotonic() < until:
        size = min(size, len(facts))
        stop = len(facts)
        while stop > 0 and time.monotonic() < until:  # from the end, where the less telling facts are
            fewer = facts[:max(0, stop - size)] + facts[stop:]
            if _holds(system, _with(certificate, fewer, predicates), proved, translator, until):
                facts = fewer
            stop -= size
        size //= 2
    shorter = [(place, _without_cases(fact, translator, system.width, until)) for place, fact in facts]
    return _with(certificate, shorter, predicates)


def _without_cases(fact: Term, translator: Translator, width: int, until: float) -> Term:
    """The fact without those of its cases that others include."""
    cases = list(disjuncts(fact))
    for case in cases[::-1] if 1 < len(cases) <= _CASES else ():
        others = [c for c in cases if c is not case]
        seconds = min(_INCLUDED, until - time.monotonic())
        if others and seconds > 0 and isinstance(valid(case.implies(disjunction(others)), width, seconds, translator=translator),
                                                 Valid):
            cases = others
    return fact if len(cases) == len(list(disjuncts(fact))) else disjunction(cases)


def _with(certificate: SafetyInvariant | Ranking | RecurrenceSet | DangerInvariant, facts: Sequence[Fact],
          predicates: Mapping[int, Term]) -> Certificate:
    known = {place: conjunction([f for p, f in facts if p == place]) for place in predicates}
    if isinstance(certificate, (SafetyInvariant, Ranking)):
        return replace(certificate, invariants=known)
    return replace(certificate, sets=known)


def _holds(system: TransitionSystem, certificate: Certificate, proved: dict[int, Term], translator: Translator,
           until: float) -> bool:
    """Whether all that a certificate claims is shown, beside what is `proved` already, which is added to."""
    for claim in (o.formula for o in obligations(system, certificate)):
        if id(claim) not in proved:
            seconds = max(0.05, min(_PROOF, until - time.monotonic()))
            if not isinstance(valid(claim, system.width, seconds, translator=translator), Valid):
                return False
            proved[id(claim)] = claim
    return True
