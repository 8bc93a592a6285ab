"""Equations that follow from equations: what is replaced is true, and what loops with products need is found."""

import itertools
import random

import pytest
from sampled import some
from systems import condition, term

from synth.algebra.equations import holds_products, simplified
from synth.algebra.polynomials import Polynomials, equation
from synth.checking.validity.prover import Fails, Valid, valid
from synth.evaluation import integers
from synth.macros import inlined, macro
from synth.terms import Term, apply, constant, ite, symbol

A, B, K, N, Q, R, S, X, Y, Z = (symbol(n) for n in "abknqrsxyz")
TRUE = constant(True)
FOLLOWS: dict[str, Term] = {
    "a square": ((S == K * K) & (K != N)).implies(S + 2 * K + 1 == (K + 1) * (K + 1)),
    "its end": apply("eq", (S == K * K) & (K == N) & (S != N * N), 0),
    "twice a sum": ((2 * S == K * K - K) & (K < N)).implies(2 * (S + K) == (K + 1) * (K + 1) - (K + 1)),
    "between orders": apply("eq", (2 * S == K * (K - 1)) & (K <= N) & (N <= K) & (2 * S != N * (N - 1)), 0),
    "strict ones": ((X == K * Y) & apply("eq", N < K, 0) & ~(K < N)).implies(X == N * Y),
    "a quotient": ((A == Q * B + R) & (B <= R)).implies(A == (Q + 1) * B + (R - B)),
    "case by case": ((R + A * B == X * Y) & (B != 0)).implies(ite(B & 1 != 0, R + A, R) + (A << 1) * (B >> 1) == X * Y),
    "division": (X == A // B).implies(X * B + A % B == A),
    "three in one": ((X == K * K * K) & (Y == 3 * K * K + 3 * K + 1)).implies(X + Y == (K + 1) * (K + 1) * (K + 1)),
}


@pytest.mark.parametrize("name", FOLLOWS)
def test_what_follows_is_seen(name: str) -> None:
    assert simplified(FOLLOWS[name], 32) is TRUE
    assert valid(FOLLOWS[name], 64, 1.0) == Valid(frozenset({"algebra"})) or not holds_products(FOLLOWS[name])


def test_what_does_not_follow_stays() -> None:
    claim = ((S == K * X) & (K <= N)).implies(S == N * X)
    assert simplified(claim, 32) is claim
    found = valid(claim, 32, 10.0)
    assert isinstance(found, Fails) and not integers.evaluate(claim, found.values, {}, 32)
    assert simplified(((X <= Y) & (Y + 1 <= X + 1)).implies(X == Y), 32) is not TRUE


def test_the_rest_is_left_to_solvers() -> None:
    claim = ((S == K * X) & (K == N) & (A < B)).implies((S == N * X) & (A <= B))
    assert simplified(claim, 32) is ((S == K * X) & (K == N) & (A < B)).implies(A <= B)
    assert isinstance(valid(claim, 32, 10.0), Valid)


WRONG: dict[str, Term] = {
    "a word is no Boolean": apply("eq", X, X).implies(constant(2).implies(X == Y)),
    "nor is one beside a comparison": (X < Y).implies(Z.implies(ite(X + 1 == 1 + X, (X < Y) & Z, 0))),
    "nor beside an equation": (X == Y * Z).implies((X & 2).implies(X == 0)),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_fails_is_never_shown(name: str) -> None:
    assert simplified(WRONG[name], 32) is not TRUE
    found = valid(WRONG[name], 32, 10.0)
    assert isinstance(found, Fails) and not integers.evaluate(WRONG[name], found.values, {}, 32)


def test_operators_of_a_specification_are_not_known_by_their_names() -> None:
    disjunction = macro("add", ("(add ", " ", ")"), ("a", "b"), symbol("a") | symbol("b"))
    both = macro("and", ("(and ", " ", " ", ")"), ("a", "b", "c"), symbol("a") & symbol("b") & symbol("c"))
    for claim, width in ((apply(disjunction, X, Y) == X + Y, 32), (apply(both, X, Y, Z) == X & Y, 1)):
        assert simplified(claim, width) is not TRUE
        assert simplified(inlined(claim), width) is not TRUE
    assert simplified(inlined(apply(disjunction, X, Y) == (X | Y)), 32) is TRUE


def test_no_time_is_no_truth() -> None:
    claim = (S == K * K).implies(S + 2 * K + 1 == (K + 1) * (K + 1))
    assert simplified(claim, 32, 0.0) is claim


@pytest.mark.parametrize("seed", some(range(60), 8))
def test_simplified_claims_mean_the_same(seed: int) -> None:
    rng, names = random.Random(seed), ["x", "y", "z"]
    equations = [symbol(rng.choice(names)) * rng.randrange(1, 4) == term(rng, names, 2) for _ in range(2)]
    word = ite(condition(rng, names), term(rng, names, 1), term(rng, names, 1) // 2)
    goal = (word * term(rng, names, 1) == term(rng, names, 2)) | condition(rng, names)
    orders = (X <= Z) & ~(X < Z) if rng.random() < 0.5 else condition(rng, names)
    premise = equations[0] & equations[1] & orders & (goal if rng.random() < 0.3 else condition(rng, names))
    for claim in (premise.implies(goal), apply("eq", premise & goal, 0), premise.implies(equations[0] & goal)):
        simple = simplified(claim, 3)
        for values in itertools.product(range(8), repeat=3):
            words = dict(zip(names, values, strict=True))
            assert integers.evaluate(simple, words, {}, 3) == integers.evaluate(claim, words, {}, 3)


@pytest.mark.parametrize("seed", range(20))
def test_polynomials_are_read_back(seed: int) -> None:
    rng, names = random.Random(seed), ["x", "y"]
    made = term(rng, names, 3) * term(rng, names, 2) - (term(rng, names, 2) << rng.randrange(5)) // rng.randrange(1, 5)
    polynomials = Polynomials(4)
    zero = [equation(polynomials.leaves, law, 4) for law in polynomials.laws]
    back = equation(polynomials.leaves, polynomials.of(made), 4)
    for values in itertools.product(range(16), repeat=2):
        words = dict(zip(names, values, strict=True))
        assert integers.evaluate(back, words, {}, 4) == (integers.evaluate(made, words, {}, 4) == 0)
        assert all(integers.evaluate(law, words, {}, 4) for law in zero)
