"""Claims are made easier for solvers, and stay as valid as they were."""

import itertools
import random

import numpy as np
import pytest
from systems import condition, term

from synth import terms
from synth.booleans import conjunction, disjunction
from synth.checking.backends import SOLVERS
from synth.checking.validity.preparation import prepared
from synth.checking.validity.prover import Fails, Valid, valid
from synth.evaluation import integers
from synth.evaluation.arrays import Arrays
from synth.terms import apply, constant, fdiv, flt, symbol

X, Y, Z, N = (symbol(n) for n in "xyzn")
TRUE, M = constant(True), (1 << 32) - 1


def easier(claim: terms.Term, width: int) -> terms.Term:
    return prepared(claim, width, 10.0, SOLVERS)[0]


def test_states_are_looked_at_one_by_one() -> None:
    states = disjunction([(symbol("x") == x) & (symbol("y") == x * x) for x in range(12)])
    assert easier((states & (X < 9)).implies((X * X == Y) & (Y < 65)), 32) is TRUE
    assert easier((states & (X < 9)).implies(X * X < 64), 32) is constant(False)
    halves = disjunction([symbol("x") == pattern for pattern in (0x3F800000, 0x3F000000, 0x3E800000)])
    assert valid(halves.implies(flt(fdiv(X, 0x40000000), X)), 32, 5.0) == Valid(frozenset({"evaluation"}))


def test_idle_masks_are_left_out() -> None:
    claim = ((X <= Y * M) & (Y < N) & (N <= M) & (Z <= M)).implies(X + Z <= ((Y + 1) & M) * M)
    made = easier(claim, 64)
    assert not any(n.data is terms.operator("and") and not n.boolean for n in terms.postorder(made))
    used = ((X <= Y * M) & (Y <= M)).implies(X <= ((Y + 1) & M) * M)
    assert any(n.data is terms.operator("and") and not n.boolean for n in terms.postorder(easier(used, 64)))


@pytest.mark.parametrize(("quotient", "remainder"), [("sdiv", "srem"), ("udiv", "urem")])
def test_a_remainder_is_what_its_quotient_leaves(quotient: str, remainder: str) -> None:
    claim = apply(quotient, X, Y) * Y + apply(remainder, X, Y) == X
    assert valid(claim, 64, 5.0) == Valid(frozenset({"algebra"}))
    for x, y in itertools.product(range(16), repeat=2):
        assert integers.evaluate(claim, {"x": x, "y": y}, {}, 4) == 1


def test_equal_words_are_one() -> None:
    claim = apply("eq", (X <= Y * M) & (Y <= N) & (N <= Y) & (N * M < X), 0)
    assert isinstance(valid(claim, 64, 5.0), Valid)
    assert len({n.data for n in terms.postorder(*easier(claim, 64).arguments[1:]) if n.kind is terms.TermKind.SYMBOL}) < 3


@pytest.mark.parametrize("seed", range(40))
def test_validity_stays(seed: int) -> None:
    rng, names = random.Random(seed), ["x", "y", "z"]
    product = term(rng, names, 2) * term(rng, names, 1) // rng.randrange(1, 4)
    premises = [condition(rng, names), X <= Y + 1, ~(X < Y)][: rng.randrange(1, 4)]
    if rng.random() < 0.4:
        premises.append(disjunction([(symbol("x") == rng.randrange(8)) & (symbol("z") == rng.randrange(8)) for _ in range(4)]))
    goal = product <= (term(rng, names, 2) & 3)
    claim = conjunction(premises).implies(goal) if rng.random() < 0.5 else apply("eq", conjunction([*premises, goal]), 0)
    made = easier(claim, 3)

    def is_valid(root: terms.Term) -> bool:
        return all(integers.evaluate(root, dict(zip(names, values, strict=True)), {}, 3)
                   for values in itertools.product(range(8), repeat=3))

    assert is_valid(made) is is_valid(claim)


def in_rounds(draw: random.Random, width: int) -> terms.Term:
    """A claim about (e - x) * k, whose odd number k has a simpler inverse, and about x and e a step later."""
    step = draw.choice((3, 5, 9))
    number, by = pow(step, -1, 1 << width), draw.choice((step, draw.randrange(1 << width)))
    end = draw.choice((constant(draw.randrange(1 << width)), Y, Y + 3))
    moved = draw.choice((X + by, X - by))
    rounds, after = (end - X) * number, (end - moved) * number
    if draw.random() < 0.4:
        rounds, after = rounds & 7, (end - (moved & draw.choice((7, 15)))) * number & 7
    premise = draw.choice((end != X, X <= Y, (end != X) & (X <= 9), TRUE))
    return premise.implies(draw.choice((after < rounds, after <= rounds, after == rounds - 1, after != rounds)))


@pytest.mark.parametrize("seed", range(30))
def test_claims_over_rounds_are_as_valid(seed: int) -> None:
    """All words of few bits are tried."""
    draw, width = random.Random(seed), 5 + seed % 2
    claim = in_rounds(draw, width)
    made = easier(claim, width)
    names = sorted({str(n.data) for n in terms.postorder(made, claim) if n.kind is terms.TermKind.SYMBOL})
    assert any("/" in name for name in names)
    columns = np.meshgrid(*[np.arange(1 << width, dtype=np.uint64)] * len(names))
    words = {name: column.ravel() for name, column in zip(names, columns, strict=True)}
    holds = [bool(np.all(terms.interpret(own, Arrays(width), words, terms.no_calls))) for own in (made, claim)]
    assert holds[0] is holds[1]


def test_a_new_word_has_a_new_name() -> None:
    other = symbol("x/3")
    claim = ((Y - X) * pow(3, -1, 1 << 32) == other).implies(Y - other * 3 == X)
    assert isinstance(valid(claim, 32, 20.0), Valid)


@pytest.mark.parametrize("width", [32, 64])
def test_going_round_the_circle_ends(width: int) -> None:
    for step in (3, 12345, 0xDEADBEEF):
        rounds, after = ((Y - own) * pow(step, -1, 1 << width) for own in (X, X + step))
        assert isinstance(valid((X != Y).implies(after < rounds), width, 20.0), Valid)
        false = valid((X != Y).implies(after + 1 < rounds), width, 20.0)
        assert isinstance(false, Fails) and false.values["x"] != false.values["y"]
