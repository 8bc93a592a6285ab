"""Slices: the part of a program that one question depends on, as a program of its own (Weiser, Program slicing, ICSE 1981).

A slice has fewer variables, and conditions on the others are taken for true. So it has every run of the program, as far as its
variables tell: what is inductive in a slice is inductive in the program. Loops that change none of its variables are passed by.
A program of k loops that have nothing to do with each other costs what k programs of one loop cost.

Where it loses: a proof that needs a condition on what was left out is found in the whole program only.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import or_

from synth import terms
from synth.analysis.certificates.kinds import Found, Predicates, Ranks
from synth.analysis.certificates.obligations import after
from synth.booleans import FALSE, TRUE, conjunction, conjuncts, disjunction
from synth.terms import Term, replaced
from synth.transition import Edge, Kind, TransitionSystem, symbols, symbols_of_each

_GROWTH = 2
"""How many more edges there may be where a loop is passed by."""

_TIMES = 2
"""How many times as large as the whole program its slices may be together."""

SLICES_SHARE = 0.4
"""The share of the time that slices have before the whole program."""

SLICE_RUNS = 192, 64
"""How many runs of a slice are made, and of how many steps: there may be many slices."""

Bypass = Callable[[Predicates], Term]
"""The invariant of a place that is passed by, from those of its neighbours."""


@dataclass(frozen=True, eq=False)
class Slice:
    """A part of a program: `system` has numbers of its own for the places, `places` are those of the program.

    goals     what it is made for: places of the program
    live      for each place of the slice the variables that matter there; the others are 0
    bypassed  the places that are passed by, in that order, each with its invariant from those of its neighbours
    """

    system: TransitionSystem
    places: tuple[int, ...]
    goals: frozenset[int]
    live: tuple[frozenset[str], ...]
    bypassed: tuple[tuple[int, Bypass], ...]

    @property
    def own_goals(self) -> frozenset[int]:
        """The goals by the numbers of the slice."""
        return frozenset(n for n, place in enumerate(self.places) if place in self.goals)

    def lifted(self, invariants: Predicates) -> dict[int, Term]:
        """Inductive invariants of the slice, which exclude its failures, as such of the program."""
        found = {self.places[n]: self._of_what_matters(n, term) for n, term in invariants.items()}
        for place, invariant in reversed(self.bypassed):
            found[place] = invariant(found)
        return {place: term for place, term in found.items() if place != 0 and term is not TRUE}

    def lifted_ranks(self, ranks: Ranks) -> dict[int, tuple[Term, ...]]:
        """Ranks of the slice's own goals as ranks of the program."""
        return {self.places[n]: tuple(self._of_what_matters(n, part) for part in rank)
                for n, rank in ranks.items() if n in self.own_goals}

    def _of_what_matters(self, place: int, term: Term) -> Term:
        others = symbols((term,)) - self.live[place]
        return replaced(term, dict.fromkeys(others, terms.constant(0))) if others else term


def slices_to_failures(system: TransitionSystem) -> list[Slice]:
    """A slice for each failing assertion, or for several that speak of the same; none where one has the whole program."""
    flow, wanted = _Flow(system), list[tuple[int, frozenset[int]]]()
    for place in system.of_kind(Kind.ERROR):
        names, goal = flow.relevant(frozenset((place.number,))), frozenset((place.number,))
        near = next((i for i, (known, _) in enumerate(wanted) if names | known in (names, known)), None)
        if near is None:
            wanted.append((names, goal))
        else:
            wanted[near] = wanted[near][0] | names, wanted[near][1] | goal
    return _smaller(system, [flow.slice_to(goal, names) for names, goal in wanted])


def slices_to_nests(system: TransitionSystem, thin: bool = False) -> list[Slice]:
    """A slice for each nest of loops; none where one has the whole program.

    thin   whether it is only of the first that each way round asks of words that change there, as loops ask first whether they end
    """
    flow = _Flow(system)
    return _smaller(system, [flow.slice_to(nest, flow.relevant(nest, thin)) for nest in system.components])


def _smaller(system: TransitionSystem, slices: list[Slice]) -> list[Slice]:
    """The slices; none where one has the whole program, or all together are several times as large."""
    whole, made = _size(system), [_size(s.system) for s in slices]
    return slices if whole not in made and sum(v * h for v, h in made) <= _TIMES * whole[0] * whole[1] else []


def _size(system: TransitionSystem) -> tuple[int, int]:
    return len(system.variables), len(system.of_kind(Kind.HEAD))


class _Flow:
    """What depends on what in a program; sets of variables are the bits of a number.

    By edge: what its guard speaks of, what it sets, and of those that it does not set to constants what their values depend on.
    """

    def __init__(self, system: TransitionSystem) -> None:
        self._system = system
        self._bits = bits = {v.name: 1 << i for i, v in enumerate(system.variables)}
        words = [own for e in system.edges for own in map(e.with_known, symbols_of_each([e.guard, *e.update]))]
        masks = iter([sum(bits.get(name, 0) for name in own) for own in words])
        self._guard, self._set, self._from = list[int](), list[int](), list[list[tuple[int, int]]]()
        for edge in system.edges:
            self._guard.append(next(masks))
            own = [(1 << i, next(masks)) for i in range(len(system.variables))]
            changed = [(bit, mask) for (bit, mask), v, u in zip(own, system.variables, edge.update, strict=True) if u is not v.term]
            self._set.append(sum(bit for bit, _ in changed))
            self._from.append([(bit, mask) for bit, mask in changed if mask])
        self._nests = [frozenset(i for i, e in enumerate(system.edges) if {e.source, e.target} <= c) for c in system.components]

    def relevant(self, goal: frozenset[int], thin: bool = False) -> int:
        """The variables that a goal depends on: by what edges to it, or around it, ask; by values; by how often loops go round.

        thin   whether of what edges ask only the first counts that is about words which change in the loop
        """
        system, edges, guards = self._system, self._towards(goal), self._first if thin else self._guard
        asked = [i for i in edges if system.edges[i].target in goal and (
            system.edges[i].source in goal or system.places[system.edges[i].target].kind is Kind.ERROR)]
        live = self._live(edges, -1)
        names, more = 0, reduce(or_, (guards[i] for i in asked), 0)
        while more & ~names:
            names |= more
            for i in edges:
                more |= self._before(i, names & live[system.edges[i].target])
            for nest in self._nests:
                if any(self._set[i] & names & live[system.edges[i].target] for i in nest if i in edges):
                    sources = {system.edges[i].source for i in nest}
                    more |= reduce(or_, (guards[i] for i in edges if system.edges[i].source in sources), 0)
        return names

    @cached_property
    def _first(self) -> list[int]:
        """By edge within a nest, the variables of the first condition about some that change there; of other edges none."""
        found = [0] * len(self._system.edges)
        for nest in self._nests:
            changing = reduce(or_, (self._set[i] for i in nest), 0)
            for i in nest:
                asked = symbols_of_each(list(conjuncts(self._system.edges[i].guard)))
                masks = [sum(self._bits.get(name, 0) for name in own) for own in asked]
                found[i] = next((mask for mask in masks if mask & changing), 0)
        return found

    def slice_to(self, goal: frozenset[int], names: int) -> Slice:
        """The slice to a goal, of some variables."""
        system, edges = self._system, self._towards(goal)
        kept = [i for i in range(len(system.variables)) if names >> i & 1]
        gone = {v.name for i, v in enumerate(system.variables) if not names >> i & 1}
        small = replace(system, variables=tuple(system.variables[i] for i in kept), edges=tuple(
            _restricted(system.edges[i], kept, gone) for i in sorted(edges)))
        live = small.needed
        small = replace(small, edges=tuple(
            e if system.places[e.target].kind is Kind.ERROR else _reduced(small, e, live[e.target]) for e in small.edges))
        left, bypassed = _passed_by(small, goal, live)
        small = replace(small, edges=tuple(left))
        places = sorted({0, *goal, *(p for e in small.edges for p in (e.source, e.target))})
        numbers = {place: n for n, place in enumerate(places)}
        own = replace(small, places=tuple(replace(system.places[p], number=n) for p, n in numbers.items()),
                      edges=tuple(replace(e, source=numbers[e.source], target=numbers[e.target]) for e in small.edges))
        return Slice(own, tuple(places), goal, tuple(live[p] for p in places), tuple(bypassed))

    def _towards(self, goal: Collection[int]) -> frozenset[int]:
        """The numbers of the edges on ways to a goal; those that leave the goal's loops are not on any."""
        before: dict[int, list[int]] = {}
        for edge in self._system.edges:
            before.setdefault(edge.target, []).append(edge.source)
        reached, waiting = set(goal), list(goal)
        while waiting:
            for source in before.get(waiting.pop(), ()):
                if source not in reached:
                    reached.add(source)
                    waiting.append(source)
        return frozenset(i for i, e in enumerate(self._system.edges) if e.source in reached and e.target in reached)

    def _live(self, edges: Collection[int], names: int) -> list[int]:
        """For each place which of some variables matter after it, on some edges."""
        live, changed = [0] * len(self._system.places), True
        ordered = sorted(edges, reverse=True)
        while changed:
            changed = False
            for i in ordered:
                edge = self._system.edges[i]
                more = (live[edge.target] & ~self._set[i] | self._guard[i] | self._before(i, live[edge.target])) & names
                changed |= more & ~live[edge.source] != 0
                live[edge.source] |= more
        return live

    def _before(self, edge: int, names: int) -> int:
        """What decides the values that an edge gives to some variables."""
        return reduce(or_, (mask for bit, mask in self._from[edge] if bit & names), 0)


def _restricted(edge: Edge, kept: Sequence[int], gone: Collection[str]) -> Edge:
    parts = list(conjuncts(edge.guard))
    guard = conjunction([c for c, names in zip(parts, symbols_of_each(parts), strict=True) if names.isdisjoint(gone)])
    return replace(edge, update=tuple(edge.update[i] for i in kept), guard=guard, alike=edge.alike_without(gone))


def _reduced(system: TransitionSystem, edge: Edge, live: Collection[str]) -> Edge:
    """An edge without conditions on inputs that nothing else speaks of; variables that do not matter behind it are 0 there."""
    update = tuple(u if v.name in live else terms.constant(0) for v, u in zip(system.variables, edge.update, strict=True))
    names = {v.name for v in system.variables} | symbols(update)
    waiting, guard = list(conjuncts(edge.guard)), list[Term]()
    while found := [i for i, c in enumerate(waiting) if symbols((c,)) & names]:
        guard += [waiting[i] for i in found]
        names |= symbols(guard)
        waiting = [c for i, c in enumerate(waiting) if i not in found]
    return replace(edge.with_inputs(names), guard=conjunction(guard), update=update)


def _passed_by(system: TransitionSystem, goal: Collection[int],
               live: Sequence[Collection[str]]) -> tuple[list[Edge], list[tuple[int, Bypass]]]:
    """The edges where loops are passed by that change nothing when they go round, and the invariants of these loops."""
    at: dict[int, dict[int, Edge]] = {p.number: {} for p in system.places}
    for edge in system.edges:
        at[edge.source][id(edge)] = at[edge.target][id(edge)] = edge
    waiting = dict.fromkeys(p for p in _idle(system, live) if p not in goal and at[p])
    bypassed, before = list[tuple[int, Bypass]](), -1
    while len(bypassed) > before:
        before = len(bypassed)
        for place in tuple(waiting):
            if (way := _bypass(system, place, at[place].values(), live)) is not None:
                bypassed.append((place, way[0]))
                del waiting[place]
                for edge in at.pop(place).values():
                    for other in {edge.source, edge.target} - {place}:
                        del at[other][id(edge)]
                for edge in way[1]:
                    at[edge.source][id(edge)] = at[edge.target][id(edge)] = edge
    left = {id(e): e for edges in at.values() for e in edges.values()}
    return list(left.values()), bypassed


def _idle(system: TransitionSystem, live: Sequence[Collection[str]]) -> list[int]:
    """The loop heads in nests that change nothing, however often they go round."""
    moving = [c for c in system.components if not all(
        _changes_nothing(system, e, live[e.target]) for e in system.edges if {e.source, e.target} <= c)]
    return [p.number for p in system.of_kind(Kind.HEAD) if not any(p.number in c for c in moving)]


def _bypass(system: TransitionSystem, place: int, own: Collection[Edge],
            live: Sequence[Collection[str]]) -> tuple[Bypass, list[Edge]] | None:
    """The invariant of a place, and the edges past it; None where it is not to be passed by."""
    into, out = [e for e in own if e.source != place], [e for e in own if e.target != place]
    if any(e.alike for e in own):  # what is known of inputs would be lost
        return None
    if len(into) * len(out) > len(into) + len(out) + _GROWTH:
        return None
    if not all(_changes_nothing(system, e, live[place]) for e in own if e.source == e.target):
        return None
    if not any(e.inputs for e in out):
        invariant = _from_behind(system, out)
    elif all(_changes_nothing(system, e, live[place]) and not e.inputs and _speaks_of(e, live) for e in into):
        invariant = _from_before(into)
    else:
        return None
    return invariant, [_joined(system, a, b) for a in into for b in out]


def _changes_nothing(system: TransitionSystem, edge: Edge, live: Collection[str]) -> bool:
    return all(u is v.term for v, u in zip(system.variables, edge.update, strict=True) if v.name in live)


def _speaks_of(edge: Edge, live: Sequence[Collection[str]]) -> bool:
    """Whether all that may be known before an edge is known of variables that matter behind it."""
    known = symbols((edge.guard,)).union(live[edge.source] if edge.source else ())
    return known <= set(live[edge.target])


def _from_before(into: list[Edge]) -> Bypass:
    return lambda known: disjunction([conjunction([known.get(e.source, TRUE), e.guard]) for e in into])


def _from_behind(system: TransitionSystem, out: list[Edge]) -> Bypass:
    def invariant(known: Predicates) -> Term:
        return conjunction([_implied(e.guard, after(system, e, _of(system, known, e.target))) for e in out])

    return invariant


def _of(system: TransitionSystem, known: Predicates, place: int) -> Term:
    return FALSE if system.places[place].kind is Kind.ERROR else known.get(place, TRUE)


def _implied(guard: Term, term: Term) -> Term:
    return TRUE if term is TRUE else guard.implies(term)


def _joined(system: TransitionSystem, first: Edge, second: Edge) -> Edge:
    """Two edges as one; inputs of the second that are called like some of the first have names of their own."""
    taken = {i.name for i in first.inputs}
    fresh: Mapping[str, str] = {i.name: f"{i.name}+{second.source}" for i in second.inputs if i.name in taken}
    inputs = tuple(replace(i, name=fresh.get(i.name, i.name)) for i in second.inputs)
    by = {v.name: u for v, u in zip(system.variables, first.update, strict=True)}
    by |= {old.name: new.term for old, new in zip(second.inputs, inputs, strict=True)}
    return Edge(first.source, second.target, conjunction([first.guard, replaced(second.guard, by)]),
                tuple(replaced(u, by) for u in second.update), (*first.inputs, *inputs))


def all_solved(searches: Iterable[Iterator[Found | None]], until: float) -> list[Found] | None:
    """What each of some searches finds, which take turns; None where one has found nothing when time is up."""
    found: dict[int, Found] = {}
    waiting = deque(enumerate(searches))
    while waiting and time.monotonic() < until:
        number, search = waiting.popleft()
        try:
            answer = next(search)
        except StopIteration:
            return None
        if answer is None:
            waiting.append((number, search))
        else:
            found[number] = answer
    return None if waiting else [found[n] for n in sorted(found)]


def together(parts: Iterable[Predicates]) -> dict[int, Term]:
    """Invariants that hold together."""
    found: dict[int, Term] = {}
    for part in parts:
        for place, term in part.items():
            found[place] = conjunction([found.get(place, TRUE), term])
    return found


def by_all(found: Iterable[Found]) -> str:
    """What found some certificates."""
    return ", ".join(dict.fromkeys(f.by for f in found))
