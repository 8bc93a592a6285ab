"""What decides formulas of SLH, against all heaps with few nodes: the same are satisfied, by what is said to satisfy them, and
heaps with one node more than those that suffice show nothing else.

FORMULAS=10000 in the environment asks about more formulas than there is time for each day, with `-m ""` for all parts of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from all_heaps import Space, expanded
from random_formulas import Asked, random_formula
from sampled import some

from synth.booleans import conjunction
from synth.heap.deciding import satisfiable
from synth.heap.formulas import HeapTerm, Observed, Sight
from synth.heap.outcome import Model, Unsatisfiable, Way

PARTS, DAILY = 12, 1
PER_PART = int(os.environ.get("FORMULAS", "240")) // PARTS
SECONDS = 60.0
"""For each question to the solvers, of which few take one; a busy machine may take long."""


def truth(asked: Asked) -> str:
    """What all heaps say of a formula."""
    return "unsatisfiable" if asked.space.first(asked.formula) is None else "satisfiable"


def confirmed(asked: Asked, model: Model) -> bool:
    """Whether a formula holds in the heaps without weights that a model stands for."""
    pointers = asked.formula.pointers
    own = {name: expanded(pointers, heap.labels, heap.edges) for name, heap in model.heaps.items()}
    numbers = {name: np.array([value], dtype=np.uint64) for name, value in model.numbers.items()}
    return Space(own, numbers).first(asked.formula) is not None


def answer(asked: Asked, more: int) -> str:
    """What is said of a formula, where heaps have some nodes more than they need."""
    match satisfiable(asked.formula, SECONDS, more=more, ways=tuple(Way) if more else (Way.WORDS,)):
        case Model() as model:
            return "satisfiable" if confirmed(asked, model) else f"satisfied by {model}, which is wrong"
        case Unsatisfiable():
            return "unsatisfiable"
    return "undecided"


def agree(number: int, small: bool, more: Callable[[int], tuple[int, ...]]) -> None:
    """A part of the formulas, by their seeds, with so many nodes more as `more` says of a seed."""
    said = Counter[str]()
    for seed in range(PER_PART * number, PER_PART * (number + 1)):
        asked = random_formula(seed, small)
        own = truth(asked)
        for nodes in more(seed):
            found = answer(asked, nodes)
            assert found in (own, "undecided"), f"{own} is seed {seed}, with {nodes} nodes more {found}: {asked.formula.body}"
            said[found] += 1
    assert said["undecided"] * 2 <= said.total()


@pytest.mark.slow
@pytest.mark.parametrize("number", some(range(PARTS), DAILY))
def test_what_satisfies_small_formulas_is_among_all_heaps(number: int) -> None:
    agree(number, True, lambda seed: (0,) if seed % 5 else (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", some(range(PARTS), 0))
def test_what_satisfies_formulas_is_among_all_heaps(number: int) -> None:
    agree(number, False, lambda seed: (0, 1))


@pytest.mark.parametrize(("there", "back", "satisfied"), [(7, 7, True), (5, 10, True), (7, 8, True), (8, 8, False)])
def test_cycles_have_as_many_nodes_as_words_count(there: int, back: int, satisfied: bool) -> None:
    seen, heap = Observed(), HeapTerm("h")
    lengths = [seen.word(Sight.LENGTH, heap, "x", "y") == there, seen.word(Sight.LENGTH, heap, "y", "x") == back]
    formula = seen.about(("x", "y"), 4, conjunction(lengths))
    assert isinstance(satisfiable(formula, SECONDS, ways=(Way.WORDS,)), Model) is satisfied


def test_paths_into_a_cycle_meet_where_they_do() -> None:
    """Seed 889: the cycle that an assignment closes anew has nine nodes, each of which is on the way back."""
    asked = random_formula(889, True)
    assert truth(asked) == answer(asked, 0) == "satisfiable"


@pytest.mark.parametrize("small", [False, True])
def test_many_formulas_are_satisfied_and_many_are_not(small: bool) -> None:
    said = Counter(truth(random_formula(seed, small)) for seed in range(100))
    assert min(said["satisfiable"], said["unsatisfiable"]) >= 25
