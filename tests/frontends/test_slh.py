"""SLH files: what they say, what is wrong with them, and what `synth slh` answers."""

from __future__ import annotations

import json
import pathlib

import pytest

from synth.cli.exits import Exit
from synth.cli.main import main
from synth.errors import InputError
from synth.frontends.slh.script import Question, load_text

DECLARED = "(set-logic SLH)(declare-const h Heap)(declare-const x Pointer)(declare-const y Pointer)(declare-const n Length)\n"
WRONG = [
    ("(assert (isPath h x))", "isPath: expected 3 operands, given 2"),
    ("(assert (isPath x y null))", "isPath: operand 1: expected Heap, given Pointer"),
    ("(assert (= x y))", "whether pointers point to the same node of a heap is alias"),
    ("(assert (pathLength h x y))", "expected Bool, given Length"),
    ("(assert (= z n))", "unknown name z"),
    ("(define-const g Heap (assign h null x))", "null cannot be assigned"),
    ("(declare-const null Pointer)", "null has a meaning of its own"),
    ("(declare-const x Pointer)", "x is declared twice"),
    ("(get-model)", "comes behind (check-sat)"),
    ("(pop)", "there are 0 levels to be popped, not 1"),
    ("(assert (exists ((m Length)) true))", "not supported: exists"),
    ("(set-option :width 99)", "not supported: words of 99 bits"),
    ("(assert (= n 99999999999))", "does not fit 32 bits"),
    ("(nonsense)", "unknown command nonsense"),
]
VALID = [
    "(=> (and (isPath h x null) (not (isNull h x))) (< (pathLength (lookup h x x) x null) (pathLength h x null)))",
    "(=> (not (isNull h x)) (= (pathLength (update h x null) x null) 1))",
    "(=> (circular h x) (= (pathLength h x null) infinity))",
    "(=> (and (isPath h x y) (isPath h y x) (not (alias h x y))) (circular h x))",
    "(=> (and (= (pathLength h x null) n) (not (= n infinity)) (> n 0)) (= (pathLength (lookup h y x) y null) (- n 1)))",
    "(=> (not (isNull h x)) (isFreed (free h x) x))",
    "(=> (= (pathLength h x null) 3) (and (meet h x x) (not (circular h x))))",
    "(not (alias (new h x) x y))",
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_is_wrong_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        load_text(DECLARED + text, "a.slh")
    assert message in str(raised.value)
    assert str(raised.value).startswith("a.slh:2:")


def test_levels_and_definitions() -> None:
    script = load_text(DECLARED + """(define-fun two ((g Heap) (p Pointer)) Bool (= (pathLength g p null) 2))
        (push)(assert (two h x))(check-sat)(pop)(assert (let ((g (assign h y x))) (two g y)))(set-info :status sat)(check-sat)""")
    first, second = (own for own in script.events if isinstance(own, Question))
    assert (first.expected, second.expected) == ("", "sat")
    assert [own.name for own in first.formula.heaps] == ["h"]
    assert [own.name for own in second.formula.heaps] == ["h", "assign(h, y, x)"]


def answered(tmp_path: pathlib.Path, text: str, *options: str) -> Exit:
    file = tmp_path / "a.slh"
    file.write_text(DECLARED + text, encoding="utf-8")
    return Exit(main(["slh", str(file), *options]))


@pytest.mark.parametrize("claim", VALID)
def test_what_holds_of_all_heaps(claim: str, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(tmp_path, f"(assert (not {claim}))(check-sat)(assert false)(check-sat)") is Exit.SOLVED
    assert capsys.readouterr().out == "unsat\nunsat\n"


def test_models_are_shown_drawn_and_recorded(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    asserted = "(assert (and (= (pathLength h x null) 2) (alias h y null) (= n infinity)))"
    text = asserted + "(check-sat)(get-model)(get-value ((isNull h y) n))"
    assert answered(tmp_path, text, "--svg", str(tmp_path / "drawn")) is Exit.SOLVED
    told = capsys.readouterr().out
    assert told.startswith("sat\n")
    assert "; x -> o -> o -> null" in told and "(define-fun n () Length infinity)" in told and "((isNull h y) true)" in told
    assert (tmp_path / "drawn" / "h.svg").read_text(encoding="utf-8").startswith("<svg")
    assert answered(tmp_path, text, "--json") is Exit.SOLVED
    record = json.loads(capsys.readouterr().out)
    assert record["status"] == "decided"
    assert record["questions"][0]["model"]["words"] == {"n": "infinity"}


def test_answers_are_checked_in_another_way(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "(push)(assert (not (=> (circular h x) (isPath h x x))))(check-sat)(pop)\n(assert (= (pathLength h x y) 3 n))(check-sat)"
    answered(tmp_path, text, "--json")
    answers, record = tmp_path / "a.json", json.loads(capsys.readouterr().out)
    answers.write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", str(answers), "--json"]) == Exit.SOLVED
    found = json.loads(capsys.readouterr().out)
    assert (found["confirmed"], found["text"]) == (True, "confirmed, 2 of 2 answers")
    assert set(record["questions"][0]["solvers"]).isdisjoint(found["parts"][0]["proved_by"])


@pytest.mark.parametrize(("path", "value", "status"), [
    ((0, "answer"), "sat", Exit.UNUSABLE), ((1, "answer"), "unsat", Exit.NO_SOLUTION), ((0, "line"), 1, Exit.UNUSABLE),
    ((1, "model", "words", "n"), 4, Exit.NO_SOLUTION), ((1, "model", "words", "n"), "many", Exit.UNUSABLE),
    ((1, "model", "heaps", "h", "pointers", "y"), "freed", Exit.UNUSABLE),
    ((1, "model", "heaps", "h", "edges", "n1"), ["n9", 3], Exit.UNUSABLE)])
def test_forged_answers_are_refuted(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str], path: tuple[int | str, ...],
                                    value: object, status: Exit) -> None:
    text = "(push)(assert (not (=> (circular h x) (isPath h x x))))(check-sat)(pop)\n(assert (= (pathLength h x y) 3 n))(check-sat)"
    answered(tmp_path, text, "--json")
    record = json.loads(capsys.readouterr().out)
    inside = record["questions"]
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    if value == "unsat":
        record["questions"][1]["way"] = "words"
    for heap in (record["questions"][1]["model"] or {"heaps": {}})["heaps"].values():
        del heap["drawing"]
    answers = tmp_path / "a.json"
    answers.write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", str(answers)]) == status


def test_an_answer_that_is_not_expected_has_a_status(tmp_path: pathlib.Path) -> None:
    assert answered(tmp_path, "(assert (isNull h x))(set-info :status unsat)(check-sat)") is Exit.NO_SOLUTION
    assert answered(tmp_path, "(assert (isNull h x) )(check-sat") is Exit.UNUSABLE
