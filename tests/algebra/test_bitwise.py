"""Bitwise expressions as sums of conjunctions: equal to what they were, and equal ones are seen to be."""

import itertools
import random

import numpy as np
import pytest
from numpy.typing import NDArray

from synth.algebra.polynomials import Polynomial, Polynomials
from synth.evaluation.arrays import evaluate
from synth.terms import Term, apply, constant, symbol

Words = NDArray[np.uint64]
A, X, Y, Z = (symbol(n) for n in "axyz")
EQUAL: dict[str, tuple[Term, Term]] = {
    "a sum": ((X ^ Y) + 2 * (X & Y), X + Y),
    "a difference": ((X ^ Y) - 2 * (~X & Y), X - Y),
    "a disjunction": (X + Y + 1 + (~X | ~Y), X | Y),
    "a product": ((X & Y) * (X | Y) + (X & ~Y) * (~X & Y), X * Y),
    "three words": (X | Y | Z, X + Y + Z - (X & Y) - (Y & Z) - (Z & X) + (X & Y & Z)),
    "words that are sums": (((X + 1) ^ Y) + 2 * ((1 + X) & Y), X + Y + 1),
    "a complement by a difference": ((-X) & Y, ~(X - 1) & Y),
    "all bits": ((X | ~X) & Y, Y),
    "none": ((X ^ X) | Y, Y),
    "a distributive law": ((X & Y) | (X & Z), X & (Y | Z)),
}


def values(of: Polynomials, polynomial: Polynomial, words: dict[str, Words]) -> Words:
    total = np.zeros_like(words["a"])
    for monomial, coefficient in polynomial.items():
        product = np.full_like(total, coefficient % (1 << of.width))
        for leaf in monomial:
            product *= evaluate(of.leaves[leaf], words, {}, of.width)
        total += product
    return total % np.uint64(1 << of.width)


def mixed(rng: random.Random, depth: int) -> Term:
    """A random term of bitwise operators and arithmetic."""
    if not depth or rng.random() < 0.1:
        return rng.choice([A, X, Y, Z, X, Y, constant(rng.choice([0, -1, 1, 3, 5]))])
    name = rng.choice(["and", "or", "xor", "not", "and", "or", "xor", "add", "sub", "neg", "mul"])
    count = 1 if name in ("not", "neg") else 2
    return apply(name, *(mixed(rng, depth - 1) for _ in range(count)))


@pytest.mark.parametrize("width", [1, 8, 32, 64])
@pytest.mark.parametrize("name", EQUAL)
def test_equal_expressions_are_one_polynomial(name: str, width: int) -> None:
    assert Polynomials(width).difference(*EQUAL[name]) == {}


@pytest.mark.parametrize(("a", "b"), [(X | Y, X + Y), (X ^ Y, X | Y), ((X & Y) * (X | Y), X * Y), (~X & Y, Y - X)])
def test_others_are_not(a: Term, b: Term) -> None:
    assert Polynomials(32).difference(a, b) != {}


@pytest.mark.parametrize("seed", range(120))
def test_a_polynomial_has_the_value_of_its_term(seed: int) -> None:
    rng = random.Random(seed)
    of = Polynomials(3)
    terms = [mixed(rng, 4) for _ in range(3)]
    polynomials = [of.of(term) for term in terms]
    columns = np.array(list(itertools.product(range(8), repeat=4)), dtype=np.uint64).T
    words = dict(zip("axyz", columns, strict=True))
    for term, polynomial in zip(terms, polynomials, strict=True):
        assert np.array_equal(values(of, polynomial, words), np.broadcast_to(evaluate(term, words, {}, 3), columns[0].shape))


def test_what_is_too_large_is_left_as_it_is() -> None:
    many = [symbol(f"w{i}") for i in range(6)]
    term = many[0]
    for word in many[1:]:
        term = term ^ word
    of = Polynomials(8)
    (leaf,), coefficient = next(iter(of.of(term).items()))
    assert coefficient == 1 and of.leaves[leaf] is term
