"""S-expressions of SMT-LIB 2.6 with the place of each: symbols, quoted symbols, numerals, bit patterns, strings, comments."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import NoReturn

from synth.errors import InputError


class Kind(enum.Enum):
    """What an s-expression is."""

    LIST = "a list"
    SYMBOL = "a symbol"
    NUMERAL = "a numeral"
    DECIMAL = "a decimal"
    BITS = "a bit pattern"
    STRING = "a string"
    KEYWORD = "a keyword"


class SExpr:
    """A list of s-expressions (`items`) or an atom (`text`; of a quoted symbol what is between the bars)."""

    __slots__ = ("column", "items", "kind", "line", "text")
    items: list[SExpr]

    def __init__(self, kind: Kind, text: str, line: int, column: int) -> None:
        self.kind, self.text, self.line, self.column = kind, text, line, column
        self.items = []

    @property
    def is_list(self) -> bool:
        """Whether this is no atom."""
        return self.kind is Kind.LIST

    @property
    def symbol(self) -> str | None:
        """The name, where this is a symbol."""
        return self.text if self.kind is Kind.SYMBOL else None

    @property
    def head(self) -> str | None:
        """The symbol that a list starts with, if it does."""
        return self.items[0].symbol if self.items else None

    def fail(self, message: str) -> NoReturn:
        """Raise InputError at this place."""
        raise InputError(message, "", self.line, self.column)


_TOKEN = re.compile(r"""
    (?P<space>[ \t\r\n\f]+|;[^\n]*)
  | (?P<open>\()
  | (?P<close>\))
  | (?P<string>"(?:[^"]|"")*")
  | (?P<quoted>\|[^|\\]*\|)
  | (?P<bits>\#x[0-9a-fA-F]+|\#b[01]+)(?![\w#])
  | (?P<word>[A-Za-z0-9~!@$%^&*_+=<>.?/:-]+)
""", re.VERBOSE)
_UNFINISHED = {'"': "a string that does not end", "|": "a quoted symbol that does not end", "#": "a malformed bit pattern"}
_SIMPLE = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")
_RESERVED = frozenset(("_", "!", "as", "let", "exists", "forall", "match", "par",
                       "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING"))


def read(text: str) -> list[SExpr]:
    """The s-expressions of a file; InputError, with line and column, where it is not made of them."""
    top: list[SExpr] = []
    opened: list[SExpr] = []
    current = top
    for name, word, line, column in _tokens(text):
        if name == "close":
            if not opened:
                raise InputError("a ) without its (", "", line, column)
            opened.pop()
            current = opened[-1].items if opened else top
            continue
        node = SExpr(Kind.LIST, "", line, column) if name == "open" else _atom(name, word, line, column)
        current.append(node)
        if name == "open":
            opened.append(node)
            current = node.items
    if opened:
        opened[-1].fail("a ( without its )")
    return top


def _tokens(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Kind, text, line and column of every token but blanks and comments."""
    place, line, start = 0, 1, 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            what = _UNFINISHED.get(text[place], f"unexpected {text[place]!r}")
            raise InputError(what, "", line, place - start + 1)
        name, word = str(match.lastgroup), match.group()
        if name != "space":
            yield name, word, line, place - start + 1
        place = match.end()
        if "\n" in word:
            line += word.count("\n")
            start = place - len(word) + word.rindex("\n") + 1


def _atom(name: str, word: str, line: int, column: int) -> SExpr:
    if name == "string":
        return SExpr(Kind.STRING, word[1:-1].replace('""', '"'), line, column)
    if name == "quoted":
        return SExpr(Kind.SYMBOL, word[1:-1], line, column)
    if name == "bits":
        return SExpr(Kind.BITS, word, line, column)
    if word[0] == ":":
        return SExpr(Kind.KEYWORD, word, line, column)
    if not word[0].isdigit():
        return SExpr(Kind.SYMBOL, word, line, column)
    if word.isdigit():
        return SExpr(Kind.NUMERAL, word, line, column)
    if re.fullmatch(r"\d+\.\d+", word):
        return SExpr(Kind.DECIMAL, word, line, column)
    raise InputError(f"{word} is no number, and no symbol starts with a digit", "", line, column)


def symbol_text(name: str) -> str:
    """A symbol as it is written, between bars where it must be."""
    return name if _SIMPLE.fullmatch(name) and name not in _RESERVED else f"|{name}|"


def text_of(root: SExpr, limit: int = 60) -> str:
    """An s-expression on one line, cut after about `limit` characters."""
    parts: list[str] = []
    stack: list[SExpr | str] = [root]
    length = 0
    while stack and length <= limit:
        item = stack.pop()
        word = item if isinstance(item, str) else "(" if item.is_list else atom_text(item)
        if isinstance(item, SExpr) and item.is_list:
            stack.append(")")
            stack.extend(reversed(item.items))
        parts.append(word)
        length += len(word) + 1
    shown = " ".join(parts).replace("( ", "(").replace(" )", ")")
    return f"{shown[:limit]}…" if stack or len(shown) > limit else shown


def atom_text(atom: SExpr) -> str:
    """An atom as it is written."""
    if atom.kind is Kind.SYMBOL:
        return atom.text if _SIMPLE.fullmatch(atom.text) else f"|{atom.text}|"
    return '"' + atom.text.replace('"', '""') + '"' if atom.kind is Kind.STRING else atom.text
