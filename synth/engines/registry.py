"""The engines by the names of the command line. A module is imported when its engine is first created, to start in time."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from synth.engines.protocol import Engine
from synth.errors import InputError
from synth.specification import Specification

ENGINES: dict[str, str] = {
    "explicit": "synth.engines.explicit.engine:Explicit",
    "structural": "synth.engines.structural.engine:Structural",
    "tables": "synth.engines.tables.engine:Tables",
    "bounded": "synth.engines.bounded:Bounded",
    "genetic": "synth.engines.genetic:Genetic",
}
"""Where the class of each engine lives, as `module:class`."""


SCOPES: dict[str, str] = {
    "explicit": "synth.engines.explicit.scope:applies",
    "structural": "synth.engines.structural.scope:applies",
    "tables": "synth.engines.tables.scope:applies",
}
"""For engines that are of use for some specifications only: where the function `applies(specification) -> bool` lives that tells
which, as `module:function`. It is asked before any process starts, so its module imports nothing heavy.
"""


def engines_for(specification: Specification, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of `names` that are of use for `specification`, in their order; InputError where none is."""
    chosen = tuple(name for name in names if name not in SCOPES or _attribute(SCOPES[name])(specification))
    if not chosen:
        raise InputError(f"{' and '.join(names)} cannot search for what this specification asks for; name another engine",
                         specification.file, specification.line)
    return chosen


def create(name: str, specification: Specification, seed: int) -> Engine:
    """A new engine called `name` for `specification`, all its randomness drawn from `seed`; InputError for an unknown name."""
    if name not in ENGINES:
        raise InputError(f"unknown engine {name!r}; there are {', '.join(ENGINES)}")
    engine: Engine = _attribute(ENGINES[name])(specification, seed)
    return engine


def _attribute(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
