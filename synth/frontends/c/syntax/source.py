"""Source text on its way to the parser: tokens laid out anew, with the way back to where they stood."""

from __future__ import annotations

import bisect
import pathlib
from collections.abc import Sequence
from typing import Any, NoReturn

from synth.errors import InputError
from synth.frontends.c.syntax.tokens import Origin, Token


def read(path: str) -> str:
    """The text of a file; InputError where there is none."""
    try:
        return pathlib.Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from None
    except UnicodeDecodeError as error:
        before = bytes(error.object[:error.start])
        place = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        raise InputError("this is no text in UTF-8", path, *place) from None


class Source:
    """A file: its own lines, and the text that the parser is given, a line for a line after `prologue` ones of ours.

    laid_out   whether attributes, which are gone, say how structs are laid out of which they do not tell which
    tree       what the parser makes of the text, once it has; nobody changes it
    """

    tree: Any = None

    def __init__(self, file: str, text: str, tokens: Sequence[Token], prologue: Sequence[str], laid_out: bool = False) -> None:
        self.file = file
        self.laid_out = laid_out
        self.lines = tuple(text.splitlines())
        self._prologue = len(prologue)
        count = max([len(self.lines), *(t.line for t in tokens)]) + 2
        self._columns: list[list[int]] = [[] for _ in range(count)]
        self._tokens: list[list[Token]] = [[] for _ in range(count)]
        widths = [0] * count
        line = 0
        for token in tokens:
            line = max(line, token.line)
            self._columns[line].append(widths[line] + 1)
            self._tokens[line].append(token)
            widths[line] += len(token.text) + 1
        self.text = "\n".join([*prologue, *(" ".join(t.text for t in line) for line in self._tokens[1:])]) + "\n"

    def _token(self, line: int, column: int | None) -> Token | None:
        """The token at a line and column of the parser's text; the first of the line where there is no column."""
        line -= self._prologue
        if not 1 <= line < len(self._columns) or not self._columns[line]:
            return None
        return self._tokens[line][max(0, bisect.bisect_right(self._columns[line], column or 1) - 1)]

    def place(self, line: int, column: int | None) -> tuple[int | None, int | None]:
        """Where in the file it stands what stands at a line and column of the parser's text."""
        token = self._token(line, column)
        if token is not None and column is not None:
            return token.line, token.column
        line -= self._prologue
        return (line, column) if 1 <= line < len(self._columns) else (None, None)

    def of(self, node: Any) -> tuple[int | None, int | None]:
        """Where in the file a node of the parser's tree stands; what an #include brought stands where the directive does."""
        coord = _place(node)
        return (None, None) if coord is None else self.place(coord.line, coord.column)

    def origin(self, node: Any) -> Origin | None:
        """Where a node stands that an #include brought; None for others."""
        coord = _place(node)
        token = None if coord is None else self._token(coord.line, coord.column)
        return None if token is None else token.origin

    def error(self, message: str, line: int, column: int | None) -> InputError:
        """The error that something is wrong at a line and column of the parser's text."""
        token = self._token(line, column)
        if token is not None and token.origin is not None:
            return InputError(message, token.origin.file, token.origin.line, token.origin.column)
        return InputError(message, self.file, *self.place(line, column))

    def refuse(self, node: Any, construct: str) -> NoReturn:
        """InputError: the construct at the node is not supported."""
        self.fail(node, f"not supported: {construct}")

    def fail(self, node: Any, message: str) -> NoReturn:
        """InputError at the node."""
        coord = _place(node)
        raise InputError(message, self.file) if coord is None else self.error(message, coord.line, coord.column)


def _place(node: Any) -> Any:
    """Where the parser says that a node stands; where it does not, the first of its children that it knows of, or None."""
    waiting = [node]
    while waiting:
        own = waiting.pop(0)
        if (coord := getattr(own, "coord", None)) is not None:
            return coord
        waiting = [child for _, child in own.children()] + waiting if hasattr(own, "children") else waiting
    return None
