"""What is evaluated of a certificate on real runs."""

from __future__ import annotations

from systems import HEAD, loop

from synth.analysis.certificates.kinds import Certificate, DangerInvariant, Ranking, RecurrenceSet, SafetyInvariant, Step, Trace
from synth.analysis.reports.heads import Head
from synth.analysis.reports.monitor import Fact, Monitor, monitor, telling
from synth.terms import constant, popcount, slt, symbol
from synth.transition import TransitionSystem

X, Y, K = symbol("x"), symbol("y"), symbol("k")
HERE = (1, 0)
HEADS = {HEAD: Head({"line": 1}, True, None, {"x": "x", "y": "s.y"})}
COUNT = loop("x y", slt(X, 10), {"x": X + 1, "y": Y + 1}, {"x": constant(0), "y": constant(0)}, wrong=X != Y)
IDLE = loop("x", X != 0, {"x": X - K}, inputs="k")


def made(certificate: Certificate, system: TransitionSystem = COUNT) -> Monitor:
    place = system.places[HEAD]
    assert (place.line or 0, place.column or 0) == HERE
    return monitor(system, certificate, HEADS, [HERE])


def test_each_fact_of_an_invariant_is_evaluated() -> None:
    found = made(SafetyInvariant({HEAD: (X == Y) & slt(X, 11)}))
    assert found.heads == {HERE: "synth_round(0, 0), synth_fact(0, x == s.y), synth_fact(1, x < 11)"}
    assert found.facts == (Fact(1, "the invariant x == y holds"), Fact(1, "the invariant x <= 10 holds"))
    assert (found.numbers, found.lost) == ({HERE: (0, 1)}, ())


def test_what_c_cannot_say_is_left_out() -> None:
    found = made(SafetyInvariant({HEAD: (X == Y) & (popcount(X) < 9)}))
    assert found.heads == {HERE: "synth_round(0, 0), synth_fact(0, x == s.y)"}
    assert found.lost == ("line 1: C has no popcount",)
    assert monitor(COUNT, SafetyInvariant({HEAD: X == Y}), {}, []).lost == ("line 1: x == y: it stands in a macro",)


def test_ranks_are_compared_with_those_before() -> None:
    found = made(Ranking({}, {HEAD: (constant(3), 10 - X)}))
    assert found.heads[HERE].endswith("synth_rank(0, 2, (unsigned long long[]){3U, 10U - (unsigned int)x}, synth_last_0)")
    assert found.declared == "static unsigned long long synth_last_0[3];\n"
    lost = made(Ranking({}, {HEAD: (popcount(X),)}))
    assert (lost.declared, lost.lost) == ("", ("line 1: the rank: C has no popcount",))


def test_a_rank_that_speaks_of_an_earlier_state_is_left_out() -> None:
    found = made(Ranking({}, {HEAD: (symbol("x@1") - X,)}, HEAD))
    assert found.lost == ("line 1: the rank: x@1 has no name there",)


def test_a_run_is_in_the_states_that_were_told() -> None:
    stays = RecurrenceSet((Step(0, {"x0": 7}),), {HEAD: slt(7, X)}, {1: {"k": constant(0)}})
    assert made(stays, IDLE).heads == {HERE: "synth_round(0, 0), synth_fact(0, 7 < x)"}
    fails = loop("x", X < 1, {"x": X + 1}, {"x": constant(0)}, wrong=X == 1)
    trace = made(Trace((Step(0, {}), Step(1, {}), Step(3, {}))), fails)
    assert trace.heads == {HERE: "synth_round(0, 0), synth_fact(0, (synth_visits_1++ >= 2) || ((x == 0)) || ((x == 1)))"}
    danger = DangerInvariant((Step(0, {}),), {HEAD: X <= 1}, {1: {}, 3: {}}, {HEAD: (1 - X,)})
    assert made(danger, fails).heads == {HERE: "synth_round(0, 0), synth_fact(0, (unsigned int)x <= 1U)"}


def test_loops_that_the_system_has_not_do_not_go_round() -> None:
    found = monitor(COUNT, SafetyInvariant({}), HEADS, [HERE, (7, 3)])
    assert found.heads == {HERE: "synth_round(0, 0)", (7, 3): "synth_round(1, 0)"}
    assert found.facts == (Fact(7, "the loop does not go round", 0),)


def test_words_that_may_matter() -> None:
    found = telling(COUNT, SafetyInvariant({HEAD: X <= 40}), ["if (x == 0x50 && y < 300u) ;"])
    assert {80, 79, 81, 300, 40, 41, 10, 9, (1 << 64) - 40} <= set(found)
