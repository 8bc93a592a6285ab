"""What a certificate claims, as formulas that have to be valid and runs that have to exist (thesis, Definitions of chapter 7).

Nothing here searches; the search and the checker share these definitions only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import is_

from synth import terms
from synth.analysis.certificates.kinds import (
    Certificate,
    Choices,
    DangerInvariant,
    Predicates,
    Ranking,
    RecurrenceSet,
    SafetyInvariant,
    Step,
    Trace,
    Unwinding,
)
from synth.analysis.certificates.paths import Path, end_of, impossible, state_behind, unwound
from synth.booleans import FALSE, TRUE, conjunction, conjuncts, disjunction
from synth.evaluation import integers
from synth.terms import Term, replaced
from synth.transition import Edge, Kind, TransitionSystem, remembering, symbols


@dataclass(frozen=True)
class Obligation:
    """A Boolean term over variables and inputs that has to be valid, and what it says."""

    name: str
    formula: Term


def after(system: TransitionSystem, edge: Edge, term: Term) -> Term:
    """A term over the state behind an edge as one over the state before it."""
    names = symbols((term,))
    by = {v.name: u for v, u in zip(system.variables, edge.update, strict=True) if v.name in names}
    return replaced(term, by)


def before(edge: Edge, fact: Term) -> Term:
    """What a fact about all states of the place before an edge says where that is taken."""
    return conjunction([fact, edge.guard, *of_alike(edge, fact)])


def of_alike(edge: Edge, fact: Term) -> list[Term]:
    """What a fact about all states of the place before an edge says of the other states that there are where that is taken."""
    parts = list(conjuncts(fact)) if edge.alike else []
    return [said for own in edge.alike for part in parts if (said := own.of(part)) is not TRUE]


def bounded(system: TransitionSystem) -> TransitionSystem:
    """The same system, where the guard of each edge says that inputs of fewer bits than a word are below 2^bits."""
    edges = tuple(_bounded(e, system.width) for e in system.edges)
    return system if all(map(is_, edges, system.edges)) else replace(system, edges=edges)


def _bounded(edge: Edge, width: int) -> Edge:
    said = set(map(id, conjuncts(edge.guard)))
    limits = [i.in_range for i in edge.inputs if i.bits < width]
    more = [limit for limit in limits if id(limit) not in said]
    return replace(edge, guard=conjunction([edge.guard, *more])) if more else edge


def chosen(system: TransitionSystem, number: int, choices: Choices) -> Edge:
    """The edge with its inputs chosen; inputs without a choice stay free. ValueError for a choice of anything else."""
    edge, by = system.edges[number], choices.get(number, {})
    if not by:
        return edge
    if others := set(by) - {i.name for i in edge.inputs}:
        raise ValueError(f"edge {number} has no input {min(others)}")
    return Edge(edge.source, edge.target, replaced(edge.guard, by), tuple(replaced(u, by) for u in edge.update),
                tuple(i for i in edge.inputs if i.name not in by))


def lower(before: tuple[Term, ...], behind: tuple[Term, ...]) -> Term:
    """Whether the second rank is below the first, lexicographically and unsigned."""
    if len(before) != len(behind):
        raise ValueError(f"ranks of {len(before)} and {len(behind)} words")
    result = FALSE
    for a, b in zip(reversed(before), reversed(behind), strict=True):
        result = (b < a) | ((b == a) & result) if result is not FALSE else b < a
    return result


def falling(system: TransitionSystem, edge: Edge, ranks: Mapping[int, tuple[Term, ...]]) -> Term:
    """Whether the rank of the place behind an edge is below that of the place before it."""
    return lower(ranks[edge.source], tuple(after(system, edge, r) for r in ranks[edge.target]))


def subject(system: TransitionSystem, certificate: Certificate | None) -> TransitionSystem:
    """What a certificate speaks of: the system itself, or the one that remembers."""
    memory = certificate.memory if isinstance(certificate, Ranking) else None
    return system if memory is None else remembering(system, memory)


def claimed(system: TransitionSystem, certificate: Certificate) -> TransitionSystem:
    """The system that a claim is checked on: what is beyond limits counts for all runs, and for none that is named."""
    match certificate:
        case Ranking() | Unwinding(safe=False):
            return system.cautious(ends=True)
        case SafetyInvariant() | Unwinding():
            return system.cautious(ends=False)
    return system.within_limits()


def inductive(system: TransitionSystem, invariants: Predicates) -> Iterator[Obligation]:
    """The invariants hold whenever their places are reached."""
    if 0 in invariants:
        yield Obligation("the invariant of the entry holds of all words", invariants[0])
    for number, edge in enumerate(system.edges):
        if edge.target in invariants:
            premise = before(edge, invariants.get(edge.source, TRUE))
            yield Obligation(f"edge {number} keeps the invariant of place {edge.target}",
                             premise.implies(after(system, edge, invariants[edge.target])))


def _read(system: TransitionSystem, predicates: Predicates, words: Iterable[Term] = ()) -> None:
    """ValueError for a predicate that is no Boolean, and for terms over anything but the variables."""
    for place, predicate in predicates.items():
        if not predicate.boolean:
            raise ValueError(f"the predicate of place {place} is a word")
    known = {v.name for v in system.variables}
    for node in terms.postorder(*predicates.values(), *words):
        if node.kind is terms.TermKind.CALL or (node.kind is terms.TermKind.SYMBOL and node.data not in known):
            raise ValueError(f"{node.data} is no variable of the program")


def obligations(system: TransitionSystem, certificate: Certificate) -> Iterator[Obligation]:
    """All that has to be valid; the runs of a certificate are checked by `run_of`. ValueError where it is no certificate at all."""
    system = bounded(subject(claimed(system, certificate), certificate))
    match certificate:
        case SafetyInvariant(invariants):
            _read(system, invariants)
            yield from inductive(system, invariants)
            for number, edge in enumerate(system.edges):
                if system.places[edge.target].kind is Kind.ERROR:
                    yield Obligation(f"edge {number} to a failing assertion is never taken",
                                     terms.apply("eq", before(edge, invariants.get(edge.source, TRUE)), 0))
        case Ranking(invariants, ranks):
            _read(system, invariants, (r for rank in ranks.values() for r in rank))
            yield from inductive(system, invariants)
            for number, edge in enumerate(system.edges):
                if any({edge.source, edge.target} <= c for c in system.components):
                    premise = before(edge, invariants.get(edge.source, TRUE))
                    yield Obligation(f"edge {number} lowers the rank", premise.implies(falling(system, edge, ranks)))
        case RecurrenceSet(_, sets, choices):
            yield from _closed(system, sets, choices, {}, False)
        case DangerInvariant(_, sets, choices, ranks):
            yield from _closed(system, sets, choices, ranks, True)
        case Unwinding(rounds, safe):
            yield from _unwound(system, rounds, safe)
        case Trace():
            return


def _unwound(system: TransitionSystem, rounds: Mapping[int, int], safe: bool) -> Iterator[Obligation]:
    """The paths into failing assertions are impossible, where that is claimed, and those that come to a loop head too often."""
    def ends(path: Path, visit: int, alone: bool) -> bool:
        return visit > rounds[end_of(system, path)]

    for length, level in enumerate(unwound(system, ends), 1):
        if level.failing and safe:
            yield Obligation(f"no path of {length} edges leads to a failing assertion", impossible(level.failing))
        if level.beyond:
            yield Obligation(f"no path of {length} edges comes to a loop head more often than is said", impossible(level.beyond))


def _closed(system: TransitionSystem, sets: Predicates, choices: Choices, ranks: Mapping[int, tuple[Term, ...]],
            danger: bool) -> Iterator[Obligation]:
    """From every state of a set some chosen edge leads into a set again, or to a failing assertion; ranks, where given, fall."""
    _read(system, sets, (*(r for rank in ranks.values() for r in rank), *(c for by in choices.values() for c in by.values())))
    for place, states in sets.items():
        ways = []
        for number in (n for n, e in enumerate(system.edges) if e.source == place):
            edge = chosen(system, number, choices)
            if edge.inputs:
                continue
            if danger and system.places[edge.target].kind is Kind.ERROR:
                ways.append(edge.guard)
            elif edge.target in sets:
                stays = edge.guard & after(system, edge, sets[edge.target])
                if danger:
                    stays = stays & falling(system, edge, ranks)
                ways.append(stays)
        yield Obligation(f"the set of place {place} is closed", states.implies(disjunction(ways)))


def run_of(system: TransitionSystem, steps: tuple[Step, ...]) -> list[tuple[int, dict[str, int]]]:
    """The places and states of a run from the entry, whose own state is all 0; ValueError where a step cannot be taken."""
    place, state = 0, {v.name: 0 for v in system.variables}
    run = [(place, state)]
    for step in steps:
        if not 0 <= step.edge < len(system.edges):
            raise ValueError(f"there is no edge {step.edge}")
        edge = system.edges[step.edge]
        if {i.name for i in edge.inputs} != set(step.inputs) or any(step.inputs[i.name] >> i.bits for i in edge.inputs):
            raise ValueError(f"edge {step.edge} has other inputs")
        words = {**state, **step.inputs}
        if edge.source != place or not integers.evaluate(edge.guard, words, {}, system.width):
            raise ValueError(f"edge {step.edge} cannot be taken from place {place} at {state}")
        state = state_behind(system, edge, words)
        place = edge.target
        run.append((place, state))
    return run


def prefix_of(certificate: Certificate) -> tuple[Step, ...] | None:
    """The run that a certificate claims to exist."""
    match certificate:
        case RecurrenceSet(prefix, _, _) | DangerInvariant(prefix, _, _, _) | Trace(prefix):
            return prefix
    return None


def ends_well(system: TransitionSystem, certificate: Certificate) -> bool:
    """Whether the run of a certificate exists and ends where it has to."""
    steps, system = prefix_of(certificate), claimed(system, certificate)
    if steps is None:
        return True
    try:
        place, state = run_of(system, steps)[-1]
    except ValueError:
        return False
    match certificate:
        case Trace():
            return system.places[place].kind is Kind.ERROR
        case RecurrenceSet(_, sets, _) | DangerInvariant(_, sets, _, _):
            return place in sets and bool(integers.evaluate(sets[place], state, {}, system.width))
    return False
