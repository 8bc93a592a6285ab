"""The largest part of some contracts that the bodies keep (Flanagan, Leino, Houdini, FME 2001), by SMT.

What one body breaks, where all calls within it keep all that is left, is dropped until no body breaks anything.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import z3

from synth import terms
from synth.analysis.certificates.kinds import Predicates
from synth.analysis.contracts.sites import sites
from synth.booleans import TRUE, conjunction
from synth.checking.backends import verdict_of
from synth.checking.validity.prover import Open, Valid, valid
from synth.checking.validity.translator import Translator
from synth.frontends.c.lowering.contracts import by_ways
from synth.terms import Term, TermKind
from synth.transition import CONTRACT, Callee, TransitionSystem

Facts = Mapping[str, Sequence[Term]]
"""By the name of a function the parts of its contract."""

_TOGETHER = 0.6
"""How long all parts together are asked for, in the time that a single one has."""


@dataclass(frozen=True, eq=False)
class _Passed:
    """A call that a way may pass over: a word that is not 0 where it does, and the words of the call."""

    callee: Callee
    held: Term
    words: Sequence[Term]

    def says(self, fact: Term) -> Term:
        """A part of the callee's contract, of this call."""
        return terms.replaced(fact, {w.name: a for w, a in zip(self.callee.words, self.words, strict=True)})


@dataclass(frozen=True, eq=False)
class _Return:
    """A way through a body: where it is taken, the calls in it that are passed over, and the call that returns."""

    guard: Term
    within: Sequence[_Passed]
    own: _Passed


class Induction:
    """Cuts contracts down; `known` holds of the states of places, and bodies keep what is `given`. One part is asked for as long as
    the `patience` says, in seconds; whether some was left `undecided` is seen then."""

    undecided = False

    def __init__(self, system: TransitionSystem, known: Predicates, given: Facts, deadline: float, patience: float) -> None:
        self._patience = patience
        self._given = given
        self._translator, self._deadline = Translator(system.width), deadline
        self._asked = 0
        self._returns = list(_returns(system, known))

    def kept(self, facts: Facts) -> dict[str, list[Term]]:
        """The parts that all bodies keep, where all of them hold of all calls that return before."""
        kept = {name: list(own) for name, own in facts.items()}
        waiting = list(self._returns)
        while waiting:
            way = waiting.pop()
            name = way.own.callee.name
            if kept.get(name) and self._weakened(way, kept):
                waiting += [w for w in self._returns if w not in waiting and any(p.callee.name == name for p in w.within)]
        return kept

    def _weakened(self, way: _Return, kept: dict[str, list[Term]]) -> bool:
        """Drop what a way through a body breaks; whether anything was."""
        name, truth = way.own.callee.name, self._translator.truth
        premises = [way.guard, *((call.held != 0).implies(call.says(fact)) for call in way.within
                                 for fact in (*self._given.get(call.callee.name, ()), *kept.get(call.callee.name, ())))]
        solver = z3.SolverFor("QF_BV", ctx=self._translator.domain.context)
        solver.add(*map(truth, premises))
        shown = [(fact, truth(way.own.says(fact))) for fact in kept[name]]
        left = shown
        while left:
            verdict = self._ask(solver, [z3.Not(claim) for _, claim in left])
            if verdict == z3.unsat:
                break
            if verdict == z3.sat:
                model = solver.model()
                still = [own for own in left if z3.is_true(model.eval(own[1], model_completion=True))]
                left = still if len(still) < len(left) else []
            else:
                left = [own for own in left if self._is_kept(conjunction(premises).implies(way.own.says(own[0])))]
                break
        kept[name] = [fact for fact, _ in left]
        return len(left) < len(shown)

    def _ask(self, solver: z3.Solver, broken: list[z3.BoolRef]) -> z3.CheckSatResult:
        left = self._deadline - time.monotonic()
        if left <= 0:
            return z3.unknown
        solver.set("timeout", max(1, int(1000 * min(_TOGETHER * self._patience, left))))
        self._asked += 1
        mark = z3.Bool(f"query!{self._asked}", self._translator.domain.context)
        solver.add(z3.Implies(mark, z3.Or(broken)))
        return verdict_of(solver, mark)

    def _is_kept(self, claim: Term) -> bool:
        """Whether one part is kept, as other solvers say, and algebra."""
        seconds = min(self._patience, self._deadline - time.monotonic())
        answer = valid(claim, self._translator.domain.width, seconds) if seconds > 0 else Open("timeout")
        self.undecided |= isinstance(answer, Open)
        return isinstance(answer, Valid)


def _returns(system: TransitionSystem, known: Predicates) -> Iterator[_Return]:
    """The ways into places where a contract is broken; what is asked of them is that it is not."""
    broken = (e for e in system.edges if system.places[e.target].cause == CONTRACT)
    for edge in (way for e in broken for way in by_ways(e, system.width)):
        found = list(sites(system, [edge.guard]))
        held: dict[Term, Term] = {}

        def word(node: Term, held: dict[Term, Term] = held) -> Term | None:
            return held.setdefault(node, terms.symbol(f"held!{len(held)}")) if node.kind is TermKind.CALL else None

        guard, *words = terms.rebuild_all([edge.guard, *(a for s in found for a in s.term.arguments)], word)
        left = iter(words)
        calls = [(s, [next(left) for _ in s.term.arguments]) for s in found]
        passed = [_Passed(s.callee, held[terms.call(str(s.term.data), own)], own) for s, own in calls]
        within = [p for p, s in zip(passed, found, strict=True) if not s.shown]
        for own in (p for p, s in zip(passed, found, strict=True) if s.shown):
            yield _Return(conjunction([known.get(edge.source, TRUE), guard, own.held == 0]), within, own)
