"""A population as arrays: each row an individual, that is a program per ∃ function and a value per ∃ word.

Instructions are fixed places ("slots"); an individual's program ends at its result operand, what that does not need is dead and
free to drift. Operands are numbered as in `Program`, with all constants that there are between the arguments and the slots. What
may stand where is said by the grammars of the functions (see sorts.py): an individual is well-formed at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from synth.engines.genetic.choices import Choices, Numbers
from synth.engines.genetic.sorts import Numbering, Sorts
from synth.engines.protocol import grammar_of
from synth.evaluation.arrays import Words
from synth.grammar import Rule
from synth.program import Instruction, Program, constant_program
from synth.specification import Function, Specification

__all__ = ["Genomes", "Layout", "Numbers"]


@dataclass(frozen=True)
class Genomes:
    """N individuals of F functions with S slots of at most A operands, K shared constants, and W words.

    codes [N, F, S]          places among the rules
    operands [N, F, S, A]    each one known before its slot, and of the sort that the rule wants
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
    slots: int
    constants: int
    width: int
    interesting: Words

    @property
    def functions(self) -> tuple[Function, ...]:
        """The ∃ functions that are programs, in the order of the genomes."""
        return self.specification.functions

    @cached_property
    def numberings(self) -> tuple[Numbering, ...]:
        """Per function, what its operands are."""
        sorts = [Sorts(grammar_of(self.specification, f)) for f in self.functions]
        return tuple(Numbering(s, f.arity, self.constants, s.slots(self.slots)) for f, s in zip(self.functions, sorts, strict=True))

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule that a slot can have; the same in all layouts of a specification."""
        grammars = (numbering.sorts.grammar for numbering in self.numberings)
        return tuple(dict.fromkeys(rule for grammar in grammars for n in grammar.nonterminals for rule in n.rules))

    @cached_property
    def most_operands(self) -> int:
        """A."""
        return max((rule.operator.arity for rule in self.rules), default=1)

    @cached_property
    def firsts(self) -> Numbers:
        """Per function, the operand number of slot 0."""
        return np.array([numbering.first for numbering in self.numberings], dtype=np.int64)

    @cached_property
    def choices(self) -> Choices:
        """What may stand where, as tables."""
        return Choices(self.numberings, self.rules, self.slots, self.most_operands)

    def random(self, count: int, rng: np.random.Generator) -> Genomes:
        """`count` random individuals."""
        codes = self.choices.random_codes(count, rng)
        return Genomes(codes, self.choices.random_operands(codes, rng), self.choices.random_results(count, rng),
                       self.random_words((count, self.constants), rng),
                       self.random_words((count, len(self.specification.words)), rng))

    def random_words(self, shape: tuple[int, ...], rng: np.random.Generator) -> Words:
        """Words, most of them interesting ones."""
        anything = rng.integers(0, (1 << self.width) - 1, shape, dtype=np.uint64, endpoint=True)
        return np.where(rng.random(shape) < 0.7, rng.choice(self.interesting, shape), anything)

    def constant_rows(self, f: int, constants: Words) -> Words:
        """What function `f` has as operands behind its arguments, [operands, N]: literals first, then words of [N, K] constants."""
        sorts, mask = self.numberings[f].sorts, (1 << self.width) - 1
        literals = np.array([v & mask for v in sorts.literals], dtype=np.uint64)[:, None].repeat(len(constants), axis=1)
        masks = [np.uint64(mask if bits is None else mask & (1 << bits) - 1) for bits in sorts.widths]
        return np.concatenate([literals, *(constants.T & m for m in masks)])

    def adopt(self, genomes: Genomes, old: Layout, rng: np.random.Generator) -> Genomes:
        """Individuals of a layout with no more slots and constants, as ones of this layout.

        Programs stay what they are; constants are cut or zero-extended to the width; what is new is random.
        """
        fresh = self.random(len(genomes), rng)
        mask = np.uint64((1 << self.width) - 1)
        fresh.codes[:, :, :old.slots] = genomes.codes
        for f, (before, now) in enumerate(zip(old.numberings, self.numberings, strict=True)):
            moved = np.array(before.moved(now), dtype=np.int64)
            fresh.operands[:, f, :old.slots] = moved[genomes.operands[:, f]]
            fresh.results[:, f] = moved[genomes.results[:, f]]
        fresh.constants[:, :old.constants] = genomes.constants & mask
        fresh.words[:] = genomes.words & mask
        return fresh

    def encode(self, candidate: Mapping[str, Program], rng: np.random.Generator) -> Genomes | None:
        """A candidate as one individual, what it does not say at random; None where it does not fit, or is held to a grammar."""
        found, constants = self.random(1, rng), list[int]()
        for f, function in enumerate(self.functions):
            program, rules = candidate[function.name], {rule.operator: i for i, rule in enumerate(self.rules)}
            constants += [c for c in program.constants if c not in constants]
            if function.grammar is not None or program.length > self.slots or len(constants) > self.constants or not all(
                    op in rules for op, _ in program.instructions):
                return None
            places = [*range(function.arity), *(function.arity + constants.index(c) for c in program.constants),
                      *(int(self.firsts[f]) + s for s in range(program.length))]
            for s, (op, operands) in enumerate(program.instructions):
                found.codes[0, f, s] = rules[op]
                found.operands[0, f, s, :len(operands)] = [places[o] for o in operands]
            found.results[0, f] = places[program.result]
        found.constants[0, :len(constants)] = np.array(constants, dtype=np.uint64) & np.uint64((1 << self.width) - 1)
        for w, word in enumerate(self.specification.words):
            found.words[0, w] = candidate[word.name].constants[candidate[word.name].result]
        return found

    def decode(self, genomes: Genomes, row: int) -> dict[str, Program]:
        """One individual as a candidate, without dead code."""
        found = {}
        for f, function in enumerate(self.functions):
            constants = self.constant_rows(f, genomes.constants[row:row + 1])[:, 0].tolist()
            instructions = []
            for code, operands in zip(genomes.codes[row, f], genomes.operands[row, f], strict=True):
                op = self.rules[code].operator
                instructions.append(Instruction(op, tuple(int(o) for o in operands[:op.arity])))
            program = Program(function.arity, tuple(constants), tuple(instructions), int(genomes.results[row, f]))
            found[function.name] = program.normalise(self.width)
        for word, value in zip(self.specification.words, genomes.words[row], strict=True):
            found[word.name] = constant_program(int(value))
        return {f.name: found[f.name] for f in self.specification.exists}
