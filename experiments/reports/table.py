"""A table before it is text: named columns with a kind each, rows of plain values; as Markdown and CSV."""

from __future__ import annotations

import csv
import enum
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from experiments.harness.records import Outcome

_LONG = 60
"""Rows that may stand in anybody's way."""


class Kind(enum.Enum):
    """What a column holds, and so how it is written: the digits of a mean, of seconds, of a share between 0 and 1."""

    TEXT = "text"
    COUNT = "count"
    MEAN = "mean"
    SECONDS = "seconds"
    SHARE = "share"
    MARK = "mark"
    RATIO = "ratio"


@dataclass(frozen=True)
class Mark:
    """What a tool made of a task: its words, how it ended, and after how many seconds; `detail` is shown on demand."""

    text: str
    outcome: Outcome | None
    seconds: float | None = None
    detail: str = ""

    def __str__(self) -> str:
        return self.text if self.seconds is None else f"{self.text} {seconds(self.seconds)} s"


@dataclass(frozen=True)
class Ratio:
    """So many of so many."""

    part: int
    whole: int

    def __str__(self) -> str:
        return f"{self.part:,} / {self.whole:,}"


Row = Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """A table.

    name     of its CSV file
    columns  in order, each with its kind
    rows     in order, each a value per column; None or an absent value is shown as a dash
    footer   totals, and published figures beside ours: they stay below, however the rows are sorted
    notes    sentences below the table
    """

    name: str
    title: str
    legend: str
    columns: Mapping[str, Kind]
    rows: Sequence[Row]
    footer: Sequence[Row] = ()
    notes: Sequence[str] = ()

    @property
    def long(self) -> bool:
        """Whether it had better be shown on demand."""
        return len(self.rows) > _LONG


def cell(value: Any, kind: Kind) -> str:
    """A value as a person reads it."""
    if value is None:
        return "–"
    match kind:
        case Kind.SECONDS:
            return seconds(value)
        case Kind.SHARE:
            return f"{value:.0%}"
        case Kind.MEAN:
            return f"{value:,.1f}"
        case Kind.COUNT:
            return f"{value:,}"
        case Kind.TEXT | Kind.MARK | Kind.RATIO:
            return str(value)


def seconds(value: float) -> str:
    """Seconds with as many digits as mean something."""
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:,.{digits}f}"


def markdown(table: Table) -> str:
    """The rows and the footer as a Markdown table; "" where there is no row."""
    if not table.rows:
        return ""
    rule = ["---" if kind in (Kind.TEXT, Kind.MARK) else "--:" for kind in table.columns.values()]
    lines = [list(table.columns), rule, *cells(table, [*table.rows, *table.footer])]
    return "\n".join(f"| {' | '.join(text.replace('|', _BAR).replace(_BREAK, ' ') for text in line)} |" for line in lines)


_BAR, _BREAK = "\\|", "\n"


def cells(table: Table, rows: Sequence[Row]) -> list[list[str]]:
    """Rows as a person reads them."""
    return [[cell(row.get(name), kind) for name, kind in table.columns.items()] for row in rows]


def to_csv(table: Table) -> str:
    """The table as CSV, footer and all, numbers unrounded but for what no clock resolves; a mark or a ratio takes two columns."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head for name, kind in table.columns.items() for head in _heads(name, kind))
    writer.writerows([value for name, kind in table.columns.items() for value in _raw(row.get(name), kind)]
                     for row in [*table.rows, *table.footer])
    return text.getvalue()


def _heads(name: str, kind: Kind) -> list[str]:
    return [name, *{Kind.MARK: [f"{name} s"], Kind.RATIO: [f"{name} of"]}.get(kind, [])]


def _raw(value: Any, kind: Kind) -> list[Any]:
    if kind is Kind.MARK:
        return [None, None] if value is None else [value.text, value.seconds]
    if kind is Kind.RATIO:
        return [None, None] if value is None else [value.part, value.whole]
    return [round(value, 6) if isinstance(value, float) else value]
