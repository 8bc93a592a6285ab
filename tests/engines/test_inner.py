"""Constants of both of two instructions, solved for at any width: against enumeration of all constants, and planted ones."""

from __future__ import annotations

import random

import numpy as np
import pytest

from synth.engines.explicit.goal import Goal, GoalSearch
from synth.engines.explicit.kernel import KernelSearch, Task
from synth.engines.explicit.portable import ArraySearch
from synth.engines.protocol import Statistics
from synth.engines.shape import equations
from synth.evaluation.arrays import run_program
from synth.evaluation.sampling import corner_batch, random_batch, rows_of
from synth.operators import LANGUAGE, Kind, Operator, operator
from synth.program import Instruction, Program
from synth.specification import Function, Specification
from synth.terms import Term, symbol

OPERATORS = tuple(op for op in LANGUAGE if op.kind is not Kind.FLOATING)
Words = np.ndarray


def found_by(task: Task) -> tuple[KernelSearch, list[Program]]:
    search = KernelSearch(task)
    while not search.finished:
        found = search.advance(1 << 40)
        if found:
            return search, found
    return search, []


def results(program: Program, inputs: Words, width: int) -> Words:
    return np.broadcast_to(run_program(program, list(inputs), width), (inputs.shape[1],)).astype(np.uint64)


def planted(rng: random.Random, width: int, operators: tuple[Operator, ...], examples: int) -> tuple[Words, Words]:
    """Inputs, and what two random instructions with random constants give."""
    words = [0, 1, (1 << width) - 1, 1 << (width - 1)]
    arity = rng.choice((1, 1, 2))
    inputs = np.array([[rng.choice((rng.choice(words), rng.randrange(1 << width), rng.randrange(1 << width)))
                        for _ in range(examples)] for _ in range(arity)], dtype=np.uint64)
    constants = tuple(rng.choice((rng.randrange(1 << width), rng.randrange(8))) % (1 << width) for _ in range(4))
    first, last = rng.choice(operators), rng.choice(operators)
    result = arity + 4
    instructions = (Instruction(first, tuple(rng.randrange(result) for _ in range(first.arity))),
                    Instruction(last, tuple(rng.choice((result, result, rng.randrange(result))) for _ in range(last.arity))))
    return inputs, results(Program(arity, constants, instructions, result + 1), inputs, width)


def is_trivial(inputs: Words, goal: Words, width: int, operators: tuple[Operator, ...]) -> bool:
    """Whether fewer instructions reach the goal: the search may leave out what equals these."""
    shorter = Task(width, 1, operators, inputs, goal, holes=True)
    return len(set(goal.tolist())) == 1 or any((goal == row).all() for row in inputs) or bool(found_by(shorter)[1])


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("width", [4, 5, 6])
def test_nothing_is_lost_that_enumeration_finds(width: int, seed: int) -> None:
    """And nothing is found that is wrong; of goals that some program reaches, and of their neighbours that hardly any does."""
    rng = random.Random(1000 * width + seed)
    for _ in range(25):
        operators = OPERATORS if rng.random() < 0.3 else tuple(sorted(rng.sample(OPERATORS, 4), key=lambda op: op.code))
        inputs, goal = planted(rng, width, operators, rng.choice((3, 5, 8, 12)))
        if rng.random() < 0.4:
            goal[rng.randrange(len(goal))] ^= np.uint64(rng.randrange(1 << width))
        task = Task(width, 2, operators, inputs, goal, constants=tuple(range(1 << width)), holes=True)
        search, found = found_by(Task(width, 2, operators, inputs, goal, holes=True, inner=True))
        assert not search.missed
        assert all((results(program, inputs, width) == goal).all() for program in found)
        if not found and found_by(task)[1]:
            assert is_trivial(inputs, goal, width, operators)


@pytest.mark.parametrize("last", OPERATORS, ids=lambda op: op.name)
@pytest.mark.parametrize("width", [9, 32, 64])
def test_planted_constants_are_found(width: int, last: Operator) -> None:
    """Behind every operator, with each operator before it; a pair that takes too long is said to be missed."""
    missed = 0
    for first in OPERATORS:
        rng = random.Random(f"{width} {first.name} {last.name}")
        inputs, goal = planted(rng, width, (first, last), 16)
        search, found = found_by(Task(width, 2, OPERATORS, inputs, goal, holes=True, inner=True))
        assert all((results(program, inputs, width) == goal).all() for program in found)
        assert found or search.missed or is_trivial(inputs, goal, width, OPERATORS)
        missed += not found and search.missed
    assert missed <= len(OPERATORS) // 8


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("width", [9, 32])
def test_pairs_in_programs_of_three(width: int, seed: int) -> None:
    """Behind an instruction without unknown constants, or before one that can be undone."""
    rng = random.Random(10 * width + seed)
    names = ("add", "mul", "xor", "and", "lshr", "sub", "or", "udiv")
    operators = tuple(map(operator, names))
    for _ in range(4):
        arity, mask = rng.choice((1, 2)), (1 << width) - 1
        inputs = np.array([[rng.randrange(1 << width) for _ in range(10)] + [0, 1, 2, mask] for _ in range(arity)], dtype=np.uint64)
        constants = tuple(rng.randrange(1, 1 << width) for _ in range(2))
        first, one, two = arity + 2, arity, arity + 1
        pair = [(rng.choice(names), one), (rng.choice(names), two)]
        if rng.random() < 0.5:
            steps = [(*pair[0], 0), (*pair[1], first), (rng.choice(("add", "sub", "xor")), 0, first + 1)]
        else:
            steps = [(rng.choice(names), 0, arity - 1), (*pair[0], first), (*pair[1], first + 1)]
        program = Program(arity, constants, tuple(Instruction(operator(n), (b, a)) for n, a, b in steps), first + 2)
        goal = results(program, inputs, width)
        search, found = found_by(Task(width, 3, operators, inputs, goal, constants=(1,), holes=True, inner=True))
        shorter = Task(width, 2, operators, inputs, goal, holes=True, inner=True)
        assert all((results(program, inputs, width) == goal).all() for program in found)
        assert found or search.missed or is_trivial(inputs, goal, width, operators) or found_by(shorter)[1]


def test_more_examples_are_learned() -> None:
    """What was found is looked at again, and the search goes on from there."""
    width, x = 32, np.array([[0, 1, 5]], dtype=np.uint64)
    more = np.array([[0, 1, 5, 77, 1 << 20, (1 << 32) - 1, 3 << 28]], dtype=np.uint64)

    def wanted(inputs: Words) -> Words:
        return np.asarray((inputs[0] * np.uint64(0x9E3779B1) & np.uint64(0xFFFFFFFF)) >> np.uint64(7))

    search = KernelSearch(Task(width, 2, OPERATORS, x, wanted(x), holes=True, inner=True))
    found = search.advance(1 << 40)
    search.learn(more, wanted(more))
    for _ in range(10_000):
        if any((results(program, more, width) == wanted(more)).all() for program in found):
            break
        found = search.advance(1 << 40)
    assert found and (results(found[0], more, width) == wanted(more)).all()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("found_with", [2, 4])
def test_nothing_is_lost_while_examples_are_learned(found_with: int, seed: int) -> None:
    """Each find is refuted by one of the other examples, as long as it can be: in the end a right one is left."""
    rng, width = random.Random(seed), 9
    for _ in range(20):
        operators = tuple(sorted(rng.sample(OPERATORS, 4), key=lambda op: op.code))
        inputs, goal = planted(rng, width, operators, 24)
        if is_trivial(inputs, goal, width, operators):
            continue
        kept = list(range(found_with))
        search = KernelSearch(Task(width, 2, operators, inputs[:, kept], goal[kept], holes=True, inner=True))
        right = False
        while not search.finished and not right:
            for program in search.advance(1 << 40):
                wrong = np.flatnonzero(results(program, inputs, width) != goal)
                right |= not len(wrong)
                kept += [int(e) for e in wrong[:1] if e not in kept]
            search.learn(inputs[:, kept], goal[kept])
        task = Task(width, 2, operators, inputs, goal, holes=True, inner=True)
        assert right or search.missed or not found_by(task)[1]


def test_points_that_are_learned_come_last() -> None:
    """Threads share programs out by the first points, which stay the same."""
    goal, search = goal_search(specification(~X & (X + 1), X))
    begun = len(goal.goal)
    before, wanted = search._points(begun, True)
    goal.learn([{"x": 0x12345678}])
    after, more = search._points(begun, True)
    assert (after[:, : before.shape[1]] == before).all() and (more[: len(wanted)] == wanted).all()
    assert after[0, before.shape[1]] == 0x12345678 and len(more) == len(wanted) + 1


def test_what_cannot_be_solved_for_is_refused() -> None:
    word = np.array([[1, 2]], dtype=np.uint64)
    for task in (Task(32, 2, OPERATORS, word, word[0], truth=True, holes=True, inner=True),
                 Task(32, 2, LANGUAGE, word, word[0], holes=True, inner=True)):
        with pytest.raises(ValueError, match="words that are given"):
            KernelSearch(task)


def specification(body: Term, *words: Term) -> Specification:
    function = Function("f", len(words))
    return Specification((function,), words, function(*words) == body, 32)


def goal_search(spec: Specification, width: int = 32) -> tuple[Goal, GoalSearch]:
    rng = np.random.default_rng(0)
    examples = [*rows_of(corner_batch(spec, width, rng, 16)), *rows_of(random_batch(spec, width, rng, 16))]
    goal = Goal.of(spec, (equations(spec) or {})["f"], [dict(row) for row in examples], width)
    return goal, GoalSearch(goal, Statistics())


X, Y = symbol("x"), symbol("y")


def test_length_two_is_closed_at_32_bits() -> None:
    """The rightmost 0 bit takes three instructions; with any constants, two do not do."""
    goal, search = goal_search(specification(~X & (X + 1), X))
    assert list(filter(None, search.programs(2, True))) == []
    assert search.finished and goal.misses_nothing(2, True)


def test_what_is_not_solved_for_closes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without compiled code; where only the truth is asked; and floating-point numbers."""
    spec = specification(~X & (X + 1), X)
    goal, search = goal_search(spec)
    monkeypatch.setattr("synth.engines.explicit.threads.searching", ArraySearch)
    assert list(filter(None, search.programs(2, True))) == []
    assert not search.finished
    assert not goal.misses_nothing(3, True)
    floats = Specification((f := Function("f", 1),), (X,), f(X) == X, 32, operators=(operator("fadd"), operator("add")))
    assert not goal_search(floats)[0].misses_nothing(2, True)


def test_only_the_points_of_a_specification_are_looked_at() -> None:
    """Where there are points, the goal says nothing elsewhere."""
    f = Function("f", 1)
    points = tuple({"x": x} for x in (1, 2, 3))
    spec = Specification((f,), (X,), f(X) == X + 1, 32, points=points)
    assert Goal.of(spec, (equations(spec) or {})["f"], [{"x": 2}], 32).probes[0].shape == (1, 0)
    assert goal_search(specification(X + Y, X, Y))[0].probes[0].shape[1] > 32
