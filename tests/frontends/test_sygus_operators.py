"""Every operator of SyGuS-IF's bit vectors against Z3, which reads the same text, in words of the same and of a larger width."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
import z3
from sampled import some

from synth import terms
from synth.evaluation.integers import Integers
from synth.frontends.sygus.load import load_text
from synth.frontends.sygus.theory import THEORY
from synth.specification import Specification

WIDTHS = (1, 3, 8, 64)
Sorts = dict[str, str]


def word(bits: int) -> str:
    return f"(_ BitVec {bits})"


def cases(n: int) -> Iterator[tuple[str, Sorts, str]]:
    """Expressions over words of n bits, the sorts of their variables, their own sort."""
    a, ab, abc = {"a": word(n)}, {"a": word(n), "b": word(n)}, {"a": word(n), "b": word(n), "c": word(n)}
    for name in ("bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvmul", "bvsub", "bvudiv", "bvurem", "bvsdiv",
                 "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr"):
        yield f"({name} a b)", ab, word(n)
    for name in ("bvand", "bvor", "bvxor", "bvadd", "bvmul"):
        yield f"({name} a b c)", abc, word(n)
    for name in ("bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "=", "distinct"):
        yield f"({name} a b)", ab, "Bool"
    for name in ("=", "distinct"):
        yield f"({name} a b c)", abc, "Bool"
    yield "(bvcomp a b)", ab, word(1)
    for name in ("bvnot", "bvneg", "(_ rotate_left 1)", "(_ rotate_left 0)", "(_ rotate_right 5)"):
        yield f"({name} a)", a, word(n)
    for high, low in itertools.combinations_with_replacement(range(n - 1, -1, -max(1, n // 3)), 2):
        yield f"((_ extract {high} {low}) a)", a, word(high - low + 1)
    for more in (0, 1, 7):
        if n + more <= 64:
            yield f"((_ zero_extend {more}) a)", a, word(n + more)
            yield f"((_ sign_extend {more}) a)", a, word(n + more)
    for times in (1, 2, 3):
        if n * times <= 64:
            yield f"((_ repeat {times}) a)", a, word(n * times)
    if 2 * n + 2 <= 64:
        yield "(concat a c)", {"a": word(n), "c": word(n + 2)}, word(2 * n + 2)
    yield "(ite p a b)", {"p": "Bool", **ab}, word(n)
    yield f"(bvadd a (_ bv{(1 << n) - 1} {n}))", a, word(n)


def connectives() -> Iterator[tuple[str, Sorts, str]]:
    pq, pqr = {"p": "Bool", "q": "Bool"}, {"p": "Bool", "q": "Bool", "r": "Bool"}
    for name in ("and", "or", "xor", "=>", "=", "distinct"):
        yield f"({name} p q)", pq, "Bool"
    for name in ("and", "or", "xor", "=>", "="):
        yield f"({name} p q r)", pqr, "Bool"
    yield "(not p)", pq, "Bool"
    yield "(ite p q r)", pqr, "Bool"
    yield "(and p true)", pq, "Bool"
    yield "(or p false)", pq, "Bool"


def bits_of(sort: str) -> int:
    return 1 if sort == "Bool" else int(sort.rsplit(maxsplit=1)[-1][:-1])


def by_z3(expression: str, sorts: Sorts, sort: str, values: dict[str, int]) -> int:
    """What Z3's own reader and rewriter make of the expression."""
    spelled = {n: ("true" if v else "false") if sorts[n] == "Bool" else f"(_ bv{v} {bits_of(sorts[n])})" for n, v in values.items()}
    declared = "".join(f"(declare-const {n} {s})" for n, s in {**sorts, "result": sort}.items())
    given = "".join(f"(assert (= {n} {text}))" for n, text in spelled.items())
    solver = z3.Solver()
    solver.from_string(f"{declared}{given}(assert (= result {expression}))")
    assert solver.check() == z3.sat
    model = solver.model()
    value = next(model[d] for d in model if d.name() == "result")
    return int(z3.is_true(value)) if sort == "Bool" else int(value.as_long())


def stated(expression: str, sorts: Sorts, sort: str, among: int) -> Specification:
    """A specification whose body is that f equals the expression, in words of at least `among` bits."""
    declared = "".join(f"(declare-var {n} {s})" for n, s in sorts.items())
    wider = f"(declare-var other {word(among)})(constraint (= other other))"
    text = f"(set-logic BV)(synth-fun f () {sort}){declared}{wider}(constraint (= f {expression}))(check-synth)"
    return load_text(text).specification


def judge(expression: str, sorts: Sorts, sort: str, among: int, rng: random.Random) -> None:
    """f is the value by Z3, and nothing else; bits above the width of a variable do not matter."""
    spec = stated(expression, sorts, sort, among)
    for _ in range(8):
        values = {n: rng.choice((0, 1, -1, rng.getrandbits(64))) % (1 << bits_of(s)) for n, s in sorts.items()}
        wanted = by_z3(expression, sorts, sort, values)
        noise = {n: (v | rng.getrandbits(64) << bits_of(sorts[n])) % (1 << spec.width) for n, v in values.items()}

        def holds(result: int, words: dict[str, int] = noise) -> int:
            return terms.interpret(spec.body, Integers(spec.width), {**words, "other": 0}, lambda name, arguments: result)

        assert holds(wanted), (values, wanted)
        assert not holds(wanted ^ 1), (values, wanted)


@pytest.mark.parametrize("more", some([0, 1, 64], 1))
@pytest.mark.parametrize("width", WIDTHS)
def test_operators_on_words(width: int, more: int) -> None:
    rng = random.Random(width)
    for expression, sorts, sort in cases(width):
        judge(expression, sorts, sort, min(64, max(width + more, more)), rng)


@pytest.mark.parametrize("among", [1, 8])
def test_connectives(among: int) -> None:
    rng = random.Random(among)
    for expression, sorts, sort in connectives():
        judge(expression, sorts, sort, among, rng)


def test_no_operator_is_left_out() -> None:
    shown = " ".join(e for e, _, _ in itertools.chain(cases(8), connectives()))
    assert {name for name in THEORY if f"({name} " not in shown and f"(_ {name} " not in shown} == set()


def test_words_of_the_widest_sort_need_no_masks() -> None:
    for name in ("bvadd", "bvsub", "bvmul", "bvnot", "bvneg", "bvshl", "bvsdiv", "bvnand"):
        operands = "x" if name in ("bvnot", "bvneg") else "x x"
        declared = f"(synth-fun f ((x {word(8)})) {word(8)})(declare-var x {word(8)})"
        text = f"{declared}(constraint (= (f x) ({name} {operands})))(check-synth)"
        assert "255" not in terms.text(load_text(text).specification.body)


def test_files_of_booleans_are_words_of_one_bit() -> None:
    declared = "(synth-fun f ((p Bool) (q Bool)) Bool)(declare-var p Bool)(declare-var q Bool)"
    spec = load_text(f"{declared}(constraint (= (f p q) (and p (not (xor p q)))))(check-synth)").specification
    assert spec.width == 1
    assert terms.text(spec.body) == "eq(f(p, q), and(p, not(xor(p, q))))"
    assert [op.name for op in spec.operator_set] == ["and", "or", "xor", "not", "eq", "ite"]
