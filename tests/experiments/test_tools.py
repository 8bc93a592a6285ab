"""Tools are data: their commands are filled in, ours and the user's, and what is not understood is said."""

from __future__ import annotations

import pathlib
import sys
from dataclasses import replace

import pytest
from harness_fakes import fake_tools

from experiments.harness.records import Limits
from experiments.harness.suites import Task
from experiments.harness.tools import Tool, filled, load_tools
from synth.errors import InputError

SPEC = Task("s", "t", "specs/x.sl", "specs")
PROGRAM = Task("s", "p", "x.c", "own", "safety", "true", "ILP32", "error")


def test_commands_are_filled_in() -> None:
    tool = load_tools()["synth"]
    assert tool.command(PROGRAM, Limits(20.0, None, 500), 3) == [
        sys.executable, "-m", "synth", "prove", "x.c", "--json", "--no-replay", "--property=safety", "--timeout=19", "--seed=3",
        "--data-model=ILP32", "--signed-overflow=error"]
    assert tool.command(replace(PROGRAM, allocation="succeeds"), Limits(20.0), 3)[-1] == "--allocation=succeeds"
    assert tool.command(SPEC, Limits(2.0, None, 500), 3)[-3:] == ["--timeout=1.6", "--seed=3", "--memory-limit=500"]
    assert tool.command(SPEC, Limits(2.0), 3)[-1] == "--seed=3"
    assert filled(["--{bits}", "{none}", "{a}-{none}", "{a}{a}"], {"bits": 32, "none": None, "a": "b"}) == ["--32", "bb"]


def test_single_engines_are_ours_with_more_options() -> None:
    tool = load_tools()["synth-explicit"]
    assert tool.options == ("--engines=explicit",)
    assert tool.command(SPEC, Limits(2.0), 0)[-1] == "--engines=explicit"
    assert tool.can(SPEC) and not tool.can(PROGRAM)


def test_which_tasks_a_tool_can_do() -> None:
    tools = load_tools()
    termination = Task("s", "p", "x.c", "own", "termination")
    assert [name for name in ("synth", "cvc5", "spacer") if tools[name].can(SPEC)] == ["synth", "cvc5"]
    assert [name for name in ("synth", "cvc5", "spacer") if tools[name].can(PROGRAM)] == ["synth", "spacer"]
    assert not tools["spacer"].can(termination) and not tools["cvc5"].can(Task("s", "t", "x.py", "specs"))


def test_tools_of_the_user_come_beside_ours(tmp_path: pathlib.Path) -> None:
    tools = load_tools([fake_tools(tmp_path)])
    assert {"synth", "fake"} <= set(tools)
    assert tools["fake"].told_version() == "1.2"
    assert Tool("x", solve=("y",)).told_version() == ""


def test_the_examples_in_our_file_are_understood(tmp_path: pathlib.Path) -> None:
    text = (pathlib.Path(__file__).parent.parent.parent / "experiments" / "tools.toml").read_text(encoding="utf-8")
    examples = text[text.index("# [cbmc]"):]
    (tmp_path / "theirs.toml").write_text("\n".join(line.removeprefix("#").removeprefix(" ") for line in examples.splitlines()))
    tools = load_tools([tmp_path / "theirs.toml"])
    assert tools["cbmc"].command(PROGRAM, Limits(9.0), 0) == ["cbmc", "x.c", "--32", "--unwind", "100", "--unwinding-assertions"]
    assert {"2ls", "shack"} <= set(tools)


@pytest.mark.parametrize(("text", "reason"), [
    ("a = 1", "not a table"), ("[a", "TOML"), ("[a]", "command"), ('[a]\nsolve = "x"', "solve"), ('[a]\nother = "x"', "other"),
    ('[a]\nsolve = ["x"]\nreads = "tea leaves"', "reads"), ('[a]\nsolve = ["x"]', "patterns"), ('[a]\nlike = "b"', "b is no tool"),
    ('[a]\nsolve = ["{nothing}"]\nreads = "synth"', "nothing"), ('[a]\nsolve = ["x"]\npatterns = { maybe = "x" }', "maybe"),
    ('[a]\nsolve = ["x"]\npatterns = { true = "(" }', "regular"), ('[a]\nlike = "synth"\nproperties = ["beauty"]', "beauty")])
def test_what_is_not_understood(text: str, reason: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=reason) as raised:
        load_tools([path])
    assert raised.value.file == str(path)
