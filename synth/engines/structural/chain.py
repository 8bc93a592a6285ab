"""A chain of cases: where the specification holds of a term, the term is the answer; else the next one.

Idea: for a body that asks each point alone, ∀x. ⋁ body(x, tᵢ(x)) makes ite(body(x, t₁), t₁, ite(body(x, t₂), t₂, …)) an answer
(quantifier instantiation: Reynolds et al., Counterexample-guided quantifier instantiation for synthesis in SMT, CAV 2015). Of each
body's conjuncts only those are kept that the points need. Only for functions without a grammar of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from synth import terms
from synth.booleans import conjuncts
from synth.engines.shape import argument
from synth.engines.structural.bank import Builder
from synth.engines.structural.goal import Goal
from synth.evaluation.arrays import Arrays, Words
from synth.operators import operator
from synth.terms import Term, TermKind

_MOST = 64
"""The most cases of a chain."""


class Chain:
    """The cases of one goal; `leaves` are terms over the arguments (`harvest.argument`) that answers may be made of."""

    def __init__(self, goal: Goal, leaves: Sequence[Term]) -> None:
        self._goal, self._leaves = goal, leaves
        self._domain = Arrays(goal.width)
        self._words = {str(argument(i).data): row for i, row in enumerate(goal.inputs)}

    @staticmethod
    def applies(goal: Goal) -> bool:
        """Whether the function is called once, on different ∀ words, and has no grammar of its own but one that knows if."""
        known = {op.name for op in goal.specification.operator_set}
        arguments = goal.sites[0].arguments if goal.sites else ()
        plain = all(a.kind is TermKind.SYMBOL for a in arguments) and len(set(map(id, arguments))) == len(arguments)
        words = {id(s) for s in goal.specification.forall} <= set(map(id, arguments))
        return len(goal.sites) == 1 and plain and words and goal.specification.exists[0].grammar is None and {"ite", "and"} <= known

    def build(self, builder: Builder) -> int | None:
        """The chain as a program that is right on all points; None where the leaves do not cover them."""
        values = np.array([self._value(leaf) for leaf in self._leaves], dtype=np.uint64).reshape(-1, self._goal.points)
        right = self._goal.check(values)
        left, cases = np.ones(self._goal.examples, dtype=np.bool_), list[tuple[list[Term], Term]]()
        while left.any() and len(cases) < _MOST:
            best = int(np.argmax(right[:, left].sum(axis=1)))
            if not right[best, left].any():
                return None
            tests = [] if right[best, left].all() else self._tests(self._leaves[best], right[best], left)
            cases.append((tests, self._leaves[best]))
            left = left & ~self._all(tests)
        return None if left.any() else self._written(builder, cases)

    def _value(self, term: Term) -> Words:
        return np.asarray(np.broadcast_to(terms.interpret(term, self._domain, self._words, terms.no_calls), (self._goal.points,)))

    def _all(self, tests: Sequence[Term]) -> NDArray[np.bool_]:
        held = np.ones(self._goal.points, dtype=np.bool_)
        for test in tests:
            held &= self._value(test) != 0
        return held

    def _tests(self, leaf: Term, right: NDArray[np.bool_], left: NDArray[np.bool_]) -> list[Term]:
        """Conjuncts of the body with the leaf as the result, as few as tell apart where it is right among the points left."""
        site = self._goal.sites[0]
        numbers = {id(a): argument(i) for i, a in enumerate(site.arguments)}

        def placed(node: Term) -> Term | None:
            return leaf if node is site_call else numbers.get(id(node))

        site_call = terms.rebuild(site, lambda n: numbers.get(id(n)))
        tests = [terms.rebuild(c, placed) for c in conjuncts(self._goal.specification.body)]
        for test in sorted(tests, key=lambda t: -len(terms.postorder(t))):
            fewer = [t for t in tests if t is not test]
            if not (self._all(fewer) & left & ~right).any():
                tests = fewer
        return tests

    @staticmethod
    def _written(builder: Builder, cases: Sequence[tuple[list[Term], Term]]) -> int:
        *first, (_, last) = cases
        result = builder.leaf(last)
        for tests, leaf in reversed(first):
            condition = builder.leaf(tests[0])
            for test in tests[1:]:
                condition = builder.apply(operator("and"), (condition, builder.leaf(test)))
            result = builder.apply(operator("ite"), (condition, builder.leaf(leaf), result))
        return result
