"""C files as programs."""

from __future__ import annotations

import pathlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from synth.errors import InputError
from synth.frontends.c.lowering.readings import Reading, reads
from synth.frontends.c.lowering.system import system
from synth.frontends.c.preprocessing.dialect import Dialect, chosen
from synth.frontends.c.preprocessing.preprocess import preprocess
from synth.frontends.c.syntax.order import unordered
from synth.frontends.c.syntax.owners import owned
from synth.frontends.c.syntax.parse import deeply, parse
from synth.frontends.c.syntax.source import Source, read
from synth.frontends.c.translation.context import Undefined
from synth.frontends.c.translation.translate import context, program
from synth.transition import TransitionSystem

_MEMORY = ("memory-safety", "valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup")
_LEAKS = {"memory-safety": "leak", "valid-memtrack": "leak", "valid-memcleanup": "left"}
"""Properties that ask what becomes of allocated memory, and the cause of what fails there."""

_ENDED = {"unreach-call": ("assertion",), **dict.fromkeys(("no-overflow", *_MEMORY), ("assertion", "call"))}
"""By properties that are not about all failed assertions, which of them are the end of a run that has kept the property so far."""

_RUNNING = ("termination", "no-overflow", *_MEMORY)
"""Properties that ask what functions do that fail by their names, where the file defines them."""


@dataclass(frozen=True, eq=False)
class Program:
    """A C program.

    system        what it does
    file, source  what it was read from
    expressions   for each variable the C expression that it is in its scope; "" for variables that the source does not name
    readings      for each input of an edge where it is read
    function      the function that it starts with
    dialect       how it was read
    undefined     calls of functions of which nothing is known: each is taken to return any value and to do nothing else
    asked         the property that it was read for, as `synth.frontends.svcomp.questions.STANDARD` has them: a call of a function
                  that fails by its name, such as reach_error, is a failed assertion; where the file defines the function and
                  neither safety nor unreach-call is asked, it does what it is defined to do. A failed assertion that the property
                  is not about, as it is `ended`, ends the run
    defines_failing  whether it calls such a function
    open_order    the first line of which C does not say in which order it is evaluated, where that may matter; None for none
    volatile      the first line that says volatile; None for none
    defined       the first line with a division or a shift that C may leave undefined, and that has a value here; None for none
    deep          the functions that call themselves more often than is followed
    """

    system: TransitionSystem
    file: str
    source: Source
    expressions: Mapping[str, str]
    readings: Mapping[str, Reading]
    function: str
    dialect: Dialect
    undefined: tuple[Undefined, ...] = ()
    asked: str = "safety"
    defines_failing: bool = False
    open_order: int | None = None
    volatile: int | None = None
    defined: int | None = None
    deep: frozenset[str] = frozenset()

    @cached_property
    def wider(self) -> Program | None:
        """Where runs come to limits, a reading without these, of more runs than there are: what holds of all of them holds.

        None where there are no limits, or no such reading.
        """
        if not self.system.limited:
            return None
        try:
            return _read(self.source, self.dialect, self.asked, self.deep, True)
        except InputError:
            return None

    def reading(self, holds: bool) -> Program:
        """How the program is read for a certificate that all runs have a property, or that one has not."""
        return self.wider or self if holds else self

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of its file."""
        return self.source.lines

    @property
    def assumed(self) -> tuple[str, ...]:
        """What every verdict on the program takes for granted, each with its line, as told to people."""
        found = [] if self.function == "main" else [f"the program starts with {self.function}(), whose arguments are any values"]
        found += [f"line {call.line}: {call.name}() has no body: it returns any value and does nothing else"
                 for call in self.undefined]
        if self.open_order is not None:
            found.append(f"line {self.open_order}: what C leaves open is evaluated from left to right")
        if self.defined is not None:
            found.append(f"line {self.defined}: divisions by zero and shifts by too much have values (--undefined defined)")
        if self.volatile is not None:
            found.append(f"line {self.volatile}: volatile objects change only where the program assigns to them")
        return tuple(found)

    @property
    def runs_failing(self) -> bool:
        """Whether functions that fail by their names do what the file defines."""
        return self.asked in _RUNNING

    @property
    def ended(self) -> tuple[str, ...]:
        """The causes, as in `synth.transition.Place`, of failed assertions that only end a run, by abort()."""
        return _ENDED.get(self.asked, ())

    @property
    def leaks(self) -> str:
        """The cause of a failed assertion where memory is lost, or "left" at the end; "" where that is not asked."""
        return _LEAKS.get(self.asked, "")

    @property
    def of_memory(self) -> bool:
        """Whether it was read for a property of memory."""
        return self.asked in _MEMORY

    def about(self, asked: str) -> Program:
        """The program as it is read for a property."""
        if asked == "no-overflow" and self.dialect.signed_overflow != "error":
            return _read(self.source, replace(self.dialect, signed_overflow="error"), asked)
        if asked == self.asked:
            return self
        leaks = asked in _LEAKS or self.asked in _LEAKS
        if leaks or self.ended or (self.defines_failing and (asked in _RUNNING) != self.runs_failing):
            return _read(self.source, self.dialect, asked)
        if asked not in _ENDED:
            return self
        return replace(self, asked=asked, system=self.system.ending(_ENDED[asked]))

    @cached_property
    def reads(self) -> tuple[Mapping[str, Reading], ...]:
        """For each edge of the system all that it reads, in order, by input, whether the edge needs it or not."""
        return reads(self.system)


def load(path: str, **options: Any) -> Program:
    """The program of a C file, plain or preprocessed; `options` are the fields of `Dialect`.

    InputError, with file, line and column, for what is not supported.
    """
    return load_text(read(path), path, **options)


def load_text(text: str, file: str, *, asked: str = "safety", **options: Any) -> Program:
    """The program of C text, read for a property; as `load`."""
    dialect = chosen(options)
    with deeply(file):
        source = preprocess(text, file, dialect)
    return _read(source, dialect, asked)


def _read(source: Source, dialect: Dialect, asked: str, summarised: Collection[str] = (), sparse: bool = False) -> Program:
    """The program of a preprocessed source; `summarised` and `sparse` as in `Context`."""
    file = source.file
    with deeply(file):
        made = context(source, dialect.model, dialect.errors)
        made.runs_failing, made.leaks, made.summarised = asked in _RUNNING, _LEAKS.get(asked, ""), summarised
        made.sparse, made.allocation_fails, made.strict = sparse, dialect.allocation == "fails", dialect.unknown == "refused"
        start, function = program(made, dialect.entry)
        open_order = min((source.of(n)[0] or 0 for n in unordered(parse(source))), default=None)
    found = system(start, pathlib.PurePath(file).stem, file)
    own = owned(found.system, source).ending(_ENDED.get(asked, ()))
    return Program(own, file, source, found.expressions, found.readings, function, dialect, tuple(made.undefined), asked,
                   made.defines_failing, open_order, made.volatile, made.defined, frozenset(made.deep))
