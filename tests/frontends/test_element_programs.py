"""Programs by chance whose assertion fails, with their arrays read by elements: the failing run is among those that are read, and
nothing is proved.

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
from synth.frontends.c.load import load_text
from synth.transition import TransitionSystem

PARTS, DAILY = 12, 2
PER_PART = int(os.environ.get("PROGRAMS", "96")) // PARTS
FOUND, PROVED = 20.0, 1.0
"""Seconds to find a failing run, and to search for a proof."""


def failing(first: int) -> Iterator[tuple[int, str, TransitionSystem]]:
    """Programs by the seeds from `first` on, whose assertion fails, as a run of them shows, and how they are read by elements."""
    for seed in range(first, first + PER_PART):
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
    for seed, text, system in failing(1000 * number + 500):
        for found in filter(None, is_safe(system, time.monotonic() + PROVED, 0)):
            assert not checked(system, found.certificate, 5.0).holds, f"seed {seed}: {found.certificate}\n{text}"
