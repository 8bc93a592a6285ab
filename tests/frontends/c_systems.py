"""Runs of transition systems on Python integers, to see what C programs do."""

from __future__ import annotations

import re
from collections.abc import Mapping

from synth.evaluation.integers import Integers
from synth.frontends.c.load import load_text
from synth.frontends.c.readings import Reading
from synth.terms import interpret, interpret_all
from synth.transition import Kind, Place, TransitionSystem

MOST_STEPS = 10_000


def system(text: str, **options: str) -> TransitionSystem:
    """The system of a program."""
    return load_text(text, "program.c", **options).system


def run(made: TransitionSystem, inputs: Mapping[str, int], readings: Mapping[str, Reading] | None = None,
        read: list[str] | None = None) -> Place:
    """The place where a run stops; inputs of edges by the name of the function or variable that gives them, 0 for others.

    What the program reads, as far as `readings` tell, is appended to `read`.
    """
    domain, place = Integers(made.width), 0
    state = dict.fromkeys((v.name for v in made.variables), 0)
    for _ in range(MOST_STEPS):
        if made.places[place].kind in (Kind.EXIT, Kind.ERROR):
            return made.places[place]
        taken = []
        for edge in made.leaving(place):
            words = {**state, **{i.name: inputs.get(re.split("[!_]", i.name)[0], 0) for i in edge.inputs}}
            assert all(words[v.name] < 1 << v.bits for v in (*made.variables, *edge.inputs))
            assert edge.guard.boolean
            if interpret(edge.guard, domain, words, no_calls):
                for reading in (readings[i.name] for i in edge.inputs) if readings is not None and read is not None else ():
                    if reading.when is not None and interpret(reading.when, domain, words, no_calls):
                        read.append(reading.source)
                taken.append((edge.target, interpret_all(edge.update, domain, words, no_calls)))
        assert len(taken) == 1
        place, values = taken[0]
        state = dict(zip(state, values, strict=True))
    raise AssertionError("no end")


def holds(body: str, before: str = "", **inputs: int) -> bool:
    """Whether a program with this body of main comes to its end without a failing assertion."""
    text = f"#include <stdint.h>\n#include <stdbool.h>\n#include <limits.h>\n{before}\nint main(void) {{ {body} return 0; }}\n"
    return run(system(text), inputs).kind is Kind.EXIT


def no_calls(name: str, arguments: tuple[int, ...]) -> int:
    """Transition systems hold no ∃ functions."""
    raise AssertionError(name)
