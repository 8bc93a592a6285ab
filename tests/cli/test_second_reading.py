"""Verdicts tried on the compiled program: a front end that reads a program wrongly is found out, and nothing else is."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import shutil
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sampled import some

from synth.api.replays.trial import trial
from synth.cli.exits import Exit
from synth.cli.main import main
from synth.frontends.c import load as loading
from synth.frontends.c.preprocessing.dialect import File
from synth.frontends.c.preprocessing.preprocess import preprocess

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")

MASK = """extern unsigned char nondet_uchar(void);
int main(void)
{
    unsigned char c = nondet_uchar();
    if (c && 256)
        reach_error();
}
"""
ROUND = "extern unsigned char nondet_uchar(void);\nint main(void) {\n unsigned char c = nondet_uchar();\n while (c && 256) ;\n}\n"
STEPS = """extern int nondet_int(void);
int main(void)
{
    int x = 0, y = 0;
    while (x < 10 && nondet_int())
        x = x + 3;
    if (x > 30)
        reach_error();
}
"""
FALLS = "extern unsigned nondet(void);\nint main(void) {\n unsigned x = nondet();\n while (x > 2)\n  x = x | 1;\n}\n"
STAYS = """extern int nondet(void);
extern unsigned char nondet_uchar(void);
int main(void)
{
    int x = nondet();
    unsigned char y = nondet_uchar();
    while (x != 5) {
        if (y == 3)
            x = 5;
        y = y + 1;
    }
}
"""
Misread = Callable[..., pathlib.Path]


@pytest.fixture
def misread(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Misread:
    """Write a program, and have the front end read it as if one text in it were another of the same length."""
    monkeypatch.chdir(tmp_path)

    def write(text: str, old: str = "", new: str = "") -> pathlib.Path:
        (tmp_path / "program.c").write_text(text, encoding="utf-8")

        def load_files(files: Sequence[File], **options: Any) -> loading.Program:
            made = loading.load_text(text.replace(old, new) if old else text, files[0].path, **options)
            return dataclasses.replace(made, source=preprocess(text, files[0].path, made.dialect))

        monkeypatch.setattr(loading, "load_files", load_files)
        return pathlib.Path("program.c")

    return write


def answered(file: pathlib.Path, asked: str, capsys: Any, **changes: str) -> dict[str, Any]:
    """The verdict without a second reading, written into a file, there with some changes."""
    main(["prove", str(file), "--property", asked, "--json", "--no-replay"])
    document = json.loads(capsys.readouterr().out)
    told: dict[str, Any] = document["verdicts"][0]
    file.with_suffix(".json").write_text(json.dumps({**document, "verdicts": [{**told, **changes}]}), encoding="utf-8")
    return told


@pytest.mark.parametrize(("text", "asked", "old", "new", "verdict", "said"), some([
    (MASK, "safety", "256", "000", "true", "the assertion at line 6 failed, in a run of the compiled program with the inputs "),
    (ROUND, "termination", "256", "000", "true", "line 4: it is not so that the loop does not go round, in a run"),
    (STEPS.replace("30", "10"), "safety", "x + 3", "x + 1", "true", "line 5: it is not so that the invariant "),
    (FALLS, "termination", "x | 1", "x / 3", "true", "line 4: it is not so that the rank "),
    (MASK.replace("256", "0"), "safety", "c && 0", "c || 0", "false", "the program ended after 1 input"),
    (STAYS, "termination", "y + 1", "y + 0", "false", "line 7: it is not so that the run is in the states that were told after "),
    (STAYS, "termination", "x != 5", "x == 5", "false", "the program ended after 2 inputs"),
], 4), ids=["assertion", "no loop", "invariant", "rank", "trace", "recurrence set", "end"])
def test_a_wrong_reading_is_found_out(misread: Misread, capsys: Any, text: str, asked: str, old: str, new: str, verdict: str,
                                      said: str) -> None:
    file = misread(text, old, new)
    told = answered(file, asked, capsys)
    assert told["verdict"] == verdict
    status = main(["check", "program.json", "--json"])
    checked = json.loads(capsys.readouterr().out)
    assert (status, checked["confirmed"], checked["proved_by"]) == (Exit.NO_SOLUTION, False, [])
    assert checked["text"].startswith(f"refuted by the compiled program: {said}")
    assert main(["prove", str(file), "--property", asked]) == Exit.UNUSABLE
    out, err = capsys.readouterr()
    assert out == ""
    assert f"but the compiled program says otherwise: {said}" in err


@pytest.mark.parametrize("text", [MASK.replace("256", "0"), STEPS, FALLS.replace("x | 1", "x / 3")])
def test_what_is_true_is_confirmed(misread: Misread, capsys: Any, text: str) -> None:
    asked = "termination" if text.startswith("extern unsigned nondet(") else "safety"
    told = answered(misread(text), asked, capsys)
    assert main(["check", "program.json", "--json"]) == Exit.SOLVED
    checked = json.loads(capsys.readouterr().out)
    assert checked["compiled"]["status"] == "passed"
    assert checked["compiled"]["runs"] > 0
    assert checked["compiled"]["facts"] == checked["compiled"]["facts_of"]
    solvers = [by for by in checked["proved_by"] if by != "evaluation"]
    assert solvers in ([[]] if told["proved_by"] == "evaluation" else [["bitwuzla"], ["cvc5"]])
    assert checked["shared"][0] == "the reading of the C source as a transition system"


def test_no_input_is_a_signaling_nan(misread: Misread) -> None:
    text = """#include <assert.h>
#include <math.h>
extern double nondet_double(void);
int main(void)
{
    double x = fmax(nondet_double(), 1);
    assert(x == x);
}
"""
    file = misread(text)
    assert main(["prove", str(file), "--property", "safety"]) == Exit.SOLVED


def test_where_no_other_solver_is_left_it_says_so(misread: Misread, capsys: Any) -> None:
    answered(misread(STEPS), "safety", capsys, proved_by="bitwuzla+z3")
    assert main(["check", "program.json"]) == Exit.SOLVED
    assert "the solvers, all of which had a part in the first proof" in capsys.readouterr().out


@pytest.mark.parametrize(("text", "note"), [
    ("int main(void) { unsigned x = nondet(), y = 7 / x; if (y > 7 && x) reach_error(); }", "since C does not say what they do"),
    ("int main(void) { int x = nondet(), y = 1 << x; if (x == 2 && y != 4) reach_error(); }", "since C does not say what they do"),
    ("int main(void) { int x = nondet(); __VERIFIER_assume(x > 3); if (x < 3) reach_error(); }", "ended by an assumption"),
])
def test_what_c_leaves_open_refutes_nothing(misread: Misread, capsys: Any, text: str, note: str) -> None:
    answered(misread(text), "safety", capsys)
    assert main(["check", "program.json"]) == Exit.SOLVED
    assert note in capsys.readouterr().out


def test_what_holds_in_one_order_that_c_leaves_open_is_undecided(misread: Misread, capsys: Any) -> None:
    text = ("int n;\nint next(void) { return ++n; }\nint less(int a, int b) { return a < b; }\n"
            "int main(void) {\n if (!less(next(), next()))\n  reach_error();\n}\n")
    assert answered(misread(text), "safety", capsys)["verdict"] == "true"
    assert main(["check", "program.json"]) == Exit.UNKNOWN
    assert ("undecided, the assertion at line 6 failed, in a run of the compiled program, but C leaves open in which order line 5"
            " is evaluated") in capsys.readouterr().out
    assert main(["prove", "program.c", "--property", "safety"]) == Exit.UNKNOWN


def test_without_a_compiler_the_proof_stands(misread: Misread, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(misread(STEPS), "safety", capsys)
    monkeypatch.setenv("PATH", "")
    assert main(["check", "program.json"]) == Exit.SOLVED
    assert "  not tried: there is no gcc" in capsys.readouterr().out


def test_what_gcc_does_not_compile_is_told(misread: Misread, capsys: Any) -> None:
    answered(misread(STEPS), "safety", capsys)
    misread(STEPS.replace("x = x + 3", "3 = x + 3"), "3 = x", "x = x")
    assert main(["check", "program.json"]) == Exit.SOLVED
    assert "  not tried: gcc does not compile it: program.c:6:" in capsys.readouterr().out


def test_trials_are_the_same_each_time(misread: Misread) -> None:
    from synth.analysis.property import Property
    from synth.analysis.verdict import decide

    program = loading.load_text(STEPS, str(misread(STEPS)))
    certificate = decide(program.system, Property.SAFETY, 60.0).certificate
    assert certificate is not None
    first, second = (trial(program, certificate, rounds=500) for _ in range(2))
    assert dataclasses.replace(first, seconds=0.0) == dataclasses.replace(second, seconds=0.0)
    assert first.facts[0] == first.facts[1] > 0


@pytest.mark.parametrize("text", [
    "int main(void) {\n unsigned n = nondet();\n if (n & 1)\n  goto in;\n while (n > 1) {\n  n--;\n in:\n  n--;\n }\n}\n",
    "int main(void) {\n int n = nondet() % 64;\n switch (n & 1) {\n  case 0: do { n--;\n  case 1: n--; } while (n > 0);\n }\n}\n"])
def test_loops_that_are_jumped_into_go_round(misread: Misread, text: str) -> None:
    assert main(["prove", str(misread(f"extern unsigned nondet(void);\n{text}")), "--property", "termination"]) == Exit.SOLVED
