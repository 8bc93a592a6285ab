"""Nests that are gone round a bounded number of times, whatever they start with."""

import time

from systems import HEAD, explored, loop, random_loop

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Ranking
from synth.analysis.ranking.countdown import countdown
from synth.analysis.termination import ranked
from synth.terms import constant, symbol

S, X = symbol("s"), symbol("x")
ROTATION = loop("s x", X != S, {"x": (X << 1) | (X >> 15)}, {"x": (symbol("s0") << 1) | (symbol("s0") >> 15)}, width=16)


def test_a_rotation_comes_back() -> None:
    found = countdown(ROTATION, frozenset({HEAD}), {}, 15, time.monotonic() + 20)
    assert found is not None
    assert checked(ROTATION, Ranking(*found), 20.0).holds


def test_too_few_steps_are_no_bound() -> None:
    assert countdown(ROTATION, frozenset({HEAD}), {}, 14, time.monotonic() + 20) is None


def test_what_chooses_is_left_alone() -> None:
    system = loop("x", X != 0, {"x": X & symbol("k")}, inputs="k", width=8)
    assert countdown(system, frozenset({HEAD}), {}, 9, time.monotonic() + 20) is None


def test_what_it_ranks_ends() -> None:
    ranked = 0
    for seed in range(60):
        system = random_loop(seed)
        found = countdown(system, frozenset({HEAD}), {}, 6, time.monotonic() + 20)
        if found is not None:
            ranked += 1
            assert explored(system)[0] and checked(system, Ranking(*found), 20.0).holds
    assert ranked > 5


def test_it_is_one_of_the_searches() -> None:
    found = next(filter(None, ranked(ROTATION, time.monotonic() + 30, 0)), None)
    assert found is not None and found.by in ("countdown", "ranking") and checked(ROTATION, found.certificate, 20.0).holds
    never = loop("x", X != 1, {"x": X + 2}, {"x": constant(0)}, width=8)
    assert countdown(never, frozenset({HEAD}), {}, 20, time.monotonic() + 20) is None
