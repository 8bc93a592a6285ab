"""Certificates from encodings: a solution of a second-order formula of a program, read as what it proves.

What is known of the loop heads already is a premise of the formula, and part of the invariants and sets of the certificate.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from synth import terms
from synth.algebra.folding import folded
from synth.analysis.certificates.kinds import (
    Certificate,
    DangerInvariant,
    Ranking,
    Ranks,
    RecurrenceSet,
    SafetyInvariant,
    Step,
    Trace,
)
from synth.analysis.certificates.obligations import prefix_of
from synth.analysis.certificates.paths import state_behind
from synth.analysis.clauses.engines import ClauseEngine, DangerInvariants, Invariants, RankingFunctions, RecurrenceSets
from synth.analysis.clauses.recognition import Problem
from synth.analysis.clauses.scope import problems
from synth.analysis.clauses.solutions import Body, bodies_behind
from synth.analysis.ranking.ranking import ranks_within
from synth.analysis.turns import Search
from synth.booleans import FALSE, TRUE, conjunction
from synth.encoding import Claim, Formula, Proof
from synth.evaluation import integers
from synth.terms import Term, TermKind, replaced
from synth.transition import Kind, TransitionSystem, Variable

_PROOF = 5.0
Solution = Callable[[str, Sequence[Term]], Term]
"""What an unknown function, by its name, gives for some words."""

_ENGINES: Mapping[Proof, type[ClauseEngine]] = {
    Proof.TERMINATION: RankingFunctions, Proof.NONTERMINATION: RecurrenceSets, Proof.SAFETY: Invariants,
    Proof.DANGER: DangerInvariants}
"""The engine for what each claim asks for."""


def by_clauses(system: TransitionSystem, claim: Claim, deadline: float, seed: int) -> Search:
    """What the engine for clauses of its kind finds for one side of a formula of the system, unproved; None where it pauses.

    The same search as in the general solver, which takes part later: here its certificates are read as they are, each unknown as
    a term, and it has all the time at once. What it finds by running the program is left to who does that.
    """
    engine = _ENGINES[claim.proves]
    asked = filter(engine.suits, problems(Formula((claim,)).specification))
    for problem in (_placed(system, claim, own) for own in asked):
        for found in engine.searched(problem, deadline, seed):
            read = None if found is None else _as_it_is(system, claim, problem, found.certificate)
            yield None if read is None or found is None else replace(
                found, certificate=read, by=", ".join(dict.fromkeys((engine.name, found.by))))


def _placed(system: TransitionSystem, claim: Claim, problem: Problem) -> Problem:
    """A problem whose loop heads stand where those of the program do, by the unknowns that are their sets."""
    heads = {str(n.data): system.places[p] for p, own in claim.sets.items() for n in terms.postorder(own)
             if n.kind is TermKind.CALL}
    places = (replace(own, line=heads[own.text].line, column=heads[own.text].column, shape=heads[own.text].shape)
              if own.text in heads else own for own in problem.system.places)
    return replace(problem, system=replace(problem.system, places=tuple(places)))


def _as_it_is(system: TransitionSystem, claim: Claim, problem: Problem, found: Certificate) -> Certificate | None:
    """A certificate of a problem's system as one of the program; None where it says nothing of the unknowns."""
    bodies = {} if isinstance(found, Trace) else bodies_behind(problem, found)
    if bodies is None:
        return None
    nothing = {f.name: Body(tuple(map(str, range(f.arity))), FALSE if f.predicate else terms.constant(0)) for f in claim.unknowns}
    reading = _Reading(system, claim, lambda name, words: {**nothing, **bodies}[name].at(words))
    run = reading.run(prefix_of(found) or (), isinstance(found, Trace))
    match found:
        case SafetyInvariant():
            return SafetyInvariant(reading.sets)
        case Ranking():
            return Ranking(reading.sets, reading.ranks, claim.program.memory)
        case RecurrenceSet() if run:
            return RecurrenceSet(run, reading.kept, reading.choices)
        case DangerInvariant() if run and reading.ranks:
            return DangerInvariant(run, reading.kept, reading.choices, reading.ranks)
        case Trace() if run:
            return Trace(run)
    return None


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
        known, self._renamed = claim.program.known, {a: terms.symbol(b) for a, b in self._names.items() if a != b}
        self.sets = {p: conjunction([self._term(known.get(p, TRUE)), self._term(claim.sets.get(p, TRUE))])
                     for p in claim.program.heads}
        ranks = {p: tuple(map(self._term, rank)) for p, rank in claim.ranks.items()}
        self.ranks = _trimmed([frozenset(ranks)] if claim.proves is Proof.DANGER else _nests(system, ranks), ranks)
        self.choices = {e: {self._names[n]: self._term(t) for n, t in by.items()} for e, by in claim.choices.items()}

    def _variables(self) -> tuple[Variable, ...]:
        own = self._claim.program
        return own.system.variables if own.memory is not None else self._system.variables

    def _term(self, term: Term) -> Term:
        return replaced(folded(self._solved(term), self._system.width), self._renamed)

    def _solved(self, term: Term) -> Term:
        """A term without unknowns."""
        def leaf(node: Term) -> Term | None:
            return self._solution(str(node.data), tuple(map(self._solved, node.arguments))) if node.kind is TermKind.CALL else None

        return terms.rebuild(term, leaf)

    @property
    def kept(self) -> dict[int, Term]:
        """The sets that are not empty."""
        return {p: t for p, t in self.sets.items() if t is not FALSE}

    def run(self, steps: Sequence[Step], fails: bool = False) -> tuple[Step, ...] | None:
        """A run of the recognised system as one of the program, whose inputs have the names of what chooses them there; None where
        there is none.

        fails   whether the last step is to be one to a failing assertion
        """
        system, found = self._system, list[Step]()
        place, state = 0, {v.name: 0 for v in system.variables}
        for left, step in zip(range(len(steps) - 1, -1, -1), steps, strict=True):
            values = {self._chosen[n]: v for n, v in step.inputs.items() if n in self._chosen}
            way = next(self._ways(place, state, values, fails and not left), None)
            if way is None:
                return None
            number, words = way
            edge = system.edges[number]
            found.append(Step(number, {i.name: words[i.name] for i in edge.inputs}))
            state = state_behind(system, edge, words)
            place = edge.target
        return tuple(found)

    def _ways(self, place: int, state: Mapping[str, int], values: Mapping[str, int],
              fails: bool) -> Iterator[tuple[int, Mapping[str, int]]]:
        """The steps from a state: the edge's number, and the words that it speaks of. Inputs without a value are 0; of the others
        the lowest bits count, as in what chooses them.
        """
        for number, edge in enumerate(self._system.edges):
            words = {**state, **{i.name: values.get(i.name, 0) & (1 << i.bits) - 1 for i in edge.inputs}}
            if edge.source == place and fails <= (self._system.places[edge.target].kind is Kind.ERROR) and integers.evaluate(
                    edge.guard, words, {}, self._system.width):
                yield number, words

    @cached_property
    def _chosen(self) -> dict[str, str]:
        """The inputs by the unknowns that choose them."""
        found = {w.name: self._names[n] for used in self._claim.start.values() for n, w in used.items()}
        for by in self._claim.choices.values():
            found |= {str(call.data): self._names[n] for n, term in by.items() for call in terms.calls(term)}
        return found

    def first_step(self) -> Step | None:
        """The first step of the run, with its inputs as they were found."""
        width, names = self._system.width, [v.name for v in self._system.variables]
        for number, words in self._claim.start.items():
            edge = self._system.edges[number]
            inputs = {self._names[n]: integers.evaluate(self._solution(w.name, ()), {}, {}, width) for n, w in words.items()}
            before = dict.fromkeys(names, 0) | inputs
            state = dict(zip(names, (integers.evaluate(u, before, {}, width) for u in edge.update), strict=True))
            if integers.evaluate(edge.guard, before, {}, width) and integers.evaluate(self.sets[edge.target], state, {}, width):
                return Step(number, inputs)
        return None


def _nests(system: TransitionSystem, ranks: Ranks) -> list[frozenset[int]]:
    """The places whose ranks are compared where only ways back to a place lower them."""
    return [*system.components, *(frozenset((p,)) for p in ranks if not any(p in c for c in system.components))]


def _trimmed(nests: Sequence[frozenset[int]], ranks: Ranks) -> dict[int, tuple[Term, ...]]:
    """Ranks without the last components that are 0 at all places of a nest; one is left."""
    found, zero = dict[int, tuple[Term, ...]](), terms.constant(0)
    for nest in nests:
        own = {p: ranks[p] for p in nest if p in ranks}
        length = max((i for rank in own.values() for i, word in enumerate(rank, 1) if word is not zero), default=1)
        found |= {p: rank[:length] for p, rank in own.items()}
    return found
