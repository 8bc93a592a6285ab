"""Goal-directed search for one function whose result is given at every point where it is called."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from synth.engines.explicit.constants import passes
from synth.engines.explicit.kernel import MAX_EXAMPLES, Task
from synth.engines.explicit.threads import Threads, available_threads
from synth.engines.protocol import Example, Statistics
from synth.engines.shape import Equation, points
from synth.evaluation.arrays import run_program
from synth.evaluation.sampling import rows_of, single_bits
from synth.operators import Kind, operator
from synth.program import Program, constant_program
from synth.specification import Specification

SLICE = 0.04
"""Seconds between two looks at the clock."""

PATIENCE = 60.0
"""Seconds that the next larger set of constants may take, as far as the last one tells."""

CHAINS_FROM = 5
"""The least length at which chains are searched before everything else."""

SHARED_FROM = 3
"""The least length of which several searches take parts: the last two instructions are found together."""

_PROBES = 160
"""Points that tell constants of wide words bit by bit, at most: there is room for others."""

_ITE = operator("ite")


@dataclass
class Goal:
    """One function's points at one width, which grow with the examples.

    inputs uint64 [arguments, points], goal uint64 [points]; `truth`: the goal is "not 0" (1) or "0" (0). `constants`: whether
    programs may have any; else an instruction that always gives the same word cannot be left out. `cut`: there were more points
    than the kernel takes, so that a program may be refuted without the search being told.
    """

    specification: Specification
    equations: tuple[Equation, ...]
    width: int
    inputs: NDArray[np.uint64]
    goal: NDArray[np.uint64]
    constants: bool = True
    cut: bool = False

    @classmethod
    def of(cls, specification: Specification, group: tuple[Equation, ...], examples: list[Example], width: int,
           constants: bool = True) -> Goal:
        """The points of the examples, those that tell most apart first: the kernel probes on the first ones."""
        inputs, goal = points(specification, group, examples, width)
        order = _varied(inputs, goal)[:MAX_EXAMPLES]
        return cls(specification, group, width, inputs[:, order], goal[order], constants, len(goal) > MAX_EXAMPLES)

    @property
    def truth(self) -> bool:
        """Whether only "is not 0" is asked."""
        return self.equations[0].truth

    def learn(self, examples: list[Example]) -> None:
        """Append the points of further examples."""
        inputs, goal = points(self.specification, self.equations, examples, self.width)
        self.cut = self.cut or len(self.goal) + len(goal) > MAX_EXAMPLES
        self.inputs = np.hstack([self.inputs, inputs])[:, :MAX_EXAMPLES]
        self.goal = np.hstack([self.goal, goal])[:MAX_EXAMPLES]

    def reached(self, program: Program) -> bool:
        """Whether the program returns what is wanted at every point."""
        result = run_program(program, list(self.inputs), self.width)
        return bool(np.all((result != 0) == (self.goal != 0) if self.truth else result == self.goal))

    def misses_nothing(self, length: int, with_constants: bool) -> bool:
        """Whether a finished search looked at every program of `length`, up to what is equal on the examples.

        Enumeration with holes has every constant of narrow words; of wide ones only those of the last two instructions are found
        wherever there are some (`solves_inner`).
        """
        if self.cut or not with_constants:
            return not self.cut
        return not self._floats and (self.width <= 8 or length <= 1 or (length == 2 and self.solves_inner(length)))

    @property
    def _floats(self) -> bool:
        return any(op.kind is Kind.FLOATING for op in self.specification.operator_set)

    def solves_inner(self, length: int) -> bool:
        """Whether the constants of two instructions of programs of `length` are solved for, where they are too many to enumerate.

        Of three instructions these are the last two, or the first two before one that can be undone.
        """
        return length in (2, 3) and self.width > 8 and not self.truth and not self._floats

    @cached_property
    def probes(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Further points, as `points` has them, which tell constants bit by bit; none where only some points count."""
        if self.specification.points:
            return self.inputs[:, :0], self.goal[:0]
        batch = single_bits(self.specification, self.width, _PROBES)
        return points(self.specification, self.equations, list(rows_of(batch)), self.width)


def _varied(inputs: NDArray[np.uint64], goal: NDArray[np.uint64]) -> list[int]:
    """An order of the points: first those whose arguments differ and are no corner words, goals in turn, 0 last.

    Many programs give 0, so that it tells little.
    """
    turn: dict[int, int] = {}
    rank: dict[int, tuple[int, bool, int]] = {}
    for i, value in enumerate(goal.tolist()):
        if len({*inputs[:, i].tolist(), 0, 1}) == len(inputs) + 2:
            turn[value] = turn.get(value, 0) + 1
            rank[i] = (turn[value], value == 0, i)
    return sorted(range(len(goal)), key=lambda i: rank.get(i, (len(goal) + 1, False, i)))


class GoalSearch:
    """All programs of one length that reach a goal; resumes when the goal learns points.

    Where there are `shares`, of the lengths from `SHARED_FROM` on only those of part `share`.
    """

    def __init__(self, goal: Goal, statistics: Statistics, share: int = 0, shares: int = 1) -> None:
        self.goal = goal
        self._share, self._shares = share, shares
        self.finished = True
        self._statistics = statistics

    def programs(self, length: int, with_constants: bool) -> Iterator[Program | None]:
        """Programs that reach the goal on the points known when they are told; None is a pause.

        Where `with_constants`, with any constants (as far as the goal `misses_nothing`), else with none. Afterwards `finished`
        tells whether that was done, or given up because enumerating more constants would take too long.
        """
        self.finished = True
        if length == 0:
            yield from self._trivial(with_constants)
            return
        sets: list[tuple[int, ...]] = passes(self.goal.specification, self.goal.width) if with_constants else [()]
        if length == 1 and with_constants:
            sets = sets[-1:]
        told = set[Program]()
        for attempt in (self._chains(length, sets[0], with_constants), self._growing(length, sets, with_constants)):
            for found in attempt:
                if found is None:
                    yield None
                elif found not in told and self.goal.reached(found):
                    told.add(found)
                    yield found

    def _chains(self, length: int, constants: tuple[int, ...], holes: bool) -> Iterator[Program | None]:
        """Long programs in which every instruction uses the one before it: few of all, and most of those that people write."""
        if length >= CHAINS_FROM:
            yield from self._enumerate(length, constants, holes, chain=True)

    def _growing(self, length: int, sets: list[tuple[int, ...]], holes: bool) -> Iterator[Program | None]:
        """Every program, over growing sets of constants, as long as that is affordable."""
        seconds = 0.0
        for before, constants in zip([(), *sets], sets, strict=False):
            if before and seconds * (len(constants) / len(before)) ** (length - 1) > PATIENCE:
                self.finished = False
                return
            start = time.monotonic()
            inner = holes and not before and self.goal.solves_inner(length)
            if (yield from self._enumerate(length, constants, holes, inner=inner)):
                return
            seconds = time.monotonic() - start

    def _trivial(self, with_constants: bool) -> Iterator[Program]:
        goal, inputs = self.goal, len(self.goal.inputs)
        trivial = [Program(inputs, (), (), i) for i in range(inputs)]
        if with_constants:
            trivial += [constant_program(int(c), inputs) for c in dict.fromkeys((*goal.goal[:1].tolist(), 0, 1))]
        self._statistics.candidates += len(trivial)
        yield from (p for p in trivial if goal.reached(p))

    def _task(self, length: int, constants: tuple[int, ...], holes: bool, inner: bool) -> Task:
        goal = self.goal
        inputs, wanted = self._points(len(goal.goal), inner)
        return Task(goal.width, length, goal.specification.operator_set, inputs, wanted, goal.truth, constants, holes,
                    keep_constant=not goal.constants, share=self._share, shares=self._shares, inner=inner)

    def _enumerate(self, length: int, constants: tuple[int, ...], holes: bool,
                   chain: bool = False, inner: bool = False) -> Generator[Program | None, None, bool]:
        """Programs with these constants; whether those with any others were among them: not without `inner` ones being solved."""
        begun = len(self.goal.goal)
        task = replace(self._task(length, constants, holes, inner), chain=chain)
        if length > 2 and holes and len(constants) > 32 and _ITE in task.operators:
            task = replace(task, two_constants=(yield from self._two_constants(task)))
        search = Threads(task, available_threads() if length >= SHARED_FROM else 1)
        while not search.finished:
            points_known = len(self.goal.goal)
            yield from (yield from self._slice(search))
            if len(self.goal.goal) != points_known:
                search.learn(*self._points(begun, inner))
            if search.overflow:  # what was left out is found again, among fewer
                return (yield from self._enumerate(length, constants, holes, chain, inner))
        if inner and length == 2:
            known = len(self.goal.goal) + len(self.goal.probes[1])
            self.finished = not search.missed and known <= MAX_EXAMPLES
        return inner and length == 2 and self.finished

    def _points(self, begun: int, with_probes: bool) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """What is known of the goal, as far as the kernel takes it; probes behind the first `begun` points, by which slices go."""
        inputs, goal = self.goal.inputs, self.goal.goal
        if not with_probes:
            return inputs, goal
        more_inputs, more = self.goal.probes
        return (np.hstack([inputs[:, :begun], more_inputs, inputs[:, begun:]])[:, :MAX_EXAMPLES],
                np.hstack([goal[:begun], more, goal[begun:]])[:MAX_EXAMPLES])

    def _slice(self, search: Threads) -> Generator[None, None, list[Program]]:
        before = search.evaluated
        found = search.advance(SLICE)
        self._statistics.candidates += search.evaluated - before
        yield None
        return found

    def _two_constants(self, task: Task) -> Generator[None, None, int]:
        """Which ite(argument, k, k') cannot be left out before the last two instructions.

        With k in its place, a shorter program is left that reaches the goal wherever the argument is not 0; where a search of that
        length finds none, no such ite is needed.
        """
        if task.length > 3 or task.goal is None:
            return -1
        needed, shorter = 0, replace(task, length=2, inner=False)
        for i, row in enumerate(task.inputs):
            keep = np.flatnonzero(row)
            if not len(keep) or (yield from self._any(replace(shorter, inputs=task.inputs[:, keep], goal=task.goal[keep]))):
                needed |= 1 << i
        return needed

    def _any(self, task: Task) -> Generator[None, None, bool]:
        search = Threads(task)
        while not search.finished:
            if (yield from self._slice(search)):
                return True
        return False
