"""Pages that are made from the code while the site is built: a hook of MkDocs.

The command line is told by its own commands, the operators of L by their table.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING

import click

from synth.cli.exits import MEANING
from synth.cli.main import front
from synth.frontends import c as front_end
from synth.operators import LANGUAGE, OPERATORS, Kind, Operator
from synth.solver.options import Options

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

_FACTS = ("commutative", "associative", "involution", "boolean")
_BAR = "\\|"
"""What stands for a bar in a table."""

_SAID = {"boolean": "gives 0 or 1", "involution": "its own inverse"}


def command_line() -> str:
    """Every command with its arguments and options, and the exit statuses."""
    return "\n".join([
        "# The command line", "",
        "A first word that is no command is a specification to solve: `synth SPEC` is the main command.", "",
        *(line for name, command in front.commands.items() for line in _command(name, command)),
        "## Exit statuses", "", "| status | meaning |", "|---|---|",
        *(f"| {int(status)} | {meaning} |" for status, meaning in MEANING.items()), ""])


def _command(name: str, command: click.Command) -> Iterator[str]:
    words = "synth" if name == "solve" else f"synth {name}"
    arguments = [p.make_metavar(click.Context(command)) for p in command.params if isinstance(p, click.Argument)]
    yield from (f"## {words} {' '.join(arguments)}".rstrip(), "")
    for paragraph in (command.help or "").split("\n\n"):
        yield from (_escaped(" ".join(paragraph.split())), "")
    yield from ("| option | meaning |", "|---|---|")
    for option in command.params:
        record = None if isinstance(option, click.Argument) else option.get_help_record(click.Context(command))
        if record is not None:
            yield f"| `{record[0].replace('|', _BAR)}` | {_escaped(record[1])} |"
    yield ""


def operators() -> str:
    """The operators of L, then those of specifications only, as the table has them."""
    special = [op for op in OPERATORS if op.kind is Kind.SPECIFICATION]
    return "\n".join([
        "# The operators", "",
        "Words are unsigned bit patterns of a width w, arithmetic is modulo 2^w. Division and shifts are total, as in SMT-LIB:",
        "x udiv 0 has all bits set, x urem 0 is x, a shift by w or more gives 0 (`ashr`: the sign). Comparisons give 0 and 1.",
        "Where a condition is wanted, 0 stands for false and every other word for true.", "",
        "## Operators of L", "", "Programs are made of these. `@spec(operators=[…])` takes their names.", "",
        *_table(LANGUAGE), "",
        "## Operators of specifications", "", "Specifications may speak of these, too; programs do not have them.", "",
        *_table(tuple(special)), ""])


def _table(rows: tuple[Operator, ...]) -> Iterator[str]:
    yield from ("| name | operands | kind | SMT-LIB | facts |", "|---|---|---|---|---|")
    for op in rows:
        facts = ", ".join(_SAID.get(fact, fact) for fact in _FACTS if getattr(op, fact))
        yield f"| `{op.name}` | {op.arity} | {op.kind.value} | {f'`{op.smt}`' if op.smt else ''} | {facts} |"


def search_options() -> str:
    """The options of a search, as keywords of `synth.solve`."""
    rows = [f"| `{f.name}` | `{_shown(f.type)}` | `{f.default!r}` | {_escaped(f.metadata['help'])} |" for f in fields(Options)]
    return "\n".join(["| option | type | default | meaning |", "|---|---|---|---|", *rows])


def _shown(annotation: object) -> str:
    return str(annotation).replace("|", _BAR)


def c_reading() -> str:
    """How the C front end reads what C leaves open, as it says itself."""
    said = inspect.cleandoc(front_end.__doc__ or "")
    return said[said.index("\n- "):].strip()


def _escaped(text: str) -> str:
    for mark in "\\`*_<>|[]":
        text = text.replace(mark, f"&#{ord(mark)};")
    return text


PAGES: dict[str, Callable[[], str]] = {"reference/command-line.md": command_line, "reference/operators.md": operators}
"""The pages, by their places."""

PARTS: dict[str, Callable[[], str]] = {"<!-- how C is read -->": c_reading, "<!-- options of a search -->": search_options}
"""What stands in a page instead of a mark."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages to the files of the site."""
    from mkdocs.structure.files import File

    for place, text in PAGES.items():
        files.append(File.generated(config, place, content=text()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put the parts in the places of their marks."""
    for mark, text in PARTS.items():
        markdown = markdown.replace(mark, text()) if mark in markdown else markdown
    return markdown
