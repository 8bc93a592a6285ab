"""What may be built: grammars of programs, with the operator sets of L as those of one non-terminal.

A grammar is in normal form: no rule is a mere other non-terminal, and every operand of a rule is a non-terminal; nested right-hand
sides have anonymous ones in between. All words have the width of the specification, and a non-terminal of fewer `bits` has words
below 2^bits; a Boolean one has the words 0 and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from synth.macros import Macro
from synth.operators import Operator
from synth.program import Instruction, Program


@dataclass(frozen=True)
class Rule:
    """An operator on operands from the non-terminals of these numbers."""

    operator: Operator
    operands: tuple[int, ...]


@dataclass(frozen=True)
class NonTerminal:
    """What a place of a program may hold.

    bits          every word it gives is below 2^bits; None: the whole word
    arguments     the arguments of the function that it may be, by number
    literals      the constants that it may be
    any_constant  whether it may be any constant below 2^bits
    rules         the operators that it may be an application of
    """

    name: str
    bits: int | None = None
    arguments: tuple[int, ...] = ()
    literals: tuple[int, ...] = ()
    any_constant: bool = False
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class Grammar:
    """Non-terminals; the first is where programs start."""

    nonterminals: tuple[NonTerminal, ...]

    def __post_init__(self) -> None:
        for n in self.nonterminals:
            for rule in n.rules:
                if len(rule.operands) != rule.operator.arity or any(not 0 <= o < len(self.nonterminals) for o in rule.operands):
                    raise ValueError(f"{n.name}: {rule.operator} on non-terminals {rule.operands} is not well formed")

    @classmethod
    def of_operators(cls, operators: Sequence[Operator], arity: int) -> Grammar:
        """Everything that these operators make of `arity` arguments and any constants."""
        rules = tuple(Rule(op, (0,) * op.arity) for op in operators)
        return cls((NonTerminal("Word", None, tuple(range(arity)), (), True, rules),))

    @property
    def any_constant(self) -> bool:
        """Whether some place may hold any constant."""
        return any(n.any_constant for n in self.nonterminals)

    @cached_property
    def operators(self) -> tuple[Operator, ...]:
        """Every operator of a rule, each once."""
        return tuple(dict.fromkeys(rule.operator for n in self.nonterminals for rule in n.rules))

    @cached_property
    def flat(self) -> Flat | None:
        """The grammar as a set of table operators over some arguments and literals; None where it is more than that."""
        return _flat(self)

    def derives(self, program: Program, width: int, start: int = 0) -> bool:
        """Whether non-terminal `start` derives `program` at `width` bits."""
        return start in self._derivations(program, width)[program.result]

    def _derivations(self, program: Program, width: int) -> list[frozenset[int]]:
        """For every operand of a program the non-terminals that derive it."""
        found = [self._of_argument(i) for i in range(program.inputs)]
        found += [self._of_constant(c % (1 << width), width) for c in program.constants]
        for instruction in program.instructions:
            found.append(self._of_instruction(instruction, found))
        return found

    def _of_argument(self, argument: int) -> frozenset[int]:
        return frozenset(i for i, n in enumerate(self.nonterminals) if argument in n.arguments)

    def _of_constant(self, value: int, width: int) -> frozenset[int]:
        return frozenset(i for i, n in enumerate(self.nonterminals)
                         if value in {literal % (1 << width) for literal in n.literals}
                         or (n.any_constant and value >> (width if n.bits is None else n.bits) == 0))

    def _of_instruction(self, instruction: Instruction, found: Sequence[frozenset[int]]) -> frozenset[int]:
        operands = [found[o] for o in instruction.operands]
        return frozenset(i for i, n in enumerate(self.nonterminals)
                         if any(rule.operator is instruction.operator
                                and all(o in known for o, known in zip(rule.operands, operands, strict=True)) for rule in n.rules))


@dataclass(frozen=True)
class Flat:
    """A grammar of one non-terminal over table operators: any of them on any results, arguments and literals.

    spelling   what stands for each table operator in the grammar
    """

    operators: tuple[Operator, ...]
    arguments: tuple[int, ...]
    literals: tuple[int, ...]
    any_constant: bool
    spelling: dict[Operator, Operator]


def _flat(grammar: Grammar) -> Flat | None:
    start = grammar.nonterminals[0]
    spelling: dict[Operator, Operator] = {}
    for rule in start.rules:
        op = rule.operator
        primitive = op.primitive if isinstance(op, Macro) else op
        if primitive is None or any(o != 0 for o in rule.operands):
            return None
        spelling.setdefault(primitive, op)
    operators = tuple(sorted(spelling, key=lambda op: op.code))
    return Flat(operators, start.arguments, start.literals, start.any_constant, spelling)
