"""Small models of programs with large numbers: the same program with its large constants, and its inputs, made small.

A loop of 100,000 rounds is not left by any run that is short enough to be made, so that nothing is seen of what comes behind it; a
loop of eight rounds is. What is seen of a small model says nothing of the program: it tells which facts are worth being tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from synth import terms
from synth.analysis.simulation.followed import chosen_inputs
from synth.analysis.simulation.simulator import Simulator, State, numbers_in
from synth.analysis.systems.rewriting import reads, without_reads
from synth.terms import Term, TermKind
from synth.transition import Edge, Kind, TransitionSystem, Variable, symbols

_LARGE, _SMALL, _LARGEST, _NEAR = 64, 8, 32, 4
"""Constants are large from here on; what the least of them becomes; the largest that inputs become as large as. Constants at such a
distance are the same number, and so much more or less."""

_ROWS, _STEPS, _ROUNDS, _ENOUGH = 2048, 96, 4, 600
"""How many runs are made at once, of how many steps; how often, unless so many states of each head were seen before."""


class SmallModel:
    """A system with small constants and inputs.

    system    the system, of the same places, edges and variables
    numbers   what the program's constants are beside 0, or the least negative number of a type, which comparisons of signed words
              add: none of them is negative; those of loops are the first
    in_loops  those of loops
    """

    def __init__(self, system: TransitionSystem) -> None:
        self._variables, self._places = system.variables, system.places
        self._chosen = chosen_inputs(system)[0]
        self._bits = sorted({system.width, *(v.bits for v in system.variables if v.bits > 1)})
        loops = {p.number for p in system.of_kind(Kind.HEAD)}
        looked = numbers_in(e for e in system.edges if e.source in loops)
        self._parts = {c: self._apart(c) for c in (*looked, *numbers_in(system.edges))}
        self._small = _scaled(abs(far) for _, far in self._parts.values())
        self.numbers = tuple(dict.fromkeys(far for _, far in self._parts.values() if far >= 0))
        self.in_loops = frozenset(self._parts[c][1] for c in looked)
        longest = max((n for n in self._small.values() if n <= _LARGEST), default=_SMALL)
        self._shorter = (1 << (longest - 1).bit_length()) - 1
        self._followed = max([self._shorter + 1, *(n for n in self.in_loops if n <= _LARGEST)])
        self.system = replace(system, edges=tuple(self._passing(list(map(self._edge, system.edges)))))

    def of(self, term: Term) -> Term:
        """What a term about states of the system says about those of the small one."""
        return terms.rebuild(term, self._leaf)

    @cached_property
    def states(self) -> Mapping[int, list[State]]:
        """States in which the loop heads are reached."""
        heads, found = [p.number for p in self.system.of_kind(Kind.HEAD)], dict[int, list[State]]()
        for seed in range(_ROUNDS):
            for head, states in Simulator(self.system, seed, _ROWS, _STEPS, self._followed).run().states.items():
                found.setdefault(head, []).extend(states)
            if all(len(found.get(head, ())) >= _ENOUGH for head in heads):
                break
        return found

    def _leaf(self, leaf: Term) -> Term | None:
        if leaf.kind is not TermKind.CONSTANT or not isinstance(leaf.data, int):
            return None
        base, far = self._parts.get(leaf.data) or self._apart(leaf.data)
        near = next((n for n in self._small if abs(abs(far) - n) <= _NEAR), None) if abs(far) not in self._small else abs(far)
        return None if near is None else terms.constant(base + (self._small[near] + abs(far) - near) * (1 if far > 0 else -1))

    def _edge(self, edge: Edge) -> Edge:
        """The edge, of whose inputs the lowest bits count only, with a sign where the word has one; what the program begins with is
        not negative, nor as large, but for the elements of arrays: most runs end at once where sizes are. What runs choose to
        follow, and the elements that they read of others, is as large as it is."""
        begun = frozenset().union(*(symbols((u,)) for v, u in zip(self._variables, edge.update, strict=True) if not v.index))
        read = {str(t.data) for own in edge.alike for t in own.by.values() if t.kind is TermKind.SYMBOL}
        inputs = {i.name: i.term & self._shorter if edge.source == 0 and i.name in begun else self._small_word(i)
                  for i in edge.inputs if i.bits > self._shorter.bit_length() + 2 and not i.floating}
        inputs = {name: small for name, small in inputs.items() if name not in read and name not in self._chosen}
        guard, *update = (terms.replaced(self.of(t), inputs) for t in (edge.guard, *edge.update))
        alike = tuple(replace(own, when=terms.replaced(self.of(own.when), inputs),
                              by={n: terms.replaced(self.of(t), inputs) for n, t in own.by.items()}) for own in edge.alike)
        return replace(edge, guard=guard, update=tuple(update), alike=alike)

    def _passing(self, edges: Sequence[Edge]) -> Iterator[Edge]:
        """The edges, where no assertion fails for what is read behind a loop head, if nothing is known of that."""
        kinds = [self._places[e.target].kind for e in edges]
        loose = [e.source > 0 and kind is Kind.ERROR and not e.alike and reads(e) for e, kind in zip(edges, kinds, strict=True)]
        failing = {e.source for e, own in zip(edges, loose, strict=True) if own}
        yield from (e for e, own in zip(edges, loose, strict=True) if not own)
        for edge, kind in zip(edges, kinds, strict=True):
            if edge.source in failing and kind is not Kind.ERROR:
                yield replace(edge, guard=without_reads(edge))

    def _small_word(self, variable: Variable) -> Term:
        ones, word = 2 * self._shorter + 1, variable.term
        if not variable.signed:
            return word & ones
        return terms.ite(word & (ones + 1) == 0, word & ones, -(word & ones) & (1 << variable.bits) - 1)

    def _apart(self, constant: int) -> tuple[int, int]:
        """A constant as a power of two near it that the program's types know, or 0, and a number beside that."""
        bases = [0, *(1 << b + d for b in self._bits for d in (-1, 0))]
        base = min((b for b in bases if abs(constant - b) < b // 2 or not b), key=lambda b: abs(constant - b))
        return base, constant - base


def _scaled(numbers: Iterable[int]) -> dict[int, int]:
    """What becomes of each large number: their order, small distances and products stay, and their ratios about."""
    found: dict[int, int] = {}
    least = 0
    for group in _groups(sorted({n for n in numbers if n >= _LARGE})):
        main = max(group, key=_roundness)
        least = least or main
        product = next((found[a] * found[main // a] for a in found if main % a == 0 and main // a in found), None)
        small = product or max(_SMALL, round(main * _SMALL / least))
        found |= {n: small + n - main for n in group}
    return found


def _groups(numbers: list[int]) -> Iterator[list[int]]:
    group: list[int] = []
    for n in numbers:
        if group and n - group[-1] > _NEAR:
            yield group
            group = []
        group.append(n)
    if group:
        yield group


def _roundness(number: int) -> int:
    """How often a number is divisible by ten, or by two."""
    tens, twos = 0, 0
    while number % 10 ** (tens + 1) == 0:
        tens += 1
    while number % 2 ** (twos + 1) == 0:
        twos += 1
    return max(3 * tens, twos)
