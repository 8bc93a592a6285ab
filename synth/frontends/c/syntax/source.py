"""Source text on its way to the parser: tokens laid out anew, with the way back to where they stood."""

from __future__ import annotations

import bisect
import pathlib
from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn

from synth.errors import InputError
from synth.frontends.c.syntax.tokens import Origin, Token
from synth.transition import Files

APART = "::"
"""What stands between a file and a name of its own, where that has another meaning in another file."""


def own(name: str) -> str:
    """What a file itself calls something, of which a name tells the file, too."""
    return name.rpartition(APART)[2]


class Unit(NamedTuple):
    """A file of a program: its source, and how many lines of the program are before it."""

    source: Source
    before: int


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
    labels     the names that assemblers know functions and objects by, which are gone, too, where C has others for them
    tree       what the parser makes of the text, once it has; nobody changes it
    files      what the lines that `of` and `place` tell are lines of
    """

    tree: Any = None

    def __init__(self, file: str, text: str, tokens: Sequence[Token], prologue: Sequence[str], laid_out: bool = False,
                 labels: Collection[str] = ()) -> None:
        self.file, self.labels = file, labels
        self.files = Files((file,), (0,))
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

    @property
    def units(self) -> tuple[Unit, ...]:
        """The files that it is made of."""
        return (Unit(self, 0),)

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

    def brought(self, line: int | None) -> frozenset[int]:
        """The lines, in files that the #include at a line brings, of what it brings; none where there is no such directive."""
        own = self._tokens[line] if line is not None and 0 < line < len(self._tokens) else ()
        return frozenset(t.origin.line for t in own if t.origin is not None)

    def origin(self, node: Any) -> Origin | None:
        """Where a node stands that an #include brought; None for others."""
        coord = _place(node)
        token = None if coord is None else self._token(coord.line, coord.column)
        return None if token is None else token.origin

    def told_origin(self, node: Any) -> str:
        """Where a node stands that an #include brought, for people: "list.h:12"; "" for others."""
        found = self.origin(node)
        return "" if found is None else f"{found.file}:{found.line}"

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


class Linked(Source):
    """A program of several files. Its lines are theirs, one file after the other; the lines of its tree are those of the texts that
    the parser was given, one after the other.

    shifts     how many lines of the tree are before each file
    external   by the names that several files share what the name means in each of them (`synth.frontends.c.syntax.names.Entity`)
    """

    def __init__(self, sources: Sequence[Source], shifts: Sequence[int]) -> None:
        self.file = sources[0].file
        self.laid_out = any(source.laid_out for source in sources)
        lines = [source.lines or ("",) for source in sources]  # no two files begin after the same
        self.lines = tuple(line for own in lines for line in own)
        before = tuple(accumulate(map(len, lines[:-1]), initial=0))
        self.files = Files(tuple(source.file for source in sources), before)
        self.external: dict[str, list[Any]] = {}
        self._units = tuple(map(Unit, sources, before))
        self._shifts = shifts

    @property
    def units(self) -> tuple[Unit, ...]:
        """The files that it is made of."""
        return self._units

    def _unit(self, line: int) -> tuple[Unit, int]:
        """The file of a line of the tree, and which line of its own text that is."""
        number = max(0, bisect.bisect_left(self._shifts, line) - 1)
        return self._units[number], line - self._shifts[number]

    def place(self, line: int, column: int | None) -> tuple[int | None, int | None]:
        """Where in the program it stands what stands at a line and column of the texts."""
        unit, own = self._unit(line)
        found, column = unit.source.place(own, column)
        return (None if found is None else found + unit.before), column

    def _token(self, line: int, column: int | None) -> Token | None:
        unit, own = self._unit(line)
        return unit.source._token(own, column)

    def brought(self, line: int | None) -> frozenset[int]:
        """The lines, in files that the #include at a line of the program brings, of what it brings."""
        unit = next((unit for unit in reversed(self._units) if unit.before < (line or 0)), self._units[0])
        return unit.source.brought(None if line is None else line - unit.before)

    def error(self, message: str, line: int, column: int | None) -> InputError:
        """The error that something is wrong at a line and column of the texts."""
        unit, own = self._unit(line)
        return unit.source.error(message, own, column)


def _place(node: Any) -> Any:
    """Where the parser says that a node stands; where it does not, the first of its children that it knows of, or None."""
    waiting = [node]
    while waiting:
        own = waiting.pop(0)
        if (coord := getattr(own, "coord", None)) is not None:
            return coord
        waiting = [child for _, child in own.children()] + waiting if hasattr(own, "children") else waiting
    return None
