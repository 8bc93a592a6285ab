"""Several engines at one point: their slices together hold what the point holds, whatever each of them knows."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest
from conformance import PROBLEMS, Judge, Problem, points, work

from synth.engines.explicit.engine import Explicit
from synth.engines.explicit.kernel import KernelSearch, Task
from synth.engines.protocol import Point, most_constants
from synth.evaluation.arrays import Arrays, Words, run_program
from synth.operators import Operator, operator
from synth.program import Program
from synth.specification import Function, Specification
from synth.terms import Term, apply, symbol

V = TypeVar("V")
WIDTH, SLICES = 4, 3
SETS = ["add sub and", "not or shl lshr", "xor mul ashr neg", "ite ult sub"]


def engines(specification: Specification, judge: Judge) -> list[tuple[Explicit, set[int]]]:
    """One per slice, and each starts with an example of its own."""
    made = []
    for i in range(SLICES):
        engine, known = Explicit(specification, 0), {i * 5 % judge.count}
        engine.add_examples(judge.width, [judge.example(n) for n in known])
        made.append((engine, known))
    return made


def divided(crew: list[tuple[Explicit, set[int]]], judge: Judge, point: Point) -> tuple[bool, bool]:
    """Whether any slice holds a solution, and whether all were closed."""
    results = [work(engine, judge, replace(point, slice=i, slices=SLICES), known, 2000) for i, (engine, known) in enumerate(crew)]
    ends = [end for _, end, _ in results]
    for i, end in enumerate(ends):
        assert end is None or (end.point.slice, end.point.slices) == (i, SLICES)
    return any(solution is not None for solution, _, _ in results), all(end is not None and end.complete for end in ends)


@pytest.mark.parametrize("problem", [p for p in PROBLEMS if Explicit.applies(p.specification) and not p.specification.uses_floats],
                         ids=str)
def test_slices_close_what_is_shorter_and_one_finds_the_shortest(problem: Problem) -> None:
    judge, alone = Judge(problem.specification, problem.width), Explicit(problem.specification, 0)
    known = {0}
    alone.add_examples(problem.width, [judge.example(0)])
    crew = engines(problem.specification, judge)
    for point in points(problem.specification, problem.width, problem.length):
        solution, end, _ = work(alone, judge, point, known, 2000)
        found, closed = divided(crew, judge, point)
        assert (found, closed) == (solution is not None, end is not None and end.complete)
        if found:
            return


def grown(chance: random.Random, operators: Sequence[Operator], length: int, values: list[V], apply: Callable[..., V]) -> V:
    """The last value of a random program of `length` instructions, each of which uses the one before it."""
    for _ in range(length):
        op = chance.choice(operators)
        operands = [values[-1], *(chance.choice(values) for _ in range(op.arity - 1))]
        values.append(apply(op, *chance.sample(operands, len(operands))))
    return values[-1]


def planted(names: str, length: int, seed: int) -> Term:
    """A term of `length` instructions, each of which uses the one before it."""
    chance = random.Random(f"{names} {length} {seed}")
    values: list[Term | int] = [symbol("x"), symbol("y"), chance.randrange(1 << WIDTH)]
    found = grown(chance, [operator(n) for n in names.split()], length, values, lambda op, *operands: apply(op.name, *operands))
    assert isinstance(found, Term)
    return found


@pytest.mark.parametrize("names", SETS)
@pytest.mark.parametrize("seed", range(6))
def test_longer_programs_are_found_in_one_of_the_slices(names: str, seed: int) -> None:
    f, x, y = Function("f", 2), symbol("x"), symbol("y")
    specification = Specification((f,), (x, y), f(x, y) == planted(names, 4, seed), operators=tuple(map(operator, names.split())))
    judge, alone = Judge(specification, WIDTH), Explicit(specification, 0)
    known = {0}
    alone.add_examples(WIDTH, [judge.example(0)])
    crew = engines(specification, judge)
    for length in range(4 if "ite" in names else 5):
        point = Point(length, most_constants(specification, length), WIDTH)
        solution, end, _ = work(alone, judge, point, known, 2000)
        found, closed = divided(crew, judge, point)
        assert (found, closed) == (solution is not None, end is not None and end.complete), point
        if found:
            return


def test_slices_share_the_work() -> None:
    """Each looks at a part of the programs, and where they are too short to be shared the first looks at all."""
    f, x, y = Function("f", 2), symbol("x"), symbol("y")
    specification = Specification((f,), (x, y), f(x, y) == (x * y * 7 ^ (x + 5)) - y * y, width=WIDTH)
    judge = Judge(specification, WIDTH)
    everything = set(range(judge.count))
    whole, *parts = [Explicit(specification, 0) for _ in range(SLICES + 1)]
    for engine in (whole, *parts):
        engine.add_examples(WIDTH, [judge.example(n) for n in everything])
    for length in (2, 3):
        looked = [engine.statistics.candidates for engine in (whole, *parts)]
        work(whole, judge, Point(length, 0, WIDTH), everything, 2000)
        for i, engine in enumerate(parts):
            work(engine, judge, Point(length, 0, WIDTH, i, SLICES), everything, 2000)
        alone, *counts = [e.statistics.candidates - before for e, before in zip((whole, *parts), looked, strict=True)]
        assert counts == [alone, 0, 0] if length == 2 else all(0 < count < alone * 2 / 3 for count in counts), (alone, counts)


def beginnings(inputs: list[int], share: int) -> set[tuple[tuple[int, ...], ...]]:
    """The first two instructions of the programs of three instructions in one share, where x and y have these words."""
    ops = tuple(sorted(map(operator, ("add", "sub", "xor", "mul")), key=lambda op: op.code))
    words = np.array([inputs, inputs[::-1]], dtype=np.uint64)
    search, found = KernelSearch(Task(WIDTH, 3, ops, words, None, constants=(1, 6), share=share, shares=SLICES)), set()
    while not search.finished:
        search.advance_values(100_000)
        made = (solution.instruction[:2] for solution in search._solutions[:len(search.records())])
        found |= {tuple((i.op, *i.operand[:i.arity]) for i in instructions) for instructions in made}
    return found


def test_a_share_is_the_same_whatever_the_examples() -> None:
    """What one engine leaves to another, that one must look at, although it knows other examples."""
    examples = [0, 3, 5, 9], [7, 1, 2, 14, 11, 4], [13, 2, 6]
    knowing = [[beginnings(inputs, i) for i in range(SLICES)] for inputs in examples]
    for i in range(SLICES):
        own = set.union(*(shares[i] for shares in knowing))
        others = set.union(*(shares[j] for shares in knowing for j in range(SLICES) if j != i))
        assert own and not own & others


def found_by(task: Task, more: tuple[Words, Words] | None = None) -> list[Program]:
    """All that a search tells, which learns more inputs and goals before it begins."""
    search, found = KernelSearch(task), list[Program]()
    if more is not None:
        search.learn(*more)
    while not search.finished:
        found += search.advance(2_000)
    return found


@pytest.mark.parametrize(("length", "seed", "number", "most"), [(3, 989, 5, 3), (3, 1489, 5, 3), (4, 210, 5, 2), (4, 1195, 5, 2),
                                                                (4, 633, 3, 3), (4, 1213, 3, 3), (5, 483, 5, 2)])
def test_parts_miss_nothing_that_examples_from_elsewhere_tell_apart(length: int, seed: int, number: int, most: int) -> None:
    """An instruction may be left out for another one of equal values only if nobody looks at that one with more examples."""
    chance = random.Random(f"{length} {seed}")
    operators = [operator(n) for n in chance.sample(["add", "sub", "and", "or", "xor", "shl", "lshr", "not", "ult", "mul"], number)]
    inputs = np.random.default_rng(seed).integers(0, 1 << 8, (2, 12), dtype=np.uint64)
    goal = grown(chance, operators, length, list(inputs), lambda op, *words: np.asarray(op(Arrays(8), *words)))
    task = Task(8, length, tuple(operators), inputs[:, :most], goal[:most], keep_constant=True)
    for parts, first in itertools.product(("slices", "shares"), range(2)):
        one, other = (replace(task, **{parts: 2, parts[:-1]: part}) for part in (first, 1 - first))
        found = [*found_by(one), *found_by(other, (inputs, goal))]
        assert any((run_program(p, list(inputs), 8) == goal).all() for p in found), (parts, first)
