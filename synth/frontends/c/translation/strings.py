"""String literals: arrays of characters that live as long as the program, and are not changed."""

from __future__ import annotations

from typing import Any

from synth.frontends.c.expressions.constants import characters
from synth.frontends.c.expressions.expressions import Cell
from synth.frontends.c.expressions.narrow import number
from synth.frontends.c.expressions.types import Array, Integer
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.memory import Region, Root
from synth.frontends.c.translation.scopes import Elements, Object, cells_of


class Strings:
    """The string literals of a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._strings: dict[int, tuple[Elements, Any]] = {}
        self._constant: set[int] = set()

    def string(self, node: Any) -> Elements:
        """The array that a string literal is."""
        context = self._context
        if id(node) not in self._strings:
            with context.refusing(node):
                codes = characters(node.value)
            char = context.model.integer("char")
            name, line = context.fresh("string"), context.source.of(node)[0]
            made: tuple[Object, ...] = tuple(context.cell(f"{name}[{i}]", char, line) for i in range(len(codes)))
            self._constant |= set(map(id, made))
            self._strings[id(node)] = Elements(Array(char, len(codes)), made), node
            context.memory.add(Root(self._strings[id(node)][0], node.value, constant=True))
        return self._strings[id(node)][0]

    def text(self, region: Region) -> str:
        """The literal that a region is, as it is written; "" for what is none."""
        return next((node.value for elements, node in self._strings.values()
                     if region.root is not None and region.root.object is elements), "")

    def is_constant(self, object: Object) -> bool:
        """Whether it is a character of a string, which is not to be changed."""
        return any(id(cell) in self._constant for cell in cells_of(object))

    def initialise(self) -> None:
        """Give the strings that are used their characters."""
        for elements, node in self._strings.values():
            for cell, code in zip(elements.parts, characters(node.value), strict=True):
                assert isinstance(cell, Cell)
                assert isinstance(cell.type, Integer)
                self._context.assign(cell, number(cell.type, code), node)
