"""Equations that all states of a place satisfy: polynomials in its words that are 0 modulo 2^w.

They are the kernel of the matrix that has a row for every state and a column for every monomial (Karr, Affine relationships among
variables of a program, 1976; Müller-Olm and Seidl, Analysis of modular arithmetic, ESOP 2005), found from states that were seen.
What a step from a state with all of them breaks is dropped. Loses where a loop is seen in few states only.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from synth import terms
from synth.algebra.cases import plain, plain_cases, says_more
from synth.algebra.modular import Rows, Span, kernel, valuation
from synth.algebra.polynomials import Monomial, Polynomial, equation, monomials
from synth.analysis.certificates.obligations import after
from synth.analysis.systems.relevance import principal_variables
from synth.booleans import TRUE, conjunction
from synth.checking.validity.preparation import seen_by_algebra
from synth.checking.validity.prover import is_valid_of_sums
from synth.checking.validity.translator import Translator
from synth.evaluation.arrays import Arrays, Words
from synth.terms import Term, TermKind, name_of
from synth.transition import Kind, TransitionSystem, symbols

States = Sequence[Mapping[str, int]]
_ROWS, _COLUMNS = 400, 60
_TRIES, _TERMS = 64, 12
"""How many random states a polynomial is tried on that may be 0 everywhere; the most monomials of one of a higher degree."""

_MOST, _QUOTIENTS, _SUMS = 24, 2, 0.1
"""The most equations of a place that are looked at, and the most quotients that they speak of; seconds that linear arithmetic has
for what algebra does not show."""


def equations(system: TransitionSystem, states: States, most: int) -> list[Term]:
    """Equations of at most degree `most` that hold of all `states`, none of which follows from those of lower degree; linear ones
    also speak of quotients that assertions speak of."""
    variables = [v for v in principal_variables(system) if not v.floating]
    distinct = list({tuple(s.values()): s for s in states}.values())
    if not variables or len(distinct) < 2:
        return []
    chosen = distinct[:: -(-len(distinct) // _ROWS)]
    words = {v.name: np.array([s[v.name] for s in chosen], dtype=np.uint64) for v in variables}
    names, divided = list(words), {str(q): q for q in _quotients(system)} if most == 1 else {}
    for name, quotient in divided.items():
        words[name] = np.broadcast_to(terms.interpret(quotient, Arrays(system.width), words, terms.no_calls), len(chosen))
    names += divided
    found = _basis(names, words, 1, [], system.width)
    if most > 1:
        dependent = {m[0] for p in found for m, c in list(p.items())[:1] if m and c == 1}
        names = [n for i, n in enumerate(names) if i not in dependent]
        linear = [equation([terms.symbol(n) for n in words], p, system.width) for p in found]
        found = []
        for degree in range(2, most + 1) if names else ():
            if len(monomials(range(len(names)), degree)) <= min(_COLUMNS, len(chosen) - 2):
                found += _basis(names, words, degree, found, system.width)
        return linear + [equation([terms.symbol(n) for n in names], p, system.width) for p in found]
    return [equation([divided[n] if n in divided else terms.symbol(n) for n in names], p, system.width)
            for p in (*found, *_with_equal(found, system.width))]


def _with_equal(found: Sequence[Polynomial], width: int) -> Iterator[Polynomial]:
    """Linear equations with a word for one that equals it, where that was seen: it may be so only among the states that were."""
    for own in found:
        if len(own) == 2 and sorted(own.values()) == [1, (1 << width) - 1] and all(own):
            first, other = own
            yield from ({first if m == other else m: c for m, c in p.items()} for p in found if p is not own and other in p)


@lru_cache(maxsize=8)
def _quotients(system: TransitionSystem) -> list[Term]:
    """Some of these that are of words, not of sums."""
    return [n for n in asserted_quotients(system) if n.arguments[0].kind is TermKind.SYMBOL][:_QUOTIENTS]


def asserted_quotients(system: TransitionSystem) -> list[Term]:
    """The quotients of words and sums by numbers that assertions speak of."""
    known = {v.name for v in principal_variables(system)}
    found = [n for n in terms.postorder(*(e.guard for e in system.failures)) if name_of(n) in ("udiv", "sdiv", "lshr", "ashr")
             and n.arguments[1].kind is TermKind.CONSTANT]
    return [n for n in found if symbols((n,)) <= known]


def _basis(names: Sequence[str], words: Mapping[str, Words], degree: int, known: Sequence[Polynomial],
           width: int) -> list[dict[Monomial, int]]:
    """Polynomials that are 0 for all rows of `words`, but not everywhere, and do not follow from `known` ones.

    Each starts with a monomial of its own. Of higher degrees only those that say more than something of low bits.
    """
    columns = monomials(range(len(names)), degree)
    span, follows = Span(len(columns), width), _multiples(columns, known, degree, width)
    for row in kernel(_matrix(columns, [words[n] for n in names], width), width):
        span.add(row)
    rng = np.random.default_rng(0)
    anything = [rng.integers(0, 1 << 63, _TRIES, dtype=np.uint64) for _ in names]
    tried, mask = _matrix(columns, anything, width), Arrays(width).mask
    basis = [row for row in span.basis() if ((tried * row).sum(axis=1, dtype=np.uint64) & mask).any() and not follows.holds(row)]
    found = [{m: int(c) for m, c in zip(columns, row, strict=True) if c} for row in basis]
    return [p for p in found if degree == 1 or (len(p) <= _TERMS and min(map(valuation, p.values())) < width // 2)]


def _multiples(columns: Sequence[Monomial], known: Sequence[Polynomial], degree: int, width: int) -> Span:
    """What follows from known polynomials times a leaf."""
    place, span = {m: i for i, m in enumerate(columns)}, Span(len(columns), width)
    for polynomial in known:
        for factor in (m for m in columns if len(m) <= degree - max(map(len, polynomial))):
            row = np.zeros(len(columns), dtype=np.uint64)
            for monomial, coefficient in polynomial.items():
                row[place[tuple(sorted(monomial + factor))]] = coefficient
            span.add(row)
    return span


def _matrix(columns: Sequence[Monomial], words: Sequence[Words], width: int) -> Rows:
    """The values of monomials, a row for every state."""
    made = []
    for monomial in columns:
        value = np.ones(len(words[0]), dtype=np.uint64)
        for number in monomial:
            value = value * words[number]
        made.append(value & Arrays(width).mask)
    return np.stack(made, axis=1)


def inductive_equations(system: TransitionSystem, states: Mapping[int, States], known: Mapping[int, Term], most: int,
                        deadline: float) -> dict[int, list[Term]]:
    """Equations of each loop head of which algebra shows that every edge keeps them, or linear arithmetic, where `known` and all of
    them hold before; no equations where that takes too long, and those of algebra alone where more does."""
    seen = {p.number: equations(system, states.get(p.number, ()), most)[:_MOST] for p in system.of_kind(Kind.HEAD)}
    shown = _kept(system, seen, {}, known, deadline, lambda claim, left: seen_by_algebra(claim, system.width, left))
    if shown is None or most > 1 or all(len(shown[head]) == len(own) for head, own in seen.items()):
        return shown or {}
    translator = Translator(system.width)
    return _kept(system, seen, shown, known, deadline, lambda claim, left: seen_by_algebra(claim, system.width, left) or
                 is_valid_of_sums(claim, translator, min(_SUMS, left))) or shown


def _kept(system: TransitionSystem, seen: Mapping[int, list[Term]], shown: Mapping[int, Sequence[Term]], known: Mapping[int, Term],
          deadline: float, follows: Callable[[Term, float], bool]) -> dict[int, list[Term]] | None:
    """Those of the equations `seen` that every edge keeps, as those `shown` are known to be, by what `follows` in so many seconds;
    None where that is not told before the deadline."""
    kept, edges = dict(seen), [e for e in system.edges if e.target in seen]
    waiting = list(edges)
    while waiting and time.monotonic() < deadline:
        edge = waiting.pop()
        given, sure = kept.get(edge.source, ()), set(map(id, shown.get(edge.target, ())))
        stated = [own for fact in given for own in (fact, plain(fact, system.width))]
        identities = set(map(id, stated))
        premise = conjunction([known.get(edge.source, TRUE), *given, edge.guard])
        broken = set[int]()
        for fact in (own for own in kept[edge.target] if id(own) not in sure):
            behind, left = after(system, edge, fact), deadline - time.monotonic()
            if says_more(plain_cases(behind, system.width), identities) and (
                    left <= 0 or not follows(premise.implies(behind), left)):
                broken.add(id(fact))
        if broken:
            kept[edge.target] = [fact for fact in kept[edge.target] if id(fact) not in broken]
            waiting += [e for e in edges if e.source == edge.target and e not in waiting]
    return kept if time.monotonic() < deadline else None
