"""The engine `tables`: several functions at once, each learned from the values that a solver chooses for it.

Idea: at concrete examples a specification without nested calls speaks of finitely many values of its functions. A SAT solver
finds them for all functions together (the expansion of a quantified formula; Janota et al., Solving QBF with counterexample guided
refinement, 2016), and a learner turns them into small programs; a counterexample makes the table larger. Where the body is a
disjunction of independent parts, of which one must hold everywhere, each part has a table of its own: no values for its table mean
that this part is out, which is how a quantified Boolean formula and its negation are searched at once.
Invariant: an empty table proves that no functions exist; the engine says nothing about lengths and closes no point.
Loses on nested calls, which it refuses, and where a long program over wide words is needed: there a tree of cases learns by heart.
"""

from __future__ import annotations

import contextlib
import threading
import time
from typing import ClassVar

import z3

from synth import terms
from synth.engines.constants import stated
from synth.engines.parts import parts
from synth.engines.protocol import Event, Example, Exhausted, Point, Proposal, Statistics
from synth.engines.tables.side import Side, State
from synth.engines.tables.writing import program
from synth.program import Program
from synth.specification import Specification


class Tables:
    """The engine; see the module. `statistics.candidates` counts questions to the solver."""

    name: ClassVar[str] = "tables"
    complete: ClassVar[bool] = False

    def __init__(self, specification: Specification, seed: int) -> None:
        self.statistics = Statistics()
        self._specification, self._seed = specification, seed
        self._sides: dict[int, list[Side]] = {}
        self._point: Point | None = None
        self._met: set[tuple[int, tuple[Program, ...]]] = set()
        self._waiting = threading.Event()

    def add_examples(self, width: int, examples: list[Example]) -> None:
        """Learn examples at `width`."""
        for side in self._at(width):
            for example in examples:
                side.add(example)

    def _at(self, width: int) -> list[Side]:
        """The tables at a width."""
        if width not in self._sides:
            constants = list(dict.fromkeys([0, 1, (1 << width) - 1, *self._hints(width)]))
            operators = self._specification.operator_set
            self._sides[width] = [Side(p, operators, constants, width, self._seed + i)
                                  for i, p in enumerate(parts(self._specification))]
        return self._sides[width]

    def _hints(self, width: int) -> list[int]:
        """The constants of the specification."""
        spec = self._specification
        return stated(spec, width)[:8]

    def goto(self, point: Point) -> None:
        """Work on `point` from the next step on; only its width matters."""
        self._point = point

    def interrupt(self) -> None:
        """Make the solver return."""
        self._waiting.set()
        for side in self._sides.get(self._point.width, ()) if self._point is not None else ():
            side.cells.interrupt()

    def step(self, seconds: float) -> list[Event]:
        """Go on for about `seconds`; a question to the solver may take longer."""
        if self._point is None:
            return []
        deadline = time.monotonic() + seconds
        self._waiting.clear()
        sides = self._at(self._point.width)
        while True:
            event = self._round(sides, self._point)
            if event is not None:
                if isinstance(event, Exhausted):
                    self._waiting.wait(max(0.0, deadline - time.monotonic()))
                return [event]
            if self._waiting.is_set() or time.monotonic() >= deadline:
                return []

    def _round(self, sides: list[Side], point: Point) -> Event | None:
        """A round for every side, or as many as it takes until one is right."""
        for side in sides:
            with contextlib.suppress(z3.Z3Exception):  # an interruption that came late cancels the reading of a model
                side.advance()
            if side.state is State.RIGHT:
                break
        self.statistics.candidates = sum(side.cells.checks for known in self._sides.values() for side in known)
        states = {side.state for side in sides}
        if State.RIGHT in states or (State.FITS in states and State.BUSY not in states):
            return self._proposal(sides, point)
        return Exhausted(point, complete=False) if states <= {State.STUCK, State.DEAD} else None

    def _proposal(self, sides: list[Side], point: Point) -> Event | None:
        """What a right side has chosen, or all sides that may be, with anything for the others; None where that is not new."""
        right = [side for side in sides if side.state is State.RIGHT]
        counting = right[:1] or [side for side in sides if side.state is not State.DEAD]
        found = {name: term for side in counting for name, term in side.terms.items()}
        candidate = {f.name: program(found.get(f.name, terms.constant(0)), f.arity, point.width)
                     for f in self._specification.exists}
        key = (point.width, tuple(candidate.values()))
        if key in self._met:
            for side in sides:
                side.refuse()
            return None
        self._met.add(key)
        return Proposal(candidate, point.width)
