"""Every task with what each tool made of it; and apart from them, what nobody can be proud of."""

from __future__ import annotations

from experiments.harness.records import Outcome
from experiments.reports.entries import SEVERITY, Measured
from experiments.reports.marks import mark
from experiments.reports.table import Kind, Table

_DOUBTFUL = (Outcome.WRONG, Outcome.CRASH, Outcome.LOST, Outcome.UNCONFIRMED)


def table(measured: Measured) -> Table:
    """A line per question, a column per tool."""
    rows = []
    for question, entries in measured.by_question.items():
        first = next(iter(entries.values()))
        rows.append({"category": first.group, "task": question[1], "property": question[2], "expected": first.run.expected,
                     **{tool: mark(entry) for tool, entry in entries.items()}})
    columns = {"category": Kind.TEXT, "task": Kind.TEXT, "property": Kind.TEXT, "expected": Kind.TEXT,
               **dict.fromkeys(measured.tools, Kind.MARK)}
    if not any(row["property"] for row in rows):
        del columns["property"]
    return Table("tasks", "Every task", "Wall seconds of the whole command, start-up included.", columns, rows)


def doubts(measured: Measured) -> Table:
    """Wrong answers first, then crashes, then answers that could not be confirmed."""
    found = sorted((entry for entry in measured.entries if entry.outcome in _DOUBTFUL), key=lambda entry: -SEVERITY[entry.outcome])
    rows = [{"outcome": entry.outcome.value, "tool": entry.tool, "category": entry.group, "task": entry.run.task,
             "said": entry.run.verdict, "expected": entry.run.expected, "why": entry.run.detail or None} for entry in found]
    return Table("doubts", "Wrong, crashed, unconfirmed", "Every answer that is not known to be right, and every crash.",
                 dict.fromkeys(("outcome", "tool", "category", "task", "said", "expected", "why"), Kind.TEXT), rows)
