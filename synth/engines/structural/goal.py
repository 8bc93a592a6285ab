"""What the one unknown function of a specification has to return: where it is called, and which results satisfy the body there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.engines.shape import equations, hints, own_constants, sites, words_of
from synth.engines.shape import values as values_of
from synth.evaluation.arrays import Arrays, Words
from synth.operators import Operator
from synth.specification import Specification
from synth.terms import Term, TermKind, postorder

WHOLE = 1 << 11
"""A domain of at most so many points is looked at whole."""

_VALUES = 64
"""A function of at most so many results has them all tried at each point."""

_ELEMENTS = 1 << 21
_CONSTANTS = 12


def whole_domain(specification: Specification, width: int) -> list[dict[str, int]] | None:
    """All values of the ∀ words that count, where there are few; None where there are many."""
    if specification.points:
        return [dict(p) for p in specification.points] if len(specification.points) <= WHOLE else None
    names = [str(s.data) for s in specification.forall]
    if width * len(names) > WHOLE.bit_length() - 1:
        return None
    numbers = np.arange(1 << (width * len(names)), dtype=np.uint64)
    mask = np.uint64((1 << width) - 1)
    words = {n: numbers >> np.uint64(width * i) & mask for i, n in enumerate(names)}
    holds = np.broadcast_to(terms.interpret(specification.precondition, Arrays(width), words, terms.no_calls), numbers.shape) != 0
    columns = [words[n][holds].tolist() for n in names]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


class Goal:
    """A specification of one function on examples, values of the ∀ words at `width`.

    inputs   uint64 [arguments, points]: the words that the function is called on; example e of site s is point s * examples + e
    """

    def __init__(self, specification: Specification, examples: Sequence[Mapping[str, int]], width: int) -> None:
        self.specification, self.width, self.examples = specification, width, len(examples)
        function = specification.exists[0]
        self.sites = sites(specification, function) or ()
        self._words = words_of(specification, [dict(e) for e in examples])
        arguments = [values_of(site.arguments, self._words, self.examples, width) for site in self.sites]
        self.inputs: NDArray[np.uint64] = np.hstack(arguments)
        self._domain = Arrays(width)
        self._known: dict[int, Words] = {}
        self._open: list[Term] = []
        for node in postorder(specification.body):
            if node.kind is TermKind.CALL or any(id(a) not in self._known for a in node.arguments):
                self._open.append(node)
            else:
                self._known[id(node)] = self._value(node, self._known)

    @property
    def points(self) -> int:
        """How many points there are: examples times sites."""
        return int(self.inputs.shape[1])

    def _value(self, node: Term, known: Mapping[int, Words]) -> Words:
        arguments = [known[id(a)] for a in node.arguments]
        match node.kind, node.data:
            case TermKind.CONSTANT, int(value):
                return self._domain.constant(value)
            case TermKind.SYMBOL, str(name):
                return self._words[name][None, :]
            case TermKind.APPLY, Operator() as op:
                return op(self._domain, *arguments)
        return self._domain.constant(self.width)

    def check(self, results: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Which examples functions with these results [n, points] satisfy: [n, examples]."""
        found = np.empty((len(results), self.examples), dtype=np.bool_)
        rows = max(1, _ELEMENTS // max(1, self.points))
        for start in range(0, len(results), rows):
            part = results[start: start + rows]
            known = dict(self._known)
            for i, site in enumerate(self.sites):
                known[id(site)] = part[:, i * self.examples: (i + 1) * self.examples]
            for node in self._open:
                if id(node) not in known:
                    known[id(node)] = self._value(node, known)
            found[start: start + rows] = np.broadcast_to(known[id(self.specification.body)] != 0, (len(part), self.examples))
        return found

    def allowed(self, bits: int) -> NDArray[np.bool_] | None:
        """For a function of `bits`-bit results, called once: which results each example allows, [2^bits, examples]."""
        if len(self.sites) != 1 or 1 << bits > _VALUES:
            return None
        results = np.arange(1 << bits, dtype=np.uint64)[:, None]
        return self.check(np.broadcast_to(results, (1 << bits, self.points)))

    @cached_property
    def target(self) -> NDArray[np.uint64] | None:
        """The only right results, uint64 [points], where the body is equations that say them; None elsewhere."""
        name = self.specification.exists[0].name
        found = equations(self.specification)
        if found is None or len(self.sites) != 1 or any(e.truth or e.arguments != self.sites[0].arguments for e in found[name]):
            return None
        return np.asarray(values_of([found[name][0].value], self._words, self.examples, self.width)[0])


def spec_constants(specification: Specification, width: int) -> tuple[int, ...]:
    """Constants worth having as leaves: 0, 1, all ones, the hints, and the first that the specification speaks of."""
    words = [0, 1, (1 << width) - 1, *hints(specification, width), *own_constants(specification, width)]
    return tuple(dict.fromkeys(words))[:_CONSTANTS]


def invented(specification: Specification, width: int, rng: np.random.Generator, count: int) -> list[dict[str, int]]:
    """At most `count` distinct values of the ∀ words that keep the precondition, of every magnitude; or 4 times as many points."""
    if specification.points:
        chosen = rng.permutation(len(specification.points))[: 4 * count]
        return [dict(specification.points[i]) for i in chosen]
    names, rows = [str(s.data) for s in specification.forall], 8 * count
    words: dict[str, Words] = {}
    for name in names:
        any_word = rng.integers(0, 1 << 64, rows, dtype=np.uint64, endpoint=False) >> np.uint64(64 - width)
        shifted = any_word >> rng.integers(0, width, rows, dtype=np.uint64)
        words[name] = np.where(rng.random(rows) < 0.5, any_word, shifted)
    holds = np.broadcast_to(terms.interpret(specification.precondition, Arrays(width), words, terms.no_calls), (rows,)) != 0
    columns = [words[n][holds].tolist() for n in names]
    found = dict.fromkeys(zip(*columns, strict=True))
    return [dict(zip(names, row, strict=True)) for row in list(found)[:count]]
