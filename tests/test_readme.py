"""The README is executed: its specification is solved, its transcript is what synth prints, its commands and options exist."""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
from typing import Any

import pytest

from synth.cli.exits import Exit
from synth.cli.main import front, main

ROOT = pathlib.Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
STEADY = re.compile(r"\n(checked: proved for all inputs at 32 bits by|minimal: no shorter program exists at|found:   by) .*")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.M | re.S)


def test_transcript(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """The first specification is saved under the transcript's name and solved; which engine won, and when, may differ."""
    first, shown = blocks("python")[0], blocks("console")[0]
    command, _, expected = shown.partition("\n")
    words = shlex.split(command.removeprefix("$ "))
    assert words[0] == "synth"
    (tmp_path / words[1]).write_text(first, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(words[1:]) == Exit.SOLVED
    assert STEADY.sub(r"\n\1", capsys.readouterr().out) == STEADY.sub(r"\n\1", expected)


def test_program(tmp_path: pathlib.Path) -> None:
    """The first specification is solved by a program; what that prints stands in its comment."""
    first, program = blocks("python")
    (tmp_path / "isolate.py").write_text(first, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.stdout == program.partition("# ")[2]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_transcript_of_a_replay(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """The failing program is saved under its name and proved unsafe; how it was found may differ."""
    command, _, expected = blocks("console")[1].partition("\n")
    words = shlex.split(command.removeprefix("$ "))
    (tmp_path / words[2]).write_text(blocks("c")[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(words[1:]) == Exit.NO_SOLUTION
    steady = re.compile(r"(?m)^  proved by .*$")
    assert steady.sub("", capsys.readouterr().out) == steady.sub("", expected)
    assert (tmp_path / words[-1]).is_file()


def test_every_option_and_command_exists() -> None:
    known = {name for command in front.commands.values() for parameter in command.params for name in parameter.opts}
    section = TEXT.partition("## The command line")[2].partition("\n## ")[0]
    used = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", section))
    assert used - {"--help"} <= known
    assert {words.split()[0] for words in re.findall(r"^    synth (\S.*)$", section, re.M)} - {"SPEC"} <= set(front.commands)


def test_exit_statuses_are_those_of_the_program() -> None:
    assert [int(n) for n in re.findall(r"^\| (\d+) \|", TEXT, re.M)] == [int(status) for status in Exit]


def test_files_and_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:^    |`)make (\w+)", TEXT, re.M):
        assert re.search(rf"^{target}:", makefile, re.M)
    for path in re.findall(r"\]\((?!http)([^)#]+)\)", TEXT):
        assert (ROOT / path).exists()
