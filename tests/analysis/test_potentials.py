"""Words that fall with a number added for each place, and ranks that look ahead."""

import time

import pytest
from systems import loop

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Ranking
from synth.analysis.ranking.potentials import potentials
from synth.analysis.ranking.ranking import Ranker
from synth.analysis.ranking.samples import Way
from synth.booleans import TRUE, conjunction
from synth.terms import Term, slt, symbol
from synth.transition import Edge, Kind, Place, TransitionSystem, Variable

X, Y, Z = (symbol(n) for n in "xyz")
PLACES = (Place(0, Kind.ENTRY), Place(1, Kind.HEAD, 1), Place(2, Kind.HEAD, 2), Place(3, Kind.EXIT))


def nested(names: str, *edges: tuple[int, int, Term, dict[str, Term]]) -> TransitionSystem:
    """Two loops, one within the other; words start with anything."""
    variables = tuple(Variable(n, 32, True) for n in names.split())
    first = tuple(Variable(f"{v.name}0", 32, True) for v in variables)
    begin = Edge(0, 1, TRUE, tuple(f.term for f in first), first)
    made = (Edge(s, t, guard, tuple(update.get(v.name, v.term) for v in variables)) for s, t, guard, update in edges)
    return TransitionSystem("nested", 32, variables, PLACES, (begin, *made))


UP_AND_DOWN = nested("x y", (1, 2, slt(0, X) & slt(X, 1000), {"x": X + 1, "y": terms.constant(1)}), (2, 2, slt(Y, X), {"y": Y + 1}),
                     (2, 1, terms.apply("eq", slt(Y, X), 0) & slt(0, X), {"x": X - 2}))
CATCHING_UP = nested("x y z", (1, 2, (X == Y) & slt(Z, X), {}), (2, 2, slt(Z, Y) & (X == Y), {"x": X - 1, "y": Y - 1}),
                     (2, 1, terms.apply("eq", slt(Z, Y), 0) & (X == Y), {}))


def ranked(system: TransitionSystem, ahead: bool) -> bool:
    """Whether ranks are found, which then are proved."""
    found = Ranker(system, frozenset({1, 2}), {}, [], time.monotonic() + 20, ahead).ranks()
    assert found is None or checked(system, Ranking({}, found), 20.0).holds
    return found is not None


def test_numbers_for_places() -> None:
    ways = [Way(i, e, e.guard) for i, e in enumerate(UP_AND_DOWN.edges) if e.source]
    found = [{p: repr(t) for p, t in shift.items()} for shift in potentials((X, Y), ways)]
    assert found == [{1: "add(x, 1)", 2: "x"}]


def test_a_cycle_that_raises_has_none() -> None:
    ways = [Way(0, Edge(1, 1, TRUE, (X + 1,)), TRUE), Way(1, Edge(1, 1, TRUE, (X - 1,)), TRUE)]
    assert list(potentials((X,), ways)) == []
    assert list(potentials((X,), [Way(0, Edge(1, 1, TRUE, (X * 2,)), TRUE)])) == []


def test_a_word_that_goes_up_and_further_down() -> None:
    assert ranked(UP_AND_DOWN, ahead=False)


def test_ways_that_lead_out_at_once_need_not_fall() -> None:
    assert ranked(CATCHING_UP, ahead=True)


@pytest.mark.parametrize(("guard", "update"), [
    (X != 100, {"x": X + 3}), (X != Y, {"x": X - 12345}), (terms.apply("eq", X == Y + 1, 0), {"x": X + 0xDEADBEEF}),
    ((X != Y) & (X <= 0xFFFF) & (Y <= 0xFFFF), {"x": X + 7 & 0xFFFF})])
def test_going_round_the_circle(guard: Term, update: dict[str, Term]) -> None:
    system = loop("x y", guard, update)
    found = Ranker(system, frozenset({1}), {}, [], time.monotonic() + 20).ranks()
    assert found is not None and checked(system, Ranking({}, found), 20.0).holds


def test_what_steps_over_its_end_has_no_rounds_left() -> None:
    for guard, update in ((X != 100, {"x": X + 2}), (X != Y, {"x": X + 3, "y": Y + 1})):
        system = loop("x y", guard, update)
        found = Ranker(system, frozenset({1}), {}, [], time.monotonic() + 1).ranks()
        assert found is None or checked(system, Ranking({}, found), 20.0).holds


def test_as_many_components_as_a_rank_needs() -> None:
    """One of seven words is counted down in each round, and all behind it are anything then."""
    names = [f"x{i}" for i in range(7)]
    variables = tuple(Variable(n, 32) for n in names)
    fresh = tuple(Variable(f"{n}'", 32) for n in names)
    edges = [Edge(0, 1, TRUE, tuple(f.term for f in fresh), fresh)]
    for i in range(7):
        first = conjunction([*(terms.apply("eq", symbol(n), 0) for n in names[:i]), symbol(names[i]) != 0])
        update = [*map(symbol, names[:i]), symbol(names[i]) - 1, *(f.term for f in fresh[i + 1:])]
        edges.append(Edge(1, 1, first, tuple(update), fresh[i + 1:]))
    system = TransitionSystem("digits", 32, variables, PLACES, tuple(edges))
    found = Ranker(system, frozenset({1}), {}, [], time.monotonic() + 20).ranks()
    assert found is not None and checked(system, Ranking({}, found), 20.0).holds
