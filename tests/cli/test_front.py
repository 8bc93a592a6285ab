"""The promises of the command line: words, options, exit statuses, errors, and what is printed where."""


import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import fakes
import pytest

from synth import Fun, Specification, Word, spec
from synth.cli.exits import MEANING, Exit
from synth.cli.main import main
from synth.solver import coordinator
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Reason, Status

ROOT = pathlib.Path(__file__).parent.parent.parent
SPEC = str(ROOT / "specs" / "hackers_delight" / "p03.py")


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[Options]]:
    """Make the solver return an outcome, or raise an exception; the options that it was called with are collected."""
    def install(result: Any) -> list[Options]:
        seen: list[Options] = []

        def solve(specification: Any, options: Options, *_: object) -> Outcome:
            seen.append(options)
            if isinstance(result, BaseException):
                raise result
            return result

        monkeypatch.setattr(coordinator, "solve", solve)
        return seen

    return install


def synth(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    return subprocess.run([sys.executable, "-m", "synth", *words], capture_output=True, text=True, check=False, timeout=60,
                          env=environment, **more)


@pytest.mark.parametrize(("outcome", "status"), [
    (fakes.solved(), 0), (fakes.infeasible(), 1), (fakes.unknown(), 3), (fakes.unknown(Reason.MEMORY), 3),
    (fakes.unknown(Reason.MAX_LENGTH), 3), (fakes.unknown(Reason.INTERRUPTED), 130)])
def test_exit_status_tells_the_verdict(answers: Any, outcome: Outcome, status: int, capsys: Any) -> None:
    answers(outcome)
    assert main([SPEC]) == status
    printed = capsys.readouterr()
    assert outcome.status.value in printed.out
    assert printed.err == ""


@pytest.mark.parametrize("error", [ZeroDivisionError("boom"), RuntimeError("boom")])
def test_an_internal_error_is_no_verdict(answers: Any, error: Exception, capsys: Any) -> None:
    answers(error)
    assert main([SPEC]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "boom" in printed.err
    assert "Traceback" not in printed.err


def test_debug_shows_the_traceback(answers: Any, capsys: Any) -> None:
    answers(ZeroDivisionError("boom"))
    assert main([SPEC, "--debug"]) == 2
    assert "Traceback" in capsys.readouterr().err


def test_interrupt_outside_the_search(answers: Any, capsys: Any) -> None:
    answers(KeyboardInterrupt())
    assert main([SPEC]) == 130
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("words", [
    ["--no-such-option"], [SPEC, "--seed", "x"], [SPEC, "--seed", "-1"], [SPEC, "--timeout", "nan"], [SPEC, "--width", "65"],
    [SPEC, "--engines", "magic"], [SPEC, "--engines", ""], ["no/such/file.py"], ["export", SPEC], ["export", SPEC, "--to", "cobol"],
    ["check", "no-such-file.json"], [SPEC, "second word"], ["--json"], [SPEC, "--log", "no/such/folder/log"]])
def test_unusable_input(words: list[str], capsys: Any) -> None:
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "rror" in printed.err
    assert "Traceback" not in printed.err


@pytest.mark.parametrize("suffix", [".c"])
def test_formats_that_are_not_supported(suffix: str, tmp_path: pathlib.Path, capsys: Any) -> None:
    file = tmp_path / f"problem{suffix}"
    file.write_text("")
    assert main([str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"{file}: error: ")


def test_error_in_a_specification_is_placed(tmp_path: pathlib.Path, capsys: Any) -> None:
    file = tmp_path / "bad.py"
    file.write_text("from synth import Fun, Word, spec\n\n@spec(width=32)\ndef bad(f: Fun[[Word], Word], x: Word):\n"
                    "    return f(x, x) == x\n")
    assert main([str(file)]) == 2
    assert capsys.readouterr().err == f"{file}:5: error: f takes 1 word, called with 2\n"


def test_help_names_every_option_and_status(capsys: Any) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for field in dataclasses.fields(Options):
        assert f"--{field.name.replace('_', '-')}" in text
    for option in ("--json", "--quiet", "--verbose", "--log", "--debug"):
        assert option in text
    section = text.partition("Exit status:")[2]
    assert re.findall(r"^ +(\d+) ", section, re.M) == ["0", "1", "2", "3", "130"]
    assert set(MEANING) == set(Exit)
    assert {"prove", "check", "export", "list"} <= set(re.findall(r"^  (\w+)  ", text, re.M))


def test_no_words_show_the_help(capsys: Any) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out.startswith("Usage: synth SPEC")


def test_options_reach_the_solver(answers: Any) -> None:
    seen = answers(fakes.solved())
    assert main([SPEC]) == 0
    assert main(["--timeout", "2.5", SPEC, "--seed", "3", "--engines", "bounded, explicit", "--width", "16", "--start-width", "5",
                 "--max-length", "4", "--jobs", "1", "--memory-limit", "500", "--minimal", "0"]) == 0
    assert seen == [Options(), Options(timeout=2.5, minimal=0.0, seed=3, engines=("bounded", "explicit"), width=16, start_width=5,
                                       max_length=4, jobs=1, memory_limit=500)]


def test_warnings_go_to_stderr_unless_quiet(answers: Any, capsys: Any) -> None:
    answers(fakes.solved(warnings=("the precondition can never hold",)))
    assert main([SPEC, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == "warning: the precondition can never hold\n"
    assert json.loads(printed.out)["warnings"] == ["the precondition can never hold"]
    assert main([SPEC, "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_list(capsys: Any) -> None:
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(re.match(r"hackers_delight/p03 +\S", line) for line in lines)
    assert main(["list", "--json"]) == 0
    specs = json.loads(capsys.readouterr().out)
    assert len(specs) == len(lines)
    assert all(pathlib.Path(s["path"]).is_file() for s in specs)


def test_headers_that_a_compiler_finds(tmp_path: pathlib.Path, capsys: Any) -> None:
    assert main(["list", "--headers"]) == 0
    folder = capsys.readouterr().out.strip()
    source = tmp_path / "any.c"
    source.write_text("struct node { struct node *next; };\n#define SLH_NODE struct node\n#include <slh.h>\n"
                      "int main(void) { return slh_acyclic(__VERIFIER_nondet_list()); }\n")
    made = tmp_path / "any.o"
    subprocess.run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", folder, "-c", source, "-o", made], check=True)


@pytest.mark.parametrize(("to", "text"), [("sygus", "check-synth"), ("smt2", "check-sat"), ("c", "uint32_t"), ("python", "@spec")])
def test_export(to: str, text: str, tmp_path: pathlib.Path, capsys: Any) -> None:
    assert main(["export", SPEC, "--to", to]) == 0
    shown = capsys.readouterr().out
    assert text in shown
    file = tmp_path / "out"
    assert main(["export", SPEC, "--to", to, "-o", str(file)]) == 0
    assert file.read_text() == shown
    assert capsys.readouterr().out == ""


def test_the_front_door_loads_no_heavy_package() -> None:
    code = "import sys, synth.cli.main; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    assert not {"z3", "numpy", "rich", "deap", "bitwuzla", "multiprocessing", "psutil"} & set(loaded)


def test_python_m_synth() -> None:
    done = synth("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"synth, version \d+\.\d+\.\d+\n", done.stdout)


def test_a_closed_pipe_is_no_verdict() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-m", "synth", "list"], stdout=write, stderr=subprocess.PIPE, check=False, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    os.close(write)
    assert (done.returncode, done.stderr) == (2, b"")


def test_end_to_end_from_the_shell(tmp_path: pathlib.Path) -> None:
    """One real search, its record written to a file, and the file checked from another folder."""
    done = synth(SPEC, "--json", "--timeout", "60", "--log", str(tmp_path / "log"))
    assert (done.returncode, done.stderr) == (0, "")
    record = json.loads(done.stdout)
    assert record["status"] == Status.SOLVED.value
    assert record["functions"][0]["length"] == 2
    assert (tmp_path / "log").read_text()
    (tmp_path / "answer.json").write_text(done.stdout)
    checked = synth("check", "answer.json", cwd=tmp_path)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "confirmed" in checked.stdout


def test_a_specification_that_never_loads_ends_with_the_timeout(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    endless = tmp_path / "endless.py"
    endless.write_text("while True:\n    pass\n", encoding="utf-8")
    assert main([str(endless), "--timeout", "0.2"]) == Exit.UNUSABLE
    assert "not loaded within 0.2 s" in capsys.readouterr().err


def test_list_takes_patterns(capsys: Any) -> None:
    assert main(["list", "hackers_delight/p0[13]"]) == Exit.SOLVED
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["hackers_delight/p01", "hackers_delight/p03"]
    assert main(["list", "nothing*"]) == Exit.UNUSABLE
    assert "nothing is called like nothing*" in capsys.readouterr().err


def test_version_has_a_letter(capsys: Any) -> None:
    assert main(["-V"]) == Exit.SOLVED
    assert capsys.readouterr().out.startswith("synth, version ")


@pytest.mark.parametrize(("head", "words", "said"), [
    ("@spec(width=8)", ["--start-width", "16"], "--start-width must be at most the width of the answer, 8, not 16"),
    ("@spec(width=32)", ["--width", "24"], "no floating-point format of 24 bits; use a width of 8, 16, 32 or 64")])
def test_widths_that_cannot_be(head: str, words: list[str], said: str, tmp_path: pathlib.Path, capsys: Any) -> None:
    file = tmp_path / "sum.py"
    body = "fadd(x, x)" if "24" in words else "x + x"
    file.write_text(f"from synth import Fun, Word, fadd, spec\n\n{head}\ndef f(f: Fun[[Word], Word], x: Word):\n"
                    f"    return f(x) == {body}\n", encoding="utf-8")
    assert main([str(file), *words]) == Exit.UNUSABLE
    assert said in capsys.readouterr().err


def test_a_specification_may_be_decorated_without_parentheses() -> None:
    @spec
    def plain(f: Fun[[Word], Word], x: Word) -> Any:
        return f(x) == x

    assert isinstance(plain, Specification)
    assert (plain.name, plain.width) == ("plain", 32)


@pytest.mark.parametrize(("words", "known"), [
    ("synth hackers_delight/p0", ["hackers_delight/p01", "hackers_delight/p09"]), ("synth pro", ["prove"]),
    ("synth hackers_delight/p01 --eng", ["--engines"]), ("synth export hackers_delight/p2", ["hackers_delight/p25"]),
    ("synth prove --data-model I", ["ILP32"]), ("synth prove some", ["some"]), ("synth --eng", ["--engines"]),
    ("synth prove --property t", ["termination", "t"]), ("synth prove --encoding safety/", ["safety/invariant"]),
    ("synth some.sl --engines explicit,ge", ["explicit,genetic"]), ("synth prove --engines ex", ["explicit"])])
def test_the_shell_completes_words(words: str, known: list[str]) -> None:
    environment = {**os.environ, "_SYNTH_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    run = subprocess.run([sys.executable, "-c", "from synth.cli.main import run; run()"], env=environment, capture_output=True,
                         text=True, check=False)
    assert run.stderr == ""
    found = [line.partition(",")[2] for line in run.stdout.splitlines()]
    assert set(known) <= set(found)
    assert all(word.startswith(words.rsplit(maxsplit=1)[-1]) for word in found)
