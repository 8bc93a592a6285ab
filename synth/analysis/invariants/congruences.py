"""Congruences modulo a word: sums of words that are multiples of what the program divides by, as where a loop walks a list again
and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import islice, product
from math import gcd
from operator import add

import numpy as np

from synth import terms
from synth.analysis.certificates.obligations import after
from synth.analysis.invariants.equalities import asserted_quotients
from synth.analysis.systems.relevance import principal_variables
from synth.booleans import TRUE, conjunction, conjuncts
from synth.evaluation.arrays import Arrays, Words
from synth.terms import Term, TermKind, name_of
from synth.transition import Edge, TransitionSystem, symbols

_SWEEPS, _CARRIED, _WORDS, _TIMES, _DIVISORS, _EACH, _MOST, _STATES, _LEAST = 3, 4, 6, 2, 24, 2, 24, 256, 2
"""How often divisors are carried from heads to those before them, and how many; from how many words sums are made at most, and how
often each is in one; how many divisors are tried, how many sums of each, and how many in all; how many states are looked at, and
how many values a divisor has at least in them."""


def congruences(system: TransitionSystem, states: Mapping[int, Sequence[Mapping[str, int]]]) -> dict[int, list[Term]]:
    """Facts `sum % divisor == 0`, and that a flag tells whether that is so, which hold of all `states` of a loop head: for each
    divisor behind it, or behind those that come next, some sums of the fewest words, and a small number, other than the divisor
    itself. Sums stand for the divisors, as far as they are equal to them in all states in which these matter. Some equal what
    assertions divide by numbers."""
    heads = {head: _Head(system, head, own) for head, own in states.items() if own}
    heads = {head: own for head, own in heads.items() if len(own.words) <= _WORDS}
    told = {head: own.divisors(_written) for head, own in heads.items()}
    for _ in range(_SWEEPS):
        found = {head: _likely(own)[:_CARRIED] for head, own in told.items()}
        for head, own in heads.items():
            told[head] += own.divisors(partial(_behind, system, found=found))
    found = {head: list(islice(own.multiples(_likely(told[head])[:_DIVISORS]), _MOST)) for head, own in heads.items()}
    quotients = unsigned_quotients(system)
    return {head: [*found[head], *(fact for word in quotients for fact in islice(own.equal(word), _EACH))]
            for head, own in heads.items()}


def unsigned_quotients(system: TransitionSystem) -> list[Term]:
    """The unsigned ones of the quotients that assertions speak of."""
    return [own for own in asserted_quotients(system) if name_of(own) in ("udiv", "lshr")]


def divides(condition: Term) -> bool:
    """Whether a condition speaks of remainders by words."""
    return any(map(_is_remainder, terms.postorder(condition)))


def _is_remainder(node: Term) -> bool:
    return name_of(node) in ("urem", "srem") and node.arguments[1].kind is not TermKind.CONSTANT


def _written(edge: Edge) -> list[Term]:
    """What an edge divides by."""
    return list(dict.fromkeys(n.arguments[1] for n in terms.postorder(edge.guard) if _is_remainder(n)))


def _behind(system: TransitionSystem, edge: Edge, found: Mapping[int, Sequence[Term]]) -> list[Term]:
    """What is divided by at the place behind an edge, or later, over the words before it."""
    return [after(system, edge, by) for by in found.get(edge.target, ())]


def _likely(told: Counter[Term]) -> list[Term]:
    """Divisors, those first that are told by the most edges, and of these the ones of the most words."""
    return sorted(told, key=lambda by: (-told[by], -len(symbols((by,)))))


class _Head:
    """A loop head, the words that decide something there, and what they were in some states."""

    def __init__(self, system: TransitionSystem, number: int, states: Sequence[Mapping[str, int]]) -> None:
        self.number, self._width, self._edges = number, system.width, tuple(system.leaving(number))
        self.words = [v for v in principal_variables(system) if not v.floating and v.name in system.needed[number]]
        states = states[:: max(1, len(states) // _STATES)]
        self._seen = {v.name: np.array([s[v.name] for s in states], dtype=np.uint64) for v in self.words}
        self._columns = np.array([self._seen[v.name] for v in self.words], dtype=np.uint64).reshape(len(self.words), len(states))
        self._failures = system.failures
        self._flags = [v for v in self.words if set(self._seen[v.name].tolist()) == {0, 1}]
        self._mask, self._most = np.uint64((1 << system.width) - 1), 2 * len(self.words)

    def _value(self, term: Term) -> Words:
        return np.broadcast_to(terms.interpret(term, Arrays(self._width), self._seen, terms.no_calls), self._columns.shape[1])

    def divisors(self, of: Callable[[Edge], Iterable[Term]]) -> Counter[Term]:
        """Sums of words that may be the divisors `of` edges from here, and how many times each may be one."""
        found = Counter[Term]()
        for edge in self._edges:
            fails = any(edge is own for own in self._failures)  # no run takes it: the remainder does not matter
            there = conjunction([part for part in conjuncts(edge.guard) if not (fails and divides(part))])
            for by in of(edge):
                if symbols((there, by)) <= set(self._seen):
                    found.update(list(dict.fromkeys([*self._with_others(by, there), *self._equal(by, there)])))
        return found

    def equal(self, word: Term) -> Iterator[Term]:
        """That a word is a sum of others, and of a small number, where it is in all states."""
        if symbols((word,)) <= set(self._seen):
            yield from (total == word for total in self._equal(word, TRUE))

    def _with_others(self, by: Term, guard: Term) -> Iterator[Term]:
        """A sum, and those with words that are not written in it, which are 0 in the states in which a guard holds."""
        *times, number = self._coefficients(by)
        if {1} <= set(times) <= {0, 1} and all(not n.arguments or name_of(n) in ("add", "sub") for n in terms.postorder(by)):
            there = self._columns[:, self._value(guard) != 0]
            idle = [there.size > 0 and not row.any() for row in there]
            for own in product(*((0, 1) if not n and none else (n,) for n, none in zip(times, idle, strict=True))):
                yield self._sum(own, number)

    def _equal(self, by: Term, guard: Term) -> Iterator[Term]:
        """Sums of words, and a small number, that equal a word in all states in which a guard holds."""
        where = self._value(guard) != 0
        values = self._value(by)[where]
        if len(set(values.tolist())) >= _LEAST:
            ways = self._ways(1)
            left = values - ways @ self._columns[:, where] & self._mask
            for i in np.flatnonzero(np.all(left == left[:, :1], axis=1) & (left[:, 0] <= self._most)):
                yield self._sum(ways[i].tolist(), int(left[i, 0]))

    def _ways(self, most: int) -> Words:
        """How often each word is in a sum, for all sums of words that are no flags, those of the fewest words first."""
        ways = sorted(product(*((0,) if v in self._flags else range(most + 1) for v in self.words)), key=sum)[1:]
        return np.array(ways, dtype=np.uint64).reshape(len(ways), len(self.words))

    def _sum(self, times: Sequence[int], number: int) -> Term:
        return reduce(add, (v.term for v, n in zip(self.words, times, strict=True) for _ in range(n))) + number

    def multiples(self, divisors: Sequence[Term]) -> Iterator[Term]:
        """The facts about some divisors that are sums of words."""
        ways = self._ways(_TIMES)
        totals, varying = ways @ self._columns, list[tuple[Term, Words]]()
        for divisor in divisors:
            by = self._value(divisor)
            if by.all() and len(set(by.tolist())) >= _LEAST:
                varying.append((divisor, by))
        for divisor, by in varying:
            yield from islice(self._multiples(by, divisor, ways, totals, np.ones_like(by)), _EACH)
        for (divisor, by), flag in product(varying, self._flags):
            found = self._multiples(by, divisor, ways, totals, self._seen[flag.name])
            yield from islice((flag.term == is_multiple for is_multiple in found), _EACH)

    def _multiples(self, by: Words, divisor: Term, ways: Words, totals: Words, where: Words) -> Iterator[Term]:
        """That sums are multiples of a divisor that has the values `by`, which holds exactly `where` a word is 1; of the divisor
        itself it is not said."""
        first, own = int(np.argmax(by * where)), self._coefficients(divisor)
        number = (by[first] - totals[:, first] % by[first]) % by[first]
        sums = totals + number[:, None] & self._mask
        whole = ((sums % by == 0) == where).all(axis=1) & (sums != 0).any(axis=1) & (sums != by).any(axis=1)
        for i in np.flatnonzero(whole & (number <= self._most)):
            times, more = ways[i].tolist(), int(number[i])
            if gcd(*times, more) == 1 and any(a < b for a, b in zip((*times, more), own, strict=True)):
                yield self._sum(times, more) % divisor == 0  # others are parts of it, or it with the divisor

    def _coefficients(self, word: Term) -> tuple[int, ...]:
        """How often each word is in a sum, and the number in it."""
        states = {v.name: np.array([*(v is own for own in self.words), 0], dtype=np.uint64) for v in self.words}
        value = terms.interpret(word, Arrays(self._width), states, terms.no_calls)
        *ones, number = np.broadcast_to(value, len(self.words) + 1).tolist()
        return *(one - number for one in ones), number
