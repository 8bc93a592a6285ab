"""Equations that states have in common, and those that every step keeps."""

import time

from systems import loop

from synth.analysis.invariants.equalities import equations, inductive_equations
from synth.checking.validity.hull import implied
from synth.terms import constant, slt, symbol

X, Y, Z, N = (symbol(n) for n in "xyzn")
ZERO = constant(0)
SQUARES = loop("x y z n", X != N, {"x": X + 1, "y": Y + 2 * X + 1, "z": Z + 3}, {"x": ZERO, "y": ZERO, "z": constant(5)})


def states(count: int) -> list[dict[str, int]]:
    """Of SQUARES."""
    return [{"x": i, "y": i * i, "z": 3 * i + 5, "n": 1000 + 7 * (i % 5) + i % 3} for i in range(count)]


def test_linear_ones() -> None:
    assert repr(3 * X + 5 == Z) in map(repr, equations(SQUARES, states(40), 1))
    assert equations(SQUARES, states(1), 1) == []


def test_products_of_free_words() -> None:
    found = [repr(e) for e in equations(SQUARES, states(60), 2)]
    assert any("mul(x, x)" in e or "mul(z, z)" in e for e in found)
    assert not any("mul(x, z)" in e or "mul(z, x)" in e for e in found)  # one of them is a sum of the other


def test_what_steps_keep() -> None:
    seen = {1: [*states(60), *({"x": i, "y": i * i, "z": 3 * i + 5, "n": i * i * i} for i in range(40))]}
    kept = inductive_equations(SQUARES, seen, {}, 2, time.monotonic() + 20)
    assert any("mul" in repr(equation) for equation in kept[1])
    tripled = loop("x y", slt(X, 9), {"x": X + 1, "y": Y * 3})
    assert inductive_equations(tripled, {1: [{"x": i, "y": i} for i in range(30)]}, {}, 1, time.monotonic() + 20) == {1: []}


def test_what_follows_from_order_is_kept_too() -> None:
    begun = {"x": ZERO, "y": ZERO}
    both = loop("x y z", (constant(0) < Z) & (constant(2) > Z), {"x": X + 1, "y": Y + Z}, begun)
    seen = {1: [{"x": i, "y": i, "z": i * i % 7} for i in range(40)]}
    assert [repr(own) for own in inductive_equations(both, seen, {}, 1, time.monotonic() + 20)[1]] == [repr(X == Y)]
    wider = loop("x y z", (constant(0) < Z) & (constant(3) > Z), {"x": X + 1, "y": Y + Z}, begun)
    assert inductive_equations(wider, seen, {}, 1, time.monotonic() + 20) == {1: []}


def test_what_a_premise_implies() -> None:
    order = ~slt(X + 1, Y) & slt(X, Y) & (X <= 1000)
    for solver in ("z3", "bitwuzla"):
        assert implied(order, ["x", "y"], 32, 10.0, solver) == [{(0,): 1, (1,): (1 << 32) - 1, (): 1}]
    assert implied(X < Y, ["x", "y"], 32, 10.0, "z3") == []
    assert implied((X < Y) & (Y < X), ["x", "y"], 32, 10.0, "z3") == [{(): 1}]
    assert implied(X * X * Y == Y * Z * 3 + 77, ["x", "y"], 64, 0.0, "z3") is None
