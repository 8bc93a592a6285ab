"""What a program does with the words of its nodes: which it compares, adds up, or holds against what it counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from synth.frontends.c.expressions.expressions import Apply, Cell, Convert, Expression, Literal, Read, postorder
from synth.frontends.c.expressions.types import Integer
from synth.frontends.c.translation.graph import Assign, Branch, Node

_ORDERS, _EQUALITIES, _SUMS = ("<", "<=", ">", ">="), ("==", "!="), ("+", "-")


def compared(order: Sequence[Node]) -> frozenset[Cell]:
    """The cells that are compared by their order with what is no constant."""
    return frozenset(c for own in _comparisons(order, _ORDERS) for c in own.cells)


def counted_with(order: Sequence[Node]) -> frozenset[Cell]:
    """The cells that are compared for equality with words that count, and those of which such a cell is a copy."""
    counting, found = frozenset(_counting(order)), set[Cell]()
    more = {c for own in _comparisons(order, _EQUALITIES) if counting.intersection(own.cells) for c in own.cells} - counting
    while more:
        found |= more
        more = {cell for node in order if isinstance(node.action, Assign) and node.action.cell in found
                and _is_copy(node.action.value) for cell in node.action.value.cells} - found
    return frozenset(found)


def added_up(order: Sequence[Node]) -> dict[Cell, Integer]:
    """The cells of integers that are added to others, or subtracted from them, each with the type of the sum."""
    found: dict[Cell, Integer] = {}
    for cell, value in _assigned(order):
        for own in postorder(value):
            if isinstance(own, Apply) and own.operator in _SUMS and isinstance(own.type, Integer):
                read = own.cells
                found |= {c: own.type for c in read if cell in read and c is not cell and isinstance(c.type, Integer)}
    return found


def _assigned(order: Sequence[Node]) -> Iterator[tuple[Cell, Expression]]:
    return ((node.action.cell, node.action.value) for node in order if isinstance(node.action, Assign))


def _comparisons(order: Sequence[Node], operators: Sequence[str]) -> Iterator[Apply]:
    """The comparisons by some operators with what is no constant."""
    asked = (node.action.condition for node in order if isinstance(node.action, Branch))
    for own in postorder(*(value for _, value in _assigned(order)), *asked):
        if isinstance(own, Apply) and own.operator in operators and not any(isinstance(o, Literal) for o in own.operands):
            yield own


def _is_copy(expression: Expression) -> bool:
    """Whether an expression is what some cell holds."""
    match expression:
        case Read():
            return True
        case Convert(_, operand):
            return _is_copy(operand)
        case Apply(_, "?:", (_, *either)):
            return any(map(_is_copy, either))
    return False


def _counting(order: Sequence[Node]) -> Iterator[Cell]:
    """The cells that a constant is added to, or subtracted from."""
    return (cell for cell, value in _assigned(order) if set(value.cells) == {cell}
            and any(isinstance(own, Apply) and own.operator in _SUMS for own in postorder(value)))
