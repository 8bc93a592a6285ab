"""Remainders as words of which some laws are known: what follows from these is true, and divides nothing.

Solvers hardly see that n % m is again what it was m steps later. Remainders by words are any words first; where a model has another
remainder than there is, the laws that it breaks are added (Niemetz, Preiner, Zohar, Scalable Bit-Blasting with Abstractions, CAV
2024). For r = e % c, s = f % c, and the quotient q that e and c have in the model:

    c = 0  →  r = e          c ≠ 0  →  r < c          c ≤ e / q ∧ e - q * c < c  →  r = e - q * c
    c ≠ 0 ∧ e ≤ f ∧ f - e ≤ c  →  s = r + (f - e), or c less where that comes to c

Where c is less than q in the model it is the number n that is told of instead: c = n → r = e % n, which is linear.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from synth import terms
from synth.algebra.cases import plain
from synth.evaluation.integers import Integers
from synth.terms import Term, TermKind, name_of
from synth.transition import symbols

ROUNDS, _MOST = 40, 6
"""How often laws are added for one question; of how many remainders all laws are told at once."""


@dataclass(frozen=True, eq=False)
class _Remainder:
    """A word that is of % by, unsigned."""

    word: Term
    of: Term
    by: Term

    def laws(self, quotient: int, by: int = 0) -> list[Term]:
        """What holds of it alone, the last where it is so often the divisor less than its word, or where the divisor is the number
        `by`, if that is not 0 and less; a remainder by 0 is the word."""
        if 0 < by < quotient:
            within, rest = self.by == by, terms.apply("urem", self.of, by)
        elif quotient == 0:
            within, rest = self.of < self.by, self.of
        else:
            rest = self.of - quotient * self.by
            within = (self.by <= (terms.apply("udiv", self.of, quotient) if quotient > 1 else self.of)) & (rest < self.by)
        return [(self.by == 0).implies(self.word == self.of), (self.by != 0).implies(self.word < self.by),
                within.implies(self.word == rest)]

    def ahead(self, other: _Remainder) -> Term:
        """What it is where another one by the same word is known, of a word that is less, but not by more than that word."""
        steps = self.of - other.of
        less = self.by - steps
        near = (self.by == other.by) & (self.by != 0) & (other.of <= self.of) & (steps <= self.by)
        return near.implies(self.word == terms.ite(less <= other.word, other.word - less, other.word + steps))

    def as_signed(self, word: Term) -> Term:
        """That the signed remainder is the unsigned one where neither word is negative."""
        return (terms.apply("sle", 0, self.of) & terms.slt(0, self.by)).implies(word == self.word)


class Remainders:
    """Terms in which words stand for remainders by words, the same one for those of the same sums.

    terms   the terms given, with these words
    """

    def __init__(self, given: Sequence[Term], width: int) -> None:
        self._domain, self._taken = Integers(width), dict.fromkeys(sorted(symbols(given)), 0)
        self._found: dict[tuple[Term, Term], int] = {}
        self._remainders: list[_Remainder] = []
        self._signed: list[tuple[Term, int]] = []
        self._spoken_of: list[set[int]] = []
        self.terms = [self._told(own) for own in given] if has_remainders(given) else list(given)

    @property
    def unsigned(self) -> bool:
        """Whether there are any by words, and none signed, of whose negative words the laws say nothing."""
        return not self._signed and any(own.word.kind is TermKind.SYMBOL for own in self._remainders)

    def _told(self, term: Term) -> Term:
        """A term with words for remainders, which are taken down."""
        self._spoken_of.append(set())
        return self._without(term) if has_remainders([term]) else term

    def _without(self, term: Term) -> Term:
        return terms.rebuild(term, self._instead)

    def _instead(self, node: Term) -> Term | None:
        """A word in the place of a remainder by a word; None for anything else."""
        if name_of(node) not in ("urem", "srem"):
            return None
        of, by = map(self._without, node.arguments)
        number = self._numbered(of, by)
        self._spoken_of[-1].add(number)
        if name_of(node) == "urem":
            return self._remainders[number].word
        if by.kind is TermKind.CONSTANT:
            return None
        self._signed.append((self._fresh(), number))
        return self._signed[-1][0]

    def _numbered(self, of: Term, by: Term) -> int:
        """The number of a remainder; one by a number is its own word, which solvers know."""
        key = plain(of, self._domain.width), plain(by, self._domain.width)
        if key not in self._found:
            self._found[key] = len(self._remainders)
            word = terms.apply("urem", of, by) if by.kind is TermKind.CONSTANT else self._fresh()
            self._remainders.append(_Remainder(word, *key))
        return self._found[key]

    def _fresh(self) -> Term:
        name = next(name for i in itertools.count() if (name := f"remainder!{i}") not in self._taken)
        self._taken[name] = 0
        return terms.symbol(name)

    def filled(self, words: Mapping[str, int]) -> dict[str, int]:
        """Values of words, with 0 for those that only remainders speak of, and for those that stand for remainders of these."""
        return {**self._taken, **words}

    @property
    def parts(self) -> list[Term]:
        """What the remainders are of, and by."""
        return [part for own in self._remainders for part in (own.of, own.by)]

    def laws(self) -> list[Term]:
        """All laws, for quotients of 0 and 1; none where there are too many."""
        if len(self._remainders) > _MOST:
            return []
        alone = [law for own in self._remainders for law in (*own.laws(0), own.laws(1)[-1])]
        return [*alone, *(a.ahead(b) for a, b in itertools.permutations(self._remainders, 2)),
                *(self._remainders[i].as_signed(word) for word, i in self._signed)]

    def broken(self, words: Mapping[str, int], spoken_of: Iterable[int]) -> list[Term]:
        """Laws of the remainders that some of the terms speak of which `filled` words break."""
        if not self._remainders:
            return []
        values = self._evaluation.values(self._domain, words, terms.no_calls)
        told = [(values[i], values[i + 1], values[i + 2]) for i in range(0, len(values), 3)]
        relevant = sorted(set[int]().union(*(self._spoken_of[i] for i in spoken_of)))
        laws = [law for i in relevant for law in self._of(i, told)]
        laws += [self._remainders[i].as_signed(word) for word, i in self._signed]
        made = terms.Evaluation(laws).values(self._domain, words, terms.no_calls)
        return [law for law, holds in zip(laws, made, strict=True) if not holds]

    def _of(self, number: int, told: Sequence[tuple[int, int, int]]) -> Iterator[Term]:
        """Laws that may be broken where a remainder is not what it should be."""
        own, (word, of, by) = self._remainders[number], told[number]
        if word == self._domain.urem(of, by):
            return
        yield from own.laws(of // by if by else 0, by)
        for other, (_, least, divisor) in zip(self._remainders, told, strict=True):
            if other is not own and divisor == by:
                yield own.ahead(other) if least <= of else other.ahead(own)

    @cached_property
    def _evaluation(self) -> terms.Evaluation:
        return terms.Evaluation([part for own in self._remainders for part in (own.word, own.of, own.by)])


def has_remainders(given: Sequence[Term]) -> bool:
    """Whether there are remainders by words in some terms."""
    return any(name_of(n) in ("urem", "srem") and n.arguments[1].kind is not TermKind.CONSTANT for n in terms.postorder(*given))
