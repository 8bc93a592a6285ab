"""Who is there, and who goes where: without processes."""

from __future__ import annotations

import pytest

from synth import Fun, Word, spec
from synth.engines.protocol import Point
from synth.solver.engine_pool import SLICES_EACH, EnginePool, members_of
from synth.solver.lattice import Lattice, Region


@spec(width=32, operators=["add", "not"])
def plain(f: Fun[[Word], Word], x: Word):
    return f(x) == x + 1


class Machines:
    """A cluster of which only the size is asked."""

    def __init__(self, threads: int) -> None:
        self.threads = threads


REGION = Region(Point(0, 0, 8), 4)


def pool(*names: str, jobs: int) -> EnginePool:
    return EnginePool(plain, names, 0, jobs, Machines(2))  # type: ignore[arg-type]


def sent(members: EnginePool, lattice: Lattice, region: Region = REGION) -> list[Point | None]:
    """Where each member goes, one after the other."""
    for member in members.members:
        member.point = members.next_point(member, lattice, region)
    return [member.point for member in members.members]


@pytest.mark.parametrize(("names", "wanted", "members"), [
    ("explicit tables", 0, "explicit tables"),
    ("explicit tables", 4, "explicit tables explicit-2 explicit-3"),
    ("explicit bounded genetic", 8, "explicit bounded genetic explicit-2 bounded-2 genetic-2 explicit-3 bounded-3"),
    ("tables doubling", 9, "tables doubling")])
def test_each_engine_is_there_and_some_several_times(names: str, wanted: int, members: str) -> None:
    found = members_of(names.split(), wanted)
    assert [name for name, _ in found] == members.split()
    assert all(name.split("-")[0] == engine for name, engine in found)


def test_members_of_an_engine_that_closes_no_length_share_its_work() -> None:
    several = pool("structural", jobs=3)
    assert sent(several, Lattice(plain)) == [Point(0, 0, 8, i, 3) for i in range(3)]
    several.members[1].out = True
    sent(several, Lattice(plain))
    assert [m.point for m in several.members if not m.out] == [Point(0, 0, 8, i, 2) for i in range(2)], "nothing is nobody's"


def test_without_a_cluster_every_engine_is_there_once() -> None:
    alone = EnginePool(plain, ("explicit", "genetic"), 0, 1)
    assert [m.name for m in alone.members] == ["explicit", "genetic"]
    assert sent(alone, Lattice(plain)) == [Point(0, 0, 8)] * 2


def test_members_of_an_engine_go_to_different_lengths_and_share_long_ones() -> None:
    lattice, several, slices = Lattice(plain), pool("explicit", jobs=4), 4 * SLICES_EACH
    assert sent(several, lattice) == [Point(0, 0, 8), Point(1, 0, 8), Point(2, 0, 8), Point(3, 0, 8, 0, slices)]
    for length in range(3):
        lattice.record(lattice.full(length, 8))
    assert sent(several, lattice) == [Point(3, 0, 8, i, slices) for i in (1, 2, 3, 0)]
    lattice.record(Point(3, 3, 8, 2, slices))
    assert sent(several, lattice)[1] == Point(3, 0, 8, 4, slices), "whoever is done takes a slice that nobody is at"
    for i in {*range(slices)} - {0, 1, 3}:
        lattice.record(Point(3, 3, 8, i, slices))
    assert sent(several, lattice)[1] == Point(4, 0, 8, 0, slices), "nobody else takes a slice that is under way"


def test_other_engines_go_their_own_way() -> None:
    both = pool("explicit", "bounded", jobs=4)
    assert sent(both, Lattice(plain)) == [Point(0, 0, 8), Point(0, 0, 8), Point(1, 0, 8), Point(1, 0, 8)]


def test_what_a_lost_member_was_at_is_open_to_the_others() -> None:
    lattice, pair, slices = Lattice(plain), pool("explicit", jobs=2), 2 * SLICES_EACH
    for length in range(3):
        lattice.record(lattice.full(length, 8))
    first, second = pair.members
    assert sent(pair, lattice) == [Point(3, 0, 8, 0, slices), Point(3, 0, 8, 1, slices)]
    first.point, first.out = None, True
    for i in range(1, slices):
        lattice.record(Point(3, 3, 8, i, slices))
    assert pair.next_point(second, lattice, REGION) == Point(3, 0, 8, 0, slices)
    lattice.record(Point(3, 3, 8, 0, slices))
    assert pair.next_point(second, lattice, REGION) == Point(4, 0, 8, 0, slices)


def test_what_one_gave_up_is_given_up_by_all_of_its_engine() -> None:
    lattice, pair = Lattice(plain), pool("explicit", jobs=2)
    sent(pair, lattice)
    pair.members[0].give_up(Point(0, 1, 8))
    assert pair.next_point(pair.members[1], lattice, REGION) == Point(1, 0, 8)
    assert sent(pair, lattice) == [Point(2, 0, 8), Point(1, 0, 8)]


def test_nothing_is_left_where_all_of_it_is_taken() -> None:
    assert sent(pool("bounded", jobs=3), Lattice(plain), Region(Point(0, 0, 8), 1)) == [Point(0, 0, 8), Point(1, 0, 8), None]
