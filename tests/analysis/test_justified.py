"""The words that decide a term in a state: with all others changed, the term stays what it is."""

import random

from random_terms import random_term, word

from synth import terms
from synth.analysis.systems.justified import justifying
from synth.evaluation import integers
from synth.terms import symbol

X, Y, Z = symbol("x"), symbol("y"), symbol("z")


def test_random_terms() -> None:
    rng, names, fewer = random.Random(5), list("abcdefg"), 0
    for width in (1, 8, 32):
        for _ in range(150):
            roots = [random_term(rng, names, width, 5) for _ in range(3)]
            state = {name: word(rng, width) for name in names}
            for root, decided in zip(roots, justifying(roots, state, width), strict=True):
                value = integers.evaluate(root, state, {}, width)
                for _ in range(8):
                    other = {name: state[name] if name in decided else word(rng, width) for name in names}
                    assert integers.evaluate(root, other, {}, width) == value
                fewer += len(decided) < len({n.data for n in terms.postorder(root) if n.kind is terms.TermKind.SYMBOL})
    assert fewer > 50


def test_of_a_choice_the_way_that_is_taken() -> None:
    term = terms.apply("ite", X == 1, Y, Z)
    assert justifying([term], {"x": 1, "y": 5, "z": 7}, 8) == [{"x", "y"}]
    assert justifying([term], {"x": 2, "y": 5, "z": 7}, 8) == [{"x", "z"}]


def test_of_a_false_conjunction_one_part() -> None:
    assert justifying([(X == 1) & (Y + Z == 3)], {"x": 0, "y": 1, "z": 1}, 8) == [{"x"}]
    assert justifying([(X == 1) | (Y + Z == 3)], {"x": 1, "y": 1, "z": 2}, 8) == [{"x"}]
    assert justifying([X * (Y + Z)], {"x": 0, "y": 1, "z": 1}, 8) == [{"x"}]
