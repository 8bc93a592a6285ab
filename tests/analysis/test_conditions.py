"""Conditions in words: what a text says is what the term says, said shortly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampled import some
from spoken_texts import meaning

from synth.algebra.folding import folded
from synth.analysis.reports.conditions import Vocabulary, bounds_of, said
from synth.analysis.reports.cterms import Inexpressible
from synth.evaluation import integers
from synth.terms import Term, apply, constant, ite, slt, symbol
from synth.transition import Variable

WORDS = {
    8: (Variable("c", 8, True), Variable("d", 8)),
    32: (Variable("x", 32, True), Variable("y", 32, True), Variable("u", 32), Variable("c", 8, True), Variable("d", 8),
         Variable("b", 1)),
    64: (Variable("l", 64, True), Variable("m", 64), Variable("x", 32, True), Variable("u", 32), Variable("c", 8, True)),
}
X, Y, U, C = symbol("x"), symbol("y"), symbol("u"), symbol("c")
EXTENDED = apply("sub", apply("xor", C, constant(128)), constant(128))
BINARY = ("add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "urem", "min", "max")
COMPARED = ("eq", "neq", "ult", "ule", "slt", "sle")


def vocabulary(width: int = 32, exact: bool = False) -> Vocabulary:
    return Vocabulary({v.name: v for v in WORDS[width]}, width, {v.name: v.name for v in WORDS[width]}, exact)


def text(term: Term, width: int = 32, exact: bool = False) -> str:
    return said(term, vocabulary(width, exact)).text


def leaf(variable: Variable, width: int) -> Term:
    sign = constant(1 << (variable.bits - 1))
    narrow = variable.signed and variable.bits < width
    return apply("sub", apply("xor", variable.term, sign), sign) if narrow else variable.term


def terms_of(width: int) -> tuple[st.SearchStrategy[Term], st.SearchStrategy[Term]]:
    """Words and conditions."""
    size = 1 << width
    near = st.sampled_from([0, size // 2, 128, 256, 1 << 31]).flatmap(lambda n: st.integers(n - 3, n + 12))
    constants = st.one_of(near, st.integers(0, size - 1)).map(lambda n: constant(n % size))
    leaves = st.one_of(constants, st.sampled_from(WORDS[width]).map(lambda v: leaf(v, width)),
                       st.sampled_from(WORDS[width]).map(lambda v: v.term))
    words = st.recursive(leaves, lambda below: st.one_of(
        st.builds(apply, st.sampled_from(["neg", "not"]), below),
        st.builds(apply, st.sampled_from(BINARY), below, below),
        st.builds(lambda name, a, b, c: ite(apply(name, a, b), c, a), st.sampled_from(COMPARED), below, below, below)),
        max_leaves=5)
    atoms = st.builds(apply, st.sampled_from(COMPARED), words, st.one_of(constants, words))
    conditions = st.recursive(atoms, lambda below: st.one_of(
        st.builds(apply, st.sampled_from(["and", "or", "implies", "eq", "and", "or"]), below, below),
        below.map(lambda a: apply("eq", a, 0))), max_leaves=8)
    return words, conditions


@pytest.mark.parametrize("exact", [False, True], ids=["C", "ACSL"])
@pytest.mark.parametrize("width", some(WORDS, 1))
@given(data=st.data())
@settings(max_examples=40)
def test_texts_say_what_terms_say(width: int, exact: bool, data: st.DataObject) -> None:
    words, conditions = terms_of(width)
    term = data.draw(st.one_of(conditions, words))
    shown = text(term, width, exact)
    for _ in range(8):
        state = {v.name: data.draw(st.one_of(st.integers(0, (1 << v.bits) - 1), st.sampled_from([0, 1, (1 << v.bits) - 1,
                                                                                               1 << (v.bits - 1)])))
                 for v in WORDS[width]}
        found = meaning(shown, {v.name: (v, state[v.name]) for v in WORDS[width]}, exact)
        told = integers.evaluate(term, state, {}, width)
        assert bool(found) == bool(told) if term.boolean else found % (1 << width) == told, (shown, state)


@given(data=st.data())
@settings(max_examples=40)
def test_ranks_are_told_as_numbers_that_are_not_negative(data: st.DataObject) -> None:
    words, conditions = terms_of(8)
    word, known = data.draw(words), data.draw(conditions)
    shown = said(word, vocabulary(8), [known], unsigned=True).text
    for _ in range(8):
        state = {v.name: data.draw(st.integers(0, 255)) for v in WORDS[8]}
        if integers.evaluate(known, state, {}, 8):
            assert meaning(shown, {v.name: (v, state[v.name]) for v in WORDS[8]}) == integers.evaluate(word, state, {}, 8)


@pytest.mark.slower
def test_sets_of_one_byte_are_told_exactly() -> None:
    """Intervals of a signed and an unsigned byte, with a value that is excepted."""
    for name, variable in (("c", WORDS[8][0]), ("d", WORDS[8][1])):
        own = variable.term
        for low in range(0, 256, 15):
            for high in range(low, 256, 17):
                term = apply("ule", constant(low), own) & apply("ule", own, constant(high)) & (own != 7)
                shown = text(term, 8)
                for value in range(256):
                    holds = low <= value <= high and value != 7
                    assert bool(meaning(shown, {name: (variable, value)})) == holds, (shown, value)


@pytest.mark.parametrize(("term", "wanted"), [
    (X <= 10, "0 <= x <= 10"),
    (slt(X, 11) & apply("eq", slt(X, 0), 0), "0 <= x <= 10"),
    (U <= 10, "u <= 10"),
    ((X == 3) | (X == 1) | (X == 2), "1 <= x <= 3"),
    ((X == 1) | (X == 4) | (X == 9), "x in {1, 4, 9}"),
    (X != 4, "x != 4"),
    ((U <= 10) & (U != 4), "u <= 10 && u != 4"),
    (X + Y == 7, "x + y == 7"),
    (X - 3 == -4, "x == -1"),
    (apply("sle", constant(0), X) & slt(X, Y), "0 <= x < y"),
    (apply("eq", slt(X, Y), 0), "y <= x"),
    ((constant(0) == 0) & (X == Y), "x == y"),
    ((X == Y) & apply("sle", EXTENDED, constant(127)), "x == y"),
    (apply("sle", EXTENDED, constant(-100)), "c <= -100"),
    (C == 200, "c == -56"),
    (slt(X, Y).implies(X == 1), "x < y ==> x == 1"),
    (apply("sle", constant(0), X) & apply("sle", constant(0), Y) & (X < Y), "0 <= x < y && y >= 0"),
    (X < Y, "(unsigned)x < (unsigned)y"),
    (slt(X, 3) & slt(3, X), "false"),
])
def test_conditions_are_said_shortly(term: Term, wanted: str) -> None:
    assert text(term) == wanted


def test_acsl_casts_where_words_wrap() -> None:
    assert text(X + Y == 7) == "x + y == 7"
    assert text(X + Y == 7, exact=True) == "(int)(x + y) == 7"
    assert text((U + 1) <= 5, exact=True) == "u <= 4 || u == 4294967295"
    assert text((X == 1) | (X == 4), exact=True) == "x == 1 || x == 4"
    with pytest.raises(Inexpressible, match="popcount"):
        text(apply("popcount", X) == 3, exact=True)


def test_acsl_speaks_of_names_in_scope_only() -> None:
    words = Vocabulary({"x": WORDS[32][0], "y": WORDS[32][1]}, 32, {"x": "x"}, exact=True)
    with pytest.raises(Inexpressible, match="y has no name"):
        said(X == Y, words)


def test_bounds_are_those_of_a_condition() -> None:
    assert bounds_of(WORDS[32][0], (X <= 10) & (Y == 3), 32) == (0, 10)
    assert bounds_of(WORDS[32][2], folded(X == 3, 32), 32) == (0, (1 << 32) - 1)
