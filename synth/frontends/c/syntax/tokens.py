"""The tokens of C source, with their places: what the preprocessor works on."""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass
from typing import NamedTuple

from synth.errors import InputError


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a token stands that an #include brought."""

    file: str
    line: int
    column: int


class Token(NamedTuple):
    """A token at a line and a column; `spaced` where white space comes before it; `hidden`: macros that it is not expanded by.

    A token that an #include brought has the line and column of the directive, and `origin` tells where it stands itself.
    """

    kind: str
    text: str
    line: int
    column: int
    spaced: bool = False
    hidden: frozenset[str] = frozenset()
    origin: Origin | None = None

    def at(self, other: Token) -> Token:
        """The same token in another's place."""
        return self._replace(line=other.line, column=other.column, origin=other.origin)


_PIECES = re.compile(r"""
    (?P<space> (?: [ \t\r\f\v]+ | /\*.*?\*/ | //[^\n]* )+ )
  | (?P<newline> \n )
  | (?P<string> (?:u8|[uUL])? " (?: \\. | [^"\\\n] )* " )
  | (?P<character> [uUL]? ' (?: \\. | [^'\\\n] )+ ' )
  | (?P<number> \.?[0-9] (?: [eEpP][+-] | [0-9A-Za-z_.] )* )
  | (?P<name> [A-Za-z_$][A-Za-z0-9_$]* )
  | (?P<mark> \.\.\. | <<= | >>= | -> | \+\+ | -- | << | >> | <= | >= | == | != | && | \|\| | %:%: | %: | <: | :> | <% | %>
            | \#\# | [-+*/%&|^]= | [][(){}<>.,;:?~!%^&*=/|+\#-] )
  | (?P<other> ['"][^\n]* | . )
""", re.VERBOSE | re.DOTALL)
_SPLICE = re.compile(r"\\[ \t]*\n")
_DIGRAPHS = {"<:": "[", ":>": "]", "<%": "{", "%>": "}", "%:": "#", "%:%:": "##"}


def lines(text: str, file: str) -> list[list[Token]]:
    """The tokens of each logical line. A character that belongs to none is one of kind "other", a quote without an end begins one.

    InputError where a comment does not end.
    """
    found: list[list[Token]] = [[]]
    joined, places = _spliced(text)
    spaced = False
    for match in _PIECES.finditer(joined):
        kind, piece = match.lastgroup or "", match.group()
        if kind == "newline":
            found.append([])
        elif kind != "space":
            line, column = places(match.start())
            if piece == "/" and joined.startswith("/*", match.start()):
                raise InputError("a comment does not end", file, line, column)
            found[-1].append(Token(kind, _DIGRAPHS.get(piece, piece), line, column, spaced))
        spaced = kind in ("space", "newline")
    return found


def spellings(row: str) -> list[str]:
    """The texts of the tokens of a line without comments."""
    return [_DIGRAPHS.get(text, text) for match in _PIECES.finditer(row) if match.lastgroup != "space" for text in [match.group()]]


class _Places:
    """Lines and columns of positions in a text from which the ends of lines that go on are cut."""

    def __init__(self, text: str, cuts: list[tuple[int, int]]) -> None:
        self._starts = [0, *(m.end() for m in re.finditer("\n", text))]
        self._cuts = [start for start, _ in cuts]
        self._shifts = [0, *(shift for _, shift in cuts)]

    def __call__(self, position: int) -> tuple[int, int]:
        position += self._shifts[bisect.bisect_right(self._cuts, position)]
        line = bisect.bisect_right(self._starts, position)
        return line, position - self._starts[line - 1] + 1


def _spliced(text: str) -> tuple[str, _Places]:
    """The text with lines that end with a backslash joined to the next, and the way back."""
    cuts: list[tuple[int, int]] = []
    gone = 0
    for match in _SPLICE.finditer(text):
        cuts.append((match.start() - gone, gone + match.end() - match.start()))
        gone += match.end() - match.start()
    return (_SPLICE.sub("", text) if cuts else text), _Places(text, cuts)
