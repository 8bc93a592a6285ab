"""Certificates read as solutions: a program for every unknown of a formula.

The states that a run passes before it is in its set are added to the set one by one, and so are those of a short failing run, with
ranks that count the steps that are left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from synth import terms
from synth.algebra.folding import folded
from synth.analysis.certificates.kinds import (
    Certificate,
    Choices,
    DangerInvariant,
    Predicates,
    Ranking,
    Ranks,
    RecurrenceSet,
    SafetyInvariant,
    Step,
    Trace,
)
from synth.analysis.certificates.obligations import chosen, run_of
from synth.analysis.clauses.recognition import Problem
from synth.booleans import FALSE, TRUE, conjunction, disjunction
from synth.evaluation import integers
from synth.macros import inlined
from synth.program import Program, of_term
from synth.specification import Function
from synth.terms import Term, replaced

Solution = dict[str, Program]

_LONGEST = 100
"""How many states may be added one by one."""

State = Mapping[str, int]


@dataclass(frozen=True)
class Body:
    """What a function gives: a term over its parameters."""

    parameters: tuple[str, ...]
    term: Term

    def at(self, arguments: Sequence[Term]) -> Term:
        """The function applied to terms."""
        return replaced(self.term, dict(zip(self.parameters, arguments, strict=True)))

    def program(self, width: int) -> Program:
        """The function as a program, equal to it at `width`."""
        return of_term(inlined(folded(self.term, width)), self.parameters).normalise(width)


Bodies = dict[str, Body]


def solution_of(problem: Problem, certificate: Certificate) -> Solution | None:
    """Programs for the unknowns of a problem; None where the certificate says nothing of them, or too much for them to say."""
    bodies = bodies_of(problem, certificate)
    return None if bodies is None else {name: body.program(problem.system.width) for name, body in bodies.items()}


def bodies_of(problem: Problem, certificate: Certificate) -> Bodies | None:
    """The same, each unknown as a term."""
    match certificate:
        case RecurrenceSet(prefix, sets, choices):
            return _of_run(problem, prefix, sets, choices, {})
        case DangerInvariant(prefix, sets, choices, ranks):
            return _of_run(problem, prefix, sets, choices, ranks)
        case Trace(steps) if len(steps) > 1:
            return _of_run(problem, steps, {}, {}, {})
    return bodies_behind(problem, certificate)


def bodies_behind(problem: Problem, certificate: Certificate) -> Bodies | None:
    """The same, of what holds behind the run that the certificate begins with."""
    match certificate:
        case SafetyInvariant(invariants) if not problem.ranks:
            return _Writing(problem, TRUE).bodies(invariants, {}, {}, {})
        case Ranking(invariants, ranks, None):
            return _Writing(problem, TRUE).bodies(invariants, ranks, {}, {})
        case RecurrenceSet(_, sets, choices):
            return _Writing(problem, FALSE).bodies(sets, {}, choices, {})
        case DangerInvariant(_, sets, choices, ranks):
            return _Writing(problem, FALSE).bodies(sets, ranks, choices, {})
    return None


def lemma_of(problem: Problem, facts: Predicates) -> Solution:
    """Inductive facts about a problem's system as programs, for the predicates of which they say something."""
    writing = _Writing(problem, TRUE)
    found = {name: facts.get(place, TRUE) for name, place in problem.predicates.items()}
    return {name: writing.body(problem.functions[name], fact).program(problem.system.width)
            for name, fact in found.items() if fact is not TRUE}


@dataclass(frozen=True)
class _Passed:
    """A state that a run passes, the step that it takes there, and how many steps are left."""

    place: int
    state: State
    step: Step
    left: int

    @property
    def exactly(self) -> Term:
        """That this is the state."""
        return conjunction([terms.symbol(n) == v for n, v in self.state.items()])


def _of_run(problem: Problem, steps: tuple[Step, ...], sets: Predicates, choices: Choices, ranks: Ranks) -> Bodies | None:
    run = run_of(problem.system, steps)
    width = problem.system.width
    end = next((i for i, (place, state) in enumerate(run) if i and place in sets
                and integers.evaluate(sets[place], state, {}, width)), len(run) - 1)
    passed = [_Passed(*run[i], steps[i], end - i) for i in range(1, end)]
    if not steps or len(passed) > _LONGEST:
        return None
    place, state = run[end]
    lowest = integers.evaluate(ranks[place][0], state, {}, width) if place in ranks else 0
    if lowest + len(passed) >= 1 << width:
        return None
    for each in reversed(passed):
        sets = {**sets, each.place: disjunction([sets.get(each.place, FALSE), each.exactly])}
        own = ranks.get(each.place) or (terms.constant(0),) * len(problem.ranks.get(each.place, ()))
        counted = (terms.constant(lowest + each.left), *(terms.constant(0) for _ in own[1:]))
        if own:
            ranks = {**ranks, each.place: tuple(terms.ite(each.exactly, c, r) for c, r in zip(counted, own, strict=True))}
    return _Writing(problem, FALSE, passed).bodies(sets, ranks, choices, steps[0].inputs)


class _Writing:
    """Terms over the state as bodies of the unknowns; in the states that a run `passed` its own inputs are chosen. Where nothing is
    said of a place, its predicate is `otherwise`.
    """

    def __init__(self, problem: Problem, otherwise: Term, passed: Sequence[_Passed] = ()) -> None:
        self._problem, self._otherwise, self._passed = problem, otherwise, passed
        self._words = [v.name for v in problem.system.variables]

    def bodies(self, predicates: Predicates, ranks: Ranks, choices: Choices, start: Mapping[str, int]) -> Bodies | None:
        """A body for each unknown: `start` are the inputs of the first step; None where a rank has too many words."""
        problem = self._problem
        found: Bodies = {}
        for name, place in problem.predicates.items():
            found[name] = self.body(problem.functions[name], predicates.get(place, self._otherwise))
        for place, names in problem.ranks.items():
            words = ranks.get(place, ())
            if len(words) > len(names):
                return None
            for name, word in zip(names, (*words, *(terms.constant(0) for _ in names[len(words):])), strict=True):
                found[name] = self.body(problem.functions[name], word)
        for name in problem.choices:
            function = problem.functions[name]
            later = {number: by for number, by in choices.items() if name in by and problem.system.edges[number].source}
            if name in start and not later and not any(name in each.step.inputs for each in self._passed):
                found[name] = self.body(function, terms.constant(start[name]))
            else:
                found[name] = self.body(function, self._choice(name, predicates, later))
        return found

    def _choice(self, name: str, sets: Predicates, choices: Choices) -> Term:
        """What an input is chosen by: what the run took; else by each edge what is chosen there, where it is taken from the set."""
        value: Term | None = None
        for number, by in choices.items():
            edge = chosen(self._problem.system, number, choices)
            taken = edge.guard & sets.get(edge.source, TRUE)
            value = by[name] if value is None or value is by[name] else terms.ite(taken, by[name], value)
        value = terms.constant(0) if value is None else value
        for each in self._passed:
            value = terms.ite(each.exactly, each.step.inputs[name], value) if name in each.step.inputs else value
        return value

    def body(self, function: Function, term: Term) -> Body:
        """A term as the body of its function; words beyond those that it is given are 0 there."""
        by = dict.fromkeys(self._words[function.arity:], terms.constant(0))
        return Body(tuple(self._words[:function.arity]), replaced(term, by))
