"""Table 6.1: per category how much was solved, how large the specifications and the answers are, in how many rounds, how fast."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

from experiments.harness.records import Outcome
from experiments.reports.entries import Entry, Measured, lines
from experiments.reports.published import SOURCE, figures
from experiments.reports.table import Kind, Row, Table

_COLUMNS = {"category": Kind.TEXT, "tool": Kind.TEXT, "benchmarks": Kind.COUNT, "solved": Kind.COUNT, "wrong": Kind.COUNT,
            "spec. size": Kind.MEAN, "solution size": Kind.MEAN, "iterations": Kind.MEAN, "average s": Kind.SECONDS,
            "total s": Kind.SECONDS}
_LEGEND = ("Solved means that the answer is right: checked, and as expected. Sizes are operators, on average, those of "
           "specifications over all benchmarks (for KALASHNIKOV, whose lines are the published ones, lines of code and "
           "instructions). Everything else is over what was solved: iterations, and wall seconds of the whole command.")


def table(measured: Measured) -> Table:
    """A line per category of what ours solved, then all, then the published lines."""
    rows, totals = lines(measured.of(measured.main), (measured.main,), line)
    return Table("categories", f"What {measured.main} solved", _LEGEND, _COLUMNS, rows, [*totals, *_published(measured.suites)])


def others(measured: Measured) -> Table:
    """The same of every other tool, a line per category and tool."""
    rest = [tool for tool in (*measured.rivals, *measured.tools) if tool != measured.main]
    rows, totals = lines([entry for entry in measured.entries if entry.tool in rest], list(dict.fromkeys(rest)), line)
    return Table("others", "What the others solved", "As above.", _COLUMNS, rows, totals)


def line(group: str, tool: str, entries: Sequence[Entry]) -> Row:
    """One line; means of nothing are None."""
    solved = [entry for entry in entries if entry.solved]
    times = [entry.seconds for entry in solved]
    return {"category": group, "tool": tool, "benchmarks": len(entries), "solved": len(solved),
            "wrong": sum(entry.outcome is Outcome.WRONG for entry in entries),
            "spec. size": _mean(entry.run.size.specification for entry in entries),
            "solution size": _mean(entry.run.size.solution for entry in solved),
            "iterations": _mean(entry.answer.get("iterations") for entry in solved),
            "average s": _mean(times), "total s": sum(times) if times else None}


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known else None


def _published(suites: Sequence[str]) -> list[Row]:
    """The published lines of suites that were measured, too; "qbf, hard" is one of qbf."""
    return [{"category": line["category"], "tool": SOURCE, "benchmarks": line["benchmarks"], "solved": line["solved"],
             "spec. size": line["specification"], "solution size": line.get("solution"), "iterations": line["iterations"],
             "average s": line["average"], "total s": line["total"]}
            for line in figures()["categories"] if line["category"].partition(",")[0] in suites]
