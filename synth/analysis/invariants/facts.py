"""Facts about the states of a program that hold whenever its loop heads are reached: seen in runs, and shown inductive."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType

from synth import terms
from synth.algebra.equations import multiplies, without_products
from synth.analysis.certificates.kinds import Predicates
from synth.analysis.certificates.paths import state_behind
from synth.analysis.invariants.candidates import distances, facts, facts_where, sums, whole_sums
from synth.analysis.invariants.congruences import congruences, divides, unsigned_quotients
from synth.analysis.invariants.equalities import equations, inductive_equations
from synth.analysis.invariants.houdini import Houdini, all_of
from synth.analysis.invariants.program_predicates import phases, program_predicates
from synth.analysis.ranking.samples import bits
from synth.analysis.simulation.simulator import Runs, Simulator, State, constants_of
from synth.analysis.systems.relevance import light, principal_variables, tells_shapes
from synth.analysis.systems.rewriting import rewritten
from synth.analysis.systems.slices import together
from synth.booleans import FALSE, TRUE, conjunction, conjuncts, disjunction
from synth.checking.validity.prover import Fails, valid
from synth.pace import soon
from synth.terms import Term, name_of
from synth.transition import Kind, TransitionSystem, symbols

_HOUDINI, _EQUATIONS, _APART, _MULTIPLES, _MODEL = 4.0, 1.0, 1.0, 12.0, 0.2
_SHARE = 0.25
"""How much of the time there is facts are dropped for at most, where that is more."""

_IMAGINED, _BITS = 8, 3
"""How many states of an edge are imagined, and how many bits are chosen in each."""

_SHORT, _SMALL = (2048, 64), (6, 12)
"""How many runs, of how many steps, tell which sums are multiples; of eight of them six begin with numbers up to 12, so that lists
are walked several times."""

_PHASES = 6
"""How many comparisons tell phases of a loop apart."""


@dataclass(frozen=True)
class Facts:
    """Facts about the states of loop heads that hold of all states seen: those that are inductive from the entry, and others."""

    kept: dict[int, list[Term]]
    left: dict[int, list[Term]]


def facts_of(system: TransitionSystem, runs: Runs, deadline: float, extremes: bool = False,
             more: Mapping[int, Sequence[Term]] | None = None, equal: Mapping[int, Sequence[Term]] | None = None,
             only_seen: bool = False) -> Facts:
    """What is known of each loop head: linear equations by algebra, then simple facts, and `more` ones, by solvers; of heads that
    no run came to first that none does.

    extremes    also bounds by the least and the greatest words that were seen
    equal       the equations, where they are known already
    only_seen   whether of heads that no run came to no more is asked than that
    """
    constants = (*constants_of(system), *(_extremes(system, runs) if extremes else ()))
    heads = [p.number for p in system.of_kind(Kind.HEAD)]
    equal = linear_equations(system, runs, deadline) if equal is None else equal

    def candidates(head: int, states: Sequence[State]) -> list[Term]:
        own = set(map(id, equal.get(head, ())))
        others = [*equations(system, states, 1), *facts(system, states, constants, head), *(more or {}).get(head, ())]
        return [f for f in dict.fromkeys(others) if id(f) not in own]

    def inductive(found: Mapping[int, Sequence[Term]]) -> dict[int, list[Term]]:
        simple = {head: [f for f in own if not multiplies(f, shifts=True)] for head, own in found.items()}
        return kept_by_edges(system, all_of(equal), deadline).inductive(simple)

    left = {head: candidates(head, runs.states[head]) if head in runs.states else [FALSE] for head in heads}
    kept = inductive(left)
    if not only_seen and (lost := [head for head in heads if head not in runs.states and not kept[head]]):
        twins = {head: twin for head in lost if (twin := _twin(system, head, kept)) is not None}
        left |= {head: [FALSE, *equal.get(twin, ()), *left[twin]] for head, twin in twins.items()}
        left |= {head: [FALSE, *candidates(head, imagined(system, head, left, deadline))] for head in lost if head not in twins}
        again = system.reached(lost)  # what was dropped there, as nothing was known before it, may be kept now
        kept = inductive({head: left[head] if head in again else kept[head] for head in heads})
    found = {head: [*equal.get(head, ()), *facts] for head, facts in kept.items()}
    shown = {head: set(map(id, own)) for head, own in found.items()}
    return Facts(found, {h: [f for f in own if id(f) not in shown[h]] for h, own in left.items()})


def _twin(system: TransitionSystem, head: int, known: Mapping[int, Sequence[Term]]) -> int | None:
    """Another head of the same loop, of lists in the same shape, of which facts are known; None for none."""
    def told(number: int) -> tuple[int | None, int | None, str]:
        place = system.places[number]
        return place.line, place.column, place.shape

    return next((h for h, facts in known.items() if h != head and facts and not any(f is FALSE for f in facts)
                 and told(h) == told(head) and system.places[h].shape), None)


def stated_facts(system: TransitionSystem, runs: Runs, equal: Mapping[int, Sequence[Term]], deadline: float) -> Predicates:
    """The equations of each loop head, and what the program itself compares there, as far as it is inductive with them; of heads
    that no run came to that none does."""
    stated = {head: [*program_predicates(system, head, states, others=False), *sums(system, head, states)]
              for head, states in runs.states.items()}
    stated |= {p.number: [FALSE] for p in system.of_kind(Kind.HEAD) if p.number not in runs.states}
    known = all_of(equal)
    return together([known, all_of(kept_by_edges(system, known, deadline).inductive(stated))])


def multiples(system: TransitionSystem, runs: Runs, equal: Mapping[int, Sequence[Term]], known: Predicates,
              deadline: float) -> Predicates | None:
    """The equations of each loop head, sums of lists, and which sums are multiples of words that the program divides by, or, of
    lists, equal quotients that it asserts, as far as that is inductive with them and what is `known`; None where there are no such
    sums. Many short runs tell these from what is so by chance."""
    heads = system.of_kind(Kind.HEAD)
    if not any(divides(e.guard) for e in system.edges) and not (tells_shapes(system) and unsigned_quotients(system)):
        return None
    more = Simulator(system, 0, *_SHORT, small=_SMALL).once().states
    seen = {p.number: [*more.get(p.number, ()), *runs.states.get(p.number, ())] for p in heads}
    found = congruences(system, seen)
    if not any(found.values()):
        return None
    others = {p.number: [*equal.get(p.number, ()), *(() if seen[p.number] else (FALSE,))] for p in heads}
    return with_sums(system, found, others, known, soon(_MULTIPLES, deadline))


def with_sums(system: TransitionSystem, found: Mapping[int, Sequence[Term]], others: Mapping[int, Sequence[Term]],
              known: Predicates, deadline: float) -> Predicates:
    """What is `known`, sums of lists and `others`, as far as these are inductive with it whatever products and remainders are, and
    then facts that are `found` of remainders, as far as they are inductive with all that."""
    premises = together([known, all_of(whole_sums_with(system, others, deadline, known, products=False))])
    return together([premises, all_of(kept_by_edges(system, premises, deadline).inductive(found))])


def apart(system: TransitionSystem, runs: Runs, known: Predicates, deadline: float) -> dict[int, list[Term]]:
    """Inductive bounds of differences of words, of each loop head."""
    constants = constants_of(system)
    found = {head: distances(system, head, states, constants) for head, states in runs.states.items()}
    return kept_by_edges(system, known, soon(_APART, deadline)).inductive(found)


def linear_equations(system: TransitionSystem, runs: Runs, deadline: float) -> dict[int, list[Term]]:
    """Linear equations of each loop head that are shown inductive."""
    seen = {p.number: runs.states.get(p.number, []) for p in system.of_kind(Kind.HEAD)}
    return inductive_equations(system, seen, {}, 1, soon(_EQUATIONS, deadline))


def whole_sums_with(system: TransitionSystem, others: Mapping[int, Sequence[Term]], deadline: float,
                    known: Predicates = MappingProxyType({}), products: bool = True) -> dict[int, list[Term]]:
    """Other facts of loop heads, and that the sums of all lengths of lists do not wrap around and have bounds, as far as that is
    inductive together with what is `known`, without `products` whatever products and remainders are; of the bounds of a sum the
    least one, which says all that the others do."""
    easy = system if products else replace(system, edges=tuple(replace(e, guard=without_products(e.guard)) for e in system.edges))
    told = {head.number: [*others.get(head.number, ()), *whole_sums(system, head.number)] for head in system.of_kind(Kind.HEAD)}
    return {head: _least(own) for head, own in kept_by_edges(easy, known, deadline).inductive(told).items()}


def _least(known: Sequence[Term]) -> list[Term]:
    """Some facts, of those that bound the same word from above the one that bounds it most."""
    least: dict[Term, int] = {}
    for fact in known:
        if (bound := _bound(fact)) is not None:
            least[fact.arguments[0]] = min(bound, least.get(fact.arguments[0], bound))
    return [fact for fact in dict.fromkeys(known) if (bound := _bound(fact)) is None or bound == least[fact.arguments[0]]]


def _bound(fact: Term) -> int | None:
    """What a word is at most, where a fact says that."""
    return fact.arguments[1].data if name_of(fact) == "ule" and isinstance(fact.arguments[1].data, int) else None


def imagined(system: TransitionSystem, head: int, likely: Mapping[int, Sequence[Term]], deadline: float) -> list[State]:
    """States of a head that no run came to: some in which an edge from elsewhere may leave one there, reached or not, where what is
    `likely` of other heads holds."""
    found: list[State] = []
    for edge in system.edges:
        if edge.target == head and edge.source != head and time.monotonic() < deadline:
            before = [f for f in likely.get(edge.source, ()) if f is not FALSE]
            for seed in range(_IMAGINED):
                asked = islice(bits(system, seed), _BITS if seed else 0)
                answer = valid(terms.apply("eq", conjunction([edge.guard, *before, *asked]), 0), system.width, _MODEL)
                if isinstance(answer, Fails):
                    found.append(state_behind(system, edge, defaultdict(int, answer.values)))
    return found


def kept_by_edges(system: TransitionSystem, premises: Predicates, deadline: float, patience: float = 0.0) -> Houdini:
    """What drops facts of loop heads that an edge from the entry or a loop head breaks, in a few seconds unless it has patience.

    Where there are many words, conditions that tell many of them, as reads of arrays are, are taken for true.
    """
    heads = {p.number for p in system.of_kind(Kind.HEAD)}
    edges = [rewritten(e, premises.get(e.source, TRUE), system.width) for e in system.edges
             if e.target in heads and (e.source in heads or e.source == 0)]
    if len(principal_variables(system)) < len(system.variables):
        edges = [replace(e, guard=light(e.guard)) for e in edges]
    now = time.monotonic()
    until = deadline if patience else min(deadline, max(soon(_HOUDINI), now + _SHARE * (deadline - now)))
    return Houdini(system, edges, premises, until, patience=patience)


def invariants_of(system: TransitionSystem, runs: Runs, deadline: float, guarded: bool = False) -> dict[int, list[Term]]:
    """Per loop head the facts that hold of all states seen and are inductive from the entry; `guarded`: also of those states only
    in which the loop goes on.
    """
    constants, heads = constants_of(system), [p.number for p in system.of_kind(Kind.HEAD)]
    kept = facts_of(system, runs, deadline).kept
    far = apart(system, runs, all_of(kept), deadline) if guarded else {}
    kept = {head: [*own, *far.get(head, ())] for head, own in kept.items()}
    there: dict[int, list[Term]] = {}
    for head, goes_on in {h: _stays(system, h) for h in heads if guarded}.items():
        if goes_on is not None:  # what does not hold always may hold there
            there[head] = facts_where(system, head, goes_on, runs.states.get(head, []), constants, kept[head])
    more = kept_by_edges(system, all_of(kept), deadline).inductive(there) if there else {}
    return {head: [*kept[head], *more.get(head, ())] for head in heads}


def phase_facts(system: TransitionSystem, states: Mapping[int, Sequence[State]], known: Predicates) -> dict[int, list[Term]]:
    """Per loop head what holds, of the states seen, only where a comparison that the program decides by holds, or only where not.

    Loops that do one thing first and another later have such invariants.
    """
    constants, found = constants_of(system), dict[int, list[Term]]()
    for head, seen in states.items():
        already = list(conjuncts(known.get(head, TRUE)))
        for condition in phases(system, seen)[:_PHASES]:
            for side in (condition, terms.apply("eq", condition, 0)):
                found.setdefault(head, []).extend(facts_where(system, head, side, seen, constants, already))
    return found


def _stays(system: TransitionSystem, head: int) -> Term | None:
    """Where a loop goes on, if its state alone says that."""
    names = {v.name for v in system.variables}
    guards = [e.guard for e in system.leaving(head) if system.places[e.target].kind is Kind.HEAD]
    return disjunction(guards) if guards and symbols(guards) <= names else None


def _extremes(system: TransitionSystem, runs: Runs) -> Iterator[int]:
    sign = 1 << (system.width - 1)
    for variable in system.variables:
        seen = [state[variable.name] for states in runs.states.values() for state in states]
        if seen:
            yield from (min(seen), max(seen), min(s ^ sign for s in seen) ^ sign, max(s ^ sign for s in seen) ^ sign)
