"""One phase of the doubling engine: which values begin and end the rounds, and the programs that bodies stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from synth.engines.constants import hints
from synth.engines.doubling.kernel import GOALS, ROWS, Hit, Search
from synth.evaluation.arrays import Arrays
from synth.operators import LANGUAGE, Kind, Operator
from synth.program import Instruction, Program
from synth.specification import Specification

_PLAIN = ("add", "sub", "and", "or", "xor", "not", "neg", "shl", "lshr", "ashr")
"""What longer bodies are made of."""

Vector = NDArray[np.uint64]


@dataclass(frozen=True)
class Operand:
    """An argument by its number, or a constant."""

    argument: int | None
    constant: int = 0


@dataclass(frozen=True)
class Step:
    """An operator on operands, of which `value` is the value so far; without an operator that value, or `alone`."""

    op: Operator | None = None
    left: Operand | None = None
    right: Operand | None = None
    alone: Operand | None = None


@dataclass(frozen=True)
class Phase:
    """Bodies of some length: of which operators, on which rows besides the first three, from which starts: `first` to `starts`."""

    steps: int
    plain: bool
    others: bool
    starts: int
    first: int = 0


class Rounds:
    """What one phase searches, and the programs that its bodies stand for; from narrow distances to wide ones, or `down`.

    The function is called on `arguments` [arity, points], and has to return `goal` [points].
    """

    def __init__(self, specification: Specification, arguments: Vector, goal: Vector, phase: Phase, down: bool) -> None:
        width = self._width = specification.width
        self._arguments, self._goal, self._phase = arguments, goal, phase
        self._domain = Arrays(width)
        full = (1 << width) - 1
        self._distances = [1 << i for i in range(width.bit_length() - 1)][:: -1 if down else 1]
        self._masks = [full // ((1 << d) + 1) for d in self._distances]
        words = [op for op in specification.operator_set
                 if op in LANGUAGE and op.kind in (Kind.ARITHMETIC, Kind.BITWISE, Kind.SHIFT) and op.arity <= 2]
        self._operators = tuple(op for op in words if not phase.plain or op.name in _PLAIN)
        operands = [Operand(i) for i in range(len(arguments))]
        constants = [Operand(None, c) for c in dict.fromkeys([1, full, width - 1, *hints(specification, width)])]
        self._others = (operands + constants[:1])[: ROWS - 3] if phase.others else []
        self._starts = self._first(words, operands, constants)[phase.first: phase.starts]
        self._ends = self._last(words, operands, constants)[:GOALS]

    def vector(self, operand: Operand) -> Vector:
        """The words of an operand on the points."""
        if operand.argument is not None:
            return np.asarray(self._arguments[operand.argument])
        return np.full(len(self._goal), operand.constant, dtype=np.uint64)

    def _first(self, words: Sequence[Operator], operands: list[Operand], constants: list[Operand]) -> list[tuple[Step, Vector]]:
        """Terms of at most one instruction that are different, arguments first."""
        pairs = [(a, b) for i, a in enumerate(operands) for b in operands[:i]]
        steps = [Step(alone=o) for o in operands]
        steps += [Step(op, a, b) for a, b in pairs for op in words if op.name in ("xor", "and", "or")]
        steps += [Step(op, a, None) for op in words if op.arity == 1 for a in operands]
        near = [(a, b) for a in operands for b in constants] + [(a, b) for a in constants for b in operands]
        near += [(a, b) for a in operands for b in operands]
        steps += [Step(op, a, b) for a, b in near for op in words if op.arity == 2]
        known: dict[bytes, tuple[Step, Vector]] = {}
        for step in steps:
            vector = np.asarray(self._value(step))
            known.setdefault(vector.tobytes(), (step, vector))
        return list(known.values())

    def _value(self, step: Step) -> Vector:
        if step.op is None:
            return self.vector(step.alone or Operand(0))
        given = [self.vector(o) for o in (step.left, step.right) if o is not None]
        return np.asarray(np.broadcast_to(step.op(self._domain, *given), (len(self._goal),)), dtype=np.uint64)

    def _last(self, words: Sequence[Operator], operands: list[Operand],
              constants: list[Operand]) -> list[tuple[Step, Vector, Vector]]:
        """What the last value may be: the step behind it, the words, and their bits that matter."""
        goal, domain = self._goal, self._domain
        full = np.full(len(goal), (1 << self._width) - 1, dtype=np.uint64)
        found: list[tuple[Step, Vector, Vector]] = [(Step(), goal, full)]
        for op in words:
            match op.name:
                case "not":
                    found.append((Step(op), goal ^ full, full))
                case "neg":
                    found.append((Step(op), np.asarray(domain.sub(np.zeros_like(goal), goal)), full))
                case "lshr":
                    top = np.uint64(self._width - 1)
                    if (goal <= 1).all():
                        found.append((Step(op, None, Operand(None, int(top))), goal << top, np.full_like(goal, 1) << top))
            for operand in (*operands, *constants):
                word = self.vector(operand)
                match op.name:
                    case "add" | "xor":
                        inverse = domain.sub(goal, word) if op.name == "add" else goal ^ word
                        found.append((Step(op, None, operand), np.asarray(inverse), full))
                    case "sub":
                        found.append((Step(op, None, operand), np.asarray(domain.add(goal, word)), full))
                        found.append((Step(op, operand, None), np.asarray(domain.sub(word, goal)), full))
                    case "and" if not (goal & ~word).any() and word.any():
                        found.append((Step(op, None, operand), goal, word))
                    case "or" if not (word & ~goal).any() and (word != full).any():
                        found.append((Step(op, None, operand), goal, full & ~word))
        return found

    def search(self) -> Search:
        """The search for bodies."""
        rows = [self.vector(o) for o in self._others]
        return Search(self._width, tuple(op.code for op in self._operators), self._phase.steps, self._distances, self._masks,
                      np.array(rows).reshape(len(rows), len(self._goal)), np.array([v for _, v in self._starts]),
                      np.array([g for _, g, _ in self._ends]), np.array([c for _, _, c in self._ends]))

    def program(self, hit: Hit) -> Program:
        """The body that was found, written out for every round."""
        write = _Writer(len(self._arguments))
        by_code = {op.code: op for op in self._operators}
        value = write.step(self._starts[hit.start][0], None)
        for distance, mask in zip(self._distances, self._masks, strict=True):
            rows = [partial(int, value), partial(write.constant, distance), partial(write.constant, mask)]
            rows += [partial(write.operand, o) for o in self._others]
            results: list[int] = []
            for use in hit.steps:
                op = by_code[use.op]
                read = [rows[i]() if i < len(rows) else results[i - len(rows)] for i in (use.a, use.b)[: op.arity]]
                results.append(write.apply(op, read))
            value = results[-1]
        return write.program(write.step(self._ends[hit.goal][0], value)).normalise(self._width)


class _Writer:
    """A program that is being written: operands are numbers below 0 for constants, and grow by instruction."""

    def __init__(self, arity: int) -> None:
        self._arity = arity
        self._constants: dict[int, int] = {}
        self._instructions: list[tuple[Operator, list[int]]] = []

    def constant(self, word: int) -> int:
        return -1 - self._constants.setdefault(word, len(self._constants))

    def operand(self, operand: Operand) -> int:
        return self.constant(operand.constant) if operand.argument is None else operand.argument

    def apply(self, op: Operator, operands: Sequence[int]) -> int:
        self._instructions.append((op, list(operands)))
        return self._arity + len(self._instructions) - 1

    def step(self, step: Step, value: int | None) -> int:
        """A step, where `value` stands for the operand that it leaves open."""
        if step.op is None:
            return self.operand(step.alone) if step.alone is not None else value or 0
        given = [value if o is None else self.operand(o) for o in (step.left, step.right)]
        return self.apply(step.op, [o for o in given if o is not None][: step.op.arity])

    def program(self, result: int) -> Program:
        def place(operand: int) -> int:
            if operand < 0:
                return self._arity - 1 - operand
            return operand if operand < self._arity else operand + len(self._constants)

        instructions = tuple(Instruction(op, tuple(map(place, operands))) for op, operands in self._instructions)
        return Program(self._arity, tuple(self._constants), instructions, place(result))
