"""Both ways to decide a formula agree: by words that say a small heap, and kernel by kernel."""

from __future__ import annotations

import pytest

from synth.heap.deciding import satisfiable
from synth.heap.formulas import Change, Formula, HeapTerm, Observed, Sight
from synth.heap.kernels import satisfiable_by_kernels, shapes
from synth.heap.outcome import Model, Unsatisfiable, Way


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


def remainder(divisor: str) -> Formula:
    """That a step on a list of a length that the distance of some pointer to null divides does not take one from the remainder."""
    seen, before = Observed(), HeapTerm("h")
    length, by = (seen.word(Sight.LENGTH, before, pointer, "null") for pointer in ("x", divisor))
    behind = seen.word(Sight.LENGTH, before.changed(Change.LOOKUP, "x", "x"), "x", "null")
    body = (length != 0) & (by > 1) & (length % by == 0) & (behind % by != by - 1)
    return seen.about(("x", "y"), 8, body)


@pytest.mark.parametrize(("formula", "satisfied"), [
    (reversal(False), True), (reversal(True), False), (remainder("y"), False), (remainder("x"), False)])
def test_both_ways_agree(formula: Formula, satisfied: bool) -> None:
    for found in (satisfiable(formula, 60.0, ways=(Way.WORDS,)), satisfiable_by_kernels(formula, 60.0), satisfiable(formula, 60.0)):
        assert isinstance(found, Model) is satisfied, found
        assert satisfied or isinstance(found, Unsatisfiable)
