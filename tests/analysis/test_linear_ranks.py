"""Linear ranks, one for each loop head, that fall as words of the machine."""

import time
from dataclasses import replace

import pytest

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Found, Ranking
from synth.analysis.property import Property
from synth.analysis.ranking.linear import LinearRanks
from synth.analysis.ranking.ranking import Ranker
from synth.analysis.ranking.samples import Samples, Way
from synth.analysis.termination import ranked
from synth.analysis.verdict import decide
from synth.booleans import TRUE
from synth.checking.validity.prover import Answer, valid
from synth.terms import Term, symbol
from synth.transition import Edge, Kind, Place, TransitionSystem, Variable

X, Y = symbol("x"), symbol("y")
HALF = (1 << 15) - 1
PLACES = (Place(0, Kind.ENTRY), Place(1, Kind.HEAD, 1), Place(2, Kind.HEAD, 2), Place(3, Kind.EXIT))


def made(signed: bool, *edges: tuple[int, int, Term, dict[str, Term]]) -> TransitionSystem:
    """Two loop heads, to which words come as they are; they begin with anything."""
    variables = tuple(Variable(n, 16, signed) for n in "xy")
    first = tuple(Variable(f"{v.name}0", 16, signed) for v in variables)
    begin = Edge(0, 1, TRUE, tuple(f.term for f in first), first)
    others = (Edge(s, t, guard, tuple(update.get(v.name, v.term) for v in variables)) for s, t, guard, update in edges)
    return TransitionSystem("made", 16, variables, PLACES, (begin, *others))


def component(system: TransitionSystem, last: bool, words: int = 2, asked: list[Term] | None = None) -> dict[int, Term] | None:
    """A component that speaks of the first words; what is `asked` of a solver is taken down."""
    def proved(claim: Term) -> Answer:
        if asked is not None:
            asked.append(claim)
        return valid(claim, 16, 5.0)

    ways = [Way(i, e, e.guard) for i, e in enumerate(system.edges) if e.source]
    samples = Samples(system, []).of(ways, [v.term for v in system.variables])
    return LinearRanks(system, system.variables[:words], ways, samples, proved, time.monotonic() + 20).component(last)


SMALL = (X < 1000) & (Y < 1000)
MOVING = made(False, (1, 2, SMALL & (X > 1), {"x": X - 2, "y": Y + 1}), (2, 1, SMALL & (Y > 0), {"x": Y, "y": X}),
              (2, 2, SMALL & (X > 0), {"x": X - 1}))
"""x + y falls where the words are not exchanged."""


def test_words_that_are_exchanged() -> None:
    found = component(MOVING, False)
    assert found is not None and found[1] is not found[2]
    assert (ranks := Ranker(MOVING, frozenset({1, 2}), {}, [], time.monotonic() + 20).ranks()) is not None
    assert checked(MOVING, Ranking({}, ranks), 20.0).holds


@pytest.mark.parametrize("signed", [False, True])
def test_what_wraps_around_is_refuted(signed: bool) -> None:
    assert component(made(signed, (1, 1, TRUE, {"x": X - 1})), True) is None


@pytest.mark.parametrize(("signed", "first", "last"), [(False, 0, 65535), (True, 32769, 32767), (True, 65000, 100)])
def test_what_counts_up_has_enough_added_soon(signed: bool, first: int, last: int) -> None:
    asked: list[Term] = []
    goes_on = terms.slt(X, last) & terms.sle(first, X) if signed else last > X
    system = made(signed, (1, 1, goes_on, {"x": X + 1}))
    found = component(system, True, 1, asked)
    assert found is not None and len(asked) <= 8
    assert checked(system, Ranking({}, {1: (found[1],)}), 20.0).holds


def test_signed_words() -> None:
    below, low = terms.slt, terms.constant(-100 % (1 << 16))
    assert component(made(True, (1, 1, below(X, Y), {"x": X + 1})), True) is None  # y - x may wrap around
    assert component(made(True, (1, 1, below(X, Y) & below(Y, 100) & below(low, X), {"x": X + 1})), True) is not None


def test_what_solvers_said_of_an_edge_serves_again_as_far_as_it_is_left() -> None:
    system = made(False, (1, 1, X > Y, {"x": terms.ite(Y > 5, X - 1, X - 2)}))
    edge, samples = system.edges[1], Samples(system, [])
    first = samples.of([Way(1, edge, edge.guard)], [v.term for v in system.variables])
    narrower = edge.guard & (X > 7)
    again = samples.of([Way(1, edge, narrower)], [v.term for v in system.variables])
    assert first and again and {s.kind for s in again} == {(1, 0), (1, 1)}
    assert all(s.words["x"] > max(7, s.words["y"]) and s.kind == (1, s.words["y"] > 5) for s in again)
    assert {tuple(s.words.items()) for s in first if s.words["x"] > 7} <= {tuple(s.words.items()) for s in again}


def lists(most: int) -> TransitionSystem:
    """Nodes that move between two lists, of which the first has at most `most` and the other none at first: how many there are
    together falls, where that does not wrap around."""
    system = made(False, (1, 2, X > 1, {"x": X - 2, "y": Y + 1}), (2, 1, Y > 0, {"x": Y, "y": X}), (2, 2, X > 0, {"x": X - 1}))
    first = symbol("x0")
    entry = Edge(0, 1, (first <= most) & (first <= HALF), (first, terms.constant(0)), (Variable("x0", 16),))
    places = tuple(replace(p, shape="x ..> null, y ..> null" if p.kind is Kind.HEAD else "") for p in system.places)
    variables = tuple(replace(v, counts=True) for v in system.variables)
    return replace(system, variables=variables, places=places, edges=(entry, *system.edges[1:]))


@pytest.mark.parametrize(("most", "holds"), [(HALF - 2, [True]), (HALF, [False, True])])
def test_how_long_lists_are_is_guessed_first(most: int, holds: list[bool]) -> None:
    system, found = lists(most), list[Found]()
    for own in filter(None, ranked(system, time.monotonic() + 20, 0)):
        found.append(own)
        if len(found) == len(holds):
            break
    assert [own.guessed for own in found] == [True, False][:len(holds)]
    assert [checked(system, own.certificate, 20.0).holds for own in found] == holds
    assert decide(system, Property.TERMINATION, 20.0).holds is True
