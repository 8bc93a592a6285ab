"""The measurement of C as people write it: packages, harnesses, and what is told of an answer."""

from __future__ import annotations

import json
import pathlib

import pytest
from click.testing import CliRunner

from experiments import real
from experiments.harness.suites import load_suite
from experiments.real import __main__ as measured
from experiments.real import page

OWN = """/* A function in a file of its own.
 *
 * expect memory-safety: false
 */
#include "own.c"

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    return looked_up(__VERIFIER_nondet_int() & 7);
}
"""
SOURCE = "int looked_up(int place)\n{\n    static const int table[LENGTH] = {1, 2, 3};\n    return table[place];\n}\n"


def test_each_package_has_harnesses_that_tell_what_is_expected() -> None:
    folders = {p.name for p in pathlib.Path(real.__path__[0]).iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert folders == set(measured.packages())
    for name in folders:
        tasks = load_suite(str(measured.HERE / name)).tasks
        assert tasks
        assert all(task.property and task.expected for task in tasks)


def test_a_package_is_found_by_its_name_with_or_without_its_version(tmp_path: pathlib.Path) -> None:
    (tmp_path / "zlib-1.2").mkdir()
    (tmp_path / "musl").mkdir()
    assert measured.unpacked(tmp_path, "zlib") == tmp_path / "zlib-1.2"
    assert measured.unpacked(tmp_path, "musl") == tmp_path / "musl"
    assert measured.unpacked(tmp_path, "lib") is None


def test_a_source_is_asked_about_where_it_lies(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file, text in {"harnesses/own/looked_up.c": OWN, "sources/own-1.0/src/own.c": SOURCE}.items():
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.setattr(measured, "HERE", tmp_path / "harnesses")
    monkeypatch.setattr(measured, "packages", lambda: {"own": {"include": ["src"], "define": ["LENGTH=3"]}})
    done = CliRunner().invoke(measured.main, [str(tmp_path / "sources"), "--timeout", "20", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    row = json.loads((tmp_path / "real.jsonl").read_text(encoding="utf-8"))
    assert (row["package"], row["function"], row["verdict"], row["expected"]) == ("own-1.0", "looked_up", "false", "false")
    assert row["timeout"] == 20 and row["commit"]
    told = (tmp_path / "real.md").read_text(encoding="utf-8")
    assert "| own-1.0 | looked_up | memory-safety | false | false |" in told and "The run ended" not in told
    assert "`python -m experiments.real FOLDER --timeout 20`" in told
    monkeypatch.setattr(measured, "answered", lambda words: {"verdict": "true", "seconds": 1.0})
    again = CliRunner().invoke(measured.main, [str(tmp_path / "sources"), "--timeout", "20", "--out", str(tmp_path), "--resume"])
    assert again.exit_code == 0 and "1 right, 0 wrong" in again.output  # it is not asked again
    more = CliRunner().invoke(measured.main, [str(tmp_path / "sources"), "--timeout", "30", "--out", str(tmp_path), "--resume"])
    assert more.exit_code == 1 and json.loads((tmp_path / "real.jsonl").read_text(encoding="utf-8"))["timeout"] == 30


def test_what_is_to_be_resumed_is_named(tmp_path: pathlib.Path) -> None:
    done = CliRunner().invoke(measured.main, [str(tmp_path), "--resume"])
    assert done.exit_code == 2 and "--resume goes on with a run in the folder of --out" in done.output


def test_the_page_counts_the_answers_of_each_package() -> None:
    asked = {"property": "safety", "expected": "true", "seconds": 1.0, "load": 2.25, "found by": "z3"}
    found = [asked | {"package": "a", "function": "f", "verdict": "true"},
             asked | {"package": "a", "function": "g", "verdict": "false"},
             asked | {"package": "b", "function": "f", "verdict": "unknown", "found by": None, "why not": "timeout"}]
    told = page.page(found, 4, "this", {"commit": "abc"})
    for line in ("| a | 2 | 1 | 1 | 0 | 0 | 0 |", "| b | 1 | 0 | 0 | 1 | 0 | 0 |", "| all | 3 | 1 | 1 | 1 | 0 | 0 |",
                 "| b | f | safety | true | unknown | 1.00 | – | timeout |", "The run ended after 3 of 4 questions.",
                 "- commit: abc\n- load: 2.2 processes", "## What was found"):
        assert line in told
    assert page.counts(found) == "3 questions, 1 right, 1 wrong, 1 unknown, 0 refused, 0 error"


def test_what_is_not_read_is_told(tmp_path: pathlib.Path) -> None:
    (tmp_path / "odd.c").write_text("int main(void) { int x; return &x; }\n", encoding="utf-8")
    row = measured.answered([str(tmp_path / "odd.c")])
    assert (row["verdict"], row["why not"]) == ("refused", "not supported: a pointer as a number")
