"""`synth prove` and `synth check` of its verdicts: what they print, their exit statuses, their errors."""

from __future__ import annotations

import json
import os
import pathlib
import re
import signal
import time
from typing import Any

import pytest
from sampled import some

from synth.cli.exits import Exit
from synth.cli.main import main

DOWN = """#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    while (x > 0) {
        x = x - 1;
    }
    assert(x == 0);
    return 0;
}
"""
FOR_EVER = DOWN.replace("x - 1", "x & 1").replace("x == 0", "x != 0")


@pytest.fixture
def file(tmp_path: pathlib.Path) -> pathlib.Path:
    made = tmp_path / "loop.c"
    made.write_text(DOWN, encoding="utf-8")
    return made


def test_both_properties(file: pathlib.Path, capsys: Any) -> None:
    assert main(["prove", str(file)]) == Exit.SOLVED
    out = capsys.readouterr().out
    assert "terminates (checked)" in out
    assert "line 7: rank x" in out
    assert "safe: no assertion can fail (checked)" in out


def test_a_violation(file: pathlib.Path, capsys: Any) -> None:
    file.write_text(FOR_EVER, encoding="utf-8")
    assert main(["prove", str(file), "--property", "termination"]) == Exit.NO_SOLUTION
    assert "never leaves" in capsys.readouterr().out
    assert main(["prove", str(file), "--property", "safety", "--quiet"]) == Exit.NO_SOLUTION
    assert capsys.readouterr().out == f"{file}: unsafe: an assertion can fail (checked)\n"


def test_runs_of_so_many_rounds(file: pathlib.Path, capsys: Any) -> None:
    assert main(["prove", str(file), "--unwind", "3"]) == Exit.UNKNOWN
    assert "safety unknown" in (out := capsys.readouterr().out)
    assert "no assertion fails for 3 rounds of each loop, but the loop of line 7 may go on" in out
    file.write_text(DOWN.replace("x > 0", "x > 0 && x < 4").replace("x == 0", "x < 4"), encoding="utf-8")
    assert main(["prove", str(file), "--unwind", "3"]) == Exit.NO_SOLUTION
    out = capsys.readouterr().out
    assert "terminates (checked)" in out and "found by unwinding" in out and "unsafe" in out
    assert main(["prove", str(file), "--unwind", "3", "--encoding", "termination/conditional"]) == Exit.UNUSABLE
    assert "--unwind leaves nothing for --encoding, --engines or --cluster to search" in capsys.readouterr().err


def test_engines_search_by_formulas_only(file: pathlib.Path, capsys: Any) -> None:
    words = ["prove", str(file), "--property", "termination", "--no-replay"]
    assert main([*words, "--engines", "ranking,genetic", "--max-length", "3", "--jobs", "1"]) == Exit.SOLVED
    assert re.search(r"found by tautologies/termination, (ranking|genetic) in ", capsys.readouterr().out)
    assert main([*words[:2], "--no-replay", "--engines", "ranking"]) == Exit.UNKNOWN
    assert re.search(r"terminates \(checked\)(.|\n)*safety unknown .* ranking cannot search for", capsys.readouterr().out)
    for more, told in ((["--engines", "none"], "unknown engine 'none'"),
                       (["--max-length", "900"], "--max-length must be at least 0"),
                       (["--engines", "ranking", "--unwind", "3"], "--unwind leaves nothing for --encoding, --engines or ")):
        assert main([*words, *more]) == Exit.UNUSABLE
        assert told in capsys.readouterr().err


@pytest.mark.parametrize(("text", "asked"), some([(DOWN, "termination"), (FOR_EVER, "safety"), (DOWN, "safety"),
                                                  (FOR_EVER, "termination")], 2))
def test_verdicts_are_checked_anew(file: pathlib.Path, capsys: Any, text: str, asked: str) -> None:
    file.write_text(text, encoding="utf-8")
    status = main(["prove", str(file), "--json", "--property", asked])
    told = json.loads(capsys.readouterr().out)
    assert told["schema"] == "synth.verdict/2"
    verdict, = told["verdicts"]
    assert verdict["verdict"] == ("true" if status == Exit.SOLVED else "false")
    answer = file.with_suffix(".json")
    answer.write_text(json.dumps(told), encoding="utf-8")
    assert main(["check", str(answer)]) == Exit.SOLVED
    assert "confirmed" in capsys.readouterr().out
    answer.write_text(json.dumps({"schema": "synth.verdict/1", "file": told["file"], **verdict}), encoding="utf-8")
    assert main(["check", str(answer)]) == Exit.SOLVED
    other = {**verdict, "verdict": "false" if status == Exit.SOLVED else "true"}
    answer.write_text(json.dumps({**told, "verdicts": [other]}), encoding="utf-8")
    assert main(["check", str(answer)]) == Exit.NO_SOLUTION


def test_the_check_says_how_the_program_is_read(file: pathlib.Path, capsys: Any) -> None:
    file.write_text("int main(void) { unsigned x = LAST; while (x > 5) { } return 0; }", encoding="utf-8")
    assert main(["prove", str(file), "--json", "--property", "termination", "-D", "LAST=3", "--data-model", "ILP32"]) == Exit.SOLVED
    answer = file.with_suffix(".json")
    answer.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["check", str(answer)]) == Exit.SOLVED
    assert "  assumed: the program is read with --data-model ILP32 -D LAST=3\n" in capsys.readouterr().out


def test_verdicts_of_one_object_are_checked_one_by_one(file: pathlib.Path, capsys: Any) -> None:
    assert main(["prove", str(file), "--json"]) == Exit.SOLVED
    told = json.loads(capsys.readouterr().out)
    assert [(v["property"], v["asked"], v["verdict"]) for v in told["verdicts"]] == [
        ("termination", "termination", "true"), ("safety", "safety", "true")]
    answer = file.with_suffix(".json")
    answer.write_text(json.dumps(told), encoding="utf-8")
    assert main(["check", str(answer)]) == Exit.SOLVED
    assert re.findall(r"confirmed, (\w+) true", capsys.readouterr().out) == ["termination", "safety"]
    first, second = told["verdicts"]
    for other, status, said in (("unknown", Exit.SOLVED, "not checked: safety, which is unknown"),
                                ("false", Exit.NO_SOLUTION, "refuted, the certificate is not one for safety false")):
        answer.write_text(json.dumps({**told, "verdicts": [first, {**second, "verdict": other}]}), encoding="utf-8")
        assert main(["check", str(answer)]) == status
        assert said in capsys.readouterr().out
    main(["check", str(answer), "--json"])
    checked = json.loads(capsys.readouterr().out)
    assert (checked["confirmed"], [part["confirmed"] for part in checked["parts"]]) == (False, [True, False])
    assert checked["text"] == "refuted, 1 of 2 verdicts"
    for verdicts in ([], {}, [3], None):
        answer.write_text(json.dumps({**told, "verdicts": verdicts}), encoding="utf-8")
        assert main(["check", str(answer)]) == Exit.UNUSABLE
        assert "the verdicts are no list of objects" in capsys.readouterr().err


def test_an_interrupted_run_prints_what_it_has(file: pathlib.Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from synth.analysis import verdict

    def interrupted(system: Any, asked: Any, *more: Any, **named: Any) -> Any:
        if asked.value == "safety":
            os.kill(os.getppid(), signal.SIGINT)
            time.sleep(60)
        return deciding(system, asked, *more, **named)

    deciding = verdict.deciding
    monkeypatch.setattr(verdict, "deciding", interrupted)
    assert main(["prove", str(file), "--json"]) == Exit.INTERRUPTED
    assert [v["property"] for v in json.loads(capsys.readouterr().out)["verdicts"]] == ["termination"]


def test_a_certificate_that_does_not_fit_is_refuted(file: pathlib.Path, capsys: Any) -> None:
    main(["prove", str(file), "--json", "--property", "termination"])
    told = capsys.readouterr().out
    file.write_text(DOWN.replace("x - 1", "x + 2"), encoding="utf-8")
    answer = file.with_suffix(".json")
    answer.write_text(told, encoding="utf-8")
    assert main(["check", str(answer)]) == Exit.NO_SOLUTION
    assert "refuted" in capsys.readouterr().out


def test_annotated_source(file: pathlib.Path, capsys: Any) -> None:
    assert main(["prove", str(file), "--annotate"]) == Exit.SOLVED
    out = capsys.readouterr().out
    assert out.startswith("/* synth: termination holds, safety holds */\n")
    assert "loop variant x;" in out
    assert "    while (x > 0) {" in out


def test_unusable_input(file: pathlib.Path, capsys: Any) -> None:
    file.write_text("int main(void) { union { int *p; } u; return 0; }\n", encoding="utf-8")
    assert main(["prove", str(file)]) == Exit.UNUSABLE
    assert f"{file}:1:" in capsys.readouterr().err
    assert main(["prove", str(file.parent / "nowhere.c")]) == Exit.UNUSABLE
    answer = file.with_suffix(".json")
    answer.write_text(json.dumps({"schema": "synth.verdict/1", "verdict": "unknown"}), encoding="utf-8")
    assert main(["check", str(answer)]) == Exit.UNUSABLE


def test_time_limit(file: pathlib.Path, capsys: Any) -> None:
    assert main(["prove", str(file), "--property", "termination", "--timeout", "0.001"]) == Exit.UNKNOWN
    assert "unknown after" in capsys.readouterr().out


def test_a_formula_answers_only_what_it_is_about(file: pathlib.Path, capsys: Any) -> None:
    """The one input that fails is not met by random runs."""
    file.write_text("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
                    "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  while (x > 0) x--;\n"
                    "  if (x == -123456789) reach_error();\n}\n", encoding="utf-8")
    words = ["prove", str(file), "--timeout", "20", "--encoding", "termination/conditional"]
    assert main(words) == Exit.SOLVED
    told = capsys.readouterr().out
    assert "terminates (checked)" in told and "safe" not in told
    for asked in ("safety", "unreach-call", "no-overflow"):
        assert main([*words, "--property", asked]) == Exit.UNUSABLE
        assert "termination/conditional says nothing of safety" in capsys.readouterr().err
