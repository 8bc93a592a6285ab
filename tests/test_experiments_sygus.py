"""The SyGuS measurement judges answers by itself: right ones pass, lies are found, commands end with all that they started."""

from __future__ import annotations

import json
import pathlib
import sys
import time

import psutil
import pytest
from click.testing import CliRunner

from experiments import processes, rivals, sygus, sygus_check, sygus_tables
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


def test_a_command_ends_with_everything_that_it_started() -> None:
    child = "import time; time.sleep(60)"
    parent = f"import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', {child!r}]).pid, flush=True); {child}"
    started = time.perf_counter()
    finished = processes.run([sys.executable, "-c", parent], 3.0)
    assert finished.killed
    assert finished.code < 0
    assert time.perf_counter() - started < 30
    pid = int(finished.stdout)
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_what_a_command_is_given_and_gives() -> None:
    finished = processes.run([sys.executable, "-c", "import sys; print(input()); sys.exit(3)"], 20, "hello\n")
    assert (finished.stdout, finished.code, finished.killed) == ("hello\n", 3, False)


def finished(stdout: str, stderr: str = "", code: int = 0) -> processes.Finished:
    return processes.Finished(stdout, stderr, code, 1.0, 1.0, False)


def test_what_runs_say() -> None:
    assert rivals.read_printed(finished(f("x"))).status == "solved"
    assert rivals.read_printed(finished("(infeasible)")).status == "infeasible"
    assert rivals.read_printed(finished("(fail)")).status == "fail"
    assert rivals.read_printed(finished("", "Traceback\nValueError: no\n", 1)) == rivals.Reading("crash", detail="ValueError: no")
    assert rivals.read_printed(finished("(oops")).status == "crash"
    assert rivals.read_ours(finished("", "a.sl:1:1: error: not supported", 2)).status == "fail"
    assert rivals.read_ours(finished("", "Traceback", 1)).status == "crash"
    for reason, status in (("timeout", "timeout"), ("memory", "fail")):
        record = {"status": "unknown", "reason": reason, "limit": None}
        assert rivals.read_ours(finished(json.dumps(record), code=3)).status == status
    assert rivals.read_ours(finished('{"status": "solved", "functions": [{"sygus": "(define-fun …)"}]}')).answer == "(define-fun …)"


def row(file: str, tool: str, status: str, seconds: float = 1.0, dag: int | None = None) -> sygus.Row:
    return {"folder": "set", "file": file, "tool": tool, "status": status, "seconds": seconds, "dag": dag,
            "in_grammar": status == "solved" or None, "verified": status in ("solved", "infeasible")}


def test_the_tables() -> None:
    rows = [row("a", "synth", "solved", 1.0, 3), row("a", "cvc5", "solved", 9.0, 5), row("b", "synth", "solved", 30.0, 4),
            row("b", "cvc5", "infeasible"), row("c", "synth", "timeout", 60.0), row("c", "cvc5", "infeasible")]
    parts = sygus_tables.page(rows, ["synth", "cvc5"], [20.0, 60.0], {"jobs": 1})
    table = parts[2].splitlines()
    assert table[0].startswith("| folder | files | synth 20 s | synth 60 s | synth median s | synth median size |")
    assert table[2] == "| set | 3 | 1 | 2 | 15.50 | 3.5 | 0 | 1 | 1 | 9.00 | 5.0 | 1 |"
    assert "Only synth settles 1: set/b." in parts
    assert "Only cvc5 settles 1: set/c." in parts
    assert any("answer is shorter for 1" in part for part in parts)
    assert "- wrong, of cvc5: set/b" in parts[-1]


def test_measuring_a_folder(tmp_path: pathlib.Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "double.sl").write_text(DOUBLE, encoding="utf-8")
    (tmp_path / "in" / "left.sl").write_text("(", encoding="utf-8")
    words = [str(tmp_path / "in"), "--limits", "10,20", "--only", "d*", "--out", str(tmp_path / "out" / "one")]
    done = CliRunner().invoke(sygus.main, words, catch_exceptions=False)
    assert done.exit_code == 0
    rows = [json.loads(line) for line in (tmp_path / "out" / "one.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(r["tool"], r["status"], r["verified"], r["in_grammar"], r["dag"]) for r in rows] == [
        ("synth", "solved", True, True, 1), ("cvc5", "solved", True, True, 1)]
    assert "| in | 1 | 1 | 1 |" in (tmp_path / "out" / "one.md").read_text(encoding="utf-8")


def test_lies_are_wrong(tmp_path: pathlib.Path) -> None:
    (tmp_path / "double.sl").write_text(DOUBLE, encoding="utf-8")

    def liar(answer: str) -> rivals.Tool:
        return rivals.Tool("liar", lambda file, limit: [sys.executable, "-c", f"print({answer!r})"], rivals.read_printed)

    def judged(answer: str) -> tuple[str, str]:
        found = sygus.attempt(liar(answer), tmp_path / "double.sl", 20, None)
        return found["status"], found["detail"]

    assert judged(f("(bvadd x x)")) == ("solved", "")
    assert judged(f("(bvmul x #x02)")) == ("wrong", "not in the grammar")
    assert judged(f("(twice (twice x))"))[0] == "wrong"
    assert judged("(infeasible)") == ("infeasible", "not confirmed")


def test_a_file_that_is_none_fails_with_its_reason(tmp_path: pathlib.Path) -> None:
    (tmp_path / "broken.sl").write_text("(", encoding="utf-8")
    assert sygus.attempt(rivals.OURS, tmp_path / "broken.sl", 10, None)["status"] == "fail"
    assert sygus.attempt(rivals.CVC5, tmp_path / "broken.sl", 10, None)["status"] == "crash"
