"""SyGuS-IF out and in again: cvc5 reads it, our own front end finds the same problem in it, and answers to it are answers."""

from __future__ import annotations

import dataclasses
import pathlib
import re

import pytest
import z3

from experiments.cvc5_runner import solve as cvc5_answer
from experiments.sygus_check import in_grammar, judge
from synth import Fun, InputError, Predicate, Specification, Unknown, Word, popcount, spec, symbol
from synth.evaluation.smt import Smt
from synth.frontends.export import export
from synth.frontends.python_spec import load
from synth.frontends.sygus.answer import define_funs
from synth.frontends.sygus.load import load_text
from synth.frontends.symbols import _RESERVED, _THEORIES
from synth.grammar import Grammar, NonTerminal, Rule
from synth.macros import macro
from synth.operators import operator
from synth.solver.coordinator import solve
from synth.solver.options import Options
from synth.solver.outcome import Status
from synth.specification import Function
from synth.terms import apply, call, interpret

SPECS = pathlib.Path(__file__).parents[2] / "specs"
HACKERS = [f"hackers_delight/p0{i}.py" for i in range(1, 9)]
OTHERS = ["second_order/symmetric_nontrivial.py", "second_order/infeasible.py", "termination/figure_7_2_a.py",
          "termination/figure_7_2_h.py", "danger/odd_countdown.py", "superoptimisation/clamp.py"]


def cvc5_reads(text: str) -> None:
    assert cvc5_answer(text.replace("(check-synth)", "")) == ""


def formula(case: Specification, predicates: set[str]) -> z3.BoolRef:
    """Over uninterpreted functions; those in `predicates` give Booleans, as words 0 and 1."""
    domain, sort = Smt(case.width), z3.BitVecSort(case.width)

    def called(name: str, words: tuple[z3.BitVecRef, ...]) -> z3.BitVecRef:
        if name in predicates:
            truth = z3.Function(f"{name}?", *[sort] * len(words), z3.BoolSort())(*words)
            return z3.If(truth, domain.constant(1), domain.constant(0))
        return z3.Function(name, *[sort] * (len(words) + 1))(*words)

    words = {str(s.data): domain.symbol(str(s.data)) for s in case.forall}
    return domain.truth(interpret(case.formula, domain, words, called))


@pytest.mark.parametrize("name", [*HACKERS, *OTHERS])
def test_a_bundled_specification_is_read_back(name: str) -> None:
    case = load(str(SPECS / name))
    text = export(case, "sygus")
    cvc5_reads(text)
    again = load_text(text).specification
    assert again.width == case.width
    assert not again.fixed
    assert [(f.name, f.arity) for f in again.exists] == [(f.name, f.arity) for f in case.exists]
    assert all(f.grammar is not None and f.grammar.any_constant for f in again.exists)
    predicates = {f.name for f in case.exists if f.predicate}
    solver = z3.SolverFor("QF_UFBV")
    solver.add(formula(again, predicates) != formula(case, predicates))
    assert solver.check() == z3.unsat


@pytest.mark.parametrize(("name", "operators"), [("hackers_delight/p01.py", "sub and"), ("hackers_delight/p03.py", "neg and or"),
                                                 ("second_order/symmetric.py", "and ult"), ("termination/figure_7_2_a.py", "")])
def test_what_cvc5_answers_is_verified_and_in_our_grammar(name: str, operators: str) -> None:
    case = load(str(SPECS / name))
    narrowed = tuple(map(operator, operators.split())) if operators else case.operators
    text = export(dataclasses.replace(case, operators=narrowed), "sygus")
    answer = cvc5_answer(text)
    assert judge(text, answer, 20)["verified"] is True
    assert in_grammar(text, answer) is True


@pytest.mark.parametrize(("name", "length"), [("hackers_delight/p01.py", 2), ("hackers_delight/p07.py", 3),
                                              ("termination/figure_7_2_a.py", None)])
def test_what_we_answer_is_verified_by_z3(name: str, length: int | None) -> None:
    text = export(load(str(SPECS / name)), "sygus")
    problem = load_text(text)
    outcome = solve(problem.specification, Options(timeout=60, shorter=0.5, minimal=0.0))
    assert outcome.status is Status.SOLVED
    assert outcome.candidate is not None
    answer = f"({' '.join(define_funs(problem, outcome.candidate).values())})"
    assert judge(text, answer, 20)["verified"] is True
    assert length is None or sum(p.length for p in outcome.candidate.values()) == length


def test_a_predicate_is_a_function_to_bool() -> None:
    @spec(width=8, operators=["and", "ult"])
    def case(p: Predicate[[Word]], w: Unknown, x: Word):
        return p(x).implies(~p(w)) & p(3)

    text = export(case, "sygus")
    assert """(synth-fun p ((x (_ BitVec 8))) Bool
  ((Start Bool) (Word (_ BitVec 8)))
  ((Start Bool (false true (distinct Word #x00) (bvult Word Word)))
   (Word (_ BitVec 8) (x (Constant (_ BitVec 8)) (bvand Word Word) (word-ult Word Word)))))""" in text
    assert "(constraint (and (=> (p x) (not (p w))) (p #x03)))" in text
    cvc5_reads(text)


def test_a_predicate_whose_word_counts_stays_a_word() -> None:
    p, x = Function("p", 1, predicate=True), symbol("x")
    text = export(Specification((p,), (x,), p(x) & (call("p", (x,)) < 7), 8), "sygus")
    assert "(synth-fun p ((x (_ BitVec 8))) (_ BitVec 8)" in text
    assert "(constraint (and (distinct (p x) #x00) (bvult (p x) #x07)))" in text


@pytest.mark.parametrize("to", ["sygus", "smt2"])
def test_no_name_clashes_with_the_language(to: str) -> None:
    names = [*(_RESERVED + _THEORIES).split(), "bvadd", "bvcomp", "fp.add", "str.len", "and_", "@x", "|", "a!1", "t0", "é"]
    functions = tuple(Function(name, 1, parameters=(names[i - 1],)) for i, name in enumerate(names))
    words = tuple(symbol(f"{name} ") if i % 2 else symbol(f"_{name}") for i, name in enumerate(names))
    body = words[0] == words[0]
    for function, word in zip(functions, words, strict=True):
        body &= function(word) == word
    text = export(Specification(functions, words, body, 8, operators=(operator("add"), operator("min"))), to)
    assert "and__ stands for 'and'" in text
    if to == "sygus":
        cvc5_reads(text)
        assert len(load_text(text).specification.exists) == len(names)
    else:
        solver = z3.Solver()
        solver.from_string(text)
        assert len(solver.assertions()) == 1


GRAMMARS = {
    "mixed sorts": """
(define-fun shr1 ((x (_ BitVec 8))) (_ BitVec 8) (bvlshr x #x01))
(synth-fun f ((x (_ BitVec 8)) (b Bool)) (_ BitVec 16)
  ((Start (_ BitVec 16)) (Byte (_ BitVec 8)) (Truth Bool))
  ((Start (_ BitVec 16) (#x0000 (concat Byte Byte) ((_ zero_extend 8) Byte) (ite Truth Start Start)))
   (Byte (_ BitVec 8) (x (Constant (_ BitVec 8)) (bvadd Byte Byte) (shr1 Byte) ((_ rotate_left 3) Byte)))
   (Truth Bool (b true (not Truth) (=> Truth Truth) (bvult Byte #x10)))))""",
    "lets and nested right-hand sides": """
(synth-fun f ((x (_ BitVec 8)) (b Bool)) (_ BitVec 16)
  ((Start (_ BitVec 16)) (Byte (_ BitVec 8)))
  ((Start (_ BitVec 16) (((_ sign_extend 8) (bvadd x Byte)) (let ((y Byte)) (concat y (bvnot y)))))
   (Byte (_ BitVec 8) (x #x01 (bvneg Byte)))))""",
}


@pytest.mark.parametrize("grammar", GRAMMARS.values(), ids=GRAMMARS.keys())
def test_grammars_of_several_sorts(grammar: str) -> None:
    text = f"(set-logic BV) {grammar} (declare-var y (_ BitVec 8)) (constraint (= (f y (bvult y #x10)) (concat y y))) (check-synth)"
    once = export(load_text(text).specification, "sygus")
    cvc5_reads(once)
    assert export(load_text(once).specification, "sygus") == once
    assert "(f ((_ extract 7 0) " in once


def test_productions_keep_their_spelling() -> None:
    text = f"(set-logic BV){GRAMMARS['mixed sorts']}(declare-var y (_ BitVec 8))(constraint (= (f y false) #x0001))(check-synth)"
    once = export(load_text(text).specification, "sygus")
    assert "(synth-fun f ((x (_ BitVec 8)) (b Bool)) (_ BitVec 16)" in once
    assert "(define-fun shr1 ((a (_ BitVec 8))) (_ BitVec 8)" in once
    for production in ("(concat Byte Byte)", "((_ zero_extend 8) Byte)", "(ite Truth Start Start)", "(Constant (_ BitVec 8))",
                       "(bvadd Byte Byte)", "(shr1 Byte)", "((_ rotate_left 3) Byte)", "(=> Truth Truth)", "(bvult Byte #x10)"):
        assert production in once


def test_operators_of_a_specifications_own_are_defined() -> None:
    x, a, b = symbol("x"), symbol("a"), symbol("b")
    half = macro("half up", ("half(", ")"), ("a",), (a + 1) >> 1)
    lying = macro("and", ("(bvor ", " ", ")"), ("a", "b"), apply("and", a, b))
    first = macro("first", ("(bvadd ", " ", ")"), ("a", "b"), a + a)
    three = macro("three", ("3",), (), apply("add", 1, 2))
    start = NonTerminal("", None, (0,), (7,), False, (Rule(half, (0,)), Rule(lying, (0, 0)), Rule(first, (0, 1)), Rule(three, ())))
    grammar = Grammar((start, NonTerminal("", None, (), (), True)))
    case = Specification((Function("f", 1, grammar=grammar),), (x,), Function("f", 1)(x) == x, 8)
    text = export(case, "sygus")
    cvc5_reads(text)
    assert "(define-fun |half up| ((a (_ BitVec 8))) (_ BitVec 8) (bvlshr (bvadd a #x01) #x01))" in text
    assert "(|half up| Part0)" in text
    assert "(bvand Part0 Part0)" in text
    assert "bvor" not in text
    assert "(define-fun first ((a (_ BitVec 8)) (b (_ BitVec 8))) (_ BitVec 8) (bvadd a a))" in text
    assert re.search(r"Part0 \(_ BitVec 8\) \(x #x07", text)


def test_a_non_terminal_that_derives_nothing_is_an_error() -> None:
    case = Specification((Function("f", 1, grammar=Grammar((NonTerminal("N"),))),), (), Function("f", 1)(3) == 4, 8)
    with pytest.raises(InputError, match="derives nothing"):
        export(case, "sygus")


def test_points_are_ground_constraints() -> None:
    x, y, f = symbol("x"), symbol("y"), Function("f", 1)
    case = Specification((f,), (x, y), f(x) == y, 8, points=({"x": 1, "y": 2}, {"x": 5, "y": 10}))
    text = export(case, "sygus")
    assert "(constraint (= (f #x01) #x02))\n(constraint (= (f #x05) #x0a))\n(check-synth)" in text
    assert "declare-var" not in text
    assert len(load_text(text).specification.points) == 2
    answer = cvc5_answer(text)
    assert judge(text, answer, 10)["verified"] is True


def test_booleans_are_bool_where_there_is_nothing_else() -> None:
    text = "(set-logic BV)(synth-fun f ((a Bool)) Bool)(declare-var a Bool)(constraint (= (f a) (not (and a (f a)))))(check-synth)"
    once = export(load_text(text).specification, "sygus")
    assert "(constraint (= (f a) (not (and a (f a)))))" in once
    assert "BitVec" not in once
    cvc5_reads(once)


def test_long_operators_are_called_by_name() -> None:
    @spec(width=32)
    def case(f: Fun[[Word], Word], x: Word):
        return f(x) == popcount(x)

    assert "(constraint (= (f x) (word-popcount x)))" in export(case, "sygus")
