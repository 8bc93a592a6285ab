"""SyGuS-IF files at the command line: the standard's answers, defaults of their own, re-checks of grammar and meaning."""

from __future__ import annotations

import dataclasses
import json
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

from synth.api.inputs.formats import load_specification
from synth.cli.main import main
from synth.program import Instruction, Program, constant_program
from synth.solver import coordinator
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Reason, Status
from synth.specification import Specification

IN_GRAMMAR = """(set-logic BV)
(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32) ((Start (_ BitVec 32)))
  ((Start (_ BitVec 32) ((bvand Start Start) (bvsub Start Start) #x00000001 x))))
(declare-var x (_ BitVec 32))
(constraint (= (f x) (bvand x (bvadd x #xffffffff))))
(check-synth)
"""
ANSWER = "(define-fun f ((x (_ BitVec 32))) (_ BitVec 32) (bvand x (bvsub x #x00000001)))"
WITH_WORD = """(set-logic BV)
(synth-fun g ((x (_ BitVec 8))) Bool)
(synth-fun k () (_ BitVec 8))
(declare-var x (_ BitVec 8))
(constraint (and (= (g x) (= x #x00)) (= k #x07)))
(check-synth)
"""


def program_in_grammar(specification: Specification) -> dict[str, Program]:
    grammar = specification.exists[0].grammar
    assert grammar is not None
    conjunction, difference = grammar.operators
    return {"f": Program(1, (1,), (Instruction(difference, (0, 1)), Instruction(conjunction, (0, 2))), 3)}


def outcome_of(specification: Specification, status: Status, **more: Any) -> Outcome:
    known = {"width": specification.width, "found_by": "explicit", "proved_by": "z3", "proved_widths": (specification.width,)}
    return Outcome(specification, status, **known | more)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Specification], Outcome]], list[Options]]:
    """Make the solver return what a function makes of the specification; the options it is called with are collected."""
    def install(make: Callable[[Specification], Outcome]) -> list[Options]:
        seen: list[Options] = []

        def solve(specification: Specification, options: Options, *_: object) -> Outcome:
            seen.append(options)
            return make(specification)

        monkeypatch.setattr(coordinator, "solve", solve)
        return seen

    return install


@pytest.fixture
def file(tmp_path: pathlib.Path) -> str:
    path = tmp_path / "problem.sl"
    path.write_text(IN_GRAMMAR)
    return str(path)


def solved(specification: Specification) -> Outcome:
    return outcome_of(specification, Status.SOLVED, candidate=program_in_grammar(specification))


@pytest.mark.parametrize(("make", "status", "answer", "told"), [
    (solved, 0, f"(\n{ANSWER}\n)\n", "problem: solved and checked, 2 instructions\nchecked: proved"),
    (lambda s: outcome_of(s, Status.INFEASIBLE, conflict=({"x": 3},)), 1, "(infeasible)\n", "problem: infeasible"),
    (lambda s: outcome_of(s, Status.UNKNOWN, reason=Reason.TIMEOUT), 3, "(fail)\n", "problem: unknown"),
    (lambda s: outcome_of(s, Status.UNKNOWN, reason=Reason.INTERRUPTED), 130, "(fail)\n", "problem: unknown")])
def test_the_answer_is_the_standards(answers: Any, file: str, capsys: Any, make: Any, status: int, answer: str, told: str) -> None:
    answers(make)
    assert main([file]) == status
    printed = capsys.readouterr()
    assert printed.out == answer
    assert printed.err.startswith(told)
    assert main([file, "--quiet"]) == status
    assert capsys.readouterr() == (answer, "")


def test_defaults_of_the_format_give_way_to_the_user(answers: Any, file: str) -> None:
    seen = answers(solved)
    main([file])
    main([file, "--minimal", "3", "--shorter", "20"])
    assert seen == [Options(shorter=0.5, minimal=0.0), Options(shorter=20.0, minimal=3.0)]


def test_the_width_is_the_files(answers: Any, file: str, capsys: Any) -> None:
    answers(solved)
    assert main([file, "--width", "32"]) == 0
    capsys.readouterr()
    assert main([file, "--width", "16"]) == 2
    assert capsys.readouterr() == ("", f"{file}: error: its words have 32 bits, --width cannot change that\n")


def test_what_is_ignored_is_told_with_v(answers: Any, file: str, capsys: Any) -> None:
    answers(solved)
    pathlib.Path(file).write_text("(set-info :source nowhere)\n" + IN_GRAMMAR)
    main([file])
    assert "ignored" not in capsys.readouterr().err
    main([file, "-v"])
    assert f"{file}:1:1: ignored: (set-info :source nowhere)" in capsys.readouterr().err


def test_a_wrong_answer_is_withheld(answers: Any, file: str, capsys: Any) -> None:
    """A program that its grammar does not derive is never printed, whatever the engines say."""
    def make(specification: Specification) -> Outcome:
        return outcome_of(specification, Status.SOLVED, candidate={"f": constant_program(7, 1)})

    answers(make)
    assert main([file]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "internal error" in printed.err


@pytest.mark.parametrize(("text", "place"), [
    ("", "1:1"), ("(set-logic LIA)", "1:12"), ("(check-synth)\n", "1:1"), ("(set-logic BV)\n  (constraint (= #x0 true))", "2:22")])
def test_errors_are_placed(tmp_path: pathlib.Path, capsys: Any, text: str, place: str) -> None:
    path = tmp_path / "bad.sl"
    path.write_text(text)
    assert main([str(path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{path}:{place}: error: ")


def test_files_that_cannot_be_read(tmp_path: pathlib.Path, capsys: Any) -> None:
    binary = tmp_path / "binary.sl"
    binary.write_bytes(b"\xff\xfe(")
    (tmp_path / "folder.sl").mkdir()
    for path in (binary, tmp_path / "missing.sl", tmp_path / "folder.sl"):
        assert main([str(path)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith(f"{path}: error: ")


def test_json(answers: Any, file: str, capsys: Any) -> None:
    answers(solved)
    assert main([file, "--json"]) == 0
    printed = capsys.readouterr()
    record = json.loads(printed.out)
    assert printed.err == ""
    assert (record["schema"], record["status"], record["width"]) == ("synth.result/1", "solved", 32)
    assert [(f["name"], f["length"], f["sygus"]) for f in record["functions"]] == [("f", 2, ANSWER)]


def checked(record: dict[str, Any], folder: pathlib.Path) -> int:
    path = folder / "answer.json"
    path.write_text(json.dumps(record))
    return main(["check", str(path)])


def test_check(answers: Any, file: str, tmp_path: pathlib.Path, capsys: Any) -> None:
    answers(solved)
    main([file, "--json"])
    record = json.loads(capsys.readouterr().out)
    assert checked(record, tmp_path) == 0
    assert capsys.readouterr().out.splitlines() == [
        "problem: confirmed, correct for all inputs at 32 bits, proved by bitwuzla",
        "  shared with the search: the reading of the specification, and what its operators mean",
        "  not checked: the other texts of the answer than its define-funs"]


@pytest.mark.parametrize(("text", "status", "told"), [
    (ANSWER.replace("#x00000001", "x"), 1, "refuted, the answer fails at {'x': "),
    (ANSWER.replace("bvsub x #x00000001", "bvadd x #xffffffff"), 1, "refuted, the grammar of f does not derive"),
    (ANSWER.replace("(bvsub x #x00000001)", "(bvsub x #b00000000000000000000000000000001)"), 0, "confirmed"),
    ("(define-fun f ((x (_ BitVec 32))) (_ BitVec 32) (let ((y x)) (bvand y y)))", 1, "refuted, the grammar"),
    (ANSWER.replace("((x ", "((y "), 1, "refuted, f has other parameters"),
    (ANSWER.replace("define-fun f", "define-fun g"), 1, "refuted, expected a definition of f"),
    (ANSWER[:-1], 2, ""), (ANSWER + ANSWER, 2, ""), ("f", 2, ""), (None, 2, "")])
def test_check_of_other_answers(answers: Any, file: str, tmp_path: pathlib.Path, capsys: Any, text: str | None, status: int,
                                told: str) -> None:
    answers(solved)
    main([file, "--json"])
    record = json.loads(capsys.readouterr().out)
    record["functions"][0]["sygus"] = text
    assert checked(record, tmp_path) == status
    printed = capsys.readouterr()
    assert told in printed.out
    assert "internal" not in printed.err


@pytest.mark.parametrize("change", [{"functions": []}, {"functions": 3}, {"width": 8}, {"status": "unknown"}])
def test_check_of_unusable_records(answers: Any, file: str, tmp_path: pathlib.Path, capsys: Any, change: dict[str, Any]) -> None:
    answers(solved)
    main([file, "--json"])
    record = json.loads(capsys.readouterr().out)
    assert checked(record | change, tmp_path) == 2
    assert "internal" not in capsys.readouterr().err


def test_check_of_infeasibility(answers: Any, file: str, tmp_path: pathlib.Path, capsys: Any) -> None:
    """That nothing, or nothing in the grammar, satisfies the examples is checked; a claim that is wrong is not confirmed."""
    answers(lambda s: outcome_of(s, Status.INFEASIBLE, conflict=({"x": 3},)))
    assert main([file, "--json"]) == 1
    assert checked(json.loads(capsys.readouterr().out), tmp_path) == 3
    assert "undecided, a term of the grammar satisfies these examples" in capsys.readouterr().out
    pathlib.Path(file).write_text(IN_GRAMMAR.replace("(check-synth)", "(constraint (bvult (f x) x))(check-synth)"))
    answers(lambda s: outcome_of(s, Status.INFEASIBLE, conflict=({"x": 0},)))
    assert main([file, "--json"]) == 1
    assert checked(json.loads(capsys.readouterr().out), tmp_path) == 0


def test_export(file: str, capsys: Any) -> None:
    assert main(["export", file, "--to", "smt2"]) == 0
    assert "(declare-fun f" in capsys.readouterr().out


def test_from_the_file_to_the_check(tmp_path: pathlib.Path, capsys: Any) -> None:
    """Real searches: a grammar, and a file with a word to find, a Bool and two widths in all."""
    for text in (IN_GRAMMAR, WITH_WORD):
        path = tmp_path / "real.sl"
        path.write_text(text)
        assert main([str(path), "--timeout", "60", "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert all(f["sygus"].startswith(f"(define-fun {f['name']} (") for f in record["functions"])
        assert checked(record, tmp_path) == 0
        assert "confirmed" in capsys.readouterr().out


def test_the_specification_keeps_its_place(file: str) -> None:
    specification = load_specification(file)
    assert (specification.name, specification.file) == ("problem", file)
    assert dataclasses.replace(specification, name="other").fixed
