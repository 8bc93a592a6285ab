"""The decision tree: pure, so tested without a process."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from synth import Fun, Specification, Word, fadd, spec
from synth.engines.protocol import Point, most_constants
from synth.solver.lattice import Lattice, Region, ladder, next_width, start_width, successor


@spec(width=32, operators=["add", "not"])
def plain(f: Fun[[Word], Word], x: Word):
    return f(x) == x + 1


@spec(width=32)
def nested(f: Fun[[Word], Word], x: Word):
    return f(f(x)) == x


@spec(width=32)
def involution(f: Fun[[Word], Word], g: Fun[[Word], Word], x: Word):
    return (f(g(x)) == x) & (g(x) == x + 1)


@spec(width=64)
def floating(f: Fun[[Word], Word], x: Word):
    return f(x) == fadd(x, x)


@pytest.mark.parametrize(("specification", "wanted", "start"), [
    (plain, None, 8), (plain, 4, 4), (plain, 64, 32), (nested, None, 4), (involution, None, 8), (floating, None, 16),
    (plain.with_width(6), None, 6), (plain.with_width(12), None, 8), (nested.with_width(3), None, 3)])
def test_start_width(specification: Specification, wanted: int | None, start: int) -> None:
    assert start_width(specification, wanted) == start


def test_widths_rise_to_the_target_and_no_further() -> None:
    assert ladder(plain) == (4, 8, 16, 32)
    assert ladder(floating) == (16, 32, 64)
    assert ladder(plain.with_width(24)) == (4, 8, 16, 24)
    assert [next_width(plain, w) for w in (4, 8, 9, 16, 32)] == [8, 16, 16, 32, None]


def test_successor_exhausts_the_constants_before_the_length_grows() -> None:
    # add has two operands, so that each instruction holds at most one constant
    points = [Point(0, 0, 8)]
    for _ in range(6):
        points.append(successor(plain, points[-1]))
    assert [(p.length, p.constants) for p in points] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]


def test_searched_points_cover_fewer_constants_of_the_same_length_and_width_only() -> None:
    lattice = Lattice(plain)
    lattice.record(Point(2, 1, 8))
    assert lattice.searched(Point(2, 0, 8)) and lattice.searched(Point(2, 1, 8))
    assert not any(map(lattice.searched, (Point(2, 2, 8), Point(1, 0, 8), Point(3, 0, 8), Point(2, 0, 4), Point(2, 0, 16))))


def test_a_survivor_keeps_a_searched_point_open_until_it_is_refuted() -> None:
    lattice = Lattice(plain)
    lattice.record(lattice.full(0, 8))
    lattice.record(lattice.full(1, 8))
    lattice.survive("candidate", Point(1, 1, 8))
    assert lattice.searched(Point(1, 1, 8)) and not lattice.closed(Point(1, 1, 8))
    assert lattice.closed(Point(1, 0, 8))
    assert lattice.closed_lengths(8) == (0,)
    lattice.dismiss("candidate")
    assert lattice.closed_lengths(8) == (0, 1)


def test_lengths_beyond_one_that_is_open_are_not_told() -> None:
    lattice = Lattice(plain)
    for length in (0, 2, 3):
        lattice.record(lattice.full(length, 16))
    assert lattice.closed_lengths(16) == (0,)
    lattice.record(lattice.full(1, 16))
    assert lattice.closed_lengths(16) == (0, 1, 2, 3)


def test_a_pass_over_a_candidate_that_is_refuted_later_counts_for_nothing() -> None:
    lattice, region = Lattice(plain), Region(Point(0, 0, 8), 3)
    lattice.record(lattice.full(0, 8), lattice.begin(lattice.full(0, 8)))
    over = lattice.begin(lattice.full(1, 8))
    lattice.survive("slow", Point(1, 1, 8))
    over.doubts.add("slow")
    lattice.record(lattice.full(1, 8), over)
    assert lattice.next_point(region, {}) == Point(2, 0, 8), "the search goes on meanwhile"
    lattice.dismiss("slow")
    assert lattice.closed_lengths(8) == (0,)
    assert lattice.next_point(region, {}) == Point(1, 0, 8), "what it went past is looked at again"
    lattice.record(lattice.full(1, 8), lattice.begin(lattice.full(1, 8)))
    assert lattice.closed_lengths(8) == (0, 1)


def test_a_pass_over_a_candidate_that_was_refuted_before_its_end_counts_for_nothing() -> None:
    lattice = Lattice(plain)
    over = lattice.begin(lattice.full(0, 8))
    lattice.survive("slow", Point(0, 1, 8))
    over.doubts.add("slow")
    lattice.dismiss("slow")
    lattice.record(lattice.full(0, 8), over)
    assert not lattice.searched(Point(0, 0, 8))


def test_a_pass_that_voids_leaves_what_was_shown_before() -> None:
    lattice = Lattice(plain)
    lattice.record(Point(0, 0, 8), lattice.begin(Point(0, 0, 8)))
    over = lattice.begin(Point(0, 1, 8))
    lattice.survive("slow", Point(0, 1, 8))
    over.doubts.add("slow")
    lattice.record(Point(0, 1, 8), over)
    lattice.dismiss("slow")
    assert lattice.searched(Point(0, 0, 8)) and not lattice.searched(Point(0, 1, 8))


def test_a_pass_up_to_equals_shows_nothing_while_a_shorter_length_is_open() -> None:
    """As after widening, where a length is searched before the shorter ones."""
    lattice = Lattice(plain)
    lattice.record(lattice.full(2, 16), lattice.begin(lattice.full(2, 16)))
    for length in (0, 1):
        lattice.record(lattice.full(length, 16), lattice.begin(lattice.full(length, 16)))
    assert lattice.closed_lengths(16) == (0, 1) and lattice.minimal_width(3) is None
    search, closing = Region(Point(0, 0, 16), 2), Region(Point(0, 0, 16), 2, strict=True)
    assert lattice.next_point(search, {}) is None, "for the search that was enough"
    assert lattice.next_point(closing, {}) == Point(2, 0, 16), "for a claim it is not"
    lattice.record(lattice.full(2, 16), lattice.begin(lattice.full(2, 16)))
    assert lattice.next_point(closing, {}) is None and lattice.minimal_width(3) == 16


def test_a_strict_region_repeats_nothing_that_stays_open_anyway() -> None:
    lattice, closing = Lattice(plain), Region(Point(0, 0, 8), 2, strict=True)
    lattice.record(lattice.full(0, 8), lattice.begin(lattice.full(0, 8)))
    over = lattice.begin(lattice.full(1, 8))
    lattice.survive("right at 8 bits", Point(1, 1, 8))
    over.doubts.add("right at 8 bits")
    lattice.record(lattice.full(1, 8), over)
    assert lattice.next_point(closing, {}) == Point(2, 0, 8)
    lattice.record(lattice.full(2, 8), lattice.begin(lattice.full(2, 8)))
    assert lattice.next_point(closing, {}) is None and lattice.closed_lengths(8) == (0,)


def test_minimal_width_is_the_largest_where_every_shorter_length_is_closed_with_all_constants() -> None:
    lattice = Lattice(plain)
    assert lattice.minimal_width(0) == 32
    assert lattice.minimal_width(1) is None
    for point in (lattice.full(0, 8), lattice.full(1, 8), lattice.full(0, 32), Point(1, 0, 32)):
        lattice.record(point)
    assert lattice.minimal_width(1) == 32
    assert lattice.minimal_width(2) == 8
    assert lattice.minimal_width(3) is None
    lattice.record(Point(1, 1, 32))
    assert lattice.minimal_width(2) == 32


def test_next_point_skips_what_is_searched_and_what_was_given_up() -> None:
    lattice, everywhere = Lattice(plain), Region(Point(0, 0, 8), 4)
    assert lattice.next_point(everywhere, {}) == Point(0, 0, 8)
    lattice.record(lattice.full(0, 8))
    lattice.record(Point(1, 0, 8))
    assert lattice.next_point(everywhere, {}) == Point(1, 1, 8)
    assert lattice.next_point(everywhere, {(8, 1): 1}) == Point(2, 0, 8)
    assert lattice.next_point(everywhere, {(8, 1): 1, (8, 2): 0}) == Point(3, 0, 8)
    assert lattice.next_point(everywhere, {(8, length): 0 for length in range(5)}) is None
    assert lattice.next_point(Region(Point(0, 0, 16), 4), {(8, 0): 0}) == Point(0, 0, 16)


def test_a_full_region_holds_all_constants_at_once() -> None:
    lattice, region = Lattice(plain), Region(Point(0, 0, 32), 2, full=True)
    assert lattice.next_point(region, {}) == Point(0, 1, 32)
    lattice.record(Point(0, 1, 32))
    assert lattice.next_point(region, {}) == Point(1, 1, 32)
    assert lattice.next_point(region, {(32, 1): 1, (32, 2): 2}) is None


def test_more_constants_than_make_sense_are_harmless() -> None:
    lattice = Lattice(plain)
    lattice.record(Point(0, 9, 8))
    assert lattice.next_point(Region(Point(0, 0, 8), 4), {}) == Point(1, 0, 8)


def test_a_point_in_slices_is_searched_when_all_of_them_are() -> None:
    lattice = Lattice(plain)
    for i, constants in ((0, 2), (2, 1), (0, 1)):
        lattice.record(Point(2, constants, 8, i, 3))
    assert not lattice.searched(Point(2, 0, 8)) and not lattice.searched(Point(2, 0, 8, 1, 3))
    assert lattice.searched(Point(2, 2, 8, 0, 3)) and not lattice.searched(Point(2, 2, 8, 2, 3))
    lattice.record(Point(2, 2, 8, 1, 2))
    assert not lattice.searched(Point(2, 0, 8)), "slices of another partition are others"
    lattice.record(Point(2, 2, 8, 1, 3))
    assert lattice.searched(Point(2, 1, 8)) and not lattice.searched(Point(2, 2, 8))
    assert not lattice.searched(Point(2, 1, 16))


def test_open_points_are_what_is_left_slice_by_slice() -> None:
    lattice = Lattice(plain)
    lattice.record(Point(0, 1, 8))
    lattice.record(Point(1, 1, 8, 1, 2))
    left = lattice.open_points(Region(Point(0, 0, 8), 2), {(8, 2): 1}, lambda length: 2 if length == 1 else 1)
    assert list(left) == [Point(1, 0, 8, 0, 2), Point(1, 1, 8, 0, 2), Point(2, 0, 8)]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()), max_size=12))
def test_every_point_is_visited_once(done: list[tuple[int, int, bool]]) -> None:
    lattice, given_up, visited = Lattice(plain), dict[tuple[int, int], int](), list[Point]()
    for length, constants, complete in done:
        if complete:
            lattice.record(Point(length, constants, 8))
        else:
            given_up[8, length] = constants
    while (point := lattice.next_point(Region(Point(0, 0, 8), 3), given_up)) is not None:
        assert point not in visited and not lattice.searched(point) and point.constants <= most_constants(plain, point.length)
        visited.append(point)
        lattice.record(point)
    for length in range(4):
        assert lattice.searched(lattice.full(length, 8)) or (8, length) in given_up


def test_an_early_pass_counts_once_shorter_lengths_are_closed_if_no_example_came_since() -> None:
    early, late = Lattice(plain), Lattice(plain)
    for lattice, examples in ((early, 3), (late, 4)):
        ahead = lattice.begin(lattice.full(1, 8), 3)
        lattice.record(lattice.full(1, 8), ahead)
        lattice.settle(3)
        assert lattice.closed_lengths(8) == ()
        lattice.record(lattice.full(0, 8), lattice.begin(lattice.full(0, 8), 3))
        lattice.settle(examples)
    assert early.closed_lengths(8) == (0, 1) and late.closed_lengths(8) == (0,)
