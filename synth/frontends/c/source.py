"""Source text on its way to the parser: tokens laid out anew, with the way back to where they stood."""

from __future__ import annotations

import bisect
import pathlib
from collections.abc import Sequence
from typing import Any, NoReturn

from synth.errors import InputError
from synth.frontends.c.tokens import Token


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

    laid_out   whether attributes, which are gone, say how structs are laid out
    """

    def __init__(self, file: str, text: str, tokens: Sequence[Token], prologue: Sequence[str], laid_out: bool = False) -> None:
        self.file = file
        self.laid_out = laid_out
        self.lines = tuple(text.splitlines())
        self._prologue = len(prologue)
        self._columns: list[list[int]] = [[] for _ in range(len(self.lines) + 2)]
        self._own: list[list[int]] = [[] for _ in range(len(self.lines) + 2)]
        pieces: list[list[str]] = [[] for _ in range(len(self.lines) + 2)]
        widths = [0] * (len(self.lines) + 2)
        line = 0
        for token in tokens:
            line = max(line, token.line)
            self._columns[line].append(widths[line] + 1)
            self._own[line].append(token.column)
            pieces[line].append(token.text)
            widths[line] += len(token.text) + 1
        self.text = "\n".join([*prologue, *(" ".join(p) for p in pieces[1:])]) + "\n"

    def place(self, line: int, column: int | None) -> tuple[int | None, int | None]:
        """Where in the file it stands what stands at a line and column of the parser's text."""
        line -= self._prologue
        if not 1 <= line < len(self._columns):
            return None, None
        if column is None or not self._columns[line]:
            return line, column
        index = max(0, bisect.bisect_right(self._columns[line], column) - 1)
        return line, self._own[line][index]

    def of(self, node: Any) -> tuple[int | None, int | None]:
        """Where in the file a node of the parser's tree stands."""
        coord = getattr(node, "coord", None)
        return (None, None) if coord is None else self.place(coord.line, coord.column)

    def refuse(self, node: Any, construct: str) -> NoReturn:
        """InputError: the construct at the node is not supported."""
        self.fail(node, f"not supported: {construct}")

    def fail(self, node: Any, message: str) -> NoReturn:
        """InputError at the node."""
        raise InputError(message, self.file, *self.of(node))
