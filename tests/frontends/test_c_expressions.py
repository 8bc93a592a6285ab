"""Rewrites of typed expressions, and their lowering to words, keep what the expressions mean."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import z3
from c_expressions import INTEGERS, MODEL, Expressions, constant, meaning, symbol, value
from sampled import some

from synth import terms
from synth.evaluation.integers import evaluate as evaluate_term
from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Apply, Cell, Convert, Expression, Literal, Read, postorder
from synth.frontends.c.expressions.intervals import Intervals
from synth.frontends.c.expressions.meaning import evaluate, of_pattern
from synth.frontends.c.expressions.rewrite import RULES, Rewriting
from synth.frontends.c.expressions.types import BOOL, DOUBLE, FLOAT, Integer, Scalar
from synth.frontends.c.lowering.lower import Lowering

ALL = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")
MIXED = (FLOAT, DOUBLE, *INTEGERS)
NARROW = INTEGERS[:5]
"""Types that solvers get through in no time."""


def same(a: Expression, b: Expression) -> str:
    """unsat where two expressions have the same value for all cells; a NaN is like any other."""
    solver = z3.SolverFor("QF_BV" if all(isinstance(n.type, Integer) for n in postorder(a, b)) else "QF_FPBV")
    solver.set("timeout", 1500)
    solver.add(meaning(a) != meaning(b))
    return str(solver.check())


def cells_of(expression: Expression) -> list[Cell]:
    return [n.cell for n in postorder(expression) if isinstance(n, Read)]


def fired(rule: object, generator: Expressions, rounds: int) -> list[tuple[Expression, Expression]]:
    """Where a rule applies in random expressions: before and after."""
    found, intervals, rewriting = [], Intervals(), Rewriting(MODEL)
    for _ in range(rounds):
        for node in postorder(generator.expression(3)):
            own = node
            if isinstance(node, (Apply, Convert)):  # as rules meet them: operands first
                inner = tuple(rewriting.simplified(o) for o in node.operands)
                own = Apply(node.type, node.operator, inner) if isinstance(node, Apply) else Convert(node.type, inner[0])
            after = rule(own, intervals)  # type: ignore[operator]
            if after is not None:
                found.append((own, after))
    return found


ALL_RULES = tuple(dict.fromkeys(rule for own in RULES.values() for rule in own))


@pytest.mark.parametrize("rule", some(ALL_RULES, ALL_RULES[::2]), ids=lambda r: r.__name__)
def test_each_rule_keeps_type_and_value(rule: object) -> None:
    """Proved by Z3, over types that it gets through."""
    floats = "floats" in rule.__module__
    kinds: tuple[tuple[Scalar, ...], ...] = ((FLOAT, DOUBLE), (FLOAT, DOUBLE, *NARROW)) if floats else (NARROW,)
    pairs = [pair for types in kinds for pair in
             fired(rule, Expressions(Random(1), types, ("+", "-", "*", "/") if floats else ALL), 1000 if floats else 300)[:16]]
    assert len(pairs) >= 5
    answers: Counter[str] = Counter()
    for before, after in pairs:
        assert before.type == after.type
        answers[same(before, after)] += 1
        assert answers["sat"] == 0, (before, after)
    assert answers["unsat"] >= 0.6 * sum(answers.values())


@pytest.mark.parametrize("seed", some(range(7), 2))
def test_simplified_expressions_and_their_words_mean_the_same(seed: int) -> None:
    """At the width of the widest type that is left, whatever is rewritten, on corners and random words."""
    random = Random(seed)
    kinds = (INTEGERS, NARROW, (FLOAT, DOUBLE), (FLOAT,), MIXED, (FLOAT, *INTEGERS[:7]), (FLOAT, DOUBLE, *INTEGERS[3:]))
    generator = Expressions(random, kinds[seed], ALL if seed < 2 else ("+", "-", "*", "/"))
    for _ in range(100):
        expression = generator.expression(4)
        simple = Rewriting(MODEL).simplified(expression)
        assert simple.type == expression.type
        bits = {n.type.bits for n in postorder(simple) if not (isinstance(n, Apply) and n.operator in ("<", "<=", ">", ">=", "==",
                "!=", "!", "&&", "||"))} | {c.type.bits for c in cells_of(simple)}
        for _ in range(12):
            given = {c: value(random, c.type) for c in generator.cells}
            wanted = evaluate(expression, given)
            assert alike(evaluate(simple, given), wanted, simple.type)
            width = max(bits, default=32) if max(bits, default=32) > 1 else 32
            words = {c: terms.symbol(c.name) for c in generator.cells}
            patterns = {c.name: given[c] & (1 << c.type.bits) - 1 for c in generator.cells}
            found = evaluate_term(Lowering(width).term(simple, words), patterns, {}, width)
            assert alike(of_pattern(simple.type, found), wanted, simple.type)


def alike(a: int, b: int, type: Scalar) -> bool:
    """Whether two values are the same; NaNs are alike."""
    if isinstance(type, Integer):
        return a == b
    infinity = 0x7F800000 if type == FLOAT else 0x7FF << 52
    return a == b or all(n & ~(1 << type.bits - 1) > infinity for n in (a, b))


def test_the_reference_agrees_with_z3() -> None:
    for seed, types in enumerate((INTEGERS, (FLOAT, DOUBLE), MIXED)):
        generator = Expressions(Random(seed), types, ALL if seed == 0 else ("+", "-", "*", "/"))
        for _ in range(150):
            expression = generator.expression(3)
            given = {c: value(generator.random, c.type) for c in generator.cells}
            found = z3.substitute(meaning(expression), *((symbol(c), constant(c.type, v)) for c, v in given.items()))
            assert z3.is_true(z3.simplify(found == constant(expression.type, evaluate(expression, given))))


def test_nothing_is_narrowed_to_bool_by_its_low_bit() -> None:
    x, b = Cell("x", MODEL.integer("unsigned int")), Cell("b", BOOL)
    odd = typed.arithmetic("&", Read(x), Literal(MODEL.int, 1), MODEL)
    simple = Rewriting(MODEL).simplified(typed.arithmetic("==", odd, Read(b), MODEL))
    assert evaluate(simple, {x: 2, b: 0}) == 1 and same(simple, typed.arithmetic("==", odd, Read(b), MODEL)) == "unsat"


def test_a_long_sum_is_rewritten_in_linear_time() -> None:
    x = Read(Cell("c", MODEL.integer("unsigned char")))
    rules, found = Rewriting(MODEL), x
    for _ in range(4000):
        found = rules.simplified(typed.arithmetic("+", found, x, MODEL))
    cut = rules.simplified(typed.convert(found, x.type))
    assert cut.type == x.type and all(n.type == x.type for n in postorder(cut))
