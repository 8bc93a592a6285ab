"""Figure 7.10: per program the verdict and its time, beside the published ones."""

from __future__ import annotations

import pathlib
import statistics
from collections.abc import Mapping, Sequence

from experiments.harness.records import Outcome
from experiments.reports.entries import Entry, Measured
from experiments.reports.marks import mark
from experiments.reports.published import figures
from experiments.reports.table import Kind, Mark, Row, Table, seconds

_WORDS = {"true": "terminates", "false": "runs on"}
_PUBLISHED = {"armc": "ARMC, published", "juggernaut": "JUGGERNAUT, published"}
_LEGEND = ("Whether each program ends, over machine words, by which all columns are judged; ARMC decides programs over "
           "unbounded integers. The programs are ours, written after descriptions of those that the published runs were "
           "made with, 180 s each. What was expected of those differs for: {differing}.")
_COUNTED: Mapping[str, tuple[Outcome, ...]] = {
    "right": (Outcome.RIGHT,), "wrong": (Outcome.WRONG,), "unknown": (Outcome.UNKNOWN, Outcome.REFUSED, Outcome.UNCONFIRMED),
    "out of time or memory": (Outcome.TIMEOUT, Outcome.MEMORY), "crash": (Outcome.CRASH, Outcome.LOST)}


def table(measured: Measured) -> Table:
    """A line per published program that was measured, then how often each column is right."""
    asked = {name: question for question, name in _programs(measured).items()}
    tools = [tool for tool in measured.tools if any(tool in measured.by_question[question] for question in asked.values())]
    rows = [_line(name, measured.by_question[asked[name]]) for name in figures()["programs"] if name in asked]
    columns = {"program": Kind.TEXT, "expected": Kind.TEXT, **dict.fromkeys([*tools, *_PUBLISHED.values()], Kind.MARK)}
    differing = [row["program"] for row in rows if row["expected"] != _WORDS[figures()["programs"][row["program"]]["expected"]]]
    return Table("verdicts", "Does it terminate?", _LEGEND.format(differing=" and ".join(differing) or "none"), columns, rows,
                 _counts(rows, [*tools, *_PUBLISHED.values()]) if rows else ())


def _programs(measured: Measured) -> dict[tuple[str, str, str | None], str]:
    """The measured questions that are about a published program, each with its name there."""
    found = {}
    for entry in measured.entries:
        file = pathlib.PurePath(entry.run.file)
        if entry.run.property == "termination" and file.parent.name == "termination" and file.stem in figures()["programs"]:
            found[entry.question] = file.stem
    return found


def _line(name: str, entries: Mapping[str, Entry]) -> Row:
    past = figures()["programs"][name]
    expected = next(iter(entries.values())).run.expected or past["expected"]
    return {"program": name, "expected": _WORDS[expected], **{tool: mark(entry, _WORDS) for tool, entry in entries.items()},
            **{title: _past(past[tool], expected) for tool, title in _PUBLISHED.items()}}


def _past(published: Sequence[str | float], expected: str) -> Mark:
    verdict, *time = published
    if verdict in _WORDS:
        right = verdict == expected
        text = _WORDS[str(verdict)]
        return Mark(text if right else f"wrong: {text}", Outcome.RIGHT if right else Outcome.WRONG, float(time[0]))
    return Mark(str(verdict), Outcome(str(verdict)))


def _counts(rows: Sequence[Row], columns: Sequence[str]) -> list[Row]:
    """How many marks of each column are right, wrong …; and the median time of the right ones."""
    marks = {column: [row[column] for row in rows if column in row] for column in columns}
    counts = {word: {column: sum(m.outcome in outcomes for m in found) for column, found in marks.items()}
              for word, outcomes in _COUNTED.items()}
    lines: list[Row] = [{"program": word, **{column: Mark(str(count), None) for column, count in found.items()}}
                        for word, found in counts.items() if any(found.values())]
    return [*lines, {"program": "median s of the right", **{column: _median(found) for column, found in marks.items()}}]


def _median(marks: Sequence[Mark]) -> Mark | None:
    times = [m.seconds for m in marks if m.outcome is Outcome.RIGHT and m.seconds is not None]
    return Mark(seconds(statistics.median(times)), None) if times else None
