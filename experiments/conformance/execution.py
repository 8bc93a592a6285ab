"""Runs of transition systems on Python integers: what our reading of a C program does, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from synth.evaluation.integers import Integers
from synth.frontends.c.lowering.readings import SourcedEdge
from synth.terms import interpret, interpret_all, no_calls
from synth.transition import LEFT_OPEN, Kind, Place, TransitionSystem, symbols

MOST_STEPS = 100_000

_Way = tuple[SourcedEdge, Mapping[str, int]]
"""An edge, and the words that it works on, those of the inputs among them that it reads but does not need."""


class StuckError(Exception):
    """A run that does not go on, or goes on in two ways, or does not end."""


@dataclass(frozen=True)
class Run:
    """Where a run stopped, the sources of what it read on its way there, and of what it may have read, where that is not known.

    left_open  whether it may depend on what C leaves open
    """

    place: Place
    read: tuple[str, ...]
    perhaps: tuple[str, ...]
    left_open: bool = False

    @property
    def all_known(self) -> bool:
        """Whether nothing else was read."""
        return not self.perhaps

    @property
    def called(self) -> frozenset[str]:
        """The sources of all that was read, or may have been."""
        return frozenset(self.read + self.perhaps)


def execute(system: TransitionSystem, inputs: Mapping[str, int], most_steps: int = MOST_STEPS) -> Run:
    """The run of a C program's system whose inputs are given by their sources, functions or variables; others are 0.

    StuckError where it does not end within `most_steps`, or does not go on in exactly one way.
    """
    leaving: list[list[SourcedEdge]] = [[] for _ in system.places]
    for edge in system.edges:
        assert isinstance(edge, SourcedEdge)
        leaving[edge.source].append(edge)
    left_open = False
    state, place, read = dict.fromkeys((v.name for v in system.variables), 0), 0, list[tuple[str, bool | None]]()
    for _ in range(most_steps):
        if system.places[place].kind in (Kind.EXIT, Kind.ERROR):
            return Run(system.places[place], tuple(name for name, is_read in read if is_read),
                       tuple(name for name, is_read in read if is_read is None), left_open)
        way = _taken(system, [(e, {**state, **{n: inputs.get(own.source, 0) for n, own in e.readings.items()}})
                              for e in leaving[place]])
        read += _read(system, way)
        left_open |= any(i.text.startswith(LEFT_OPEN) for i in way[0].inputs)
        values = interpret_all(way[0].update, Integers(system.width), way[1], no_calls)
        place, state = way[0].target, dict(zip(state, values, strict=True))
    raise StuckError(f"no end after {most_steps:,} steps")


def _taken(system: TransitionSystem, ways: Sequence[_Way]) -> _Way:
    """The way whose guard holds."""
    bits = {v.name: v.bits for edge, _ in ways for v in (*system.variables, *edge.inputs)}
    if wide := [name for _, words in ways for name in words if name in bits and words[name] >> bits[name]]:
        raise StuckError(f"{wide[0]} is wider than it should be")
    taken = [way for way in ways if interpret(way[0].guard, Integers(system.width), way[1], no_calls)]
    if len(taken) != 1:
        raise StuckError(f"{len(taken)} edges can be taken at once")
    return taken[0]


def _read(system: TransitionSystem, way: _Way) -> list[tuple[str, bool | None]]:
    """The sources of an edge's inputs, each with whether it is read; None where that cannot be said."""
    domain, found = Integers(system.width), list[tuple[str, bool | None]]()
    for own in way[0].readings.values():
        known = own.when is not None and symbols((own.when,)) <= way[1].keys()
        found.append((own.source, bool(interpret(own.when, domain, way[1], no_calls)) if own.when is not None and known else None))
    return found
