"""Evolution leaves ballast: drop every instruction that the examples do not need, which also generalises better."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from synth.evaluation.integers import Integers
from synth.program import Instruction, Program

Accepted = Callable[[Mapping[str, Program]], bool]


def shortened(candidate: dict[str, Program], width: int, accepted: Accepted) -> dict[str, Program]:
    """A candidate with no more instructions that is still `accepted`, normalised; no single bypass shortens it further."""
    shorter = True
    while shorter:
        shorter = False
        for name, program in candidate.items():
            for attempt in _bypassed(program, width):
                if attempt.length < program.length and accepted({**candidate, name: attempt}):
                    candidate, shorter = {**candidate, name: attempt}, True
                    break
    return candidate


def _bypassed(program: Program, width: int) -> Iterator[Program]:
    """The program with one instruction replaced by one of its operands, or by the constant that it always gives."""
    first = program.inputs + len(program.constants)
    for i, (op, operands) in enumerate(program.instructions):
        if all(program.inputs <= o < first for o in operands):
            value = op(Integers(width), *(program.constants[o - program.inputs] for o in operands))
            yield _redirected(_with_constant(program, value), i, first).normalise(width)
        for operand in dict.fromkeys(operands):
            yield _redirected(program, i, operand).normalise(width)


def _with_constant(program: Program, value: int) -> Program:
    """The same program, with one more constant behind the others."""
    first = program.inputs + len(program.constants)

    def moved(operand: int) -> int:
        return operand + (operand >= first)

    instructions = tuple(Instruction(op, tuple(map(moved, operands))) for op, operands in program.instructions)
    return Program(program.inputs, (*program.constants, value), instructions, moved(program.result))


def _redirected(program: Program, i: int, target: int) -> Program:
    """The program in which whoever uses instruction `i` uses operand `target` instead."""
    own = program.inputs + len(program.constants) + i

    def moved(operand: int) -> int:
        return target if operand == own else operand

    instructions = tuple(Instruction(op, tuple(map(moved, operands))) for op, operands in program.instructions)
    return Program(program.inputs, program.constants, instructions, moved(program.result))
