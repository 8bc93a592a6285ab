"""Explicit search: every program of a length, in compiled code.

Idea: enumerate straight-line programs as DAGs, prune what behaves like something shorter on the examples, and find the last two
instructions together from the goal (kernel.c). Where the body is not a conjunction of equations, banks of behaviours are joined
instead (joint.py). Observational equivalence: Albarghouthi et al., Recursive program synthesis, CAV 2013; thesis, section 6.4.2.
Grammars that are sets of operators are searched as L with further arguments (flat.py), others are not.
Invariant: a point is searched through only when every program of its length, with any constants of the width, was looked at, or is
equal on the examples to a shorter one, or to one that was proposed; what those are decides what it means (`up_to_equals`). Loses
where programs are long and operators many, and where constants of large words are needed early in a program: above 8 bits
constants are guessed, but for those of the last instruction (holes.h), and of both of two (inner.h), which are solved for.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import replace
from typing import ClassVar

from synth.engines.explicit import scope
from synth.engines.explicit.flat import flattened
from synth.engines.explicit.goal import SHARED_FROM, Goal, GoalSearch
from synth.engines.explicit.joint import JointSearch
from synth.engines.explicit.kernel import MAX_LENGTH
from synth.engines.protocol import (
    Event,
    Example,
    Exhausted,
    Point,
    Proposal,
    Statistics,
    most_constants,
)
from synth.engines.shape import equations
from synth.operators import Kind
from synth.program import Program, constant_program
from synth.specification import Specification

_Work = Generator[Event | None, None, None]


class Explicit:
    """The engine; see the module."""

    name: ClassVar[str] = "explicit"
    complete: ClassVar[bool] = True

    def __init__(self, specification: Specification, seed: int) -> None:
        self.statistics = Statistics()
        self._original, self._flat, self._applies = specification, flattened(specification), self.applies(specification)
        self._specification = self._flat.specification
        self._equations = equations(self._specification)
        self._examples: dict[int, list[Example]] = {}
        self._goals: dict[tuple[int, str], Goal] = {}
        self._sure = True  # whether the separate searches of this point missed nothing
        self._work: _Work = iter(())  # type: ignore[assignment]

    @staticmethod
    def applies(specification: Specification) -> bool:
        """Whether the compiled kernel can search for what the specification asks for."""
        return scope.applies(specification)

    def add_examples(self, width: int, examples: list[Example]) -> None:
        """Learn examples; a running search goes on with them."""
        self._examples.setdefault(width, []).extend(examples)
        for (known, _), goal in self._goals.items():
            if known == width:
                goal.learn(examples)

    def goto(self, point: Point) -> None:
        """Start at `point`."""
        self._work = self._search(point)

    def interrupt(self) -> None:
        """Steps are short."""

    def step(self, seconds: float) -> list[Event]:
        """Search for about `seconds`."""
        end = time.monotonic() + seconds
        for event in self._work:
            if event is not None:
                return [self._restored(event)]
            if time.monotonic() > end:
                return []
        return []

    def _restored(self, event: Event) -> Event:
        """What is told, in the grammars that there are."""
        if isinstance(event, Proposal):
            return Proposal(self._flat.restored(event.candidate, event.width), event.width)
        return event

    # -- what a point takes --

    def _search(self, point: Point) -> _Work:
        if self._applies and point.length == 0 and not self._examples.get(point.width):  # anything goes: ask for an example
            yield Proposal({f.name: Program(f.arity, (), (), 0) if f.arity else constant_program(0)
                            for f in self._specification.exists}, point.width)
        if not self._possible(point):
            yield Exhausted(point, False)
        elif point.slice > 0 and not self._divides(point):  # the first part is all
            yield Exhausted(point, True)
        elif self._equations is None:
            yield from self._jointly(point)
        elif len(self._equations) == 1:
            yield from self._towards_goal(point)
        else:
            yield from self._separately(point)

    def _possible(self, point: Point) -> bool:
        floats = any(op.kind is Kind.FLOATING for op in self._specification.operator_set)
        if not self._applies or point.length > MAX_LENGTH or not self._examples.get(point.width):
            return False
        if floats and point.width not in (32, 64):
            return False
        return self._equations is not None or JointSearch.applicable(self._specification, point.width)

    def _divides(self, point: Point) -> bool:
        return self._equations is not None and len(self._equations) == 1 and point.length >= SHARED_FROM

    def _goal(self, name: str, width: int) -> Goal:
        assert self._equations is not None
        if (width, name) not in self._goals:
            self._goals[width, name] = Goal.of(self._specification, self._equations[name], self._examples[width], width,
                                               self._flat.constants)
        return self._goals[width, name]

    def _done(self, point: Point, with_constants: bool, complete: bool) -> Exhausted:
        """With constants, all of them were tried at once: the whole length is done."""
        constants = most_constants(self._original, point.length) if with_constants else 0
        return Exhausted(replace(point, constants=max(constants, point.constants)), complete, up_to_equals=True)

    def _towards_goal(self, point: Point) -> _Work:
        function = self._specification.exists[0].name
        goal = self._goal(function, point.width)
        with_constants = self._flat.constants and point.constants > 0
        search = GoalSearch(goal, self.statistics, point.slice, point.slices)
        for found in search.programs(point.length, with_constants):
            yield None if found is None else Proposal({function: found}, point.width)
        yield self._done(point, with_constants, search.finished and goal.misses_nothing(point.length, with_constants))

    def _separately(self, point: Point) -> _Work:
        """Several functions, each with a goal of its own: the shortest of each, together of the point's length."""
        found: dict[str, Program] = {}
        told: set[tuple[Program, ...]] = set()
        self._sure = True
        while (yield from self._complete_tuple(point, found)):
            key = tuple(found.values())
            if sum(p.length for p in key) != point.length or key in told:
                self._sure = False
                break
            told.add(key)
            yield Proposal({f.name: found[f.name] for f in self._specification.exists}, point.width)
        yield self._done(point, True, self._sure)

    def _complete_tuple(self, point: Point, found: dict[str, Program]) -> Generator[None, None, bool]:
        """Bring every function's program in line with the examples; False where they take more than the point's length."""
        left = point.length
        for name in self._equations or {}:
            goal = self._goal(name, point.width)
            if name not in found or not goal.reached(found[name]):
                program = yield from self._shortest(goal, left)
                if program is None:
                    return False
                found[name] = program
            left -= found[name].length
        return left >= 0

    def _shortest(self, goal: Goal, longest: int) -> Generator[None, None, Program | None]:
        for length in range(longest + 1):
            search = GoalSearch(goal, self.statistics)
            for found in search.programs(length, self._flat.constants):
                if found is not None:
                    return found
                yield None
            self._sure &= search.finished and goal.misses_nothing(length, self._flat.constants)
        return None

    def _jointly(self, point: Point) -> _Work:
        with_constants = self._flat.constants and point.constants > 0
        told: set[tuple[Program, ...]] = set()
        known = -1
        complete = False
        while known != len(self._examples[point.width]):  # a new example splits behaviours: start again
            known = len(self._examples[point.width])
            search = JointSearch(self._specification, self._examples[point.width], point.width, self.statistics,
                                 self._flat.constants)
            work = search.candidates(point.length, with_constants)
            try:
                while known == len(self._examples[point.width]):
                    candidate = next(work)
                    key = tuple(candidate.values()) if candidate is not None else ()
                    if candidate is None:
                        yield None
                    elif key not in told:
                        told.add(key)
                        yield Proposal(dict(candidate), point.width)
            except StopIteration as end:
                complete = bool(end.value)
        yield self._done(point, with_constants, complete)
