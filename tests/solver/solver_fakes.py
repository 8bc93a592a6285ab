"""Engines without a technique, for tests of what is around them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

import pytest

from synth import Fun, Specification, Word, spec
from synth.engines import registry
from synth.engines.protocol import Candidate, Event, Exhausted, Point, Proposal, Statistics, candidate_constants, candidate_length
from synth.evaluation import integers
from synth.operators import operator
from synth.program import Instruction, Program
from synth.solver import coordinator
from synth.solver.options import Options


@spec(width=32)
def turn_off(f: Fun[[Word], Word], x: Word):
    return f(x) == x & (x - 1)


def program(inputs: int, constants: Sequence[int], *instructions: tuple[str, tuple[int, ...]]) -> Program:
    """A program that returns its last instruction."""
    return Program(inputs, tuple(constants), tuple(Instruction(operator(name), operands) for name, operands in instructions),
                   inputs + len(constants) + len(instructions) - 1)


SOLUTION = {"f": program(1, [1], ("sub", (0, 1)), ("and", (0, 2)))}
LONGER = {"f": program(1, [1], ("sub", (0, 1)), ("not", (2,)), ("not", (3,)), ("and", (0, 4)))}
WRONG = {"f": program(1, [1], ("sub", (0, 1)))}


class Fake:
    """Goes through a list of candidates: proposes those that belong to the point and fit what it knows."""

    name: ClassVar[str] = "explicit"
    complete: ClassVar[bool] = True
    candidates: Sequence[Candidate] = (WRONG, SOLUTION)

    def __init__(self, specification: Specification, seed: int) -> None:
        self.specification, self.seed = specification, seed
        self.statistics = Statistics()
        self.known: dict[int, list[dict[str, int]]] = {}
        self.point = Point(0, 0, 1)
        self.left: list[Candidate] = []

    def add_examples(self, width: int, examples: list[dict[str, int]]) -> None:
        self.known.setdefault(width, []).extend(examples)

    def goto(self, point: Point) -> None:
        self.point = point
        self.left = [c for c in self.candidates
                     if candidate_length(c) == point.length and candidate_constants(c) <= point.constants]

    def fits(self, candidate: Candidate) -> bool:
        formula, width = self.specification.formula, self.point.width
        return all(integers.evaluate(formula, e, candidate, width) for e in self.known.get(width, []))

    def step(self, seconds: float) -> list[Event]:
        while self.left:
            candidate = self.left.pop(0)
            self.statistics.candidates += 1
            if self.fits(candidate):
                return [Proposal(dict(candidate), self.point.width)]
        return [Exhausted(self.point, True)]

    def interrupt(self) -> None:
        pass


class Busy(Fake):
    """Searches for ever."""

    def step(self, seconds: float) -> list[Event]:
        time.sleep(seconds)
        return []


Use = Callable[..., Options]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    """`use(explicit=Engine, …, timeout=…)`: options under which these engines work under these names, in processes of their own."""
    monkeypatch.setattr(coordinator, "beginning", lambda *_: None)

    def use(timeout: float = 60.0, **engines_and_options: object) -> Options:
        engines = {name: e for name, e in engines_and_options.items() if isinstance(e, type)}
        monkeypatch.setattr(registry, "create", lambda name, specification, seed: engines[name](specification, seed))
        others = {name: value for name, value in engines_and_options.items() if name not in engines}
        return Options(timeout=timeout, engines=tuple(engines), **others)

    return use
