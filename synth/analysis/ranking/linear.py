"""Linear ranks, one for each loop head of a nest: sums of multiples of words that no way raises and some ways lower.

∃R_p. ∀x. T(x, x') → R_p(x) ≥ R_q(x') for each way from p to q, with R_p(x) > R_q(x') on some ways (Bradley, Manna, Sipma, Linear
ranking with reachability, CAV 2005). A linear program tells the multiples that suit all examples: those that lower most ways, and
small ones of these; the words are as C reads them. What they come to modulo 2^w is proved, or refuted by another example.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import z3

from synth import terms
from synth.analysis.certificates.obligations import after
from synth.analysis.ranking.samples import Sample, Way
from synth.checking.validity.prover import Answer, Fails, Open
from synth.evaluation import integers
from synth.terms import Term
from synth.transition import TransitionSystem, Variable

_MOST, _SCALES, _LEAST_FALL = 64, (1, 2, 3, 4, 6), 16
"""The greatest multiple of a word; by what solutions of linear programs are multiplied, which need not be whole numbers; a way that
is lowered by less than half of the inverse of this is not."""

_ROUNDS, _TAKEN, _MILLISECONDS = 24, 6, 400
"""How often a choice is made anew after a refutation; how many examples are taken in at a time, and for how long a linear program
is solved."""


@dataclass(frozen=True)
class _Move:
    """An example of a way: the words before it, and behind it."""

    way: int
    before: Sequence[int]
    behind: Sequence[int]


@dataclass(frozen=True)
class _Choice:
    """Per place the multiples of the words and what is added, and the ways that are lowered."""

    multiples: Mapping[int, Sequence[int]]
    added: Mapping[int, int]
    falling: frozenset[int]

    def of(self, place: int, words: Sequence[int]) -> int:
        """The rank of a state."""
        return self.added[place] + sum(c * n for c, n in zip(self.multiples[place], words, strict=True))


class LinearRanks:
    """Looks for a component of the ranks of some ways through a nest; `variables` are those that it may speak of, and `proved` says
    whether a claim is valid."""

    def __init__(self, system: TransitionSystem, variables: Sequence[Variable], ways: Sequence[Way], samples: Sequence[Sample],
                 proved: Callable[[Term], Answer], deadline: float) -> None:
        self._system, self._variables, self._ways = system, variables, ways
        self._proved, self._deadline = proved, deadline
        self._least = -(1 << (system.width - 1)) if any(v.signed for v in variables) else 0
        self._greatest = self._least + (1 << system.width) - 1
        numbers = {way.number: i for i, way in enumerate(ways)}
        self._places = sorted({p for w in ways for p in (w.edge.source, w.edge.target)})
        self._examples = [self._move(numbers[s.kind[0]], s.words) for s in samples]
        self._taken: list[_Move] = []

    def component(self, last: bool) -> dict[int, Term] | None:
        """Words by place that no way raises and some way lowers, or all ways where it is the `last`; None where none were found."""
        multiples, tried = _Multiples(self._places, len(self._variables), self._ways, self._least, self._greatest, last), None
        for _ in range(_ROUNDS):
            choice = self._chosen(multiples)
            if choice is None:
                return None
            if choice.multiples == tried:  # more and more would be added, example by example
                choice = self._raised(choice)
            tried = choice.multiples
            rank = {p: self._rank(p, choice) for p in self._places}
            refuted = self._refuted(rank, choice.falling, last)
            if refuted is None:
                return None
            if not refuted:
                return rank
        return None

    def _move(self, way: int, words: Mapping[str, int]) -> _Move:
        """What an example of a way makes of the words."""
        edge, known, width = self._ways[way].edge, defaultdict(int, words), self._system.width
        behind = {v.name: integers.evaluate(u, known, {}, width)
                  for v, u in zip(self._system.variables, edge.update, strict=True) if v in self._variables}
        return _Move(way, [_read(v, known[v.name]) for v in self._variables], [_read(v, behind[v.name]) for v in self._variables])

    def _chosen(self, multiples: _Multiples) -> _Choice | None:
        """Multiples that suit all examples and lower some ways, as many as can be, or all of them for the last; None for none."""
        while time.monotonic() < self._deadline:
            fresh: list[_Move] = []
            for choice in multiples.solved(self._taken):
                against = [move for move in self._examples if not self._suits(move, choice)]
                if not against:
                    return choice
                fresh = fresh or [move for move in against if move not in self._taken]
            if not fresh:
                return None
            self._taken += fresh[:_TAKEN]
        return None

    def _raised(self, choice: _Choice) -> _Choice:
        """A choice with so much added that it is not below the least number, whatever the words are; itself where it wraps around
        then, or does not suit the examples."""
        low = [-(1 << (v.bits - 1)) if v.signed else 0 for v in self._variables]
        span = [(1 << v.bits) - 1 for v in self._variables]
        least, greatest = ({p: choice.of(p, [n + s * (c > 0 if up else c < 0) for n, s, c in zip(low, span, own, strict=True)])
                            for p, own in choice.multiples.items()} for up in (False, True))
        more = max(0, self._least - min(least.values()))
        if max(greatest.values()) + more > self._greatest:
            return choice
        raised = _Choice(choice.multiples, {p: own + more for p, own in choice.added.items()}, choice.falling)
        return raised if all(self._suits(move, raised) for move in self._examples) else choice

    def _suits(self, move: _Move, choice: _Choice) -> bool:
        """Whether a choice suits an example in words of the machine, where nothing may wrap around."""
        edge = self._ways[move.way].edge
        first, then = choice.of(edge.source, move.before), choice.of(edge.target, move.behind)
        return self._least <= then <= first - (move.way in choice.falling) and first <= self._greatest

    def _rank(self, place: int, choice: _Choice) -> Term:
        """The word that was chosen for a place, the least number as 0."""
        total: Term | None = None
        for variable, multiple in sorted(zip(self._variables, choice.multiples[place], strict=True), key=lambda own: -own[1]):
            if multiple:
                word = variable.wide(self._system.width)
                part = word if abs(multiple) == 1 else word * abs(multiple)
                total = (part if multiple > 0 else -part) if total is None else total + part if multiple > 0 else total - part
        added = choice.added[place] - self._least
        return terms.constant(added) if total is None else total + added if added else total

    def _refuted(self, rank: Mapping[int, Term], falling: frozenset[int], last: bool) -> bool | None:
        """Whether examples refute ranks; None where nobody knows."""
        refuted = fallen = False
        for number, way in enumerate(self._ways):
            before, behind, falls = rank[way.edge.source], after(self._system, way.edge, rank[way.edge.target]), number in falling
            answer = self._proved(way.premise.implies(behind < before if falls else behind <= before))
            if isinstance(answer, Open) and falls and not last:
                falls, answer = False, self._proved(way.premise.implies(behind <= before))
            if isinstance(answer, Open):
                return None
            if isinstance(answer, Fails):
                self._examples.append(self._move(number, answer.values))
            refuted |= isinstance(answer, Fails)
            fallen |= falls and not isinstance(answer, Fails)
        return refuted if refuted or fallen else None


class _Multiples:
    """The linear program for multiples of so many words at each place, whose sums lie between `least` and `greatest`; the `last`
    component lowers all ways. Examples are told it as they come."""

    def __init__(self, places: Sequence[int], count: int, ways: Sequence[Way], least: int, greatest: int, last: bool) -> None:
        self._ways, self._least, self._greatest = ways, least, greatest
        context = z3.Context()
        self._solver = z3.Optimize(ctx=context)
        self._solver.set("timeout", _MILLISECONDS)
        self._multiples = {p: [z3.Real(f"c{p}_{i}", context) for i in range(count)] for p in places}
        self._added = {p: z3.Real(f"d{p}", context) for p in places}
        self._falls = [z3.Real(f"f{i}", context) for i in range(len(ways))]
        sizes = {p: [z3.Real(f"s{p}_{i}", context) for i in range(count)] for p in places}
        for p, own in self._multiples.items():
            bounds = (z3.And(c <= s, -c <= s, s <= _MOST) for c, s in zip(own, sizes[p], strict=True))
            self._solver.add(self._added[p] >= 0, *bounds)
        self._solver.add(*(z3.And(f >= int(last), f <= 1) for f in self._falls), z3.Sum(self._falls) * (2 * _LEAST_FALL) >= 1)
        self._solver.maximize(z3.Sum(self._falls))
        self._solver.minimize(z3.Sum([*(s for own in sizes.values() for s in own), *self._added.values()]))
        self._told = 0

    def solved(self, examples: Sequence[_Move]) -> Iterator[_Choice]:
        """Choices that suit the examples, which begin with those told before, or are near to such."""
        for move in examples[self._told:]:
            edge = self._ways[move.way].edge
            first, then = self._of(edge.source, move.before), self._of(edge.target, move.behind)
            self._solver.add(then >= self._least, first >= then + self._falls[move.way], first <= self._greatest)
        self._told = len(examples)
        if self._solver.check() == z3.sat:
            model = self._solver.model()
            falling = frozenset(i for i, f in enumerate(self._falls) if _rounded(model, f, _LEAST_FALL))
            for scale in _SCALES if falling else ():
                yield _Choice({p: [_rounded(model, c, scale) for c in own] for p, own in self._multiples.items()},
                              {p: _rounded(model, own, scale) for p, own in self._added.items()}, falling)

    def _of(self, place: int, words: Sequence[int]) -> z3.ArithRef:
        return z3.Sum([self._added[place], *(c * n for c, n in zip(self._multiples[place], words, strict=True) if n)])


def _read(variable: Variable, word: int) -> int:
    """A word as C reads it."""
    sign = 1 << (variable.bits - 1)
    return (word & (2 * sign - 1) ^ sign) - sign if variable.signed else word


def _rounded(model: z3.ModelRef, variable: z3.ArithRef, scale: int) -> int:
    """The whole number next to a multiple of what a variable is."""
    value = model.eval(variable, True)
    assert isinstance(value, z3.RatNumRef)
    return round(Fraction(value.numerator_as_long(), value.denominator_as_long()) * scale)
