"""Typed expressions without side effects: what the nodes of the control-flow graph compute."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import is_
from typing import ClassVar, Union

from synth.frontends.c.expressions.types import Scalar


@dataclass(eq=False)
class Cell:
    """A scalar object: a variable, a parameter, an element of an array, a member of a struct, or one of ours.

    name     unique in the program, as near to the C expression for it as can be
    source   the C expression for it where it is declared; empty for ours
    called   the function that it holds the result of, where nothing defines it
    told     what it is called to people where it has no source: the distance of a pointer from what it points into
    order    its place among all cells
    index    of an element of an array at an index that is chosen before, the name of the cell that is the index; of that its own
    offset   of a cell of allocated memory, where it lies in its block, in bytes
    objects  of the number of an object, the names of those that it may be the number of
    passing  whether it tells which elements of a long array were looked at last, or holds what one of them was
    block    of a cell of allocated memory, or that tells whether this is allocated, as it `lives`, what the block is called
    part     of a cell of allocated memory, what it is called in its block
    counts   whether it is how many nodes of a list there are that are not told apart
    """

    name: str
    type: Scalar
    line: int | None = None
    source: str = ""
    order: int = 0
    called: str = ""
    told: str = ""
    index: str = ""
    offset: int | None = None
    objects: tuple[tuple[int, str], ...] = ()
    passing: bool = False
    block: str = ""
    part: str = ""
    lives: bool = False
    counts: bool = False


class _Node:
    """An expression, which nobody changes: what it reads is looked for once."""

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that are read, in order."""
        return tuple(node.cell for node in postorder(self) if isinstance(node, Read))  # type: ignore[arg-type]


class _Leaf(_Node):
    """An expression that is made of no others."""

    operands: ClassVar[tuple[Expression, ...]] = ()


@dataclass(frozen=True, eq=False)
class Literal(_Leaf):
    """A constant: the value of an integer (within its type), or the bit pattern of a floating-point number."""

    type: Scalar
    value: int


@dataclass(frozen=True, eq=False)
class Width(_Leaf):
    """The macro WIDTH where words are of symbolic width."""

    type: Scalar


@dataclass(frozen=True, eq=False)
class Read(_Leaf):
    """The value of a cell."""

    cell: Cell

    @property
    def type(self) -> Scalar:
        """The type of the cell."""
        return self.cell.type


@dataclass(frozen=True, eq=False)
class Convert(_Node):
    """The operand converted to a type."""

    type: Scalar
    operand: Expression

    @property
    def operands(self) -> tuple[Expression, ...]:
        """The one operand."""
        return (self.operand,)


@dataclass(frozen=True, eq=False)
class Bits(_Node):
    """The bits of the operand read as a value of a type of the same size."""

    type: Scalar
    operand: Expression

    @property
    def operands(self) -> tuple[Expression, ...]:
        """The one operand."""
        return (self.operand,)


@dataclass(frozen=True, eq=False)
class Apply(_Node):
    """An operator on operands.

    + - * / % & | ^ and their operands have the type, and so have neg, ~ and the left operand of << and >>; mulhu is the high word
    of a product; < <= > >= == != compare operands of one type; ! && || and the condition of ?: are over `_Bool`, and the other two
    operands of ?: have the type; over+ over- over* over/ over<< tell whether the signed operation overflows.
    """

    type: Scalar
    operator: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Call(_Node):
    """An ∃ function or word of a specification."""

    type: Scalar
    name: str
    operands: tuple[Expression, ...] = field(default=())


BOOLEAN = ("<", "<=", ">", ">=", "==", "!=", "!", "&&", "||")
"""Operators that give 0 or 1."""

Expression = Union[Literal, Width, Read, Convert, Bits, Apply, Call]


def with_operands(expression: Expression, found: tuple[Expression, ...]) -> Expression:
    """The expression with other operands; itself where they are the same."""
    if all(map(is_, found, expression.operands)):
        return expression
    if isinstance(expression, (Convert, Bits)):
        return replace(expression, operand=found[0])
    assert isinstance(expression, (Apply, Call))
    return replace(expression, operands=found)


def postorder(*roots: Expression, known: Container[Expression] = ()) -> Iterator[Expression]:
    """Every expression below `roots`, each once, operands first; those that are known, and what is below them, are left out."""
    seen: set[int] = set()
    begun: list[Expression] = []
    stack: list[Expression | None] = [*reversed(roots)]  # None where all operands of the last expression that was begun are told
    while stack:
        node = stack.pop()
        if node is None:
            yield begun.pop()
        elif id(node) not in seen and node not in known:
            seen.add(id(node))
            if below := node.operands:
                begun.append(node)
                stack.append(None)
                stack += below[::-1]
            else:
                yield node


def replaced(expression: Expression, known: Mapping[Cell, int]) -> Expression:
    """An expression with the values of some cells in their place."""
    return rebuilt(expression, lambda node: Literal(node.type, known[node.cell])
                   if isinstance(node, Read) and node.cell in known else None)


def rebuilt(expression: Expression, instead: Callable[[Expression], Expression | None]) -> Expression:
    """An expression with others in the place of some of its parts, where there are such for them."""
    made: dict[int, Expression] = {}
    for node in postorder(expression):
        found = instead(node)
        made[id(node)] = with_operands(node, tuple(made[id(o)] for o in node.operands)) if found is None else found
    return made[id(expression)]
