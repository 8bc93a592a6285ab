"""The rates of engines, and what every measurement is told with."""

from __future__ import annotations

import pytest

from experiments import throughput
from experiments.circumstances import circumstances
from experiments.reports.table import markdown


@pytest.mark.parametrize("case", [c for c in throughput.CASES if c.width == 8], ids=lambda c: f"{c.engine}-{c.free}")
def test_throughput(case: throughput.Case) -> None:
    row = throughput.measure(case, 0.3, 1, 0)
    assert row["million/s"] > 0
    assert markdown(throughput.table([row])).startswith("| engine | ")


def test_circumstances_name_machine_versions_and_commit() -> None:
    facts = circumstances()
    assert facts.keys() == {"machine", "python", "packages", "commit", "date"}
    assert all(facts.values())
    assert all(name in facts["packages"] for name in ("z3-solver", "numpy"))


def test_what_a_bank_keeps() -> None:
    row = throughput.measure_bank(throughput.count_bits, 8, 0, most=4096)
    assert row["terms"] >= 4096
    assert row["bytes"] > row["words"] > 0
    assert markdown(throughput.bank_table([row])).startswith("| specification | ")
