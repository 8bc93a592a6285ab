"""Several threads at one length: together they find what one search finds, the same every time, however fast each of them is."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np
import pytest

from synth.engines.explicit import threads
from synth.engines.explicit.kernel import KernelSearch, Task
from synth.engines.explicit.threads import Threads
from synth.evaluation.arrays import run_program
from synth.operators import operator
from synth.program import Program

OPERATORS = tuple(sorted(map(operator, ("add", "sub", "xor", "and", "mul", "lshr")), key=lambda op: op.code))


def task(points: int, length: int = 4) -> Task:
    """x + ((x ^ y) & 5) - x * y at some points."""
    x, y = np.random.default_rng(0).integers(256, size=(2, points), dtype=np.uint64)
    return Task(8, length, OPERATORS, np.array([x, y]), (x + ((x ^ y) & 5) - x * y) & 255, constants=(0, 1, 5))


def told(search: Threads, seconds: float = 1.0) -> list[list[Program]]:
    """What is told, call by call, where something is."""
    found = []
    while not search.finished:
        found.append(search.advance(seconds))
    return list(filter(None, found))


@pytest.fixture
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are many rounds."""
    monkeypatch.setattr(threads, "ROUND", 20_000)


@pytest.mark.usefixtures("short_rounds")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_threads_find_what_one_search_finds(count: int) -> None:
    one, several = told(Threads(task(2, 3))), told(Threads(task(2, 3), count))
    assert one and several
    for programs in (one, several):
        assert all((run_program(p, list(task(2).inputs), 8) == task(2).goal).all() for found in programs for p in found)


@pytest.mark.usefixtures("short_rounds")
@pytest.mark.parametrize("count", [1, 2, 4])
def test_threads_look_at_everything(count: int) -> None:
    whole = task(24, 5)
    found = [p for programs in told(Threads(whole, count)) for p in programs]
    assert found and all((run_program(p, list(whole.inputs), 8) == whole.goal).all() for p in found)


@pytest.mark.usefixtures("short_rounds")
def test_what_is_found_is_the_same_however_fast_each_thread_is(monkeypatch: pytest.MonkeyPatch) -> None:
    chance, advance = random.Random(0), KernelSearch.advance

    def late(self: KernelSearch, budget: int) -> Any:
        time.sleep(chance.random() * 0.002)
        return advance(self, budget)

    plain = told(Threads(task(2), 3))
    monkeypatch.setattr(KernelSearch, "advance", late)
    for seconds in (0.001, 0.01, 1.0):
        assert told(Threads(task(2), 3), seconds) == plain


@pytest.mark.usefixtures("short_rounds")
def test_what_is_learned_is_known_to_all_threads() -> None:
    few, all_of_it = task(2), task(24)
    search, known = Threads(few, 2), 2
    while not search.finished:
        for program in search.advance(1.0):
            wrong = np.flatnonzero(run_program(program, list(all_of_it.inputs), 8) != all_of_it.goal)
            known = max(known, int(wrong[0]) + 1 if len(wrong) else 0)
        search.learn(all_of_it.inputs[:, :known], all_of_it.goal[:known])
    assert known > 2
    assert [p for found in told(Threads(all_of_it, 2)) for p in found] == []
