"""What may stand where in an individual: each slot of a function has a non-terminal of its grammar, and L is one of them.

Slots come in rounds over the non-terminals, those far from the start first and the start last, recursive ones twice where not all
are. A slot's gene picks one of the rules of its non-terminal; an operand is a leaf of the rule's non-terminal, or an earlier slot
whose values that non-terminal derives as well. More slots only add to the end, so that programs survive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from synth.grammar import Grammar, Rule


@dataclass(frozen=True)
class Sorts:
    """The non-terminals of one function's grammar, and which of them its slots have."""

    grammar: Grammar

    @cached_property
    def distances(self) -> dict[int, int]:
        """Per non-terminal that a program can have a part of: how many rules it is away from the start."""
        found, waiting = {0: 0}, [0]
        for n in waiting:
            for o in (o for rule in self.grammar.nonterminals[n].rules for o in rule.operands):
                if o not in found:
                    found[o] = found[n] + 1
                    waiting.append(o)
        return found

    def _below(self, nonterminal: int) -> set[int]:
        found, waiting = set[int](), [nonterminal]
        while waiting:
            operands = {o for rule in self.grammar.nonterminals[waiting.pop()].rules for o in rule.operands} - found
            found |= operands
            waiting += sorted(operands)
        return found

    @cached_property
    def round(self) -> tuple[int, ...]:
        """The non-terminals of one round of slots."""
        ordered = sorted((n for n in self.distances if self.grammar.nonterminals[n].rules), key=lambda n: (-self.distances[n], -n))
        recursive = {n for n in ordered if n in self._below(n)}
        return tuple(n for n in ordered for _ in range(1 + (n in recursive and len(recursive) < len(ordered))))

    @cached_property
    def covers(self) -> tuple[frozenset[int], ...]:
        """Per non-terminal those whose every result it derives as well: their rules are among its own."""
        rules = [frozenset(n.rules) for n in self.grammar.nonterminals]
        return tuple(frozenset(n for n, own in enumerate(rules) if own and own <= more) for more in rules)

    @cached_property
    def leafy(self) -> frozenset[int]:
        """The non-terminals that have leaves."""
        return frozenset(i for i, n in enumerate(self.grammar.nonterminals) if n.arguments or n.literals or n.any_constant)

    def _available(self, nonterminal: int, filled: set[int]) -> tuple[Rule, ...]:
        """The rules whose operands exist: leaves, or slots of the non-terminals `filled` before."""
        return tuple(rule for rule in dict.fromkeys(self.grammar.nonterminals[nonterminal].rules)
                     if all(o in self.leafy or self.covers[o] & filled for o in rule.operands))

    def slots(self, count: int) -> tuple[tuple[int, tuple[Rule, ...]], ...]:
        """The first `count` slots: the non-terminal of each, and the rules that it can have; fewer where no rule has operands."""
        made: list[tuple[int, tuple[Rule, ...]]] = []
        filled: set[int] = set()
        while len(made) < count:
            before = len(made)
            for n in self.round:
                rules = self._available(n, filled)
                if rules:
                    made.append((n, rules))
                    filled.add(n)
            if len(made) == before:
                break
        return tuple(made[:count])

    def wanted(self, length: int) -> int:
        """How many slots programs of `length` instructions need."""
        rounds = length if len(self.round) == 1 else max(3, -(-2 * length // max(1, len(self.round))))
        return rounds * len(self.round)

    @cached_property
    def widths(self) -> tuple[int | None, ...]:
        """How many bits constants have, one number per kind of place that may hold any; None: those of the word."""
        places = (self.grammar.nonterminals[n] for n in sorted(self.distances))
        return tuple(dict.fromkeys(n.bits for n in places if n.any_constant))

    @cached_property
    def literals(self) -> tuple[int, ...]:
        """The constants that are written in the grammar, each once."""
        return tuple(dict.fromkeys(v for n in sorted(self.distances) for v in self.grammar.nonterminals[n].literals))


@dataclass(frozen=True)
class Numbering:
    """Operands of one function as in `Program`: arguments, literals, per width of constants the whole pool, slots."""

    sorts: Sorts
    arity: int
    constants: int
    slots: tuple[tuple[int, tuple[Rule, ...]], ...]

    @property
    def first(self) -> int:
        """The operand that is slot 0."""
        return self.arity + len(self.sorts.literals) + len(self.sorts.widths) * self.constants

    def _leaves(self, nonterminal: int) -> Iterator[int]:
        place = self.sorts.grammar.nonterminals[nonterminal]
        yield from sorted(place.arguments)
        yield from (self.arity + i for i, literal in enumerate(self.sorts.literals) if literal in place.literals)
        if place.any_constant and place.bits in self.sorts.widths:
            start = self.arity + len(self.sorts.literals) + self.sorts.widths.index(place.bits) * self.constants
            yield from range(start, start + self.constants)

    def options(self, nonterminal: int) -> list[int]:
        """Everything that may stand at a non-terminal, ascending; what comes before a slot is a prefix."""
        covered = self.sorts.covers[nonterminal]
        return [*self._leaves(nonterminal), *(self.first + s for s, (n, _) in enumerate(self.slots) if n in covered)]

    def moved(self, new: Numbering) -> list[int]:
        """The number in `new`, which has no fewer constants and slots, of every operand here."""
        fixed, pools = self.arity + len(self.sorts.literals), range(len(self.sorts.widths))
        pooled = (fixed + pool * new.constants + i for pool in pools for i in range(self.constants))
        return [*range(fixed), *pooled, *(new.first + s for s in range(len(self.slots)))]
