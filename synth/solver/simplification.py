"""Programs as a person would write them: constants computed, units dropped, negations called so. Nothing gets longer."""

from __future__ import annotations

from collections.abc import Collection

from synth.evaluation.integers import Integers
from synth.operators import Operator, operator
from synth.program import Instruction, Program

_NEGATION, _COMPLEMENT = operator("neg"), operator("not")


def tidied(program: Program, width: int, operators: Collection[Operator]) -> Program:
    """A program that gives the same at `width` bits, of no more instructions; new operators are among `operators`.

    What an operator does to constants is evaluated; units and what an operator does to equal operands are facts of the table; -x is
    0 - x and x * -1, ~x is x ^ -1 and -1 - x.
    """
    return _Tidying(program, width, operators).result.normalise(width)


class _Tidying:
    """Rewrites a program from its first instruction on; `result` is what it comes to, with code that may be dead."""

    def __init__(self, program: Program, width: int, operators: Collection[Operator]) -> None:
        self._domain, self._operators = Integers(width), operators
        self._inputs = program.inputs
        self._constants = [c & self._domain.mask for c in program.constants]
        self._instructions: list[Instruction] = []
        place: dict[int, int] = {}  # constants and results, by how they are numbered here: inputs, then -1, -2, … for constants
        for i in range(program.inputs + len(program.constants)):
            place[i] = i if i < program.inputs else program.inputs - 1 - i
        for i, (op, operands) in enumerate(program.instructions, program.inputs + len(program.constants)):
            place[i] = self._applied(op, [place[o] for o in operands])
        self.result = self._made(place[program.result])

    def _applied(self, op: Operator, operands: list[int]) -> int:
        """Where the value of an instruction is."""
        values = [self._value(o) for o in operands]
        known = [v for v in values if v is not None]
        if len(known) == len(values):
            return self._constant(op(self._domain, *known))
        simple = self._simple(op, operands, values)
        if simple is not None:
            return simple
        named = self._named(op, operands, values)
        self._instructions.append(named or Instruction(op, tuple(operands)))
        return self._inputs + len(self._instructions) - 1

    def _simple(self, op: Operator, operands: list[int], values: list[int | None]) -> int | None:
        """The operand or the constant that an instruction gives."""
        if op.name == "ite":
            return operands[1] if values[0] or operands[1] == operands[2] else operands[2] if values[0] == 0 else None
        if op.arity != 2:
            return None
        if operands[0] == operands[1] and op.same is not None:
            return operands[0] if op.same == "a" else self._constant(int(op.same))
        sides = [(operands[0], values[1])] + [(operands[1], values[0])] * op.commutative
        if op.right_unit is not None and (unit := [a for a, b in sides if b == op.right_unit & self._domain.mask]):
            return unit[0]
        absorbing = {"mul": 0, "and": 0, "or": self._domain.mask}.get(op.name)
        return self._constant(absorbing) if absorbing is not None and absorbing in values else None

    def _named(self, op: Operator, operands: list[int], values: list[int | None]) -> Instruction | None:
        """The instruction as a negation or a complement, where it is one."""
        ones, found = self._domain.mask, None
        if op.name == "sub" and values[0] in (0, ones):
            found = (_NEGATION if values[0] == 0 else _COMPLEMENT), operands[1]
        elif op.name in ("mul", "xor") and ones in values:
            found = (_NEGATION if op.name == "mul" else _COMPLEMENT), operands[1 - values.index(ones)]
        return Instruction(found[0], (found[1],)) if found is not None and found[0] in self._operators else None

    def _value(self, operand: int) -> int | None:
        """The constant that an operand is."""
        return self._constants[-1 - operand] if operand < 0 else None

    def _constant(self, value: int) -> int:
        if value not in self._constants:
            self._constants.append(value)
        return -1 - self._constants.index(value)

    def _made(self, result: int) -> Program:
        def final(operand: int) -> int:
            if operand < 0:
                return self._inputs - 1 - operand
            return operand if operand < self._inputs else operand + len(self._constants)

        instructions = tuple(Instruction(op, tuple(map(final, operands))) for op, operands in self._instructions)
        return Program(self._inputs, tuple(self._constants), instructions, final(result))
