"""All runs of a program: for all inputs, all outcomes of malloc, and whatever C leaves open."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from small_c.interpreter import Run
from small_c.language import Program
from small_c.memory import Ended, Unusable

MOST_RUNS = 1_000
MOST_STEPS = 15_000

_UNDEFINED = {"bounds", "free"}
"""Ends of runs that do what C leaves undefined."""

_VIOLATED = {"safety": {"assert", "call", "bounds", "free"}, "unreach-call": {"call"}, "termination": {"infinite"},
             "memory-safety": {"bounds", "free", "leak"}, "valid-deref": {"bounds"}, "valid-free": {"free"},
             "valid-memtrack": {"leak"}, "valid-memcleanup": {"left"}}
PROPERTIES = tuple(_VIOLATED)


@dataclass(frozen=True)
class Truth:
    """What becomes of the runs of a program.

    found  how they end: "end" of main, "exit", "abort", a failing "assert", the "call" of reach_error, an access out of "bounds" or
           a bad "free", or not at all, "infinite"; and what is "left" allocated then, or lost, a "leak"
    runs   how many were looked at
    """

    found: frozenset[str]
    runs: int

    def holds(self, asked: str) -> bool | None:
        """Whether a property holds; None where no run violates it, but one does what C leaves undefined, and the property is not
        about that: then nothing is to be said. A run that does so has ended, as far as termination is asked."""
        if self.found & _VIOLATED[asked]:
            return False
        return None if asked != "termination" and self.found & (_UNDEFINED - _VIOLATED[asked]) else True


@dataclass(frozen=True)
class Finished:
    """A run: how it ended, as in `Truth`, or "pruned" where it leads to nothing new; and what was chosen, each with for what."""

    how: str
    choices: tuple[tuple[str, int], ...]
    lost: bool
    left: bool
    wild: bool

    @property
    def found(self) -> set[str]:
        """What it says of the program."""
        leak, left = self.how == "end" and self.lost, self.how in ("end", "exit") and self.left
        return ({self.how} - {"pruned"}) | ({"leak"} if leak else set()) | ({"left"} if left else set())


class _Explorer:
    """Depth first: a run follows the choices of the one before, but for the last that can be made otherwise.

    A state of a loop head that the same run has come to makes the run go on for ever; one that an earlier run has come to leads to
    nothing new.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._seen: set[Hashable] = set()
        self._on_the_way: set[Hashable] = set()
        self._given: list[int] = []
        self._made: list[tuple[str, int, int]] = []

    def runs(self) -> Iterator[Finished]:
        steps = 0
        for _ in range(MOST_RUNS):
            self._on_the_way, self._made = set(), []
            run = Run(self._program, self._choose, self._come_to)
            how, choices = run.go(), tuple((what, chosen) for what, chosen, _ in self._made)
            yield Finished(how, choices, run.memory.lost, run.memory.left, run.memory.wild)
            steps += run.steps
            while self._made and self._made[-1][1] + 1 == self._made[-1][2]:
                self._made.pop()
            if not self._made:
                return
            if steps >= MOST_STEPS:
                break
            self._given = [*(chosen for _, chosen, _ in self._made[:-1]), self._made[-1][1] + 1]
        raise Unusable("too many runs")

    def _choose(self, what: str, most: int) -> int:
        chosen = self._given[len(self._made)] if len(self._made) < len(self._given) else 0
        self._made.append((what, chosen, most))
        return chosen

    def _come_to(self, state: Hashable) -> None:
        if len(self._made) >= len(self._given):
            if state in self._on_the_way:
                raise Ended("infinite")
            if state in self._seen:
                raise Ended("pruned")
            self._seen.add(state)
        self._on_the_way.add(state)


def runs(program: Program) -> Iterator[Finished]:
    """All runs of a program. Unusable where there are too many, or one of them does what is not looked at."""
    return _Explorer(program).runs()


def truth(program: Program) -> Truth:
    """The truth about a program; Unusable as for `runs`."""
    found, count = set[str](), 0
    for count, run in enumerate(runs(program), 1):  # noqa: B007  # how many there were
        found |= run.found
    return Truth(frozenset(found), count)
