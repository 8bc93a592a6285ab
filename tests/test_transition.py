"""Transition systems: their loops, in the order in which runs pass them."""

from synth import terms
from synth.transition import Edge, Kind, Place, TransitionSystem, Variable

X = Variable("x", 8)


def system(kinds: list[Kind], edges: list[tuple[int, int]]) -> TransitionSystem:
    made = tuple(Edge(a, b, terms.constant(True), (X.term,)) for a, b in edges)
    return TransitionSystem("made", 8, (X,), tuple(Place(i, k) for i, k in enumerate(kinds)), made)


def test_natural_loops_hold_what_is_only_reached_through_their_heads() -> None:
    kinds = [Kind.ENTRY, Kind.HEAD, Kind.HEAD, Kind.HEAD, Kind.EXIT]
    edges = [(0, 1), (1, 2), (2, 2), (2, 1), (1, 3), (3, 3), (3, 4)]
    assert system(kinds, edges).loops == {1: frozenset({1, 2}), 2: frozenset({2}), 3: frozenset({3})}


def test_components_come_in_the_order_of_runs() -> None:
    kinds = [Kind.ENTRY, *[Kind.HEAD] * 5, Kind.EXIT]
    edges = [(0, 3), (3, 3), (3, 1), (1, 2), (2, 1), (1, 4), (4, 6), (0, 5), (5, 6)]
    assert system(kinds, edges).components == (frozenset({3}), frozenset({1, 2}))


def test_a_long_chain_of_loops_needs_no_stack() -> None:
    count = 3000
    kinds = [Kind.ENTRY, *[Kind.HEAD] * count]
    edges = [(i, i + 1) for i in range(count)] + [(i, i) for i in range(1, count + 1)]
    assert system(kinds, edges).components == tuple(frozenset({i}) for i in range(1, count + 1))


def test_places_and_edges_by_kind() -> None:
    made = system([Kind.ENTRY, Kind.HEAD, Kind.ERROR], [(0, 1), (1, 1), (1, 2)])
    assert [p.number for p in made.of_kind(Kind.ERROR)] == [2]
    assert [e.target for e in made.leaving(1)] == [1, 2]
