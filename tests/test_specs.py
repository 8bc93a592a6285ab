"""Every bundled specification: it traces, evaluates, and is satisfied by a known solution (or says that it is infeasible)."""

import inspect
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
import z3

from synth import WIDTH, Specification, ashr, constant, fadd, fdiv, fsub, ite, maximum, minimum, slt, symbol
from synth.evaluation import arrays, integers, smt
from synth.frontends.bundled import bundled_paths
from synth.frontends.python_spec import load
from synth.program import Instruction, Program, constant_program
from synth.terms import Term, TermKind, interpret, postorder, rebuild

NAMES = list(bundled_paths())
Lambda = Callable[..., Term | int]
ONES = constant(-1)
TOP = WIDTH - 1
_INFINITY = fdiv(1, 0)


def program(function: Lambda, width: int) -> Program:
    """The program that computes what a function of terms returns; whatever holds no parameter is folded into a constant."""
    names = list(inspect.signature(function).parameters)
    parameters = [symbol(n) for n in names]
    result = function(*parameters)
    root = rebuild(result if isinstance(result, Term) else constant(result), lambda t: _folded(t, width))
    nodes = postorder(root)
    constants = [t for t in nodes if t.kind is TermKind.CONSTANT]
    place = {id(p): i for i, p in enumerate(parameters)} | {id(t): len(names) + i for i, t in enumerate(constants)}
    instructions = []
    for node in nodes:
        if node.kind is TermKind.APPLY:
            place[id(node)] = len(place)
            instructions.append(Instruction(node.data, tuple(place[id(a)] for a in node.arguments)))
    return Program(len(names), tuple(int(t.data) for t in constants), tuple(instructions), place[id(root)])


def _folded(term: Term, width: int) -> Term | None:
    closed = term.kind is not TermKind.SYMBOL and all(a.kind is TermKind.CONSTANT for a in term.arguments)
    return constant(integers.evaluate(term, {}, {}, width)) if closed else None


def _parity(x: Term) -> Term:
    x = x ^ (x >> 1)
    x = x ^ (x >> 2)
    return ((x & (ONES // 15)) * ((ONES // 15) << 3)) >> TOP


def _popcount(x: Term) -> Term:
    x = x - ((x >> 1) & (ONES // 3))
    x = (x & (ONES // 5)) + ((x >> 2) & (ONES // 5))
    return ((x + (x >> 4)) & (ONES // 17)) % 255


def _next_same_popcount(x: Term) -> Term:
    lowest = x & -x
    ripple = x + lowest
    return ripple | (((x ^ ripple) >> 2) // lowest)


def _exchange(x: Term, m: Term, k: Term) -> Term:
    difference = (x ^ (x >> k)) & m
    return x ^ difference ^ (difference << k)


def _round_up(x: Term) -> Term:
    x = x - 1
    for distance in (1, 2, 4, 8, 16):
        x = x | (x >> distance)
    return x + 1


def _high_product(x: Term, y: Term) -> Term:
    half, low = WIDTH // 2, (constant(1) << (WIDTH // 2)) - 1
    cross = (x >> half) * (y & low) + (((x & low) * (y & low)) >> half)
    other = (x & low) * (y >> half) + (cross & low)
    return (x >> half) * (y >> half) + (cross >> half) + (other >> half)


def _float_sign(x: Term) -> Term:
    return slt(0, x) - ((constant(1) << TOP) < x)


HACKERS_DELIGHT: dict[str, Lambda] = {
    "p01": lambda x: x & (x - 1),
    "p02": lambda x: x & (x + 1),
    "p03": lambda x: x & -x,
    "p04": lambda x: x ^ (x - 1),
    "p05": lambda x: x | (x - 1),
    "p06": lambda x: x | (x + 1),
    "p07": lambda x: ~x & (x + 1),
    "p08": lambda x: ~x & (x - 1),
    "p09": lambda x: (x ^ ashr(x, TOP)) - ashr(x, TOP),
    "p10": lambda x, y: (x ^ y) <= (x & y),
    "p11": lambda x, y: (x & ~y) > y,
    "p12": lambda x, y: (y & ~x) <= x,
    "p13": lambda x: ashr(x, TOP) | (-x >> TOP),
    "p14": lambda x, y: (x & y) + ((x ^ y) >> 1),
    "p15": lambda x, y: (x | y) - ((x ^ y) >> 1),
    "p16": lambda x, y: x ^ ((x ^ y) & -slt(x, y)),
    "p17": lambda x: ((x | (x - 1)) + 1) & x,
    "p18": lambda x: (x ^ (x - 1)) > (x - 1),
    "p19": _exchange,
    "p20": _next_same_popcount,
    "p21": lambda x, a, b, c: ite(x == a, b, ite(x == b, c, a)),
    "p22": _parity,
    "p23": _popcount,
    "p24": _round_up,
    "p25": _high_product,
}


KNOWN: dict[str, dict[str, Lambda | int]] = {
    **{f"hackers_delight/{name}": {"f": f} for name, f in HACKERS_DELIGHT.items()},
    **{f"hackers_delight/{name}_hinted": {"f": f} for name, f in HACKERS_DELIGHT.items() if name >= "p19"},
    "deobfuscation/multiply_by_45": {"f": lambda x: x * 45},
    "deobfuscation/exchange_by_xor": {"first": lambda x, y: y, "second": lambda x, y: x},
    "deobfuscation/opaque_predicate": {"f": lambda x, y: x ^ y},
    "deobfuscation/mixed_sum": {"f": lambda x, y: x + y},
    "deobfuscation/mixed_difference": {"f": lambda x, y: x - y},
    "deobfuscation/mixed_product": {"f": lambda x, y: x * y},
    "deobfuscation/mixed_or": {"f": lambda x, y: x | y},
    "deobfuscation/opaque_constant": {"f": lambda x, y: 42},
    "deobfuscation/encoded_increment": {"f": lambda x: x + 1},
    "deobfuscation/flattened_minimum": {"f": minimum},
    "deobfuscation/masked_choice": {"f": lambda c, x, y: ite(c & 1, x, y)},
    "deobfuscation/expanded_square": {"f": lambda x, y: x * x},
    "floating_point/is_nan": {"f": lambda x: (x << 1) > (_INFINITY << 1)},
    "floating_point/is_infinite": {"f": lambda x: x << 1 == _INFINITY << 1},
    "floating_point/greater_of_positives": {"f": maximum},
    "floating_point/copy_sign": {"f": lambda x, y: x ^ ((x ^ y) & (constant(1) << TOP))},
    "floating_point/two_sum": {"error": lambda a, b: fsub(b, fsub(fadd(a, b), a))},
    "floating_point/sign": {"f": _float_sign},
    "floating_point/absolute_value": {"f": lambda x: x & ((constant(1) << TOP) - 1)},
    "floating_point/negation": {"f": lambda x: x ^ (constant(1) << TOP)},
    "second_order/symmetric": {"S": lambda x, y: 0},
    "second_order/symmetric_nontrivial": {"S": lambda x, y: x ^ y, "a": 0, "b": 1, "c": 0, "d": 0},
    "superoptimisation/clamp": {"f": lambda x, low, high: maximum(low, minimum(x, high))},
    "superoptimisation/saturating_add": {"f": lambda x, y: x + minimum(y, ~x)},
    "superoptimisation/sign_extend_byte": {"f": lambda x: ashr(x << (WIDTH - 8), WIDTH - 8)},
    "superoptimisation/absolute_difference": {"f": lambda x, y: maximum(x, y) - minimum(x, y)},
    "superoptimisation/carry_of_sum": {"f": lambda x, y: x + y < x},
    "superoptimisation/signed_overflow": {"f": lambda x, y: slt(x + y, x) ^ slt(y, 0)},
    "superoptimisation/exact_fifth": {"f": lambda x: x * (ONES // 5 * 4 + 1)},
    "superoptimisation/round_up_to_eight": {"f": lambda x: (x + 7) & -8},
    "superoptimisation/is_letter": {"f": lambda c: (c | 32) - 97 < 26},
    "superoptimisation/half_rounded_up": {"f": lambda x: x - (x >> 1)},
    "superoptimisation/same_sign": {"f": lambda x, y: slt(ONES, x ^ y)},
    "superoptimisation/median": {"f": lambda x, y, z: maximum(minimum(x, y), minimum(maximum(x, y), z))},
    "termination/figure_7_2_a": {"R": lambda x: x},
    "termination/figure_7_2_b": {"R": lambda x: minimum(x, -x)},
    "termination/figure_7_2_c": {"R": lambda x: ~x},
    "termination/figure_7_2_d": {"S": lambda i, j, m, n: (i != j) & ((m & n) == ONES), "i0": -1, "j0": -2, "m0": -1, "n0": -1},
    "termination/figure_7_2_e": {"S": lambda x: x == fdiv(1, 0), "x0": lambda: fdiv(1, 0)},
    "termination/figure_7_2_f": {"R": lambda x: x},
    "termination/figure_7_2_g": {"R": lambda x: minimum(x, -x)},
    "termination/figure_7_2_h": {"R": lambda x, y: x, "W": lambda x, y: y == 1},
    "termination/figure_7_2_i": {"first": lambda x, y, z: slt(0, x) & slt(x, y), "second": lambda x, y, z: z},
    "danger/overshoot": {"D": lambda x: (x % 3) < 1, "R": lambda x: ~x, "x0": 0},
    "danger/odd_countdown": {"D": lambda x: x & 1, "x0": 11},
}
"""A solution of every bundled specification that has one, valid at widths 8, 16 and 32."""


def solution(name: str, width: int) -> dict[str, Program]:
    return {f: program(known, width) if callable(known) else constant_program(known) for f, known in KNOWN[name].items()}


@cache
def loaded(name: str) -> Specification:
    return load(name)


def samples(spec: Specification, width: int, count: int = 2000) -> dict[str, np.ndarray]:
    """Words of three sorts, mixed: any, sparse, and a few corners, so that words often coincide."""
    random = np.random.default_rng(7)
    mask = np.uint64((1 << width) - 1)
    corners = np.array([0, 1, 2, 3, width - 1, mask, mask >> np.uint64(1), 1 << (width - 1)], dtype=np.uint64)

    def words() -> np.ndarray:
        plain = random.integers(0, 1 << 63, (3, count), dtype=np.uint64) >> np.uint64(63 - width)
        return np.choose(random.integers(0, 3, count), [plain[0], plain[0] & plain[1] & plain[2], random.choice(corners, count)])

    return {str(s.data): words() for s in spec.forall}


def holds(spec: Specification, programs: dict[str, Program], width: int) -> np.ndarray:
    words = samples(spec, width)
    assert arrays.evaluate(spec.precondition, words, {}, width).any()
    return arrays.evaluate(spec.formula, words, programs, width)


def denied(spec: Specification, programs: dict[str, Program], width: int) -> z3.CheckSatResult:
    words = {str(s.data): z3.BitVec(str(s.data), width) for s in spec.forall}
    solver = z3.SolverFor("QF_BVFP" if spec.uses_floats else "QF_BV")
    solver.set("timeout", 5000)
    solver.add(smt.evaluate(spec.formula, words, programs, width) == 0)
    return solver.check()


def infeasible(name: str) -> bool:
    return "expect: infeasible" in loaded(name).doc


def test_every_specification_has_a_known_solution_or_none() -> None:
    assert sorted(KNOWN) == [name for name in NAMES if not infeasible(name)]


@pytest.mark.parametrize("name", NAMES)
def test_traces_and_evaluates(name: str) -> None:
    spec = loaded(name)
    assert spec.doc and spec.file.endswith(f"{name}.py") and spec.line
    zeros = {f.name: constant_program(0, f.arity) for f in spec.exists}
    for width in {8, spec.width}:
        assert np.isin(arrays.evaluate(spec.formula, samples(spec, width, 50), zeros, width), (0, 1)).all()


@pytest.mark.parametrize("width", [8, 16, 32])
@pytest.mark.parametrize("name", KNOWN)
def test_known_solution_satisfies(name: str, width: int) -> None:
    assert holds(loaded(name), solution(name, width), width).all()


@pytest.mark.parametrize("name", [name for name in KNOWN if len(loaded(name).forall) <= 2])
def test_known_solution_holds_for_every_word_of_8_bits(name: str) -> None:
    spec = loaded(name)
    assert arrays.evaluate(spec.formula, every_word(spec, 8), solution(name, 8), 8).all()


@pytest.mark.parametrize("name", [name for name in KNOWN if len(loaded(name).forall) > 2 or name.startswith(("term", "danger"))])
def test_known_solution_is_proved_at_8_bits(name: str) -> None:
    assert denied(loaded(name), solution(name, 8), 8) == z3.unsat


def every_word(spec: Specification, width: int) -> dict[str, np.ndarray]:
    grid = np.indices((1 << width,) * len(spec.forall), dtype=np.uint64)
    return {str(s.data): words.ravel() for s, words in zip(spec.forall, grid, strict=True)}


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("_hinted")])
def test_hinted_is_the_same_problem_narrowed_to_a_known_solution(name: str) -> None:
    spec, plain = loaded(name), loaded(name.removesuffix("_hinted"))
    assert spec.formula is plain.formula and plain.operators is None
    for width in (8, 32):
        known = solution(name, width)["f"]
        assert {op for op, _ in known.instructions} == set(spec.operators or ())
        hints = {integers.evaluate(c, {}, {}, width) for c in spec.constants}
        assert {c % (1 << width) for c in known.constants} <= hints


@pytest.mark.parametrize("name", [name for name in NAMES if infeasible(name)])
def test_infeasible_has_no_function_of_4_bits(name: str) -> None:
    spec, width = loaded(name), 4
    f = z3.Function("f", z3.BitVecSort(width), z3.BitVecSort(width))
    solver = z3.Solver()
    for value in range(1 << width):
        words = {"x": z3.BitVecVal(value, width)}
        solver.add(interpret(spec.formula, smt.Smt(width), words, lambda _, arguments: f(*arguments)) != 0)
    assert solver.check() == z3.unsat


def test_next_with_same_popcount_means_that_none_lies_between() -> None:
    spec, f = loaded("hackers_delight/p20"), solution("hackers_delight/p20", 8)["f"]
    for x in range(256):
        higher = [y for y in range(x + 1, 256) if y.bit_count() == x.bit_count()]
        assert integers.evaluate(spec.precondition, {"x": x}, {}, 8) == bool(higher)
        assert not higher or integers.run_program(f, [x], 8) == higher[0]


def test_rounding_up_means_the_least_power_that_is_not_below() -> None:
    spec, f = loaded("hackers_delight/p24"), solution("hackers_delight/p24", 8)["f"]
    for x in range(256):
        powers = [1 << i for i in range(8) if x and 1 << i >= x]
        assert integers.evaluate(spec.precondition, {"x": x}, {}, 8) == bool(powers)
        assert not powers or integers.run_program(f, [x], 8) == powers[0]
