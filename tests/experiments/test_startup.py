"""The measure of start-up: a table of whole commands, each beside what it cannot do without."""

from __future__ import annotations

import pathlib

import pytest
from click.testing import CliRunner

from experiments import startup


def test_a_case_is_timed() -> None:
    done = CliRunner().invoke(startup.main, ["--runs", "1", "--no-searches", "--case", "one instruction, Python"])
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert lines[0].startswith("| case | seconds | of the imports |")
    assert any(line.startswith("| one instruction, Python | ") for line in lines)


def test_a_command_that_fails_is_no_measurement(tmp_path: pathlib.Path) -> None:
    with pytest.raises(RuntimeError, match="ended with 2"):
        startup.seconds(("-m", "synth", "nothing.py"), str(tmp_path), startup.ROOT)
