"""All heaps with few nodes: there are no others and none twice, also as kernels; and the same is seen of these as of the heaps."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator

import pytest
from all_heaps import FIRST, SINKS, Heaps, Space, all_heaps, expanded
from random_formulas import random_formula
from sampled import some

from synth.heap.formulas import FREED, NULL, Sight
from synth.heap.heaps import FREED_NODE, NULL_NODE, Heap, kernel, seen

PARTS, DAILY = 6, 1
PER_PART = int(os.environ.get("FORMULAS", "600")) // PARTS
ROWS = 5
"""In how many heaps a formula is asked about."""

CODES = {SINKS[FREED]: FREED_NODE}


def every_graph(pointers: int, most: int, sinks: list[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Pointers and successors of all graphs, the nodes that no pointer leads to left out, the others numbered from the pointers."""
    for nodes in range(most + 1):
        ends = [*sinks, *range(FIRST, FIRST + nodes)]
        for labels in itertools.product(ends, repeat=pointers):
            for behind in itertools.product(ends, repeat=nodes):
                found = {node: node for node in sinks}
                for label in labels:
                    node = label
                    while node not in found:
                        found[node] = FIRST + len(found) - len(sinks)
                        node = behind[node - FIRST]
                yield tuple(found[n] for n in labels), tuple(found[behind[n - FIRST]] for n in found if n >= FIRST)


def as_heap(heaps: Heaps, row: int) -> Heap:
    """One of many heaps, as what decides formulas has it."""
    number = [CODES.get(n, max(NULL_NODE, n + 1 - FIRST)) for n in range(heaps.successors.shape[1])]
    labels = {p: number[n] for p, n in zip(heaps.pointers, heaps.labels[row], strict=True)}
    return Heap(labels, {number[n]: (number[to], 1) for n, to in enumerate(heaps.successors[row]) if n >= FIRST})


@pytest.mark.parametrize(("pointers", "most"), [("x", 4), ("xy", 4), ("xyz", 3)])
@pytest.mark.parametrize("freeing", [False, True])
def test_each_heap_is_there_once(pointers: str, most: int, freeing: bool) -> None:
    heaps = all_heaps(tuple(pointers), most, freeing)
    sinks = list(SINKS.values()) if freeing else [SINKS[NULL]]
    sizes = heaps.seen(Sight.SIZE)
    own = [(tuple(map(int, a)), tuple(map(int, b[FIRST:FIRST + n])))
           for a, b, n in zip(heaps.labels, heaps.successors, sizes, strict=True)]
    assert len(own) == len(set(own))
    assert set(own) == set(every_graph(len(pointers), most, sinks))


@pytest.mark.parametrize(("pointers", "most"), [("x", 7), ("xy", 7), ("xyz", 6)])
@pytest.mark.parametrize("freeing", [False, True])
def test_kernels_are_small_and_tell_heaps_apart(pointers: str, most: int, freeing: bool) -> None:
    heaps = all_heaps(tuple(pointers), most, freeing)
    kernels = [kernel(as_heap(heaps, row)) for row in range(len(heaps))]
    assert len({(*own.labels.items(), *own.edges.items()) for own in kernels}) == len(heaps)
    assert max(len(own.edges) for own in kernels) == 2 * len(pointers)
    for row in range(0, len(heaps), 7):
        assert kernel(as_heap(expanded(heaps.pointers, kernels[row].labels, kernels[row].edges), 0)) == kernels[row]


@pytest.mark.parametrize("number", some(range(PARTS), DAILY))
def test_the_same_is_seen_of_kernels(number: int) -> None:
    for seed in range(PER_PART * number, PER_PART * (number + 1)):
        asked, rng = random_formula(seed), random.Random(seed)
        for _ in range(ROWS):
            one = {name: own[row:row + 1] for name, own in asked.space.heaps.items() for row in [rng.randrange(len(own))]}
            kernels = {name: kernel(as_heap(own, 0)) for name, own in one.items()}
            for name, words in Space(one, {}).words(asked.formula.observations).items():
                assert seen(asked.formula.observations[name], kernels) == words.item(), f"seed {seed}: {name} of {kernels}"
