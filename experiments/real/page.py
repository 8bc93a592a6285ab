"""What was asked about C as people write it, as a page: how many answers are right, each answer, and what was found in the code."""

from __future__ import annotations

import pathlib
import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from experiments.reports.table import Kind, Table, markdown

FOUND = pathlib.Path(__file__).with_name("found.md")
OPEN = ("unknown", "refused", "error")
"""The answers that are no verdicts."""

_TEXT = dict.fromkeys(("package", "function", "property", "expected", "verdict"), Kind.TEXT)
_COLUMNS = {**_TEXT, "seconds": Kind.SECONDS, "found by": Kind.TEXT, "why not": Kind.TEXT}
_KINDS = ("right", "wrong", *OPEN)

Row = Mapping[str, Any]


def kind(row: Row) -> str:
    """What an answer is: right, wrong, or no verdict, and then which."""
    if row["verdict"] in OPEN:
        return str(row["verdict"])
    return "right" if row["verdict"] == row["expected"] else "wrong"


def answers(found: Sequence[Row]) -> Table:
    """Each question with its answer."""
    return Table("real", "C as people write it", "", _COLUMNS, found)


def summary(found: Sequence[Row], by: str) -> Table:
    """How many answers are of which kind, by what a column of the questions holds, and of all."""
    groups = {value: [row for row in found if row[by] == value] for value in dict.fromkeys(row[by] for row in found)}
    rows, total = [_counted(by, value, own) for value, own in groups.items()], _counted(by, "all", found)
    kinds = dict.fromkeys(("questions", *_KINDS), Kind.COUNT)
    return Table("real-summary", "Answers", "", {by: Kind.TEXT, **kinds}, rows, footer=[total])


def _counted(by: str, value: str, found: Sequence[Row]) -> dict[str, Any]:
    kinds = [kind(row) for row in found]
    return {by: value, "questions": len(found)} | {each: kinds.count(each) for each in _KINDS}


def counts(found: Sequence[Row]) -> str:
    """How many answers are right, wrong, and what became of the others, in a line."""
    total = _counted("", "", found)
    return f"{len(found)} questions, " + ", ".join(f"{total[each]} {each}" for each in _KINDS)


def page(found: Sequence[Row], questions: int, command: str, circumstances: Mapping[str, str]) -> str:
    """The whole page, in Markdown, of the answers that a command has got so far, of so many questions, under some circumstances."""
    loads = [row["load"] for row in found if "load" in row]
    load = {"load": f"{statistics.median(loads):.1f} processes, by the median of the minutes before the answers"} if loads else {}
    told = "\n".join(f"- {name}: {value}" for name, value in {**circumstances, **load}.items())
    ended = f"\nThe run ended after {len(found)} of {questions} questions." if len(found) < questions else ""
    parts = ["# C as people write it", _BEGIN.format(command=command) + ended, markdown(summary(found, "package")),
             markdown(summary(found, "property")), told, FOUND.read_text(encoding="utf-8").strip(), "## All answers",
             markdown(answers(found))]
    return "\n\n".join(parts) + "\n"


_BEGIN = """Functions of small sources in Debian's source packages, read without change and called by the harnesses of
[experiments/real](../experiments/real), which say what is asked and what is expected; `{command}`."""
