"""What engines do in numpy where they are not compiled: the same as in C."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from conformance import PROBLEMS, Problem, check_solved, solve

import synth.engines.structural.bank
import synth.engines.structural.deduction
from synth.engines.explicit import search
from synth.engines.explicit.engine import Explicit
from synth.engines.explicit.kernel import KernelSearch, Task
from synth.engines.explicit.portable import ArraySearch
from synth.engines.protocol import Point, candidate_length, most_constants
from synth.engines.structural.engine import Structural
from synth.engines.structural.native import Format
from synth.engines.structural.portable import PortableBank
from synth.engines.structural.scope import applies
from synth.evaluation.arrays import Arrays, run_program
from synth.operators import WORD_OPERATORS, operator

SHARES = 3


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No library is there."""
    monkeypatch.setattr(search, "_compiled", lambda bits: False)
    for module in (synth.engines.structural.bank, synth.engines.structural.deduction):
        monkeypatch.setattr(module, "loaded", PortableBank)
    yield


def planted(chance: random.Random, emit: bool) -> Task:
    """A task that some program of its length reaches."""
    width, length = chance.choice((2, 4, 8, 16, 32, 64)), chance.choice((1, 2, 2, 3))
    points, holes = chance.choice((2, 5, 14)), chance.random() < 0.5
    ops = tuple(sorted(chance.sample(WORD_OPERATORS, 3), key=lambda op: op.code))
    inputs = np.array([[chance.getrandbits(width) for _ in range(points)] for _ in range(chance.choice((1, 2)))], dtype=np.uint64)
    constants = tuple(chance.sample(range(min(1 << width, 1000)), 2)) if holes else ()
    values = list(inputs)
    for _ in range(length):
        op = chance.choice(ops)
        extra = [np.full(points, chance.getrandbits(width), dtype=np.uint64)] if holes else []
        values.append(op(Arrays(width), *(chance.choice(values + extra) for _ in range(op.arity))))
    goal = np.array(np.broadcast_to(values[-1], (points,)), dtype=np.uint64)
    truth = not emit and chance.random() < 0.25
    return Task(width, length, ops, inputs, None if emit else (goal != 0).astype(np.uint64) if truth else goal, truth, constants,
                holes and not emit, keep_constant=not holes)


@pytest.mark.parametrize("seed", range(60))
def test_a_search_in_numpy_finds_a_program_where_the_kernel_does(seed: int) -> None:
    task = planted(random.Random(seed), False)
    compiled, own = KernelSearch(task), ArraySearch(task)
    found = [program for s in (compiled, own) for program in iter_all(s)]
    assert bool(iter_all(KernelSearch(task))) == bool(iter_all(ArraySearch(task)))
    assert task.goal is not None
    for program in found:
        value = run_program(program, list(task.inputs), task.width)
        assert np.all((value != 0) == (task.goal != 0) if task.truth else value == task.goal), program


def iter_all(searching: KernelSearch | ArraySearch) -> list[object]:
    found: list[object] = []
    while not searching.finished:
        found += searching.advance(1 << 30)
    return found


@pytest.mark.parametrize("seed", range(30))
def test_a_search_in_numpy_has_all_behaviours_that_the_kernel_has(seed: int) -> None:
    task = planted(random.Random(seed), True)
    told = []
    for made in (KernelSearch(task), ArraySearch(task)):
        rows: set[bytes] = set()
        while not made.finished:
            values, records = made.advance_values(1 << 30), made.records()
            rows |= {row.tobytes() for row in values}
            for value, record in list(zip(values, records, strict=True))[:5]:
                assert np.array_equal(run_program(made.decode(record.tobytes()), list(task.inputs), task.width), value)
        told.append(rows)
    assert told[0] == told[1]


@pytest.mark.parametrize("length", [1, 2, 3])
def test_shares_are_the_same_in_both(length: int) -> None:
    """A part of the work that is left to another process is done there, whether it is compiled or not."""
    ops = tuple(sorted(map(operator, ("add", "not", "xor", "mul")), key=lambda op: op.code))
    words = np.array([[0, 3, 5, 9, 200], [9, 5, 3, 1, 77]], dtype=np.uint64)
    for share in range(SHARES):
        rows = []
        for kind in (KernelSearch, ArraySearch):
            made, told = kind(Task(8, length, ops, words, None, constants=(1, 6), share=share, shares=SHARES)), set()
            while not made.finished:
                told |= {row.tobytes() for row in made.advance_values(1 << 30)}
            rows.append(told)
        assert rows[0] and rows[0] == rows[1]


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("problem", [p for p in PROBLEMS if Explicit.applies(p.specification)][:6], ids=str)
def test_the_explicit_engine_closes_what_is_shorter(problem: Problem) -> None:
    trace = solve(Explicit(problem.specification, 0), problem)
    assert trace.solution is not None and candidate_length(trace.solution) == problem.length
    for length in range(problem.length):
        assert Point(length, most_constants(problem.specification, length), problem.width) in trace.closed


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("problem", [p for p in PROBLEMS if applies(p.specification)][:6], ids=str)
def test_the_structural_engine_solves(problem: Problem) -> None:
    check_solved(Structural(problem.specification, 0), problem)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("width", [1, 8, 13, 64])
def test_the_bank_keeps_the_same_terms(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from synth.engines.structural.bank import Bank
    from synth.engines.structural.native import compiled
    from synth.grammar import Grammar

    grammar = Grammar.of_operators(tuple(map(operator, ("add", "and", "not", "ite"))), 2)
    inputs = np.random.default_rng(width).integers(0, 1 << 63, (2, 20), dtype=np.uint64) & np.uint64((1 << width) - 1)
    banks = []
    for loaded in (PortableBank, compiled):
        monkeypatch.setattr(synth.engines.structural.bank, "loaded", loaded)
        banks.append(Bank(grammar, inputs, Format(width, 20), (1,), 1 << 24))
        for _ in range(2):
            for _ in banks[-1].grow():
                pass
    assert banks[0].tried == banks[1].tried > 0
    assert np.array_equal(banks[0].values(0), banks[1].values(0))
