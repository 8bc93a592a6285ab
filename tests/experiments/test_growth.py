"""The families of problems whose cost is measured as they grow."""

from __future__ import annotations

import pathlib

import pytest
from click.testing import CliRunner

from experiments import growth
from synth import solve
from synth.frontends.c.load import load_text


@pytest.mark.parametrize("name", [n for n, family in growth.FAMILIES.items() if family.suffix == ".c"])
def test_programs_of_each_size_are_read(name: str) -> None:
    family = growth.FAMILIES[name]
    small, large = (load_text(family.problem(size), "made.c").system for size in family.sizes[:2])
    assert len(small.components) == (3 if family.size == "elements" else 1)
    assert len(large.variables) + len(large.places) + len(large.edges) > 0


def test_specifications_have_the_answers_that_they_are_made_for(tmp_path: pathlib.Path) -> None:
    for name, size in (("unknown functions", 2), ("examples", 10)):
        family = growth.FAMILIES[name]
        file = tmp_path / f"made{family.suffix}"
        file.write_text(family.problem(size), encoding="utf-8")
        assert solve(str(file), timeout=30).status == "solved"


def test_the_exponent_is_the_slope_of_the_last_points() -> None:
    assert growth.exponent([(1, 9.0), (10, 1.0), (100, 100.0), (1000, 10000.0)]) == pytest.approx(2.0)
    assert growth.exponent([(1, 1.0), (2, 2.0)]) is None


def test_a_family_is_measured_and_drawn(tmp_path: pathlib.Path) -> None:
    done = CliRunner().invoke(growth.main, ["--family", "unknown functions", "--most", "1", "--pictures", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "| unknown functions | functions | 1: " in done.output
    assert sorted(f.name for f in tmp_path.iterdir()) == ["growth-sizes.png", "growth-sizes.svg"]


def test_what_is_not_answered_in_time_ends_a_family() -> None:
    found = growth.grown(growth.FAMILIES["loops in sequence"], 0.01, 1, None)
    assert found == [(1, None)]
