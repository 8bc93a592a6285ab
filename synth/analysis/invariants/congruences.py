"""Congruences modulo a word: sums of words that are multiples of what the program divides by, as where a loop walks a list again and
again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice, product
from operator import add

import numpy as np

from synth import terms
from synth.algebra.cases import plain
from synth.analysis.systems.relevance import principal_variables
from synth.evaluation.arrays import Arrays, Words
from synth.terms import Term, TermKind, name_of
from synth.transition import TransitionSystem, Variable, symbols

_WORDS, _TIMES, _DIVISORS, _EACH, _STATES, _LEAST = 6, 2, 2, 3, 512, 2
"""From how many words sums are made at most, and how often each is in one; how many divisors are tried, and how many sums of each; how many states are
looked at, and how many values the divisor has at least in them."""


def congruences(system: TransitionSystem, place: int, states: Sequence[Mapping[str, int]]) -> list[Term]:
    """Facts `sum % divisor == 0` that hold of all `states` of a place: for each divisor that is written behind it some sums of the
    fewest words, and a small number, other than the divisor itself."""
    states = states[:: max(1, len(states) // _STATES)]
    words = [v for v in principal_variables(system) if not v.floating and v.name in system.needed[place]]
    if not states or len(words) > _WORDS:
        return []
    seen = {v.name: np.array([s[v.name] for s in states], dtype=np.uint64) for v in words}
    return [fact for divisor in _divisors(system, place, set(seen))
            for fact in islice(_multiples(words, seen, divisor, system.width), _EACH)]


def _divisors(system: TransitionSystem, place: int, names: set[str]) -> list[Term]:
    """What is divided by behind a place, as far as the words there say that; of divisors that are the same sum the first."""
    guards = terms.postorder(*(e.guard for e in system.leaving(place)))
    written = [n.arguments[1] for n in guards if name_of(n) == "urem" and n.arguments[1].kind is not TermKind.CONSTANT]
    told = {plain(by, system.width): by for by in dict.fromkeys(written) if symbols((by,)) <= names}
    return sorted(told.values(), key=lambda by: -len(symbols((by,))))[:_DIVISORS]


def _multiples(words: Sequence[Variable], seen: Mapping[str, Words], divisor: Term, width: int) -> Iterator[Term]:
    by = terms.interpret(divisor, Arrays(width), seen, terms.no_calls)
    if not by.all() or len(set(by.tolist())) < _LEAST:
        return
    mask, own = np.uint64((1 << width) - 1), _coefficients(words, divisor, width)
    columns, first = np.array([seen[v.name] for v in words]), int(np.argmax(by))
    for times in sorted(product(range(_TIMES + 1), repeat=len(words)), key=sum)[1:]:
        total = np.array(times, dtype=np.uint64) @ columns
        for number in range(-int(total[first]) % int(by[first]), 2 * len(words) + 1, int(by[first])):
            if all(a >= b for a, b in zip((*times, number), own, strict=True)):
                continue  # the sum without the divisor was looked at
            if not np.any((total + np.uint64(number) & mask) % by):
                yield (reduce(add, (v.term for v, n in zip(words, times, strict=True) for _ in range(n))) + number) % divisor == 0


def _coefficients(words: Sequence[Variable], term: Term, width: int) -> tuple[int, ...]:
    """How often each word is in a sum, and the number in it."""
    states = {v.name: np.array([*(v is own for own in words), 0], dtype=np.uint64) for v in words}
    *ones, number = map(int, np.broadcast_to(terms.interpret(term, Arrays(width), states, terms.no_calls), len(words) + 1))
    return *(one - number for one in ones), number
