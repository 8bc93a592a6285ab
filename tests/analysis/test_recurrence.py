"""Sets of states that a run need never leave: heads, and cycles by the words that decide them."""

import time

from systems import loop

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.systems.relevance import deciding
from synth.analysis.unrolling.unrolled import Unroller
from synth.analysis.violations.recurrence import never_left, recurrence_sets
from synth.booleans import TRUE
from synth.terms import symbol
from synth.transition import Edge, Kind, Place, TransitionSystem, Variable

X, Y, N = symbol("x"), symbol("y"), symbol("n")
FOREVER = loop("x y", TRUE, {"x": X + 1})
TOGGLING = loop("x y n", X <= 1, {"x": terms.constant(1) - X, "y": Y * 3 + 1, "n": N + Y}, start={"x": terms.constant(0)})
"""x goes back and forth, while the others take new values for long."""


def test_heads_that_are_never_left() -> None:
    found = next(never_left(FOREVER, Simulator(FOREVER, 0).run().lasting, time.monotonic() + 10))
    assert found.sets == {1: TRUE} and checked(FOREVER, found, 10.0).holds
    assert not list(never_left(TOGGLING, Simulator(TOGGLING, 0).run().lasting, time.monotonic() + 10))


def test_words_that_decide() -> None:
    assert deciding(TOGGLING, TOGGLING.edges[1:2]) == ["x"]
    assert deciding(FOREVER, FOREVER.edges[1:2]) == []


def test_a_cycle_by_the_words_that_decide() -> None:
    runs = Simulator(TOGGLING, 0).run()
    found = next(recurrence_sets(TOGGLING, runs.lasting, (0, 1), time.monotonic() + 10))
    assert checked(TOGGLING, found, 10.0).holds
    assert {str(n.data) for n in terms.postorder(*found.sets.values()) if n.kind is terms.TermKind.SYMBOL} == {"x"}


def test_a_cycle_far_from_the_entry() -> None:
    """Five loops, one behind the other; only the last one can be gone round for ever."""
    variables = (Variable("x", 32), Variable("y", 32))
    places = (Place(0, Kind.ENTRY), *(Place(n, Kind.HEAD, n) for n in range(1, 7)), Place(7, Kind.EXIT))
    first = tuple(Variable(f"{v.name}0", 32) for v in variables)
    edges = [Edge(0, 1, TRUE, tuple(v.term for v in first), first)]
    for n in range(1, 6):
        edges += [Edge(n, n, Y > 0, (X, Y - 1)), Edge(n, n + 1, Y == 0, (X, Y))]
    edges += [Edge(6, 6, X == 77, (X, Y + 1)), Edge(6, 7, X != 77, (X, Y))]
    system = TransitionSystem("far", 32, variables, places, tuple(edges))
    found = next(filter(None, Unroller(system, time.monotonic() + 20).lassos()), None)
    assert found is not None and checked(system, found, 10.0).holds


def test_a_cycle_by_what_it_takes_of_choices() -> None:
    """x goes back and forth, and where it is 1 the next word depends on y, which the guard does not ask for."""
    chosen = terms.apply("ite", X == 0, terms.constant(1), terms.apply("ite", X == 1, terms.constant(0), Y))
    system = loop("x y n", (X <= 1) | (N == 3), {"x": chosen, "y": Y * 3 + 1, "n": N + 2}, start={"x": terms.constant(0)})
    found = next(recurrence_sets(system, Simulator(system, 0).run().lasting, (0, 1), time.monotonic() + 10))
    assert checked(system, found, 10.0).holds
    assert {str(n.data) for n in terms.postorder(*found.sets.values()) if n.kind is terms.TermKind.SYMBOL} == {"x"}
