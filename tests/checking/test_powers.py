"""Divisions by powers of two as shifts: the laws, what is seen, and that claims stay valid or not."""

from __future__ import annotations

import itertools
import random

import pytest
import z3

from synth import terms
from synth.api.inputs.formats import load_specification
from synth.checking.backends import Sat, check
from synth.checking.prove import Proved, Refuted, prove
from synth.checking.validity.powers import shifted
from synth.checking.validity.translator import Translator
from synth.evaluation.integers import Integers
from synth.operators import operator
from synth.program import Instruction, Program
from synth.terms import Term, interpret, name_of, postorder
from synth.transition import symbols

X, Y = terms.symbol("x"), terms.symbol("y")
LOWEST = X & -X


def divisions(claim: Term) -> list[Term]:
    return [n for n in postorder(claim) if name_of(n) in ("udiv", "urem")]


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_the_laws_hold_at_every_width(width: int) -> None:
    claim = ((Y // LOWEST) * LOWEST + Y % LOWEST == Y) & (Y // LOWEST >= Y % LOWEST)
    other = shifted(claim, width, 10.0)
    assert other is not None
    assert not divisions(other)
    domain = Integers(width)
    for x, y in itertools.product(range(min(16, 1 << width)), range(min(64, 1 << width))):
        own = interpret(claim, domain, {"x": x, "y": y}, terms.no_calls)
        found = [interpret(other, domain, {"x": x, "y": y, "exponent 0": k}, terms.no_calls) for k in range(1 << width)]
        assert min(found) == own


@pytest.mark.parametrize("seed", range(30))
def test_claims_stay_valid_or_not(seed: int) -> None:
    rng = random.Random(seed)
    pool: list[Term] = [X, Y, terms.constant(1), LOWEST, terms.constant(1) << Y, X & terms.constant(4)]
    for _ in range(6):
        name = rng.choice(("udiv", "urem", "udiv", "add", "and", "xor", "lshr"))
        pool.append(terms.apply(name, rng.choice(pool), rng.choice(pool)))
    claim = terms.apply(rng.choice(("eq", "ule")), pool[-1], pool[-2]) | (pool[-3] == rng.choice(pool))
    other = shifted(claim, 4, 10.0)
    if other is not None:
        answers = []
        for each in (claim, other):
            translator = Translator(4)
            answers.append(check("z3", z3.Not(translator.truth(each)), translator.words, 10.0))
        assert type(answers[0]) is type(answers[1])
        if isinstance(answers[1], Sat):
            words = {name: answers[1].values.get(name, 0) for name in symbols((claim,))}
            assert not interpret(claim, Integers(4), words, terms.no_calls)


def test_divisors_that_may_be_anything_stay() -> None:
    assert shifted(Y // (X & 6) == 0, 8, 10.0) is None
    assert shifted(Y // X == 0, 8, 10.0) is None
    assert shifted(X + Y == 0, 8, 10.0) is None


def test_words_for_exponents_are_new() -> None:
    taken = terms.symbol("exponent 0")
    other = shifted(taken // LOWEST == Y, 8, 10.0)
    assert other is not None
    assert symbols((other,)) == {"x", "y", "exponent 0", "exponent 0'"}


def test_divisors_within_divisors() -> None:
    inner = Y // LOWEST
    claim = X // (inner & -inner) == Y
    other = shifted(claim, 3, 10.0)
    assert other is not None
    for x, y in itertools.product(range(8), repeat=2):
        own = interpret(claim, Integers(3), {"x": x, "y": y}, terms.no_calls)
        names = sorted(symbols((other,)) - {"x", "y"})
        found = [interpret(other, Integers(3), {"x": x, "y": y, **dict(zip(names, ks, strict=True))}, terms.no_calls)
                 for ks in itertools.product(range(8), repeat=len(names))]
        assert min(found) == own


def program(constants: tuple[int, ...], *steps: tuple[str, tuple[int, ...]]) -> Program:
    return Program(1, constants, tuple(Instruction(operator(n), o) for n, o in steps), len(constants) + len(steps))


def test_next_with_same_popcount_is_proved() -> None:
    specification = load_specification("specs/hackers_delight/p20.py")
    start = ("neg", (0,)), ("and", (0, 2)), ("add", (0, 3)), ("xor", (0, 4)), ("lshr", (5, 1)), ("udiv", (6, 3)), ("or", (4, 7))
    judged = prove(specification, {"f": program((2,), *start)}, 32, 60.0)
    assert isinstance(judged, Proved)
    judged = prove(specification, {"f": program((1,), *start)}, 32, 60.0)
    assert isinstance(judged, Refuted)
    assert set(judged.example) == {"x"}


@pytest.mark.parametrize("solver", ["z3", "bitwuzla"])
def test_each_solver_alone_is_asked_both_forms(solver: str) -> None:
    """So that `synth check` re-proves with one what the other one has proved."""
    specification = load_specification("specs/hackers_delight/p20.py")
    start = ("neg", (0,)), ("and", (0, 2)), ("add", (0, 3)), ("xor", (0, 4)), ("udiv", (5, 3)), ("lshr", (6, 1)), ("or", (4, 7))
    assert prove(specification, {"f": program((2,), *start)}, 32, 120.0, solver) == Proved(32, solver)
