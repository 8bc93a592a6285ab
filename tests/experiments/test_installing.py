"""The measure of installing: what fails is no measurement, and without a compiler none is on the path."""

from __future__ import annotations

import pathlib

import pytest
from click.testing import CliRunner

from experiments import installing


def test_every_way_is_told_apart() -> None:
    names = [way.name for way in installing.WAYS]
    assert len(set(names)) == len(names)
    assert "none of these" not in names and CliRunner().invoke(installing.main, ["--way", "none of these"]).exit_code == 2


def test_a_step_that_fails_is_no_measurement(tmp_path: pathlib.Path) -> None:
    with pytest.raises(RuntimeError, match="ended with 128: fatal"):
        installing._run(("git", "-C", str(tmp_path), "show", "nothing.git"), tmp_path, good=(0, 2))
