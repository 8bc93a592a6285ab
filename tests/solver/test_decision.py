"""The decision tree, on a clock of the test's own."""

from __future__ import annotations

from typing import Any

import pytest
from solver_fakes import turn_off

from synth.engines.protocol import Point
from synth.engines.registry import create
from synth.solver.decision import Known, Phase, Stand, decide, first
from synth.solver.lattice import Lattice, Region
from synth.solver.options import COMPLETE_ENGINES, ENGINE_NAMES, Options


class Walk:
    """Decisions one after the other; lengths are closed by `close`."""

    def __init__(self, **options: Any) -> None:
        self.options, self.lattice = Options(**options), Lattice(turn_off)
        self.stand = first(self.options, self.lattice)

    def __call__(self, now: float = 0.0, **known: Any) -> Stand:
        """The next stand; an answer stays known."""
        self.stand = decide(self.stand, Known(now, **{"answer": self.stand.length, **known}), self.options, self.lattice)
        return self.stand

    def close(self, width: int, *lengths: int) -> None:
        for length in lengths:
            self.lattice.record(self.lattice.full(length, width))


def test_a_decision_changes_nothing_and_is_always_the_same() -> None:
    walk = Walk()
    begin, known = walk.stand, Known(1.0, exhausted=True)
    decisions = [decide(begin, known, walk.options, walk.lattice) for _ in range(2)]
    assert decisions[0] == decisions[1] != begin
    assert begin == first(walk.options, walk.lattice)


def test_an_exhausted_search_goes_up_to_the_target_and_ends_there() -> None:
    walk = Walk(max_length=5)
    assert walk.stand.region == Region(Point(0, 0, 8), 5)
    assert walk().region.width == 8
    for width in (16, 32):
        assert (walk(exhausted=True).region, walk.stand.over) == (Region(Point(0, 0, width), 5), False)
    assert walk(exhausted=True).over


def test_a_width_at_which_nothing_satisfies_is_left() -> None:
    walk = Walk()
    assert [walk(empty=True).region.width for _ in range(4)] == [16, 32, 32, 32]
    assert not walk.stand.over


def test_candidates_that_are_right_here_only_raise_the_width_and_keep_the_length() -> None:
    walk = Walk()
    assert walk(only_here=3).region == Region(Point(3, 0, 16), 32)


def test_an_answer_sends_the_search_to_open_shorter_lengths_first() -> None:
    walk = Walk()
    walk.close(8, 0, 1)
    assert walk(1.0, answer=3).phase is Phase.SHORTER
    assert walk.stand.region == Region(Point(0, 0, 8), 2, strict=True)
    assert walk(2.0).phase is Phase.SHORTER
    walk.close(8, 2)
    assert walk(2.0).phase is Phase.MINIMAL
    assert walk.stand.region == Region(Point(0, 0, 32), 2, full=True, strict=True)


def test_shorter_answers_are_looked_for_at_wider_words_too() -> None:
    walk = Walk(shorter=10.0)
    walk(answer=3)
    assert (walk(1.0, exhausted=True).phase, walk.stand.region) == (Phase.SHORTER, Region(Point(0, 0, 16), 2, strict=True))
    walk(1.0, exhausted=True)
    assert walk(1.0, exhausted=True).phase is Phase.MINIMAL


def test_shorter_lengths_are_left_open_after_a_while() -> None:
    walk = Walk(shorter=4.0)
    walk(1.0, answer=3)
    assert walk(4.9).phase is Phase.SHORTER
    assert (walk(5.1).phase, walk.stand.region.width) == (Phase.MINIMAL, 4)


def test_the_target_width_comes_first_and_smaller_gains_after_it() -> None:
    walk = Walk(minimal=8.0)
    walk.close(8, 0, 1)
    assert walk(0.0, answer=2).region.width == 32
    assert walk(3.9).region.width == 32
    assert walk(4.1).region.width == 16
    walk.close(16, 0, 1)
    assert walk(4.2).over


def test_minimal_at_the_target_is_the_end() -> None:
    walk = Walk()
    walk.close(8, 0)
    assert not walk(answer=1).over
    walk.close(32, 0)
    assert walk(0.1).over


def test_nothing_is_shorter_than_no_instruction() -> None:
    assert Walk()(answer=0).over


def test_no_time_for_minimality_ends_at_once() -> None:
    walk = Walk(minimal=0.0)
    walk.close(8, 0, 1)
    assert walk(3.0, answer=2).over


def test_engines_that_close_nothing_are_not_asked_for_shorter_lengths() -> None:
    assert Walk(engines=("genetic",))(answer=3).phase is Phase.MINIMAL


def test_a_shorter_answer_narrows_the_region_and_keeps_the_clock() -> None:
    walk = Walk(minimal=8.0)
    walk.close(8, 0, 1, 2)
    walk(0.0, answer=3)
    assert walk(1.0, answer=2).region.last == 1
    assert walk(8.1).over


def test_the_complete_engines_are_known_without_loading_them() -> None:
    assert {name for name in ENGINE_NAMES if type(create(name, turn_off, 0)).complete} == COMPLETE_ENGINES


@pytest.mark.parametrize(("spent", "until"), [(0.1, 2.0), (3.0, 6.0), (60.0, 20.0)])
def test_shorter_answers_are_looked_for_in_proportion(spent: float, until: float) -> None:
    for options, seconds in (({}, until), ({"shorter": 4.0}, 4.0)):
        walk = Walk(**options)
        walk(100.0, answer=3, spent=spent)
        assert walk(99.9 + seconds).phase is Phase.SHORTER
        assert walk(100.1 + seconds).phase is Phase.MINIMAL
