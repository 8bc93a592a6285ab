"""Both ways to decide a formula agree: by words that say a small heap, and kernel by kernel."""

from __future__ import annotations

import pytest

from synth.heap.deciding import satisfiable
from synth.heap.formulas import Change, Formula, HeapTerm, Observed, Sight
from synth.heap.kernels import satisfiable_by_kernels, shapes
from synth.heap.outcome import Model


def test_kernels_are_counted() -> None:
    assert [sum(1 for _ in shapes(count, freeing=False)) for count in (1, 2, 3)] == [4, 32, 416]
    assert [sum(1 for _ in shapes(count, freeing=True)) for count in (1, 2)] == [6, 56]


def reversal(apart: bool) -> Formula:
    """That a round of reversal changes the sum of the lengths of two lists, which may share nodes or are `apart`."""
    seen, before = Observed(), HeapTerm("h")
    after = before.changed(Change.LOOKUP, "t", "x").changed(Change.UPDATE, "x", "r")
    after = after.changed(Change.ASSIGN, "r", "x").changed(Change.ASSIGN, "x", "t")
    body = ~seen.holds(Sight.ALIAS, before, "x", "null")
    for pointer in ("x", "r"):
        body = body & seen.holds(Sight.PATH, before, pointer, "null")
    body = body & ~seen.holds(Sight.MEET, before, "x", "r") if apart else body
    sums = [seen.word(Sight.LENGTH, h, "x", "null") + seen.word(Sight.LENGTH, h, "r", "null") for h in (before, after)]
    return seen.about(("x", "r", "t"), 16, body & (sums[0] != sums[1]))


@pytest.mark.parametrize("apart", [False, True])
def test_both_ways_agree(apart: bool) -> None:
    for decide in (satisfiable, satisfiable_by_kernels):
        found = decide(reversal(apart), 60.0)
        assert isinstance(found, Model) is not apart, found
