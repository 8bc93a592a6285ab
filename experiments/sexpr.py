"""S-expressions of SMT-LIB and SyGuS-IF as nested lists of strings, read and shown without recursion."""

from __future__ import annotations

import re
from typing import Union

Node = Union[str, list["Node"]]
"""An atom as it is written, or the parts of a parenthesised expression."""

_TOKEN = re.compile(r'[ \t\r\n\f]+|;[^\n]*|(?P<token>[()]|"(?:[^"]|"")*"|\|[^|]*\||[^\s()";|]+)')


def read(text: str) -> list[Node]:
    """The expressions of a file, comments left out. ValueError where parentheses, a string or a symbol do not end."""
    done: list[Node] = []
    open_lists = [done]
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ValueError(f"unreadable at {text[place:place + 20]!r}")
        place, token = match.end(), match["token"]
        if token == "(":
            inner: list[Node] = []
            open_lists[-1].append(inner)
            open_lists.append(inner)
        elif token == ")":
            if len(open_lists) == 1:
                raise ValueError("one ) too many")
            open_lists.pop()
        elif token is not None:
            open_lists[-1].append(token)
    if len(open_lists) > 1:
        raise ValueError("a ) is missing")
    return done


def show(node: Node) -> str:
    """The expression as text, on one line."""
    parts: list[str] = []
    waiting: list[Node | None] = [node]
    while waiting:
        item = waiting.pop()
        if item is not None and parts and parts[-1] != "(":
            parts.append(" ")
        if isinstance(item, list):
            parts.append("(")
            waiting += [None, *reversed(item)]
        else:
            parts.append(")" if item is None else item)
    return "".join(parts)


def head(node: Node) -> str:
    """The atom that an expression starts with; "" where there is none."""
    return node[0] if isinstance(node, list) and node and isinstance(node[0], str) else ""
