"""Sets of states that a run need never leave: recurrence sets and danger invariants, generalised from runs that were seen.

Where a run comes back to a state, its cycle is such a set. Else the facts that all its states share are cut down to what the chosen
edges keep (`houdini`), and it is asked whether a state with these facts always has a chosen way on, or to the failing assertion.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from synth import terms
from synth.analysis.atoms import facts
from synth.analysis.certificates import Choices, DangerInvariant, RecurrenceSet, Step
from synth.analysis.houdini import Houdini, all_of
from synth.analysis.obligations import chosen, conjunction, disjunction, obligations
from synth.analysis.prover import Valid, valid
from synth.analysis.ranking import Ranker
from synth.analysis.runs import Lasting, Move, State
from synth.evaluation import integers
from synth.terms import Term
from synth.transition import Kind, TransitionSystem

_CYCLE = 24
_TRIAL = 2.0


def recurrence_sets(system: TransitionSystem, runs: Sequence[Lasting], constants: Sequence[int],
                    deadline: float) -> Iterator[RecurrenceSet]:
    """Recurrence sets that the runs suggest, each shown closed."""
    for run in runs:
        choices = _choices(system, run.steps)
        if choices is None or time.monotonic() > deadline:
            continue
        sets = _cycle(run) or _generalised(system, run, choices, constants, deadline)
        start = _start(system, run, sets)
        if start is not None:
            found = RecurrenceSet(run.steps[:start], sets, choices)
            if _shown(system, found, deadline):
                yield found


def danger_invariants(system: TransitionSystem, runs: Sequence[Lasting], constants: Sequence[int],
                      deadline: float) -> Iterator[DangerInvariant]:
    """Danger invariants that the runs suggest, each shown closed and ranked."""
    for run in runs:
        choices = _choices(system, run.steps)
        if choices is None or time.monotonic() > deadline:
            continue
        choices = _completed(system, choices)
        sets = _generalised(system, run, choices, constants, deadline)
        start = _start(system, run, sets)
        ranks = _ranks(system, sets, choices, run, deadline) if start is not None else None
        if ranks is not None:
            found = DangerInvariant(run.steps[:start], sets, choices, ranks)
            if _shown(system, found, deadline):
                yield found


def _choices(system: TransitionSystem, steps: Sequence[Step]) -> dict[int, dict[str, Term]] | None:
    """The constants that each edge's inputs keep after the first steps of a run; None where they change."""
    found: dict[int, dict[str, int]] = {}
    for step in steps[1:]:
        if found.setdefault(step.edge, dict(step.inputs)) != step.inputs:
            return None
    return {e: {n: terms.constant(v) for n, v in inputs.items()} for e, inputs in found.items()}


def _completed(system: TransitionSystem, choices: Choices) -> dict[int, dict[str, Term]]:
    """Choices for edges to failing assertions, too: what their inputs are does not matter often, so 0."""
    found = {e: dict(by) for e, by in choices.items()}
    for number, edge in enumerate(system.edges):
        if system.places[edge.target].kind is Kind.ERROR:
            found.setdefault(number, {i.name: terms.constant(0) for i in edge.inputs})
    return found


def _cycle(run: Lasting) -> dict[int, Term] | None:
    """The states of a run's cycle, where it has a short one."""
    seen: dict[tuple[int, tuple[int, ...]], int] = {}
    for i, (place, state) in enumerate(zip(run.places, run.states, strict=True)):
        key = place, tuple(state.values())
        if key in seen:
            if i - seen[key] > _CYCLE:
                return None
            members: dict[int, list[Term]] = {}
            for k in range(seen[key], i):
                members.setdefault(run.places[k], []).append(_exactly(run.states[k]))
            return {p: disjunction(states) for p, states in members.items()}
        seen[key] = i
    return None


def _exactly(state: State) -> Term:
    return conjunction([terms.symbol(n) == v for n, v in state.items()])


def _generalised(system: TransitionSystem, run: Lasting, choices: Choices, constants: Sequence[int],
                 deadline: float) -> dict[int, Term]:
    """What the later states of a run have in common, as far as the chosen edges keep it."""
    tail: dict[int, list[State]] = {}
    for place, state in list(zip(run.places, run.states, strict=True))[len(run.places) // 4:]:
        tail.setdefault(place, []).append(state)
    edges = [chosen(system, e, choices) for e in choices if system.edges[e].source in tail and system.edges[e].target in tail]
    known = {p: facts(system, states, constants) for p, states in tail.items()}
    until = min(deadline, time.monotonic() + _TRIAL)
    return all_of(Houdini(system, edges, {}, until).inductive(known))


def _start(system: TransitionSystem, run: Lasting, sets: Mapping[int, Term]) -> int | None:
    """After how many steps the run is in the sets."""
    for i, (place, state) in enumerate(zip(run.places, run.states, strict=True)):
        if i and place in sets and integers.evaluate(sets[place], state, {}, system.width):
            return i
    return None


def _shown(system: TransitionSystem, found: RecurrenceSet | DangerInvariant, deadline: float) -> bool:
    return all(isinstance(valid(o.formula, system.width, max(0.1, min(_TRIAL, deadline - time.monotonic()))), Valid)
               for o in obligations(system, found))


def _ranks(system: TransitionSystem, sets: Mapping[int, Term], choices: Choices, run: Lasting,
           deadline: float) -> dict[int, tuple[Term, ...]] | None:
    """Ranks of the chosen ways within the sets, where these are left only to a failing assertion."""
    numbers = [n for n in choices if system.edges[n].source in sets]
    edges = [chosen(system, n, choices) for n in numbers]
    for place, states in sets.items():
        ways = disjunction([e.guard for e in edges if e.source == place])
        if not isinstance(valid(states.implies(ways), system.width, _TRIAL), Valid):
            return None
    restricted = replace(system, edges=tuple(edges))
    moves = [Move(numbers.index(s.edge), run.states[i]) for i, s in enumerate(run.steps) if s.edge in numbers]
    return Ranker(restricted, frozenset(sets), sets, moves, min(deadline, time.monotonic() + 4 * _TRIAL)).ranks()
