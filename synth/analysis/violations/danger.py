"""Danger invariants, generalised from runs whose inputs keep their values from some step on (thesis, Definition of TDI).

With its choices made, the program is a deterministic one that starts in one state. That its run ends, and ends in a failing
assertion, is asked of the searches for ranks and for safety invariants: nothing but a failing assertion may be reached where the
run ends. The run is followed for millions of steps first (`compiled`), to see whether it fails, and which states it passes.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from synth import terms
from synth.algebra.folding import folded
from synth.analysis.certificates.kinds import DangerInvariant, Found, Predicates, SafetyInvariant, Step, Trace
from synth.analysis.certificates.minimisation import safe_part
from synth.analysis.certificates.obligations import chosen, obligations
from synth.analysis.certificates.paths import state_behind
from synth.analysis.invariants.search import safety_invariants
from synth.analysis.ranking.ranking import ranks_within
from synth.analysis.simulation.compiled import Compiled, Followed
from synth.analysis.simulation.simulator import Lasting, Move, Runs, State
from synth.booleans import TRUE, disjunction
from synth.checking.validity.prover import Valid, valid
from synth.errors import SynthError
from synth.evaluation import integers
from synth.terms import Term
from synth.transition import Edge, Kind, Place, TransitionSystem

_SHORT = 4000
"""The most steps of a run that is told as it is."""

_TRIAL, _TRIED, _SLIM = 2.0, 3, 0.5
_LEAPS = 1 << 20, 1 << 24, 1 << 29
"""How many steps runs are followed for: the first number all, the last one those that are left and that there is time for."""

Known = tuple[Lasting, Followed]


class Dangers:
    """Looks at lasting runs of a system. Where runs cannot be compiled, only at what was seen of them already."""

    def __init__(self, system: TransitionSystem) -> None:
        self._system = system
        try:
            self._compiled: Compiled | None = Compiled(system)
        except SynthError:
            self._compiled = None

    def of(self, runs: Sequence[Lasting], seconds: float) -> Iterator[Found]:
        """Certificates that the runs suggest, within about `seconds`: traces, and danger invariants that were shown to be some."""
        until = time.monotonic() + seconds
        failing, open_ = self._followed(different(runs), seconds / 2)
        for run, followed in (*failing, *open_[:_TRIED]):
            if followed.ended and run.start + followed.steps <= _SHORT:
                yield Found(Trace(self._told(run, followed)), "execution")
            elif time.monotonic() < until:
                yield from self._generalised(run, followed, until)

    def _followed(self, runs: Sequence[Lasting], seconds: float) -> tuple[list[Known], list[Known]]:
        """Runs that fail, and some of which nobody knows, each followed: many of them for a while, a few for long."""
        if self._compiled is None:
            return [], [(run, Followed(tuple(zip(run.places, run.states, strict=True))[run.start:], 0, False)) for run in runs]
        failing: list[Known] = []
        open_ = [(run, Followed((), 0, False)) for run in runs]
        for steps in _LEAPS:
            until, left = time.monotonic() + seconds / len(_LEAPS), []
            for run, known in open_:
                if time.monotonic() > until or len(failing) == _TRIED:
                    left.append((run, known))
                    continue
                followed = self._compiled.follow(*run.begin, run.kept, steps, until)
                if self._system.places[followed.place].kind is Kind.ERROR:
                    failing.append((run, followed))
                elif not followed.ended:
                    left.append((run, followed))
            open_ = left
            if failing:
                break
        return failing, [(run, followed) for run, followed in open_ if followed.seen]

    def _told(self, run: Lasting, followed: Followed) -> tuple[Step, ...]:
        """Every step of a run."""
        steps, (place, state) = list(run.steps[:run.start]), run.begin
        for _ in range(followed.steps):
            number, edge, words = self._taken(place, state, run.kept)
            steps.append(Step(number, {i.name: words[i.name] for i in edge.inputs}))
            place, state = edge.target, state_behind(self._system, edge, words)
        return tuple(steps)

    def _taken(self, place: int, state: State, kept: Mapping[str, int]) -> tuple[int, Edge, Mapping[str, int]]:
        for number, edge in enumerate(self._system.edges):
            words = {**{i.name: kept.get(i.name, 0) for i in edge.inputs}, **state}
            if edge.source == place and integers.evaluate(edge.guard, words, {}, self._system.width):
                return number, edge, words
        raise ValueError(f"no edge can be taken from place {place}")

    def _generalised(self, run: Lasting, followed: Followed, deadline: float) -> Iterator[Found]:
        system = self._system
        choices = {n: {i.name: terms.constant(run.kept.get(i.name, 0)) for i in e.inputs} for n, e in enumerate(system.edges)}
        seen = [(p, s) for p, s in followed.seen if system.places[p].kind is Kind.HEAD]
        states: dict[int, list[State]] = {}
        for place, state in seen:
            states.setdefault(place, []).append(state)
        decided = determined(system, choices, seen[0], set(states))
        ended = system.places[followed.place].kind is Kind.ERROR
        for found in safety_invariants(decided, Runs(states), deadline, ended, rich=True):
            assert isinstance(found.certificate, SafetyInvariant)
            every = found.certificate.invariants
            moves = list(self._moves(seen, run.kept))
            few = safe_part(decided, every, _SLIM)  # which make ranks easy to find, but may be too few
            for sets in (of_all(states, own) for own in (few, every)):
                ranks = ranks_within(system, sets, choices, moves, min(deadline, time.monotonic() + _TRIAL))
                if ranks is not None:
                    danger = DangerInvariant(run.steps[:run.start], sets, choices, ranks)
                    if _shown(system, danger, deadline):
                        yield Found(danger, "generalised run")
                        break
            return

    def _moves(self, seen: Sequence[tuple[int, State]], kept: Mapping[str, int]) -> Iterator[Move]:
        for place, state in seen[:: max(1, len(seen) // 64)]:
            yield Move(self._taken(place, state, kept)[0], state)


def different(runs: Sequence[Lasting]) -> list[Lasting]:
    """The runs that have settled, each once."""
    settled = {(run.begin[0], *run.begin[1].values(), *run.kept.values()): run for run in reversed(runs) if run.settled is not None}
    return list(settled.values())[::-1]


def of_all(heads: Iterable[int], predicates: Predicates) -> Predicates:
    """What invariants say of some loop heads, of each something."""
    return {head: predicates.get(head, TRUE) for head in heads}


def determined(system: TransitionSystem, choices: Mapping[int, Mapping[str, Term]], start: tuple[int, State],
               heads: set[int], end: Kind | None = Kind.ERROR) -> TransitionSystem:
    """The program that starts at a place in a state and makes the choices, whose assertion fails where the system ends in another
    way than `end` (None: in any way), gets stuck, or gets to another place than `heads`.
    """
    place, state = start
    begin = Edge(0, place, terms.constant(True), tuple(terms.constant(state[v.name]) for v in system.variables))
    edges = [_folded(chosen(system, n, choices), system.width) for n, e in enumerate(system.edges) if e.source in heads]
    stuck = len(system.places)
    for head in sorted(heads):
        ways = disjunction([e.guard for e in edges if e.source == head])
        edges.append(Edge(head, stuck, folded(terms.apply("eq", ways, 0), system.width), begin.update))
    kinds = {p.number: p.kind if p.number in heads or p.kind is Kind.ENTRY else Kind.EXIT if p.kind is end else Kind.ERROR
             for p in system.places}
    places = [*(replace(p, kind=kinds[p.number]) for p in system.places), Place(stuck, Kind.ERROR)]
    return replace(system, places=tuple(places), edges=(begin, *edges))


def _folded(edge: Edge, width: int) -> Edge:
    return replace(edge, guard=folded(edge.guard, width), update=tuple(folded(u, width) for u in edge.update), alike=())


def _shown(system: TransitionSystem, found: DangerInvariant, deadline: float) -> bool:
    return all(isinstance(valid(o.formula, system.width, max(0.1, min(_TRIAL, deadline - time.monotonic()))), Valid)
               for o in obligations(system, found))
