"""Which operands may stand where: the non-terminals of a grammar as constraints on the choices of a skeleton.

A result may stand wherever some derivation of it exists (`Grammar.derives`), so a program that shares a result between places of
different sorts is found. Per instruction and non-terminal one Boolean says "derived here", and implies that a rule of the
non-terminal fits; per operand and non-terminal one says "stands here". They are implied, not defined: where nobody asks, they are
free. In a language of one sort nothing has to be said, and nothing is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from synth.engines.bounded.language import Language
from synth.grammar import Rule
from synth.operators import Operator


@dataclass
class Places:
    """The operands of programs over `arity` arguments, `words` to be found and the literals of `language`, in that order.

    The i-th instruction has an operator out of `slots[i]`.
    """

    name: str
    language: Language
    arity: int
    words: Sequence[Any]
    slots: Sequence[Collection[Operator]]
    _derived: dict[tuple[int, int], Any] = field(default_factory=dict)
    _standing: dict[tuple[int, int, int], Any] = field(default_factory=dict)

    @property
    def pool(self) -> range:
        """The operands that are words to be found."""
        return range(self.arity, self.arity + len(self.words))

    @property
    def first(self) -> int:
        """The operand that is the first instruction's result."""
        return self.pool.stop + len(self.language.literals)

    def leaves(self, nonterminal: int) -> frozenset[int]:
        """The operands that are no results and may stand at a non-terminal, words that may only fit included."""
        place = self.language.grammar.nonterminals[nonterminal]
        literals = (self.pool.stop + i for i, v in enumerate(self.language.literals) if self.language.holds(nonterminal, v))
        return frozenset((*place.arguments, *(self.pool if place.any_constant else ()), *literals))

    def _rules(self, i: int, nonterminal: int | None = None) -> Iterator[Rule]:
        return (rule for n, rule in self.language.rules if rule.operator in self.slots[i] and nonterminal in (n, None))

    def possible(self, i: int, k: int) -> frozenset[int]:
        """Every operand that some program has as the k-th of instruction i; 0 where an operator has fewer."""
        wanted = dict.fromkeys(rule.operands[k] for rule in self._rules(i) if rule.operator.arity > k)
        results = (self.first + j for j in range(i) if any(next(self._rules(j, n), None) for n in wanted))
        missing = (0,) if any(op.arity <= k for op in self.slots[i]) else ()
        return frozenset((*missing, *results, *(leaf for n in wanted for leaf in self.leaves(n))))

    # -- constraints; `codes` and `operands` hold the Booleans of the choices --

    def result(self, picks: Sequence[Any]) -> list[Any]:
        """A program without instructions is derived."""
        return self._stands(z3.BoolVal(True), 0, picks)

    def constraints(self, codes: Sequence[dict[Operator, Any]], operands: Sequence[Sequence[Sequence[Any]]]) -> list[Any]:
        """The last instruction is derived from the start, and whatever that takes."""
        made: list[Any] = []
        if self.language.single:
            for i, picks in enumerate(codes):
                for rule in self._rules(i):
                    for k, n in enumerate(rule.operands):
                        made += self._stands(picks[rule.operator], n, operands[i][k])
            return made
        made.append(self._derives(len(codes) - 1, 0))
        for i in range(len(codes) - 1, -1, -1):
            for (_, n), derived in [item for item in self._derived.items() if item[0][0] == i]:
                made += self._derivation(i, n, derived, codes[i])
            for (_, k, n), standing in [item for item in self._standing.items() if item[0][0] == i]:
                made += self._stands(standing, n, operands[i][k])
        return made

    def _derives(self, i: int, nonterminal: int) -> Any:
        key = (i, nonterminal)
        if key not in self._derived:
            self._derived[key] = z3.Bool(f"{self.name}/{i} from {nonterminal}")
        return self._derived[key]

    def _standing_at(self, i: int, k: int, nonterminal: int) -> Any:
        key = (i, k, nonterminal)
        if key not in self._standing:
            self._standing[key] = z3.Bool(f"{self.name}/{i}/{k} at {nonterminal}")
        return self._standing[key]

    def _derivation(self, i: int, nonterminal: int, derived: Any, picks: dict[Operator, Any]) -> list[Any]:
        rules: dict[Operator, list[Rule]] = {}
        for rule in self._rules(i, nonterminal):
            rules.setdefault(rule.operator, []).append(rule)
        made = [z3.Implies(derived, z3.Or([picks[op] for op in rules]))]
        for op, alternatives in rules.items():
            fitting = [z3.And([self._standing_at(i, k, n) for k, n in enumerate(rule.operands)]) for rule in alternatives]
            made.append(z3.Implies(z3.And(derived, picks[op]), z3.Or(fitting)))
        return made

    def _stands(self, condition: Any, nonterminal: int, picks: Sequence[Any]) -> list[Any]:
        """Where `condition` holds, the operand that is picked may stand at the non-terminal."""
        leaves, bits = self.leaves(nonterminal), self.language.bits(nonterminal)
        made: list[Any] = []
        for operand, pick in enumerate(picks):
            if z3.is_false(pick):
                continue
            if operand >= self.first:
                if not self.language.single:
                    made.append(z3.Implies(z3.And(condition, pick), self._derives(operand - self.first, nonterminal)))
            elif operand not in leaves:
                made.append(z3.Not(z3.And(condition, pick)))
            elif operand in self.pool and bits < self.language.width:
                made.append(z3.Implies(z3.And(condition, pick), z3.ULT(self.words[operand - self.arity], 1 << bits)))
        return made
