"""Ranks of loop nests: lexicographic, one component after the other.

A component is a word that no way through the nest raises and that some way lowers; where it falls, that way is done with, and what
is left falls apart into smaller nests (Bradley, Manna, Sipma, Linear ranking with reachability, CAV 2005; the thesis's [CT] with
R a tuple). Each component is a one-function synthesis problem: ∃R. ∀x. T(x, x') → R(x) ≥ R(x'), and R(c) > R(c') on one way c. All
heads of a nest share the function.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import le, lt

from synth import terms
from synth.algebra.folding import folded
from synth.analysis.certificates.kinds import Choices
from synth.analysis.certificates.obligations import after, chosen
from synth.analysis.ranking.descent import Descent
from synth.analysis.ranking.linear import LinearRanks
from synth.analysis.ranking.potentials import potentials, rounds_left
from synth.analysis.ranking.quick import find
from synth.analysis.ranking.samples import Samples, Way
from synth.analysis.simulation.simulator import Move
from synth.analysis.systems.relevance import light, principal_variables
from synth.analysis.systems.rewriting import rewritten
from synth.booleans import TRUE, conjunction, disjunction
from synth.checking.validity.prover import Answer, Valid, valid
from synth.checking.validity.translator import Translator
from synth.operators import operator
from synth.program import applied
from synth.specification import Function, Specification
from synth.terms import Term
from synth.transition import Edge, TransitionSystem, symbols

_OPERATORS = tuple(operator(n) for n in ("add", "sub", "neg", "not", "and", "or", "xor", "lshr", "ite", "slt", "sle", "ult", "ule",
                                         "eq", "neq"))
_PROOF = 2.0
_SHARE = 0.4
"""The share of the time left that one component may take."""

_FIRST, _AT_ONCE = 10_000, 1.0
"""How many small words are looked at first, and for how many seconds then a tree of words that falls on every way."""

MOST_COMPONENTS, _WORDS = 24, 16
"""How many components a rank has at most; of how many words it may speak, whatever they are."""

Rank = tuple[Term, ...]


class Ranker:
    """Looks for ranks of one nest, the places `nest`; `moves` are transitions that were seen.

    ahead   whether ranks tell first if the nest is left at once: the others then need to fall only on ways that are gone on from
    most    how many components a rank may have
    quick   whether components for several places are not synthesised, so that it is soon said that there are none

    One `translator` for all nests of a system saves translating what they share anew.
    """

    def __init__(self, system: TransitionSystem, nest: frozenset[int], invariants: Mapping[int, Term], moves: Sequence[Move],
                 deadline: float, ahead: bool = False, most: int = MOST_COMPONENTS, quick: bool = False,
                 translator: Translator | None = None) -> None:
        self._system, self._nest, self._deadline, self._most, self._quick = system, nest, deadline, most, quick
        self._words = tuple(v.term for v in system.variables)
        self._translator = translator or Translator(system.width)
        self._samples = Samples(system, moves, deadline, self._translator)
        self._ways = [self._way(i, e, invariants.get(e.source, TRUE)) for i, e in enumerate(system.edges)
                      if e.source in nest and e.target in nest]

        self._goes_on = {p: self._goes_on_at(p) for p in nest} if ahead else None

    def _way(self, number: int, edge: Edge, known: Term) -> Way:
        """An edge as a way; where there are many words, more of it than there is."""
        edge = rewritten(edge, known, self._system.width)
        if len(principal_variables(self._system)) < len(self._words):
            edge = replace(edge, guard=light(edge.guard))
        return Way(number, edge, known & edge.guard)

    def _goes_on_at(self, place: int) -> Term:
        """Where a way leads on from a place of the nest, as far as its state alone says that."""
        guards = [way.edge.guard for way in self._ways if way.edge.source == place]
        some = disjunction(guards) if symbols(guards) <= {str(w.data) for w in self._words} else TRUE
        return TRUE if self._valid(some) else some

    def _seconds(self) -> float:
        """How long a proof may take."""
        return max(0.05, min(_PROOF, self._deadline - time.monotonic()))

    def _valid(self, claim: Term) -> bool:
        """Whether a claim is shown to hold."""
        return isinstance(self._asked(claim), Valid)

    def _asked(self, claim: Term) -> Answer:
        """What solvers say of a claim."""
        return valid(claim, self._system.width, self._seconds(), translator=self._translator)

    def ranks(self) -> dict[int, Rank] | None:
        """A rank for every place of the nest, all of one length; None where none was found."""
        if self._goes_on is None:
            return self._fallen(self._nest, self._ways, dict.fromkeys(self._nest, ()))
        ways = [Way(w.number, w.edge, w.premise & after(self._system, w.edge, self._goes_on[w.edge.target])) for w in self._ways]
        leads: dict[int, Rank] = {p: (folded(terms.ite(on, 1, 0), self._system.width),) for p, on in self._goes_on.items()}
        return self._fallen(self._nest, [w for w in ways if self._is_possible(w.premise)], leads)

    def _fallen(self, nest: frozenset[int], ways: list[Way],
                found: dict[int, Rank]) -> dict[int, Rank] | None:
        """Ranks that start with those `found`, and that fall on all `ways`."""
        waiting = self._parted(nest, ways, found)
        for _ in range(4 * MOST_COMPONENTS):
            if not waiting:
                return _evened(found)
            part, own = waiting.pop()
            last = len(found[min(part)]) + 1 >= self._most
            rank = self._shifted(own) if len(part) > 1 else None
            rank = rank or self._counted(own) or self._linear(own, last)
            if not self._quick or len(part) == 1:
                rank = rank or self._component(own, last)
            if rank is None and len(left := [w for w in own if self._is_possible(w.premise)]) < len(own):
                waiting += self._parted(part, left, found)
                continue
            if rank is None or len(found[min(part)]) >= self._most:
                return None
            for place in part:
                found[place] = (*found[place], rank[place])
            waiting += self._parted(part, self._left(own, rank), found)
        return None

    def _parted(self, nest: frozenset[int], ways: Sequence[Way],
                found: dict[int, Rank]) -> list[tuple[frozenset[int], list[Way]]]:
        """The nests that the ways make of one, which still have ways; where there are several, ranks tell their order."""
        parts = _nests(nest, ways)
        for place in nest if len(parts) > 1 else ():
            order = next((i for i, (part, _) in enumerate(parts) if place in part), 0)
            found[place] = (*found[place], terms.constant(len(parts) - order))
        return [(part, inner) for part, inner in parts if inner]

    def _is_possible(self, premise: Term) -> bool:
        return not self._valid(terms.apply("eq", premise, 0))

    def _shifted(self, ways: Sequence[Way]) -> dict[int, Term] | None:
        """A word plus a number for each place, where all ways add numbers to it: none raises it, and some lower it."""
        sign = 1 << (self._system.width - 1)
        for shift in potentials(self._words, ways):
            rank = {p: r + sign for p, r in shift.items()}
            claim = conjunction([w.premise.implies(after(self._system, w.edge, rank[w.edge.target]) <= rank[w.edge.source])
                                 for w in ways])
            if time.monotonic() < self._deadline and self._valid(claim):
                return rank
        return None

    def _counted(self, ways: Sequence[Way]) -> dict[int, Term] | None:
        """How often ways are gone that lead a word round to another one: none raises that, and some lower it."""
        for rank in rounds_left(self._words, ways, self._system.width):
            claim = conjunction([w.premise.implies(after(self._system, w.edge, rank) <= rank) for w in ways])
            if time.monotonic() < self._deadline and self._valid(claim):
                return dict.fromkeys(self._nest, rank)
        return None

    def _linear(self, ways: Sequence[Way], last: bool) -> dict[int, Term] | None:
        """Sums of multiples of words, one for each place."""
        variables = [v for v in map(self._system.variables.__getitem__, self._moving(ways)) if not v.floating]
        samples = self._samples.of(ways, (*self._words, *(i.term for way in ways for i in way.edge.inputs))) if variables else []
        if not samples:
            return None
        return LinearRanks(self._system, variables, ways, samples, self._asked, self._until(None)).component(last)

    def _component(self, ways: Sequence[Way], last: bool) -> dict[int, Term] | None:
        """A word that no way raises and some way lowers, or the `last` that may: all; the same for all places."""
        chosen = self._moving(ways)
        words = tuple(self._words[i] for i in chosen)
        function = Function("R", len(words), parameters=tuple(str(w.data) for w in words))
        before = function(*words)
        pairs = [(before, function(*(way.edge.update[i] for i in chosen))) for way in ways]
        inputs = {i.name: i.term for way in ways for i in way.edge.inputs}
        forall = (*self._words, *inputs.values())
        falls, stays = (Specification(
            (function,), forall, conjunction([w.premise.implies(below(b, before)) for w, (_, b) in zip(ways, pairs, strict=True)]),
            self._system.width, operators=_OPERATORS, fixed=True, constants=self._constants(ways)) for below in (lt, le))
        samples = self._samples.of(ways, forall)
        if not samples or time.monotonic() > self._deadline:
            return None
        examples = [s.words for s in samples]
        descent = Descent(stays, pairs, examples, [s.kind for s in samples])
        if last:
            program = find(falls, examples, self._until(None) - time.monotonic())
        else:
            program = descent.run(self._until(None), _FIRST) or find(falls, examples, self._until(_AT_ONCE) - time.monotonic())
            program = program or descent.run(self._until(None))
        return None if program is None else dict.fromkeys(self._nest, applied(program, words))

    def _moving(self, ways: Sequence[Way]) -> list[int]:
        """The words that change on the ways, or that decide something there: what a rank may speak of."""
        named = symbols(t for way in ways for t in (way.edge.guard, *(
            u for w, u in zip(self._words, way.edge.update, strict=True) if u is not w)))
        chosen = [i for i, w in enumerate(self._words) if str(w.data) in named or any(way.edge.update[i] is not w for way in ways)]
        most = {v.name for v in principal_variables(self._system)}
        return chosen if len(chosen) <= _WORDS else [i for i in chosen if str(self._words[i].data) in most]

    def _until(self, seconds: float | None) -> float:
        """When a search has to end that may take some seconds, at most its share of the time left."""
        now = time.monotonic()
        share = (self._deadline - now) * _SHARE
        return now + (share if seconds is None else min(seconds, share))

    @staticmethod
    def _constants(ways: Sequence[Way]) -> tuple[Term, ...]:
        """The constants of the guards and updates: the likely bounds."""
        found = {}
        for way in ways:
            for node in terms.postorder(way.edge.guard, *way.edge.update):
                if node.kind is terms.TermKind.CONSTANT and not node.boolean:
                    found[id(node)] = node
        return (*tuple(found.values())[:6], terms.constant(1) << (terms.WIDTH - 1))

    def _left(self, ways: Sequence[Way], rank: Mapping[int, Term]) -> list[Way]:
        """The ways on which the rank may stay as it is."""
        same = (after(self._system, w.edge, rank[w.edge.target]) == rank[w.edge.source] for w in ways)
        stay = [Way(w.number, w.edge, w.premise & s) for w, s in zip(ways, same, strict=True)]
        return [w for w in stay if self._is_possible(w.premise)]


def ranks_within(system: TransitionSystem, sets: Mapping[int, Term], choices: Choices, moves: Sequence[Move],
                 deadline: float) -> dict[int, tuple[Term, ...]] | None:
    """Ranks of the chosen ways among sets of states; `moves` are such ways that were seen."""
    numbers = [n for n, e in enumerate(system.edges) if e.source in sets and e.target in sets]
    restricted = replace(system, edges=tuple(chosen(system, n, choices) for n in numbers))
    seen = [replace(m, edge=numbers.index(m.edge)) for m in moves if m.edge in numbers]
    return Ranker(restricted, frozenset(sets), sets, seen, deadline).ranks()


def _nests(nest: frozenset[int], ways: Sequence[Way]) -> list[tuple[frozenset[int], list[Way]]]:
    """The strongly connected parts that the ways left make of a nest, in the order of runs, each with its ways."""
    below = {p: {w.edge.target for w in ways if w.edge.source == p} for p in nest}
    reach = {p: _reachable(p, below) for p in nest}
    parts = {frozenset({p} | {q for q in reach[p] if p in reach[q]}) for p in nest}
    ordered = sorted(parts, key=lambda part: -len(reach[min(part)] | {min(part)}))
    return [(part, [w for w in ways if {w.edge.source, w.edge.target} <= part]) for part in ordered]


def _reachable(start: int, below: Mapping[int, set[int]]) -> set[int]:
    found, stack = set[int](), [start]
    while stack:
        for after_ in below[stack.pop()] - found:
            found.add(after_)
            stack.append(after_)
    return found


def _evened(ranks: Mapping[int, tuple[Term, ...]]) -> dict[int, tuple[Term, ...]]:
    """Ranks of one length: shorter ones are filled up with zeros."""
    longest = max(map(len, ranks.values()), default=0)
    return {p: (*r, *[terms.constant(0)] * (longest - len(r))) for p, r in ranks.items()}
