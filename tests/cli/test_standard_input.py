"""`-` for a file: specifications and programs from stdin."""

from __future__ import annotations

import io
import json
import pathlib
import sys
import tempfile
from typing import Any

import pytest

from synth.cli.exits import Exit
from synth.cli.main import main
from synth.cli.standard_input import language

PYTHON = """from synth import Fun, Word, spec

@spec(width=8)
def twice(f: Fun[[Word], Word], x: Word):
    return f(x) == x + x
"""
SYGUS = """; twice a word
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8))
(declare-var x (_ BitVec 8))
(constraint (= (f x) (bvadd x x)))
(check-synth)
"""
C = "extern unsigned char f(unsigned char);\nint check(unsigned char x) { return f(x) == (unsigned char)(x + x); }\n"
QBF = "c twice\np cnf 2 2\na 1 0\ne 2 0\n1 -2 0\n-1 2 0\n"


def given(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


@pytest.mark.parametrize(("text", "suffix", "told"), [
    (PYTHON, ".py", "twice: solved and checked"), (SYGUS, ".sl", "(define-fun f"), (C, ".c", "solved and checked"),
    (QBF, ".qdimacs", "s cnf 1")])
def test_a_specification(text: str, suffix: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: Any,
                         tmp_path: pathlib.Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert language(text) == suffix
    given(monkeypatch, text)
    assert main(["-"]) == Exit.SOLVED
    assert told in capsys.readouterr().out
    assert not list(tmp_path.glob("synth-*"))


def test_a_program(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    given(monkeypatch, "int main(void)\n{\n    for (int i = 0; i < 9; i++) ;\n}\n")
    assert main(["prove", "-", "--property", "termination", "--json"]) == Exit.SOLVED
    assert json.loads(capsys.readouterr().out)["file"] == "<stdin>"


def test_what_is_wrong_is_told_of_stdin(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    given(monkeypatch, "int main(void) { x; }\n")
    assert main(["prove", "-"]) == Exit.UNUSABLE
    assert capsys.readouterr().err == "<stdin>:1:18: error: x is not declared\n"
    given(monkeypatch, b"\xff\xfe")
    assert main(["-"]) == Exit.UNUSABLE
    assert "<stdin> is not UTF-8 text" in capsys.readouterr().err


def test_an_export(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    given(monkeypatch, PYTHON)
    assert main(["export", "-", "--to", "sygus"]) == Exit.SOLVED
    assert "(check-synth)" in capsys.readouterr().out
