"""Facts about the elements of arrays, one for each: what an index has passed is a number, a number that grows with the place, or in
order; so are all elements whatever the index is.

A kind of fact that the elements seen have is asked of all of them: of those that no run passed it is a guess, as any fact may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.analysis.invariants.candidates import below
from synth.analysis.systems.relevance import related
from synth.booleans import TRUE
from synth.evaluation.arrays import Words
from synth.terms import Term
from synth.transition import TransitionSystem, Variable

_NAME = re.compile(r"(.+)\[(\d+)\](.*)")
_FEWEST, _MOST, _INDICES, _STATES = 3, 1100, 3, 400
"""The fewest and the most elements of an array; how many indices of one, and how many states, are looked at."""

When = Sequence[tuple[Term, NDArray[np.bool_]]]
"""For each element when it is spoken of, as a term, and in which states that is."""


def element_facts(system: TransitionSystem, states: Sequence[Mapping[str, int]]) -> list[Term]:
    """What all `states` have in common."""
    chosen = states[:: max(1, len(states) // _STATES)]
    found = arrays(system)
    alone = [v for v in system.variables if not any(v in array for array in found)][:_INDICES] if found else []
    return [fact for array in found for when in _passed(system, array, chosen)
            for fact in _of_kinds(array, chosen, when, alone, system.width)]


def arrays(system: TransitionSystem) -> list[list[Variable]]:
    """The elements of each array of words, in order: a[0], a[1], …, and the same member of structs in an array."""
    found: dict[tuple[str, str], list[tuple[int, Variable]]] = {}
    for v in system.variables:
        match = _NAME.fullmatch(v.name)
        if match and not v.floating:
            found.setdefault((match[1], match[3]), []).append((int(match[2]), v))
    ordered = [sorted(own, key=lambda e: e[0]) for own in found.values()]
    return [[v for _, v in own] for own in ordered if _FEWEST <= len(own) <= _MOST and [k for k, _ in own] == [*range(len(own))]]


def _passed(system: TransitionSystem, array: Sequence[Variable], states: Sequence[Mapping[str, int]]) -> Iterator[When]:
    """Always, and when an index is above or below an element's place."""
    yield [(TRUE, np.ones(len(states), dtype=np.bool_))] * len(array)
    pairs = [{v.name, e.name} for v in system.variables for e in (array[0], array[-1])]
    beside = {name for pair in pairs if frozenset(pair) in related(system) for name in pair} - {e.name for e in array}
    for v in [v for v in system.variables if v.name in beside][:_INDICES]:
        sign, word = 1 << (v.bits - 1) if v.signed else 0, v.wide(system.width)
        index = np.array([min((s[v.name] ^ sign) - sign, len(array)) for s in states], dtype=np.int64)
        places = [terms.constant(place) for place in range(len(array))]
        yield [(below(p, word, v.signed), index > place) for place, p in enumerate(places)]
        yield [(below(word, p, v.signed), index < place) for place, p in enumerate(places)]


def _of_kinds(array: Sequence[Variable], states: Sequence[Mapping[str, int]], when: When, others: Sequence[Variable],
              width: int) -> Iterator[Term]:
    """The facts of each kind that the elements have when they are spoken of."""
    words = [np.array([s[v.name] for s in states], dtype=np.uint64) for v in array]
    seen = [(place, words[place][inside]) for place, (_, inside) in enumerate(when) if inside.any()]
    if len(seen) < 2:
        return
    sign = 1 << (array[0].bits - 1) if array[0].signed else 0
    numbers = _numbers(seen, (1 << array[0].bits) - 1)
    if numbers is not None:
        mask = (1 << array[0].bits) - 1
        yield from (_where(w, v.term == (numbers[0] + numbers[1] * p) & mask)
                    for p, (v, (w, _)) in enumerate(zip(array, when, strict=True)))
    elif array[0].bits == width or not sign:
        values = [own ^ np.uint64(sign) for own in words]
        yield from _bounded(array, when, np.concatenate([own for _, own in seen]) ^ np.uint64(sign), sign)
        yield from _in_order(array, when, values, bool(sign))
        for other in others:
            if (other.bits, other.signed) == (array[0].bits, array[0].signed):
                beside = np.array([s[other.name] for s in states], dtype=np.uint64) ^ np.uint64(sign)
                yield from _beside(array, when, values, other.term, beside)


def _where(condition: Term, fact: Term) -> Term:
    return fact if condition is TRUE else condition.implies(fact)


def _numbers(seen: Sequence[tuple[int, Words]], mask: int) -> tuple[int, int] | None:
    """The first number and the step, where each element is one number, and these grow with the places."""
    (place, first), (other, second) = seen[:2]
    step = (int(second[0]) - int(first[0])) & mask if other == place + 1 else 0
    start = (int(first[0]) - step * place) & mask
    same = all((own == np.uint64((start + step * p) & mask)).all() for p, own in seen)
    return (start, step) if same else None


def _bounded(array: Sequence[Variable], when: When, values: Words, sign: int) -> Iterator[Term]:
    """Bounds of all elements: what was seen, and 0 and 1. The values are such that unsigned order is that of the words."""
    least, most = int(values.min()) ^ sign, int(values.max()) ^ sign
    for bound in {least, *(n for n in (0, 1) if not (values < np.uint64(n ^ sign)).any())}:
        if bound ^ sign:
            yield from (_where(w, ~below(v.term, terms.constant(bound), bool(sign)))
                        for v, (w, _) in zip(array, when, strict=True))
    yield from (_where(w, ~below(terms.constant(most), v.term, bool(sign))) for v, (w, _) in zip(array, when, strict=True))


def _in_order(array: Sequence[Variable], when: When, values: Sequence[Words], signed: bool) -> Iterator[Term]:
    """That no element is above the next one."""
    both = [a & b for (_, a), (_, b) in pairwise(when)]
    if any(b.any() for b in both) and all((values[k][b] <= values[k + 1][b]).all() for k, b in enumerate(both)):
        for k in range(len(array) - 1):
            condition = TRUE if when[k][0] is TRUE else when[k][0] & when[k + 1][0]
            yield _where(condition, ~below(array[k + 1].term, array[k].term, signed))


def _beside(array: Sequence[Variable], when: When, values: Sequence[Words], word: Term, beside: Words) -> Iterator[Term]:
    """That no element is above, or below, another word of its type."""
    signed = array[0].signed
    inside = [states for _, states in when]
    if all((own[i] <= beside[i]).all() for own, i in zip(values, inside, strict=True)):
        yield from (_where(w, ~below(word, v.term, signed)) for v, (w, _) in zip(array, when, strict=True))
    if all((own[i] >= beside[i]).all() for own, i in zip(values, inside, strict=True)):
        yield from (_where(w, ~below(v.term, word, signed)) for v, (w, _) in zip(array, when, strict=True))
