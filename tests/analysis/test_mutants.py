"""The checker against the definitions of certificates, evaluated in every state of random small programs."""

import random
from collections.abc import Iterator

import pytest
from exact import Exact
from exhaustive import Graph
from mutants import mutant
from random_systems import random_system
from sampled import some

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import Certificate, Ranking, SafetyInvariant
from synth.transition import TransitionSystem

FEWEST, MOST = 12, 60
"""States: programs that do something, with certificates that are not too long."""


def exact(seed: int, width: int) -> Iterator[tuple[TransitionSystem, Graph, bool, Certificate]]:
    """The certificates of a random program of few states, each with the verdict that it proves."""
    system = random_system(seed, width)
    graph = Graph(system)
    if FEWEST <= graph.explored().states <= MOST:
        for holds, certificate in Exact(graph).certificates():
            yield system, graph, holds, certificate


def is_one(graph: Graph, certificate: Certificate) -> bool:
    """Whether the definition of a certificate is met in every state, and its parts fit."""
    try:
        return graph.proves(certificate)
    except (KeyError, ValueError):
        return False


@pytest.mark.parametrize("solver", some(["z3", "bitwuzla"], 1))
def test_every_truth_has_a_certificate(solver: str) -> None:
    kinds = set()
    for seed in range(60):
        for system, graph, _, certificate in exact(seed, 3):
            assert graph.proves(certificate), f"seed {seed}"
            assert checked(system, certificate, 20.0, (solver,)).holds, f"seed {seed}"
            kinds.add(type(certificate))
    assert len(kinds) == 5


@pytest.mark.slow
@pytest.mark.parametrize("part", some(range(4), 1))
def test_mutants_are_accepted_where_they_are_certificates(part: int) -> None:
    """Words of fewer bits are a difference: the checker does not know that a variable's upper bits are 0."""
    rng, told = random.Random(part), {True: 0, False: 0}
    for seed in range(1000 + part, 1200, 4):
        for system, graph, holds, certificate in exact(seed, 3 + seed // 4 % 2):
            for _ in range(2):
                changed = mutant(rng, system, certificate)
                expected, result = is_one(graph, changed), checked(system, changed, 20.0).holds
                narrow = any(v.bits < system.width for v in system.variables)
                assert result is expected or (narrow and not result), f"seed {seed}: {changed}"
                assert not result or holds is isinstance(changed, (Ranking, SafetyInvariant))
                told[expected] += 1
    assert min(told.values()) >= 10
