"""A population as arrays: each row an individual, that is a program per ∃ function and a value per ∃ word.

Instructions are fixed places ("slots"); an individual's program ends at its result operand, what that does not need is dead and
free to drift. Operands are numbered as in `Program`, with the whole pool of constants between the arguments and the slots.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from synth.evaluation.arrays import Words
from synth.operators import Operator
from synth.program import Instruction, Program, constant_program
from synth.specification import Function, Specification

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Genomes:
    """N individuals of F functions with S slots of at most A operands, K shared constants, and W words.

    codes [N, F, S]          places in the operator set
    operands [N, F, S, A]    each one known before its slot
    results [N, F]           the operand that is returned
    constants [N, K], words [N, W]
    """

    codes: Numbers
    operands: Numbers
    results: Numbers
    constants: Words
    words: Words

    def __len__(self) -> int:
        return len(self.codes)

    def _map(self, change: Callable[[str], NDArray[np.int64] | Words]) -> Genomes:
        return Genomes(*(change(f.name) for f in fields(self)))  # type: ignore[arg-type]

    def take(self, rows: Numbers) -> Genomes:
        """A copy of the individuals at `rows`."""
        return self._map(lambda name: getattr(self, name)[rows])

    def join(self, other: Genomes) -> Genomes:
        """These individuals and those."""
        return self._map(lambda name: np.concatenate([getattr(self, name), getattr(other, name)]))

    def replace(self, rows: Numbers, other: Genomes) -> None:
        """Overwrite the individuals at `rows`."""
        for f in fields(self):
            getattr(self, f.name)[rows] = getattr(other, f.name)


@dataclass(frozen=True)
class Layout:
    """The sizes that genomes of one lattice point share; `interesting` are the words that constants are drawn from."""

    specification: Specification
    operators: tuple[Operator, ...]
    slots: int
    constants: int
    width: int
    interesting: Words

    @property
    def functions(self) -> tuple[Function, ...]:
        """The ∃ functions of at least one argument, in the order of the genomes."""
        return self.specification.functions

    @property
    def most_operands(self) -> int:
        """A."""
        return max((op.arity for op in self.operators), default=1)

    @property
    def firsts(self) -> Numbers:
        """Per function, the operand number of slot 0."""
        return np.array([f.arity + self.constants for f in self.functions], dtype=np.int64)

    def random(self, count: int, rng: np.random.Generator) -> Genomes:
        """`count` random individuals."""
        f, s, a = len(self.functions), self.slots, self.most_operands
        known = (self.firsts[:, None] + np.arange(s))[None, :, :, None]
        results = np.broadcast_to(self.firsts + s - 1, (count, f)) - rng.integers(0, max(1, s), (count, f))
        return Genomes(rng.integers(0, max(1, len(self.operators)), (count, f, s)),
                       rng.integers(0, np.broadcast_to(known, (count, f, s, a))),
                       results, self.random_words((count, self.constants), rng),
                       self.random_words((count, len(self.specification.words)), rng))

    def random_words(self, shape: tuple[int, ...], rng: np.random.Generator) -> Words:
        """Words, most of them interesting ones."""
        anything = rng.integers(0, (1 << self.width) - 1, shape, dtype=np.uint64, endpoint=True)
        return np.where(rng.random(shape) < 0.7, rng.choice(self.interesting, shape), anything)

    def adopt(self, genomes: Genomes, old: Layout, rng: np.random.Generator) -> Genomes:
        """Individuals of a layout with no more slots and constants, as ones of this layout.

        Programs stay what they are; constants are cut or zero-extended to the width; what is new is random.
        """
        fresh = self.random(len(genomes), rng)
        mask, growth = np.uint64((1 << self.width) - 1), self.constants - old.constants
        fresh.codes[:, :, :old.slots] = genomes.codes
        moved = genomes.operands >= old.firsts[None, :, None, None]
        fresh.operands[:, :, :old.slots] = genomes.operands + growth * moved
        fresh.results[:] = genomes.results + growth * (genomes.results >= old.firsts)
        fresh.constants[:, :old.constants] = genomes.constants & mask
        fresh.words[:] = genomes.words & mask
        return fresh

    def decode(self, genomes: Genomes, row: int) -> dict[str, Program]:
        """One individual as a candidate, without dead code."""
        constants = tuple(int(c) for c in genomes.constants[row])
        found = {}
        for f, function in enumerate(self.functions):
            instructions = []
            for code, operands in zip(genomes.codes[row, f], genomes.operands[row, f], strict=True):
                op = self.operators[code]
                instructions.append(Instruction(op, tuple(int(o) for o in operands[:op.arity])))
            program = Program(function.arity, constants, tuple(instructions), int(genomes.results[row, f]))
            found[function.name] = program.normalise(self.width)
        for word, value in zip(self.specification.words, genomes.words[row], strict=True):
            found[word.name] = constant_program(int(value))
        return {f.name: found[f.name] for f in self.specification.exists}
