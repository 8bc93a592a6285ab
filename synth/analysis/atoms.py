"""Simple facts that states may have in common: the candidates for invariants.

Bounds, equalities with constants, differences and sums of two words, orders, small remainders; signed or unsigned as C reads the
words. Only those are made that hold of every state that was seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from synth import terms
from synth.analysis.obligations import disjunction
from synth.evaluation import integers
from synth.evaluation.arrays import Arrays, Words
from synth.evaluation.floats import float_format
from synth.terms import Term
from synth.transition import TransitionSystem, Variable

MOST, _MOST_THERE = 240, 120
"""The most facts of one place, and of one where the loop goes on; the first kinds are the more useful ones."""

_FEW, _FEW_AMONG = 3, 512
"""So few values of a word, among so many states, are named."""


def facts(system: TransitionSystem, states: Sequence[Mapping[str, int]], constants: Sequence[int]) -> list[Term]:
    """What holds of all `states`."""
    if not states:
        return []
    words = {v.name: np.array([s[v.name] for s in states], dtype=np.uint64) for v in system.variables}
    domain = Arrays(system.width)
    found = []
    for fact in dict.fromkeys(_candidates(system, words, constants)):
        if np.all(terms.interpret(fact, domain, words, terms.no_calls)):
            found.append(fact)
            if len(found) == MOST:
                break
    return found


def facts_where(system: TransitionSystem, condition: Term, states: Sequence[Mapping[str, int]], constants: Sequence[int],
                known: Sequence[Term]) -> list[Term]:
    """What holds, beyond the facts known of all `states`, of those in which `condition` does: as implications."""
    inside = [s for s in states if integers.evaluate(condition, s, {}, system.width)]
    already = set(map(id, known))
    found = [f for f in facts(system, inside, constants) if id(f) not in already]
    return [condition.implies(f) for f in found[:_MOST_THERE]]


def _candidates(system: TransitionSystem, words: Mapping[str, Words], constants: Sequence[int]) -> Iterator[Term]:
    plain = [v for v in system.variables if not v.floating]
    for v in system.variables:
        if v.floating:  # patterns of one sign are ordered like the numbers
            yield v.term <= int(words[v.name].max())
            yield v.term >= int(words[v.name].min())
            yield v.term < float_format(v.bits).infinity
    for v in plain:
        yield from _alone(v, words[v.name], constants, system.width)
    for a, b in combinations(plain, 2):
        yield from _pair(a, b, words[a.name], words[b.name], system.width)
    for a, b, c in combinations(plain, 3) if len(plain) <= 6 else ():
        yield from _triple(a, b, c, words)
    for v in plain:
        for bits in (1, 2, 3):
            mask = (1 << bits) - 1
            yield v.term & mask == int(words[v.name][0]) & mask


def _wide(v: Variable, width: int) -> Term:
    """The word as C reads it, at the width of the system."""
    if not v.signed or v.bits == width:
        return v.term
    return terms.ashr(v.term << (width - v.bits), width - v.bits)


def _below(a: Term, b: Term, signed: bool) -> Term:
    return terms.slt(a, b) if signed else a < b


def _alone(v: Variable, seen: Words, constants: Sequence[int], width: int) -> Iterator[Term]:
    first, mask, word = int(seen[0]), (1 << v.bits) - 1, _wide(v, width)
    yield v.term == first
    few = np.unique(seen[:_FEW_AMONG])
    if 1 < len(few) <= _FEW:
        yield disjunction([v.term == int(value) for value in few])
    if v.bits < width:
        yield v.term <= mask
    bounds = dict.fromkeys(c & ((1 << width) - 1) for c in constants)
    for c in bounds:
        yield ~_below(word, terms.constant(c), v.signed)
        yield ~_below(terms.constant(c), word, v.signed)
        yield v.term != c
    yield v.term != (1 << (v.bits - 1) if v.signed else mask)  # one less, or one more, is no step over the edge
    for c in bounds if v.signed else ():
        if c:
            yield c <= v.term
        if c != (1 << width) - 1:
            yield v.term <= c


def _pair(a: Variable, b: Variable, seen_a: Words, seen_b: Words, width: int) -> Iterator[Term]:
    mask = (1 << width) - 1
    x, y, signed = a.term, b.term, a.signed and b.signed
    yield x == y
    yield x - y == (int(seen_a[0]) - int(seen_b[0])) & mask
    yield x + y == (int(seen_a[0]) + int(seen_b[0])) & mask
    wide = _wide(a, width), _wide(b, width)
    for p, q in (wide, wide[::-1]):
        yield ~_below(q, p, signed)
        yield _below(p, q, signed)
    yield x != y
    if signed:
        yield x + y <= 1 << (width - 1)
    yield x & 1 == y & 1
    for p, q in ((x, y), (y, x)):
        yield p == q + q
        yield ~_below(q + 1, p, signed)


def _triple(a: Variable, b: Variable, c: Variable, words: Mapping[str, Words]) -> Iterator[Term]:
    for p, q, r in ((a, b, c), (b, a, c), (c, a, b)):
        total = int(words[q.name][0]) + int(words[r.name][0]) - int(words[p.name][0])
        yield q.term + r.term - p.term == total % (1 << 64)
        yield p.term == q.term - r.term
