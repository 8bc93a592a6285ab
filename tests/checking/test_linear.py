"""Linear arithmetic over the integers says of words what their operators do, and of claims what all words do."""

from __future__ import annotations

import importlib.util
import itertools
import random
import time
from collections.abc import Callable, Iterator

import pytest

from synth import terms
from synth.booleans import conjunction
from synth.checking.validity.linear import LinearQuestions, OtherQuestions
from synth.checking.validity.prover import Fails, Valid, valid
from synth.checking.validity.questions import Questions
from synth.checking.validity.translator import Translator
from synth.evaluation import integers
from synth.evaluation.linear import NotLinear
from synth.operators import OPERATORS, Operator, operator
from synth.terms import Term, constant, symbol

A, B, C, D = (symbol(name) for name in "abcd")
WIDTH = 3
WORDS = range(1 << WIDTH)


def questions(held: list[Term], named: list[Term], width: int = WIDTH) -> LinearQuestions:
    return LinearQuestions(held, named, Translator(width), 20.0)


def applied(op: Operator, number: int | None) -> tuple[Term, list[Term]]:
    """An operator on words, the last of which is a number, if there is one; and the words."""
    words = [A, B, C][: op.arity]
    if number is None:
        return terms.apply(op, *words), words
    return terms.apply(op, *words[:-1], constant(number)), words[:-1]


@pytest.mark.parametrize("number", [None, 0, 1, 2, 3, 7])
@pytest.mark.parametrize("op", [op for op in OPERATORS if not op.floating], ids=lambda op: op.name)
def test_what_is_said_of_an_operator_is_what_it_does(op: Operator, number: int | None) -> None:
    word, words = applied(op, number)
    rows = itertools.product(WORDS, repeat=len(words))
    claims = []
    for row in rows:
        by = dict(zip("abc", row, strict=False))
        there = conjunction([w == v for w, v in zip(words, row, strict=True)])
        claims.append(there.implies(word == integers.evaluate(word, by, {}, WIDTH)))
    try:
        asked = questions([terms.apply("eq", conjunction(claims), 0)], [])
    except NotLinear:
        return
    assert asked.holds_with([], []) == (None if op.name == "srem" else set()) and asked.model is None


@pytest.mark.parametrize("op", ["mul", "udiv", "and", "or", "xor", "shl", "ashr", "sdiv", "mulhu"])
def test_products_and_bits_of_words_are_not_linear(op: str) -> None:
    with pytest.raises(NotLinear):
        questions([terms.apply(op, A, B) == C], [])


def word(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        return rng.choice([A, B, C, constant(rng.randrange(-2, 1 << WIDTH))])
    a, b, number = word(rng, depth - 1), word(rng, depth - 1), rng.randrange(1, 8)
    made: list[Callable[[], Term]] = [
        lambda: a + b, lambda: a - b, lambda: -a, lambda: ~a, lambda: a * number, lambda: a << rng.randrange(4),
        lambda: a >> rng.randrange(4), lambda: a % number, lambda: a % b, lambda: a & 3, lambda: terms.ite(claim(rng, 0), a, b),
        lambda: terms.apply("min", a, b), lambda: terms.apply("udiv", a, number)]
    return rng.choice(made)()


def claim(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        return terms.apply(rng.choice(["eq", "neq", "ult", "ule", "slt", "sle"]), word(rng, rng.randrange(3)), word(rng, 1))
    a, b = claim(rng, depth - 1), claim(rng, depth - 1)
    return rng.choice([lambda: a & b, lambda: a | b, lambda: terms.apply("eq", a, 0), lambda: a.implies(b),
                       lambda: a ^ b])()


def models(held: Term) -> Iterator[dict[str, int]]:
    for row in itertools.product(WORDS, repeat=3):
        by = dict(zip("abc", row, strict=True))
        if integers.evaluate(held, by, {}, WIDTH):
            yield by


@pytest.mark.parametrize("seed", range(150))
def test_random_claims_hold_where_all_words_say_so(seed: int) -> None:
    rng = random.Random(seed)
    held, named = claim(rng, 2), [claim(rng, 1) for _ in range(3)]
    asked = questions([held], named)
    for assumed in ([], [0], [1, 2], [0, 1, 2]):
        found = asked.holds_with(assumed, range(3))
        real = list(models(conjunction([held, *(named[i] for i in assumed)])))
        if found is None:  # laws of remainders may be missing
            assert any(terms.name_of(n) == "urem" for n in terms.postorder(held, *named))
        elif asked.model is None:
            assert found == set() and not real
            assert asked.needed <= set(assumed)
            assert not list(models(conjunction([held, *(named[i] for i in asked.needed)])))
        else:
            by = {name: asked.model.get(name, 0) for name in "abc"}
            assert by in real and found == {i for i in range(3) if integers.evaluate(named[i], by, {}, WIDTH)}


def test_sums_that_do_not_wrap_around_are_seen_in_any_order() -> None:
    whole = (A <= ~B) & (A + B <= ~C) & (A + B + C <= ~D) & (A + B + C + D <= (1 << 31) - 5)
    goal = (D + B < (1 << 31) - A - C) & (C + (D + 1) + B + A + 1 == A + (C + 2) + (B + D)) & (D + A <= 1 << 31)
    start = time.thread_time()
    assert isinstance(valid(whole.implies(goal | (D == 0)), 32, 20.0), Valid)
    failing = valid(whole.implies(A + C < 77), 32, 20.0)
    assert isinstance(failing, Fails) and not integers.evaluate(whole.implies(A + C < 77), failing.values, {}, 32)
    assert time.thread_time() - start < 2.0


@pytest.mark.parametrize("claim", [
    ((A < B) & (A * B == C)).implies(A < B), ((A * B == C) & (C < A)).implies((C < A) & (A * B == C)),
    terms.apply("eq", (A * B == C) & (A < B) & (A * B != C), 0),
    terms.apply("eq", (A * B == C) & (B < C) & terms.apply("eq", (A * B == C) & (B < C), 0), 0)])
def test_what_premises_state_is_not_asked_of_solvers(claim: Term) -> None:
    assert valid(claim, 32, 0.0) == Valid(frozenset(("evaluation",)))


def test_what_premises_do_not_state_is_asked() -> None:
    assert isinstance(valid(((A < B) & (B < C)).implies((A < B) & (A < 7)), 32, 20.0), Fails)
    assert isinstance(valid(terms.apply("eq", (A < B) & (A != B), 0), 32, 20.0), Fails)


def test_laws_of_remainders_are_added_as_they_are_needed() -> None:
    small = (A <= 1 << 30) & (B <= 1 << 30) & (C <= 1 << 30) & (C != 0)
    walked = small & ((A + B) % C == 0)
    assert isinstance(valid((walked & (B == 0)).implies((A + 1 + (C - 1)) % C == 0), 32, 20.0), Valid)
    assert isinstance(valid((walked & (B < C)).implies((B == 0) == (A % C == 0)), 32, 20.0), Valid)
    assert isinstance(valid(walked.implies((A + 1) % C != 0), 32, 20.0), Fails)


def test_questions_about_anything_else_are_asked_bit_by_bit() -> None:
    asked = Questions([A * B == 15, A < 8, B < 8], [B < 4, A == 3], [B == 5], Translator(32), 5.0)
    assert asked.holds_with([1, 2], [2]) == set() and asked.needed <= {1, 2}
    assert asked.holds_with([0], [0, 1]) == {0}
    assert asked.holds_with([0, 1], [0]) == set()


def test_cvc5_says_the_same_where_z3_had_a_part() -> None:
    pytest.importorskip("cvc5")
    small = (A <= 1 << 30) & (B <= 1 << 30) & (C <= 1 << 30) & (C != 0)
    odd = symbol("a b'")
    walked = (small & ((A + B) % C == 0) & (B == 0)).implies((A + 1 + (C - 1)) % C == 0)
    assert valid(walked, 32, 20.0, ("bitwuzla", "cvc5")) == Valid(frozenset(("cvc5",)))
    failing = valid((odd + 1 > A).implies(odd != 7), 32, 20.0, ("bitwuzla", "cvc5"))
    assert isinstance(failing, Fails) and failing.values["a b'"] == 7
    for seed in range(40):
        rng = random.Random(seed)
        held = claim(rng, 2)
        asked = OtherQuestions([held], [], Translator(WIDTH), 20.0)
        if asked.holds_with([], []) is not None:
            assert (asked.model is None) == (not list(models(held)))


def test_without_cvc5_bits_are_asked() -> None:
    assert valid((A < B).implies(A + 1 <= B), 32, 20.0, ("bitwuzla",)) == Valid(frozenset(("bitwuzla",)))


@pytest.mark.parametrize("op", ["add", "sub", "neg", "not", "min", "max", "ult", "ule", "slt", "sle", "eq", "neq"])
@pytest.mark.parametrize("width", [1, 3, 64])
def test_sums_and_comparisons_are_linear(op: str, width: int) -> None:
    word = terms.apply(op, *[A, B][: operator(op).arity])
    asked = questions([word == C, A == 1, B == 0], [], width)
    assert asked.holds_with([], []) == set() and asked.model is not None
    assert asked.model["c"] == integers.evaluate(word, {"a": 1, "b": 0}, {}, width)


@pytest.mark.parametrize("name", ["times!!0", "quotient!!1", "rest!!1", "word!1", "remainder!0", "named!!0"])
def test_a_word_that_is_called_as_solvers_call_theirs_is_another_one(name: str) -> None:
    odd = symbol(name)
    false = ((A == 7) & (B == 7) & (A + B == 6)).implies(odd != 5)
    assert isinstance(valid(false, 3, 5.0), Fails)
    assert isinstance(valid(((A % C) + (B >> 1) >= 0).implies(odd != 5), 3, 5.0), Fails)
    if importlib.util.find_spec("cvc5"):
        assert isinstance(valid(false, 3, 5.0, ("bitwuzla", "cvc5")), Fails)


@pytest.mark.parametrize("rest", [(A * B) % C, A % (B | 1), (A * B) % (C & D), (A // B) % C])
def test_remainders_of_products_are_left_to_others(rest: Term) -> None:
    assert isinstance(valid(rest <= (A | ~A), 32, 10.0), Valid)
    asked = Questions([C != 0], [], [rest < C], Translator(8), 5.0)
    asked.holds_with([0], [0])


def test_laws_of_remainders_help_where_terms_are_not_linear() -> None:
    small = (A <= 1 << 30) & (C <= 1 << 30) & (C != 0)
    asked = Questions([small, (A | B) == D], [A % C == 0], [(A + C) % C == 0], Translator(32), 5.0)
    start = time.thread_time()
    assert asked.holds_with([0, 1], [1]) == set() and time.thread_time() - start < 3.0
