"""The explicit engine: its kernel's completeness against an exhaustive search of all functions, and its conformance."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from operator import and_

import numpy as np
import pytest
from conformance import IN_GRAMMARS, PROBLEMS, Judge, Problem, check_minimal, points, solve, work
from grammars import CONDITIONS, FLAT, NARROW, TRICKS, first_solution, random_flat, reachable, rule
from sampled import some

from synth.engines.explicit.engine import Explicit
from synth.engines.explicit.flat import flattened
from synth.engines.explicit.goal import Goal, GoalSearch
from synth.engines.explicit.kernel import KernelSearch, Task
from synth.engines.explicit.portable import ArraySearch
from synth.engines.protocol import Exhausted, Point, Statistics, candidate_length, most_constants
from synth.engines.shape import equations, sites
from synth.evaluation.arrays import Arrays, run_program
from synth.evaluation.integers import Integers
from synth.grammar import Grammar, NonTerminal, Rule
from synth.operators import WORD_OPERATORS, operator
from synth.program import Instruction, Program
from synth.specification import Function, Specification
from synth.terms import Term, ite, symbol

WIDTH = 2
POINTS = 1 << WIDTH
FUNCTIONS = POINTS ** POINTS  # every function of one word, as a number in base 4

SETS = ["add sub and", "ite eq neg", "udiv urem xor", "sdiv srem not", "shl lshr ashr or", "min max mul", "ult ule slt sle",
        "implies neq and", "ite add ult", "sub ite shl"]


def beyond(problem: Problem) -> bool:
    """Calls whose arguments hold calls, floating point of 8 bits, and grammars that are more than a set of operators."""
    spec = problem.specification
    return not Explicit.applies(spec) or spec.uses_floats or any(sites(spec, f) is None for f in spec.exists)


def tables(value: np.ndarray) -> np.ndarray:
    """Functions as rows of their values."""
    return np.stack([value // POINTS**i % POINTS for i in range(POINTS)], axis=-1).astype(np.uint64)


def numbers(rows: np.ndarray) -> np.ndarray:
    return (rows.astype(np.int64) * POINTS ** np.arange(POINTS)).sum(axis=-1)


def minimal_lengths(names: str, longest: int) -> np.ndarray:
    """The least length of a straight-line program, any constants, for each of the 256 functions; `longest` + 1 beyond."""
    ops = [operator(n) for n in names.split()]
    leaves = np.concatenate([numbers(np.arange(POINTS)[None, :]), numbers(np.arange(POINTS)[:, None].repeat(POINTS, 1))])
    least = np.full(FUNCTIONS, longest + 1)
    least[leaves] = 0
    states = np.zeros((1, 0), dtype=np.int64)
    every = tables(np.arange(FUNCTIONS))
    domain = Arrays(WIDTH)
    pairs = {op: numbers(op(domain, every[:, None], every[None, :])) for op in ops if op.arity == 2}
    singles = {op: numbers(op(domain, every)) for op in ops if op.arity == 1}
    for length in range(1, longest + 1):
        operands = [states[:, i] for i in range(states.shape[1])] + [np.full(len(states), leaf) for leaf in leaves]
        results = [singles[op][a] for op in singles for a in operands]
        results += [pairs[op][a, b] for op in pairs for a, b in itertools.product(operands, repeat=2)]
        if operator("ite") in ops:
            results += [numbers(np.where(every[a] != 0, every[b], every[c])) for a, b, c in itertools.product(operands, repeat=3)]
        for result in results:
            least[result[least[result] > length]] = length
        grown = np.concatenate([np.column_stack([states, r]) for r in results])
        if length < longest:
            states = np.unique(np.sort(grown, axis=1), axis=0)
    return least


def shortest(goal: np.ndarray, names: str, longest: int, truth: bool = False) -> int:
    ops = tuple(sorted((operator(n) for n in names.split()), key=lambda op: op.code))
    f, x = Function("f", 1), symbol("x")
    spec = Specification((f,), (x,), f(x) == x, operators=ops)
    held = Goal(spec, (equations(spec) or {})["f"], WIDTH, np.arange(POINTS, dtype=np.uint64)[None], goal)
    if truth:
        predicate = Function("f", 1, predicate=True)
        spec = Specification((predicate,), (x,), predicate(x) == (x < 2), operators=ops)
        held = Goal(spec, (equations(spec) or {})["f"], WIDTH, np.arange(POINTS, dtype=np.uint64)[None], goal)
    for length in range(longest + 1):
        for found in GoalSearch(held, Statistics()).programs(length, True):
            if found is not None:
                result = run_program(found, [np.arange(POINTS, dtype=np.uint64)], WIDTH) + goal * np.uint64(0)
                assert np.array_equal(result != 0, goal != 0) if truth else np.array_equal(result, goal)
                assert found.length <= length
                return length
    return longest + 1


@pytest.mark.parametrize("names", SETS)
def test_the_shortest_program_of_every_function_is_found(names: str) -> None:
    longest = 2 if "ite" in names else 3
    least = minimal_lengths(names, longest)
    chosen = np.random.default_rng(len(names)).permutation(FUNCTIONS)[:60]
    for number in chosen.tolist():
        goal = tables(np.array(number))
        assert shortest(goal, names, longest) == least[number], f"function {number} over {names}"


@pytest.mark.parametrize("names", ["add sub and", "ite eq neg", "ult ule slt sle", "udiv urem xor"])
def test_the_shortest_predicate_is_found(names: str) -> None:
    least = minimal_lengths(names, 2)
    truths = tables(np.arange(FUNCTIONS)) != 0
    for wanted in itertools.product([0, 1], repeat=POINTS):
        goal = np.array(wanted, dtype=np.uint64)
        best = least[(truths == (goal != 0)).all(axis=1)].min()
        assert shortest(goal, names, 2, truth=True) == best


@pytest.mark.parametrize("width", [8, 32, 64])
@pytest.mark.parametrize("op", [op for op in WORD_OPERATORS if op.arity == 2], ids=str)
def test_a_constant_of_the_last_instruction_is_solved_for(width: int, op: object) -> None:
    rng = np.random.default_rng(width)
    mask = (1 << width) - 1
    words = rng.integers(0, 1 << 63, (1, 16), dtype=np.uint64) >> rng.integers(0, width, (1, 16), dtype=np.uint64) & np.uint64(mask)
    for constant, left in itertools.product([1, 2, 3, 5, width - 1, mask, mask >> 1, 0x5B & mask], [False, True]):
        k = np.full(16, constant, dtype=np.uint64)
        goal = op(Arrays(width), k, words[0]) if left else op(Arrays(width), words[0], k)  # type: ignore[operator]
        if (goal == goal[0]).all() or np.array_equal(goal, words[0]):
            continue
        search = KernelSearch(Task(width, 1, (op,), words, goal, holes=True))  # type: ignore[arg-type]
        found = search.advance(1000)
        assert found, f"{op} with {constant} on the {'left' if left else 'right'}"
        assert all(np.array_equal(run_program(p, list(words), width), goal) for p in found)


def test_a_search_resumes_behind_what_it_told() -> None:
    f, x, y = Function("f", 2), symbol("x"), symbol("y")
    spec = Specification((f,), (x, y), f(x, y) == ite(x < y, y, x))
    goal = Goal.of(spec, (equations(spec) or {})["f"], [{"x": 3, "y": 200}, {"x": 9, "y": 4}], 8)
    told = []
    for program in GoalSearch(goal, Statistics()).programs(2, False):
        if program is not None:
            assert goal.reached(program)
            told.append(program)
            goal.learn([{"x": 17 * len(told) % 256, "y": 91 * len(told) % 256}])
    assert len(told) == len(set(told)) > 0
    assert all(goal.reached(p) for p in told[-1:])


@pytest.mark.parametrize("kind", [KernelSearch, ArraySearch])
@pytest.mark.parametrize("op", [op for op in WORD_OPERATORS if op.arity == 2], ids=str)
def test_a_constant_is_solved_for_where_only_zeros_are_told(op: object, kind: type[KernelSearch | ArraySearch]) -> None:
    chance = random.Random(op.code)  # type: ignore[attr-defined]
    for trial in range(80):
        width, count = chance.choice((4, 9, 16, 32, 64)), chance.choice((2, 3, 6))
        mask = (1 << width) - 1
        corners = [v & mask for v in (0, 1, 2, 4, 6, 12, 24, mask, mask >> 1, (mask >> 1) + 1)]
        words = [chance.choice(corners) if chance.random() < 0.5 else chance.getrandbits(width) >> chance.randrange(width)
                 for _ in range(count + 1)]
        inputs, constant = np.array([words[:-1]], dtype=np.uint64), np.full(count, words[-1], dtype=np.uint64)
        operands = (inputs[0], constant) if trial % 2 else (constant, inputs[0])
        goal = (np.broadcast_to(op(Arrays(width), *operands), (count,)) != 0).astype(np.uint64)  # type: ignore[operator]
        found = kind(Task(width, 1, (op,), inputs, goal, truth=True, holes=True)).advance(1 << 30)  # type: ignore[arg-type]
        assert found, (width, words)
        assert all(np.array_equal(run_program(p, list(inputs), width) + 0 * goal != 0, goal != 0) for p in found)


@pytest.mark.parametrize("width", [4, 8, 32])
@pytest.mark.parametrize("op", [op for op in WORD_OPERATORS if op.arity == 2], ids=str)
def test_necessary_conditions_for_a_constant_leave_out_no_word(width: int, op: object) -> None:
    """The constant of a last instruction on -x, whatever that is: lanes are judged by pairs of points before one is solved for."""
    rng, ops = np.random.default_rng(width), tuple(sorted((operator("neg"), op), key=lambda o: o.code))  # type: ignore[attr-defined]
    mask, domain = np.uint64((1 << width) - 1), Arrays(width)
    corners = np.array([0, 1, 2, mask, mask >> np.uint64(1), (mask >> np.uint64(1)) + np.uint64(1)], dtype=np.uint64)
    for trial in range(100):
        drawn = rng.integers(0, 1 << 63, 6, dtype=np.uint64) >> rng.integers(0, width, 6, dtype=np.uint64) & mask
        drawn = np.where(rng.random(6) < trial % 4 / 4, rng.choice(corners, 6), drawn)
        words, constant = drawn[None, :5], drawn[5:].repeat(5)
        operands = (domain.negated(words[0]), constant)
        goal = np.array(op(domain, *operands[::1 if trial % 2 else -1]), dtype=np.uint64)  # type: ignore[operator]
        if any((goal == row).all() for row in (goal[0], words[0], domain.negated(words[0]))):
            continue
        task = Task(width, 2, ops, words, goal, constants=tuple(range(1 << width)) if width <= 8 else (), holes=True)
        assert any(KernelSearch(replace(task, length=n)).advance(1 << 40) for n in (1, 2)), (words, constant, goal)


def planted(chance: random.Random) -> tuple[Task, int]:
    """A task over all constants of its width that some program of at most so many instructions reaches."""
    width, arity, length = chance.choice((3, 4, 8, 8)), chance.choice((1, 2)), chance.choice((2, 3, 3))
    points = chance.choice((3, 5, 16))
    ops = tuple(sorted(chance.sample(WORD_OPERATORS, 3), key=lambda op: op.code))
    inputs = np.array([[chance.getrandbits(width) for _ in range(points)] for _ in range(arity)], dtype=np.uint64)
    values = list(inputs)
    for _ in range(length):
        op = chance.choice(ops)
        known = [*values, values[-1], values[-1], *(np.full(points, chance.getrandbits(width), dtype=np.uint64) for _ in range(2))]
        values.append(np.array(np.broadcast_to(op(Arrays(width), *chance.choices(known, k=op.arity)), (points,)), dtype=np.uint64))
    constants = tuple(chance.sample(range(1 << width), 1 << width))
    return Task(width, 0, ops, inputs, values[-1], constants=constants, holes=True), length


@pytest.mark.parametrize("seed", range(50))
def test_a_planted_program_with_any_constants_is_found(seed: int) -> None:
    """No lane is left out that a last instruction on it would do for, nor instructions that do not use each other."""
    task, length = planted(random.Random(seed))
    assert task.goal is not None
    if (task.goal == task.goal[0]).all() or any(np.array_equal(task.goal, row) for row in task.inputs):
        return
    for own in range(1, length + 1):
        made = KernelSearch(replace(task, length=own))
        while not made.finished:
            found = made.advance(1 << 40)
            if found:
                assert all((run_program(p, list(task.inputs), task.width) == task.goal).all() for p in found[:9])
                return
    raise AssertionError(f"nothing of at most {length} instructions")


@pytest.mark.parametrize("first", range(4))
def test_equal_values_that_leave_different_results_are_not_taken_for_equal(first: int) -> None:
    """min(x, -x), which leaves nothing, and min(x, 2), which leaves -x, differ in their first value only where x is 3."""
    order = [first, *(v for v in range(4) if v != first)]
    inputs = np.array([order, [2] * 4], dtype=np.uint64)
    goal = np.array([2, 3, 0, 3], dtype=np.uint64)[order]
    search = KernelSearch(Task(WIDTH, 3, tuple(operator(n) for n in ("add", "neg", "min")), inputs, goal))
    found = []
    while not search.finished:
        found += search.advance(1000)
    assert len(found) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("names", "longest"), [("ite eq neg", 3), ("sub ite shl", 3), ("add sub and", 4), ("udiv urem xor", 4)])
def test_longer_programs_are_found_too(names: str, longest: int) -> None:
    least = minimal_lengths(names, longest)
    for number in np.random.default_rng(1).permutation(FUNCTIONS)[:40].tolist():
        assert shortest(tables(np.array(number)), names, longest) == least[number], f"function {number} over {names}"


@pytest.mark.parametrize("problem", [p for p in PROBLEMS if not beyond(p)], ids=str)
def test_finds_the_shortest_and_closes_what_is_shorter(problem: Problem) -> None:
    trace = solve(Explicit(problem.specification, 0), problem)
    assert trace.solution is not None and trace.point is not None
    assert candidate_length(trace.solution) == trace.point.length == problem.length
    for length in range(problem.length):
        assert Point(length, most_constants(problem.specification, length), problem.width) in trace.closed


@pytest.mark.parametrize("problem", [p for p in IN_GRAMMARS if Explicit.applies(p.specification)], ids=str)
def test_flat_grammars_are_searched_as_sets_of_operators(problem: Problem) -> None:
    check_minimal(Explicit(problem.specification, 0), problem)


def _table(values: tuple[int, ...]) -> Term:
    """The word that x is mapped to."""
    x, made = symbol("x"), symbol("x") * 0 + values[0]
    for i, value in enumerate(values[1:], 1):
        made = ite(x == i, value, made)
    return made


@pytest.mark.parametrize("joint", [False, True])
@pytest.mark.parametrize("seed", some(range(40), 4))
def test_agrees_with_brute_force_in_random_flat_grammars(seed: int, joint: bool) -> None:
    rng, most = random.Random(seed), 3 if not joint and seed % 4 == 0 else 2
    grammar = random_flat(rng, WIDTH)
    found = reachable(grammar, WIDTH, tuple(rng.sample(range(POINTS), rng.choice((0, 1)))), most)
    values = rng.choice(sorted(found[-1] - found[-2]) or sorted(found[-1]) or [(0, 1, 1, 3)])
    f, x = Function("f", 1, grammar=grammar), symbol("x")
    equal = (f(x) <= _table(values)) & (_table(values) <= f(x)) if joint else f(x) == _table(values)
    spec = Specification((f,), (x,), equal, WIDTH)
    lattice = list(points(spec, WIDTH, most))
    expected = first_solution(grammar, WIDTH, [{v} for v in values], lattice)
    judge, engine, known = Judge(spec, WIDTH), Explicit(spec, 0), {0, 3}
    engine.add_examples(WIDTH, [judge.example(i) for i in sorted(known)])
    for point in lattice:
        solution, end, _ = work(engine, judge, point, known, 400)
        if expected is not None and point.length == expected.length and solution is not None:
            return
        assert point != expected, (point, grammar)
        assert end is not None and end.complete and end.point >= point, (point, expected, solution, grammar)


def test_what_a_grammar_writes_becomes_arguments_and_constants_again() -> None:
    grammar = Grammar((NonTerminal("Start", None, (1,), (9, 7), False, (rule("and", 0, 0), rule("sub", 0, 0))),))
    f, (x, y) = Function("f", 2, grammar=grammar), (symbol("x"), symbol("y"))
    flat = flattened(Specification((f,), (x, y), f(x + 1, y) == (9 - y) & y, 8))
    inner = flat.specification.exists[0]
    assert (inner.arity, inner.grammar, flat.constants) == (3, None, False)
    assert flat.specification.body is (inner(y, 9, 7) == (9 - y) & y)
    program = Program(3, (), (Instruction(operator("sub"), (1, 0)), Instruction(operator("and"), (0, 3))), 4)
    restored = flat.restored({"f": program}, 8)["f"]
    assert restored.constants == (9,) and grammar.derives(restored, 8)
    assert [restored.run(Integers(8), [5, v]) for v in (3, 200)] == [(9 - v) & v for v in (3, 200)]


def test_it_applies_to_flat_grammars_of_one_kind_and_not_too_many_points() -> None:
    x = symbol("x")

    def applies(*grammars: Grammar | None, **more: object) -> bool:
        functions = tuple(Function(f"f{i}", 2, grammar=g) for i, g in enumerate(grammars))
        body = functions[0](x, x) == x
        return Explicit.applies(Specification(functions, (x,), body, **more))  # type: ignore[arg-type]

    assert applies(None) and applies(FLAT) and applies(FLAT, FLAT)
    assert not any(map(applies, (CONDITIONS, NARROW, TRICKS)))
    assert not applies(FLAT, None)
    assert not applies(Grammar((NonTerminal("Start", 4, (0,), (), True, (rule("and", 0, 0),)),)))
    assert not applies(Grammar((NonTerminal("Start", None, (0,), (), True, (Rule(operator("popcount"), (0,)),)),)))
    assert not applies(Grammar((NonTerminal("Start", None, (0,), tuple(range(20)), True, (rule("and", 0, 0),)),)))
    assert applies(None, points=({"x": 1},) * 256) and not applies(None, points=({"x": 1},) * 257)


@pytest.mark.parametrize("problem", [p for p in (*PROBLEMS, *IN_GRAMMARS) if beyond(p)], ids=str)
def test_gives_up_where_it_cannot_search(problem: Problem) -> None:
    engine = Explicit(problem.specification, 0)
    engine.add_examples(problem.width, [{str(s.data): 1 for s in problem.specification.forall}])
    engine.goto(Point(1, 1, problem.width))
    assert engine.step(1.0) == [Exhausted(Point(1, 1, problem.width), False)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_leaving_out_two_constants_loses_no_program(seed: int) -> None:
    """The lemma of GoalSearch._two_constants, against a search that enumerates ite(argument, k, k') as well."""
    width, ops = 6, tuple(operator(n) for n in ("add", "and", "ite", "eq"))
    rng = np.random.default_rng(seed)
    x = np.arange(1 << width, dtype=np.uint64)[rng.permutation(1 << width)][:24]
    x[-1] = 0
    k = rng.integers(1, 1 << width, 3, dtype=np.uint64)
    goal = (np.where(x != 0, k[0], k[1]) & (x + k[2])) + (x if seed % 2 else np.uint64(0)) & np.uint64((1 << width) - 1)
    f, word = Function("f", 1), symbol("x")
    spec = Specification((f,), (word,), f(word) == word, width, operators=ops)
    held = Goal(spec, (equations(spec) or {})["f"], width, x[None], goal)
    constants = tuple(range(1 << width))

    def solvable(two_constants: int) -> bool:
        task = Task(width, 3, ops, x[None], goal, constants=constants, holes=True, two_constants=two_constants)
        search = KernelSearch(task)
        while not search.finished:
            if search.advance(1 << 40):
                return True
        return False

    task = Task(width, 3, ops, x[None], goal, constants=constants, holes=True)
    steps = GoalSearch(held, Statistics())._two_constants(task)
    needed = 0
    while True:
        try:
            next(steps)
        except StopIteration as end:
            needed = end.value
            break
    assert solvable(needed) == solvable(-1)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_what_was_equal_to_a_refuted_program_is_not_lost(length: int) -> None:
    """Few examples at first: the planted program must be among what is told, or something equal to it on all words."""
    width, ops = 4, tuple(operator(n) for n in ("add", "and", "xor", "lshr"))
    every = np.arange(1 << width, dtype=np.uint64)
    rng = np.random.default_rng(length)
    f, x = Function("f", 1), symbol("x")
    for _ in range(30):
        goal = every
        for op in rng.choice(np.array(ops, dtype=object), length):
            goal = op(Arrays(width), goal, np.full(1 << width, rng.integers(16), dtype=np.uint64))
        spec = Specification((f,), (x,), f(x) == x, width, operators=ops)
        order = rng.permutation(1 << width)
        held = Goal(spec, (equations(spec) or {})["f"], width, every[None, order[:2]], goal[order[:2]])
        lengths = iter(range(length + 1))
        solved = False
        while not solved and (own := next(lengths, None)) is not None:
            for program in GoalSearch(held, Statistics()).programs(own, True):
                if program is None:
                    continue
                wrong = np.flatnonzero(run_program(program, [every], width) + goal * np.uint64(0) != goal)
                if not len(wrong):
                    solved = True
                    break
                held.inputs = np.hstack([held.inputs, every[None, wrong[:1]]])
                held.goal = np.hstack([held.goal, goal[wrong[:1]]])
        assert solved


def test_more_tuples_than_indices_tell_apart() -> None:
    functions, x = [Function(f"f{i}", 1) for i in range(16)], symbol("x")
    body = reduce(and_, ((f(x) <= g(x)) & (f(x + 1) <= g(x)) for f, g in pairwise(functions)))
    engine = Explicit(Specification(tuple(functions), (x,), body & (functions[0](x) == functions[-1](x + 1) + x), 8), 0)
    engine.add_examples(8, [{"x": value} for value in (0, 3, 77)])
    engine.goto(Point(0, 16, 8))
    events = [event for _ in range(3) for event in engine.step(0.2)]
    assert not any(isinstance(event, Exhausted) and event.complete for event in events)
