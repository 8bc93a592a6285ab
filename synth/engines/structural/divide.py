"""Divide and conquer: a decision tree whose leaves are terms that are right somewhere, and whose conditions say where.

Idea: Alur, Radhakrishna, Udupa, Scaling enumerative program synthesis via divide and conquer, TACAS 2017 (EUSolver). At a node the
condition is taken that leaves the fewest points uncovered by the best term of either side; among equals the one that gains most
information on which term covers which points, then the smaller one. Loses where conditions are larger than the bank's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth.engines.structural.bank import Bank, Builder
from synth.engines.structural.conditional import Conditional, Connectives, value_of
from synth.engines.structural.goal import Goal

Flags = NDArray[np.bool_]
Rows = NDArray[np.int64]

_TERMS, _LABELS, _CONDITIONS = 400, 24, 20_000
"""How many terms, terms told apart by information gain, and conditions are considered."""

_ROWS = 400_000


@dataclass(frozen=True)
class Classes:
    """Terms by where something holds of them: their rows and flags [terms, examples], one for each pattern, smaller ones first."""

    rows: Rows
    flags: Flags


@dataclass
class Node:
    """A leaf that is a row of the start non-terminal, or a condition's row with two nodes."""

    row: int
    then: Node | None = None
    otherwise: Node | None = None


class Divider:
    """Grows with a bank: takes in the new rows, and learns trees for a goal of one site."""

    def __init__(self, goal: Goal, start: int, conditional: Conditional | Connectives) -> None:
        self._goal, self._start, self._conditional = goal, start, conditional
        self._terms = Classes(np.zeros(0, np.int64), np.zeros((0, goal.examples), np.bool_))
        self._conditions = self._terms
        self._seen = [0, 0]

    def learn(self, bank: Bank) -> Node | None:
        """A tree that is right on all examples, from the terms in the bank; None where there is none yet."""
        self._take_in(bank)
        terms = self._terms
        if not len(terms.rows) or not terms.flags.any(axis=0).all() or not len(self._conditions.rows):
            return None
        chosen = _cover(terms.flags)
        best = np.unique(np.concatenate([chosen, _largest(terms.flags, _TERMS)]))
        return self._tree(Classes(terms.rows[best], terms.flags[best]))

    def _take_in(self, bank: Bank) -> None:
        for which, n in enumerate((self._start, self._conditional.condition)):
            first, last = self._seen[which], min(bank.pools[n].count, self._seen[which] + _ROWS)
            self._seen[which] = last
            words = value_of(bank, n, np.arange(first, last))
            if which == 0:
                flags = self._goal.check(words)
                self._terms = _merged(self._terms, first, flags, np.asarray(~flags.any(axis=1)))
            elif len(self._conditions.rows) < _CONDITIONS:
                flags = self._conditional.holds(words, bank.form.width)[:, : self._goal.examples]
                constant = np.asarray(flags.all(axis=1) | ~flags.any(axis=1))
                self._conditions = _merged(self._conditions, first, flags, constant)

    def _tree(self, terms: Classes) -> Node | None:
        """The tree, built from the root by a worklist."""
        root = Node(-1)
        waiting: list[tuple[Node, NDArray[np.int64]]] = [(root, np.arange(self._goal.examples))]
        while waiting:
            node, points = waiting.pop()
            flags = terms.flags[:, points]
            whole = np.flatnonzero(flags.all(axis=1))
            if len(whole):
                node.row = int(terms.rows[whole[0]])
                continue
            split = self._split(flags, self._conditions.flags[:, points])
            if split is None:
                return None
            holds = self._conditions.flags[split, points]
            node.row = int(self._conditions.rows[split])
            node.then, node.otherwise = Node(-1), Node(-1)
            waiting += [(node.then, points[holds]), (node.otherwise, points[~holds])]
        return root

    @staticmethod
    def _split(terms: Flags, conditions: Flags) -> int | None:
        """The condition to ask first; None where none tells the points apart."""
        count = conditions.shape[1]
        inside = conditions.sum(axis=1)
        useful = np.flatnonzero((inside > 0) & (inside < count))
        if not len(useful):
            return None
        asked = conditions[useful].astype(np.float32)
        covered, total = asked @ terms.T.astype(np.float32), terms.sum(axis=1, dtype=np.float32)
        misses = count - covered.max(axis=1) - (total - covered).max(axis=1)
        labels = _labels(terms)
        ones = asked @ labels
        sides = np.stack([ones, labels.sum(axis=0) - ones])
        share = sides / np.maximum(1, sides.sum(axis=2, keepdims=True))
        entropy = -(sides * np.log2(np.maximum(share, 1e-9))).sum(axis=(0, 2))
        return int(useful[np.argmin(misses + entropy)])

    def build(self, bank: Bank, tree: Node, builder: Builder) -> int:
        """The tree as a program; its operand."""
        done: dict[int, int] = {}
        stack = [tree]
        while stack:
            node = stack[-1]
            if node.then is None or node.otherwise is None:
                done[id(stack.pop())] = bank.build(self._start, node.row, builder)
                continue
            waiting = [n for n in (node.then, node.otherwise) if id(n) not in done]
            if waiting:
                stack += waiting
                continue
            condition = bank.build(self._conditional.condition, node.row, builder)
            done[id(stack.pop())] = self._conditional.build(builder, condition, done[id(node.then)], done[id(node.otherwise)])
        return done[id(tree)]


def _merged(known: Classes, first: int, flags: Flags, useless: Flags) -> Classes:
    """The classes with new rows, numbered from `first`; those flagged useless and repeated patterns are left out."""
    keep = np.flatnonzero(~useless)
    rows = np.concatenate([known.rows, first + keep])
    joined = np.concatenate([known.flags, flags[keep]])
    if not len(rows):
        return known
    _, places = np.unique(np.packbits(joined, axis=1), axis=0, return_index=True)
    places = np.sort(places)
    return Classes(rows[places], joined[places])


def _cover(flags: Flags) -> Rows:
    """Terms that cover all points together, greedily."""
    left, chosen = np.ones(flags.shape[1], dtype=np.bool_), []
    while left.any():
        best = int(np.argmax(flags[:, left].sum(axis=1)))
        if not flags[best, left].any():
            break
        chosen.append(best)
        left &= ~flags[best]
    return np.array(chosen, dtype=np.int64)


def _largest(flags: Flags, count: int) -> Rows:
    """The terms that cover most points."""
    return np.argsort(-flags.sum(axis=1), kind="stable")[:count]


def _labels(terms: Flags) -> NDArray[np.float32]:
    """For each point the one term, of those that cover greedily, that it is counted for: one-hot [points, labels]."""
    chosen = _cover(terms)[:_LABELS]
    first = terms[chosen].argmax(axis=0)
    return np.asarray(np.eye(len(chosen), dtype=np.float32)[first])
