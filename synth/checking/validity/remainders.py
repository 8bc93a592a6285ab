"""Remainders as words of which some laws are known: what follows from these is true, and divides nothing.

Solvers of bit-vectors hardly see that n % m is again what it was m steps later. For r = e % c and s = f % c:

    c ≠ 0  →  r < c          c = 0 ∨ e < c  →  r = e
    c ≠ 0 ∧ e ≤ f ∧ f - e ≤ c  →  s = r + (f - e), or c less where that comes to c
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from synth import terms
from synth.booleans import conjunction
from synth.terms import Term, TermKind, name_of
from synth.transition import symbols

_MOST = 6
"""The most remainders that are told apart: there is a law for each two."""


@dataclass(frozen=True, eq=False)
class _Remainder:
    """A word that is of % by, unsigned."""

    word: Term
    of: Term
    by: Term

    def laws(self) -> list[Term]:
        """What holds of it alone; a remainder by 0 is the word itself."""
        return [(self.by != 0).implies(self.word < self.by), ((self.by == 0) | (self.of < self.by)).implies(self.word == self.of)]

    def ahead(self, other: _Remainder) -> Term:
        """What it is where another one by the same word is known, of a word that is less, but not by more than that word."""
        steps = self.of - other.of
        less = self.by - steps
        near = (self.by == other.by) & (self.by != 0) & (other.of <= self.of) & (steps <= self.by)
        return near.implies(self.word == terms.ite(less <= other.word, other.word - less, other.word + steps))


@dataclass
class _Named:
    """Words for the remainders of a claim, none of them among those `taken`."""

    taken: set[str]
    found: dict[tuple[int, int], _Remainder] = field(default_factory=dict)
    signed: list[tuple[Term, _Remainder]] = field(default_factory=list)

    def instead(self, node: Term) -> Term | None:
        """A word in the place of a remainder by a word; None for anything else."""
        if not _is_remainder(node):
            return None
        key = id(node.arguments[0]), id(node.arguments[1])
        if key not in self.found:
            self.found[key] = _Remainder(self._fresh(), *node.arguments)
        if name_of(node) == "urem":
            return self.found[key].word
        self.signed.append((self._fresh(), self.found[key]))
        return self.signed[-1][0]

    def _fresh(self) -> Term:
        name = next(name for i in itertools.count() if (name := f"remainder!{i}") not in self.taken)
        self.taken.add(name)
        return terms.symbol(name)

    def laws(self) -> list[Term]:
        """What holds of all of them. Where neither word is negative, signed remainders are unsigned ones."""
        found = list(self.found.values())
        laws = [law for own in found for law in own.laws()] + [a.ahead(b) for a, b in itertools.permutations(found, 2)]
        laws += [(terms.apply("sle", 0, own.of) & terms.slt(0, own.by)).implies(word == own.word) for word, own in self.signed]
        return laws


def _is_remainder(node: Term) -> bool:
    return name_of(node) in ("urem", "srem") and node.arguments[1].kind is not TermKind.CONSTANT


def has_remainders(given: Sequence[Term]) -> bool:
    """Whether there are remainders by words in some terms."""
    return any(map(_is_remainder, terms.postorder(*given)))


def by_laws(claim: Term) -> Term | None:
    """A claim without remainders by words that implies this one; None where it has none, or too many."""
    found = with_laws([claim])
    return None if found is None else conjunction(found[1]).implies(found[0][0])


def with_laws(given: Sequence[Term]) -> tuple[list[Term], list[Term]] | None:
    """Some terms with words in the place of remainders by words, and what is known of these words; None where there are none, or
    too many."""
    if not has_remainders(given):
        return None
    named = _Named(set(symbols(given)))
    rest = terms.rebuild_all(given, named.instead)
    return (rest, named.laws()) if len(named.found) <= _MOST else None
