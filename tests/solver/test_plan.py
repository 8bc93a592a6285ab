"""The phases of a search, on a clock of the test's own."""

from __future__ import annotations

import pytest
from solver_fakes import turn_off

from synth.engines.protocol import Point
from synth.engines.registry import create
from synth.solver.lattice import Lattice, Region
from synth.solver.options import COMPLETE_ENGINES, ENGINE_NAMES, Options
from synth.solver.plan import Plan


def fresh(**options: float) -> tuple[Plan, Lattice]:
    lattice = Lattice(turn_off)
    return Plan(turn_off, Options(**options), lattice), lattice


def close(lattice: Lattice, width: int, *lengths: int) -> None:
    for length in lengths:
        lattice.record(lattice.full(length, width))


def test_an_exhausted_search_goes_up_to_the_target_and_ends_there() -> None:
    plan, _ = fresh(max_length=5)
    assert plan.region == Region(Point(0, 0, 8), 5)
    plan.advance(0.0, exhausted=False)
    assert plan.region.width == 8
    for width in (16, 32):
        plan.advance(0.0, exhausted=True)
        assert (plan.region, plan.over) == (Region(Point(0, 0, width), 5), False)
    plan.advance(0.0, exhausted=True)
    assert plan.over


def test_a_raised_width_keeps_the_length() -> None:
    plan, _ = fresh()
    assert plan.raise_width(3)
    assert plan.region == Region(Point(3, 0, 16), 32)


def test_an_answer_sends_the_search_to_open_shorter_lengths_first() -> None:
    plan, lattice = fresh()
    close(lattice, 8, 0, 1)
    plan.answered(3, now=1.0)
    assert (plan.phase, plan.region) == ("shorter", Region(Point(0, 0, 8), 2, strict=True))
    plan.advance(2.0, exhausted=False)
    assert plan.phase == "shorter"
    close(lattice, 8, 2)
    plan.advance(2.0, exhausted=False)
    assert (plan.phase, plan.region) == ("minimal", Region(Point(0, 0, 32), 2, full=True, strict=True))


def test_shorter_lengths_are_left_open_after_a_while() -> None:
    plan, _ = fresh(shorter=4.0)
    plan.answered(3, now=1.0)
    plan.advance(4.9, exhausted=False)
    assert plan.phase == "shorter"
    plan.advance(5.1, exhausted=False)
    assert (plan.phase, plan.region.width) == ("minimal", 4)


def test_the_target_width_comes_first_and_smaller_gains_after_it() -> None:
    plan, lattice = fresh(minimal=8.0)
    close(lattice, 8, 0, 1)
    plan.answered(2, now=0.0)
    assert plan.region.width == 32
    plan.advance(3.9, exhausted=False)
    assert plan.region.width == 32
    plan.advance(4.1, exhausted=False)
    assert plan.region.width == 16
    close(lattice, 16, 0, 1)
    plan.advance(4.2, exhausted=False)
    assert plan.over


def test_minimal_at_the_target_is_the_end() -> None:
    plan, lattice = fresh()
    close(lattice, 8, 0)
    plan.answered(1, now=0.0)
    assert not plan.over
    close(lattice, 32, 0)
    plan.advance(0.1, exhausted=False)
    assert plan.over


def test_nothing_is_shorter_than_no_instruction() -> None:
    plan, _ = fresh()
    plan.answered(0, now=0.0)
    assert plan.over


def test_no_time_for_minimality_ends_at_once() -> None:
    plan, lattice = fresh(minimal=0.0)
    close(lattice, 8, 0, 1)
    plan.answered(2, now=3.0)
    assert plan.over


def test_a_shorter_answer_narrows_the_region_and_keeps_the_clock() -> None:
    plan, lattice = fresh(minimal=8.0)
    close(lattice, 8, 0, 1, 2)
    plan.answered(3, now=0.0)
    plan.answered(2, now=1.0)
    assert plan.region.last == 1
    plan.advance(8.1, exhausted=False)
    assert plan.over


def test_the_complete_engines_are_known_without_loading_them() -> None:
    assert {name for name in ENGINE_NAMES if type(create(name, turn_off, 0)).complete} == COMPLETE_ENGINES


@pytest.mark.parametrize(("spent", "until"), [(0.1, 2.0), (3.0, 6.0), (60.0, 20.0)])
def test_shorter_answers_are_looked_for_in_proportion(spent: float, until: float) -> None:
    for options, seconds in (({}, until), ({"shorter": 4.0}, 4.0)):
        plan, _ = fresh(**options)
        plan.answered(3, now=100.0, spent=spent)
        plan.advance(99.9 + seconds, exhausted=False)
        assert plan.phase == "shorter"
        plan.advance(100.1 + seconds, exhausted=False)
        assert plan.phase == "minimal"
