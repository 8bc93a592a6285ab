"""Ways to say "if" in a grammar: its own conditional operators, and what and, or, not make of Booleans."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth.engines.structural.bank import Bank, Builder
from synth.evaluation.arrays import Arrays
from synth.grammar import Grammar, Rule
from synth.macros import Macro
from synth.operators import Operator, operator
from synth.terms import TermKind, postorder


@dataclass(frozen=True)
class Conditional:
    """A rule of non-terminal `n` that is one of two operands, both from `n`, by what the other one is.

    places    of the condition, the value where it holds, the value where it does not
    """

    rule: Rule
    places: tuple[int, int, int]

    @property
    def condition(self) -> int:
        """The non-terminal of conditions."""
        return self.rule.operands[self.places[0]]

    def holds(self, words: NDArray[np.uint64], width: int) -> NDArray[np.bool_]:
        """Where words, as the condition, choose the first value."""
        domain = Arrays(width)
        operands: list[NDArray[np.uint64]] = [words] * 3
        operands[self.places[1]], operands[self.places[2]] = domain.constant(1), domain.constant(0)
        return np.asarray(self.rule.operator(domain, *operands) == 1)

    def build(self, builder: Builder, condition: int, then: int, otherwise: int) -> int:
        """The choice as an instruction."""
        operands = dict(zip(self.places, (condition, then, otherwise), strict=True))
        return builder.apply(self.rule.operator, tuple(operands[k] for k in range(3)))


@dataclass(frozen=True)
class Connectives:
    """and, or, not on a Boolean non-terminal, as its conditional: (c and a) or (not c and b)."""

    both: Operator
    either: Operator
    negation: Operator
    condition: int

    def holds(self, words: NDArray[np.uint64], width: int) -> NDArray[np.bool_]:
        """Where words, as the condition, choose the first value."""
        del width
        return np.asarray(words != 0)

    def build(self, builder: Builder, condition: int, then: int, otherwise: int) -> int:
        """The choice as instructions; shorter where a value is a constant."""
        constants = builder.constants
        match constants.get(then), constants.get(otherwise):
            case 1, 0:
                return condition
            case 0, 1:
                return builder.apply(self.negation, (condition,))
            case 1, _:
                return builder.apply(self.either, (condition, otherwise))
            case 0, _:
                return builder.apply(self.both, (builder.apply(self.negation, (condition,)), otherwise))
            case _, 0:
                return builder.apply(self.both, (condition, then))
            case _, 1:
                return builder.apply(self.either, (builder.apply(self.negation, (condition,)), then))
        return builder.apply(self.either, (self.build(builder, condition, then, _zero(builder)),
                                           self.build(builder, condition, _zero(builder), otherwise)))


def _zero(builder: Builder) -> int:
    return builder.leaf(0)


def conditionals(grammar: Grammar, n: int) -> Iterator[Conditional | Connectives]:
    """The ways in which terms of non-terminal `n` choose between two terms of it."""
    for rule in grammar.nonterminals[n].rules:
        places = _places(rule.operator)
        if places is not None and rule.operands[places[1]] == rule.operands[places[2]] == n:
            yield Conditional(rule, places)
    if grammar.nonterminals[n].bits == 1 and (found := _connectives(grammar, n)) is not None:
        yield found


def _places(op: Operator) -> tuple[int, int, int] | None:
    """Where a ternary operator has its condition and its two values; None where it is no choice between operands."""
    if op.name == "ite" and not isinstance(op, Macro):
        return 0, 1, 2
    if not isinstance(op, Macro) or op.arity != 3 or not isinstance(op.body.data, Operator) or op.body.data.name != "ite":
        return None
    condition, then, otherwise = op.body.arguments
    if then.kind is not TermKind.SYMBOL or otherwise.kind is not TermKind.SYMBOL:
        return None
    used = {str(n.data) for n in postorder(condition) if n.kind is TermKind.SYMBOL}
    values = str(then.data), str(otherwise.data)
    if len(used) != 1 or used & set(values) or values[0] == values[1]:
        return None
    return op.parameters.index(used.pop()), op.parameters.index(values[0]), op.parameters.index(values[1])


def _connectives(grammar: Grammar, n: int) -> Connectives | None:
    found: dict[str, Operator] = {}
    for rule in grammar.nonterminals[n].rules:
        if all(o == n for o in rule.operands):
            name = _connective(rule.operator)
            if name:
                found.setdefault(name, rule.operator)
    return Connectives(found["and"], found["or"], found["not"], n) if len(found) == 3 else None


def _connective(op: Operator) -> str | None:
    """Which of and, or, not an operator is on the words 0 and 1."""
    operands = np.array([0, 0, 1, 1], dtype=np.uint64), np.array([0, 1, 0, 1], dtype=np.uint64)
    tables = {"and": operator("and"), "or": operator("or"), "not": operator("not")}
    for name, meant in tables.items():
        words = operands[: op.arity]
        if op.arity == meant.arity and np.array_equal(op(Arrays(8), *words), meant(Arrays(1), *words)):
            return name
    return None


def value_of(bank: Bank, n: int, rows: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The words of some rows of non-terminal `n`, [rows, points]."""
    return bank.form.unpack(bank.pools[n].values[rows])
