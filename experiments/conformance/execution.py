"""Runs of transition systems on Python integers: what our reading of a C program does, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from synth.evaluation.integers import Integers
from synth.frontends.c.readings import Reading
from synth.terms import interpret, interpret_all, no_calls
from synth.transition import Edge, Kind, Place, TransitionSystem

MOST_STEPS = 100_000

_Way = tuple[Edge, Mapping[str, Reading], Mapping[str, int]]
"""An edge, what it reads, and the words that it works on."""


class StuckError(Exception):
    """A run that does not go on, or goes on in two ways, or does not end."""


@dataclass(frozen=True)
class Run:
    """Where a run stopped, and the sources of what it read on its way there, in order."""

    place: Place
    read: tuple[str, ...]


def execute(system: TransitionSystem, reads: Sequence[Mapping[str, Reading]], inputs: Mapping[str, int],
            most_steps: int = MOST_STEPS) -> Run:
    """The run of a system whose inputs are given by the sources of their readings, functions or variables; others are 0.

    `reads` are the readings of each edge.

    StuckError where it does not end within `most_steps`, or does not go on in exactly one way.
    """
    leaving: list[list[tuple[Edge, Mapping[str, Reading]]]] = [[] for _ in system.places]
    for edge, own in zip(system.edges, reads, strict=True):
        leaving[edge.source].append((edge, own))
    state, place, read = dict.fromkeys((v.name for v in system.variables), 0), 0, list[str]()
    for _ in range(most_steps):
        if system.places[place].kind in (Kind.EXIT, Kind.ERROR):
            return Run(system.places[place], tuple(read))
        edge, own, words = _taken(system, [(e, own, {**state, **{i.name: inputs.get(own[i.name].source, 0) for i in e.inputs}})
                                           for e, own in leaving[place]])
        read += _read(system, own, words)
        values = interpret_all(edge.update, Integers(system.width), words, no_calls)
        place, state = edge.target, dict(zip(state, values, strict=True))
    raise StuckError(f"no end after {most_steps:,} steps")


def _taken(system: TransitionSystem, ways: Sequence[_Way]) -> _Way:
    """The way whose guard holds."""
    bits = {v.name: v.bits for edge, _, _ in ways for v in (*system.variables, *edge.inputs)}
    if wide := [name for _, _, words in ways for name, word in words.items() if word >> bits[name]]:
        raise StuckError(f"{wide[0]} is wider than it should be")
    taken = [way for way in ways if interpret(way[0].guard, Integers(system.width), way[2], no_calls)]
    if len(taken) != 1:
        raise StuckError(f"{len(taken)} edges can be taken at once")
    return taken[0]


def _read(system: TransitionSystem, own: Mapping[str, Reading], words: Mapping[str, int]) -> list[str]:
    """The sources of the inputs that are read where an edge is taken, as far as that is known."""
    domain = Integers(system.width)
    return [r.source for r in own.values() if r.when is not None and interpret(r.when, domain, words, no_calls)]
