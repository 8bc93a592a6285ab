"""QDIMACS files at the command line: verdicts, their functions, the record, and re-checks that notice every change."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from busy import SLACK

from experiments.cvc5_runner import solve as cvc5_answer
from synth.api.inputs.formats import load_specification
from synth.api.inputs.qbf import QbfInput
from synth.cli.exits import Exit
from synth.cli.main import main
from synth.solver import coordinator
from synth.solver.options import Options
from synth.solver.outcome import Outcome, Reason, Status

pytestmark = pytest.mark.usefixtures("no_process_is_left")

ROOT = pathlib.Path(__file__).parent.parent.parent
FORMULAS = ROOT / "specs" / "qbf"
TRUE, FALSE = str(FORMULAS / "sorted_bits.qdimacs"), str(FORMULAS / "kleine_buening_2.qdimacs")
NOTHING_TO_FIND = str(FORMULAS / "pigeons.qdimacs")
MIXED = str(FORMULAS / "board_two_ways.qdimacs")


def test_true_with_skolem_functions(capsys: Any) -> None:
    assert main([TRUE, "--timeout", "30"]) == Exit.SOLVED
    printed = capsys.readouterr()
    assert printed.out.startswith("sorted_bits: true and checked, 3 Skolem functions, ")
    assert "\ns4(x1, x2, x3):\n    " in printed.out
    assert "\nchecked: proved by " in printed.out
    assert "h1" not in printed.out
    assert printed.out.splitlines()[-1] == "s cnf 1 " + header(TRUE)
    assert printed.err == ""


def test_false_with_herbrand_functions(capsys: Any) -> None:
    assert main([FALSE, "--timeout", "30"]) == Exit.NO_SOLUTION
    shown = capsys.readouterr().out
    assert shown.startswith("kleine_buening_2: false and checked, 2 Herbrand functions, ")
    assert "\nh3(x1, x2):\n    " in shown and "\nh6(x1, x2, x4, x5):\n    " in shown
    assert "the clauses fail for all inputs" in shown
    assert shown.splitlines()[-1] == "s cnf 0 " + header(FALSE)


def test_one_side_is_exported(capsys: Any, tmp_path: pathlib.Path) -> None:
    """Of a file with functions for both, other tools would answer with those of one side and anything for the other."""
    (same := tmp_path / "same.qdimacs").write_text("p cnf 2 2\na 1 0\ne 2 0\n1 -2 0\n-1 2 0\n", encoding="utf-8")
    texts = {}
    for side in ("true", "false"):
        assert main(["export", str(same), "--to", "sygus", "--side", side]) == Exit.SOLVED
        texts[side] = capsys.readouterr().out
    assert main(["export", str(same), "--to", "sygus"]) == Exit.SOLVED
    assert capsys.readouterr().out == texts["true"]
    assert texts["true"].startswith("; Skolem functions of same: there are some exactly where the formula is true.\n")
    assert "(synth-fun s2" in texts["true"] and "h1" not in texts["true"] and "s2" not in texts["false"]
    assert "(define-fun s2 ((x1 Bool)) Bool " in cvc5_answer(texts["true"])
    assert main(["export", str(ROOT / "specs" / "hackers_delight" / "p01.py"), "--to", "c", "--side", "true"]) == Exit.UNUSABLE
    assert "--side is for quantified Boolean formulas" in capsys.readouterr().err
    (alone := tmp_path / "alone.qdimacs").write_text("p cnf 1 1\na 1 0\n1 0\n", encoding="utf-8")
    assert main(["export", str(alone), "--to", "smt2"]) == Exit.UNUSABLE
    assert "it has no existential variables, and so no Skolem functions; choose --side false" in capsys.readouterr().err


def test_unknown_has_its_line_too(capsys: Any) -> None:
    assert main([MIXED, "--timeout", "0"]) == Exit.UNKNOWN
    assert capsys.readouterr().out.splitlines()[-1] == "s cnf -1 " + header(MIXED)


def header(file: str) -> str:
    """How many variables and clauses a file has, as it says."""
    lines = pathlib.Path(file).read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("p cnf ").strip() for line in lines if line.startswith("p cnf "))


def test_false_without_a_function(capsys: Any) -> None:
    assert main([NOTHING_TO_FIND]) == Exit.NO_SOLUTION
    assert "false and checked, 0 Herbrand functions, 0 instructions" in capsys.readouterr().out


def answer(file: str, tmp_path: pathlib.Path, capsys: Any) -> tuple[dict[str, Any], str]:
    main([file, "--json", "--quiet", "--seed", "3"])
    printed = capsys.readouterr()
    assert printed.err == ""
    path = tmp_path / "answer.json"
    path.write_text(printed.out, encoding="utf-8")
    return json.loads(printed.out), str(path)


@pytest.mark.parametrize(("file", "verdict", "status"), [
    (TRUE, "true", "solved"), (FALSE, "false", "infeasible"), (NOTHING_TO_FIND, "false", "infeasible"), (MIXED, "true", "solved")])
def test_the_record_is_confirmed(file: str, verdict: str, status: str, tmp_path: pathlib.Path, capsys: Any) -> None:
    record, path = answer(file, tmp_path, capsys)
    assert (record["schema"], record["qbf"], record["status"], record["seed"]) == ("synth.result/1", verdict, status, 3)
    formula = QbfInput.load(file)._formula
    names = {f["name"] for f in record["functions"]} | set(record["words"])
    assert names == {f.name for f in formula.functions(verdict == "true")}
    assert main(["check", path]) == Exit.SOLVED
    other = "bitwuzla" if record["proved_by"] == "z3" else "z3"
    first, shared = capsys.readouterr().out.splitlines()
    assert first.endswith(f": confirmed, the formula is {verdict}, proved by {other}")
    assert shared.startswith("  shared with the search: ")


@pytest.mark.parametrize("file", [TRUE, FALSE])
def test_another_function_is_refuted(file: str, tmp_path: pathlib.Path, capsys: Any) -> None:
    record, path = answer(file, tmp_path, capsys)
    record["functions"][0] |= {"text": "t0 = not x1\nreturn t0", "length": 1, "constants": []}
    pathlib.Path(path).write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", path]) == Exit.UNUSABLE
    assert "the field 'c' is not what its text says" in capsys.readouterr().err
    del record["functions"][0]["c"]
    pathlib.Path(path).write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", path]) == Exit.NO_SOLUTION
    assert "refuted" in capsys.readouterr().out


@pytest.mark.parametrize("change", [{"qbf": "false"}, {"qbf": None}, {"qbf": ["true"]}, {"status": "unknown"}, {"width": 2},
                                    {"functions": []}, {"words": {"h1": 0}}, {"functions": [{"name": "h1"}]}])
def test_a_record_that_contradicts_itself_is_unusable(change: dict[str, Any], tmp_path: pathlib.Path, capsys: Any) -> None:
    record, path = answer(TRUE, tmp_path, capsys)
    pathlib.Path(path).write_text(json.dumps(record | change), encoding="utf-8")
    assert main(["check", path]) == Exit.UNUSABLE
    assert "error" in capsys.readouterr().err


def test_unknown_is_no_verdict(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def solve(specification: Any, options: Options, *_: object) -> Outcome:
        return Outcome(specification, Status.UNKNOWN, Reason.TIMEOUT, width=1, limit="time limit of 1 s", seconds=1.0)

    monkeypatch.setattr(coordinator, "solve", solve)
    assert main([TRUE]) == Exit.UNKNOWN
    assert capsys.readouterr().out.startswith("sorted_bits: unknown after 1.0 s, timeout: time limit of 1 s\n")
    assert main([TRUE, "--json"]) == Exit.UNKNOWN
    assert json.loads(capsys.readouterr().out)["qbf"] is None


def test_one_engine_searches_unless_others_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Options] = []

    def solve(specification: Any, options: Options, *_: object) -> Outcome:
        seen.append(options)
        return Outcome(specification, Status.UNKNOWN, width=1)

    monkeypatch.setattr(coordinator, "solve", solve)
    assert main([TRUE, "--width", "1"]) == main([TRUE, "--engines", "explicit", "--shorter", "3"]) == Exit.UNKNOWN
    assert [(o.engines, o.shorter, o.minimal) for o in seen] == [(("tables",), 0.0, 0.0), (("explicit",), 3.0, 0.0)]


def test_unusable_input(tmp_path: pathlib.Path, capsys: Any) -> None:
    assert main([TRUE, "--width", "8"]) == Exit.UNUSABLE
    assert "its words have 1 bit" in capsys.readouterr().err
    bad = tmp_path / "bad.qdimacs"
    bad.write_text("p cnf 2 1\n1 x 0\n", encoding="utf-8")
    assert main([str(bad)]) == Exit.UNUSABLE
    assert capsys.readouterr().err == f"{bad}:2:3: error: a number is wanted, not 'x'\n"


def test_a_formula_can_be_exported(capsys: Any) -> None:
    assert len(load_specification(TRUE).exists) == 6
    assert main(["export", TRUE, "--to", "smt2"]) == Exit.SOLVED
    assert "(check-sat)" in capsys.readouterr().out


HARD = 16
"""Nobody proves that so many and one pigeons do not fit into as many holes."""


def pigeons(holes: int) -> str:
    clauses = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    clauses += [[-(p * holes + h + 1), -(q * holes + h + 1)] for h in range(holes) for p in range(holes + 1) for q in range(p)]
    return f"p cnf {holes * (holes + 1)} {len(clauses)}\n" + "".join(f"{' '.join(map(str, c))} 0\n" for c in clauses)


@pytest.fixture
def hard(tmp_path: pathlib.Path) -> str:
    file = tmp_path / "hard.qdimacs"
    file.write_text(pigeons(HARD), encoding="utf-8")
    return str(file)


def test_the_time_limit_holds(hard: str, capsys: Any) -> None:
    start = time.monotonic()
    assert main([hard, "--timeout", "3"]) == Exit.UNKNOWN
    assert time.monotonic() - start < 3 + SLACK
    assert "timeout" in capsys.readouterr().out


def test_an_interrupt_ends_it(hard: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-m", "synth", hard], stdout=subprocess.PIPE, text=True, env=environment) as process:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        try:
            assert process.wait(SLACK) == Exit.INTERRUPTED
        finally:
            process.kill()
        assert time.monotonic() - start < SLACK
