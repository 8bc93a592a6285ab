"""Which facts of inductive invariants some goals follow from, with those that keep these facts: few of them.

A solver says by unsatisfiable cores what is needed: first by the goals, then by what keeps these facts along every edge, and so on.
Facts that are needed already are taken again before others. In the end each fact is tried to be done without: only what followed
from it has to be shown anew.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence

from synth.analysis.certificates.kinds import Predicates
from synth.analysis.certificates.obligations import after, of_alike
from synth.booleans import TRUE, conjunction, conjuncts
from synth.checking.validity.questions import Questions
from synth.checking.validity.translator import Translator
from synth.terms import Term
from synth.transition import Edge, TransitionSystem

_NEEDED, _TRIED = 1.5, 0.3
"""Seconds for a question whose answer is needed, and for one that only makes cores smaller."""

_SINGLY = 12
"""How many facts of a core are tried to be done without, one by one."""

_GOALS = -1
"""What is asked for in the beginning; all else that is kept is a fact, by its number."""

Goal = tuple[Edge, Term]
"""A term over the state before an edge, where that is taken."""


def supporting(system: TransitionSystem, predicates: Predicates, goals: Iterable[Goal], until: float) -> Predicates | None:
    """The facts that `goals` follow from, and those that keep these facts; None where that is not shown before `until`, a moment of
    the monotonic clock. Inputs are bounded by the guards already.
    """
    found = _Support(system, predicates, goals, until)
    if not found.complete():
        return None
    found.thin()
    return found.predicates()


class _Support:
    """What is kept, and for each of its goals the facts that this follows from."""

    def __init__(self, system: TransitionSystem, predicates: Predicates, goals: Iterable[Goal], until: float) -> None:
        self._system, self._places, self._until = system, tuple(predicates), until
        asked = list(goals)
        self._solvers = _Solvers(system, predicates, asked, (time.monotonic() + until) / 2)
        self._asked: dict[int, list[Goal]] = {_GOALS: asked}
        self._cores: dict[int, list[frozenset[int]]] = {}

    def complete(self) -> bool:
        """Find a core for each goal, and for all that is needed then; whether there is one for each."""
        waiting = [_GOALS]
        for own in waiting:
            self._cores[own] = []
            for goal in self._goals(own):
                core = self._solvers.core(goal, self._until, range(len(self._solvers.facts)), waiting)
                if core is None:
                    return False
                self._cores[own].append(core)
                waiting += sorted(core.difference(waiting))
        return True

    def thin(self) -> None:
        """Do without one fact after another, from the end, where the less telling ones are."""
        for fact in reversed(range(len(self._solvers.facts))):
            needed = self._reached()
            if fact in needed and time.monotonic() < self._until:
                self._try_without(fact, [own for own in needed if own != fact])

    def _try_without(self, fact: int, others: Collection[int]) -> None:
        anew: list[tuple[int, int, frozenset[int]]] = []
        for own in others:
            for number, (goal, core) in enumerate(zip(self._goals(own), self._cores[own], strict=True)):
                if fact in core:
                    found = self._solvers.core(goal, self._until, others, others, _TRIED)
                    if found is None:
                        return
                    anew.append((own, number, found))
        for own, number, found in anew:
            self._cores[own][number] = found

    def predicates(self) -> Predicates:
        """The facts that are needed."""
        needed, facts = set(self._reached()), self._solvers.facts
        return {place: conjunction([fact for number, (at, fact) in enumerate(facts) if at == place and number in needed])
                for place in self._places}

    def _reached(self) -> list[int]:
        """What the goals follow from, with themselves."""
        waiting = [_GOALS]
        for own in waiting:
            waiting += sorted(frozenset[int]().union(*self._cores[own]).difference(waiting))
        return waiting

    def _goals(self, own: int) -> list[Goal]:
        """What is to be shown of a fact along each edge to its place."""
        if own not in self._asked:
            place, fact = self._solvers.facts[own]
            self._asked[own] = [(e, after(self._system, e, fact)) for e in self._system.edges if e.target == place]
        return self._asked[own]


class _Solvers:
    """A solver for each edge, an assumption for each fact before it and for each goal behind it that is denied; `facts` with their
    places. Smaller cores are tried for until `trying`, a moment of the monotonic clock."""

    def __init__(self, system: TransitionSystem, predicates: Predicates, goals: Sequence[Goal], trying: float) -> None:
        self.facts = [(place, fact) for place, term in sorted(predicates.items()) for fact in conjuncts(term)]
        self._system, self._asked, self._trying = system, goals, trying
        self._translator = Translator(system.width)
        self._made: dict[int, tuple[Questions, dict[Term, int]]] = {}

    def core(self, goal: Goal, until: float, allowed: Collection[int], free: Collection[int],
             seconds: float = _NEEDED) -> frozenset[int] | None:
        """Those of the `allowed` facts from which a goal follows, `free` ones before others; None where it is not shown so soon."""
        edge, term = goal
        if time.monotonic() >= until:
            return None
        solver, denials = self._solver(edge)
        denied = denials[term]
        own = [n for n, (place, _) in enumerate(self.facts) if place == edge.source and n in allowed]
        cheap = [n for n in own if n in free]
        seconds = min(seconds, until - time.monotonic())
        found = _refuted(solver, denied, cheap, min(seconds, _TRIED) if len(cheap) < len(own) else seconds)
        if found is not None or len(cheap) == len(own):
            return found
        return _core(solver, denied, own, cheap, min(seconds, until - time.monotonic()), self._trying)

    def _solver(self, edge: Edge) -> tuple[Questions, dict[Term, int]]:
        """The solver of an edge, in which facts have their numbers; and those of the denials, by their goals."""
        if id(edge) not in self._made:
            goals = [after(self._system, edge, fact) for place, fact in self.facts if place == edge.target]
            goals = list(dict.fromkeys([*goals, *(term for own, term in self._asked if own is edge)]))
            before = [conjunction([fact, *of_alike(edge, fact)]) if place == edge.source else TRUE for place, fact in self.facts]
            solver = Questions([edge.guard], before, goals, self._translator, _NEEDED)
            self._made[id(edge)] = solver, {goal: len(before) + number for number, goal in enumerate(goals)}
        return self._made[id(edge)]


def _core(solver: Questions, denied: int, facts: Collection[int], free: Collection[int], seconds: float,
          until: float) -> frozenset[int] | None:
    """Facts with which a solver refutes what is `denied`, few not `free` ones as far as that is easily tried, and `until` a moment
    of the monotonic clock; None where it does not in so many seconds."""
    core = _refuted(solver, denied, facts, seconds)
    costly = [] if core is None else sorted(core.difference(free))[: _SINGLY]
    for fact in costly:
        if core is not None and fact in core and time.monotonic() < until:
            fewer = [n for n in facts if n != fact and (n in core or n in free)]
            core = found if (found := _refuted(solver, denied, fewer, _TRIED)) is not None else core
    return core


def _refuted(solver: Questions, denied: int, facts: Collection[int], seconds: float) -> frozenset[int] | None:
    """The facts of an unsatisfiable core of some and what is denied; None where the solver finds none so soon."""
    if solver.holds_with([denied, *facts], [denied], seconds) != set():
        return None
    return frozenset(solver.needed - {denied})
