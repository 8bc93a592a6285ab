"""Folded terms mean what the terms meant."""

import random

from systems import condition, term

from synth.algebra.folding import filled, folded
from synth.evaluation import integers
from synth.terms import Term, TermKind, apply, constant, ite, replaced, sle, slt, symbol

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
