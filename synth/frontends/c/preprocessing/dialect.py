"""How a C file is read where C leaves a choice, and what its compiler is told."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from synth.errors import InputError
from synth.frontends.c.expressions.types import Model, data_model

_DEFINED = re.compile(r"[A-Za-z_]\w*(\([^()]*\))?(=.*)?", re.DOTALL)
_CHOICES = {"signed_overflow": ("wrap", "error"), "undefined": ("defined", "error"), "allocation": ("fails", "succeeds"),
            "unknown": ("assumed", "refused")}


@dataclass(frozen=True)
class Dialect:
    """What a file is read with. InputError for what is no choice.

    data_model       LP64 or ILP32: the sizes of types
    signed_overflow  "wrap", or "error": an overflowing signed operation is a failed assertion
    undefined        "defined", or "error": a division by zero, or a shift by a negative distance or by the type's width or more,
                     is a failed assertion
    allocation       "fails": malloc and the like may return null; or "succeeds"
    unknown          functions that nothing defines and that have no known meaning: "assumed" to return any value and to do nothing
                     else, or "refused"
    include          folders that headers are looked for in, after that of the file
    define           macros, NAME or NAME=TEXT
    quote            folders that headers with quotes are looked for in, before those of `include`
    undefine         macros that are not defined
    prefix           headers that are read before the file, as by #include
    entry            the function to start with; None for main, or the only one that no other calls
    """

    data_model: str = "LP64"
    signed_overflow: str = "wrap"
    undefined: str = "defined"
    allocation: str = "fails"
    unknown: str = "assumed"
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    quote: tuple[str, ...] = ()
    undefine: tuple[str, ...] = ()
    prefix: tuple[str, ...] = ()
    entry: str | None = None

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise InputError(f"unknown way to treat {name.replace('_', ' ')} {getattr(self, name)!r}; there are "
                                 f"{' and '.join(choices)}")
        for text in self.define:
            if _DEFINED.fullmatch(text) is None:
                raise InputError(f"{text!r} defines no macro; NAME or NAME=TEXT is wanted")
        for folder in (*self.include, *self.quote):
            if not os.path.isdir(folder):
                raise InputError(f"there is no folder {folder} to look for headers in")
        data_model(self.data_model)

    @cached_property
    def model(self) -> Model:
        """The sizes of its types."""
        return data_model(self.data_model)

    @property
    def errors(self) -> frozenset[str]:
        """What of "overflow" and "undefined" is a failed assertion."""
        return frozenset({"overflow"} if self.signed_overflow == "error" else ()) | (
            {"undefined"} if self.undefined == "error" else set())

    @property
    def macros(self) -> dict[str, str]:
        """The macros that are defined from outside, each with its text."""
        split = (text.partition("=") for text in self.define)
        return {name: text if equals else "1" for name, equals, text in split if name.partition("(")[0] not in self.undefine}

    @property
    def flags(self) -> tuple[str, ...]:
        """What gcc is told of folders and macros."""
        return (*(f"-I{os.path.abspath(folder)}" for folder in self.include), *(f"-D{text}" for text in self.define),
                *(word for folder in self.quote for word in ("-iquote", os.path.abspath(folder))),
                *(f"-U{name}" for name in self.undefine),
                *(word for file in self.prefix for word in ("-include", os.path.abspath(file))))

    @property
    def options(self) -> tuple[str, ...]:
        """What of it is not as it would be if nobody said anything, as options of the command line; but for the entry."""
        words = {"data_model": "--data-model", "signed_overflow": "--signed-overflow", "undefined": "--undefined",
                 "allocation": "--allocation", "unknown": "--strict", "include": "-I", "define": "-D", "quote": "-iquote",
                 "undefine": "-U", "prefix": "-include"}
        chosen = [(words[f.name], getattr(self, f.name)) for f in fields(self)
                  if f.name in words and getattr(self, f.name) != f.default]
        return tuple(word if word == "--strict" else f"{word} {each}"
                     for word, value in chosen for each in (value if isinstance(value, tuple) else (value,)))

    @property
    def record(self) -> dict[str, Any]:
        """The choices as a part of a JSON record: the data model, what undefined operations do, and what differs from defaults."""
        found = {f.name: getattr(self, f.name) for f in fields(self)
                 if f.name in ("data_model", "signed_overflow", "undefined") or getattr(self, f.name) != f.default}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


_OWN = ("include", "define", "quote", "undefine", "prefix")
"""What of a dialect a file may have for itself."""


@dataclass(frozen=True)
class File:
    """A C file of a program, with what is said of its preprocessing alone: fields of `Dialect`."""

    path: str
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    quote: tuple[str, ...] = ()
    undefine: tuple[str, ...] = ()
    prefix: tuple[str, ...] = ()

    def dialect(self, common: Dialect) -> Dialect:
        """How it is read in a program: its own folders and macros come first."""
        own: dict[str, Any] = {name: (*getattr(self, name), *getattr(common, name)) for name in _OWN}
        return replace(common, **own) if any(getattr(self, name) for name in _OWN) else common

    @property
    def record(self) -> dict[str, Any]:
        """The file as a part of a JSON record."""
        return {"path": self.path, **{name: list(getattr(self, name)) for name in _OWN if getattr(self, name)}}


def file_of_record(told: Any) -> File:
    """The file that a JSON record names. InputError for what is none."""
    if not isinstance(told, Mapping) or not set(told) <= {"path", *_OWN} or not _is(told.get("path"), str) or not all(
            _is(told[name], list) for name in _OWN if name in told):
        raise InputError(f"a file has a path, and lists of {', '.join(_OWN)}")
    return File(told["path"], **{name: tuple(told[name]) for name in _OWN if name in told})


def of_record(options: Mapping[str, Any]) -> Dialect:
    """What a JSON record says that a file was read with. InputError for what is none."""
    kinds: dict[str, type] = {f.name: list if f.name in _OWN else str for f in fields(Dialect)}
    if not set(options) <= set(kinds) or not all(_is(value, kinds[name]) for name, value in options.items()):
        raise InputError(f"the options are not among {', '.join(kinds)}")
    return chosen(options)


def _is(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and (not isinstance(value, list) or all(isinstance(text, str) for text in value))


def chosen(options: Mapping[str, Any]) -> Dialect:
    """The dialect of keyword arguments; sequences may be of any type."""
    made: dict[str, Any] = {name: value if isinstance(value, str) or value is None else tuple(value)
                            for name, value in options.items()}
    return Dialect(**made)
