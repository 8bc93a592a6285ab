"""C files as programs."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from synth.errors import InputError
from synth.frontends.c.parse import deeply
from synth.frontends.c.preprocess import preprocess
from synth.frontends.c.readings import Reading, reads
from synth.frontends.c.source import Source, read
from synth.frontends.c.system import system
from synth.frontends.c.translate import context, program
from synth.frontends.c.types import data_model
from synth.transition import TransitionSystem


@dataclass(frozen=True, eq=False)
class Program:
    """A C program.

    system        what it does
    file, source  what it was read from
    expressions   for each variable the C expression that it is in its scope; "" for variables that the source does not name
    readings      for each input of an edge where it is read
    function      the function that it starts with
    data_model, signed_overflow   how it was read
    """

    system: TransitionSystem
    file: str
    source: Source
    expressions: Mapping[str, str]
    readings: Mapping[str, Reading]
    function: str
    data_model: str
    signed_overflow: str

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of its file."""
        return self.source.lines

    @cached_property
    def reads(self) -> tuple[Mapping[str, Reading], ...]:
        """For each edge of the system all that it reads, in order, by input, whether the edge needs it or not."""
        return reads(self.system)


def load(path: str, *, data_model: str = "LP64", signed_overflow: str = "wrap", entry: str | None = None) -> Program:
    """The program of a C file, plain or preprocessed. InputError, with file, line and column, for what is not supported."""
    return load_text(read(path), path, data_model=data_model, signed_overflow=signed_overflow, entry=entry)


def load_text(text: str, file: str, *, data_model: str = "LP64", signed_overflow: str = "wrap",
              entry: str | None = None) -> Program:
    """The program of C text; as `load`.

    signed_overflow   "wrap", or "error": an overflowing signed operation is a failed assertion
    entry             the function to start with; otherwise main, or the only one that no other calls
    """
    if signed_overflow not in ("wrap", "error"):
        raise InputError(f"unknown way to treat signed overflow {signed_overflow!r}; there are wrap and error")
    model = _model(data_model)
    source = preprocess(text, file, model)
    with deeply(file):
        made = context(source, model, signed_overflow == "error")
        start, function = program(made, entry)
    found = system(start, pathlib.PurePath(file).stem, file)
    return Program(found.system, file, source, found.expressions, found.readings, function, data_model, signed_overflow)


_model = data_model
