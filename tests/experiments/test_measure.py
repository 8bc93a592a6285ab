"""A run becomes what it is: right, wrong, unconfirmed, unknown, late, too large or broken, and nothing of it is lost."""

from __future__ import annotations

import pathlib

import pytest
from click.testing import CliRunner
from harness_fakes import fake_task, fake_tools

from experiments import spacer_runner
from experiments.harness.limits import Finished
from experiments.harness.measure import Check, Job, forced, judged, measure
from experiments.harness.readings import Reading
from experiments.harness.records import Limits, Outcome, Run
from experiments.harness.suites import ROOT, Task, load_suite
from experiments.harness.tools import Tool, load_tools

DOUBLE = """
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8) ((Start (_ BitVec 8))) ((Start (_ BitVec 8) (x (bvadd Start Start)))))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvshl x #x01)))
(check-synth)
"""
LIMITS = Limits(30.0, None, 2000, "psutil")


def done(tool: Tool, task: Task, given: Limits = LIMITS) -> Run:
    return measure(Job(task, tool, 0, 0, given, size=5))


@pytest.fixture
def fake(tmp_path: pathlib.Path) -> Tool:
    return load_tools([fake_tools(tmp_path)])["fake"]


@pytest.mark.parametrize(("says", "status", "expected", "outcome"), [
    ("yes", 0, "true", Outcome.RIGHT), ("no", 0, "false", Outcome.RIGHT), ("no", 0, "true", Outcome.WRONG),
    ("perhaps", 0, "true", Outcome.UNKNOWN), ("later", 7, "true", Outcome.TIMEOUT), ("oops", 1, "true", Outcome.CRASH),
    ("yes", 0, "nothing", Outcome.UNCONFIRMED)])
def test_outcomes_of_a_tool(fake: Tool, says: str, status: int, expected: str, outcome: Outcome, tmp_path: pathlib.Path) -> None:
    task, = load_suite(str(fake_task(tmp_path / "t.qdimacs", says, 0, status, expected))).tasks
    run = done(fake, task)
    assert (run.outcome, run.checked, run.checked_by) == (outcome, None, None)
    assert run.wall > 0 and run.size.specification == 5 and run.limits.by == "psutil"
    assert (run.detail == "infeasible where solved is expected") is (outcome is Outcome.WRONG)


def test_a_run_that_takes_too_long_or_too_much(fake: Tool, tmp_path: pathlib.Path) -> None:
    late, = load_suite(str(fake_task(tmp_path / "t.qdimacs", "yes", 0.7))).tasks
    run = done(fake, late, Limits(0.3, None, None, "psutil"))
    assert (run.outcome, run.verdict, run.detail) == (Outcome.TIMEOUT, None, "solved, after the limit")
    endless, = load_suite(str(fake_task(tmp_path / "t.qdimacs", "yes", 60))).tasks
    run = done(fake, endless, Limits(0.1, None, None, "psutil"))
    assert (run.outcome, run.verdict) == (Outcome.TIMEOUT, None) and run.wall > 0.1
    large, = load_suite(str(fake_task(tmp_path / "t.qdimacs", "hold"))).tasks
    assert done(fake, large, Limits(20, None, 120, "psutil")).outcome is Outcome.MEMORY


def test_limits_count_more_than_words() -> None:
    def ended(wall: float, cpu: float, reason: str | None) -> Outcome | None:
        return forced(Limits(10, 5), Finished("", "", 0, wall, cpu, 1, reason, 0, "psutil"))

    assert ended(9, 4, None) is None
    assert ended(11, 4, None) is ended(9, 6, None) is ended(9, 4, "cpu") is Outcome.TIMEOUT
    assert ended(9, 4, "memory") is Outcome.MEMORY
    assert ended(9, 4, "stopped") is Outcome.CRASH


@pytest.mark.parametrize(("verdict", "expected", "holds", "checkable", "outcome"), [
    ("true", "true", True, True, Outcome.RIGHT), ("true", "true", None, True, Outcome.UNCONFIRMED),
    ("true", "true", None, False, Outcome.RIGHT), ("true", "true", False, True, Outcome.WRONG),
    ("true", "false", True, True, Outcome.WRONG), ("true", None, True, True, Outcome.RIGHT),
    ("true", None, None, True, Outcome.UNCONFIRMED), ("true", None, None, False, Outcome.UNCONFIRMED),
    ("unknown", "true", None, True, Outcome.MEMORY)])
def test_who_is_believed(verdict: str, expected: str | None, holds: bool | None, checkable: bool, outcome: Outcome) -> None:
    assert judged(expected, Reading(verdict, Outcome.MEMORY), Check(holds), checkable) is outcome


def test_ours_on_a_specification() -> None:
    task, = load_suite("hackers-delight").only("p01.py").tasks
    run = done(load_tools()["synth"], task)
    assert (run.outcome, run.verdict, run.checked, run.size.solution) == (Outcome.RIGHT, "solved", True, 2), run.detail
    assert run.checked_by in ("z3", "bitwuzla") and run.checked_by != run.answer["proved_by"]
    assert run.answer["functions"][0]["length"] == 2


def test_ours_on_a_program(tmp_path: pathlib.Path) -> None:
    text = "int main(void)\n{\n    unsigned x = 9;\n    while (x > 0) {\n        x = x - 1;\n    }\n    return 0;\n}\n"
    (tmp_path / "made.c").write_text(text, encoding="utf-8")
    asked = Task("made", "made", str(tmp_path / "made.c"), "made", "termination", "true")
    run = done(load_tools()["synth"], asked)
    assert (run.outcome, run.verdict, run.checked) == (Outcome.RIGHT, "true", True), run.detail
    assert run.answer["certificate"]["kind"] == "ranking" and run.size.solution is not None


@pytest.mark.parametrize("name", ["synth", "cvc5"])
def test_a_problem_that_both_solve(name: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "double.sl").write_text(DOUBLE, encoding="utf-8")
    run = done(load_tools()[name], load_suite(str(tmp_path)).tasks[0])
    assert (run.outcome, run.verdict, run.checked, run.size.solution) == (Outcome.RIGHT, "solved", True, 1), run.detail


@pytest.mark.parametrize(("answer", "outcome", "detail"), [
    ("((define-fun f ((x (_ BitVec 8))) (_ BitVec 8) (bvadd x x)))", Outcome.RIGHT, ""),
    ("((define-fun f ((x (_ BitVec 8))) (_ BitVec 8) (bvmul x #x02)))", Outcome.WRONG, "not in the grammar"),
    ("((define-fun f ((x (_ BitVec 8))) (_ BitVec 8) x))", Outcome.WRONG, "fails at"),
    ("(infeasible)", Outcome.UNCONFIRMED, "not confirmed"), ("(fail)", Outcome.UNKNOWN, "fail")])
def test_lies_are_wrong(answer: str, outcome: Outcome, detail: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "double.sl").write_text(DOUBLE, encoding="utf-8")
    liar = Tool("liar", solve=("{python}", "-c", f"print({answer!r})"), formats=(".sl",), reads="sygus")
    run = done(liar, load_suite(str(tmp_path)).tasks[0])
    assert run.outcome is outcome
    assert detail in run.detail and bool(detail) is bool(run.detail)


def test_what_nobody_can_check_is_not_wrong(tmp_path: pathlib.Path) -> None:
    (tmp_path / "double.sl").write_text(DOUBLE + "; expect: solved\n", encoding="utf-8")
    says = Tool("says", solve=("{python}", "-c", "print('sat')"), formats=(".sl",), patterns={"solved": "^sat$"})
    assert done(says, load_suite(str(tmp_path)).tasks[0]).outcome is Outcome.RIGHT
    (tmp_path / "double.sl").write_text(DOUBLE.replace("(check-synth)", "(novel-command)(check-synth)"), encoding="utf-8")
    answer = "((define-fun f ((x (_ BitVec 8))) (_ BitVec 8) (bvadd x x)))"
    knows = Tool("knows", solve=("{python}", "-c", f"print({answer!r})"), formats=(".sl",), reads="sygus")
    run = done(knows, load_suite(str(tmp_path)).tasks[0])
    assert run.outcome is Outcome.UNCONFIRMED and "novel-command" in run.detail


def test_a_file_that_is_none(tmp_path: pathlib.Path) -> None:
    (tmp_path / "broken.sl").write_text("(", encoding="utf-8")
    task, = load_suite(str(tmp_path)).tasks
    ours, theirs = (done(load_tools()[name], task) for name in ("synth", "cvc5"))
    assert (ours.outcome, theirs.outcome) == (Outcome.REFUSED, Outcome.REFUSED)
    assert "broken.sl" in ours.detail and theirs.detail


def test_spacer_alone() -> None:
    programs = "experiments/programs/safety"
    assert spacer_runner.decided(str(ROOT / programs / "loop1.c"), 20.0) == "true"
    assert spacer_runner.decided(str(ROOT / programs / "loop31.c"), 20.0) == "false"
    assert spacer_runner.decided(str(ROOT / programs / "danger_loop.c"), 0.2) == "timeout"
    task, = load_suite("safety").only("safety/loop1").tasks
    run = done(load_tools()["spacer"], task)
    assert (run.outcome, run.verdict, run.checked) == (Outcome.RIGHT, "true", None), run.detail


def test_spacer_is_asked_about_calls_only_where_that_is_asked(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "x.c"
    program.write_text("extern void *malloc(unsigned long);\nvoid reach_error(void);\n"
                       "int main(void) { int *p = malloc(4); *p = 1; if (*p != 1) reach_error(); return 0; }\n", encoding="utf-8")
    assert spacer_runner.decided(str(program), 20.0) == "false"
    assert spacer_runner.decided(str(program), 20.0, allocation="succeeds") == "true"
    assert spacer_runner.decided(str(program), 20.0, asked="unreach-call") == "true"


def test_spacer_on_what_is_no_program(tmp_path: pathlib.Path) -> None:
    (tmp_path / "x.c").write_text("int main(void) { goto", encoding="utf-8")
    done = CliRunner().invoke(spacer_runner.main, [str(tmp_path / "x.c")])
    assert done.exit_code == 2 and "x.c:" in done.output
