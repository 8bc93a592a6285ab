"""`synth check`: right answers are confirmed, wrong ones refuted, and what is no answer is told apart."""

from __future__ import annotations

import io
import json
import pathlib
from typing import Any

import fakes
import pytest

from synth.cli.main import main
from synth.cli.record import to_record

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
    assert capsys.readouterr().out == "isolate: confirmed, correct for all inputs at 32 bits, proved by bitwuzla\n"
    assert main(["check", answer(to_record(fakes.solved(proved_by="bitwuzla"), "right.py"))]) == 0
    assert capsys.readouterr().out.endswith("proved by z3\n")


def test_refuted(answer: Any, capsys: Any) -> None:
    assert main(["check", answer(to_record(fakes.solved(candidate={"f": fakes.WRONG}), "right.py")), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["confirmed"] is False
    assert main(["check", answer(to_record(fakes.solved(), "right.py")), "--spec", "other.py"]) == 1


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
    {"status": "infeasible", "conflict": [{"x": 3}], "width": None}])
def test_unusable_records(answer: Any, change: dict[str, Any], capsys: Any) -> None:
    assert main(["check", answer(to_record(fakes.solved(), "right.py") | change)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "error: " in printed.err
    assert "internal" not in printed.err


def test_binary_file(tmp_path: pathlib.Path, capsys: Any) -> None:
    file = tmp_path / "answer.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert main(["check", str(file)]) == 2
    assert "not UTF-8" in capsys.readouterr().err
