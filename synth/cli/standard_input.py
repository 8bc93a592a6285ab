"""`-` for a file: what is read from stdin is put into a file for as long as the command runs, and told as <stdin>."""

from __future__ import annotations

import ast
import pathlib
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from typing import Any

import click
from click.shell_completion import CompletionItem

from synth.cli import completion

NAME = "<stdin>"
_files: set[str] = set()


def language(text: str) -> str:
    """The suffix of files like this text: .qdimacs, .sl, .c, or .py."""
    if re.match(r"(c\b.*\n|\s)*p\s+cnf\b", text):
        return ".qdimacs"
    if re.match(r"(\s|;.*\n)*\(", text):
        return ".sl"
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return ".c" if re.search(r"\bcheck\s*\(", text) else ".py"
    return ".py"


class Source(click.ParamType[str]):
    """The path of a file; for - one that holds what stdin gives, with the suffix that is chosen for the text."""

    name = "file"

    def __init__(self, suffix: Callable[[str], str]) -> None:
        self._suffix = suffix

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return completion.files(incomplete)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value != "-":
            return str(value)
        try:
            text = sys.stdin.buffer.read().decode("utf-8")
        except UnicodeDecodeError as error:
            self.fail(f"{NAME} is not UTF-8 text: {error.reason}", param, ctx)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="synth-"))
        if ctx is not None:
            ctx.call_on_close(partial(shutil.rmtree, folder, ignore_errors=True))
        file = folder / f"stdin{self._suffix(text)}"
        file.write_text(text, encoding="utf-8")
        _files.add(str(file))
        return str(file)


def shown(text: str) -> str:
    """A text for the user, in which what came from stdin is called so."""
    for file in _files:
        text = text.replace(file, NAME)
    return text
