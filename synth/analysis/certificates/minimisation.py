"""Certificates made small: facts that the proof does not need are left out, as far as time allows.

Where predicates are invariants, a solver says by unsatisfiable cores what is needed: first the facts that the goals need, then what
these need along every edge to be kept, and so on. What is left, and sets of states, are tried without one part after another. Of
facts that are disjunctions, cases are left out that others include.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import z3

from synth.analysis.certificates.kinds import Certificate, DangerInvariant, Predicates, Ranking, RecurrenceSet, SafetyInvariant
from synth.analysis.certificates.obligations import after, bounded, claimed, lower, obligations, of_alike
from synth.booleans import FALSE, conjunction, conjuncts, disjunction, disjuncts
from synth.checking.validity.prover import Valid, valid
from synth.checking.validity.translator import Translator, holds_floats
from synth.terms import Term
from synth.transition import Edge, Kind, TransitionSystem, remembering

_PROOF, _MILLISECONDS, _QUICK = 0.5, 300, 20
_CASES, _INCLUDED = 8, 0.1
"""Of how many cases a fact may be that is tried without them, and how many seconds for each."""

_SINGLY = 12
"""How many facts of a core are tried to be done without, one by one."""

Fact = tuple[int, Term]


def minimised(system: TransitionSystem, certificate: Certificate, seconds: float) -> Certificate:
    """The certificate with fewer and shorter facts in its predicates; still one, as far as solvers say within `seconds`."""
    system, until = bounded(claimed(system, certificate)), time.monotonic() + seconds
    match certificate:
        case SafetyInvariant(predicates):
            certificate = replace(certificate, invariants=needed(system, predicates, _failures(system), until))
            return _minimised(system, certificate, certificate.invariants, until)
        case Ranking(predicates, _, memory):
            own = system if memory is None else remembering(system, memory)
            certificate = replace(certificate, invariants=needed(own, predicates, _descents(own, certificate), until))
            return _minimised(system, certificate, certificate.invariants, until)
        case RecurrenceSet(_, predicates, _) | DangerInvariant(_, predicates, _, _):
            return _minimised(system, certificate, predicates, until)
    return certificate


def safe_part(system: TransitionSystem, predicates: Predicates, seconds: float) -> Predicates:
    """The facts of inductive invariants that show that no assertion fails; all of them where solvers do not say."""
    system = bounded(system)
    return needed(system, predicates, _failures(system), time.monotonic() + seconds)


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
        if solver.check(denied) != z3.unsat:
            kept.append(fact)
            solver.add(translator.truth(fact))
    return kept


def _failures(system: TransitionSystem) -> list[tuple[Edge, Term]]:
    return [(e, FALSE) for e in system.edges if system.places[e.target].kind is Kind.ERROR]


def _descents(system: TransitionSystem, certificate: Ranking) -> list[tuple[Edge, Term]]:
    ranks = certificate.ranks
    return [(e, lower(ranks[e.source], tuple(after(system, e, r) for r in ranks[e.target])))
            for e in system.edges if any({e.source, e.target} <= c for c in system.components)]


def needed(system: TransitionSystem, predicates: Predicates, goals: Iterable[tuple[Edge, Term]], until: float) -> Predicates:
    """The facts that `goals`, terms over the state before an edge that is taken, follow from, and those that keep these facts.

    All facts where that is not shown in time. Inputs are bounded by the guards already.
    """
    cores = _Cores(system, predicates)
    waiting, found = [cores.of(edge, goal, until) for edge, goal in goals], dict[Fact, None]()
    while waiting:
        core = waiting.pop()
        if core is None:
            return predicates
        for place, fact in core:
            if (place, fact) not in found:
                found[place, fact] = None
                waiting += [cores.of(e, after(system, e, fact), until) for e in system.edges if e.target == place]
    return {place: conjunction([f for f in facts if (place, f) in found]) for place, facts in cores.facts.items()}


class _Cores:
    """Which facts a term behind an edge needs: a solver for each edge, an assumption for each fact."""

    def __init__(self, system: TransitionSystem, predicates: Predicates) -> None:
        self.facts = {place: tuple(conjuncts(term)) for place, term in sorted(predicates.items())}
        self._translator = Translator(system.width)
        self._floats = holds_floats([t for e in system.edges for t in (e.guard, *e.update)])
        self._solvers: dict[int, tuple[Any, list[tuple[Fact, Any]]]] = {}

    def of(self, edge: Edge, goal: Term, until: float) -> list[Fact] | None:
        """Facts before the edge from which the term follows; None where that is not shown."""
        solver, marks = self._solver(edge)
        context, left = self._translator.domain.context, until - time.monotonic()
        if left <= 0:
            return None
        solver.set("timeout", max(1, min(_MILLISECONDS, int(left * 1000))))
        denied = z3.Bool(f"goal!{id(goal)}", context)
        solver.add(z3.Implies(denied, z3.Not(self._translator.truth(goal))))
        core = _core(solver, denied, [mark for _, mark in marks])
        return None if core is None else [fact for fact, mark in marks if mark.get_id() in core]

    def _solver(self, edge: Edge) -> tuple[Any, list[tuple[Fact, Any]]]:
        if id(edge) not in self._solvers:
            context, truth = self._translator.domain.context, self._translator.truth
            solver = z3.Solver(ctx=context) if self._floats else z3.SolverFor("QF_BV", ctx=context)
            solver.add(truth(edge.guard))
            marks = []
            for number, fact in enumerate(self.facts.get(edge.source, ())):
                mark = z3.Bool(f"fact!{number}", context)
                solver.add(z3.Implies(mark, truth(conjunction([fact, *of_alike(edge, fact)]))))
                marks.append(((edge.source, fact), mark))
            self._solvers[id(edge)] = solver, marks
        return self._solvers[id(edge)]


def _core(solver: Any, denied: Any, marks: Sequence[Any]) -> set[int] | None:
    """Assumptions with which the solver refutes `denied`, few where that is easily tried; None where it does not."""
    if solver.check(denied, *marks) != z3.unsat:
        return None
    core = {m.get_id() for m in solver.unsat_core()}
    for mark in [m for m in marks if m.get_id() in core][: _SINGLY]:
        fewer = core - {mark.get_id()}
        if mark.get_id() in core and solver.check(denied, *(m for m in marks if m.get_id() in fewer)) == z3.unsat:
            core = {m.get_id() for m in solver.unsat_core()}
    return core - {denied.get_id()}


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
