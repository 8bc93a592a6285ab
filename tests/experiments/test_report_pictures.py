"""Pictures: the same each time, with everything that they must say, and no two lines alike."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from recorded import run, sygus

from experiments.harness.records import Run
from experiments.reports.cactus import cactus, panels, spread
from experiments.reports.entries import Measured, measured
from experiments.reports.figures import Picture, styles
from experiments.reports.scatter import scatter, scatters


def some(count: int = 6, **rest: str) -> list[Run]:
    """Tasks that ours solves, each a little later than the one before; the rival solves all but the first."""
    ours = [run(f"t{number}", wall=0.5 + number, **rest) for number in range(count)]
    rival = [run(f"t{number}", "cvc5", "timeout" if number == 0 else "right", 10.0 if number == 0 else 0.3, **rest)
             for number in range(count)]
    return [*ours, *rival, run("lost", outcome="timeout", wall=10.0, **rest)]


def texts(picture: Picture) -> list[str]:
    return [text for element in ElementTree.fromstring(picture.svg).iter() if (text := (element.text or "").strip())]


def ids(picture: Picture) -> list[str]:
    return [element.attrib["id"] for element in ElementTree.fromstring(picture.svg).iter() if "id" in element.attrib]


@pytest.fixture(scope="module")
def found() -> Measured:
    return measured(some())


def test_pictures_are_the_same_each_time(found: Measured) -> None:
    assert cactus(found) == cactus(measured(reversed(some())))
    assert scatters(found) == scatters(measured(some()))


def test_lines_are_labelled_with_what_they_solve(found: Measured) -> None:
    told = texts(cactus(found))
    for text in ("synth 6/7", "cvc5 5/6", "7 tasks", "wall seconds per task", "tasks solved"):
        assert text in [" ".join(one.split()) for one in told]


def test_nothing_solved_is_drawn_too() -> None:
    nothing = measured([run("a", outcome="timeout", wall=10.0)])
    assert any("0/1" in text for text in texts(cactus(nothing)))
    assert scatters(nothing) == []


def test_a_panel_for_each_category_that_is_large_enough() -> None:
    two = [*some(suite="one"), *some(suite="two"), run("single", suite="three")]
    picture = panels(measured(two))
    assert picture is not None
    assert {"one", "two"} <= set(texts(picture)) and "three" not in texts(picture)
    assert panels(measured(some())) is None


def test_points_tell_their_task_and_edges_what_only_one_solves(found: Measured) -> None:
    (picture,) = scatters(found)
    assert picture.name == "scatter-synth-cvc5"
    told = texts(picture)
    assert "t1: synth 1.50 s, cvc5 0.30 s" in told and "t0: synth 0.50 s, cvc5 timeout" in told
    assert {"synth: 1 alone, 0 faster", "cvc5: 0 alone, 5 faster"} <= set(told)
    assert "of 6 that both were given" in picture.caption


def test_any_two_tools_can_be_held_against_each_other(found: Measured) -> None:
    assert scatter(found, "cvc5", "synth") is not None
    assert scatter(measured([run("a"), run("b", "cvc5")]), "synth", "cvc5") is None


def test_times_beyond_the_scales_are_drawn_at_their_ends() -> None:
    quick = [run(f"t{number}", tool, wall=wall) for number in range(4) for tool, wall in (("synth", 0.0), ("cvc5", 0.001))]
    assert len(scatters(measured(quick))) == 1
    assert cactus(measured(quick)).png.startswith(b"\x89PNG")


def test_ids_are_unique_on_a_page_that_holds_all(found: Measured) -> None:
    every = [name for picture in (cactus(found), *scatters(found)) for name in ids(picture)]
    assert len(every) == len(set(every))


def test_tools_are_told_apart_without_colours() -> None:
    tools = ["synth", "cvc5", "spacer", "third", "fourth", "fifth", *(f"synth-{engine}" for engine in "abcdef")]
    drawn = styles(measured([run("a", tool) for tool in tools])).values()
    assert len({style.marker for style in drawn}) == len(tools)


def test_labels_do_not_touch() -> None:
    wanted = {"a": 10.0, "b": 10.0, "c": 9.5, "d": 0.0, "e": 0.2}
    placed = spread(wanted, 1.0, 10.5)
    heights = sorted(placed.values())
    assert all(upper - lower >= 1.0 - 1e-9 for lower, upper in pairwise(heights))
    assert min(heights) >= 0.0 and max(heights) <= 10.5
    assert placed["a"] > placed["b"] > placed["c"] > placed["e"] > placed["d"]
    assert spread({"one": 3.0}, 1.0, 10.0) == {"one": 3.0}


def test_sygus_files_may_have_any_name(found: Measured) -> None:
    odd = [sygus(f"set/<{number}> & \"x\".sl", tool) for number in range(4) for tool in ("synth", "cvc5")]
    (picture,) = scatters(measured(odd))
    assert 'set/<0> & "x".sl: synth 1.00 s, cvc5 1.00 s' in texts(picture)
