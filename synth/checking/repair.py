"""Programs of wide words that are near one which is right for narrow words only.

Idea: a program found at 8 bits that no constants make right at 32 often lacks a mask or an extension of the sign. All programs with
one other instruction, one more, or two more that take what one operand was and constants, are run on the examples of the wide
words, in batches: one place, one operator, all operands at once.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from synth.checking.examples import Example
from synth.evaluation.arrays import Arrays, Words
from synth.evaluation.sampling import names_of
from synth.operators import Operator
from synth.program import Instruction, Program
from synth.specification import Specification
from synth.terms import interpret

Rows = NDArray[np.int64]
Open = tuple[Operator, tuple[Rows, ...]]
"""An operator, and for each of its operands int64 [programs]: operand numbers."""

_BATCH = 1 << 12
"""How many programs are run at once."""

_FIRST, _RESULTS = 4, 1 << 17
"""How many examples all programs are run on; those that are right there are run on the others, for so many results at a time."""

_CHAINED = ("and", "or", "xor", "add", "sub", "shl", "lshr", "ashr")
"""What two instructions that are put in together may do with constants: what brings words to other widths."""


def repairs(specification: Specification, candidates: Iterable[Mapping[str, Program]], width: int,
            examples: Callable[[], Sequence[Example]], constants: Sequence[int], seconds: float) -> Iterator[dict[str, Program]]:
    """Candidates near one of `candidates`, at `width` bits, that are right on the examples known there, each once.

    examples    those of that width, asked for again after each candidate
    constants   words that new instructions may use besides the candidate's own
    seconds     of processor time that may be spent here, without what is done with the candidates
    """
    told, until = set[tuple[str, Program]](), time.process_time() + seconds
    for batch in _batches(specification, candidates, width, constants):
        for found in batch.right(examples):
            repaired = found.normalise(width)
            if (batch.function, repaired) not in told:
                told.add((batch.function, repaired))
                begun = time.process_time()
                yield {**batch.candidate, batch.function: repaired}
                until += time.process_time() - begun
            if time.process_time() > until:
                return
        if time.process_time() > until:
            return


def _batches(specification: Specification, candidates: Iterable[Mapping[str, Program]], width: int,
             constants: Sequence[int]) -> Iterator[_Neighbours]:
    """The programs near each function of each candidate; unknown words, which have no arguments, are left alone."""
    functions = [f.name for f in specification.exists if f.arity]
    for candidate, name in itertools.product(candidates, functions):
        for edit in _edits(candidate[name], constants):
            for instructions in edit.instructions(specification.operator_set):
                yield _Neighbours(specification, candidate, name, edit, instructions, width)


@dataclass(frozen=True)
class _Edit:
    """A program with open instructions between those `before` and `behind` them.

    spare   the constants that nothing uses yet, as operands
    chain   None for one open instruction; for two, what the first one reads besides a constant: the second reads the first
    """

    inputs: int
    constants: tuple[int, ...]
    spare: range
    before: tuple[Instruction, ...]
    behind: tuple[Instruction, ...]
    result: int
    chain: int | None = None

    @property
    def place(self) -> int:
        """The result of the first open instruction, as an operand."""
        return self.inputs + len(self.constants) + len(self.before)

    def instructions(self, operators: Sequence[Operator]) -> Iterator[tuple[Open, ...]]:
        """What the open instructions may be, in batches."""
        constants = range(self.inputs, self.inputs + len(self.constants))
        if self.chain is None:
            for op in operators:
                read = [o for o in range(self.place) if op.arity < 3 or o not in self.spare]
                chosen = (c for c in itertools.product(read, repeat=op.arity)
                          if not (op.commutative and c[0] > c[1]) and not all(o in constants for o in c))
                while batch := list(itertools.islice(chosen, _BATCH)):
                    yield (op, tuple(np.array(batch, dtype=np.int64).T)),
            return
        first, second = (rows.ravel() for rows in np.meshgrid(constants, constants, indexing="ij"))
        value, chained = np.full_like(first, self.chain), np.full_like(first, self.place)
        for op, other in itertools.product([op for op in operators if op.name in _CHAINED], repeat=2):
            yield (op, (value, first)), (other, (chained, second))

    def made(self, instructions: tuple[Open, ...], number: int) -> Program:
        """The program of that number in a batch."""
        chosen = [Instruction(op, tuple(int(each[number]) for each in rows)) for op, rows in instructions]
        return Program(self.inputs, self.constants, (*self.before, *chosen, *self.behind), self.result)

    def run(self, domain: Arrays, instructions: tuple[Open, ...], arguments: Sequence[Words]) -> Words:
        """The results of the programs of a batch: [programs, examples]."""
        values = [*arguments, *(domain.constant(c) for c in self.constants)]
        for op, operands in self.before:
            values.append(op(domain, *(values[o] for o in operands)))
        for op, rows in instructions:
            values.append(op(domain, *(_chosen(values, each) for each in rows)))
        for op, operands in self.behind:
            values.append(op(domain, *(values[o] for o in operands)))
        return values[self.result]


def _chosen(values: Sequence[Words], rows: Rows) -> Words:
    """For each program the value that it reads: [programs, examples], of values that broadcast to that."""
    used, place = np.unique(rows, return_inverse=True)
    read = [values[i] for i in used]
    shape = np.broadcast_shapes(*(v.shape for v in read), (1, 1))
    stacked = np.array([np.broadcast_to(v, shape) for v in read])
    found: Words = stacked[place, np.arange(len(rows)) if shape[0] > 1 else 0]
    return found


def _edits(program: Program, constants: Sequence[int]) -> Iterator[_Edit]:
    """One instruction is open; then one or two more are, for the result or one operand of an instruction, the last ones first."""
    spare = tuple(c for c in dict.fromkeys(constants) if c not in program.constants)
    first = program.inputs + len(program.constants)
    instructions = [Instruction(op, _moved(operands, first, len(spare))) for op, operands in program.instructions]
    result, = _moved((program.result,), first, len(spare))
    edit = partial(_Edit, program.inputs, (*program.constants, *spare), range(first, first + len(spare)))
    for place in range(len(instructions)):
        yield edit(tuple(instructions[:place]), tuple(instructions[place + 1:]), result)
    end = first + len(spare) + len(instructions)
    yield edit(tuple(instructions), (), end)
    yield edit(tuple(instructions), (), end + 1, result)
    for place, more in itertools.product(reversed(range(len(instructions))), (1, 2)):
        new = first + len(spare) + place
        moved, = _moved((result,), new, more)
        (op, operands), *behind = (Instruction(op, _moved(operands, new, more)) for op, operands in instructions[place:])
        for slot, old in enumerate(operands):
            using = Instruction(op, (*operands[:slot], new + more - 1, *operands[slot + 1:]))
            is_constant = program.inputs <= old < first + len(spare)
            if more == 1 or not is_constant:
                yield edit(tuple(instructions[:place]), (using, *behind), moved, old if more == 2 else None)


def _moved(operands: Sequence[int], start: int, by: int) -> tuple[int, ...]:
    """Operands where `by` others were put in before the one called `start`."""
    return tuple(o + by if o >= start else o for o in operands)


@dataclass(frozen=True)
class _Neighbours:
    """The programs of a batch, in the place of a candidate's function."""

    specification: Specification
    candidate: Mapping[str, Program]
    function: str
    edit: _Edit
    instructions: tuple[Open, ...]
    width: int

    def right(self, examples: Callable[[], Sequence[Example]]) -> Iterator[Program]:
        """Those that are right on all examples that are known when their turn comes."""
        looked, left = 0, np.arange(len(self.instructions[0][1][0]))
        while len(left):
            known = examples()
            while looked < len(known) and len(left):
                some = known[looked: looked + max(_FIRST, _RESULTS // len(left) if looked else 0)]
                left, looked = left[self._holds(left, some)], looked + len(some)
            if len(left):
                yield self.edit.made(self.instructions, int(left[0]))
                left = left[1:]

    def _holds(self, programs: Rows, examples: Sequence[Example]) -> NDArray[np.bool_]:
        """Which of these programs are right on all of the examples."""
        domain = Arrays(self.width)
        instructions = tuple((op, tuple(each[programs] for each in rows)) for op, rows in self.instructions)
        words = {name: np.array([[e[name] for e in examples]], dtype=np.uint64) for name in names_of(self.specification)}

        def call(name: str, arguments: tuple[Words, ...]) -> Words:
            if name == self.function:
                return self.edit.run(domain, instructions, arguments)
            return self.candidate[name].run(domain, arguments)

        truth = interpret(self.specification.formula, domain, words, call)
        return np.asarray(np.broadcast_to(truth != 0, (len(programs), len(examples))).all(axis=1))
