"""Calls that return, of an open system: random runs of it, in which each call that is passed over is run by itself.

What they show is only guessed from: a call begins with the words of its contract as they are, and others as they were at the last
place before it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence

from synth import terms
from synth.analysis.contracts.sites import Site, begins_of, sites
from synth.analysis.simulation.simulator import constants_of
from synth.evaluation.integers import Integers
from synth.operators import Operator
from synth.terms import Term, TermKind, name_of
from synth.transition import Callee, Edge, Kind, TransitionSystem, Variable

_DEEPEST, _STEPS, _MOST, _SMALL = 80, 400, 1000, 24
"""How many calls within each other are run, how many steps each has, how many calls are run from the entry, and as many others; how
small the words are that are tried most."""

Words = tuple[int, ...]
"""Those of a call, in the order of its callee."""

Values = dict[int, int]
"""What terms come to, by their identity; those that are not known yet are left out."""


class Calls:
    """Runs a system, and keeps the calls that return: by the name of the callee, `reached` from the entry or others, `tried`."""

    def __init__(self, system: TransitionSystem, seed: int, deadline: float) -> None:
        self._system, self._deadline = system, deadline
        self._random, self._domain = random.Random(seed), Integers(system.width)
        self._spoken_of = constants_of(system)
        self._followed = {callee.followed for callee in system.callees}
        self._places = {p.number: _Place(system, p.number) for p in system.places}
        self._begins = {callee.name: begins_of(system, callee) for callee in system.callees}
        self._known: dict[tuple[str, Words], Words | None] = {}
        self.reached: dict[str, list[Words]] = {callee.name: [] for callee in system.callees}
        self.tried: dict[str, list[Words]] = {callee.name: [] for callee in system.callees}
        self._found, self._most = self.reached, _MOST

    def run(self, times: int) -> None:
        """Run the program so many times, and as many calls with random words, as far as there is time."""
        start = {v.name: 0 for v in self._system.variables}
        for _ in range(times):
            self._go(None, 0, start, 0)
        self._found, self._most = self.tried, len(self._known) + _MOST
        for callee in self._system.callees:
            for _ in range(times):
                words = [self._word(w) for w in callee.words[:callee.parameters + callee.changed]]
                self._call(callee, tuple(words), {v.name: self._word(v) for v in self._system.variables}, 0)

    def _word(self, variable: Variable) -> int:
        mask, kind = (1 << variable.bits) - 1, self._random.randrange(10)
        if kind < 6:
            return self._random.randrange(_SMALL if kind < 4 else 4) & mask
        return (self._random.choice(self._spoken_of) if kind < 8 else self._random.getrandbits(variable.bits)) & mask

    def _call(self, callee: Callee, known: Words, state: Mapping[str, int], depth: int) -> Words | None:
        """All words of a call that begins with some; None where it does not return, as far as is seen."""
        key, begins = (callee.name, known), self._begins[callee.name]
        if key not in self._known:
            if not begins or depth > _DEEPEST or len(self._known) > self._most or time.monotonic() > self._deadline:
                return None
            self._known[key] = None
            state = {**state, **dict(zip(callee.holders, known, strict=True))}
            self._known[key] = found = self._go(callee, self._random.choice(begins), state, depth + 1)
            if found is not None:
                self._found[callee.name].append(found)
        return self._known[key]

    def _go(self, callee: Callee | None, place: int, state: Mapping[str, int], depth: int) -> Words | None:
        """The words of the call of `callee` that returns at the end of a run from a place; None for another end."""
        for _ in range(_STEPS):
            step = _Step(self._places[place], callee, state, self, depth)
            edge = step.taken()
            if edge is None:
                return None
            if self._system.places[edge.target].kind is not Kind.HEAD:
                return step.returned
            place, state = edge.target, step.behind(self._system, edge)
        return None

    def chosen(self, variable: Variable) -> int:
        """A word for an input; no call is followed."""
        return 0 if variable.text in self._followed else self._word(variable)

    def result(self, site: Site, known: Words, state: Mapping[str, int], depth: int) -> Words | None:
        """The words of a call at a site."""
        return self._call(site.callee, known, state, depth)

    def apply(self, op: Operator, arguments: Sequence[int]) -> int:
        """What an operator gives."""
        return int(op(self._domain, *arguments))

    def constant(self, term: Term) -> int:
        """The word that a constant, or the width, is."""
        return self._domain.constant(term.data if isinstance(term.data, int) else self._domain.width)


class _Place:
    """The edges from a place, all terms of their guards, and the sites in these."""

    def __init__(self, system: TransitionSystem, place: int) -> None:
        self.edges = list(system.leaving(place))
        guards = [e.guard for e in self.edges]
        self.nodes = terms.postorder(*guards)
        self.sites = {id(site.term): site for site in sites(system, guards)}
        self.chooses = {id(word): site for site in self.sites.values() if not site.shown
                        for word in site.returned if word.kind is TermKind.SYMBOL}
        self.inputs = {i.name: i for e in self.edges for i in e.inputs if id(i.term) not in self.chooses}


class _Step:
    """One step from a place: terms are evaluated as far as inputs are known, and calls are run where a guard depends on them."""

    def __init__(self, place: _Place, callee: Callee | None, state: Mapping[str, int], calls: Calls, depth: int) -> None:
        self._place, self._callee, self._state, self._calls, self._depth = place, callee, state, calls, depth
        self._words = {**state, **{name: calls.chosen(i) for name, i in place.inputs.items()}}
        self._values: Values = {}
        self._passed: set[int] = set()
        self.returned: Words | None = None

    def taken(self) -> Edge | None:
        """The edge whose guard holds; None where there is none, or that is not known."""
        while True:
            for node in self._place.nodes:
                if id(node) not in self._values and (value := self._value(node)) is not None:
                    self._values[id(node)] = value
            edges = [e for e in self._place.edges if self._values.get(id(e.guard), 1)]
            if not edges or id(edges[0].guard) in self._values:
                return edges[0] if edges else None
            if not self._resolved(edges[0].guard):
                return None

    def behind(self, system: TransitionSystem, edge: Edge) -> dict[str, int]:
        """The state behind an edge."""
        for node in terms.postorder(*edge.update):
            if id(node) not in self._values:
                value = self._value(node)
                self._values[id(node)] = 0 if value is None else value
        return {v.name: self._values[id(u)] for v, u in zip(system.variables, edge.update, strict=True)}

    def _value(self, node: Term) -> int | None:
        """What a term comes to; None where that depends on calls that were not run."""
        match node.kind, node.data:
            case TermKind.SYMBOL, str(name):
                return self._words.get(name)
            case TermKind.APPLY, Operator() as op:
                found = [self._values.get(id(a)) for a in node.arguments]
                whole = [v for v in found if v is not None]
                return self._calls.apply(op, whole) if len(whole) == len(found) else _early(node, found)
            case TermKind.CALL, _:
                return self._held(node)
        return self._calls.constant(node)

    def _held(self, node: Term) -> int | None:
        """That a predicate holds: of a call that was run, and where one returns."""
        site = self._place.sites[id(node)]
        found = [self._values.get(id(a)) for a in node.arguments]
        whole = tuple(v for v in found if v is not None)
        if site.shown and len(whole) == len(found):
            self.returned = whole if site.callee is self._callee else self.returned
            return 1
        return 1 if id(node) in self._passed else None

    def _resolved(self, node: Term) -> bool:
        """Run the first call that a term depends on; whether it returns."""
        while True:
            site = self._place.chooses.get(id(node)) or self._place.sites.get(id(node))
            waiting = site.known if site is not None and not site.shown else node.arguments
            unknown = [a for a in waiting if id(a) not in self._values]
            if not unknown:
                return site is not None and self._run(site)
            node = unknown[0]

    def _run(self, site: Site) -> bool:
        known = tuple(self._values[id(a)] for a in site.known)
        words = None if id(site.term) in self._passed else self._calls.result(site, known, self._state, self._depth)
        if words is None:
            return False
        self._passed.add(id(site.term))
        chosen = zip(site.returned, words[len(known):], strict=True)
        self._words.update({str(a.data): word for a, word in chosen if a.kind is TermKind.SYMBOL})
        return True


def _early(node: Term, values: Sequence[int | None]) -> int | None:
    """What a term comes to already, some of its operands unknown."""
    name = name_of(node)
    if name == "ite" and values[0] is not None:
        return values[1 if values[0] else 2]
    if name == "and" and 0 in values:
        return 0
    if name == "or" and node.boolean and any(values):
        return 1
    if name == "implies" and (values[0] == 0 or values[1]):
        return 1
    return None


def states_of(callee: Callee, calls: Sequence[Words]) -> Iterator[dict[str, int]]:
    """Calls as states of the words of their callee."""
    return (dict(zip((w.name for w in callee.words), words, strict=True)) for words in calls)
