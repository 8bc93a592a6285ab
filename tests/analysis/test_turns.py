"""Searches that take turns."""

import time
from collections.abc import Iterator

from synth.analysis.certificates.kinds import Found, Trace
from synth.analysis.turns import beside, in_turns, resumed

FAR = 1e9
A, B, C = (Found(Trace(()), name) for name in "abc")


def test_each_goes_on_until_it_pauses() -> None:
    assert list(in_turns(iter((A, None, B)), iter((None, C)))) == [A, None, None, B, None, C, None]
    assert list(in_turns()) == []


def test_one_that_is_left_is_taken_up_again() -> None:
    search = iter((None, A, None, B))
    assert list(resumed(search, time.monotonic())) == []
    assert list(resumed(search, time.monotonic() + FAR)) == [A, B]


def test_another_one_has_its_share_late_and_what_is_left() -> None:
    def slow() -> Iterator[Found | None]:
        time.sleep(0.05)
        yield None
        yield A

    now = time.monotonic()
    assert [f for f in beside(slow(), iter((B, C)), now + FAR, FAR, 1.0) if f] == [A, B, C]
    assert [f for f in beside(slow(), iter((B, C)), now + FAR, 0.01, 1e6) if f] == [B, C, A]
    assert [f for f in beside(slow(), iter((B, C)), now, 0.01, 1e6) if f] == [A]
