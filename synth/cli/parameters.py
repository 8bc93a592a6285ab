"""Command-line parameters; those of a search are derived from the fields of `synth.solver.options.Options`."""

from __future__ import annotations

import dataclasses
import math
import typing
from collections.abc import Callable, Collection
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from synth.cli import completion
from synth.solver.options import ENGINE_NAMES, Options

C = TypeVar("C", bound=Callable[..., Any])


class _Seconds(click.ParamType[float]):
    """A finite number; `float` alone would let "nan" through every range check."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return number


class _Names(click.ParamType[tuple[str, ...]]):
    """Names of engines, separated by commas."""

    name = "names"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completion.listed(ENGINE_NAMES, incomplete)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        return tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))


SECONDS = _Seconds()
"""The type of every time limit."""

_TYPES: tuple[tuple[Any, click.ParamType[Any]], ...] = ((float, SECONDS), (int, click.INT), (tuple, _Names()),
                                                   (str, click.STRING))


def _type(annotation: Any) -> click.ParamType[Any]:
    parts = {typing.get_origin(part) or part for part in (*typing.get_args(annotation), annotation)}
    return next(kind for python, kind in _TYPES if python in parts)


def _help(field: dataclasses.Field[Any]) -> str:
    """The declared help with the default, where there is one."""
    text, default = field.metadata["help"], field.default
    if default is None:
        return str(text)
    if isinstance(default, bool):
        return f"{text}  [{'yes' if default else 'no'}]"
    shown = ",".join(default) if isinstance(default, tuple) else f"{default:g}"
    return f"{text}  [{shown}]"


def search_options(command: C, only: Collection[str] = ()) -> C:
    """Give a command every option of `Options`, or `only` some, in the order of its fields."""
    hints = typing.get_type_hints(Options)
    for field in reversed([f for f in dataclasses.fields(Options) if not only or f.name in only]):
        name, flag = field.name.replace("_", "-"), hints[field.name] is bool
        declared = f"--{name}/--no-{name}" if flag else f"--{name}"
        command = click.option(declared, field.name, default=None, help=_help(field), metavar=field.metadata["metavar"] or None,
                               type=None if flag else _type(hints[field.name]))(command)
    return command


def formula_options(command: C) -> C:
    """Give a command the options of `Options` that say how solutions of a program's formulas are searched for."""
    return search_options(command, ("engines", "start_width", "max_length", "jobs", "cluster", "exchange"))


as_json = click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
quiet = click.option("--quiet", "-q", is_flag=True, help="No display, no warnings: nothing but the answer.")
verbose = click.option("--verbose", "-v", count=True, help="Log to stderr; twice: in detail.")
log = click.option("--log", "log", type=click.Path(dir_okay=False), metavar="FILE", help="Log in detail to FILE.")
debug = click.option("--debug", is_flag=True, expose_value=False, help="Show the Python traceback of an error.")
