"""The ranking of terms by sub-goals: what counts as solved, and planted goals that are completed because of it."""

from __future__ import annotations

import numpy as np
import pytest
from banks import bank_of

from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.completions import Completions
from synth.engines.structural.deduction import Wanted
from synth.engines.structural.native import Vectors
from synth.engines.structural.ranking import JOINS, Scores, _sub_goals, scores
from synth.evaluation.arrays import run_program

POINTS = 24


def told(bank: Bank, goal: Vectors) -> Scores:
    return next(found for found in scores(bank, goal) if found is not None)


@pytest.mark.parametrize("width", [4, 5, 8, 13, 32, 64])
def test_terms_count_by_the_sub_goals_that_they_solve(width: int) -> None:
    bank, _ = bank_of(("add", "xor", "mul", "lshr", "not"), 1, width, width, 2)
    values = [[int(w) for w in row] for row in bank.form.unpack(bank.values(0))]
    terms = bank.form.unpack(bank.values(0))
    goal = (terms[20:21] * np.uint64(3) ^ terms[30:31]) & np.uint64((1 << width) - 1)
    found, wanted, count = told(bank, bank.form.pack(goal)[0]), [int(w) for w in goal[0]], len(values)
    expected = np.zeros((len(JOINS), count))
    for mask in _sub_goals(width):
        there = {tuple(w & mask for w in row) for row in values}
        for i, join in enumerate(JOINS):
            lacking = {("xor", 0): lambda g, v: g ^ v, ("add", 0): lambda g, v: g - v, ("sub", 0): lambda g, v: v - g,
                       ("sub", 1): lambda g, v: g + v}[join]
            solves = np.array([tuple(lacking(g, v) & mask for g, v in zip(wanted, row, strict=True)) in there for row in values])
            expected[i] += solves * np.log2(count / max(1, solves.sum()))
    differing = np.abs(found - expected).max(axis=0) > 0.1
    assert differing.mean() < 0.05, "but for words whose hashes happen to be in the set"
    assert expected.max() > 0


def test_masks_are_parts_of_words_at_every_width() -> None:
    for width in range(1, 65):
        masks = _sub_goals(width)
        assert all(0 < mask < (1 << width) - 1 for mask in masks)
        assert width == 1 or masks
        assert len(masks) == len(set(masks)) <= 18


def test_what_takes_a_large_term_is_completed() -> None:
    """v + (v * x ^ v >> 1), for a term v among the last of a bank: by its size, its turn would not come."""
    bank, _ = bank_of(("add", "sub", "xor", "and", "or", "mul", "lshr", "not", "neg"), 1, 8, 0, 3)
    values, x = bank.form.unpack(bank.values(0)), bank.form.unpack(bank.values(0))[0]
    row = bank.pools[0].count - 50
    v = values[row]
    goal = v + (v * x ^ v >> np.uint64(1)) & np.uint64(255)
    rank = told(bank, bank.form.pack(goal[None, :])[0]).max(axis=0)
    assert (rank > rank[row]).sum() < 600 < row
    search = Completions(bank, Wanted.exactly(bank.form, goal), (), 0)
    found = next(each for each in search.search() if each is not None)
    builder = Builder(1, 8)
    program = builder.program(search.build(found, builder))
    assert (run_program(program, [x], 8) == goal).all()
