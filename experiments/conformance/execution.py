"""Runs of transition systems on Python integers: what our reading of a C program does, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from synth.evaluation.integers import Integers
from synth.frontends.c.load import Program
from synth.terms import interpret, interpret_all, no_calls
from synth.transition import Edge, Kind, Place

MOST_STEPS = 100_000


class StuckError(Exception):
    """A run that does not go on, or goes on in two ways, or does not end."""


@dataclass(frozen=True)
class Run:
    """Where a run stopped, and the sources of what it read on its way there, in order."""

    place: Place
    read: tuple[str, ...]


def execute(program: Program, inputs: Mapping[str, int], most_steps: int = MOST_STEPS) -> Run:
    """The run of a program whose inputs are given by their sources, functions or variables; others are 0.

    StuckError where it does not end within `most_steps`, or does not go on in exactly one way.
    """
    system = program.system
    leaving = [tuple(system.leaving(p.number)) for p in system.places]
    state, place, read = dict.fromkeys((v.name for v in system.variables), 0), 0, list[str]()
    for _ in range(most_steps):
        if system.places[place].kind in (Kind.EXIT, Kind.ERROR):
            return Run(system.places[place], tuple(read))
        edge, words = _taken(program, leaving[place], state, inputs)
        read += _read(program, edge, words)
        values = interpret_all(edge.update, Integers(system.width), words, no_calls)
        place, state = edge.target, dict(zip(state, values, strict=True))
    raise StuckError(f"no end after {most_steps:,} steps")


def _taken(program: Program, edges: tuple[Edge, ...], state: Mapping[str, int],
           inputs: Mapping[str, int]) -> tuple[Edge, dict[str, int]]:
    """The edge whose guard holds, with the words that it works on."""
    domain, taken = Integers(program.system.width), list[tuple[Edge, dict[str, int]]]()
    for edge in edges:
        words = {**state, **{i.name: inputs.get(program.readings[i.name].source, 0) for i in edge.inputs}}
        if interpret(edge.guard, domain, words, no_calls):
            taken.append((edge, words))
    if len(taken) != 1:
        raise StuckError(f"{len(taken)} edges can be taken at once")
    return taken[0]


def _read(program: Program, edge: Edge, words: Mapping[str, int]) -> list[str]:
    """The sources of the inputs that are read where an edge is taken, as far as that is known."""
    domain = Integers(program.system.width)
    known = [own for i in edge.inputs if (own := program.readings[i.name]).when is not None]
    return [own.source for own in known if own.when is not None and interpret(own.when, domain, words, no_calls)]
