"""What a step, or a failed check, is about that concerns memory: with the values of a run, that says what the run did wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Union

from synth.frontends.c.expressions.expressions import Expression
from synth.frontends.c.translation.memory import Root, Target
from synth.frontends.c.translation.scopes import Object


@dataclass(frozen=True, eq=False)
class Followed:
    """A pointer is followed by what a node says; `said` is what is asserted of it, one of `POINTED` in `pointers`."""

    said: str
    node: Any
    target: Target

    def settled(self, freeze: Callable[[Expression], Expression]) -> Followed:
        """The same, whose values stay what they are now."""
        target = replace(self.target, selector=freeze(self.target.selector), index=freeze(self.target.index))
        return replace(self, target=target)


@dataclass(frozen=True, eq=False)
class Indexed:
    """An element is chosen by an index, of one of some arrays; `arrays` has each with the condition that it is the one."""

    node: Any
    index: Expression
    arrays: tuple[tuple[Expression, Object], ...]

    def settled(self, freeze: Callable[[Expression], Expression]) -> Indexed:
        """The same, whose values stay what they are now."""
        return replace(self, index=freeze(self.index), arrays=tuple((freeze(condition), own) for condition, own in self.arrays))


@dataclass(frozen=True, eq=False)
class Freed:
    """What a pointer leads to is freed, by a call."""

    node: Any
    target: Target


@dataclass(frozen=True, eq=False)
class Kept:
    """A block of memory, of which it is asked whether it is freed, or still known, when the program ends."""

    root: Root


@dataclass(frozen=True, eq=False)
class Renewed:
    """An object begins anew: a pointer that is assigned to here points nowhere from now on, if it pointed to what it was."""

    root: Root


@dataclass(frozen=True, eq=False)
class Unset:
    """A pointer gets no value."""


About = Union[Followed, Indexed, Freed, Kept, Renewed, Unset]
