"""What an engine is: a proposer of programs that is told examples and lattice points, and works in slices of time.

An engine lives in a worker process. It is told examples (values of the ∀ words at a width) and sent to a point of the lattice of
lengths, constants and widths; `step` searches there for a while and returns what happened. It never judges its own candidates:
every one is refuted or proved elsewhere, and a refuted one comes back as a new example before `step` is called again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Protocol, runtime_checkable

from synth.grammar import Grammar
from synth.program import Program
from synth.specification import Function, Specification

Example = Mapping[str, int]
"""A value in [0, 2^width) for every ∀ word, by name; it satisfies the precondition."""

Candidate = Mapping[str, Program]
"""A program for every ∃ function and word, by name; ∃ words are programs of length 0 without inputs."""


@dataclass(frozen=True, order=True)
class Point:
    """Candidates of `length` instructions in all, with at most `constants` distinct constants in all, at `width` bits.

    The values of ∃ words are not counted as constants. Of all candidates only those of part `slice` of `slices` are meant, where
    several engines share a point: together the parts hold all, and every process tells them apart alike, whatever its examples. To
    an engine that closes no point its slice says which part of its work is its own.
    """

    length: int
    constants: int
    width: int
    slice: int = 0
    slices: int = 1


def grammar_of(specification: Specification, function: Function) -> Grammar:
    """What programs may be: the function's own grammar, else that of the specification's operators, any of them on anything."""
    return function.grammar or Grammar.of_operators(specification.operator_set, function.arity)


def most_constants(specification: Specification, length: int) -> int:
    """How many constants a minimal candidate of `length` instructions can hold at most; the literals of grammars do not count.

    Thesis, section 6.4.4, without its assumption that an instruction has two operands: an instruction whose operands are all
    constants is never minimal where a constant may stand for it, so one of n operands holds at most n-1 in L; a function of
    length 0 may be one constant.
    """
    each, alone = _most_found(specification)
    return length * each + (alone if length == 0 else max(0, min(alone, len(specification.functions) - 1)))


@lru_cache(maxsize=16)
def _most_found(specification: Specification) -> tuple[int, int]:
    """How many operands of one instruction may be constants that are to be found, and how many functions may be one."""
    grammars = [grammar_of(specification, f).nonterminals for f in specification.functions]
    free = [(sum(places[o].any_constant for o in rule.operands), rule, n)
            for places in grammars for n in places for rule in n.rules]
    each = max((count - (n.any_constant and count == rule.operator.arity > 0) for count, rule, n in free), default=0)
    return each, sum(places[0].any_constant for places in grammars)


def candidate_length(candidate: Candidate) -> int:
    """The number of instructions in all."""
    return sum(program.length for program in candidate.values())


def candidate_constants(candidate: Candidate) -> int:
    """The number of constants in all, ∃ words not counted; in grammars this counts literals, too."""
    return sum(len(program.constants) for program in candidate.values() if program.inputs)


@dataclass(frozen=True)
class Proposal:
    """A candidate that satisfies every example the engine knew at `width`."""

    candidate: dict[str, Program]
    width: int


@dataclass(frozen=True)
class Exhausted:
    """The engine is done with `point`.

    `complete` is True only if every candidate there (of exactly `point.length` instructions and at most `point.constants`
    constants at `point.width`) was excluded by the examples, or proposed, or has an equal one, for all inputs, that is shorter;
    False says the engine gave up. Where `up_to_equals`, candidates may have been left out, too, that are equal on the examples of
    then to a shorter candidate, or to one that was proposed and not refuted before the engine was stepped again.
    `point` may have more constants than asked for, where the engine closed several points at once.
    """

    point: Point
    complete: bool
    up_to_equals: bool = False


@dataclass(frozen=True)
class Unrealizable:
    """No candidate of any length satisfies these examples at `width`, as the engine says that looked at all that a grammar has."""

    width: int
    examples: tuple[Example, ...]


@dataclass(frozen=True)
class Shown:
    """A lemma (`synth.engines.lemmas`): for some ∃ predicates what the engine has shown of them at the specification's width."""

    lemma: Candidate


@dataclass
class Statistics:
    """What an engine did so far: candidates evaluated, and its own measure of the best (0 to 1, None where it has none)."""

    candidates: int = 0
    best: float | None = None
    notes: dict[str, int] = field(default_factory=dict)


Event = Proposal | Exhausted | Unrealizable | Shown


def next_event(work: Iterator[Event | None], point: Point, seconds: float) -> list[Event]:
    """A step of an engine whose work yields None now and then: what comes next within about `seconds`; behind the end, that it gave
    `point` up.
    """
    end = time.monotonic() + seconds
    for event in work:
        if event is not None:
            return [event]
        if time.monotonic() > end:
            return []
    return [Exhausted(point, False)]


class Engine(Protocol):
    """One search technique. `name` is the name on the command line; `complete` tells whether it can ever close a point."""

    name: ClassVar[str]
    complete: ClassVar[bool]
    statistics: Statistics

    def __init__(self, specification: Specification, seed: int) -> None: ...

    def add_examples(self, width: int, examples: list[Example]) -> None:
        """Learn examples at `width`; those of other widths are kept for when a point of that width comes."""

    def goto(self, point: Point) -> None:
        """Work on `point` from the next step on; what was learned elsewhere may be kept."""

    def step(self, seconds: float) -> list[Event]:
        """Search for about `seconds` (less where something is found) and tell what happened.

        After a Proposal the next call continues behind it, with the examples that were added meanwhile; the same candidate is not
        proposed again at this point. After an Exhausted `step` is not called before the next `goto`.
        """

    def interrupt(self) -> None:
        """Called from another thread: make a running `step` return soon. Engines with short steps ignore it."""


@runtime_checkable
class Learner(Protocol):
    """An engine that makes use of what others found."""

    def add_near_miss(self, width: int, candidate: Candidate) -> None:
        """Learn of another engine's candidate, which satisfied all examples of then at `width`, and was refuted by a new one."""


