"""`synth prove` of SV-COMP's tasks, its witnesses and replays: what is printed and written, and what is said of bad input."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import signal
import tempfile
import time
from typing import Any

import pytest
import yaml
from sampled import some

import synth
from synth.api.replays import replay
from synth.cli.exits import Exit
from synth.cli.main import main
from synth.frontends.c.running.harness import Ending, Harness, Ran

UNSAFE = """extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { }
void __VERIFIER_assert(int holds) { if (!holds) { reach_error(); } }
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), y;
    y = 3;
    while (x > 4) {
        x = x - 1;
    }
    __VERIFIER_assert(x != y);
}
"""
SAFE = UNSAFE.replace("y = 3", "y = 5")
FOR_EVER = UNSAFE.replace("x - 1", "x | 1")
REACH, ENDS = "CHECK( init(main()), LTL(G ! call(reach_error())) )", "CHECK( init(main()), LTL(F end) )"
TASK = """format_version: '2.0'
input_files: program.c
properties:
  - property_file: reach.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
"""
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """The folder of a task, from where the command is run."""
    for name, text in (("program.c", UNSAFE), ("reach.prp", REACH), ("ends.prp", ENDS), ("task.yml", TASK)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verdict(capsys: Any) -> dict[str, Any]:
    """The one verdict of the object that was printed."""
    found, = json.loads(capsys.readouterr().out)["verdicts"]
    return found  # type: ignore[no-any-return]


def written(folder: pathlib.Path) -> dict[str, Any]:
    """The entry of the witness file."""
    entry, = yaml.safe_load((folder / "witness.yml").read_text(encoding="utf-8"))
    found: dict[str, Any] = entry
    return found


@needs_gcc
def test_a_failing_run_is_replayed(folder: pathlib.Path, capsys: Any) -> None:
    assert main(["prove", "program.c", "--property", "safety"]) == Exit.NO_SOLUTION
    assert "\n  replayed: the assertion at line 11 failed after 1 input\n" in capsys.readouterr().out
    assert main(["prove", "program.c", "--property", "safety", "--json"]) == Exit.NO_SOLUTION
    told = verdict(capsys)["replay"]
    assert told.pop("seconds") > 0
    assert told == {"status": "confirmed", "reason": None, "inputs": 1, "line": 11}


@needs_gcc
def test_a_run_that_never_ends_is_replayed_for_a_while(folder: pathlib.Path, capsys: Any) -> None:
    (folder / "program.c").write_text(FOR_EVER, encoding="utf-8")
    assert main(["prove", "program.c", "--property", "termination"]) == Exit.NO_SOLUTION
    assert "  replayed: the program still runs after 1 input and 0.5 s" in capsys.readouterr().out


def test_nothing_is_run_where_that_is_not_wanted(folder: pathlib.Path, capsys: Any) -> None:
    for text in (UNSAFE, SAFE):
        (folder / "program.c").write_text(text, encoding="utf-8")
        main(["prove", "program.c", "--property", "safety", "--no-replay", "--json"])
        told = verdict(capsys)
        assert told["replay"] is told["trial"] is None


@needs_gcc
def test_what_holds_of_all_runs_is_tried_on_some(folder: pathlib.Path, capsys: Any) -> None:
    (folder / "program.c").write_text(SAFE, encoding="utf-8")
    assert main(["prove", "program.c", "--property", "safety", "--json"]) == Exit.SOLVED
    told = verdict(capsys)
    assert told["replay"] is None
    assert (told["trial"]["status"], told["trial"]["facts"]) == ("passed", told["trial"]["facts_of"])
    assert 0 < told["trial"]["runs"] <= 60  # fewer where the time that they have is short
    assert main(["prove", "program.c", "--property", "safety"]) == Exit.SOLVED
    assert re.search(r"^  tried: \d+ runs? of the compiled program, ", capsys.readouterr().out, re.MULTILINE)


def test_without_a_compiler_the_verdict_stands(folder: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["prove", "program.c", "--property", "safety"]) == Exit.NO_SOLUTION
    assert "  not replayed: there is no gcc" in capsys.readouterr().out


@needs_gcc
@pytest.mark.parametrize(("ran", "status", "text"), [
    (Ran(Ending.STOPPED, (0, 0), 1, 9, "SIGFPE"), "not-confirmed",
     "the program was stopped by SIGFPE after 1 input, but line 9 does what C leaves open"),
    (Ran(Ending.RUNNING, (0, 0), 1, 0), "too-long", "the program still runs after 10 s"),
])
def test_a_run_that_says_nothing(folder: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch, ran: Ran, status: str,
                                 text: str) -> None:
    monkeypatch.setattr(Harness, "run", lambda *_: ran)
    assert main(["prove", "program.c", "--property", "safety", "--json"]) == Exit.NO_SOLUTION
    told = verdict(capsys)["replay"]
    assert (told["status"], told["reason"]) == (status, text)


@needs_gcc
@pytest.mark.parametrize("words", some([[], ["--json"], ["--witness", "witness.yml"], ["--quiet"], ["--annotate"]], 3))
@pytest.mark.parametrize(("ran", "text"), some([
    (Ran(Ending.ENDED, (0, 0), 1, 0), "the program ended after 1 input"),
    (Ran(Ending.FAILED, (3, 7), 1, 0), "the assertion at line 3 failed after 1 input"),
    (Ran(Ending.OUT_OF_ANSWERS, (0, 0), 1, 0), "the program asked for more inputs after 1 input"),
], 1))
def test_a_contradiction_is_no_verdict(folder: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch, ran: Ran, text: str,
                                       words: list[str]) -> None:
    monkeypatch.setattr(Harness, "run", lambda *_: ran)
    assert main(["prove", "program.c", "--property", "safety", *words]) == Exit.UNUSABLE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("internal error: ")
    assert f"unsafe: an assertion can fail, but the compiled program says otherwise: {text}" in err
    assert not (folder / "witness.yml").exists()


@needs_gcc
def test_an_interrupted_replay_leaves_the_verdict_and_no_files(folder: pathlib.Path, capsys: Any,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(5.0)

    monkeypatch.setattr(tempfile, "tempdir", str(folder / "temporary"))
    (folder / "temporary").mkdir()
    monkeypatch.setattr(Harness, "run", interrupted)
    assert main(["prove", "program.c", "--property", "safety"]) == Exit.INTERRUPTED
    assert "unsafe: an assertion can fail (checked)" in capsys.readouterr().out
    assert list((folder / "temporary").iterdir()) == []
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_run_may_be_too_long_to_be_replayed() -> None:
    assert replay.replay(None, None, None).status == "too-long"  # type: ignore[arg-type]


def test_a_task_names_its_questions_and_a_surprise_is_told(folder: pathlib.Path, capsys: Any) -> None:
    assert main(["prove", "task.yml", "--no-replay"]) == Exit.NO_SOLUTION
    out, err = capsys.readouterr()
    assert out.startswith("task.yml: unsafe: reach_error can be called (checked)")
    assert "terminat" not in out
    assert err == "task.yml:5:23: warning: the expected verdict on unreach-call is true, found false\n"
    assert main(["prove", "task.yml", "--no-replay", "--quiet"]) == Exit.NO_SOLUTION
    assert capsys.readouterr().err == ""


def test_properties_may_be_files(folder: pathlib.Path, capsys: Any) -> None:
    assert main(["prove", "program.c", "--property", "ends.prp"]) == Exit.SOLVED
    assert "terminates" in capsys.readouterr().out
    assert main(["prove", "task.yml", "--property", "ends.prp"]) == Exit.SOLVED
    assert main(["prove", "task.yml", "--property", "termination"]) == Exit.SOLVED
    assert main(["prove", "task.yml", "--property", "reach.prp", "--no-replay"]) == Exit.NO_SOLUTION
    assert "task.yml:5:23: warning" in capsys.readouterr().err


def test_the_data_model_is_that_of_the_task(folder: pathlib.Path, capsys: Any) -> None:
    (folder / "task.yml").write_text(TASK.replace("LP64", "ILP32"), encoding="utf-8")
    for words, expected in (([], "ILP32"), (["--data-model", "LP64"], "LP64")):
        main(["prove", "task.yml", "--json", "--no-replay", *words])
        told = json.loads(capsys.readouterr().out)
        assert (told["verdicts"][0]["options"]["data_model"], told["file"]) == (expected, "program.c")


def test_allocation_succeeds_in_a_task(folder: pathlib.Path, capsys: Any) -> None:
    program = "#include <stdlib.h>\nint main(void) { int *p = malloc(sizeof *p); *p = 1; free(p); return 0; }\n"
    (folder / "program.c").write_text(program, encoding="utf-8")
    common = ["--property", "memory-safety", "--no-replay"]
    assert main(["prove", "task.yml", *common]) == Exit.SOLVED
    assert "assumed: line 2: memory is always allocated (--allocation succeeds)" in capsys.readouterr().out
    assert main(["prove", "task.yml", "--allocation", "fails", *common]) == Exit.NO_SOLUTION
    assert main(["prove", "program.c", *common]) == Exit.NO_SOLUTION
    assert main(["prove", "program.c", "--allocation", "succeeds", *common]) == Exit.SOLVED


def test_no_compiled_program_contradicts_that_memory_is_allocated_or_lost(folder: pathlib.Path, capsys: Any) -> None:
    (folder / "program.c").write_text("#include <stdlib.h>\nint *p;\nint main(void) { p = malloc(4); p = 0; }\n", encoding="utf-8")
    assert main(["prove", "task.yml", "--property", "valid-memtrack"]) == Exit.NO_SOLUTION
    assert "replayed: " in capsys.readouterr().out
    checked = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); if (!p) reach_error(); free(p); while (nondet() > 3) ; }\n"
    (folder / "program.c").write_text(checked, encoding="utf-8")
    assert main(["prove", "task.yml", "--property", "unreach-call"]) == Exit.SOLVED
    used = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; if (*p == 1) reach_error(); free(p); }\n"
    (folder / "program.c").write_text(used, encoding="utf-8")
    assert main(["prove", "task.yml", "--property", "unreach-call"]) == Exit.NO_SOLUTION
    assert "replayed: " in capsys.readouterr().out


def test_an_answer_to_a_task_is_checked_anew(folder: pathlib.Path, capsys: Any) -> None:
    main(["prove", "task.yml", "--json", "--no-replay"])
    (folder / "answer.json").write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["check", "answer.json"]) == Exit.SOLVED


def test_a_witness_of_a_violation(folder: pathlib.Path, capsys: Any) -> None:
    assert main(["prove", "task.yml", "--witness", "witness.yml", "--no-replay"]) == Exit.NO_SOLUTION
    entry = written(folder)
    assert entry["entry_type"] == "violation_sequence"
    task = entry["metadata"]["task"]
    assert (task["input_files"], task["specification"], task["data_model"]) == (["program.c"], REACH, "LP64")
    assert len(task["input_file_hashes"]["program.c"]) == 64
    assert [(w["type"], w["location"]["line"]) for s in entry["content"] for w in (p["waypoint"] for p in s["segment"])] == [
        ("function_return", 6), ("target", 3)]


def test_witnesses_of_what_holds(folder: pathlib.Path, capsys: Any) -> None:
    (folder / "program.c").write_text(SAFE.replace("y = 5;", "y = 5; if (x > 4) x = 3;"), encoding="utf-8")
    assert main(["prove", "program.c", "--property", "safety", "--witness", "witness.yml"]) == Exit.SOLVED
    assert written(folder)["entry_type"] == "invariant_set"
    assert main(["prove", "program.c", "--property", "ends.prp", "--witness", "witness.yml"]) == Exit.SOLVED
    assert written(folder)["metadata"]["format_version"] == "2.1"


def test_there_may_be_no_witness(folder: pathlib.Path, capsys: Any) -> None:
    assert main(["prove", "program.c", "--property", "safety", "--timeout", "0", "--witness", "witness.yml"]) == Exit.UNKNOWN
    assert "program.c: no witness is written: safety is unknown" in capsys.readouterr().err
    assert not (folder / "witness.yml").exists()


@pytest.mark.parametrize(("words", "told"), [
    (["program.c", "--property", "speed"], "'speed' is none of termination, safety, unreach-call, no-overflow, valid-deref"),
    (["program.c", "--property", "gone.prp"], "gone.prp: error: cannot be read"),
    (["program.c", "--property", "free.prp"], "free.prp:1:26: error: not supported: the property def-behavior"),
    (["program.c", "--data-model", "ILP64"], "'ILP64' is not one of"),
    (["program.c", "--timeout", "-1"], "--timeout must be at least 0"),
    (["program.c", "--witness", "w.yml"], "error: --witness is for one property"),
    (["program.c", "--witness", "gone/w.yml", "--property", "safety"], "gone/w.yml: error: cannot be written"),
    (["gone.yml"], "gone.yml: error: cannot be read"), (["bad.yml"], "bad.yml:1:1: error: input_files is missing"),
    (["binary.c"], "binary.c:2:3: error: this is no text in UTF-8"), (["broken.c"], "broken.c:2:3: error: this is not C"),
])
def test_bad_input_is_told_with_its_place(folder: pathlib.Path, capsys: Any, words: list[str], told: str) -> None:
    (folder / "free.prp").write_text("CHECK( init(main()), LTL(G def-behavior) )", encoding="utf-8")
    (folder / "bad.yml").write_text("format_version: '2.0'\n", encoding="utf-8")
    (folder / "binary.c").write_bytes(b"int x;\n//\xff")
    (folder / "broken.c").write_text("int main(void) {\n  ) }\n", encoding="utf-8")
    assert main(["prove", *words]) == Exit.UNUSABLE
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err


@needs_gcc
def test_what_holds_in_one_order_of_evaluation_only_is_unknown(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    """gcc evaluates the arguments from right to left."""
    path = tmp_path / "order.c"
    path.write_text("extern void reach_error(void);\nint n;\nint f(void) { return n++; }\nint h(int a, int b) { return a - b; }\n"
                    "int main(void) { if (h(f(), f()) == 1) reach_error(); }\n")
    assert main(["prove", str(path), "--property", "safety"]) == Exit.UNKNOWN
    assert "C leaves open in which order line 5 is evaluated" in capsys.readouterr().out
    assert main(["prove", str(path), "--property", "safety", "--no-replay"]) == Exit.SOLVED
    assert "assumed: line 5: what C leaves open is evaluated from left to right" in capsys.readouterr().out
    path.write_text(path.read_text().replace("== 1", "== -1"))
    assert main(["prove", str(path), "--property", "safety"]) == Exit.UNKNOWN
    assert "C leaves open in which order line 5 is evaluated" in capsys.readouterr().out
    assert main(["prove", str(path), "--property", "safety", "--no-replay"]) == Exit.NO_SOLUTION
    capsys.readouterr()
    assert main(["prove", str(path), "--property", "termination", "--json"]) == Exit.SOLVED
    (tmp_path / "ends.json").write_text(capsys.readouterr().out)
    assert main(["check", str(tmp_path / "ends.json")]) == Exit.SOLVED
    assert "assumed: line 5: what C leaves open is evaluated from left to right" in capsys.readouterr().out


def test_division_by_zero_and_shifts_by_too_much_are_errors_where_asked(folder: pathlib.Path, capsys: Any) -> None:
    pathlib.Path("open.c").write_text("int f(int n, int d) { return n / d; }\n", encoding="utf-8")
    assert main(["prove", "open.c", "--property", "safety"]) == Exit.SOLVED
    told = capsys.readouterr().out
    assert "assumed: the program starts with f(), whose arguments are any values" in told
    assert main(["prove", "open.c", "--property", "safety", "--undefined", "error", "--json"]) == Exit.NO_SOLUTION
    record = json.loads(capsys.readouterr().out)
    assert record["verdicts"][0]["options"]["undefined"] == "error"
    pathlib.Path("open.json").write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", "open.json"]) == Exit.SOLVED
    pathlib.Path("open.c").write_text("int f(int n, unsigned d) { return d < 32 && d ? n / (int)d >> d : 0; }\n", encoding="utf-8")
    assert main(["prove", "open.c", "--property", "safety", "--undefined", "error"]) == Exit.SOLVED


@needs_gcc
@pytest.mark.parametrize("body", ["unsigned char c = x * x; return c;", "return (char)(x * 3);", "short s = x; s *= x; return s;",
                                  "x + 1; return 0;", "(void)(x + 1); return 0;", "if (x + 1 > x) return 1; return 0;"])
def test_overflow_that_gcc_does_not_look_for_is_no_contradiction(folder: pathlib.Path, capsys: Any, body: str) -> None:
    pathlib.Path("product.c").write_text(f"int f(int x) {{ {body} }}\n", encoding="utf-8")
    assert main(["prove", "product.c", "--property", "no-overflow"]) == Exit.NO_SOLUTION
    assert "not replayed: gcc does not look for overflow in what it simplifies before" in capsys.readouterr().out


@needs_gcc
def test_arrays_are_arguments_of_what_a_program_starts_with(folder: pathlib.Path, capsys: Any) -> None:
    text = "#include <assert.h>\nint f(int a[4]) { assert(a[3] != 9); return a[0]; }\n"
    pathlib.Path("array.c").write_text(text, encoding="utf-8")
    assert main(["prove", "array.c", "--function", "f", "--property", "safety"]) == Exit.NO_SOLUTION
    assert "replayed: the assertion at line 2 failed" in capsys.readouterr().out


@pytest.mark.parametrize("asked", ["overflow", "no-overflow"])
def test_overflow_is_asked_for_by_both_names(folder: pathlib.Path, capsys: Any, asked: str) -> None:
    pathlib.Path("sum.c").write_text("int f(int x) { return x + 1; }\n", encoding="utf-8")
    assert main(["prove", "sum.c", "--property", asked, "--no-replay", "--json"]) == Exit.NO_SOLUTION
    assert '"no-overflow"' in capsys.readouterr().out


@needs_gcc
def test_a_shift_by_too_much_is_no_overflow(folder: pathlib.Path, capsys: Any) -> None:
    pathlib.Path("shift.c").write_text("int f(int x) { return x >> 40; }\n", encoding="utf-8")
    assert main(["prove", "shift.c", "--property", "no-overflow"]) == Exit.SOLVED
    assert "safe" in capsys.readouterr().out


@needs_gcc
@pytest.mark.parametrize("value", ["__builtin_clz(0)", "__builtin_ctz(x)"])
def test_what_the_library_leaves_undefined_is_no_contradiction(folder: pathlib.Path, capsys: Any, value: str) -> None:
    pathlib.Path("zero.c").write_text(f"int f(unsigned x) {{ return {value}; }}\n", encoding="utf-8")
    assert main(["prove", "zero.c", "--property", "safety"]) == Exit.NO_SOLUTION
    assert "not replayed: a compiled program does not check what its library leaves undefined" in capsys.readouterr().out


CALLED = "#include <assert.h>\nvoid reach_error(void) { assert(0); }\nextern int __VERIFIER_nondet_int(void);\n"


@needs_gcc
@pytest.mark.parametrize(("body", "unreach_call", "no_overflow"), [
    ("assert(x != 5); return 0;", True, True), ("assert(x != 5); if (x == 5) reach_error(); return 0;", True, True),
    ("assert(x != 5); if (x == 7) reach_error(); return 0;", False, True), ("assert(x != 5); return x + 1;", True, False),
    ("if (x > 9) reach_error(); return x + 1;", False, True), ("assert(x < 9); return x + 1;", True, True)])
def test_a_property_is_about_what_it_names(folder: pathlib.Path, capsys: Any, body: str, unreach_call: bool,
                                           no_overflow: bool) -> None:
    """An assertion that fails ends a run, and so does reach_error where overflow is asked for; both are confirmed by other code."""
    pathlib.Path("named.c").write_text(f"{CALLED}int main(void) {{ int x = __VERIFIER_nondet_int(); {body} }}\n", encoding="utf-8")
    for asked, holds in (("unreach-call", unreach_call), ("no-overflow", no_overflow)):
        assert main(["prove", "named.c", "--property", asked, "--json"]) == (Exit.SOLVED if holds else Exit.NO_SOLUTION)
        pathlib.Path("named.json").write_text(capsys.readouterr().out, encoding="utf-8")
        assert main(["check", "named.json"]) == Exit.SOLVED
        assert f"confirmed, {asked} {str(holds).lower()}" in capsys.readouterr().out


def test_a_failing_index_hides_no_call_of_reach_error(folder: pathlib.Path, capsys: Any) -> None:
    text = f"{CALLED}int main(void) {{ int a[4] = {{0}}; a[__VERIFIER_nondet_int()] = 3; if (a[0] == 3) reach_error(); }}\n"
    pathlib.Path("hidden.c").write_text(text, encoding="utf-8")
    assert main(["prove", "hidden.c", "--property", "unreach-call"]) == Exit.NO_SOLUTION
    assert "the assertion reach_error() fails" in capsys.readouterr().out


def test_what_is_asked_has_the_checks_that_it_is_about(folder: pathlib.Path, capsys: Any) -> None:
    """A certificate that is called one of no-overflow is checked with overflow as an error, whatever its options say."""
    pathlib.Path("sum.c").write_text("int f(int x) { return x + 1; }\n", encoding="utf-8")
    assert main(["prove", "sum.c", "--property", "safety", "--json"]) == Exit.SOLVED
    record = json.loads(capsys.readouterr().out)
    record["verdicts"][0]["asked"] = "no-overflow"
    pathlib.Path("sum.json").write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", "sum.json"]) == Exit.NO_SOLUTION
    record["verdicts"][0]["asked"] = "termination"
    pathlib.Path("sum.json").write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", "sum.json"]) == Exit.UNUSABLE


def test_unreach_call_is_not_about_an_index_out_of_bounds(folder: pathlib.Path, capsys: Any) -> None:
    text = "extern int __VERIFIER_nondet_int(void); extern int __VERIFIER_nondet_int(void);\nint a[3];\n"
    pathlib.Path("out.c").write_text(f"{text}int main(void) {{ a[__VERIFIER_nondet_int()] = 1; }}\n", encoding="utf-8")
    assert main(["prove", "out.c", "--property", "unreach-call"]) == Exit.UNKNOWN
    assert "line 3: the assertion a[__VERIFIER_nondet_int()] within bounds can fail, which unreach-call is not about" in (
        capsys.readouterr().out)
    assert main(["prove", "out.c", "--property", "safety"]) == Exit.NO_SOLUTION
    pathlib.Path("behind.c").write_text(f"{text}int main(void) {{ int i = __VERIFIER_nondet_int(); a[i] = 1; i++; }}\n")
    assert main(["prove", "behind.c", "--property", "no-overflow"]) == Exit.UNKNOWN
    assert "which no-overflow is not about" in capsys.readouterr().out


def test_overflow_is_a_property(folder: pathlib.Path, capsys: Any) -> None:
    pathlib.Path("sum.c").write_text("int f(int n) { return n + 1; }\nint g(short n) { return n + 1; }\n", encoding="utf-8")
    assert main(["prove", "sum.c", "--property", "no-overflow", "--function", "f"]) == Exit.NO_SOLUTION
    assert "a signed operation can overflow" in capsys.readouterr().out
    assert main(["prove", "sum.c", "--property", "no-overflow", "--function", "g"]) == Exit.SOLVED
    assert "no signed operation overflows" in capsys.readouterr().out


@needs_gcc
@pytest.mark.parametrize(("program", "holds"), [
    ("void reach_error(void) {} int main(void) { int x = 2147483647; reach_error(); x++; return x; }", False),
    ("int g; void reach_error(void) { g = g + 2147483647; } int main(void) { g = __VERIFIER_nondet_int(); reach_error(); }", False),
    ("void reach_error(void) { assert(0); } int main(void) { int x = 2147483647; reach_error(); x++; return x; }", True),
    ("int main(void) { int x = 2147483647; reach_error(); x++; return x; }", True)])
def test_overflow_behind_a_reach_error_of_the_file(folder: pathlib.Path, capsys: Any, program: str, holds: bool) -> None:
    """Where overflow is asked for, it does what the file defines; otherwise it ends a run."""
    pathlib.Path("own.c").write_text(f"#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n{program}\n", encoding="utf-8")
    assert main(["prove", "own.c", "--property", "no-overflow"]) == (Exit.SOLVED if holds else Exit.NO_SOLUTION)
    capsys.readouterr()


def test_headers_and_macros_come_from_outside(folder: pathlib.Path, capsys: Any) -> None:
    pathlib.Path("inc").mkdir()
    pathlib.Path("inc/five.h").write_text("#define FIVE 5\n", encoding="utf-8")
    pathlib.Path("uses.c").write_text("#include <five.h>\nextern void reach_error(void);\n"
                                      "int main(void) { if (FIVE * N != 10) reach_error(); }\n", encoding="utf-8")
    assert main(["prove", "uses.c", "-I", "inc", "-D", "N=2", "--json", "--property", "safety"]) == Exit.SOLVED
    pathlib.Path("uses.json").write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["check", "uses.json"]) == Exit.SOLVED
    assert main(["prove", "uses.c", "-I", "inc", "-DN", "--property", "safety"]) == Exit.NO_SOLUTION
    for words, said in ((["-D", "2=3"], "defines no macro"), (["-I", "none"], "there is no folder none"),
                        (["--function", "g"], "there is no function g")):
        assert main(["prove", "uses.c", "-I", "inc", "-DN", *words]) == Exit.UNUSABLE
        assert said in capsys.readouterr().err


def test_verdicts_of_a_task_are_told_apart_and_annotated_as_they_were_read(folder: pathlib.Path) -> None:
    pathlib.Path("count.c").write_text("int f(void)\n{\n    int s = 0;\n    for (int i = 0; i != 1000000; i++)\n        s = i;\n"
                                       "    return s;\n}\n", encoding="utf-8")
    pathlib.Path("over.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )", encoding="utf-8")
    text = TASK.replace("program.c", "count.c").replace("options:", "  - property_file: over.prp\noptions:")
    pathlib.Path("both.yml").write_text(text, encoding="utf-8")
    verdicts = synth.prove("both.yml")
    assert list(verdicts) == ["unreach-call", "no-overflow"]
    assert verdicts["no-overflow"].holds
    assert verdicts.safety is verdicts["unreach-call"]
    assert "loop invariant" in verdicts.annotated
