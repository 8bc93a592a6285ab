"""Programs near one that is right for narrow words only: what is told is right on the examples, and what is near is told."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

import synth
from synth import Fun, Specification, Unknown, Word, spec
from synth.checking.prove import Proved, prove
from synth.checking.repair import repairs
from synth.evaluation.integers import Integers
from synth.operators import operator
from synth.program import Instruction, Program, applied, constant_program

OPERATORS = tuple(map(operator, ("add", "sub", "and", "or", "xor", "mul", "lshr", "not", "ult", "ite")))
CONSTANTS = (0xFF, 0x80, 24)
FIRST = 3
"""The first result, as an operand: two arguments and a constant come before."""


def random_program(rng: random.Random) -> Program:
    """Three or four instructions, each of which reads the one before."""
    instructions = list[Instruction]()
    for i in range(rng.choice((3, 4))):
        op = rng.choice(OPERATORS)
        operands = [rng.randrange(FIRST + i) for _ in range(op.arity)]
        operands[rng.randrange(op.arity)] = FIRST + i - 1 if i else rng.randrange(2)
        instructions.append(Instruction(op, tuple(operands)))
    return Program(2, (3,), tuple(instructions), FIRST + len(instructions) - 1)


def with_another(program: Program, rng: random.Random) -> Program:
    """The program with another instruction somewhere."""
    place = rng.randrange(program.length)
    op = rng.choice(OPERATORS)
    other = Instruction(op, tuple(rng.randrange(FIRST + place) for _ in range(op.arity)))
    return Program(2, program.constants, (*program.instructions[:place], other, *program.instructions[place + 1:]), program.result)


def with_one_less(program: Program, rng: random.Random) -> Program:
    """The program in which what reads an instruction, once, reads one of its operands instead."""
    read = [program.result, *(o for _, operands in program.instructions for o in operands)]
    place = rng.choice([i for i in range(program.length) if read.count(FIRST + i) == 1])
    instead = rng.choice(program.instructions[place].operands)
    behind = tuple(Instruction(op, tuple(instead if o == FIRST + place else o for o in operands))
                   for op, operands in program.instructions)
    return Program(2, program.constants, behind, instead if program.result == FIRST + place else program.result)


def specified(program: Program) -> Specification:
    """What the program satisfies, at 32 bits."""
    @spec(width=32)
    def planted(f: Fun[[Word, Word], Word], x: Word, y: Word) -> object:
        return f(x, y) == applied(program, [x, y])
    return planted


def told(program: Program, candidate: Program, rng: random.Random) -> list[Program]:
    """What is near a candidate and right on examples; each is."""
    specification = specified(program)
    examples = [{"x": rng.getrandbits(rng.choice((4, 32))), "y": rng.getrandbits(rng.choice((4, 32)))} for _ in range(24)]
    near = repairs(specification, [{"f": candidate}], 32, lambda: examples, CONSTANTS, 5.0)
    found = [c["f"] for c in itertools.islice(near, 3)]
    domain = Integers(32)
    for other in found:
        assert all(other.run(domain, [e["x"], e["y"]]) == program.run(domain, [e["x"], e["y"]]) for e in examples)
    return found


@pytest.mark.parametrize("change", [with_another, with_one_less])
def test_what_is_one_instruction_away_is_told(change: Callable[[Program, random.Random], Program]) -> None:
    for seed in range(40):
        rng = random.Random(seed)
        program = random_program(rng)
        candidate = change(program, rng)
        assert told(program, candidate, rng), seed


def test_two_more_with_constants_are_told() -> None:
    for seed in range(10):
        rng = random.Random(seed)
        program = random_program(rng)
        moved = [Instruction(op, tuple(o + 2 if o >= FIRST else o for o in operands)) for op, operands in program.instructions]
        last = FIRST + 2 + program.length
        moved += [Instruction(operator("and"), (last - 1, FIRST)), Instruction(operator("xor"), (last, FIRST + 1))]
        assert told(Program(2, (*program.constants, 0xFF, 0x80), tuple(moved), last + 1), program, rng), seed


def test_examples_that_come_meanwhile_count() -> None:
    """Two programs differ on no example at first."""
    program = Program(2, (), (Instruction(operator("add"), (0, 1)),), 2)
    known = [{"x": 0, "y": 0}]
    near = repairs(specified(program), [{"f": Program(2, (), (Instruction(operator("sub"), (0, 1)),), 2)}], 32, lambda: known,
                   CONSTANTS, 5.0)
    for _ in range(100):
        found = next(near)
        judgement = prove(specified(program), found, 32, 5.0)
        if isinstance(judgement, Proved):
            return
        known.append(dict(judgement.example))  # type: ignore[union-attr]
        assert found["f"] != program
    pytest.fail("the program is not told")


def test_without_time_at_most_one_is_told() -> None:
    program = random_program(random.Random(1))
    assert len(list(repairs(specified(program), [{"f": program}], 32, list, CONSTANTS, 0.0))) <= 1


def test_words_stay_words() -> None:
    """Of several functions each is repaired by itself, and an unknown word is left alone."""
    @spec(width=32)
    def several(f: Fun[[Word], Word], g: Fun[[Word], Word], c: Unknown, x: Word) -> object:
        return (f(x) == x + 1) & (g(x) == x + 2) & (c == 7)

    one = Program(1, (1,), (Instruction(operator("add"), (0, 1)),), 2)
    two = Program(1, (2,), (Instruction(operator("sub"), (0, 1)),), 2)
    known = [{"x": 5}, {"x": 0xFFFFFFFF}, {"x": 0}, {"x": 77}]
    near = repairs(several, [{"f": one, "g": two, "c": constant_program(7)}], 32, lambda: known, (2,), 5.0)
    found = list(itertools.islice(near, 20))
    assert found and all(each["c"] == constant_program(7) and each["f"] == one for each in found)


@pytest.mark.slow
def test_what_is_right_for_narrow_words_only_is_repaired() -> None:
    """At 8 bits nothing is there to be extended; at 32 bits six instructions are too many to search for."""
    @spec(width=32)
    def extended(f: Fun[[Word, Word], Word], x: Word, y: Word) -> object:
        return f(x, y) == (((x * y + (x & y)) & 0xFF) ^ 0x80) - 0x80

    answer = synth.solve(extended, timeout=60, seed=0)
    assert answer.solved
    assert "proved for all inputs at 32 bits by z3\n" in answer.details + answer.text  # not at 8 bits: that was another program
