"""Z3's normal form, with bitwise operators as conjunctions: true only of what holds."""

import random

import pytest
import z3

from synth.checking.normal_form import is_valid

WIDTH = 3


def mixed(rng: random.Random, words: list[z3.BitVecRef], depth: int) -> z3.BitVecRef:
    if not depth:
        return rng.choice(words)
    a, b = (mixed(rng, words, depth - 1) for _ in range(2))
    return rng.choice([a & b, a | b, a ^ b, ~a, a + b, a - b, a * b, -a])


@pytest.mark.parametrize("seed", range(40))
def test_what_is_rewritten_is_equal(seed: int) -> None:
    rng = random.Random(seed)
    words = [z3.BitVec(name, WIDTH) for name in "xy"]
    a = mixed(rng, words, 3)
    alike = (a | words[0]) + (a & words[0]) - words[0]
    assert is_valid(a == alike, WIDTH, 20.0)
    b = mixed(rng, words, 3)
    solver = z3.Solver()
    solver.add(a != b)
    assert not is_valid(a == b, WIDTH, 20.0) or solver.check() == z3.unsat


def test_complements_of_both() -> None:
    x, y = z3.BitVecs("x y", 32)
    assert is_valid((~x & ~y) == ~(x | y), 32, 20.0)
    assert is_valid(x * y == (x & y) * (x | y) + (x & ~y) * (~x & y), 32, 20.0)
    assert not is_valid(x * y == (x & y) * (x | y) + (x & ~y) * (~x | y), 32, 20.0)


def test_no_time_is_no_proof() -> None:
    x, y = z3.BitVecs("x y", 32)
    assert not is_valid((x | y) == (y | x), 32, -1.0)
