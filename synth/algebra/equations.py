"""Equations between polynomials, decided before any solver is asked: multiplication is what solvers of bit-vectors are worst at.

In an implication, or a conjunction that is claimed to be false, an equation that follows from the equations among the premises is
replaced by truth. It follows where the difference of its sides is a combination of theirs times monomials, modulo 2^w; conditional
terms are told apart case by case. Sound, and far from complete.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from synth import terms
from synth.algebra.folding import filled, folded
from synth.algebra.modular import Span
from synth.algebra.polynomials import Monomial, Polynomial, Polynomials, degree, monomials
from synth.booleans import FALSE, TRUE, conjunction, conjuncts
from synth.evaluation.arrays import Words
from synth.terms import Term, TermKind, name_of

_ROWS, _LEAVES, _CASES = 600, 8, 5
"""The most rows of a span, leaves that equations are multiplied by, and conditions that are told apart."""

Side = frozenset[tuple[Monomial, int]]
ZERO, ONE = terms.constant(0), terms.constant(1)
COMPARISONS = {"eq", "neq", "ult", "ule", "slt", "sle"}
_HARD = {"mul", "udiv", "urem", "sdiv", "srem"}
_ORDERS = {"ult": "ule", "slt": "sle"}


def holds_products(root: Term) -> bool:
    """Whether words are multiplied by words."""
    return any(name_of(n) == "mul" and all(a.kind is not TermKind.CONSTANT for a in n.arguments) for n in terms.postorder(root))


def multiplies(root: Term, shifts: bool = False) -> bool:
    """Whether there is any multiplication or division; those that are `shifts` count only where that is said."""
    return any(name_of(n) in _HARD and (shifts or not _shifts(n)) for n in terms.postorder(root))


def additive(condition: Term) -> Term:
    """The parts of a condition that neither multiply nor divide."""
    held = list(conjuncts(condition))
    kept = [part for part in held if not multiplies(part)]
    return condition if len(kept) == len(held) else conjunction(kept)


def without_products(condition: Term) -> Term:
    """What a condition says where its comparisons that multiply or divide may say anything, each the same wherever it stands: it
    holds wherever the condition does."""
    taken, said = {n.data for n in terms.postorder(condition) if n.kind is TermKind.SYMBOL}, dict[int, Term]()

    def unknown(node: Term) -> Term | None:
        if name_of(node) not in COMPARISONS or any(a.boolean for a in node.arguments) or not multiplies(node):
            return None
        if id(node) not in said:
            name = next(name for i in itertools.count() if (name := f"unknown!{i}") not in taken)
            taken.add(name)
            said[id(node)] = terms.symbol(name) != 0
        return said[id(node)]

    return terms.rebuild(condition, unknown)


def _shifts(node: Term) -> bool:
    """Whether it is a product with a power of two, or a rest or an unsigned quotient by one."""
    numbers = node.arguments if name_of(node) == "mul" else node.arguments[1:] if name_of(node) in ("udiv", "urem", "srem") else ()
    return any(isinstance(n.data, int) and n.kind is TermKind.CONSTANT and n.data.bit_count() == 1 for n in numbers)


def simplified(claim: Term, width: int, until: float = math.inf) -> Term:
    """A Boolean that is valid where `claim` is and only there, with equations that its premises imply replaced by truth.

    After `until`, on the clock of `time.monotonic`, no more of them are looked for.
    """
    premises, goal = parts(claim)
    context = _Context(premises, width, until)
    by: dict[int, Term] = {}
    for node in terms.postorder(claim):
        if name_of(node) in ("eq", "neq") and not any(a.boolean for a in node.arguments):
            a, b = node.arguments
            if context.implies(a, b, _CASES):
                by[id(node)] = terms.constant(name_of(node) == "eq")
    if not by:
        return claim
    left = [p if id(p) in context.used else _replaced(p, by) for p in premises]
    return folded(conjunction(left).implies(_replaced(goal, by)), width)


def linear_premises(claim: Term) -> Term:
    """The premises of a claim in which nothing is multiplied, and equations in which no words are."""
    return conjunction([p for p in parts(claim)[0] if not multiplies(p) or (name_of(p) == "eq" and not holds_products(p))])


def multiplied(claim: Term) -> list[str]:
    """The words of a claim that are multiplied or divided, or are beside such words in an equation or order."""
    found = [n for n in terms.postorder(claim) if n.boolean and not any(a.boolean for a in n.arguments) and multiplies(n)]
    return [str(n.data) for n in terms.postorder(*found) if n.kind is TermKind.SYMBOL]


def _replaced(root: Term, by: Mapping[int, Term]) -> Term:
    return terms.rebuild(root, lambda node: by.get(id(node)))


def parts(claim: Term) -> tuple[list[Term], Term]:
    """The premises of a claim and its goal."""
    premises: list[Term] = []
    while name_of(claim) == "implies":
        premises += (p if p.boolean else p != 0 for p in conjuncts(claim.arguments[0]))
        claim = claim.arguments[1]
    if name_of(claim) == "eq" and claim.arguments[0].boolean and claim.arguments[1] is ZERO:
        return [*premises, *conjuncts(claim.arguments[0])], terms.constant(False)
    return premises, claim


class _Context:
    """Premises, and what follows from the equations among them; `used` are the nodes that these are."""

    def __init__(self, premises: Sequence[Term], width: int, until: float) -> None:
        self.used: set[int] = set()
        self._premises, self._width, self._until = premises, width, until
        self._polynomials = Polynomials(width)
        self._literals = [_literal(p) for p in premises]
        self._equations = list(self._stated())
        self._spans: dict[int, tuple[int, Span, dict[Monomial, int]]] = {}

    def implies(self, a: Term, b: Term, cases: int) -> bool:
        """Whether the premises imply that two words are equal, as far as this can be told."""
        if time.monotonic() > self._until:
            return False
        difference = self._polynomials.difference(a, b)
        if not difference:
            return True
        condition = self._condition(difference)
        if condition is None:
            return self._combined(difference)
        return cases > 0 and all(self._case(condition, is_true, a, b, cases - 1) for is_true in (True, False))

    def _case(self, atom: Term, is_true: bool, a: Term, b: Term, cases: int) -> bool:
        if any(own is atom and sign is not is_true for sign, own in self._literals):
            return True  # the case does not exist
        a, b, *premises = _chosen([a, b, *self._premises], atom, is_true, self._width)
        if any(p is FALSE for p in premises):
            return True
        premises = [p for p in premises if p is not TRUE]
        left = _Context([*premises, atom if is_true else terms.apply("eq", atom, 0)], self._width, self._until)
        return left.implies(a, b, cases)

    def _condition(self, polynomial: Polynomial) -> Term | None:
        """A comparison that the polynomial depends on: a choice does, or a word that is 0 or 1."""
        for number in sorted({n for m in polynomial for n in m}):
            leaf = self._polynomials.leaves[number]
            condition = leaf.arguments[0] if name_of(leaf) == "ite" else leaf
            if condition.boolean and (atom := _atom(condition)) is not None:
                return atom
        return None

    def _stated(self) -> Iterator[Polynomial]:
        """The equations that premises are, and that two orders make."""
        orders: dict[tuple[str, Side, Side], int] = {}
        for premise, (sign, atom) in zip(self._premises, self._literals, strict=True):
            name = name_of(atom)
            if not sign or len(atom.arguments) != 2 or any(a.boolean for a in atom.arguments):
                continue
            if name == "eq":
                self.used.add(id(premise))
                yield self._polynomials.difference(*atom.arguments)
            elif name in _ORDERS.values():
                left, right = (frozenset(self._polynomials.of(a).items()) for a in atom.arguments)
                orders[name, left, right] = id(premise)
                if (name, right, left) in orders:
                    self.used |= {id(premise), orders[name, right, left]}
                    yield self._polynomials.difference(*atom.arguments)

    def _combined(self, difference: Polynomial) -> bool:
        """Whether a polynomial is a combination of the equations, and of the laws of their leaves, times monomials."""
        most = degree(difference)
        count = len(self._polynomials.leaves)
        if most not in self._spans or self._spans[most][0] != count:
            self._spans[most] = count, *self._spanned(most)
        _, span, columns = self._spans[most]
        return all(m in columns for m in difference) and span.holds(_row(difference, columns))

    def _spanned(self, most: int) -> tuple[Span, dict[Monomial, int]]:
        of, rows = self._polynomials, list[Polynomial]()
        equations = [e for e in (*self._equations, *of.laws) if e]
        leaves = sorted({n for e in equations for m in e for n in m})[:_LEAVES]
        products = ((e, m) for e in equations for m in monomials(leaves, max(0, most - degree(e))))
        for equation, monomial in itertools.islice(products, _ROWS):
            rows.append(of.product(equation, {monomial: 1}))
        columns = {m: i for i, m in enumerate(sorted({m for r in rows for m in r}, key=lambda m: (-len(m), m)))}
        span = Span(len(columns), self._width)
        for row in rows:
            span.add(_row(row, columns))
        return span, columns


def _row(polynomial: Polynomial, columns: Mapping[Monomial, int]) -> Words:
    row = np.zeros(len(columns), dtype=np.uint64)
    for monomial, coefficient in polynomial.items():
        row[columns[monomial]] = coefficient
    return row


def _atom(condition: Term) -> Term | None:
    """A comparison that a condition is made of, of words that depend on no other one; None where there is none."""
    return next((_literal(node)[1] for node in terms.postorder(condition) if node.boolean and node.kind is TermKind.APPLY
                 and not all(a.boolean or a is ZERO for a in node.arguments)), None)


def _chosen(roots: Sequence[Term], atom: Term, is_true: bool, width: int) -> list[Term]:
    """Terms where those that depend on a comparison are what they are in one case."""
    def known(node: Term) -> Term | None:
        if not node.boolean or node.kind is not TermKind.APPLY:
            return None
        sign, own = _literal(node)
        return terms.constant(sign is is_true) if own is atom else None

    return filled(terms.rebuild_all(roots, known), {}, width)


def _literal(term: Term) -> tuple[bool, Term]:
    """A Boolean as an atom that is true or false. Strict orders are negations of others, a low bit that is not 0 is 1."""
    sign = True
    while name_of(term) == "eq" and term.arguments[0].boolean and term.arguments[1] is ZERO:
        sign, term = not sign, term.arguments[0]
    if name_of(term) == "neq":
        sign, term = not sign, terms.apply("eq", *term.arguments)
    if name_of(term) in _ORDERS:
        sign, term = not sign, terms.apply(_ORDERS[name_of(term)], *term.arguments[::-1])
    if not sign and name_of(term) == "eq" and _is_bit(term.arguments[0]):
        word, bit = term.arguments
        if bit is ZERO or bit is ONE:
            sign, term = True, word == (1 if bit is ZERO else 0)
    return sign, term


def _is_bit(word: Term) -> bool:
    modulus = {"and": ONE, "urem": terms.constant(2)}.get(name_of(word))
    return modulus is not None and word.arguments[1] is modulus
