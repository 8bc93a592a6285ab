"""Folded terms mean what the terms meant."""

import itertools
import random

import pytest
from systems import condition, term

from synth.algebra.folding import filled, folded
from synth.evaluation import integers
from synth.terms import Term, TermKind, apply, constant, ite, postorder, replaced, sle, slt, symbol

X, Y = symbol("x"), symbol("y")


def test_random_terms_keep_their_meaning() -> None:
    rng = random.Random(0)
    for _ in range(300):
        made = term(rng, ["x", "y", "z"], 3)
        made = ite(condition(rng, ["x", "z"]), made, term(rng, ["x", "z"], 2)) // 3 // rng.randrange(4)
        claim = condition(rng, ["x", "z"]).implies(made < term(rng, ["y", "z"], 1)) | condition(rng, ["x", "z"])
        by: dict[str, Term] = {"x": constant(rng.randrange(16))}
        if rng.random() < 0.5:
            by["z"] = constant(rng.choice((0, 1, 15)))
        for root in (made, claim):
            chosen = replaced(root, by)
            simple = folded(chosen, 4)
            assert simple.boolean is chosen.boolean
            for _ in range(16):
                words = {n: rng.randrange(16) for n in "xyz"}
                assert integers.evaluate(simple, words, {}, 4) == integers.evaluate(chosen, words, {}, 4)


def test_constants_and_units_disappear() -> None:
    assert folded(constant(3) + constant(14), 4) is constant(1)
    assert folded((X + 0) * 1 & -1, 8) is X
    assert folded(ite(constant(2) < 3, X, Y), 8) is X
    assert folded(slt(X, 3) & constant(True), 8) is slt(X, 3)
    assert folded((X < Y).implies(constant(3) < 1) & (constant(False).implies(X == Y)), 8) is (X < Y).implies(constant(False))
    assert folded(~(~(slt(X, Y) & (X != 3))), 8) is (slt(X, Y) & (X != 3))
    assert list(map(repr, (folded(~c, 8) for c in (X < Y, slt(X, Y), X == Y)))) == list(map(repr, (Y <= X, sle(Y, X), X != Y)))
    assert folded(X // 10 // 10, 8) is X // 100
    assert folded(X // 10 // 26, 8) is constant(0)
    assert all(folded(own, 8) is constant(0) for own in (X % 1, apply("srem", X, 1), constant(0) % X, apply("ashr", 0, X)))
    assert folded(X % 0, 8) is X


@pytest.mark.parametrize("name", ["shl", "lshr", "ashr"])
def test_two_shifts_are_one(name: str) -> None:
    for first, second in itertools.product((0, 1, 3, 4, 5, 15), repeat=2):
        twice = apply(name, apply(name, X, first), second)
        once = folded(twice, 4)
        assert sum(n.kind is TermKind.APPLY for n in postorder(once)) <= 1
        for word in range(16):
            assert integers.evaluate(once, {"x": word}, {}, 4) == integers.evaluate(twice, {"x": word}, {}, 4)


def test_what_is_given_is_replaced() -> None:
    chosen = ite(X < 3, ite(X < 3, Y, 1), 2) + ite(Y < 3, 1, 2)
    assert filled([chosen], {}, 8, (X < 3, constant(True)))[0] is Y + ite(Y < 3, 1, 2)


def test_a_word_is_not_taken_for_a_truth() -> None:
    told = folded(apply("implies", constant(1), X), 8)
    assert told.kind is TermKind.APPLY and integers.evaluate(told, {"x": 4}, {}, 8) == 1


def test_terms_are_filled_all_at_once_and_mean_what_they_meant() -> None:
    rng = random.Random(1)
    for _ in range(200):
        roots = [term(rng, ["x", "y", "z"], 3), condition(rng, ["x", "z"]), X]
        by = {"x": term(rng, ["x", "z"], 1), "z": constant(rng.randrange(16))}
        for simple, root in zip(filled(roots, by, 4), roots, strict=True):
            chosen = replaced(root, by)
            assert simple.boolean is chosen.boolean
            for _ in range(8):
                words = {n: rng.randrange(16) for n in "xyz"}
                assert integers.evaluate(simple, words, {}, 4) == integers.evaluate(chosen, words, {}, 4)
    assert list(map(id, filled([X + 1, Y], {"x": Y, "y": X}, 8))) == [id(Y + 1), id(X)]
