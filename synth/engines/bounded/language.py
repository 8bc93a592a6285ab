"""What the instructions of one function may be, and which algebraic facts hold among them: L and grammars as one notion.

A fact of the table says that an instruction equals something shorter: an operand, a constant. In a grammar that is of use only
where whatever may be the instruction may be that, too; in L, a grammar of one non-terminal and any constants, it always is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from synth.grammar import Grammar, NonTerminal, Rule
from synth.macros import Macro
from synth.operators import Operator


def primitive(op: Operator) -> Operator:
    """The operator of the table that `op` is; itself where it is none, which then has no facts."""
    return (op.primitive or op) if isinstance(op, Macro) else op


@dataclass(frozen=True)
class Language:
    """A grammar at a width. `grammar.nonterminals` are what places of a program are sorted by."""

    grammar: Grammar
    width: int

    @cached_property
    def reachable(self) -> frozenset[int]:
        """The non-terminals that a program can have a part of."""
        found, waiting = {0}, [0]
        while waiting:
            for rule in self.grammar.nonterminals[waiting.pop()].rules:
                waiting += [o for o in dict.fromkeys(rule.operands) if o not in found]
                found.update(rule.operands)
        return frozenset(found)

    @cached_property
    def rules(self) -> tuple[tuple[int, Rule], ...]:
        """Every rule that can occur, behind the non-terminal that has it."""
        return tuple((n, rule) for n in sorted(self.reachable) for rule in self.grammar.nonterminals[n].rules)

    @cached_property
    def operators(self) -> tuple[Operator, ...]:
        """Every operator that can occur, once, in the order of their codes."""
        return tuple(sorted(dict.fromkeys(rule.operator for _, rule in self.rules), key=lambda op: op.code))

    @cached_property
    def literals(self) -> tuple[int, ...]:
        """The constants that may be written somewhere, as words."""
        places = (self.grammar.nonterminals[n] for n in sorted(self.reachable))
        return tuple(dict.fromkeys(literal % (1 << self.width) for n in places for literal in n.literals))

    @property
    def single(self) -> bool:
        """Whether all places are of one sort."""
        return len(self.reachable) == 1

    def bits(self, nonterminal: int) -> int:
        """How many bits the constants of a place have."""
        bits = self.grammar.nonterminals[nonterminal].bits
        return self.width if bits is None else min(bits, self.width)

    def holds(self, nonterminal: int, literal: int) -> bool:
        """Whether a place may hold this constant without having it found for it: derivations go by value."""
        place = self.grammar.nonterminals[nonterminal]
        written = literal in {value % (1 << self.width) for value in place.literals}
        return written or (place.any_constant and literal >> self.bits(nonterminal) == 0)

    # -- facts --

    def _of(self, op: Operator) -> Iterator[tuple[NonTerminal, int, Rule]]:
        return ((self.grammar.nonterminals[n], n, rule) for n, rule in self.rules if rule.operator is op)

    def commutes(self, op: Operator) -> bool:
        """Whether two operands can be exchanged: they are of one sort wherever the operator occurs."""
        return primitive(op).commutative and all(rule.operands[0] == rule.operands[1] for _, _, rule in self._of(op))

    def gives_way(self, op: Operator, *operands: int) -> bool:
        """Whether wherever an application of `op` may stand, each of these operands of it may stand instead."""
        return all(rule.operands[k] == n for _, n, rule in self._of(op) for k in operands)

    def folds(self, op: Operator) -> bool:
        """Whether wherever an application of `op` may stand, any constant that it gives may stand instead."""
        return all(place.any_constant for place, _, _ in self._of(op))

    def has(self, op: Operator, value: int) -> bool:
        """Whether wherever an application of `op` may stand, the constant `value` may stand instead."""
        return all(self.holds(n, value % (1 << self.width)) for _, n, _ in self._of(op))

    def never_same(self, op: Operator) -> bool:
        """Whether `op` on one operand twice is something shorter."""
        same = primitive(op).same
        return same is not None and (self.gives_way(op, 0) if isinstance(same, str) else self.has(op, same))

    def unit(self, op: Operator) -> int | None:
        """The word that as right operand of `op` can be left out together with it; for a commutative one also as the left."""
        unit = primitive(op).right_unit
        kept = (0, 1) if primitive(op).commutative else (0,)
        return unit % (1 << self.width) if unit is not None and self.gives_way(op, *kept) else None

    def cancels(self, op: Operator) -> bool:
        """Whether `op` on `op` is nothing at all."""
        return primitive(op).involution and self.gives_way(op, 0)

    def gathers(self, op: Operator) -> bool:
        """Whether (a ∘ c) ∘ d is a ∘ (c ∘ d) with another constant."""
        return primitive(op).associative and self.gives_way(op, 0, 1) and self.folds(op)

    def chooses(self, op: Operator) -> bool:
        """Whether `op` is an ite that gives way to either of its branches."""
        return primitive(op).name == "ite" and self.gives_way(op, 1, 2)
