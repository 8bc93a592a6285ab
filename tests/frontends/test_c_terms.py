"""Simplified terms mean what the plain ones mean; path conditions are what they should be."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from sampled import some

from synth import terms
from synth.evaluation.integers import Integers
from synth.frontends.c.lowering.decisions import ALWAYS, NEVER, Decisions
from synth.frontends.c.lowering.paths import START, Paths
from synth.frontends.c.lowering.simplify import Builder, value
from synth.operators import OPERATORS, Kind
from synth.terms import Term, interpret

WORD_OPERATORS = [op for op in OPERATORS if op.kind in (Kind.ARITHMETIC, Kind.BITWISE, Kind.SHIFT, Kind.COMPARISON)]
X, Y = terms.symbol("x"), terms.symbol("y")


def meaning(term: Term, width: int, words: dict[str, int]) -> int:
    return interpret(term, Integers(width), words, lambda name, arguments: 0)


def grown(random: Random, builder: Builder) -> tuple[Term, Term]:
    """A random term, built simply and simplified."""
    pool: list[tuple[Term, Term]] = [(X, X), (Y, Y)]
    for constant in (0, 1, -1, builder.width or 1):
        pool.append((terms.constant(constant), builder.constant(constant)))
    for _ in range(random.randrange(1, 9)):
        chosen = random.choice(["op"] * 6 + ["ite", "not", "both", "either", "implied"])
        a, b, c = (random.choice(pool) for _ in range(3))
        op = random.choice(WORD_OPERATORS)
        comparing = builder.width is None and op.kind is Kind.COMPARISON
        if chosen == "op" and not (comparing and value(a[1]) is not None and value(b[1]) is not None):
            sides = (a, b)[:op.arity]
            pool.append((terms.apply(op, *(s[0] for s in sides)), builder.apply(op.name, *(s[1] for s in sides))))
            continue
        p, q = (terms.apply("neq", a[0], 0), builder.truth(a[1])), (terms.apply("neq", b[0], 0), builder.truth(b[1]))
        pool.append({
            "ite": (terms.ite(p[0], b[0], c[0]), builder.ite(p[1], b[1], c[1])), "not": (~p[0], builder.negation(p[1])),
            "both": (p[0] & q[0], builder.both(p[1], q[1])), "either": (p[0] | q[0], builder.either(p[1], q[1])),
        }.get(chosen, (p[0].implies(q[0]), builder.implied(p[1], q[1]))))
    return pool[-1]


@pytest.mark.parametrize("width", some([1, 2, 3, 8, None], [3, None]))
def test_simplified_terms_are_equal(width: int | None) -> None:
    random = Random(5)
    for _ in range(600):
        plain, simplified = grown(random, Builder(width))
        for at in (width,) if width is not None else (2, 5, 32):
            for _ in range(6):
                words = {name: random.choice([0, 1, 2, (1 << at) - 1, 1 << (at - 1), random.getrandbits(at)]) % (1 << at)
                         for name in ("x", "y")}
                assert meaning(plain, at, words) == meaning(simplified, at, words), (plain, simplified, at, words)


def test_what_is_simplified() -> None:
    build = Builder(8)
    assert build.apply("add", build.apply("sub", X, build.constant(1)), build.constant(1)) is X
    assert terms.text(build.apply("add", X, build.constant(-1))) == "sub(x, 1)"
    assert terms.text(build.negation(build.apply("slt", X, Y))) == "sle(y, x)"
    assert build.ite(X < Y, build.constant(1), build.constant(0)) is (X < Y)
    assert build.ite(X < Y, terms.apply("shl", Y, X), build.constant(0)) is not terms.apply("shl", Y, X)
    assert build.ite(X < 8, terms.apply("shl", Y, X), build.constant(0)) is terms.apply("shl", Y, X)
    assert build.apply("and", build.apply("and", X, build.constant(15)), build.constant(60)) is terms.apply("and", X, 12)


@pytest.mark.parametrize("name", ["ult", "ule", "slt", "sle", "eq", "neq"])
def test_constants_compare_with_an_open_width_exactly(name: str) -> None:
    build = Builder(None)
    compare = {"lt": int.__lt__, "le": int.__le__, "eq": int.__eq__, "eqn": int.__ne__}
    exact = compare["eqn" if name == "neq" else name.removeprefix("u").removeprefix("s")]
    signed = name.startswith("s") or name in ("eq", "neq")
    for width, offset, number in product((1, 2, 7, 31, 64), (-1, 0, 3), (0, 1, 6, 7, 30, 31, 34, 63, 64, 67)):
        moved = build.apply("add", terms.WIDTH, build.constant(offset))
        found = build.apply(name, build.constant(number), moved), build.apply(name, moved, build.constant(number))
        if signed or offset >= 0:
            wanted = exact(number, width + offset), exact(width + offset, number)
            assert tuple(bool(meaning(t, width, {})) for t in found) == wanted


def test_diagrams_of_equal_conditions_are_one() -> None:
    decisions, random = Decisions(Builder(8)), Random(3)
    branches = [decisions.branch(terms.symbol(f"c{i}") < 3) for i in range(4)]
    tables = {NEVER: 0, ALWAYS: 0xFFFF}
    for level, (yes, no) in enumerate(branches):
        tables[yes] = sum(1 << row for row in range(16) if row >> level & 1)
        tables[no] = 0xFFFF ^ tables[yes]
    for _ in range(300):
        a, b = random.choice(list(tables)), random.choice(list(tables))
        assert tables.setdefault(decisions.conjunction(a, b), tables[a] & tables[b]) == tables[a] & tables[b]
        assert tables.setdefault(decisions.disjunction(a, b), tables[a] | tables[b]) == tables[a] | tables[b]
        within = decisions.within(a, b)
        assert b == NEVER or tables.get(within, tables[a]) & tables[b] == tables[a] & tables[b]
    assert len(set(tables.values())) == len(tables)


def test_a_join_of_all_ways_is_where_they_parted() -> None:
    paths = Paths(Builder(8))
    first, second = paths.parted(START, X < 3)
    inner, outer = paths.parted(second, Y < 3)
    either, here = paths.joined(inner, outer)
    assert either is second and here is (Y < 3)
    both, here = paths.joined(first, either)
    assert both is START and here is (X < 3)
    assert terms.text(paths.joined(first, outer)[0].term) == "or(ult(x, 3), ule(3, y))"


def test_a_condition_that_was_decided_is_known() -> None:
    paths = Paths(Builder(8))
    yes, no = paths.parted(START, X < 3)
    deeper, _ = paths.parted(yes, Y < 3)
    assert paths.known(deeper, X < 3) is True and paths.known(no, X < 3) is False
    assert paths.known(deeper, terms.constant(3) <= X) is False
    assert paths.known(START, X < 3) is None
