"""Ordered decision diagrams over the branches of a graph: equal conditions are one node.

Branches are numbered in the order in which paths meet them, so that a diagram is at most as large as the part of the graph that it
speaks of, and the diagram of a join of all paths is the constant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from synth.booleans import FALSE, TRUE
from synth.frontends.c.lowering.simplify import Builder
from synth.terms import Term

NEVER, ALWAYS = 0, 1
_LAST = 1 << 60
Pair = tuple[int, int]


@dataclass(frozen=True)
class _Step:
    """How a pair of diagrams is combined: a result, or the level to decide on and the pairs below."""

    result: int | None = None
    level: int = 0
    below: tuple[Pair, ...] = ()


class Decisions:
    """Diagrams are numbers."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self._literals: list[Term] = []
        self._nodes: list[tuple[int, int, int]] = [(_LAST, 0, 0), (_LAST, 1, 1)]
        self._numbers: dict[tuple[int, int, int], int] = {}
        self._terms: dict[int, Term] = {NEVER: FALSE, ALWAYS: TRUE}

    def branch(self, literal: Term) -> Pair:
        """A new branch, after all earlier ones: the diagrams of its two ways."""
        self._literals.append(literal)
        level = len(self._literals) - 1
        return self._node(level, NEVER, ALWAYS), self._node(level, ALWAYS, NEVER)

    def _node(self, level: int, low: int, high: int) -> int:
        if low == high:
            return low
        key = (level, low, high)
        if key not in self._numbers:
            self._numbers[key] = len(self._nodes)
            self._nodes.append(key)
        return self._numbers[key]

    def conjunction(self, a: int, b: int) -> int:
        """a and b."""
        def known(pair: Pair) -> int | None:
            return NEVER if NEVER in pair else max(pair) if ALWAYS in pair or pair[0] == pair[1] else None

        return self._combined((a, b), known)

    def disjunction(self, a: int, b: int) -> int:
        """a or b."""
        def known(pair: Pair) -> int | None:
            return ALWAYS if ALWAYS in pair else max(pair) if NEVER in pair or pair[0] == pair[1] else None

        return self._combined((a, b), known)

    def within(self, a: int, care: int) -> int:
        """A condition that equals a wherever `care` holds, with the decisions left out that `care` settles."""
        def known(pair: Pair) -> int | None:
            return pair[0] if pair[0] <= ALWAYS or pair[1] <= ALWAYS else ALWAYS if pair[0] == pair[1] else None

        return self._combined((a, care), known, care=True)

    def _combined(self, root: Pair, known: Callable[[Pair], int | None], care: bool = False) -> int:
        """The diagram of a pair, by what is known of simple pairs; deeper pairs first."""
        steps: dict[Pair, _Step] = {}
        waiting = [root]
        while waiting:
            pair = waiting.pop()
            if pair not in steps:
                steps[pair] = self._step(pair, known, care)
                waiting += steps[pair].below
        results = {pair: step.result for pair, step in steps.items() if step.result is not None}
        pending = [root]
        while pending:
            pair = pending[-1]
            missing = [p for p in steps[pair].below if p not in results]
            if pair in results or missing:
                pending.extend(missing) if missing and pair not in results else pending.pop()
                continue
            below = [results[p] for p in steps[pair].below]
            results[pair] = below[0] if len(below) == 1 else self._node(steps[pair].level, *below)
            pending.pop()
        return results[root]

    def _step(self, pair: Pair, known: Callable[[Pair], int | None], care: bool) -> _Step:
        result = known(pair)
        if result is not None:
            return _Step(result)
        first, second = (self._nodes[n] for n in pair)
        level = min(first[0], second[0])
        low = (first[1] if first[0] == level else pair[0], second[1] if second[0] == level else pair[1])
        high = (first[2] if first[0] == level else pair[0], second[2] if second[0] == level else pair[1])
        if care and NEVER in (low[1], high[1]):
            return _Step(below=(high if low[1] == NEVER else low,))
        if care and first[0] != level:
            return _Step(below=((pair[0], self.disjunction(low[1], high[1])),))
        return _Step(None, level, (low, high))

    def term(self, root: int) -> Term:
        """The condition as a Boolean term."""
        stack = [root]
        while stack:
            number = stack[-1]
            level, low, high = self._nodes[number]
            missing = [n for n in (high, low) if n not in self._terms]
            if missing and number not in self._terms:
                stack.extend(missing)
                continue
            if number not in self._terms:
                self._terms[number] = self.builder.ite(self._literals[level], self._terms[high], self._terms[low])
            stack.pop()
        return self._terms[root]
