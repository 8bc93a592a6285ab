"""The parser's tree of a source: pycparser, with its errors told as ours."""

from __future__ import annotations

import re
from typing import Any

from pycparser import c_ast, c_generator, c_parser

from synth.errors import InputError
from synth.frontends.c.source import Source

DEEPEST = "not supported: code nested as deeply as this"


def parse(source: Source) -> c_ast.FileAST:
    """The tree of the text. InputError where it is not C."""
    try:
        return c_parser.CParser().parse(source.text, "")
    except RecursionError:
        raise InputError(DEEPEST, source.file) from None
    except Exception as error:  # pycparser's ParseError has no common base in all of its versions
        raise _told(error, source) from None


def _told(error: Exception, source: Source) -> InputError:
    match = re.match(r":?(\d+)(?::(\d+))?: ?(.*)", str(error), re.DOTALL)
    if match is None:
        return InputError(f"this is not C: {str(error).lstrip(': ')}", source.file)
    message = match[3].replace("before: ", "unexpected ", 1)
    return InputError(f"this is not C: {message}", source.file, *source.place(int(match[1]), int(match[2]) if match[2] else None))


def shown(node: Any, limit: int = 200) -> str:
    """An expression as C, on one line; "" for one too deep to be read."""
    try:
        text = " ".join(str(c_generator.CGenerator().visit(node)).split())
    except RecursionError:
        return ""
    return text if len(text) <= limit else text[:limit] + "…"
