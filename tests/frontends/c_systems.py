"""Runs of transition systems on Python integers, to see what C programs do."""

from __future__ import annotations

from collections.abc import Mapping

from experiments.conformance.execution import execute
from synth.frontends.c.load import load_text
from synth.transition import Kind, Place, TransitionSystem


def system(text: str, **options: str) -> TransitionSystem:
    """The system of a program."""
    return load_text(text, "program.c", **options).system


def run(made: TransitionSystem, inputs: Mapping[str, int]) -> Place:
    """The place where a run stops; inputs of edges by the name of the function or variable that gives them, 0 for others."""
    return execute(made, inputs).place


def holds(body: str, before: str = "", **inputs: int) -> bool:
    """Whether a program with this body of main comes to its end without a failing assertion."""
    text = f"#include <stdint.h>\n#include <stdbool.h>\n#include <limits.h>\n{before}\nint main(void) {{ {body} return 0; }}\n"
    return run(system(text), inputs).kind is Kind.EXIT
