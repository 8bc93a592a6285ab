"""Paths from the entry, one edge after the other, by SMT: shallow failures of assertions, and short cycles back to a state."""

from __future__ import annotations

import itertools
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence

import z3

from synth import terms
from synth.analysis.certificates.kinds import RecurrenceSet, Trace
from synth.analysis.certificates.obligations import run_of
from synth.analysis.certificates.paths import Path, empty, end_of, extended, steps_along
from synth.analysis.systems.relevance import deciding
from synth.booleans import TRUE, conjunction, disjunction
from synth.checking.backends import SOLVERS, Answer, Gave, Sat, check
from synth.checking.validity.translator import Translator, holds_floats
from synth.terms import Term
from synth.transition import Kind, TransitionSystem

_BREADTH = 64
"""How many paths of one length are followed."""

_SOON, _LATER = 1.5, 4.0
"""Seconds for a question that is asked at once, and the first time that it is asked again; four times as many at each solver's next
turn."""

_CYCLE = 3
_SHORT, _WAY = 3, 12
"""How many edges the ways to cycles have that are looked at first, and how many at most."""


def _seconds(turn: int) -> float:
    """How long a question may take, the first time and later."""
    return _SOON if turn == 0 else _LATER * 4.0 ** ((turn - 1) // len(SOLVERS))


class Unroller:
    """Follows the paths of a system, shorter ones first."""

    def __init__(self, system: TransitionSystem, deadline: float) -> None:
        self._system, self._deadline = system, deadline
        self._translator = Translator(system.width)
        self._late: deque[tuple[Path, int]] = deque()
        self._floats = holds_floats([t for e in system.edges for t in (e.guard, *e.update)])

    def traces(self) -> Iterator[Trace | None]:
        """Runs into failing assertions; None after each length, and after each question that was asked again."""
        level, asked = [empty(self._system)], time.monotonic()
        while (level or self._late) and time.monotonic() < self._deadline:
            going: list[Path] = []
            for more in (e for path in level for e in self._extended(path)):
                if self._fails(more):
                    yield self._trace(more, 0)
                elif self._goes_on(more):
                    going.append(more)
            level = list(itertools.islice(filter(self._possible, sorted(going, key=self._rounds)), _BREADTH))
            yield None
            if self._late and (not level or time.monotonic() - asked >= _seconds(self._late[0][1])):
                yield self._trace(*self._late.popleft())
                asked = time.monotonic()

    def lassos(self) -> Iterator[RecurrenceSet | None]:
        """Cycles of at most three edges back to the same state of a loop head, by the words that decide whether they are taken
        again; None after each length of the way there but the first ones."""
        level = [empty(self._system)]
        for length in range(_WAY):
            longer: list[Path] = []
            for path in level:
                if self._goes_on(path):
                    yield from self._cycles(path)
                longer += [p for p in self._extended(path) if self._goes_on(p)]
            wanted = longer if length < _SHORT else filter(self._possible, sorted(longer, key=self._rounds))
            level = list(itertools.islice(wanted, _BREADTH))
            if length >= _SHORT:
                yield None

    def _rounds(self, path: Path) -> int:
        """How often a path comes to the loop head that it comes to most often: those with few rounds of each loop come first."""
        return max(Counter(self._system.edges[n].target for n in path.edges).values())

    def _place(self, path: Path) -> int:
        return end_of(self._system, path)

    def _goes_on(self, path: Path) -> bool:
        return self._system.places[self._place(path)].kind is Kind.HEAD

    def _extended(self, path: Path) -> Iterator[Path]:
        return itertools.takewhile(lambda _: time.monotonic() < self._deadline, extended(self._system, path))

    def _fails(self, path: Path) -> bool:
        return self._system.places[self._place(path)].kind is Kind.ERROR

    def _possible(self, path: Path) -> bool:
        """Whether there is a run along a path, as far as that is seen soon; there is one along all of it but the last edge."""
        return path.last is TRUE or isinstance(self._asked(path.condition), Sat)

    def _trace(self, path: Path, turn: int) -> Trace | None:
        """A run along a path, where it is found in this turn; where nobody knows, it is asked for again later."""
        answer = self._asked(path.condition, _seconds(turn), SOLVERS[turn % len(SOLVERS)])
        if isinstance(answer, Gave) and len(self._late) < _BREADTH:
            self._late.append((path, turn + 1))
        return Trace(steps_along(path, answer.values)) if isinstance(answer, Sat) else None

    def _asked(self, condition: tuple[Term, ...], seconds: float = _SOON, solver: str = SOLVERS[0]) -> Answer:
        """Whether inputs satisfy the conditions, and which, by one solver."""
        left = min(seconds, self._deadline - time.monotonic())
        if left <= 0:
            return Gave("timeout")
        domain = self._translator.domain
        formula = z3.And(z3.BoolVal(True, domain.context), *(self._translator.truth(c) for c in condition if c is not TRUE))
        return check(solver, formula, self._translator.words, left, self._floats)

    def _cycles(self, path: Path) -> Iterator[RecurrenceSet]:
        level = [path]
        for _ in range(_CYCLE):
            level = [p for known in level for p in self._extended(known) if self._goes_on(p)][:_BREADTH]
            for p in level:
                if self._place(p) != self._place(path):
                    continue
                same = [p.states[-1][n] == path.states[-1][n] for n in self._deciding(p.edges[len(path.edges):])]
                answer = self._asked((*p.condition, conjunction(same)))
                if isinstance(answer, Sat):
                    yield self._recurrence(path, p, answer.values)

    def _deciding(self, edges: Sequence[int]) -> list[str]:
        return deciding(self._system, [self._system.edges[n] for n in edges])

    def _recurrence(self, path: Path, cycle: Path, values: dict[str, int]) -> RecurrenceSet:
        """The states of a cycle, as a set; its inputs as choices."""
        steps = steps_along(cycle, values)
        start = len(path.edges)
        run = run_of(self._system, steps)
        names = self._deciding(cycle.edges[start:])
        members: dict[int, list[Term]] = {}
        choices: dict[int, dict[str, Term]] = {}
        for step, (place, state) in zip(steps[start:], run[start: len(steps)], strict=True):
            here = conjunction([terms.symbol(n) == state[n] for n in names])
            members.setdefault(place, []).append(here)
            known = choices.setdefault(step.edge, {})
            for name, value in step.inputs.items():
                known[name] = terms.ite(here, value, known[name]) if name in known else terms.constant(value)
        return RecurrenceSet(steps[:start], {p: disjunction(m) for p, m in members.items()}, choices)
