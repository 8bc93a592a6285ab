"""What is left out of a program where only looping matters, and edges made simpler by what is known."""

import time
from dataclasses import replace

from systems import ERROR, HEAD, explored, loop

from synth import terms
from synth.analysis.certificates.checker import checked
from synth.analysis.systems.relevance import bounded_sums, light, of_looping
from synth.analysis.systems.rewriting import rewritten
from synth.analysis.termination import ranked
from synth.evaluation import integers
from synth.terms import constant, symbol
from synth.transition import Edge, Kind, Place, TransitionSystem, Variable, symbols

A, B, X, Y = (symbol(n) for n in "abxy")


def test_words_that_only_assertions_read_are_left_out() -> None:
    system = loop("x y", X != 0, {"x": X - 1, "y": Y * 3 + X}, wrong=Y == 7)
    small = of_looping(system)
    assert [v.name for v in small.variables] == ["x"]
    assert [(e.source, e.target) for e in small.edges] == [(0, HEAD), (HEAD, HEAD)]
    found = next(filter(None, ranked(system, time.monotonic() + 20, 0)))
    assert checked(system, found.certificate, 20.0).holds


def test_words_that_decide_about_looping_stay() -> None:
    system = loop("x y", X != 0, {"x": X - Y, "y": Y}, wrong=X == 7)
    assert of_looping(system) is system
    assert any(e.target == ERROR for e in of_looping(system).edges)


def test_what_a_word_becomes_where_it_does_not_matter_stays_known() -> None:
    """x decides about the first loop only, and the second one, which y decides about, sets it to a."""
    places = (Place(0, Kind.ENTRY), Place(1, Kind.HEAD, 1), Place(2, Kind.HEAD, 2), Place(3, Kind.EXIT))
    inputs = tuple(Variable(f"{n}0", 32) for n in "axy")
    edges = (Edge(0, 1, constant(True), tuple(i.term for i in inputs), inputs), Edge(1, 1, X != 0, (A, X - 1, Y)),
             Edge(1, 2, X == 0, (A, X, Y)), Edge(2, 2, Y != 0, (A, A, Y - 1)), Edge(2, 3, Y == 0, (A, X, Y)))
    system = TransitionSystem("two", 32, tuple(Variable(n, 32) for n in "axy"), places, edges)
    small = of_looping(system)
    known = {v.name for v in small.variables}
    assert all(symbols((e.guard, *e.update)) <= known | {i.name for i in e.inputs} for e in small.edges)
    found = next(filter(None, ranked(system, time.monotonic() + 20, 0)))
    assert checked(system, found.certificate, 20.0).holds


def test_words_at_the_end_do_not_matter() -> None:
    system = loop("x y", X < 5, {"x": X + 1, "y": Y ^ X}, {"x": constant(0)}, width=3)
    leaving = system.edges[-1]
    system = replace(system, edges=(*system.edges[:-1], replace(leaving, update=(Y, X))))
    small = of_looping(system)
    assert [v.name for v in small.variables] == ["x"] and len(small.edges) == 3
    assert explored(small)[0] is explored(system)[0]


def test_what_is_left_loops_as_often() -> None:
    system = loop("x y", X < 5, {"x": X + 1, "y": Y ^ X}, {"x": constant(0)}, wrong=Y == 1, width=3)
    assert explored(of_looping(system))[0] is explored(system)[0]


def test_parts_that_speak_of_few_words() -> None:
    words = [symbol(f"w{i}") for i in range(12)]
    read = words[0]
    for i, word in enumerate(words):
        read = terms.ite(i == X, word, read)
    assert light((X < 12) & (read != 0)) is (X < 12)


def test_known_equalities_are_put_in() -> None:
    system = loop("a b x y", X != Y, {"x": X + A - B - 1, "y": Y + B - A + 2})
    edge = next(e for e in system.edges if e.source == e.target == HEAD)
    simple = rewritten(edge, (A == B) & (Y == 9), 32)
    assert [repr(u) for u in simple.update[:3]] == ["a", "b", "sub(x, 1)"]
    for x in (0, 3, 2**32 - 1):
        state = {"a": 5, "b": 5, "x": x, "y": 9}
        for before, after in zip((edge.guard, *edge.update), (simple.guard, *simple.update), strict=True):
            assert integers.evaluate(before, state, {}, 32) == integers.evaluate(after, state, {}, 32)
    assert rewritten(edge, X < Y, 32) is edge


def test_the_range_of_an_input_bounds_no_sum() -> None:
    system, flag = loop("x y", (X < 90) & (Y < 7), {"x": X + 1}), Variable("flag", 1)
    variables = tuple(replace(v, signed=False) for v in system.variables)
    places = tuple(replace(p, shape="list -> a ..> null" if p.number == HEAD else "") for p in system.places)
    edges = tuple(replace(e, guard=e.guard & flag.in_range, update=(X + flag.term, Y), inputs=(flag,))
                  if e.source == e.target else e for e in system.edges)
    sums = bounded_sums(replace(system, variables=variables, places=places, edges=edges))
    assert 1 not in sums.bounds and sums.words == {"x", "y"}
