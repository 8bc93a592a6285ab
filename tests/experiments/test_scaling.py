"""The model and the simulation of many workers, and a row of the table."""

from __future__ import annotations

import pytest

from experiments import scaling
from experiments.reports.table import markdown

SHARES = (3.0, 1.0, 2.0, 2.0)


@pytest.mark.parametrize(("workers", "last"), [(1, 8.4), (2, 5.2), (4, 3.1), (64, 3.1)])
def test_whoever_is_idle_takes_the_next_share(workers: int, last: float) -> None:
    assert scaling.simulated(SHARES, workers, 0.1) == pytest.approx(last)


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 64])
def test_the_bound_is_one(workers: int) -> None:
    assert scaling.simulated(SHARES, workers, 0.1) <= scaling.modelled(SHARES, workers, 0.1) + 1e-9


def test_a_row() -> None:
    row = scaling.measure(scaling.Case("p20", 3, False), 4, 1)
    assert row["seconds"] > 0 and row["memory"] > 1 and row["bound 2"] <= row["simulated 2"] * 1.001
    assert markdown(scaling.table([row])).startswith("| specification | ")
