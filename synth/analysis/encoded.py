"""Certificates from encodings: a second-order formula of a program, solved as any specification is, by all engines side by side.

What is known of the loop heads already is a premise of the formula, and part of the invariants and sets of the certificate.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from synth import terms
from synth.algebra.folding import folded
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Certificate, DangerInvariant, Found, Ranking, RecurrenceSet, SafetyInvariant, Step
from synth.analysis.ranking.ranking import ranks_within
from synth.booleans import TRUE, conjunction
from synth.encoding import Claim, Formula, Proof
from synth.evaluation import integers
from synth.program import Program as Straight
from synth.program import applied
from synth.solver.coordinator import solve
from synth.solver.options import Options
from synth.solver.outcome import Status
from synth.terms import Term, TermKind, replaced
from synth.transition import TransitionSystem, Variable

_PROOF = 5.0
Solution = Mapping[str, Straight]


def certificates(system: TransitionSystem, formula: Formula, options: Options) -> Iterator[Found]:
    """What a solution of a formula of the system proves, each side checked for itself, by the engine that found it; nothing where
    none is found in time.
    """
    outcome = solve(formula.specification, options)
    if outcome.status is not Status.SOLVED or outcome.candidate is None:
        return
    for claim in formula.claims:
        found = certificate(system, claim, outcome.candidate)
        if found is not None and checked(system, found, _PROOF).holds:
            yield Found(found, str(outcome.found_by))


def certificate(system: TransitionSystem, claim: Claim, solution: Solution) -> Certificate | None:
    """The certificate that one side of a solved formula is; None where its first step does not exist, or no rank was found."""
    reading = _Reading(system, claim, solution)
    match claim.proves:
        case Proof.TERMINATION:
            return Ranking(reading.sets, reading.ranks, claim.program.memory)
        case Proof.SAFETY:
            return SafetyInvariant(reading.sets)
    first = reading.first_step()
    if first is None:
        return None
    if claim.proves is Proof.NONTERMINATION:
        return RecurrenceSet((first,), reading.sets, reading.choices)
    ranks = reading.ranks or ranks_within(system, reading.sets, reading.choices, (), time.monotonic() + _PROOF)
    return None if ranks is None else DangerInvariant((first,), reading.sets, reading.choices, ranks)


class _Reading:
    """A claim's terms with the programs of a solution in the place of its unknowns, over the words of `system`."""

    def __init__(self, system: TransitionSystem, claim: Claim, solution: Solution) -> None:
        self._system, self._claim, self._solution = system, claim, solution
        own = claim.program.system
        self._names = {str(w.data): v.name for w, v in zip(claim.program.words, self._variables(), strict=True)}
        for edge, original in zip(own.edges, system.edges, strict=True):
            self._names |= {i.name: o.name for i, o in zip(edge.inputs, original.inputs, strict=True)}
        known = claim.program.known
        self.sets = {p: conjunction([self._term(known.get(p, TRUE)), self._term(claim.sets.get(p, TRUE))])
                     for p in claim.program.heads}
        self.ranks = {p: tuple(map(self._term, rank)) for p, rank in claim.ranks.items()}
        self.choices = {e: {self._names[n]: self._term(t) for n, t in by.items()} for e, by in claim.choices.items()}

    def _variables(self) -> tuple[Variable, ...]:
        own = self._claim.program
        return own.system.variables if own.memory is not None else self._system.variables

    def _term(self, term: Term) -> Term:
        def leaf(node: Term) -> Term | None:
            if node.kind is TermKind.CALL:
                return applied(self._solution[str(node.data)], tuple(map(self._term, node.arguments)))
            return None

        read = folded(terms.rebuild(term, leaf), self._system.width)
        return replaced(read, {old: terms.symbol(new) for old, new in self._names.items()})

    def first_step(self) -> Step | None:
        """The first step of the run, with its inputs as they were found."""
        width, names = self._system.width, [v.name for v in self._system.variables]
        for number, words in self._claim.start.items():
            edge = self._system.edges[number]
            inputs = {self._names[n]: integers.run_program(self._solution[w.name], (), width) for n, w in words.items()}
            before = dict.fromkeys(names, 0) | inputs
            state = dict(zip(names, (integers.evaluate(u, before, {}, width) for u in edge.update), strict=True))
            if integers.evaluate(edge.guard, before, {}, width) and integers.evaluate(self.sets[edge.target], state, {}, width):
                return Step(number, inputs)
        return None
