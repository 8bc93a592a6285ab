"""Answers to SyGuS problems are judged from the text of the problem alone: right ones pass, lies are found."""

from __future__ import annotations

import pytest

from experiments import sygus_check
from experiments.answers import parse_answer, sizes
from experiments.sexpr import read, show

DOUBLE = """
(set-logic BV) ; twice the argument
(define-fun twice ((x (_ BitVec 8))) (_ BitVec 8) (bvshl x #x01))
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8)
  ((Start (_ BitVec 8)))
  ((Start (_ BitVec 8) (x (bvadd Start Start) (twice Start)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (twice x)))
(check-synth)
"""
INVARIANT = """
(set-logic BV)
(synth-inv inv ((x (_ BitVec 4))))
(define-fun before ((x (_ BitVec 4))) Bool (= x #x0))
(define-fun step ((x (_ BitVec 4)) (y (_ BitVec 4))) Bool (and (bvult x #x8) (= y (bvadd x #x2))))
(define-fun after ((x (_ BitVec 4))) Bool (distinct x #x7))
(inv-constraint inv before step after)
(check-synth)
"""


def f(body: str, head: str = "f ((x (_ BitVec 8))) (_ BitVec 8)") -> str:
    return f"((define-fun {head} {body}))"


def test_expressions_are_read_and_shown() -> None:
    text = '(a |b ( c| "d "" )") (_ bv1 4) ()'
    assert read(text + " ; (") == [["a", "|b ( c|", '"d "" )"'], ["_", "bv1", "4"], []]
    assert " ".join(map(show, read(text))) == text
    for wrong in ("(a", "a)", '"a', "|a"):
        with pytest.raises(ValueError, match=r"missing|too many|unreadable"):
            read(wrong)
    deep = "(f " * 50000 + "x" + ")" * 50000
    assert show(read(deep)[0]) == deep


def test_sizes_count_operators_once_per_function() -> None:
    shared = parse_answer(f("(let ((y (bvadd x #x01)) (unused (bvmul x x))) (bvand (bvnot y) (bvadd x #x01)))"))
    assert isinstance(shared, list)
    assert sizes(shared) == (3, 4)
    indexed = parse_answer(f("((_ rotate_left 1) (bvadd x (_ bv3 8)))"))
    assert isinstance(indexed, list)
    assert sizes([*indexed, *shared]) == (5, 6)
    body = "x"
    for _ in range(3000):
        body = f"(let ((x {body})) (bvadd x x))"
    deep = parse_answer(f(body))
    assert isinstance(deep, list)
    assert sizes(deep) == (3000, 2**3000 - 1)


@pytest.mark.parametrize(("printed", "answer"), [("(infeasible)", "infeasible"), ("infeasible", "infeasible"), ("(fail)", "fail")])
def test_what_is_no_function(printed: str, answer: str) -> None:
    assert parse_answer(printed) == answer


@pytest.mark.parametrize("body", ["(bvadd x x)", "(twice x)", "(let ((y x)) (bvadd y y))"])
def test_right_answers_are_verified(body: str) -> None:
    assert sygus_check.judge(DOUBLE, f(body), 10)["verified"] is True


@pytest.mark.parametrize("answer", [
    f("(bvadd x #x02)"), f("(bvmul #x02 y)"), f("(f x)"), "()", f("(bvadd y y)", "f ((y (_ BitVec 4))) (_ BitVec 8)"),
    f("true", "f ((x (_ BitVec 8))) Bool"), f("(bvadd x x)", "g ((x (_ BitVec 8))) (_ BitVec 8)"), "(assert false)", "unsat",
    f("(bvadd x x)")[:-1] + " (define-fun g () Bool true))"])
def test_wrong_answers_are_found(answer: str) -> None:
    assert sygus_check.judge(DOUBLE, answer, 10)["verified"] is False


def test_bars_around_a_name_are_no_part_of_it() -> None:
    answer = f("(bvadd x x)", "|f| ((x (_ BitVec 8))) (_ BitVec 8)")
    assert sygus_check.judge(DOUBLE, answer, 10)["verified"] is True
    assert sygus_check.in_grammar(DOUBLE, answer) is True
    quoted = DOUBLE.replace("fun f", "fun |a f|").replace("(f x)", "(|a f| x)")
    assert sygus_check.in_grammar(quoted, f("(bvadd x x)", "|a f| ((x (_ BitVec 8))) (_ BitVec 8)")) is True


def test_a_variable_is_no_part_of_an_answer() -> None:
    assert sygus_check.judge(DOUBLE, f("(twice x)", "f ((y (_ BitVec 8))) (_ BitVec 8)"), 10)["verified"] is False


def test_membership_in_the_grammar() -> None:
    assert sygus_check.in_grammar(DOUBLE, f("(bvadd x x)")) is True
    assert sygus_check.in_grammar(DOUBLE, f("(bvmul x #x02)")) is False
    assert sygus_check.in_grammar(DOUBLE, "(infeasible)") is None
    assert sygus_check.in_grammar("(set-logic LIA)" + DOUBLE.replace("(_ BitVec 8)", "Int"), f("x")) is None


def test_invariants() -> None:
    head = "inv ((x (_ BitVec 4))) Bool"
    assert sygus_check.judge(INVARIANT, f("(= #b0 ((_ extract 0 0) x))", head), 10)["verified"] is True
    assert sygus_check.judge(INVARIANT, f("true", head), 10)["verified"] is False
    assert sygus_check.judge(INVARIANT, f("(= x #x0)", head), 10)["verified"] is False


def test_assumptions_are_granted() -> None:
    problem = DOUBLE.replace("(check-synth)", "(assume (bvult x #x01)) (check-synth)")
    assert sygus_check.judge(problem, f("(bvmul x #x05)"), 10)["verified"] is True


def test_the_syntax_of_version_1() -> None:
    old = "(synth-fun f ((x (BitVec 8))) (BitVec 8)) (declare-var x (BitVec 8)) " \
          "(constraint (let ((y (BitVec 8) (f x))) (= y (bvnot x)))) (check-synth)"
    assert sygus_check.judge(old, f("(bvnot x)"), 10)["verified"] is True
    assert sygus_check.judge(old, f("(bvneg x)"), 10)["verified"] is False


def test_infeasible_is_confirmed_where_no_function_will_do() -> None:
    assert sygus_check.judge(DOUBLE.replace("(= (f x)", "(bvult (f x)").replace("(twice x)))", "x))"), "(infeasible)", 10) == {
        "verified": True}
    assert sygus_check.judge(DOUBLE, "(infeasible)", 10)["verified"] is None
    assert sygus_check.judge(DOUBLE, "(fail)", 10)["verified"] is None


def test_an_unknown_command_is_not_passed_over() -> None:
    assert "unknown command" in sygus_check.judge(DOUBLE + "(oracle-constraint x)", f("(bvadd x x)"), 10)["detail"]
