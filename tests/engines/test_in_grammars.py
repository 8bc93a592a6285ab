"""Whole searches within grammars, by one engine and by several: answers are proved, and in the grammar."""

from __future__ import annotations

import pytest
from conformance import IN_GRAMMARS, Problem

from synth import terms
from synth.engines.protocol import Point, candidate_length, most_constants
from synth.engines.registry import engines_for
from synth.grammar import Grammar, NonTerminal, Rule
from synth.operators import operator
from synth.solver.coordinator import solve
from synth.solver.lattice import Lattice
from synth.solver.options import Options
from synth.solver.outcome import Status
from synth.specification import Function, Specification

WHOLE = {"signed maximum": 2, "layer by layer": 3, "shifted by what is found": 2, "difference": 3, "a word of ones": 3}
NAMES = ("explicit", "bounded", "genetic")


@pytest.mark.parametrize("engines", [("bounded",), ("genetic",), NAMES], ids="+".join)
@pytest.mark.parametrize("problem", [p for p in IN_GRAMMARS if str(p) in WHOLE], ids=str)
def test_answers_are_in_the_grammar(problem: Problem, engines: tuple[str, ...]) -> None:
    width = 8 if problem.width > 1 else 1
    outcome = solve(problem.specification.with_width(width), Options(timeout=60.0, engines=engines, minimal=0.0, shorter=5.0))
    assert outcome.status is Status.SOLVED and outcome.candidate is not None
    assert problem.specification.with_width(width).admits(outcome.candidate)
    assert candidate_length(outcome.candidate) == WHOLE[str(problem)] or engines == ("genetic",)


def test_an_explicit_engine_alone_solves_in_a_flat_grammar() -> None:
    problem = next(p for p in IN_GRAMMARS if str(p) == "difference")
    outcome = solve(problem.specification.with_width(32), Options(timeout=60.0, engines=("explicit",), minimal=0.0))
    assert outcome.candidate is not None and candidate_length(outcome.candidate) == 3


def test_the_explicit_engine_is_left_out_where_a_grammar_is_more_than_a_set_of_operators() -> None:
    chosen = {str(p): engines_for(p.specification, NAMES) for p in IN_GRAMMARS}
    assert chosen["difference"] == NAMES
    assert chosen["signed maximum"] == ("bounded", "genetic")


def test_literals_are_not_counted_as_constants() -> None:
    f, x = Function("f", 1), terms.symbol("x")

    def most(grammar: Grammar, length: int) -> int:
        return most_constants(Specification([Function("f", 1, grammar=grammar)], [x], f(x) == x, 8), length)

    add, rules = operator("add"), Grammar.of_operators([operator("add")], 1).nonterminals[0].rules
    assert [most(Grammar((NonTerminal("Start", None, (0,), (1, 2), False, rules),)), n) for n in range(3)] == [0, 0, 0]
    assert [most(Grammar.of_operators([add], 1), n) for n in range(3)] == [1, 1, 2]
    apart = Grammar((NonTerminal("Start", None, (0,), (), False, (Rule(add, (1, 1)),)),
                     NonTerminal("Constant", any_constant=True)))
    assert [most(apart, n) for n in range(3)] == [0, 2, 4]


def test_a_candidate_in_a_grammar_may_stand_at_any_point_of_its_length() -> None:
    grammar = Grammar((NonTerminal("Start", None, (0,), (1, 2), False, ()),))
    f, x = Function("f", 1, grammar=grammar), terms.symbol("x")
    lattice = Lattice(Specification([f], [x], f(x) == 1, 8))
    point = lattice.full(0, 8)
    lattice.record(point)
    assert lattice.closed(point)
    lattice.survive("one", Point(0, 1, 8))
    assert not lattice.closed(point)
