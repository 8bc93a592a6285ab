"""Random formulas of SLH over two or three pointers: what programs on lists do in three to six steps, and what is claimed of that.

A claim is often one that few nodes suggest: premises, and that something fails which follows from them in all heaps with two or
three nodes. It follows in others, too, or it does not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from all_heaps import Space, all_heaps
from numpy.typing import NDArray

from synth import terms
from synth.booleans import conjunction, disjunction
from synth.evaluation.arrays import Arrays
from synth.heap.formulas import FREED, NULL, Change, Formula, HeapTerm, Observed, Sight
from synth.terms import Term

WIDTH, NARROW = 8, 4
"""Words have so few bits that all heaps are looked at that these can count, or more."""

MOST, MOST_OF_TWO = 7, 4
"""How many nodes the heap that may be any has then, and each of two such heaps."""

FEW = 8
"""What numbers are below, but for a single one beside heaps of two pointers, which may be any word, as it is among narrow ones."""

COMPARED: Sequence[Callable[[Term, Term], Term]] = (
    Term.__eq__, Term.__eq__, Term.__ne__, Term.__lt__, Term.__le__, terms.slt, terms.sle)
STEPS: dict[Change, int] = {Change.NEW: 2, Change.ASSIGN: 3, Change.LOOKUP: 5, Change.UPDATE: 4, Change.FREE: 2}
IDIOMS: dict[str, tuple[tuple[Change, int, int | None], ...]] = {
    "insert": ((Change.NEW, 0, None), (Change.UPDATE, 0, 1), (Change.ASSIGN, 1, 0)),
    "remove": ((Change.LOOKUP, 0, 1), (Change.LOOKUP, 0, 0), (Change.UPDATE, 1, 0)),
    "reverse": ((Change.LOOKUP, 2, 1), (Change.UPDATE, 1, 0), (Change.ASSIGN, 0, 1), (Change.ASSIGN, 1, 2)),
    "walk": ((Change.LOOKUP, 0, 0), (Change.LOOKUP, 1, 1), (Change.LOOKUP, 1, 1)),
    "free": ((Change.ASSIGN, 0, 1), (Change.LOOKUP, 1, 1), (Change.FREE, 0, None)),
}
"""What programs often do, by the places of pointers in some order."""

TRIALS, TOGETHER = 8, 12


@dataclass(frozen=True)
class Asked:
    """A formula, and how large what satisfies it is at most; the formula itself says so of its first heaps.

    most    how many nodes each heap has
    below   what its numbers are less than
    """

    formula: Formula
    most: int
    below: int

    @cached_property
    def space(self) -> Space:
        """All heaps and numbers that may satisfy it."""
        starts = dict.fromkeys(h.history[0].name for h in self.formula.heaps)
        heaps = all_heaps(self.formula.pointers, self.most, self.formula.freeing)
        return Space(dict.fromkeys(starts, heaps), dict.fromkeys(self.formula.numbers, np.arange(self.below, dtype=np.uint64)))

    @property
    def changes(self) -> int:
        """How many changes the heap is made by that is made by the most."""
        return max(len(h.history) - 1 for h in self.formula.heaps)


def random_formula(seed: int, small: bool = False) -> Asked:
    """The formula of a seed; a small one is about two pointers, and less than four steps."""
    rng = random.Random(seed)
    while not (asked := _Maker(rng, small).made()).formula.heaps:  # it may speak of numbers only
        pass
    return asked


class _Maker:
    def __init__(self, rng: random.Random, small: bool) -> None:
        self.rng, self.seen, self.steps = rng, Observed(), (2, 3) if small else (3, 6)
        starts = ["g", "h"] if self.chance(0.1) else ["h"]
        self.pointers = tuple("xyz"[: 2 if small or len(starts) == 2 else rng.choice((2, 3))])
        self.freeing = self.chance(0.35)
        self.numbers = ["m", "n"][: rng.choices((0, 1, 2), (5, 4, 1))[0]]
        self.narrow = len(starts) == 1 and len(self.pointers) == 2 and self.chance(0.3)
        self.width = NARROW if self.narrow else WIDTH
        alone = len(self.pointers) == 2 and len(self.numbers) == len(starts) == 1
        self.most, self.below = MOST if len(starts) == 1 else MOST_OF_TWO, 1 << self.width if alone or self.narrow else FEW
        self.starts = [HeapTerm(name) for name in starts]
        self.heaps = self._chains()
        few = all_heaps(self.pointers, rng.choice((2, 3)) if len(starts) == 1 and len(self.numbers) < 2 else 2, self.freeing)
        self.small = Space(dict.fromkeys(starts, few), dict.fromkeys(self.numbers, np.arange(FEW, dtype=np.uint64)))

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def made(self) -> Asked:
        claim = self._random() if self.chance(0.3) else self._triple()
        most = self.most
        if self.narrow:  # words count no more nodes; it is said of the first heaps, too, which nothing else may limit
            made = self.seen.about(self.pointers, self.width, claim)
            fresh = max((sum(own.change is Change.NEW for own in h.history) for h in made.heaps), default=0)
            most = (1 << self.width) - 1 - fresh
        limits = [self.seen.word(Sight.SIZE, h) <= most for h in self.starts]
        limits += [terms.symbol(n) < self.below for n in self.numbers if self.below < 1 << self.width]
        return Asked(self.seen.about(self.pointers, self.width, conjunction([claim, *limits])), most, self.below)

    # -- heaps --

    def _chains(self) -> list[HeapTerm]:
        """All heaps: chains of changes, one of them sometimes with a branch, or a short one of each of two heaps."""
        if len(self.starts) == 2:
            return [h for start in self.starts for h in self._chain(start, self.rng.randint(1, 3))]
        chain = self._chain(self.starts[0], self.rng.randint(*self.steps))
        if self.chance(0.3):
            fork = self.rng.randrange(len(chain) - 1)
            chain += self._chain(chain[fork], self.rng.randint(1, min(3, self.steps[1] - fork)))[1:]
        return chain

    def _chain(self, start: HeapTerm, length: int) -> list[HeapTerm]:
        found = [start]
        while len(found) <= length:
            steps = self._idiom() if self.chance(0.35) else [self._step()]
            for change, *pointers in steps[: length + 1 - len(found)]:
                found.append(found[-1].changed(change, *pointers))
        return found

    def _step(self) -> tuple[Change, *tuple[str, ...]]:
        change = self.rng.choices([c for c in STEPS if self.freeing or c is not Change.FREE],
                                  [n for c, n in STEPS.items() if self.freeing or c is not Change.FREE])[0]
        x = self.rng.choice(self.pointers)
        if change.arity == 1:
            return change, x
        others = [p for p in self.pointers if p != x or change in (Change.LOOKUP, Change.UPDATE)]
        return change, x, self._sink() if self.chance(0.12) else self.rng.choice(others)

    def _idiom(self) -> list[tuple[Change, *tuple[str, ...]]]:
        names = [*self.rng.sample(self.pointers, len(self.pointers)), self.rng.choice(self.pointers)]
        steps = IDIOMS[self.rng.choice([name for name in IDIOMS if self.freeing or name != "free"])]
        return [(change, *(names[i] for i in places if i is not None)) for change, *places in steps]

    def _sink(self) -> str:
        return FREED if self.freeing and self.chance(0.3) else NULL

    # -- what is seen of them --

    def _heap(self) -> HeapTerm:
        """A heap, often the last one or the first."""
        return self.rng.choice((self.heaps[0], self.heaps[-1], self.heaps[-1], self.rng.choice(self.heaps)))

    def _pair(self, sink: float) -> tuple[str, str]:
        x = self.rng.choice(self.pointers)
        y = self._sink() if self.chance(sink) else self.rng.choice([p for p in self.pointers if p != x])
        return (y, x) if self.chance(0.03) else (x, y)

    def _measure(self, heap: HeapTerm | None = None) -> Term:
        """A word of a heap that counts something."""
        heap = heap or self._heap()
        return self.seen.word(Sight.SIZE, heap) if self.chance(0.25) else self.seen.word(Sight.LENGTH, heap, *self._pair(0.5))

    def _word(self, depth: int) -> Term:
        kind = self.rng.randrange(10) if depth else 0
        if self.numbers and self.chance(0.3):
            return terms.symbol(self.rng.choice(self.numbers))
        if kind < 6:
            return self._measure() if self.chance(0.85) else terms.constant(self.rng.randrange(8))
        if kind < 8:
            a, b = self._word(depth - 1), self._word(depth - 1)
            return a + b if kind == 6 else a - b
        return self._word(depth - 1) * self.rng.randint(2, 5) if kind == 8 else self._word(depth - 1) % self.rng.randint(2, 4)

    def _atom(self) -> Term:
        if self.chance(0.45):
            sight = self.rng.choice((Sight.ALIAS, Sight.PATH, Sight.PATH, Sight.CIRCULAR))
            pointers = [self.rng.choice(self.pointers)] if sight is Sight.CIRCULAR else self._pair(0.4)
            return self.seen.holds(sight, self._heap(), *pointers)
        other = self._word(2) if self.chance(0.6) else terms.constant(self.rng.choice((0, 1, 1, 2, 2, 3, 4, 6)))
        return self.rng.choice(COMPARED)(self._word(2), other)

    # -- claims --

    def _values(self, claims: Sequence[Term]) -> NDArray[np.uint64]:
        """What claims are in small heaps: an array (claims, heaps and numbers)."""
        found = self.small.values(claims, self.seen.observations, self.width)
        return np.array([np.broadcast_to(own, self.small.shape).ravel() for own in found])

    def _atoms(self, count: int) -> list[Term]:
        """Atoms that say something: neither so nor not so in all small heaps."""
        found: list[Term] = []
        while len(found) < count:
            tried = [self._atom() for _ in range(TOGETHER)]
            values = self._values(tried) != 0
            found += [a for a, own in zip(tried, values, strict=True) if own.any() and not own.all()]
        return [~a if self.chance(0.25) else a for a in found[:count]]

    def _joined(self, atoms: Sequence[Term]) -> Term:
        """Atoms and their negations, connected at random."""
        if len(atoms) == 1:
            return atoms[0]
        cut = self.rng.randint(1, len(atoms) - 1)
        parts = [self._joined(atoms[:cut]), self._joined(atoms[cut:])]
        joined = (conjunction if self.chance(0.5) else disjunction)(parts)
        return ~joined if self.chance(0.2) else joined

    def _random(self) -> Term:
        """A combination of up to eight atoms, beside others that are to hold as well."""
        return conjunction([self._joined(self._atoms(self.rng.randint(3, 8))), *self._atoms(self.rng.randint(0, 3))])

    def _triple(self) -> Term:
        """Premises, and that something fails, which mostly follows from them in small heaps."""
        for _ in range(TRIALS):
            premise = conjunction(self._atoms(self.rng.randint(1, 3)))
            where = self._values([premise])[0] != 0
            if where.any():
                follow = self._following(where) if self.chance(0.8) else []
                claim = self.rng.choice(follow) if follow else self._joined(self._atoms(self.rng.randint(1, 3)))
                return conjunction([premise, ~claim])
        return self._random()

    def _following(self, where: NDArray[np.bool_]) -> list[Term]:
        """What is so in some small heaps, and in others is not."""
        atoms = self._atoms(TOGETHER)
        tried = [*atoms, *(self._joined(self.rng.sample(atoms, self.rng.randint(2, 3))) for _ in range(TOGETHER))]
        values = self._values(tried) != 0
        found = [own for own, holds in zip(tried, values, strict=True) if holds[where].all()]
        return [*found, *self._equations(where)]

    def _equations(self, where: NDArray[np.bool_]) -> list[Term]:
        """How words compare in some small heaps."""
        found, ends = [], (self.heaps[0], self.heaps[-1])
        pairs = [(self._measure(ends[0]) + (self._word(1) if self.chance(0.3) else 0), self._measure(ends[1]))
                 for _ in range(TOGETHER)]
        values = Arrays(self.width).signed(self._values([b - a for a, b in pairs])[:, where])
        for (a, b), own in zip(pairs, values, strict=True):
            least, most = int(own.min()), int(own.max())
            if least == most:
                found += [b == a + least] * 2
            elif most - least < 8:
                found.append(terms.sle(a + least, b) if self.chance(0.5) else terms.sle(b, a + most))
        return found
