"""The tokens of C source, with their places: what the preprocessor works on."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from synth.errors import InputError


@dataclass(frozen=True)
class Token:
    """A token at a line and a column; `spaced` where white space comes before it; `hidden`: macros that it is not expanded by."""

    kind: str
    text: str
    line: int
    column: int
    spaced: bool = False
    hidden: frozenset[str] = frozenset()

    def at(self, other: Token) -> Token:
        """The same token in another's place."""
        return replace(self, line=other.line, column=other.column)


_PIECES = re.compile(r"""
    (?P<space> (?: [ \t\r\f\v]+ | \\\r?\n | /\*.*?\*/ | //(?:\\\r?\n|[^\n])* )+ )
  | (?P<newline> \n )
  | (?P<string> (?:u8|[uUL])? " (?: \\. | [^"\\\n] )* " )
  | (?P<character> [uUL]? ' (?: \\. | [^'\\\n] )+ ' )
  | (?P<number> \.?[0-9] (?: [eEpP][+-] | [0-9A-Za-z_.] )* )
  | (?P<name> [A-Za-z_$][A-Za-z0-9_$]* )
  | (?P<mark> \.\.\. | <<= | >>= | -> | \+\+ | -- | << | >> | <= | >= | == | != | && | \|\| | \#\# | [-+*/%&|^]=
            | [][(){}<>.,;:?~!%^&*=/|+\#-] )
""", re.VERBOSE | re.DOTALL)


def lines(text: str, file: str) -> list[list[Token]]:
    """The tokens of each logical line; InputError where a character belongs to none."""
    found: list[list[Token]] = [[]]
    line, start, position, spaced = 1, 0, 0, False
    while position < len(text):
        match = _PIECES.match(text, position)
        if match is None or text.startswith("/*", position) > match.group().startswith("/*"):
            what = "a comment does not end" if match is not None else f"not supported: the character {text[position]!r} here"
            raise InputError(what, file, line, position - start + 1)
        kind, piece = match.lastgroup or "", match.group()
        if kind == "newline":
            found.append([])
        elif kind != "space":
            found[-1].append(Token(kind, piece, line, position - start + 1, spaced))
        spaced = kind == "space"
        position = match.end()
        if "\n" in piece:
            line += piece.count("\n")
            start = match.start() + piece.rindex("\n") + 1
    return found
