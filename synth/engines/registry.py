"""The engines by the names of the command line. A module is imported when its engine is first created, to start in time."""

from __future__ import annotations

from importlib import import_module

from synth.engines.protocol import Engine
from synth.errors import InputError
from synth.specification import Specification

ENGINES: dict[str, str] = {
    "explicit": "synth.engines.explicit.engine:Explicit",
    "bounded": "synth.engines.bounded:Bounded",
    "genetic": "synth.engines.genetic:Genetic",
}
"""Where the class of each engine lives, as `module:class`."""


def create(name: str, specification: Specification, seed: int) -> Engine:
    """A new engine called `name` for `specification`, all its randomness drawn from `seed`; InputError for an unknown name."""
    if name not in ENGINES:
        raise InputError(f"unknown engine {name!r}; there are {', '.join(ENGINES)}")
    module, _, attribute = ENGINES[name].partition(":")
    engine: Engine = getattr(import_module(module), attribute)(specification, seed)
    return engine
