"""Where no small expression fits all cells of a function: a decision tree of small expressions over small conditions.

After Alur, Radhakrishna and Udupa, Scaling enumerative program synthesis via divide and conquer (TACAS 2017). The solver has a say:
the most agreeable expression is stretched over as many cells as it allows, and the condition that parts these from the others
best is chosen, so that what the examples leave open does not grow into the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.engines.tables.cells import Conflict
from synth.engines.tables.context import Context
from synth.engines.tables.fit import Table, fits
from synth.evaluation.arrays import Words
from synth.operators import Operator, operator
from synth.terms import Term

Mask = NDArray[np.bool_]

_SMALL = 3000
"""How many expressions are tried on a part of the cells."""

_CONDITIONS = 1500
"""How many expressions are tried as conditions."""

_THRESHOLDS = 64
"""With how many constants a leaf is compared at most."""

_STRETCHES = 24
"""How many conflicts are solved one cell at a time while an expression is stretched."""

_COMPARISONS = tuple(map(operator, ("ult", "ule", "eq", "slt", "sle")))


@dataclass
class _Node:
    """Some of the cells, and what was decided for them: an expression, or a condition and two further nodes."""

    cells: list[int]
    term: Term | None = None
    condition: Term | None = None
    then: int = 0
    otherwise: int = 0


class Divider:
    """Builds the tree for one function. `operators` are those that may be used, choice among them."""

    def __init__(self, context: Context, table: Table, leaves: Sequence[Term], operators: Sequence[Operator], most: int) -> None:
        self._context, self._table, self._leaves, self._most = context, table, leaves, most
        self._comparison = next((op for op in _COMPARISONS if op in operators), None)

    def term(self, cells: Sequence[int]) -> Term | None:
        """A tree for these cells, which are fixed at its values; None where more than `most` expressions are needed."""
        nodes = [_Node(list(cells))]
        number = 0
        while number < len(nodes):
            node = nodes[number]
            node.term = self._leaf(node.cells)
            if node.term is None and (not self._part(node, nodes) or len(nodes) > 2 * self._most):
                return None
            number += 1
        for node in reversed(nodes):
            if node.condition is not None:
                then, otherwise = nodes[node.then].term, nodes[node.otherwise].term
                assert then is not None and otherwise is not None
                node.term = terms.ite(node.condition, then, otherwise)
        return nodes[0].term

    def _leaf(self, cells: list[int]) -> Term | None:
        """An expression for all of these cells."""
        table = self._table
        number = next(fits(self._context, table, cells, _SMALL), None)
        if number is not None:
            values = table.results(number)
            self._context.fix(table.name, {cell: values[cell] for cell in cells})
            return table.values.bank.term(number, self._leaves)
        if len(cells) > 1:
            return None
        value = self._context.values(table.name)[cells[0]]
        self._context.fix(table.name, {cells[0]: value})
        return terms.constant(value)

    def _part(self, node: _Node, nodes: list[_Node]) -> bool:
        """Divide a node's cells in two; False where no condition does."""
        found = self._condition(node.cells, self._outliers(node.cells))
        if found is None:
            return False
        node.condition, truth = found
        node.then, node.otherwise = len(nodes), len(nodes) + 1
        nodes += [_Node([c for c, holds in zip(node.cells, truth, strict=True) if holds is wanted]) for wanted in (True, False)]
        return True

    # -- where to divide --

    def _outliers(self, cells: list[int]) -> Mask:
        """Which cells the most agreeable expression cannot be stretched over."""
        table, values = self._table, self._context.values(self._table.name)
        rows = table.values.rows[:_SMALL]
        forced = self._context.forced(table.name, cells)
        mask, wanted = table.lanes.pattern(forced or {c: values[c] for c in cells}, table.count)
        agreeing = table.lanes.agreement(rows, wanted, mask)
        proposed = table.results(int(agreeing.argmax()))
        self._stretch({c: proposed[c] for c in cells})
        values = self._context.values(table.name)
        return np.array([values[c] != proposed[c] for c in cells], dtype=np.bool_)

    def _stretch(self, proposed: dict[int, int]) -> None:
        """Have the model agree with these values wherever it can: cells in conflict are let go."""
        left = dict(proposed)
        for attempt in range(len(proposed) + 1):
            answer = self._context.ask([(self._table.name, cell, value) for cell, value in left.items()])
            if not isinstance(answer, Conflict):
                return
            blamed = sorted(cell for name, cell, _ in answer.literals if name == self._table.name and cell in left)
            for cell in blamed if attempt > _STRETCHES else blamed[-1:]:
                del left[cell]

    def _condition(self, cells: list[int], outliers: Mask) -> tuple[Term, list[bool]] | None:
        """The condition that parts the outliers best from the others, and its truth in each cell."""
        table = self._table
        rows = table.values.rows[:_CONDITIONS]
        truth = table.lanes.truth(rows, table.count)[:, cells]
        thresholds, compared = self._thresholds(cells)
        truth = np.concatenate([truth, compared])
        inside = truth.sum(axis=1)
        useful = (inside > 0) & (inside < len(cells))
        if not useful.any():
            return None
        best = int(np.where(useful, _impurity(truth, outliers), np.inf).argmin())
        chosen = table.values.bank.term(best, self._leaves) if best < len(rows) else thresholds[best - len(rows)]
        return chosen, [bool(t) for t in truth[best]]

    def _thresholds(self, cells: list[int]) -> tuple[list[Term], Mask]:
        """Comparisons of leaves with the values that they have; none at width 1, where a leaf is a condition."""
        found: list[Term] = []
        truth: list[Words] = []
        table = self._table
        if table.lanes.width > 1 and self._comparison is not None:
            for leaf, row in zip(self._leaves, table.values.rows, strict=False):
                for value in np.unique(row[cells])[:_THRESHOLDS]:
                    found.append(terms.apply(self._comparison, leaf, int(value)))
                    truth.append(table.lanes.apply(self._comparison, row[cells], np.full(len(cells), value)))
        return found, np.array(truth, dtype=np.bool_).reshape(len(found), len(cells))


def _impurity(truth: Mask, outliers: Mask) -> NDArray[np.float64]:
    """How mixed the two sides of each condition are: Gini's measure, weighted by their sizes."""
    total = np.zeros(len(truth))
    for side in (truth, ~truth):
        size, wrong = side.sum(axis=1), (side & outliers).sum(axis=1)
        total += wrong * (size - wrong) / np.maximum(size, 1)
    return total
