"""Facts about an element of an array at an index that is chosen before, which hold of all elements: what a loop has passed, or has
not come to yet, is a number, another word, the element of another array at the same place, or in order.

The index is a word that no edge changes; that it may be any makes a fact about it one that quantifies over it (Monniaux, Gonnord,
Cell morphing, SAS 2016). A fact says something of elements under a condition on their indices. Those are tried that all states
have in common, of the program and of a small model of it, in which loops over long arrays end. It loses where what matters of an
element depends on more than two comparisons of its index.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, permutations, product

import numpy as np

from synth import terms
from synth.analysis.invariants.candidates import below
from synth.analysis.invariants.program_predicates import compared
from synth.analysis.simulation.simulator import State
from synth.analysis.systems.small_model import SmallModel
from synth.booleans import TRUE, conjunction
from synth.evaluation.arrays import Arrays, Words
from synth.terms import Term, TermKind, name_of
from synth.transition import Kind, TransitionSystem, Variable, symbols, symbols_of_each

_MOST, _PER_FACT, _FEWEST = 300, 3, 5
"""The most facts of a place, under how many conditions the same may be said of an element, and in how many states these hold."""

_CONSTANTS, _WORDS, _LARGEST, _FLAGS = 6, 6, 8, 3
"""How many constants and other words facts speak of, of how many nodes what a program computes; how many constants are what a word
may be while something holds."""

_STATES, _CONDITIONS = 1_000, 10_000
"""How many states are looked at of the program, and of its model; how many conditions at once."""


class Kinds(enum.Enum):
    """Which facts are tried."""

    EQUATIONS = "what elements are equal to"
    ORDER = "how elements compare, too"
    FLAGS = "the same, also where another word has a value"


def has_chosen(system: TransitionSystem) -> bool:
    """Whether some variable is an element at an index that is chosen before."""
    return any(v.index for v in system.variables)


def chosen_facts(system: TransitionSystem, states: Mapping[int, Sequence[State]], small: SmallModel,
                 kinds: Kinds) -> dict[int, list[Term]]:
    """The candidates for each loop head: what all `states` of it, and those of a small model, have in common, and what they have at
    other heads, as far as it is about words that matter there."""
    heads = [place.number for place in system.of_kind(Kind.HEAD)]
    seen = {head: _Seen(system, states.get(head, ()), small.states.get(head, ()), small) for head in heads}
    found = {head: list(_candidates(system, head, small, seen[head], kinds)) for head in heads}
    taken = {head: [own.about(system.needed[head]) for other in heads if other != head for own in found[other]] for head in heads}
    return {head: list(islice(dict.fromkeys((*(own.term for own in found[head]), *seen[head].held(taken[head]))), _MOST))
            for head in heads}


def _candidates(system: TransitionSystem, head: int, small: SmallModel, seen: _Seen, kinds: Kinds) -> Iterator[_Fact]:
    for group in _Made(system, head, small, seen, kinds is Kinds.FLAGS).groups():
        yield from seen.common(replace(group, others=()) if kinds is Kinds.EQUATIONS and group.conditions else group)


@dataclass(frozen=True)
class _Fact:
    """What is said of elements under some conditions."""

    conditions: tuple[Term, ...]
    says: Term

    @property
    def term(self) -> Term:
        """The fact as one Boolean."""
        return conjunction(self.conditions).implies(self.says) if self.conditions else self.says

    def about(self, names: frozenset[str]) -> Term | None:
        """The same without conditions on words that are none of some; None where what it says is about others, too."""
        kept = tuple(c for c, own in zip(self.conditions, symbols_of_each(self.conditions), strict=True) if own <= names)
        return _Fact(kept, self.says).term if symbols((self.says,)) <= names else None


@dataclass(frozen=True)
class _Group:
    """What may be said of some elements: each of the facts, under a condition of each of `conditions`, or of fewer of these lists.

    equations    facts that leave nothing to be said by the others where they hold
    """

    equations: Sequence[Term]
    others: Sequence[Term]
    conditions: Sequence[Sequence[Term]]


class _Seen:
    """The states of a place that were seen, in the program and in a small model."""

    def __init__(self, system: TransitionSystem, states: Sequence[State], models: Sequence[State], small: SmallModel) -> None:
        self._domain, self._small = Arrays(system.width), small
        chosen = [own[:: 1 + len(own) // _STATES] for own in (states, models)]
        self._columns = [{v.name: np.array([s[v.name] for s in own], dtype=np.uint64) for v in system.variables} for own in chosen]
        self._counts = [len(own) for own in chosen]

    def common(self, group: _Group) -> Iterator[_Fact]:
        """The facts of a group that all states have, each under the conditions that hold of the most states."""
        facts, lists = [*group.equations, *group.others], [[TRUE, *own] for own in group.conditions]
        while math.prod(map(len, lists)) > _CONDITIONS:
            longest = max(lists, key=len)
            del longest[len(longest) // 2:]
        if not sum(self._counts):
            return
        holds = self._values(facts) != 0
        conditions = np.ones((1, holds.shape[1]), dtype=np.bool_)
        for own in lists:
            conditions = (conditions[:, None, :] & (self._values(own) != 0)[None, :, :]).reshape(-1, holds.shape[1])
        broken = conditions.astype(np.float32) @ (~holds).astype(np.float32).T
        support = conditions.sum(axis=1)
        order = [int(c) for c in np.argsort(-support, kind="stable") if support[c] >= _FEWEST]
        told: list[int] = []
        for number, fact in enumerate(facts):
            equation, chosen = number < len(group.equations), list[int]()
            for c in order:
                if not broken[c, number] and not any((conditions[c] <= conditions[k]).all()
                                                     for k in (chosen if equation else (*told, *chosen))):
                    chosen.append(c)
                    if len(chosen) == _PER_FACT:
                        break
            told += chosen if equation else []
            for c in chosen:
                places = np.unravel_index(c, [len(own) for own in lists])
                yield _Fact(tuple(own[i] for own, i in zip(lists, places, strict=True) if i), fact)

    def held(self, facts: Iterable[Term | None]) -> list[Term]:
        """Those that all states have; None are left out."""
        told = [f for f in facts if f is not None]
        values = self._values(told)
        return [f for f, own in zip(told, values, strict=True) if own.all()] if values.size else []

    def same(self, words: Sequence[Term]) -> list[list[Term]]:
        """The words in classes, each of words that are equal in all states."""
        found: dict[bytes, list[Term]] = {}
        for word, values in zip(words, self._values(words), strict=True):
            found.setdefault(values.tobytes(), []).append(word)
        return [list(dict.fromkeys(own)) for own in found.values()]

    def _values(self, roots: Sequence[Term]) -> Words:
        """What terms are in each state, in those of the small model what they become there: an array (terms, states)."""
        parts = []
        for own, columns, count in zip((roots, [self._small.of(t) for t in roots]), self._columns, self._counts, strict=True):
            values = terms.Evaluation(own).values(self._domain, columns, terms.no_calls)
            parts.append(np.array([np.broadcast_to(v, (count,)) for v in values], dtype=np.uint64).reshape(len(own), count))
        return np.concatenate(parts, axis=1)


def _unturned(word: Term) -> Term:
    """A word that is compared, without the turning of its sign that makes the comparison one of signed words."""
    a, *b = word.arguments or (word,)
    sign = b[0].data if b and b[0].kind is TermKind.CONSTANT else None
    return a if name_of(word) == "xor" and isinstance(sign, int) and sign.bit_count() == 1 else word


def _is_made_of(term: Term, names: Collection[str]) -> bool:
    """Whether a term computes something of some words, and of no others; sizes in bytes do not count, which are products."""
    nodes = terms.postorder(term)
    if any(name_of(n) == "mul" for n in nodes):
        return False
    own = {str(n.data) for n in nodes if n.kind is TermKind.SYMBOL}
    return bool(term.arguments) and len(nodes) <= _LARGEST and bool(own) and own <= set(names)


class _Made:
    """The facts that are tried at a place."""

    def __init__(self, system: TransitionSystem, head: int, small: SmallModel, seen: _Seen, flags: bool) -> None:
        there = [v for v in system.variables if v.name in system.needed[head] and not v.floating]
        self._width, self._mask, self._narrow = system.width, (1 << system.width) - 1, [v for v in there if v.bits < system.width]
        self._by_name = {v.name: v for v in system.variables}
        self._elements = [v for v in there if v.index in self._by_name and v.index != v.name]
        plain = [v for v in there if not v.index and v.bits > 1]
        made = [t for t in map(_unturned, compared(system)) if _is_made_of(t, {v.name for v in plain})]
        classes = seen.same([*(v.wide(self._width) for v in plain), *made])
        self._words, self._equal_words = [own[0] for own in classes][:_WORDS], [own for own in classes if len(own) > 1]
        self._with_flags = flags
        self._numbers = [n for n in small.numbers if n >> (system.width - 1) == 0][:_CONSTANTS]
        self._often = [n for n in self._numbers if n in small.in_loops]

    def groups(self) -> Iterator[_Group]:
        """All of them, the likelier ones first."""
        yield _Group((), list(self._of_words()), ())
        for element in self._elements:
            k = self._index(element)
            sides, even = list(self._sides(k)), [k & 1 == 0, k & 1 == 1] if 2 in self._often else []
            yield _Group(list(self._equal_to(element)), list(self._beside_words(element)),
                         [[*self._elsewhere(element), *even], sides, list(self._flags()) or sides])
        for a, b in combinations(self._elements, 2):
            if a.bits == b.bits:
                of_a, of_b = (list(self._sides(self._index(e))) for e in (a, b))
                yield _Group(list(self._equal(a, b)), list(self._in_order(a, b)),
                             [list(self._places(a, b)), of_a, list(self._flags()) or of_b])
        for a, b, c in permutations(self._elements, 3) if len(self._elements) <= 4 else ():
            if b.name < c.name and len({a.bits, b.bits, c.bits}) == 1:
                k, mask = self._index(a), (1 << a.bits) - 1
                places = [conjunction(both) for both in product(
                    (self._index(b) == k, k == self._index(b) + 1), (self._index(c) == k, k == self._index(c) + 1))]
                yield _Group([a.term == (b.term + c.term) & mask, a.term == (b.term - c.term) & mask], (),
                             [places, list(self._sides(k))])

    def _of_words(self) -> Iterator[Term]:
        """Where words lie: the indices within their arrays, and the others, which is where loops have come to."""
        yield from (v.in_range for v in self._narrow)
        yield from (word == own[0] for own in self._equal_words for word in own[1:])
        numbers = [terms.constant(n) for n in self._numbers]
        for k in dict.fromkeys(map(self._index, self._elements)):
            yield ~below(k, terms.constant(0), True)
            yield from (below(k, bound, True) for bound in [*self._words, *numbers])
        for a, b in permutations([*self._words, *numbers], 2):
            if a.kind is not TermKind.CONSTANT or b.kind is not TermKind.CONSTANT:
                yield ~below(a, b, True)
        for a, b in combinations(self._words, 2):
            for other in (*self._words, *numbers):
                if other is not a and other is not b:
                    yield a + b == other
                    yield a + b + 1 == other

    def _index(self, element: Variable) -> Term:
        return self._by_name[element.index].wide(self._width)

    def _sides(self, k: Term) -> Iterator[Term]:
        """Where an index lies: below a word or number, or not."""
        for bound in [*self._words, *(terms.constant(n) for n in self._often if n > 1)]:
            yield below(k, bound, True)
            yield ~below(k, bound, True)
            yield below(bound, k, True)
            yield ~below(bound, k, True)

    def _flags(self) -> Iterator[Term]:
        """What another word is, as a flag or a mode."""
        for word in self._words if self._with_flags else ():
            for n in self._often[:_FLAGS]:
                yield word == n
                yield word != n

    def _elsewhere(self, element: Variable) -> Iterator[Term]:
        """The index is one of another array, too."""
        for other in dict.fromkeys(e.index for e in self._elements if e.index != element.index):
            yield self._index(element) == self._by_name[other].wide(self._width)

    def _equal_to(self, element: Variable) -> Iterator[Term]:
        """What an element is."""
        for n in self._numbers:
            yield element.term == n
        k, value = self._index(element), element.wide(self._width)
        yield from (value == word for word in self._words)
        yield value == k
        for word in self._words:
            yield (value + k) & self._mask == word
            yield (value + k + 1) & self._mask == word
        for n in self._numbers:
            if n:
                yield value == (k + n) & self._mask
            if n > 1:
                yield value == (k * n) & self._mask
                yield (value + k) & self._mask == n
                yield (value + k + 1) & self._mask == n

    def _beside_words(self, element: Variable) -> Iterator[Term]:
        """How an element compares with numbers and other words."""
        value, signed = element.wide(self._width), element.signed
        for word in self._words:
            yield ~below(word, value, signed)
            yield ~below(value, word, signed)
            yield value != word
        if signed:
            yield ~below(value, terms.constant(0), signed)
        for n in self._often:
            yield element.term != n
            yield ~below(value, terms.constant(n), signed)
            yield below(value, terms.constant(n), signed)
            yield ~below(terms.constant(n), value, signed)

    def _places(self, a: Variable, b: Variable) -> Iterator[Term]:
        """How two indices may lie to each other."""
        k, other = self._index(a), self._index(b)
        if a.index == b.index:
            return
        yield k == other
        for word in self._words:
            yield k + other == (word - 1) & self._mask
            yield k == (other + word) & self._mask
            yield other == (k + word) & self._mask
        for n in self._numbers:
            if n > 1:
                yield k + other == n
                yield k + other == n - 1
        yield k == other + 1
        yield other == k + 1
        yield below(k, other, True)
        yield below(other, k, True)

    def _equal(self, a: Variable, b: Variable) -> Iterator[Term]:
        mask = (1 << a.bits) - 1
        yield a.term == b.term
        for n in self._numbers:
            if n:
                yield a.term == (b.term + n) & mask
                yield b.term == (a.term + n) & mask

    def _in_order(self, a: Variable, b: Variable) -> Iterator[Term]:
        yield ~below(b.wide(self._width), a.wide(self._width), a.signed)
        yield ~below(a.wide(self._width), b.wide(self._width), a.signed)
        yield a.term != b.term
