"""Infeasible in a grammar: all values that its terms can have on some inputs, none of which is right.

The terms of every non-terminal are closed under the rules, as vectors of their values at the points where the function is called.
Vectors are compared in full, and operators are evaluated by the reference evaluator, on the operands that occur; no engine has a
part in it. Inputs are taken up one by one, each because a term is right on all before it, so that few are named in the end.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.checking.examples import Example
from synth.evaluation import integers
from synth.grammar import Grammar, NonTerminal, Rule
from synth.program import of_term
from synth.specification import Specification
from synth.terms import Term, interpret

CLOSURE = "closure"
"""What proves a specification infeasible in its grammar."""

_CONSTANTS = 256
"""A place for any constant has all of them as leaves, where they are at most so many."""

_VECTORS, _GRID, _LARGEST_GRID = 1 << 17, 1 << 18, 1 << 22
"""How many vectors a non-terminal may have; how many combinations of operands are made at once, and at most."""

_LOOK = 1 << 12
"""Evaluations between two looks at the clock."""

Words = NDArray[np.uint64]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class Conflict:
    """Nothing that is allowed is right on all of these examples, as `shown_by` says."""

    examples: list[Example]
    shown_by: str


@dataclass(frozen=True)
class Unsettled:
    """No conflict was shown, and why; `refuted` says that there is none, something being right on all examples."""

    reason: str
    refuted: bool = False


class _BeyondError(Exception):
    """The closure takes more time or room than there is."""


def applies(spec: Specification) -> bool:
    """Whether one function is to be found, in a grammar with few constants, and no call depends on another."""
    grammar = spec.exists[0].grammar
    if len(spec.exists) != 1 or grammar is None or any(map(_has_many_constants, grammar.nonterminals)):
        return False
    calls = list(terms.calls(spec.body))
    return bool(calls) and all(next(terms.calls(a), None) is None for call in calls for a in call.arguments)


def _has_many_constants(place: NonTerminal) -> bool:
    return place.any_constant and (place.bits is None or 1 << place.bits > _CONSTANTS)


def excluded(spec: Specification, examples: Sequence[Example], width: int, seconds: float) -> Conflict | Unsettled:
    """Some of the examples, values of the ∀ words at `width` bits, on which no term of the grammar is right together.

    ValueError where `applies` is False. Takes about `seconds` at most.
    """
    grammar, until, chosen = spec.exists[0].grammar, time.monotonic() + seconds, list(examples[:1])
    if not applies(spec) or grammar is None:
        raise ValueError(f"{spec.name} does not ask for one function in a grammar")
    try:
        while chosen:
            term = _Closure(spec, grammar, chosen, width, until).right_term()
            if term is None:
                return Conflict(chosen, CLOSURE)
            failing = next((e for e in examples if not _holds(spec, e, width, term)), None)
            if failing is None:
                return Unsettled("a term of the grammar satisfies these examples", refuted=True)
            chosen.append(failing)
    except _BeyondError as error:
        return Unsettled(str(error))
    return Unsettled("no examples to check")


def _holds(spec: Specification, example: Example, width: int, term: Term) -> bool:
    function = spec.exists[0]
    program = of_term(term, [_argument(i) for i in range(function.arity)])
    return bool(integers.evaluate(spec.formula, example, {function.name: program}, width))


def _argument(number: int) -> str:
    return f"argument {number}"


@dataclass
class _Pool:
    """The vectors of a non-terminal, [count, points], each once, with a term for each; those before `combined` were combined."""

    vectors: Words
    terms: list[Term] = field(default_factory=list)
    seen: set[bytes] = field(default_factory=set)
    combined: int = 0

    def add(self, vectors: Words, term: Callable[[int], Term]) -> None:
        """Keep what is new; `term` tells the term of a row."""
        fresh = []
        for row, key in enumerate(map(bytes, np.ascontiguousarray(vectors))):
            if key not in self.seen:
                self.seen.add(key)
                self.terms.append(term(row))
                fresh.append(row)
        self.vectors = np.vstack([self.vectors, vectors[fresh]])
        if len(self.terms) > _VECTORS:
            raise _BeyondError("the terms of the grammar have too many different values")


@dataclass(frozen=True)
class _Grid:
    """A rule on every combination of these rows of its operands' pools."""

    rule: Rule
    pools: tuple[_Pool, ...]
    rows: tuple[range, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows there are for each operand."""
        return tuple(map(len, self.rows))

    def term(self, combination: int) -> Term:
        """The term of one combination."""
        places = np.unravel_index(combination, self.shape)
        return terms.apply(self.rule.operator, *(pool.terms[rows[int(i)]]
                                                 for pool, rows, i in zip(self.pools, self.rows, places, strict=True)))

    def parts(self) -> Iterator[_Grid]:
        """The same in pieces of bounded size."""
        if math.prod(self.shape[1:]) > _LARGEST_GRID:
            raise _BeyondError("the terms of the grammar have too many combinations")
        first, step = self.rows[0], max(1, _GRID // max(1, math.prod(self.shape[1:])))
        for start in range(0, len(first) if math.prod(self.shape) else 0, step):
            yield _Grid(self.rule, self.pools, (first[start: start + step], *self.rows[1:]))


class _Closure:
    """The closure of a grammar on some examples."""

    def __init__(self, spec: Specification, grammar: Grammar, examples: Sequence[Example], width: int, until: float) -> None:
        self._spec, self._grammar, self._examples, self._until = spec, grammar, examples, until
        self._domain, self._evaluated = integers.Integers(width), 0
        self._points: dict[tuple[int, ...], int] = {}
        self._called = [self._calls_on(example) for example in examples]
        self._pools = [self._leaves(place) for place in grammar.nonterminals]
        self._rules = [(n, rule) for n, place in enumerate(grammar.nonterminals) for rule in place.rules]
        self._only_starts = all(0 not in rule.operands for _, rule in self._rules)

    def right_term(self) -> Term | None:
        """A term that is right on all examples; None where there is none. _BeyondError where that takes too much."""
        right = self._right_kept()
        while right is None and any(pool.combined < len(pool.terms) for pool in self._pools):
            self._grow()
            right = self._right_kept()
        return self._right_root() if right is None and self._only_starts else right

    def _grow(self) -> None:
        """Combine what is known; where no larger term has the start as an operand, its own terms are not kept."""
        known = [len(pool.terms) for pool in self._pools]
        for n, rule in self._rules:
            for grid in self._fresh(rule, known) if n or not self._only_starts else ():
                self._pools[n].add(self._vectors(grid), grid.term)
        for pool, count in zip(self._pools, known, strict=True):
            pool.combined = count

    def _right_kept(self) -> Term | None:
        """A right term among those of the start that were not combined yet."""
        start = self._pools[0]
        fresh = start.vectors[start.combined:]
        right = self._right(len(fresh), lambda rows, point: fresh[rows, point])
        return None if right is None else start.terms[start.combined + right]

    def _right_root(self) -> Term | None:
        """A right term among those of the start's rules, which no larger one has as an operand."""
        for _, rule in (r for r in self._rules if r[0] == 0):
            pools = tuple(self._pools[o] for o in rule.operands)
            for grid in _Grid(rule, pools, tuple(range(len(pool.terms)) for pool in pools)).parts():
                right = self._right(math.prod(grid.shape), partial(self._column, grid))
                if right is not None:
                    return grid.term(right)
        return None

    # -- points and leaves --

    def _calls_on(self, example: Example) -> list[tuple[int, ...]]:
        """The words that the function is called on, each a point."""
        found = [tuple(interpret(a, self._domain, example, terms.no_calls) for a in call.arguments)
                 for call in terms.calls(self._spec.body)]
        for arguments in found:
            self._points.setdefault(arguments, len(self._points))
        return list(dict.fromkeys(found))

    def _leaves(self, place: NonTerminal) -> _Pool:
        words = range(1 << place.bits) if place.any_constant and place.bits is not None else ()
        rows = [([arguments[i] for arguments in self._points], terms.symbol(_argument(i))) for i in place.arguments]
        rows += [([self._domain.constant(c)] * len(self._points), terms.constant(c)) for c in (*place.literals, *words)]
        pool = _Pool(np.empty((0, len(self._points)), dtype=np.uint64))
        pool.add(np.array([row for row, _ in rows], dtype=np.uint64).reshape(len(rows), len(self._points)), lambda i: rows[i][1])
        return pool

    # -- combining --

    def _fresh(self, rule: Rule, known: Sequence[int]) -> Iterator[_Grid]:
        """The combinations of known rows that were not combined yet: the first fresh operand in turn."""
        pools = tuple(self._pools[o] for o in rule.operands)
        for turn in range(len(pools)):
            rows = tuple(range(pool.combined if k == turn else 0, pool.combined if k < turn else known[o])
                         for k, (o, pool) in enumerate(zip(rule.operands, pools, strict=True)))
            yield from _Grid(rule, pools, rows).parts()

    def _vectors(self, grid: _Grid) -> Words:
        combinations = np.arange(math.prod(grid.shape))
        return np.stack([self._column(grid, combinations, point) for point in range(len(self._points))], axis=1)

    def _column(self, grid: _Grid, combinations: Places, point: int) -> Words:
        """What these combinations give at a point: each choice of operands that occurs is evaluated once."""
        places = np.unravel_index(combinations, grid.shape)
        values, codes = zip(*(np.unique(pool.vectors[rows.start: rows.stop, point], return_inverse=True)
                              for pool, rows in zip(grid.pools, grid.rows, strict=True)), strict=True)
        table = [self._applied(grid.rule, operands) for operands in product(*(v.tolist() for v in values))]
        shaped = np.array(table, dtype=np.uint64).reshape([len(v) for v in values])
        return np.asarray(shaped[tuple(code[place] for code, place in zip(codes, places, strict=True))])

    def _applied(self, rule: Rule, operands: tuple[int, ...]) -> int:
        self._look()
        return int(rule.operator(self._domain, *operands))

    def _look(self) -> None:
        self._evaluated += 1
        if self._evaluated % _LOOK == 0 and time.monotonic() > self._until:
            raise _BeyondError("time ran out")

    # -- judging --

    def _right(self, count: int, column: Callable[[Places, int], Words]) -> int | None:
        """The first of `count` terms that is right on every example; `column` tells what some of them give at a point."""
        left = np.arange(count)
        for example, called in zip(self._examples, self._called, strict=True):
            if not len(left):
                return None
            results = [column(left, self._points[arguments]) for arguments in called]
            values, codes = zip(*(np.unique(r, return_inverse=True) for r in results), strict=True)
            choices, which = np.unique(np.ravel_multi_index(codes, [len(v) for v in values]), return_inverse=True)
            chosen = zip(*(v[i].tolist() for v, i in zip(values, np.unravel_index(choices, [len(v) for v in values]), strict=True)),
                         strict=True)
            holds = np.array([self._holds(example, called, choice) for choice in chosen], dtype=bool)
            left = left[holds[which]]
        return int(left[0]) if len(left) else None

    def _holds(self, example: Example, called: list[tuple[int, ...]], results: tuple[int, ...]) -> bool:
        self._look()
        given = dict(zip(called, results, strict=True))
        return bool(interpret(self._spec.formula, self._domain, example, lambda _, arguments: given[arguments]))
