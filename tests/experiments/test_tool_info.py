"""BenchExec starts `synth prove` as it should, and understands what it says."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("benchexec", reason="the extra `bench` is not installed")

from benchexec.tools.template import BaseTool2
from benchexec.util import ProcessExitCode

from experiments.tool_info.synth import Tool

ROOT = pathlib.Path(__file__).parent.parent.parent


def words(prop: str | None = None, options: Any = None, more: tuple[str, ...] = (), **limits: int) -> list[str]:
    task = BaseTool2.Task.with_files(["x.c"], property_file=prop, options=options)
    return Tool().cmdline("synth", list(more), task, BaseTool2.ResourceLimits(**limits))


def test_the_command() -> None:
    always = ["synth", "prove", "--json", "--no-replay", "--allocation", "succeeds"]
    assert words() == [*always, "x.c"]
    assert words("p.prp", {"language": "C", "data_model": "ILP32"}, cputime=900, walltime=960) == [
        *always, "--property", "p.prp", "--data-model", "ILP32", "--timeout", "899", "x.c"]
    assert words(cputime=2) == [*always, "--timeout", "1.6", "x.c"]
    own = ("--timeout", "3", "--property", "safety", "--allocation", "fails")
    assert words("p.prp", None, own, cputime=900) == ["synth", "prove", "--json", "--no-replay", *own, "x.c"]


def said(*verdicts: tuple[str, str, str | None], complaint: str = "", code: int = 0) -> str:
    record = {"schema": "synth.verdict/2", "verdicts": [{"property": p, "verdict": v, "reason": r} for p, v, r in verdicts]}
    lines = ["a warning\n", "{broken\n", json.dumps(record) + "\n" if verdicts else "", complaint]
    run = BaseTool2.Run(["synth"], ProcessExitCode.create(value=code), BaseTool2.RunOutput(lines), None)
    return Tool().determine_result(run)


def test_results() -> None:
    assert said(("safety", "true", None)) == "true"
    assert said(("safety", "false", None), code=1) == "false(unreach-call)"
    assert said(("termination", "false", None), ("safety", "true", None), code=1) == "false(termination)"
    assert said(("termination", "true", None), ("safety", "unknown", "timeout"), code=3) == "TIMEOUT"
    assert said(("termination", "unknown", "no ranking"), code=3) == "unknown"
    assert said(complaint="x.c:3:4: error: not supported: goto\n", code=2) == "ERROR (not supported: goto)"
    assert said(code=2) == "ERROR (no output)"
    assert said(complaint="Traceback\n", code=1) == "ERROR"


def test_benchexec_accepts_it() -> None:
    command = [sys.executable, "-m", "benchexec.test_tool_info", "experiments.tool_info.synth", "--no-container",
               "--tool-directory", str(pathlib.Path(sys.executable).parent.parent)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "'prove', '--json', '--no-replay', '--allocation', 'succeeds', '--property', 'PROPERTY.PRP'" in done.stdout + done.stderr
    assert "ERROR" not in done.stderr
