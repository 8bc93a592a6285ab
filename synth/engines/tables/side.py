"""CEGIS for one part of the specification: a table of examples, expressions learned from it, and a stock of further examples.

Where the ∀ words of the part have few values together, all of them are in stock, and one enters the table only when expressions
fail on it: most tables stay small, and what passes is right at this width.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence

import numpy as np

from synth.engines.protocol import Example
from synth.engines.tables.cells import Cells
from synth.engines.tables.context import Unfinished
from synth.engines.tables.lanes import Lanes
from synth.engines.tables.learner import Choice, Learner
from synth.engines.tables.scope import Part
from synth.engines.tables.writing import rows
from synth.evaluation.arrays import Words
from synth.operators import Operator
from synth.terms import Term, TermKind, postorder


def stocked(width: int, words: int) -> bool:
    """Whether all values of so many words are kept: 2^16 points, packed, or 2^12 words."""
    return width * words <= (16 if width == 1 else 12)


_FIRST_SECONDS, _LONGEST_SECONDS = 0.5, 60.0
_MOST_CASES = {1: 1 << 10}
_FEW_CASES = 16


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
        self._learner = Learner(self.cells, part.functions, operators, constants, _MOST_CASES.get(width, _FEW_CASES), seed)
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
            return
        self.choice, self.state = choice, State.FITS
        if self._stock is not None:
            wrong = self._stock.failing(self.terms)
            self.state = State.BUSY if len(wrong) else State.RIGHT
            few = max(1, min(16, len(self._known) // 3))
            for number in wrong if len(wrong) <= few else self._rng.choice(wrong, few, replace=False):
                self._known.setdefault(self._stock.row(int(number)))


class Stock:
    """Every value of a part's ∀ words, in rows of `Lanes`."""

    def __init__(self, part: Part, width: int) -> None:
        self._part, self._width = part, width
        self._lanes = Lanes(width)
        self._count = 1 << (width * len(part.words))
        self._columns = self._lanes.columns(self._count)
        self._nodes = postorder(part.formula)
        points, mask = np.arange(self._count, dtype=np.uint64), np.uint64((1 << width) - 1)
        self._words = {name: self._lanes.pack(points >> np.uint64(width * i) & mask) for i, name in enumerate(part.words)}

    def row(self, number: int) -> tuple[int, ...]:
        """The values of the words in one of all rows."""
        mask = (1 << self._width) - 1
        return tuple(number >> (self._width * i) & mask for i in range(len(self._part.words)))

    def failing(self, choice: Mapping[str, Term]) -> Sequence[int]:
        """The rows on which the formula does not hold."""
        values: dict[int, Words] = {}
        for node in self._nodes:
            values[id(node)] = self._value(node, [values[id(a)] for a in node.arguments], choice)
        truth = self._lanes.truth(values[id(self._nodes[-1])][None, :], self._count)[0]
        return np.flatnonzero(~truth).tolist()

    def _value(self, node: Term, arguments: list[Words], choice: Mapping[str, Term]) -> Words:
        match node.kind, node.data:
            case TermKind.SYMBOL, str(name):
                return self._words[name]
            case TermKind.CALL, str(name):
                result: Words = rows([choice[name]], arguments, self._lanes, self._columns)[0]
                return result
            case TermKind.APPLY, Operator() as op:
                return self._lanes.apply(op, *arguments)
            case TermKind.CONSTANT, int(value):
                return self._lanes.constant(value, self._columns)
        return self._lanes.constant(self._width, self._columns)
