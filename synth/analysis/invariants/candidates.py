"""Simple facts that states may have in common: the candidates for invariants.

Bounds, equalities with constants, differences and sums of two words, orders, small remainders; signed or unsigned as C reads the
words. Only those are made that hold of every state that was seen.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations, islice
from operator import add

import numpy as np

from synth import terms
from synth.analysis.simulation.simulator import constants_of
from synth.analysis.systems.relevance import MOST_VARIABLES, bounded_sums, principal_variables, related
from synth.booleans import disjunction
from synth.evaluation.arrays import Arrays, Words
from synth.evaluation.floats import float_format
from synth.terms import Term
from synth.transition import TransitionSystem, Variable, symbols, symbols_of_each

MOST, _MOST_THERE = 240, 120
"""The most facts of one place, and of one where the loop goes on; the first kinds are the more useful ones."""

_FEW, _FEW_AMONG = 3, 512
"""So few values of a word, among so many states, are named."""

_POSITIONS = 4
"""So many values of a word are seen, at least, if it may count the bits of another."""

_NEAREST, _CONSTANTS, _NEAR, _LESS = 4, 24, 5, 3
"""How many constants bound a word from either side; how many are added and subtracted, and may be what no word is; how many numbers
up to the least one bound sums, and how many up to the greatest signed word."""

_CHUNK, _FIRST = 64, 48
"""How many candidates are looked at together; of how many states first, which few of them hold of."""

_ALL, _THREE, _CELLS = 8, 6, 200_000
"""So many words are compared each with each, or each with two others; so many words of states are looked at, where there are more
variables than principal ones."""


def facts(system: TransitionSystem, states: Sequence[Mapping[str, int]], constants: Sequence[int],
          place: int | None = None) -> list[Term]:
    """What holds of all `states`, of words that decide something behind a `place`."""
    states = _some(system, states)
    named = frozenset(v.name for v in system.variables) if place is None else system.needed[place]
    return held(system, states, _candidates(system, named, _columns(system, states), constants), MOST) if states else []


def distances(system: TransitionSystem, place: int, states: Sequence[Mapping[str, int]], constants: Sequence[int]) -> list[Term]:
    """What holds of all `states`, of words that decide something behind a `place`: bounds of differences of two, and of sums near
    the greatest signed word, or by a third word."""
    states = _some(system, states)
    if not states:
        return []
    words, thresholds = _columns(system, states), _thresholds(constants, system.width)
    plain = [v for v in principal_variables(system) if not v.floating and v.name in system.needed[place]]
    pairs = [p for p in combinations(plain, 2) if len(plain) <= _ALL or frozenset((p[0].name, p[1].name)) in related(system)]
    found = [f for a, b in pairs for f in _apart(a, b, words[a.name], words[b.name], thresholds, system.width)][:MOST]
    near = (a.term + b.term <= (1 << system.width - 1) - less for a, b in pairs if a.signed or b.signed for less in range(1, _LESS))
    triples = combinations(plain, 3) if len(plain) <= _THREE else ()
    sums = (f for own in triples for c in own for f in _beside(c, [v for v in own if v is not c], system.width))
    return [*found, *held(system, states, [*near, *sums], MOST)]


def sums(system: TransitionSystem, place: int, states: Sequence[Mapping[str, int]]) -> list[Term]:
    """Bounds of sums that hold of all `states`, of words that decide something behind a `place`, where the program bounds sums."""
    return held(system, states, _sums_of(system, _deciding(system, place)), MOST)


def whole_sums(system: TransitionSystem, place: int) -> list[Term]:
    """Bounds of the sum of all words of lists that decide something behind a `place`, and that it does not wrap around; none where
    there are no lists."""
    summed = _summed(system, _deciding(system, place)) if system.places[place].shape else []
    lists, bounds = [v for v in summed if not v.signed], bounded_sums(system).bounds
    found = list[Term]()
    for own in [lists, summed][:1 if len(lists) == len(summed) else 2]:
        found += _bounded(own, [c - less for c in bounds for less in (0, len(own)) if c > less])  # a node beside each length
        found += _bounded(own, _near_signed(system)) if own is summed else []
    return list(dict.fromkeys(found))


def likely_whole_sum(system: TransitionSystem, place: int) -> list[Term]:
    """That the sum of the numbers of nodes that decide something behind a `place` does not wrap around, and its likely bound, where
    the program bounds the nodes of all lists so that there are nearly half as many as a word counts, as <slh.h> does: each number
    tells of the nodes behind one that is told apart. None where there are no such numbers, or no such bound."""
    counts = [v for v in _deciding(system, place) if v.counts]
    half = 1 << max((v.bits for v in counts), default=1) - 1
    likely = max((c for c in bounded_sums(system).bounds if half // 2 <= c < half), default=None)
    return [] if likely is None else list(_bounded(counts, [likely - len(counts)]))


def _deciding(system: TransitionSystem, place: int) -> list[Variable]:
    """The principal words that decide something behind a place, without those of floating point."""
    return [v for v in principal_variables(system) if not v.floating and v.name in system.needed[place]]


def held(system: TransitionSystem, states: Sequence[Mapping[str, int]], candidates: Iterable[Term], most: int) -> list[Term]:
    """The first of some Booleans that hold of all `states`, each once; none where there are no states."""
    words, found = _columns(system, states), list[Term]()
    first, waiting = {n: w[:_FIRST] for n, w in words.items()}, iter(dict.fromkeys(candidates) if states else ())
    while len(found) < most and (chunk := list(islice(waiting, _CHUNK))):
        chunk = [f for f, own in zip(chunk, symbols_of_each(chunk), strict=True) if own <= set(words)]
        found += _hold(system, _hold(system, chunk, first), words)
    return found[:most]


def _hold(system: TransitionSystem, facts: Sequence[Term], words: Mapping[str, Words]) -> list[Term]:
    values = terms.Evaluation(facts).values(Arrays(system.width), words, terms.no_calls)
    return [fact for fact, value in zip(facts, values, strict=True) if np.all(value)]


def facts_where(system: TransitionSystem, place: int, condition: Term, states: Sequence[Mapping[str, int]],
                constants: Sequence[int], known: Sequence[Term]) -> list[Term]:
    """What holds, beyond the facts known of all `states` of a place, of those in which `condition` does: as implications."""
    already = set(map(id, known))
    found = [f for f in facts(system, where(system, condition, states), constants, place) if id(f) not in already]
    return [condition.implies(f) for f in found[:_MOST_THERE]]


def where(system: TransitionSystem, condition: Term, states: Sequence[Mapping[str, int]]) -> list[Mapping[str, int]]:
    """The states in which a condition holds."""
    if not states:
        return []
    words = {n: np.array([s[n] for s in states], dtype=np.uint64) for n in sorted(symbols((condition,)))}
    held = terms.interpret(condition, Arrays(system.width), words, terms.no_calls) != 0
    return [s for s, chosen in zip(states, np.broadcast_to(held, len(states)), strict=True) if chosen]


def _columns(system: TransitionSystem, states: Sequence[Mapping[str, int]]) -> dict[str, Words]:
    """The principal words of all states, and those of floating point, by name."""
    return {v.name: np.array([s[v.name] for s in states], dtype=np.uint64)
            for v in (*principal_variables(system), *(v for v in system.variables if v.floating))}


def _some(system: TransitionSystem, states: Sequence[Mapping[str, int]]) -> Sequence[Mapping[str, int]]:
    """The states, or some of them at equal distances, where there are many words."""
    return states[:: max(1, len(states) * len(system.variables) // _CELLS)] if len(system.variables) > MOST_VARIABLES else states


def _candidates(system: TransitionSystem, named: Container[str], words: Mapping[str, Words],
                constants: Sequence[int]) -> Iterator[Term]:
    plain = [v for v in principal_variables(system) if not v.floating and v.name in named]
    for v in system.variables:
        if v.floating and v.name in named:  # patterns of one sign are ordered like the numbers
            yield v.term <= int(words[v.name].max())
            yield v.term >= int(words[v.name].min())
            yield v.term < float_format(v.bits).infinity
    spoken_of = constants_of(system, (0,))[:_CONSTANTS]
    for v in plain:
        yield from _alone(v, words[v.name], constants, spoken_of, system.width)
    yield from _sums_of(system, plain)
    for a, b in combinations(plain, 2):
        if len(plain) <= _ALL or frozenset((a.name, b.name)) in related(system):
            yield from _pair(a, b, words[a.name], words[b.name], system.width)
    for a, b, c in combinations(plain, 3) if len(plain) <= _THREE else ():
        yield from _triple(a, b, c, words, (1 << system.width) - 1)
    yield from _bit_positions(plain, words)
    for v in plain:
        for bits in (1, 2, 3):
            mask = (1 << bits) - 1
            yield v.term & mask == int(words[v.name][0]) & mask


def below(a: Term, b: Term, signed: bool) -> Term:
    """Whether one word is below another, as C reads them."""
    return terms.slt(a, b) if signed else a < b


def _alone(v: Variable, seen: Words, constants: Sequence[int], spoken_of: Sequence[int], width: int) -> Iterator[Term]:
    first, mask, word = int(seen[0]), (1 << v.bits) - 1, v.wide(width)
    yield v.term == first
    few = _values(seen)
    if 1 < len(few) <= _FEW:
        yield disjunction([v.term == value for value in few])
    if v.bits < width:
        yield v.term <= mask
    yield from _bounds(word, seen, constants, v.bits, v.signed, width)
    yield from (v.term != c for c in spoken_of)
    yield v.term != (1 << (v.bits - 1) if v.signed else mask)  # one less, or one more, is no step over the edge
    if v.signed:
        yield from _bounds(v.term, seen, constants, width, False, width)


def _values(seen: Words) -> list[int]:
    """The values of a word among the first states, in order. (`numpy.unique` would load `numpy.ma`, which takes longer.)"""
    return sorted(set(seen[:_FEW_AMONG].tolist()))


def _bounds(word: Term, seen: Words, constants: Sequence[int], bits: int, signed: bool, width: int) -> Iterator[Term]:
    """Bounds by the constants that are nearest to the words seen, from below and from above."""
    sign = 1 << (bits - 1) if signed else 0
    ones = (1 << bits) - 1
    order = sorted({(c & ones) ^ sign for c in constants})
    least, most = int((seen ^ np.uint64(sign)).min()), int((seen ^ np.uint64(sign)).max())
    for c in [c for c in order if 0 < c <= least][-_NEAREST:]:
        yield ~below(word, terms.constant(_extended(c ^ sign, sign, width)), signed)
    for c in [c for c in order if most <= c < ones][:_NEAREST]:
        yield ~below(terms.constant(_extended(c ^ sign, sign, width)), word, signed)


def _extended(value: int, sign: int, width: int) -> int:
    """A word of fewer bits as one of `width` bits, by its sign bit."""
    return (value ^ sign) - sign & ((1 << width) - 1)


def _pair(a: Variable, b: Variable, seen_a: Words, seen_b: Words, width: int) -> Iterator[Term]:
    mask = (1 << width) - 1
    x, y, signed = a.term, b.term, a.signed and b.signed
    yield x == y
    yield x - y == (int(seen_a[0]) - int(seen_b[0])) & mask
    yield x + y == (int(seen_a[0]) + int(seen_b[0])) & mask
    read = a.wide(width), b.wide(width)
    for p, q in (read, read[::-1]):
        yield ~below(q, p, signed)
        yield below(p, q, signed)
    yield x != y
    if a.signed or b.signed:
        yield x + y <= 1 << (width - 1)
    if not a.signed and not b.signed:
        yield x <= ~y  # their sum does not wrap around
    yield x & 1 == y & 1
    yield (x ^ y) & 1 == 1
    yield (x | y) & 1 == 1
    for p, q in ((x, y), (y, x)):
        yield p == q + q
        yield ~below(q + 1, p, signed)
    for p, q, seen, other in ((x, y, seen_a, seen_b), (y, x, seen_b, seen_a)):
        none = seen == 0  # of which there is nothing, there is no sum
        if none.any() and other.any() and not other[none].any():
            yield (p == 0).implies(q == 0)


def _sums_of(system: TransitionSystem, plain: Sequence[Variable]) -> Iterator[Term]:
    """Bounds of the sum of all words of which the program bounds sums, and of the sums of some of them; that these do not wrap
    around."""
    summed = _summed(system, plain)
    if not summed:
        return
    (first, *others), signed = bounded_sums(system).bounds, _near_signed(system)
    near = [*range(first, max(0, first - _NEAR), -1), *others, *signed]
    lists = sum(not v.signed for v in summed)
    for size in dict.fromkeys((len(summed), len(summed) - 1, 2, 1)):
        for own in combinations(summed, size):
            is_whole = size == len(summed) or (size == lists and not any(v.signed for v in own))
            yield from _bounded(own, near if is_whole else [first, *signed])


def _summed(system: TransitionSystem, plain: Sequence[Variable]) -> list[Variable]:
    """Those of some words of which the program bounds sums; none where there are no two."""
    found = [v for v in plain if v.name in bounded_sums(system).words]
    return found if len(found) > 1 else []


def _near_signed(system: TransitionSystem) -> list[int]:
    """What a signed word may have counted at most."""
    return [(1 << system.width - 1) - less for less in range(1, _NEAR + 1)]


def _bounded(words: Sequence[Variable], bounds: Iterable[int]) -> Iterator[Term]:
    """That the sum of some words does not wrap around, and bounds of it."""
    sums = list(accumulate((v.term for v in words), add))
    yield from (part <= ~v.term for part, v in zip(sums, words[1:], strict=False))
    yield from (total <= c for total in sums[-1:] for c in bounds)


def _thresholds(constants: Sequence[int], width: int) -> Words:
    """Numbers that may bound differences, in order, as signed words: sums and differences of constants, and powers of two."""
    sign, mask = 1 << (width - 1), (1 << width) - 1
    numbers = [(c & mask ^ sign) - sign for c in constants[:_CONSTANTS]]
    found = {n for a in numbers for b in numbers for n in (a + b, a - b)} | {s << k for k in range(width - 1) for s in (1, -1)}
    return np.array(sorted(n for n in found if -sign < n < sign - 1), dtype=np.int64)


def _apart(a: Variable, b: Variable, seen_a: Words, seen_b: Words, thresholds: Words, width: int) -> Iterator[Term]:
    """Bounds of the difference of two words, which is signed."""
    if a.signed is not b.signed:
        return
    shift = np.uint64(64 - width)
    far = ((_extension(a, seen_a) - _extension(b, seen_b)) << shift).astype(np.int64) >> shift.astype(np.int64)
    difference = a.wide(width) - b.wide(width)
    for c in _beyond(thresholds, int(far.max())):
        yield ~terms.slt(terms.constant(c % (1 << width)), difference)
    for c in _beyond(-thresholds[::-1], -int(far.min())):
        yield ~terms.slt(difference, terms.constant(-c % (1 << width)))


def _beside(c: Variable, others: Sequence[Variable], width: int) -> Iterator[Term]:
    """A word as a bound of the sum of two others."""
    total, word = others[0].term + others[1].term, c.wide(width)
    yield from (below(total + more if more else total, word, c.signed) for more in range(_LESS))
    yield ~below(word, total, c.signed)


def _beyond(thresholds: Words, seen: int) -> list[int]:
    """The least thresholds that are not below what was seen, nor below twice or four times as much."""
    places = {int(np.searchsorted(thresholds, n)) for n in (seen, seen + 1, 2 * seen, 4 * seen) if n >= seen}
    return [int(thresholds[i]) for i in sorted(places) if i < len(thresholds)]


def _extension(v: Variable, seen: Words) -> Words:
    """The words as 64-bit ones, by their sign where they have one."""
    sign = np.uint64(1 << (v.bits - 1) if v.signed else 0)
    return (seen ^ sign) - sign


def _bit_positions(plain: Sequence[Variable], words: Mapping[str, Words]) -> Iterator[Term]:
    """That so many lowest bits of a word are 0 as another word says, or so many highest ones: where loops clear bits, or shift.

    The next bit has to be 1 for several numbers of bits: most words have some zeros.
    """
    one = np.uint64(1)
    for position in plain:
        at = words[position.name]
        if len(_values(at)) < _POSITIONS:
            continue
        for v in plain:
            if v is position or int(at.max()) > v.bits:
                continue
            seen, inside = words[v.name], at < np.uint64(v.bits)
            for name, next_bit in (("low", at), ("high", np.uint64(v.bits - 1) - at)):
                tight = at[inside & (seen >> np.where(inside, next_bit, 0) & one == one)]
                if len(set(tight.tolist())) >= _POSITIONS:
                    yield position.term <= v.bits
                    yield (v.term & (terms.constant(1) << position.term) - 1 == 0 if name == "low"
                           else v.term <= terms.constant((1 << v.bits) - 1) >> position.term)


def _triple(a: Variable, b: Variable, c: Variable, words: Mapping[str, Words], mask: int) -> Iterator[Term]:
    for p, q, r in ((a, b, c), (b, a, c), (c, a, b)):
        total = int(words[q.name][0]) + int(words[r.name][0]) - int(words[p.name][0])
        yield q.term + r.term - p.term == total & mask
        yield p.term == q.term - r.term
