"""The rule that tells a change from noise, and how changes are told."""

from __future__ import annotations

import pytest
from recorded import run

from experiments.harness.records import Run
from experiments.reports.changes import Change, Comparison, Rule, compare
from experiments.reports.compare import as_markdown, as_text, ratio, totals
from experiments.reports.entries import measured


def compared(before: list[Run], after: list[Run]) -> Comparison:
    return compare(measured(before), measured(after), Rule())


def change(before: list[Run], after: list[Run]) -> Change:
    (one,) = compared(before, after).differences
    return one.change


def repeated(*walls: float) -> list[Run]:
    return [run("a", wall=wall, repeat=number) for number, wall in enumerate(walls)]


@pytest.mark.parametrize(("before", "after", "expected"), [
    ("right", "wrong", Change.WRONG), ("unknown", "wrong", Change.WRONG), ("wrong", "right", Change.RIGHTED),
    ("wrong", "timeout", Change.RIGHTED), ("wrong", "wrong", Change.SAME), ("right", "timeout", Change.LOST),
    ("right", "crash", Change.LOST), ("right", "unconfirmed", Change.LOST), ("timeout", "right", Change.GAINED),
    ("crash", "memory", Change.SAME), ("right", "right", Change.SAME)])
def test_outcomes(before: str, after: str, expected: Change) -> None:
    assert change([run("a", outcome=before)], [run("a", outcome=after)]) is expected


@pytest.mark.parametrize(("before", "after", "expected"), [
    (1.0, 2.1, Change.SLOWER), (2.1, 1.0, Change.FASTER), (1.0, 1.9, Change.SAME), (0.1, 0.5, Change.SAME),
    (0.5, 1.0, Change.SLOWER)])
def test_times_must_differ_by_a_factor_and_by_seconds(before: float, after: float, expected: Change) -> None:
    assert change(repeated(before), repeated(after)) is expected


def test_runs_that_overlap_are_noise() -> None:
    assert change(repeated(1.0, 1.1, 9.0), repeated(3.0, 3.1, 3.2)) is Change.SAME
    assert change(repeated(1.0, 1.1, 1.2), repeated(3.0, 3.1, 3.2)) is Change.SLOWER
    assert change(repeated(1.0, 5.0, 1.2), repeated(3.0, 3.1, 3.2)) is Change.SAME


def test_what_is_solved_near_the_limit_says_nothing() -> None:
    def stopped(outcome: str = "timeout", wall: float = 10.0) -> list[Run]:
        return [run("a", outcome=outcome, wall=wall)]

    assert change(repeated(6.0), stopped()) is Change.NEAR
    assert change(stopped(), repeated(6.0)) is Change.NEAR
    assert change(repeated(4.0), stopped()) is Change.LOST
    assert change(repeated(6.0), stopped("crash", 6.0)) is Change.LOST
    assert change(repeated(6.0), stopped("unknown", 1.0)) is Change.LOST
    assert change([run("a", wall=50.0, limit=60.0)], stopped()) is Change.NEAR


def test_tools_are_told_apart_and_what_is_missing_is_no_loss() -> None:
    found = compared([run("a"), run("b"), run("b", "cvc5")], [run("a", outcome="wrong"), run("b", "cvc5"), run("c")])
    assert [(one.entry.run.task, one.entry.tool, one.change) for one in found.differences] == [
        ("a", "synth", Change.WRONG), ("b", "synth", Change.MISSING), ("b", "cvc5", Change.SAME), ("c", "synth", Change.NEW)]
    assert found.worse
    assert not compared([run("b")], [run("c")]).worse


def test_slower_is_worse_and_faster_is_not() -> None:
    assert compared(repeated(1.0), repeated(3.0)).worse
    assert not compared(repeated(3.0), repeated(1.0)).worse


def test_what_is_told() -> None:
    before = [run("a", wall=1.0), run("b", wall=2.0), run("c", wall=1.0), run("d", wall=1.0)]
    after = [run("a", wall=4.0), run("b", wall=20.0), run("c", outcome="wrong"), run("d", wall=1.1)]
    found = compared(before, after)
    text = as_text(found)
    assert text.startswith("Worse: 1 wrong now, 2 slower, 1 the same.\n")
    assert text.index("Wrong now:") < text.index("Slower:")
    told = [line.split() for line in text.splitlines() if line.startswith("  synth")]
    assert told[0][:6] == ["synth", "4", "4", "3", "3", "0"]
    assert [(line[2], line[-1]) for line in told[2:]] == [("b", "10.00"), ("a", "4.00")]
    page = as_markdown(found)
    assert "| synth | own | c | right 1.00 s | wrong (solved) 1.00 s |" in page
    assert "by a factor of 2 and by 0.5 s" in page


def test_ratios() -> None:
    mean, low, high = ratio([0.5] * 10 + [2.0] * 10)
    assert mean == pytest.approx(1.0)
    assert 0.6 < low < 1.0 < high < 1.7
    assert ratio([2.0, 2.0]) == pytest.approx((2.0, 2.0, 2.0))
    assert ratio([]) == (1.0, 1.0, 1.0)
    assert ratio([0.5, 2.0, 3.0]) == ratio([0.5, 2.0, 3.0])
    (row,) = totals(compared(repeated(1.0), repeated(3.0))).rows
    assert (row["time ratio"], row["95 %"]) == ("3.00", None)
