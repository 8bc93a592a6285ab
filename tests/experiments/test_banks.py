"""What is measured of banks: shares of one, and the ranking of its terms."""

from __future__ import annotations

import random

from experiments import ranking, sharing
from experiments.banks import bank_of
from experiments.reports.table import markdown
from synth.engines.structural.share import Share


def test_a_row_of_shares() -> None:
    row = sharing.measure("p20", 4, 1, 100_000)
    assert row["terms"] > 100_000 and row["two threads"] > 0
    assert 100 >= row["largest of 2"] >= row["largest of 8"] > 5
    assert markdown(sharing.table([row])).startswith("| specification | ")


def test_planted_goals_are_not_easy_and_a_row() -> None:
    bank, chance = bank_of("p20", ranking.SIZE, Share()), random.Random(1)
    found = [problem for problem in (ranking.planted(bank, chance) for _ in range(30)) if problem is not None]
    assert found and not any(ranking.is_easy(bank, goal) for _, goal in found)
    assert ranking.is_easy(bank, bank.values(0)[7] ^ bank.values(0)[99])
    row = ranking.measure("p20", 2, 0.5)
    assert row["ranked"] >= row["by size"] >= 0
    assert markdown(ranking.table([row])).startswith("| bank | ")
