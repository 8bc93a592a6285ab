"""Which part of an object each value of an initialiser's list is for (C11, 6.7.9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions.types import Array, Integer, Overlay, Struct, Type, route
from synth.frontends.c.syntax.effects import changes
from synth.frontends.c.syntax.gnu import ends_of_range

Step = int | str
"""An element's index, or a member's name."""


class Misplaced(Exception):
    """A value that is for no part; `node` is where, the message says why."""

    def __init__(self, message: str, node: Any) -> None:
        super().__init__(message)
        self.node = node


@dataclass
class _Level:
    """A type whose parts are being initialised, and the position of the next one."""

    type: Type
    position: int = 0

    def ended(self) -> bool:
        match self.type:
            case Array(_, length):
                return length is not None and self.position >= length
            case Struct(_, members):
                return self.position >= len(members)
        return self.position >= 1

    def part(self) -> Type:
        if isinstance(self.type, Array):
            return self.type.element
        assert isinstance(self.type, (Struct, Overlay))
        return self.type.members[self.position][1]

    def step(self) -> Step:
        """The part that was begun last."""
        return self.position - 1 if isinstance(self.type, Array) else self.type.members[self.position - 1][0]  # type: ignore[union-attr]


def placed(type: Type, entries: Sequence[Any], index: Callable[[Any], int],
           type_of: Callable[[Any], Type | None], most: int) -> list[tuple[tuple[Step, ...], Any]]:
    """For each value of a list in braces the path to the part of an object of `type` that it is for, and the value.

    index       the number that a constant n of a designator [n] is
    type_of     the type of a value as far as that may be a struct or a union
    most        how many elements an array may have

    An array may be of any length yet. Misplaced where there is no part left, or none of that name.
    """
    found: list[tuple[tuple[Step, ...], Any]] = []
    levels = [_Level(type)]
    for entry in (own for given in entries for own in _spread(given, index, most)):
        value = entry
        if isinstance(entry, c_ast.NamedInitializer):
            levels, value = _designated(type, entry, index), entry.expr
        else:
            while levels and levels[-1].ended():
                levels.pop()
            if not levels:
                raise Misplaced("more initialisers than there is room for", entry)
        part = _begin(levels[-1])
        while not _whole(part, value, type_of):
            levels.append(_Level(part))
            part = _begin(levels[-1])
        found.append((tuple(level.step() for level in levels), value))
    return found


_ARRAY = getattr(c_ast, "ArrayDesignator", ())
"""The node of [n], where the version of the parser has one."""


def _subscript(designator: Any) -> Any:
    """What stands in the brackets of a designator."""
    return designator.expr if isinstance(designator, _ARRAY) else designator


def _spread(entry: Any, index: Callable[[Any], int], most: int) -> list[Any]:
    """An entry for each element that GNU's [a ... b] means, as if it were written for each; one without such a range alone."""
    for place, designator in enumerate(entry.name if isinstance(entry, c_ast.NamedInitializer) else ()):
        low, high = ends_of_range(_subscript(designator))
        if low is high:
            continue
        first, last = index(low), index(high)
        if first < 0 or last >= most:
            raise Misplaced(f"there is nothing called {first if first < 0 else last} to initialise", entry.expr)
        if changes(entry.expr) or last < first:
            raise Misplaced("an empty range" if last < first else "a range is initialised by what changes something", entry.expr)
        steps = [c_ast.Constant("int", str(i), low.coord) for i in range(first, last + 1)]
        return [own for step in steps for own in _spread(c_ast.NamedInitializer(
            [*entry.name[:place], step, *entry.name[place + 1:]], entry.expr, entry.coord), index, most)]
    return [entry]


def is_text(type: Type, value: Any) -> bool:
    """Whether a value is a string for an array of characters."""
    return isinstance(type, Array) and isinstance(type.element, Integer) and type.element.size == 1 and (
        isinstance(value, c_ast.Constant) and value.type == "string")


def _begin(level: _Level) -> Type:
    """The next part of a level, which is passed over."""
    part = level.part()
    level.position += 1
    return part


def _whole(part: Type, value: Any, type_of: Callable[[Any], Type | None]) -> bool:
    """Whether a value is for a part as a whole, not for the first part of that."""
    if not isinstance(part, (Array, Struct, Overlay)) or isinstance(value, c_ast.InitList) or is_text(part, value):
        return True
    return not isinstance(part, Array) and type_of(value) is part


def _designated(type: Type, entry: Any, index: Callable[[Any], int]) -> list[_Level]:
    """The levels down to the part that a designator names, which is the next one of the last level."""
    levels: list[_Level] = []
    for designator in entry.name:
        for step in _steps(type, designator, index, entry):
            level = _Level(type, step)
            levels.append(level)
            type = level.part()
    for level in levels[:-1]:
        level.position += 1
    return levels


def _steps(type: Type, designator: Any, index: Callable[[Any], int], entry: Any) -> list[int]:
    """The positions down to what one designator names: more than one where the member is one of a member without a name."""
    if isinstance(designator, c_ast.ID):
        path = route(type, designator.name) if isinstance(type, (Struct, Overlay)) else None
        if path is None:
            raise Misplaced(f"there is nothing called {designator.name} to initialise", entry.expr)
        found = []
        for name in path:
            assert isinstance(type, (Struct, Overlay))
            names = [own for own, _ in type.members]
            found.append(names.index(name))
            type = type.members[found[-1]][1]
        return found
    number = index(_subscript(designator))
    if not isinstance(type, Array) or number < 0 or (type.length is not None and number >= type.length):
        raise Misplaced(f"there is nothing called {number} to initialise", entry.expr)
    return [number]
