"""Terms as polynomials modulo 2^w over leaves: words, conjunctions of words, and whatever else is no sum, difference or product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import combinations_with_replacement
from operator import add, mul

from synth import terms
from synth.algebra.bitwise import conjunction_of, conjunctions, is_bitwise
from synth.terms import Term, TermKind, name_of

Monomial = tuple[int, ...]
"""A product of leaves, by number, in order."""

Polynomial = Mapping[Monomial, int]
"""Coefficients that are not 0, modulo 2^w."""

_SIZE, _DEGREE = 200, 8
"""What is larger becomes a leaf."""

_UNITS = 32


def degree(polynomial: Polynomial) -> int:
    """The most leaves of a monomial."""
    return max(map(len, polynomial), default=0)


def equation(leaves: Sequence[Term], polynomial: Polynomial, width: int) -> Term:
    """The Boolean term that says that a polynomial is 0, with small positive coefficients on both sides."""
    mask = (1 << width) - 1
    odd = [c for c in polynomial.values() if c & 1]
    units = [1, *(pow(c, -1, mask + 1) for c in odd), *range(3, _UNITS, 2)]

    def sizes(unit: int) -> list[int]:
        return [(c * unit + (mask >> 1) & mask) - (mask >> 1) for c in polynomial.values()]

    best = min((sizes(u) for u in units), key=lambda s: (sum(map(abs, s)), sum(n < 0 for n in s)))
    sides: tuple[list[Term], list[Term]] = [], []
    for monomial, size in zip(polynomial, best, strict=True):
        factors = [leaves[n] for n in monomial]
        if abs(size) != 1 or not factors:
            factors.insert(0, terms.constant(abs(size)))
        sides[size < 0].append(reduce(mul, factors))
    left, right = (reduce(add, side) if side else terms.constant(0) for side in sides)
    return left == right


def word_of(leaves: Sequence[Term], polynomial: Polynomial) -> tuple[str, Term] | None:
    """For a linear polynomial that is 0 and starts with a word: the word's name and what it equals; None for others."""
    (first, size), *rest = polynomial.items()
    if len(first) != 1 or size != 1 or any(len(m) > 1 for m, _ in rest):
        return None
    value = terms.constant(0)
    for monomial, coefficient in rest:
        value = value - (leaves[monomial[0]] * coefficient if monomial else terms.constant(coefficient))
    return str(leaves[first[0]].data), value


class Polynomials:
    """Polynomials over leaves that are numbered as they turn up."""

    def __init__(self, width: int) -> None:
        self.width, self._mask = width, (1 << width) - 1
        self.leaves: list[Term] = []
        self.laws: list[Polynomial] = []
        """What is 0 by what leaves are: x = 2^k (x >> k) + x % 2^k, a = b (a // b) + a % b."""

        self._numbers: dict[int, int] = {}
        self._words: dict[frozenset[tuple[Monomial, int]], tuple[int, bool]] = {}
        self._combined: list[Term] = []
        self._known: dict[int, tuple[Term, Polynomial]] = {}

    def of(self, root: Term) -> Polynomial:
        """A term's polynomial."""
        for node in terms.postorder(root):
            if id(node) not in self._known:
                self._known[id(node)] = node, self._fresh(node)
        return self._known[id(root)][1]

    def difference(self, a: Term, b: Term) -> Polynomial:
        """What is 0 where two terms are equal."""
        return self.sum(self.of(a), self.of(b), -1)

    def sum(self, a: Polynomial, b: Polynomial, factor: int = 1) -> Polynomial:
        """a + factor b."""
        result = dict(a)
        for monomial, coefficient in b.items():
            result[monomial] = result.get(monomial, 0) + factor * coefficient & self._mask
        return {m: c for m, c in result.items() if c}

    def product(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """a b."""
        result: dict[Monomial, int] = {}
        for m, c in a.items():
            for n, d in b.items():
                both = tuple(sorted(m + n))
                result[both] = result.get(both, 0) + c * d & self._mask
        return {m: c for m, c in result.items() if c}

    def _fresh(self, node: Term) -> Polynomial:
        match node.kind, node.data:
            case TermKind.CONSTANT, int(value):
                return {(): value & self._mask} if value & self._mask else {}
            case TermKind.WIDTH, _:
                return {(): self.width & self._mask}
            case TermKind.APPLY, _ if name_of(node) and not node.boolean:
                found = self._applied(name_of(node), node)
                if found is not None and len(found) <= _SIZE and degree(found) <= _DEGREE:
                    return found
        return self._leaf(node)

    def _applied(self, name: str, node: Term) -> Polynomial | None:
        """The polynomial of an operator's result; None where it has none."""
        known = [self._known[id(a)][1] for a in node.arguments]
        a, b = known[0], known[-1]
        number = b.get((), 0) if degree(b) == 0 else None
        match name:
            case "add":
                return self.sum(a, b)
            case "sub":
                return self.sum(a, b, -1)
            case "neg":
                return self.sum({}, a, -1)
            case "not":
                return self.sum({(): self._mask}, a, -1)
            case "mul":
                return self.product(a, b) if len(a) * len(b) <= _SIZE else None
            case "shl" if number is not None:
                return self.sum({}, a, 1 << number) if number < self.width else {}
            case "and" if number and not number & (number + 1):
                return self._rest(node.arguments[0], number + 1)
            case "lshr" if number is not None and 0 < number < self.width:
                return self._quotient(node.arguments[0], 1 << number)
            case "udiv" | "urem":
                return self._divided(name, node, number)
        return self._bitwise(node) if is_bitwise(node) else None

    def _bitwise(self, node: Term) -> Polynomial | None:
        """A bitwise expression as a sum of conjunctions, each of which is a leaf."""
        summed = conjunctions(node, self._word)
        if summed is None:
            return None
        result: Polynomial = {}
        for numbers, coefficient in summed.items():
            words = [self._combined[n] for n in sorted(numbers)]
            part: Polynomial = {(): self._mask}
            if words:
                part = self._known[id(words[0])][1] if len(words) == 1 else self._leaf(conjunction_of(words))
            result = self.sum(result, part, coefficient)
        return result

    def _word(self, term: Term) -> tuple[int, bool] | None:
        """The number of a word that bitwise expressions combine, equal ones and complements told by their polynomials."""
        polynomial = self._known[id(term)][1]
        if degree(polynomial) == 0:
            return None
        key = frozenset(polynomial.items())
        if key not in self._words:
            self._words[key] = len(self._combined), False
            self._words[frozenset(self.sum({(): self._mask}, polynomial, -1).items())] = len(self._combined), True
            self._combined.append(term)
        return self._words[key]

    def _divided(self, name: str, node: Term, number: int | None) -> Polynomial:
        a, b = node.arguments
        if number and not number & (number - 1):
            return self._quotient(a, number) if name == "udiv" else self._rest(a, number)
        quotient, rest = self._leaf(a // b), self._leaf(a % b)
        self._law(self.sum(self.sum(self._known[id(a)][1], rest, -1), self.product(self._known[id(b)][1], quotient), -1))
        return quotient if name == "udiv" else rest

    def _quotient(self, word: Term, power: int) -> Polynomial:
        """word >> k as a leaf, with its law."""
        if power == 1:
            return self._known[id(word)][1]
        quotient = self._leaf(word >> (power.bit_length() - 1))
        self._law(self.sum(self.sum(self._known[id(word)][1], self._leaf(word & (power - 1)), -1), quotient, -power))
        return quotient

    def _rest(self, word: Term, power: int) -> Polynomial:
        """word & 2^k - 1 as a leaf, with its law."""
        self._quotient(word, power)
        return self._leaf(word & (power - 1)) if power > 1 else {}

    def _law(self, law: Polynomial) -> None:
        if law not in self.laws:
            self.laws.append(law)

    def _leaf(self, node: Term) -> Polynomial:
        if id(node) not in self._numbers:
            self._numbers[id(node)] = len(self.leaves)
            self.leaves.append(node)
        return {(self._numbers[id(node)],): 1}


def monomials(leaves: Sequence[int], most: int) -> list[Monomial]:
    """All products of at most `most` leaves, those of more of them first."""
    return [m for d in range(most, -1, -1) for m in combinations_with_replacement(leaves, d)]
