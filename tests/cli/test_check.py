"""`synth check`: right answers are confirmed, wrong ones refuted, and what is no answer is told apart."""

from __future__ import annotations

import io
import json
import pathlib
import shutil
from typing import Any

import fakes
import pytest

from synth.api.record import to_record
from synth.cli.exits import Exit
from synth.cli.main import main

TEXT = "from synth import Fun, Word, spec\n\n@spec(width=32)\ndef isolate(f: Fun[[Word], Word], x: Word):\n    return f(x) == {}\n"


@pytest.fixture
def answer(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Write a record beside its specification, and return the record's path."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "right.py").write_text(TEXT.format("x & -x"))
    (tmp_path / "other.py").write_text(TEXT.format("x | -x"))
    (tmp_path / "never.py").write_text(TEXT.format("f(x) + 1"))

    def write(record: dict[str, Any]) -> str:
        (tmp_path / "answer.json").write_text(json.dumps(record))
        return str(tmp_path / "answer.json")

    return write


def test_confirmed_by_another_solver(answer: Any, capsys: Any) -> None:
    assert main(["check", answer(to_record(fakes.solved(), "right.py"))]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "isolate: confirmed, correct for all inputs at 32 bits, proved by bitwuzla",
        "  shared with the search: the reading of the specification, and what its operators mean",
        "  not checked: that no shorter program exists"]
    assert main(["check", answer(to_record(fakes.solved(proved_by="bitwuzla", minimal_width=None), "right.py")), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["proved_by"], told["not_checked"]) == (["z3"], [])


def test_refuted(answer: Any, capsys: Any) -> None:
    assert main(["check", answer(to_record(fakes.solved(candidate={"f": fakes.WRONG}), "right.py")), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["confirmed"] is False
    assert main(["check", answer(to_record(fakes.solved(), "right.py")), "--spec", "other.py"]) == 1


def test_a_program_of_operators_that_are_not_allowed_is_no_answer(answer: Any, tmp_path: pathlib.Path, capsys: Any) -> None:
    narrow = (tmp_path / "right.py").read_text().replace("width=32", "width=32, operators=['and', 'not']")
    (tmp_path / "narrow.py").write_text(narrow)
    assert main(["check", answer(to_record(fakes.solved(), "right.py")), "--spec", "narrow.py"]) == 1
    assert "refuted, the specification does not allow neg" in capsys.readouterr().out


def test_infeasible(answer: Any, capsys: Any) -> None:
    assert main(["check", answer(to_record(fakes.infeasible(), "never.py"))]) == 0
    assert "confirmed, infeasible at 32 bits" in capsys.readouterr().out
    assert main(["check", answer(to_record(fakes.infeasible(), "right.py"))]) == 3
    assert "undecided" in capsys.readouterr().out


def test_the_specification_is_found_beside_the_record(answer: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = answer(to_record(fakes.solved(), "right.py"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert main(["check", file]) == 0


def test_from_stdin(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(to_record(fakes.solved(), "right.py")).encode()))
    stdin.buffer.name = "<stdin>"  # type: ignore[misc]
    monkeypatch.setattr("sys.stdin", stdin)
    assert main(["check", "-"]) == 0


@pytest.mark.parametrize("change", [
    {"schema": "other"}, {"status": "unknown"}, {"status": 3}, {"functions": []}, {"functions": 7}, {"functions": [{"name": "f"}]},
    {"functions": [{"name": "f", "text": "t0 = magic x\nreturn t0"}]}, {"functions": [{"name": "f", "text": "return q"}]},
    {"width": 99}, {"width": "wide"}, {"spec": None}, {"spec": "missing.py"}, {"words": []},
    {"status": "infeasible", "conflict": None, "counterexample": None}, {"status": "infeasible", "conflict": [3]},
    {"status": "infeasible", "conflict": [{"x": 3}], "width": None}, {"width": True}, {"width": 32.0}, {"words": {"f": 1 << 40}},
    {"words": {"f": True}}, {"status": "infeasible", "conflict": [{"x": 1 << 32}]}, {"status": ["solved"]}, {"spec": "a\0b"}])
def test_unusable_records(answer: Any, change: dict[str, Any], capsys: Any) -> None:
    assert main(["check", answer(to_record(fakes.solved(), "right.py") | change)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "error: " in printed.err
    assert "internal" not in printed.err


@pytest.mark.parametrize(("field", "value"), [
    ("length", 1), ("length", True), ("constants", [7]), ("constants", "none"), ("inputs", 2), ("c", "int f;"),
    ("c", 3), ("parameters", "x"), ("parameters", [1]), ("parameters", ["x", "y"]),
    ("name", 3), ("text", ["return x"])])
def test_what_an_answer_says_of_its_text_is_true(answer: Any, capsys: Any, field: str, value: object) -> None:
    record = to_record(fakes.solved(), "right.py")
    record["functions"][0][field] = value
    assert main(["check", answer(record)]) == 2
    assert "answer.json: error: " in capsys.readouterr().err


@pytest.mark.parametrize(("text", "told"), [
    ('{"schema": NaN}', "NaN is no number of JSON"), ('{"a": 1, "a": 2}', "one key twice"), ("[" * 100_000, "nested too deeply"),
    ('{"a": 1' + "0" * 5000 + "}", "not JSON"), ('{"spec": "\\ud800"}', "surrogates not allowed"), ("[1]", "not an answer"),
    ('{"schema": "synth.verdict/1", "verdict": "true", "property": "memory-safety"}', "of the property 'memory-safety'; there are"),
    ('{"schema": "synth.verdict/1", "verdict": ["true"], "property": "safety"}', "nothing to check: the verdict is"),
    ('{"schema": "synth.verdict/1", "verdict": "true", "property": {}}', "nothing is known of the property")])
def test_what_is_no_record_is_told(tmp_path: pathlib.Path, capsys: Any, text: str, told: str) -> None:
    file = tmp_path / "answer.json"
    file.write_text(text)
    assert main(["check", str(file)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{file}" in printed.err
    assert told in printed.err


def test_binary_file(tmp_path: pathlib.Path, capsys: Any) -> None:
    file = tmp_path / "answer.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert main(["check", str(file)]) == 2
    assert "not UTF-8" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
@pytest.mark.parametrize(("field", "value"), [("line", 4), ("line", 99), ("cause", "bounds"), ("assertion", "x"), ("what", "lost")])
def test_where_a_run_fails_is_checked(tmp_path: pathlib.Path, capsys: Any, field: str, value: object) -> None:
    file, answer = tmp_path / "two.c", tmp_path / "two.json"
    file.write_text("extern int nondet(void);\nint main(void) {\n int x = nondet();\n if (x == 1) reach_error();\n"
                    " if (x > 5)\n  reach_error();\n}\n", encoding="utf-8")
    assert main(["prove", str(file), "--property", "safety", "--json"]) == Exit.NO_SOLUTION
    record = json.loads(capsys.readouterr().out)
    answer.write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", str(answer)]) == Exit.SOLVED
    failure = record["verdicts"][0]["failure"]
    failure[field] = value if failure[field] != value else 6
    answer.write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", str(answer)]) == Exit.NO_SOLUTION
    assert "refuted, its run does not fail as it says" in capsys.readouterr().out
