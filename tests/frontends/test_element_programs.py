"""Programs by chance with their arrays read by some elements. Read for proofs, a run that fails is among those that are read, and
nothing is proved; read for runs, those that do not come to a limit do what the program does.

PROGRAMS=600 in the environment asks about more programs than there is time for each day, with `-m ""` for all parts of them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest
from element_programs import made
from sampled import some

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.obligations import bounded
from synth.analysis.safety import failing_runs
from synth.analysis.searches import is_safe
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.turns import in_turns
from synth.frontends.c import load
from synth.frontends.c.load import load_text
from synth.frontends.c.translation import sparse
from synth.transition import LIMIT, TransitionSystem

PARTS, DAILY = 12, 1
PER_PART = int(os.environ.get("PROGRAMS", "96")) // PARTS
SEEN, READ = 10, 4
"""How many elements are looked at of arrays that have more than some."""
FOUND, PROVED = 20.0, 1.0
"""Seconds to find a failing run, and to search for a proof."""


def failing(first: int, count: int = PER_PART) -> Iterator[tuple[int, str, TransitionSystem]]:
    """Programs by the seeds from `first` on, whose assertion fails, as a run of them shows, and how they are read by elements."""
    for seed in range(first, first + count):
        texts = [made(seed, holds) for holds in (True, False)]
        read = [load_text(text, "elements.c") for text in texts]
        failed = [bool(Simulator(own.system, 0, rows=1).run().failing) for own in read]
        assert failed.count(True) == 1, texts[0]
        wider = read[failed.index(True)].elementwise()
        assert wider is not None
        yield seed, texts[failed.index(True)], bounded(wider.system).cautious(ends=False)


@pytest.mark.parametrize("number", some(range(PARTS), DAILY))
def test_a_run_that_fails_is_among_those_by_elements(number: int) -> None:
    for seed, text, system in failing(1000 * number):
        assert any(in_turns(*failing_runs(system, time.monotonic() + FOUND, 0))), f"seed {seed}\n{text}"


@pytest.mark.slow
@pytest.mark.parametrize("number", some(range(PARTS), 1))
def test_nothing_is_proved_of_a_program_that_fails(number: int) -> None:
    for seed, text, system in failing(1000 * number + 500, PER_PART // 2):
        for found in filter(None, is_safe(system, time.monotonic() + PROVED, 0)):
            assert not checked(system, found.certificate, 5.0).holds, f"seed {seed}: {found.certificate}\n{text}"


def ending(text: str) -> str:
    """How the run of a program without inputs that is read by the first elements of its arrays ends: "", or a place's cause."""
    system = load_text(text, "elements.c").system
    causes = {system.places[system.edges[run[-1].edge].target].cause for run in Simulator(system, 0, rows=1).run().failing}
    assert len(causes) < 2
    return next(iter(causes), "")


@pytest.mark.parametrize("number", some(range(PARTS), 1))
def test_runs_that_come_to_no_limit_do_what_the_program_does(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    followed = 0
    for seed in range(1000 * number, 1000 * number + PER_PART // 2):
        texts = [made(seed, holds) for holds in (True, False)]
        whole = ending(texts[0])
        with monkeypatch.context() as patched:
            patched.setattr(load, "_SHORT", READ)
            patched.setattr(sparse, "FIRST", SEEN)
            seen = ending(texts[0]), ending(texts[1])
        followed += LIMIT not in seen
        assert LIMIT in seen or (seen[0], not seen[1]) == (whole, bool(whole)), f"seed {seed}: {seen}, not {whole}\n{texts[0]}"
    assert 0 < followed < PER_PART // 2
