"""What is fixed so far in one run through the functions, and the solver's word on what goes with it."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence

from synth.engines.tables.cells import Cells, Conflict, Literal

_REMEMBERED = 400
"""How many conflicts are kept for each function."""


class Unfinished(Exception):
    """Time ran out, or somebody interrupted."""


class Memory:
    """Conflicts of all runs. Examples are only ever added, so a conflict stays one."""

    def __init__(self) -> None:
        self._conflicts: defaultdict[str, deque[frozenset[Literal]]] = defaultdict(lambda: deque(maxlen=_REMEMBERED))
        self._reasons: defaultdict[str, dict[Literal, frozenset[Literal]]] = defaultdict(dict)

    def keep(self, conflict: Conflict) -> None:
        """Remember a conflict for every function that it speaks of."""
        for name in {name for name, _, _ in conflict.literals}:
            self._conflicts[name].appendleft(conflict.literals)

    def of(self, name: str) -> Sequence[frozenset[Literal]]:
        """The conflicts that speak of a function, the latest first."""
        return tuple(self._conflicts[name])

    def because(self, literal: Literal, reason: frozenset[Literal]) -> None:
        """Remember that a literal follows from others."""
        self._reasons[literal[0]][literal] = reason

    def reasons(self, name: str) -> Mapping[Literal, frozenset[Literal]]:
        """The literals on a function that follow from others, with these."""
        return self._reasons[name]


class Context:
    """Cells with fixed values. Invariant: the others can be completed; the solver said so."""

    def __init__(self, cells: Cells, memory: Memory, deadline: float) -> None:
        self.cells, self._memory, self._deadline = cells, memory, deadline
        self._fixed: dict[tuple[str, int], int] = {}
        self._model: dict[str, list[int]] = {}
        self._begun = False

    def possible(self) -> bool:
        """Whether there are any values at all; to be asked first. Unfinished where time ran out."""
        return not isinstance(self.ask([]), Conflict)

    def ask(self, literals: Sequence[Literal]) -> bool | Conflict:
        """Whether these literals go with what is fixed: True, or the conflict. Unfinished where time ran out."""
        if self._begun and all(self.values(name)[cell] == value for name, cell, value in literals):
            return True
        fixed = [(name, cell, value) for (name, cell), value in self._fixed.items()]
        answer = self.cells.check([*fixed, *literals], self._deadline - time.monotonic())
        if answer is None:
            raise Unfinished
        if isinstance(answer, Conflict):
            self._memory.keep(answer)
        else:
            self._model.clear()
            self._begun = True
        return answer

    def values(self, name: str) -> list[int]:
        """The values of a function's cells in the model at hand, which agrees with all that is fixed."""
        if name not in self._model:
            self._model[name] = self.cells.values(name)
        return self._model[name]

    def fix(self, name: str, values: Mapping[int, int]) -> None:
        """Fix cells at values that the solver accepted."""
        self._fixed.update({(name, cell): value for cell, value in values.items()})

    def patterns(self, name: str, cells: Sequence[int]) -> Iterator[dict[int, int]]:
        """Values that these cells of a function cannot have together, from what is remembered."""
        wanted = set(cells)
        for literals in self._memory.of(name):
            pattern = self.remaining(literals, name, wanted)
            if pattern is not None:
                yield pattern

    def forced(self, name: str, cells: Sequence[int]) -> dict[int, int]:
        """Values that these cells must have, as far as this is remembered."""
        found = {cell: value for (_, cell, value), reason in self._memory.reasons(name).items()
                 if cell in cells and all(self._fixed.get((f, c)) == v for f, c, v in reason)}
        if self.cells.width == 1:
            found |= {cell: 1 - value for p in self.patterns(name, cells) if len(p) == 1 for cell, value in p.items()}
        return found

    def must(self, name: str, cell: int) -> int | None:
        """The one value that a cell can have, asked for where it is not remembered; None where there are others."""
        known = self.forced(name, [cell])
        if known or self.cells.width == 1:
            return known.get(cell)
        literal = (name, cell, self.values(name)[cell])
        fixed = [(function, number, value) for (function, number), value in self._fixed.items()]
        answer = self.cells.check(fixed, self._deadline - time.monotonic(), literal)
        if answer is None:
            raise Unfinished
        if not isinstance(answer, Conflict):
            self._model.clear()
            return None
        self._memory.because(literal, answer.literals)
        return literal[2]

    def remaining(self, literals: frozenset[Literal], name: str, cells: set[int]) -> dict[int, int] | None:
        """What a conflict says of these cells under what is fixed; None where it says nothing of them alone."""
        pattern: dict[int, int] = {}
        for function, cell, value in literals:
            fixed = self._fixed.get((function, cell))
            if fixed is None and function == name and cell in cells:
                pattern[cell] = value
            elif fixed != value:
                return None
        return pattern
