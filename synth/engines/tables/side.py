"""CEGIS for one part of the specification: a table of examples, expressions learned from it, and a stock of further examples."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import numpy as np

from synth.engines.parts import Part
from synth.engines.protocol import Example
from synth.engines.tables.bank import Numbers
from synth.engines.tables.cells import Cells
from synth.engines.tables.context import Unfinished
from synth.engines.tables.learner import Choice, Learner
from synth.engines.tables.stock import Stock, stocked
from synth.operators import Operator
from synth.terms import Term

_FIRST_SECONDS, _LONGEST_SECONDS = 0.5, 60.0
"""How long a choice is sought before the other side has its turn, at first and at most."""

_MANY = 400
"""With how many examples a side that found nothing takes no more of them from the stock."""

_BITS_CASES, _WORDS_CASES = 1024, 16
"""How many cases a function may be divided into: over words, more of them would be learning by heart."""


class State(enum.Enum):
    """How a side stands: its choice is right on the whole domain; fits all known examples; was found wrong, or is still sought;
    was not found in time; is not within reach; cannot exist.
    """

    RIGHT = "right"
    FITS = "fits"
    BUSY = "busy"
    LATE = "late"
    STUCK = "stuck"
    DEAD = "dead"


class Side:
    """One part at one width."""

    def __init__(self, part: Part, operators: Sequence[Operator], constants: Sequence[int], width: int, seed: int) -> None:
        self.part = part
        self.cells = Cells(part.formula, part.functions, width, seed)
        self.state = State.BUSY
        self.choice: Choice | None = None
        most = _BITS_CASES if width == 1 else _WORDS_CASES
        self._learner = Learner(self.cells, part.functions, operators, constants, most, seed)
        self._rng = np.random.default_rng(seed)
        self._known: dict[tuple[int, ...], None] = {}
        self._encoded = 0
        self._refused: list[Choice] = []
        self._stock = Stock(part, width) if stocked(width, len(part.words)) else None
        self._seconds = _FIRST_SECONDS

    def add(self, example: Example) -> None:
        """Learn an example."""
        self._known.setdefault(tuple(example[name] for name in self.part.words))

    @property
    def terms(self) -> dict[str, Term]:
        """The expressions by function; empty where none were found yet."""
        return {} if self.choice is None else dict(zip((f.name for f in self._learner.functions), self.choice, strict=True))

    def refuse(self) -> None:
        """Do not choose the same again before there is another example."""
        if self.choice is not None and self.state in (State.RIGHT, State.FITS):
            self._refused.append(self.choice)
            self.state = State.BUSY

    def advance(self) -> None:
        """One round: learn what is new, choose, try the choice on the stock."""
        if self._encoded < len(self._known) and self.state is not State.DEAD:
            for row in list(self._known)[self._encoded:]:
                self.cells.add(dict(zip(self.part.words, row, strict=True)))
            self._encoded, self.state = len(self._known), State.BUSY
            self._refused.clear()
        if self.state in (State.BUSY, State.LATE):
            try:
                choice = self._learner.learn(self._seconds, self._refused)
            except Unfinished:
                self.state, self._seconds = State.LATE, min(_LONGEST_SECONDS, 2 * self._seconds)
                return
            self._judge(choice)

    def _judge(self, choice: Choice | None) -> None:
        """What becomes of a choice."""
        if choice is None:
            self.state = State.STUCK if self.cells.possible else State.DEAD
            if self._stock is not None and not self._refused and len(self._known) < _MANY:
                self._take(self._stock, self._stock.everything)
            return
        self.choice, self.state = choice, State.FITS
        if self._stock is not None:
            wrong = self._stock.failing(self.terms)
            self.state = State.BUSY if len(wrong) else State.RIGHT
            self._take(self._stock, wrong)

    def _take(self, stock: Stock, numbers: Numbers) -> None:
        """Learn a few rows of the stock: any, and familiar ones."""
        numbers = self._rng.permutation(numbers)
        few = max(1, min(16, len(self._known) // 3))
        for number in (*numbers[: few // 2], *stock.familiar(numbers, self._known)[: few - few // 2]):
            self._known.setdefault(stock.row(int(number)))
