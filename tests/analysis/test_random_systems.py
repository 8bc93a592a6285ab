"""The prover on random small programs, every state of which is looked at: never a wrong verdict, and only true certificates.

PROGRAMS=300 in the environment asks about more programs than there is time for each day, with `-m ""` for all parts of them.
"""

import itertools
import os
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from exhaustive import Graph, Truth
from random_systems import SHAPES, random_system
from sampled import some
from systems import explored

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Certificate, Ranking
from synth.analysis.certificates.obligations import bounded
from synth.analysis.property import Property
from synth.analysis.searches import SIDES
from synth.analysis.verdict import decide
from synth.transition import TransitionSystem

PARTS, DAILY = 10, 1
PER_PART = int(os.environ.get("PROGRAMS", "80")) // PARTS
FEWEST, IDLE = 12, 4
"""Programs that reach fewer states say little; among so many seeds one may have a way around a loop that no run takes."""

LIKELY, UNLIKELY = 0.3, 0.03
"""Seconds for the search that can succeed, and for the one that must not."""


def programs(first: int) -> Iterator[tuple[int, Graph, Truth]]:
    """Seeds from `first` on, each with its program's graph and the truth about it."""
    for seed in itertools.count(first):
        graph = Graph(random_system(seed))
        truth = graph.explored()
        if truth.states >= FEWEST and (truth.idle == 0 or seed % IDLE == 0):
            yield seed, graph, truth


def part(number: int) -> Iterator[tuple[int, Graph, Truth]]:
    """One part of the programs."""
    return itertools.islice(programs(1000 * number), PER_PART)


def holds(truth: Truth, asked: Property) -> bool:
    return truth.ends if asked is Property.TERMINATION else truth.safe


def proved(system: TransitionSystem, asked: Property, says: bool, seconds: float) -> Certificate | None:
    """What the search for one answer brings, as far as the checker proves it."""
    search = tuple(SIDES[asked].values())[0 if says else 1]
    found = filter(None, search(bounded(system), time.monotonic() + seconds, 0))
    return next((f.certificate for f in found if checked(system, f.certificate, 2.0).holds), None)


def is_right(graph: Graph, certificate: Certificate) -> bool:
    """Whether a solver proves the certificate alone, and every state agrees; those with more words are too many."""
    more = isinstance(certificate, Ranking) and certificate.memory is not None
    return bool(checked(graph.system, certificate, 10.0, ("bitwuzla",)).holds) and (more or graph.proves(certificate))


def test_the_explorers_agree() -> None:
    small = [(graph, truth) for _, graph, truth in itertools.islice(programs(0), 120) if truth.states <= 80]
    assert len(small) > 40
    for graph, truth in small:
        assert explored(graph.system) == (truth.ends, truth.safe)


def test_the_programs_are_of_all_kinds() -> None:
    seen: Counter[object] = Counter()
    for number in range(PARTS):
        for _, graph, truth in part(number):
            seen.update([(Property.TERMINATION, truth.ends), (Property.SAFETY, truth.safe), graph.system.name])
    assert set(SHAPES) <= set(seen)
    assert all(4 * seen[asked, told] >= PARTS * PER_PART for asked in Property for told in (True, False))


@pytest.mark.slow
@pytest.mark.parametrize("number", some(range(PARTS), DAILY))
def test_no_verdict_is_wrong(number: int) -> None:
    decided = 0
    for seed, graph, truth in part(number):
        for asked in Property:
            told = holds(truth, asked)
            assert proved(graph.system, asked, not told, UNLIKELY) is None, f"seed {seed}: {asked}"
            certificate = proved(graph.system, asked, told, LIKELY)
            if certificate is not None:
                assert is_right(graph, certificate), f"seed {seed}: {certificate}"
                decided += 1
    assert 3 * decided >= 2 * PER_PART


@pytest.mark.slow
@pytest.mark.parametrize("first", some(range(50000, 50040, 10), 1))
def test_verdicts_agree_with_the_truth(first: int) -> None:
    """The same from outside, both searches in processes of their own."""
    for seed, graph, truth in itertools.islice(programs(first), 2):
        for asked in Property:
            verdict = decide(graph.system, asked, 1.0)
            assert verdict.holds in (None, holds(truth, asked)), f"seed {seed}: {verdict}"
            assert verdict.certificate is None or is_right(graph, verdict.certificate)
