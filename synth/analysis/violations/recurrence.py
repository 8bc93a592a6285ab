"""Sets of states that a run need never leave: recurrence sets, generalised from runs that were seen.

Some loop heads a run need never leave, whatever its state. Where a run comes back to a state, its cycle is such a set. Else the
facts that all its states share are cut down to what the chosen edges keep (`houdini`), and it is asked whether a state with these
facts always has a chosen way on.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from synth import terms
from synth.analysis.certificates.kinds import Choices, RecurrenceSet, Step
from synth.analysis.certificates.obligations import chosen, obligations
from synth.analysis.invariants.candidates import facts
from synth.analysis.invariants.houdini import Houdini, all_of
from synth.analysis.simulation.simulator import Lasting, State
from synth.analysis.systems.justified import justifying
from synth.booleans import TRUE, conjunction, disjunction
from synth.checking.validity.prover import Valid, valid
from synth.checking.validity.translator import Translator
from synth.evaluation import integers
from synth.terms import Term
from synth.transition import Edge, Kind, TransitionSystem

_CYCLE, _ROUNDS, _TRIED = 96, 8, 24
"""How long the cycles are that are looked for, how many of the lengths that a run's cycle may have are tried, and how many runs."""
_TRIAL, _ANY_STATE = 2.0, 0.2
"""For how long a set may be generalised; for how long it is asked whether a run can go on from any state of a loop head."""


def recurrence_sets(system: TransitionSystem, runs: Sequence[Lasting], constants: Sequence[int],
                    deadline: float) -> Iterator[RecurrenceSet]:
    """Recurrence sets that the runs suggest, each shown closed: cycles first, which are found soon."""
    translator, left = Translator(system.width), list[Lasting]()
    for run in runs[:_TRIED]:
        cycle = _cycle(system, run, deadline)
        if cycle is None:
            left.append(run)
        else:
            yield from _begun(system, run, *cycle, deadline)
    for run in left:
        choices = _choices(run.steps[run.start:])
        if time.monotonic() > deadline:
            return
        if choices is not None:
            sets = _generalised(system, run, choices, constants, deadline, translator)
            yield from _begun(system, run, sets, choices, deadline)


def _begun(system: TransitionSystem, run: Lasting, sets: Mapping[int, Term], choices: Choices,
           deadline: float) -> Iterator[RecurrenceSet]:
    """The recurrence set of some sets that a run comes to, where it is shown closed."""
    start = _start(system, run, sets)
    if start is not None:
        found = RecurrenceSet(run.steps[:start], sets, choices)
        if _shown(system, found, deadline):
            yield found


def never_left(system: TransitionSystem, runs: Sequence[Lasting], deadline: float) -> Iterator[RecurrenceSet]:
    """All states of the loop heads that a run need never leave, with inputs of 0, for the first of the runs that comes there."""
    choices = {n: {i.name: terms.constant(0) for i in e.inputs} for n, e in enumerate(system.edges) if e.inputs}
    edges, heads = [chosen(system, n, choices) for n in range(len(system.edges))], {p.number for p in system.of_kind(Kind.HEAD)}
    while left := [h for h in heads if not _goes_on(system, [e for e in edges if e.source == h and e.target in heads], deadline)]:
        heads.difference_update(left)
    sets = dict.fromkeys(sorted(heads), TRUE)
    for run in runs if sets else ():
        if (start := _start(system, run, sets)) is not None:
            yield RecurrenceSet(run.steps[:start], sets, {n: by for n, by in choices.items() if system.edges[n].source in sets})
            return


def _goes_on(system: TransitionSystem, edges: Sequence[Edge], deadline: float) -> bool:
    """Whether from every state one of some edges can be taken."""
    seconds = min(_ANY_STATE, deadline - time.monotonic())
    return seconds > 0 and isinstance(valid(disjunction([e.guard for e in edges]), system.width, seconds), Valid)


def _choices(steps: Sequence[Step]) -> Choices | None:
    """The constants that each edge's inputs are in some steps; None where they change."""
    found: dict[int, dict[str, int]] = {}
    for step in steps:
        if found.setdefault(step.edge, dict(step.inputs)) != step.inputs:
            return None
    return {e: {n: terms.constant(v) for n, v in inputs.items()} for e, inputs in found.items()}


def _cycle(system: TransitionSystem, run: Lasting, deadline: float) -> tuple[dict[int, Term], Choices] | None:
    """The states of the cycle that a run ends with, where it has a short one, by the words that decide whether it goes on there,
    and what it chooses."""
    edges, last = [step.edge for step in run.steps], len(run.steps)
    rounds = [n for n in range(1, min(_CYCLE, last - 1) + 1) if run.places[last] == run.places[last - n]
              and edges[max(1, last - 2 * n):last - n] == edges[max(1 + n, last - n):last]]
    for n in rounds[:_ROUNDS]:
        if time.monotonic() > deadline:
            return None
        choices = _choices(run.steps[last - n:])
        sets = None if choices is None else _around(system, run, choices, range(last - n, last))
        if sets is not None and choices is not None:
            return sets, choices
    return None


def _around(system: TransitionSystem, run: Lasting, choices: Choices, cycle: range) -> dict[int, Term] | None:
    """The states of some steps by the words that decide that they are made again and again; None where these words change."""
    edges = [chosen(system, run.steps[i].edge, choices) for i in cycle]
    needed, behind = list[frozenset[str]](), list[dict[str, frozenset[str]]]()
    for edge, i in zip(edges, cycle, strict=True):
        taken, *updates = justifying((edge.guard, *edge.update), run.states[i], system.width)
        needed.append(taken)
        behind.append({v.name: names for v, names in zip(system.variables, updates, strict=True)})
    again = True
    while again:
        again = False
        for n in reversed(range(len(cycle))):
            more = needed[n].union(*(behind[n][name] for name in needed[(n + 1) % len(cycle)]))
            again |= more != needed[n]
            needed[n] = more
    if any(run.states[cycle.start][name] != run.states[cycle.stop][name] for name in needed[0]):
        return None
    members: dict[int, list[Term]] = {}
    for names, i in zip(needed, cycle, strict=True):
        members.setdefault(run.places[i], []).append(
            conjunction([v.term == run.states[i][v.name] for v in system.variables if v.name in names]))
    return {place: disjunction(states) for place, states in members.items()}


def _generalised(system: TransitionSystem, run: Lasting, choices: Choices, constants: Sequence[int],
                 deadline: float, translator: Translator) -> dict[int, Term]:
    """What the later states of a run have in common, as far as the chosen edges keep it."""
    tail: dict[int, list[State]] = {}
    for place, state in list(zip(run.places, run.states, strict=True))[len(run.places) // 4:]:
        tail.setdefault(place, []).append(state)
    edges = [chosen(system, e, choices) for e in choices if system.edges[e].source in tail and system.edges[e].target in tail]
    known = {p: facts(system, states, constants) for p, states in tail.items()}
    until = min(deadline, time.monotonic() + _TRIAL)
    return all_of(Houdini(system, edges, {}, until, translator).inductive(known))


def _start(system: TransitionSystem, run: Lasting, sets: Mapping[int, Term]) -> int | None:
    """After how many steps the run is in the sets."""
    for i, (place, state) in enumerate(zip(run.places, run.states, strict=True)):
        if i and place in sets and integers.evaluate(sets[place], state, {}, system.width):
            return i
    return None


def _shown(system: TransitionSystem, found: RecurrenceSet, deadline: float) -> bool:
    return all(isinstance(valid(o.formula, system.width, max(0.1, min(_TRIAL, deadline - time.monotonic()))), Valid)
               for o in obligations(system, found))
