"""Straight-line programs of L as values: check, evaluate, print, remove dead code, canonicalise.

An operand is a number: the arguments come first, then the constants, then the results of the instructions so far (thesis,
section 6.4.1). A program has no width of its own, but its constants were found at one; they are taken modulo 2^width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from synth.operators import Domain, Operator

V = TypeVar("V")


class Instruction(NamedTuple):
    """One operator on earlier operands."""

    operator: Operator
    operands: tuple[int, ...]


@dataclass(frozen=True)
class Program:
    """A function of `inputs` words.

    `result` is the operand that is returned: for a minimal program the last instruction, and an argument or a constant for
    a program of length 0.
    """

    inputs: int
    constants: tuple[int, ...]
    instructions: tuple[Instruction, ...]
    result: int

    def __post_init__(self) -> None:
        known = self.inputs + len(self.constants)
        for op, operands in self.instructions:
            if len(operands) != op.arity or any(not 0 <= o < known for o in operands):
                raise ValueError(f"{op} on operands {operands} is not well formed where {known} are known")
            known += 1
        if not 0 <= self.result < known:
            raise ValueError(f"the result {self.result} does not exist")

    @property
    def length(self) -> int:
        """How many instructions; constants cost nothing."""
        return len(self.instructions)

    def run(self, domain: Domain[V], arguments: Sequence[V]) -> V:
        """The result on `arguments`, in any domain."""
        values = [*arguments, *(domain.constant(c) for c in self.constants)]
        for op, operands in self.instructions:
            values.append(op(domain, *(values[o] for o in operands)))
        return values[self.result]

    def with_constants(self, constants: Sequence[int]) -> Program:
        """The same skeleton over other constants."""
        return replace(self, constants=tuple(constants))

    def normalise(self, width: int) -> Program:
        """Without dead code, unused or equal constants; commutative operands ordered; instructions in canonical order.

        Two programs that differ only in these ways become equal. Constants are reduced modulo 2^width.
        """
        first = self.inputs + len(self.constants)
        live, stack = set[int](), [self.result]
        while stack:
            operand = stack.pop()
            if operand not in live:
                live.add(operand)
                if operand >= first:
                    stack.extend(self.instructions[operand - first].operands)
        used = [c % (1 << width) for i, c in enumerate(self.constants) if self.inputs + i in live]
        constants = tuple(dict.fromkeys(used))
        place = {i: i for i in range(self.inputs)}
        for i, c in enumerate(self.constants):
            if self.inputs + i in live:
                place[self.inputs + i] = self.inputs + constants.index(c % (1 << width))
        waiting = {i: self.instructions[i - first] for i in sorted(live) if i >= first}
        instructions: list[Instruction] = []
        while waiting:
            ready = {i: _renamed(ins, place) for i, ins in waiting.items() if all(o in place for o in ins.operands)}
            chosen = min(ready, key=lambda i: (ready[i].operator.code, ready[i].operands))
            if ready[chosen] in instructions:
                place[chosen] = self.inputs + len(constants) + instructions.index(ready[chosen])
            else:
                place[chosen] = self.inputs + len(constants) + len(instructions)
                instructions.append(ready[chosen])
            del waiting[chosen]
        return Program(self.inputs, constants, tuple(instructions), place[self.result])

    def listing(self, parameters: Sequence[str] = (), width: int | None = None) -> str:
        """The program as text, one instruction a line: `t1 = and x, t0`, and `return t1`."""
        names = operand_names(self, parameters, width)
        known = self.inputs + len(self.constants)
        lines = [f"{names[known + i]} = {op.name} {', '.join(names[o] for o in operands)}"
                 for i, (op, operands) in enumerate(self.instructions)]
        return "\n".join([*lines, f"return {names[self.result]}"])


def _renamed(instruction: Instruction, place: Mapping[int, int]) -> Instruction:
    operands = tuple(place[o] for o in instruction.operands)
    return Instruction(instruction.operator, tuple(sorted(operands)) if instruction.operator.commutative else operands)


def operand_names(program: Program, parameters: Sequence[str] = (), width: int | None = None) -> list[str]:
    """A name for every operand: parameters (default x, y, z, … or x0, x1, …), constants as numbers, results t0, t1, …"""
    if not parameters:
        parameters = ("x", "y", "z")[: program.inputs] if program.inputs <= 3 else [f"x{i}" for i in range(program.inputs)]
    return [*parameters, *(constant_text(c, width) for c in program.constants),
            *(f"t{i}" for i in range(program.length))]


def constant_text(value: int, width: int | None = None) -> str:
    """Small numbers in decimal, patterns in hexadecimal, words just below 2^width as negative numbers."""
    if width is not None:
        value %= 1 << width
        if width > 4 and value >= (1 << width) - 16:
            return str(value - (1 << width))
    return str(value) if abs(value) < 1024 else hex(value)


def constant_program(value: int, inputs: int = 0) -> Program:
    """The program of length 0 that returns `value`; ∃ words are such programs without inputs."""
    return Program(inputs, (value,), (), inputs)
