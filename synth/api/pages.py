"""How results show themselves in notebooks: as HTML and as Markdown."""

from __future__ import annotations

import html
import re

_MARKS = re.compile(r"[\\`*_{}<>#|]")


def html_block(title: str, text: str) -> str:
    """A title above text that keeps its lines."""
    return f"<div><b>{html.escape(title)}</b><pre>{html.escape(text)}</pre></div>"


def markdown_block(title: str, text: str, language: str = "text") -> str:
    """A title above a block of code, whose fence is longer than any in the text."""
    fence = "`" * (1 + max((2, *map(len, re.findall("`+", text)))))
    escaped = _MARKS.sub(r"\\\g<0>", title)
    return f"**{escaped}**\n\n{fence}{language}\n{text}\n{fence}"
