"""How nearly a specification is satisfied: a number from 0 to 1 per individual and example.

Each Boolean term gets two grades, how nearly it is true and how nearly false; 1 exactly where it is. Equations of words are graded
by matching bits and by distance, comparisons by excess, connectives by their parts; all in one pass over the term's nodes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from synth.evaluation.arrays import Arrays, Words
from synth.operators import Operator
from synth.terms import Term, TermKind, interpret_all, postorder

Grade = NDArray[np.float64]
Grades = tuple[Grade, Grade]
"""How nearly true, and how nearly false."""

_NOT_QUITE = 0.98
"""What is not satisfied is graded below 1."""


def bit_count(words: Words) -> Words:
    """The number of bits set in each word."""
    pairs = words - (words >> np.uint64(1) & np.uint64(0x5555555555555555))
    fours = (pairs & np.uint64(0x3333333333333333)) + (pairs >> np.uint64(2) & np.uint64(0x3333333333333333))
    bytes_ = fours + (fours >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    count: Words = bytes_ * np.uint64(0x0101010101010101) >> np.uint64(56)
    return count


def _size(words: Words) -> Grade:
    """The bits that a number needs, as a fraction where it is no power of two."""
    return np.log2(words.astype(np.float64) + 1.0)


class Grader:
    """Grades of one formula at one width."""

    def __init__(self, formula: Term, width: int) -> None:
        self._nodes = postorder(formula)
        self._domain, self._width = Arrays(width), width

    def grade(self, symbols: dict[str, Words], call: Callable[[str, tuple[Words, ...]], Words]) -> tuple[Words, Grade]:
        """The formula's value (0 or 1) and how nearly it is true, for arrays that broadcast."""
        values = interpret_all(self._nodes, self._domain, symbols, call)
        known = dict(zip(map(id, self._nodes), values, strict=True))
        grades: dict[int, Grades] = {}
        for node, value in zip(self._nodes, values, strict=True):
            if node.boolean:
                true, false = self._rough(node, known, grades)
                holds = value != 0
                grades[id(node)] = np.where(holds, 1.0, true * _NOT_QUITE), np.where(holds, false * _NOT_QUITE, 1.0)
        return values[-1], grades[id(self._nodes[-1])][0]

    def _rough(self, node: Term, known: dict[int, Words], grades: dict[int, Grades]) -> Grades:
        """Grades that need not be right where the term is exactly true or false."""
        parts = [grades.get(id(a)) for a in node.arguments]
        operator = node.data.name if isinstance(node.data, Operator) else ""
        match operator, parts:
            case "and", [a, b] if a and b:
                return (a[0] + b[0]) / 2, np.maximum(a[1], b[1])
            case "or", [a, b] if a and b:
                return np.maximum(a[0], b[0]), (a[1] + b[1]) / 2
            case "implies", [a, b] if a and b:
                return np.maximum(a[1], b[0]), (a[0] + b[1]) / 2
            case "eq" | "neq", [a, b] if a and _constant(node.arguments[1]) in (0, 1):
                straight = (operator == "eq") == (_constant(node.arguments[1]) == 1)
                return a if straight else a[::-1]
            case "eq" | "neq", _:
                near = self._equal(*(known[id(a)] for a in node.arguments))
                return near if operator == "eq" else near[::-1]
            case "ult" | "ule" | "slt" | "sle", _:
                return self._less(operator[0] == "s", *(known[id(a)] for a in node.arguments))
            case _:
                return np.float64(0.0) + np.zeros(()), np.zeros(())

    def _equal(self, a: Words, b: Words) -> Grades:
        distance = np.minimum(self._domain.sub(a, b), self._domain.sub(b, a))
        wrong = (bit_count(a ^ b) + _size(distance)) / (2 * self._width)
        return 1 - wrong, np.zeros(())

    def _less(self, signed: bool, a: Words, b: Words) -> Grades:
        if signed:
            a, b = a ^ self._domain.sign, b ^ self._domain.sign
        gap = 1 - _size(np.where(a < b, b - a, a - b)) / (self._width + 1)
        return gap, gap


def _constant(term: Term) -> int | None:
    return term.data if term.kind is TermKind.CONSTANT and isinstance(term.data, int) else None
