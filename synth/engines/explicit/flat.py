"""Grammars that are sets of table operators, as specifications of L: what is written in the grammar becomes further arguments.

A function f(x, y) whose programs are built of x and the literals 1 and 15 is searched as a function of three arguments that is
called as f(x, 1, 15); arguments that the grammar does not have are dropped. Programs are mapped back: the further arguments become
constants, operators are spelt as in the grammar.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from synth import terms
from synth.engines.explicit.scope import applies, flat_of
from synth.engines.protocol import Candidate
from synth.grammar import Flat
from synth.program import Instruction, Program
from synth.specification import Function, Specification
from synth.terms import Term, TermKind


@dataclass(frozen=True)
class Flattened:
    """A specification without grammars, and the way back.

    constants     whether programs may have constants besides the literals
    """

    specification: Specification
    functions: Mapping[str, tuple[int, Flat]]
    constants: bool

    def restored(self, candidate: Candidate, width: int) -> dict[str, Program]:
        """A candidate of `specification` as one of the original, normalised at `width`."""
        return {name: _restored(program, *self.functions[name]).normalise(width) if name in self.functions else program
                for name, program in candidate.items()}


def flattened(specification: Specification) -> Flattened:
    """The specification in L; itself where no function has a grammar, or the engine does not apply."""
    flats = {f.name: (f.arity, flat) for f in specification.exists if (flat := flat_of(f)) is not None}
    if not flats or not applies(specification):
        return Flattened(specification, {}, True)

    def call(term: Term) -> Term | None:
        if term.kind is not TermKind.CALL or str(term.data) not in flats:
            return None
        flat = flats[str(term.data)][1]
        return terms.call(str(term.data), (*(term.arguments[a] for a in flat.arguments), *flat.literals))

    exists = tuple(_function(f, flats[f.name][1]) if f.name in flats else f for f in specification.exists)
    flat = next(flat for _, flat in flats.values())
    made = replace(specification, exists=exists, body=terms.rebuild(specification.body, call), operators=flat.operators)
    return Flattened(made, flats, flat.any_constant)


def _function(function: Function, flat: Flat) -> Function:
    return replace(function, arity=len(flat.arguments) + len(flat.literals), parameters=(), grammar=None)


def _restored(program: Program, arity: int, flat: Flat) -> Program:
    """A program of the arguments that the grammar has, and behind them its literals, as one of all `arity` arguments."""
    kept = len(flat.arguments)

    def moved(operand: int) -> int:
        return flat.arguments[operand] if operand < kept else operand + arity - kept

    instructions = tuple(Instruction(flat.spelling[op], tuple(map(moved, operands))) for op, operands in program.instructions)
    return Program(arity, (*flat.literals, *program.constants), instructions, moved(program.result))
