"""Infeasible in a grammar: the closure against brute force over terms, and what it refuses to say."""

from __future__ import annotations

import itertools
import random

import pytest
from sampled import some

from synth import terms
from synth.checking import closure
from synth.checking.backends import Gave
from synth.checking.certify import certify_infeasible
from synth.checking.closure import CLOSURE, Conflict, Unsettled, applies, excluded
from synth.checking.infeasible import confirmed
from synth.checking.prove import Proved, Undecided
from synth.evaluation.integers import Integers
from synth.grammar import Grammar, NonTerminal, Rule
from synth.macros import Macro, macro
from synth.operators import WORD_OPERATORS, operator
from synth.specification import Function, Specification

WIDTH = 3
BINARY = [op for op in WORD_OPERATORS if op.arity < 3]
X, Y, A, B, C = (terms.symbol(name) for name in ("x", "y", "a", "b", "c"))


def spelt(name: str) -> Macro:
    """An operator of the table, as grammars have it."""
    arity = operator(name).arity
    pieces = (f"({name} ", *([" "] * (arity - 1)), ")")
    return macro(f"bv{name}", pieces, ("a", "b", "c")[:arity], terms.apply(name, *(A, B, C)[:arity]))


def rule(name: str, *operands: int) -> Rule:
    return Rule(spelt(name), operands)


SUMS = Grammar((NonTerminal("Start", None, (0,), (2,), False, (rule("add", 0, 0), rule("and", 0, 0))),))
"""Sums of x and 2: even wherever x is."""

LAYERS = Grammar((
    NonTerminal("Start", None, (), (), False, (rule("sub", 1, 1), rule("mul", 1, 2))),
    NonTerminal("Inner", None, (0,), (1,), False, (rule("not", 2),)),
    NonTerminal("Leaf", None, (0, 1), (), False, ())))
"""The start is no operand of any rule."""


def asked(grammar: Grammar, body: terms.Term, *words: terms.Term, width: int = WIDTH) -> Specification:
    return Specification((Function("f", len(words), grammar=grammar),), words, body, width)


def every(spec: Specification) -> list[dict[str, int]]:
    names = [str(s.data) for s in spec.forall]
    return [dict(zip(names, row, strict=True)) for row in itertools.product(range(1 << spec.width), repeat=len(names))]


def f(*words: terms.Term) -> terms.Term:
    return terms.call("f", words)


def tables(grammar: Grammar, arguments: list[tuple[int, ...]], width: int) -> set[tuple[int, ...]]:
    """What the start's terms return on these arguments, by plain iteration over tuples."""
    domain = Integers(width)
    known: list[set[tuple[int, ...]]] = []
    for place in grammar.nonterminals:
        words = {v % (1 << width) for v in place.literals}
        words |= set(range(1 << (place.bits or width))) if place.any_constant else set()
        known.append({tuple(a[i] for a in arguments) for i in place.arguments} | {(v,) * len(arguments) for v in words})
    while True:
        made = [{tuple(r.operator(domain, *row) for row in zip(*operands, strict=True))
                 for r in place.rules for operands in itertools.product(*(known[o] for o in r.operands))}
                for place in grammar.nonterminals]
        if all(new <= old for new, old in zip(made, known, strict=True)):
            return known[0]
        known = [new | old for new, old in zip(made, known, strict=True)]


def random_grammar(rng: random.Random) -> Grammar:
    count = rng.choice((1, 2, 3))
    places = []
    for n in range(count):
        rules = tuple(Rule(op, tuple(rng.randrange(count) for _ in range(op.arity)))
                      for op in (spelt(o.name) for o in rng.sample(BINARY, rng.choice((1, 2)))))
        literals = tuple(rng.sample(range(1 << WIDTH), rng.choice((0, 1))))
        some = rng.random() < 0.2
        places.append(NonTerminal(f"N{n}", 1 if some else None, (0,) if rng.random() < 0.7 else (), literals, some, rules))
    return Grammar(tuple(places))


@pytest.mark.parametrize("seed", some(range(60), 20))
def test_agrees_with_brute_force_in_random_grammars(seed: int) -> None:
    rng = random.Random(f"closure {seed}")
    grammar, called = random_grammar(rng), rng.choice((X, X + 1, X & 3))
    wanted = [set(rng.sample(range(1 << WIDTH), rng.choice((1, 3, 6)))) for _ in range(1 << WIDTH)]
    body = terms.constant(True)
    for x, allowed in enumerate(wanted):
        one = terms.constant(False)
        for value in sorted(allowed):
            one = one | (f(called) == value)
        body = body & (x == X).implies(one)
    spec = asked(grammar, body, X)
    inputs = rng.sample(every(spec), rng.choice((1, 2, 2)))
    arguments = [(terms.interpret(called, Integers(WIDTH), e, terms.no_calls),) for e in inputs]
    right = any(all(v in wanted[e["x"]] for v, e in zip(table, inputs, strict=True)) for table in tables(grammar, arguments, WIDTH))
    found = excluded(spec, inputs, WIDTH, 60.0)
    assert isinstance(found, Unsettled) and found.refuted if right else isinstance(found, Conflict), (grammar, inputs)
    assert right or all(e in inputs for e in found.examples)


def test_few_inputs_are_named() -> None:
    spec = asked(SUMS, f(X) == X + 1, X)
    found = excluded(spec, every(spec), WIDTH, 60.0)
    assert isinstance(found, Conflict) and found.shown_by == CLOSURE
    assert 1 <= len(found.examples) <= 3


def test_a_start_that_is_no_operand_is_looked_at_too() -> None:
    spec = asked(LAYERS, f(X, Y) == X + Y, X, Y)
    assert isinstance(excluded(spec, every(spec), WIDTH, 60.0), Conflict)
    other = asked(LAYERS, f(X, Y) == (X - ~Y), X, Y)
    assert excluded(other, every(other), WIDTH, 60.0) == Unsettled("a term of the grammar satisfies these examples", refuted=True)


def test_calls_on_the_same_words_have_the_same_result() -> None:
    both = asked(SUMS, (f(X & 1) == X) | (f(X | 1) == X), X)
    assert isinstance(excluded(both, [{"x": 0}], WIDTH, 60.0), Unsettled)
    collides = asked(SUMS, (f(X & 6) == X) & (X > 1), X)
    assert isinstance(excluded(collides, [{"x": 2}, {"x": 3}], WIDTH, 60.0), Conflict)


@pytest.mark.parametrize("spec", [
    asked(Grammar((NonTerminal("Start", None, (0,), (), True, ()),)), f(X) == 1, X, width=32), asked(SUMS, f(f(X)) == X, X),
    Specification((Function("f", 1),), (X,), f(X) == X, 8), asked(SUMS, X < 9, X)], ids=["constants", "nested", "L", "uncalled"])
def test_it_applies_where_the_closure_is_finite_and_calls_are_known(spec: Specification) -> None:
    assert not applies(spec)
    with pytest.raises(ValueError, match="does not ask for one function"):
        excluded(spec, [{"x": 1}], spec.width, 1.0)


def test_time_and_room_are_limits_not_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = Grammar((NonTerminal("Start", None, (0,), (1,), False, (rule("add", 0, 0), rule("mul", 0, 0), rule("xor", 0, 0))),))
    spec = asked(wide, f(X) == X // 3, X, width=32)
    inputs = [{"x": 77777}, {"x": 1234567}]
    late = excluded(spec, inputs, 32, 0.2)
    assert isinstance(late, Unsettled) and not late.refuted
    monkeypatch.setattr(closure, "_VECTORS", 100)
    full = excluded(spec, inputs, 32, 60.0)
    assert isinstance(full, Unsettled) and "too many" in full.reason


def test_what_only_the_grammar_rules_out_is_confirmed() -> None:
    spec = asked(SUMS, f(X) == X + 1, X)
    found = confirmed(spec, every(spec), WIDTH, 30.0)
    assert isinstance(found, Conflict) and found.shown_by == CLOSURE
    assert certify_infeasible(spec, found.examples, WIDTH) == Proved(WIDTH, CLOSURE)
    assert isinstance(certify_infeasible(spec, [{"x": 1}], WIDTH), Undecided), "2 and 1 & 2 are not all: 1 + 1 is right at 1"


def test_a_solver_that_gives_up_agrees_with_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = Specification((Function("f", 1),), (X,), f(X) * 2 == X, 8)
    assert confirmed(spec, [{"x": 1}], 8, 5.0) == Conflict([{"x": 1}], "bitwuzla")
    monkeypatch.setattr("synth.checking.infeasible.check", lambda *given: Gave("bitwuzla: timeout"))
    assert confirmed(spec, [{"x": 1}], 8, 5.0) == Unsettled("bitwuzla: timeout")


def test_examples_that_do_not_count_confirm_nothing() -> None:
    spec = Specification((Function("f", 1),), (X,), f(X) * 2 == X, 8, X != 3)
    for examples in ([], [{"x": 3}], [{"y": 1}], [{"x": 2}]):
        found = confirmed(spec, examples, 8, 5.0)
        assert isinstance(found, Unsettled) and found.refuted


def test_a_right_term_ends_the_closure_of_an_endless_grammar_at_once() -> None:
    """32-bit words on one input: the closure would be all of them."""
    wide = Grammar((NonTerminal("Start", None, (0,), (1,), False, (rule("and", 0, 0), rule("sub", 0, 0))),))
    found = excluded(asked(wide, f(X) == X & (X - 1), X, width=32), [{"x": 3}], 32, 5.0)
    assert found == Unsettled("a term of the grammar satisfies these examples", refuted=True)
