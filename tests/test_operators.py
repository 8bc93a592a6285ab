"""The table: every operator means the same in every domain, and its algebraic facts hold."""

from __future__ import annotations

import ctypes
import itertools
import random
from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
import pytest
import z3

from synth.checking.backends import Unsat, check
from synth.evaluation.arrays import Arrays
from synth.evaluation.integers import Integers
from synth.evaluation.sampling import corner_words
from synth.evaluation.smt import Smt
from synth.frontends.emit import CWriter
from synth.operators import LANGUAGE, OPERATORS, WORD_OPERATORS, Kind, Operator, operator

Rows = list[tuple[int, ...]]
FLOAT_WIDTHS = (8, 16, 32, 64)
C_WIDTHS = (1, 2, 3, 4, 8, 16, 32, 64)


def is_float(op: Operator) -> bool:
    return op.floating


def widths_of(op: Operator) -> tuple[int, ...]:
    if op.name in ("fpext", "fptrunc"):
        return (32, 64)
    return FLOAT_WIDTHS if is_float(op) else C_WIDTHS


def c_widths_of(op: Operator) -> tuple[int, ...]:
    least = 64 if op.name in ("fpext", "fptrunc") else 32
    return tuple(w for w in widths_of(op) if not is_float(op) or w >= least)


@cache
def rows_of(arity: int, width: int, floats: bool) -> Rows:
    """All arguments at widths up to 4; corner words and random ones beyond."""
    if width <= 4:
        return list(itertools.product(range(1 << width), repeat=arity))
    rng = random.Random(width)
    corners = corner_words(width, floats)
    rows = list(itertools.product(corners, repeat=arity)) if arity < 3 else []
    rows = [rows[i] for i in sorted(rng.sample(range(len(rows)), min(len(rows), 130)))]
    return rows + [tuple(rng.choice((rng.getrandbits(width), rng.getrandbits(rng.randint(1, width)), rng.choice(corners)))
                         for _ in range(arity)) for _ in range(60)]


def expected(op: Operator, width: int, rows: Rows) -> list[int]:
    domain = Integers(width)
    return [op(domain, *row) for row in rows]


@pytest.fixture(scope="module")
def c_library(compile_c: Callable[[str], ctypes.CDLL]) -> ctypes.CDLL:
    """`NAME_WIDTH(arguments, results, count)` for every operator that C has at that width, over arrays of words."""
    return compile_c("\n".join(c_loop(op, width) for op in OPERATORS for width in c_widths_of(op)))


def c_loop(op: Operator, width: int) -> str:
    writer, names = CWriter(width), ["a", "b", "c"][: op.arity]
    last = writer.apply(op, names)
    kind = writer.domain.type
    head = f"static {kind} one_{op.name}_{width}({', '.join(f'{kind} {n}' for n in names)})"
    function = writer.function(head, names, f"return {last};")
    arguments = ", ".join(f"({kind})rows[i * {op.arity} + {k}]" for k in range(op.arity))
    return (f"{function}void {op.name}_{width}(const uint64_t *rows, uint64_t *results, int count)\n"
            f"{{ for (int i = 0; i < count; i++) results[i] = one_{op.name}_{width}({arguments}); }}\n")


@pytest.mark.parametrize("op", OPERATORS, ids=str)
def test_arrays_mean_the_same(op: Operator) -> None:
    for width in (*widths_of(op), *(() if is_float(op) else (31, 33, 63))):
        rows = rows_of(op.arity, width, is_float(op))
        columns = [np.array(column, dtype=np.uint64) for column in zip(*rows, strict=True)]
        assert op(Arrays(width), *columns).tolist() == expected(op, width, rows), width


@pytest.mark.parametrize("op", OPERATORS, ids=str)
def test_z3_terms_mean_the_same(op: Operator) -> None:
    for width in widths_of(op):
        rows = rows_of(op.arity, width, is_float(op))
        rows = rows if width <= 4 else rows[::6]
        domain = Smt(width)
        for row, wanted in zip(rows, expected(op, width, rows), strict=True):
            found = z3.simplify(op(domain, *map(domain.constant, row)))
            assert found.as_long() == wanted, (width, row)


@pytest.mark.parametrize("op", OPERATORS, ids=str)
def test_c_means_the_same(op: Operator, c_library: ctypes.CDLL) -> None:
    for width in c_widths_of(op):
        rows = rows_of(op.arity, width, is_float(op))
        flat = [word for row in rows for word in row]
        arguments, results = (ctypes.c_uint64 * len(flat))(*flat), (ctypes.c_uint64 * len(rows))()
        getattr(c_library, f"{op.name}_{width}")(arguments, results, len(rows))
        assert list(results) == expected(op, width, rows), width


def facts(op: Operator, width: int) -> Iterable[tuple[str, z3.BoolRef]]:
    d = Smt(width)
    a, b, c = (d.symbol(n) for n in "abc")
    if op.commutative:
        yield "commutative", op(d, a, b) == op(d, b, a)
    if op.associative:
        yield "associative", op(d, op(d, a, b), c) == op(d, a, op(d, b, c))
    if op.same is not None:
        yield "same", op(d, a, a) == (a if op.same == "a" else d.constant(int(op.same)))
    if op.right_unit is not None:
        yield "right unit", op(d, a, d.constant(op.right_unit)) == a
    if op.involution:
        yield "involution", op(d, op(d, a)) == a
    if op.boolean:
        yield "boolean", z3.ULE(op(d, *(a, b, c)[: op.arity]), d.constant(1))


@pytest.mark.parametrize("op", OPERATORS, ids=str)
def test_algebraic_facts_are_theorems(op: Operator) -> None:
    for width in widths_of(op)[:1] if is_float(op) else range(1, 9):
        for name, fact in facts(op, width):
            solver = "bitwuzla" if is_float(op) else "z3"
            assert check(solver, z3.Not(fact), {}, 20.0, is_float(op)) == Unsat(), (name, width)


@pytest.mark.parametrize("op", [op for op in OPERATORS if op.arity == 2], ids=str)
def test_no_operator_is_commutative_in_secret(op: Operator) -> None:
    width = 8 if is_float(op) else 4
    words = np.arange(1 << width, dtype=np.uint64)
    table = op(Arrays(width), words[:, None], words[None, :])
    assert op.commutative == bool((table == table.T).all())


def test_the_table_has_every_column() -> None:
    assert [op.code for op in OPERATORS] == list(range(len(OPERATORS)))
    assert len({op.name for op in OPERATORS}) == len(OPERATORS)
    for op in OPERATORS:
        assert op.arity in (1, 2, 3)
        assert operator(op.name) is op
        assert callable(op.meaning)


def test_the_language_is_the_one_of_the_thesis() -> None:
    assert " ".join(op.name for op in WORD_OPERATORS) == (
        "add sub mul udiv sdiv urem srem neg min max and or xor not shl lshr ashr ult ule slt sle eq neq implies ite")
    assert [op.name for op in LANGUAGE if op.kind is Kind.FLOATING] == ["fadd", "fsub", "fmul", "fdiv"]


def test_an_unknown_operator_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        operator("nand")


@pytest.mark.parametrize(("name", "arguments", "result"), [
    ("udiv", (7, 0), 255), ("urem", (7, 0), 7), ("sdiv", (7, 0), 255), ("sdiv", (0x80, 0), 1), ("sdiv", (0x80, 0xFF), 0x80),
    ("srem", (0xF9, 2), 0xFF), ("shl", (1, 8), 0), ("lshr", (0x80, 200), 0), ("ashr", (0x80, 200), 0xFF), ("implies", (2, 0), 0),
    ("implies", (0, 0), 1), ("leading_zeros", (0,), 8), ("trailing_zeros", (0,), 8), ("popcount", (0xB1,), 4),
    ("mulhu", (255, 255), 254),
])
def test_the_partial_cases_are_total(name: str, arguments: tuple[int, ...], result: int) -> None:
    assert operator(name)(Integers(8), *arguments) == result


@pytest.mark.parametrize("name", ["fadd", "fsub", "fmul", "fdiv"])
def test_eight_bit_floats_are_rounded_as_the_reference_does(name: str) -> None:
    left, right = np.arange(0, 256, 5, dtype=np.uint64), np.arange(256, dtype=np.uint64)
    found = operator(name)(Arrays(8), left[:, None], right[None, :])
    assert found.tolist() == [[operator(name)(Integers(8), a, b) for b in range(256)] for a in range(0, 256, 5)]
