"""What became of the questions about programs: by category how many were read and answered, and why the others were not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from experiments.harness.records import Outcome
from experiments.reports.entries import Entry, Measured, lines
from experiments.reports.published import figures
from experiments.reports.table import Kind, Row, Table

_OPEN = (Outcome.UNKNOWN, Outcome.TIMEOUT, Outcome.MEMORY, Outcome.LOST)
_UNANSWERED = (Outcome.REFUSED, Outcome.CRASH, *_OPEN)
_COLUMNS = {"category": Kind.TEXT, "tool": Kind.TEXT, **dict.fromkeys(
    ("asked", "read", "right", "wrong", "unconfirmed", "open", "refused", "crashed"), Kind.COUNT)}
_LEGEND = ("A program asked for two properties is two questions. Read is what was not refused; right answers are checked, and as "
           "expected; open are those that had no answer within the limits.")
_COMPETITION = ("The lines of SV-COMP are the best of that year in the category, over all of its tasks and at 15 minutes each; of "
                "categories without such a line no figures could be looked up.")


def table(measured: Measured) -> Table:
    """A line per category and tool; then all, each property, and the best published results of these categories."""
    asked = _asked(measured)
    rows, totals = lines(asked, _tools(measured), _line)
    published = _published({row["category"] for row in rows})
    return Table("questions", "Questions about programs", _LEGEND, _COLUMNS, rows,
                 [*totals, *_by_property(asked, _tools(measured)), *published], [_COMPETITION] if published else [])


def unanswered(measured: Measured) -> Table:
    """Why there is no answer, the most frequent reasons first."""
    found = Counter((entry.outcome, reason(entry), entry.tool) for entry in _asked(measured) if entry.outcome in _UNANSWERED)
    rows = [{"outcome": outcome.value, "why": why or None, "tool": tool, "questions": count}
            for (outcome, why, tool), count in sorted(found.items(), key=lambda item: (item[0][0], -item[1], item[0]))]
    return Table("unanswered", "Why there is no answer", "Reasons as the tool tells them, without the place.",
                 {"outcome": Kind.TEXT, "why": Kind.TEXT, "tool": Kind.TEXT, "questions": Kind.COUNT}, rows)


def reason(entry: Entry) -> str:
    """Why an entry is no answer, without the place in the program."""
    told = entry.run.detail
    return told.partition("error: ")[2] or told


def _asked(measured: Measured) -> list[Entry]:
    return [entry for entry in measured.entries if entry.run.property is not None]


def _tools(measured: Measured) -> Sequence[str]:
    return list(dict.fromkeys(entry.tool for entry in _asked(measured)))


def _line(group: str, tool: str, entries: Sequence[Entry]) -> Row:
    counts = Counter(entry.outcome for entry in entries)
    return {"category": group, "tool": tool, "asked": len(entries), "read": len(entries) - counts[Outcome.REFUSED],
            "right": counts[Outcome.RIGHT], "wrong": counts[Outcome.WRONG], "unconfirmed": counts[Outcome.UNCONFIRMED],
            "open": sum(counts[outcome] for outcome in _OPEN), "refused": counts[Outcome.REFUSED],
            "crashed": counts[Outcome.CRASH]}


def _by_property(asked: Sequence[Entry], tools: Sequence[str]) -> list[Row]:
    """A line per property and tool, where several were asked for."""
    names = list(dict.fromkeys(entry.run.property or "" for entry in asked))
    found = {(name, tool): [entry for entry in asked if (entry.run.property, entry.tool) == (name, tool)]
             for name in names for tool in tools}
    return [_line(f"all, {name}", tool, entries) for (name, tool), entries in found.items() if entries] if len(names) > 1 else []


def _published(groups: set[str]) -> list[Row]:
    """The lines of the competition for categories that were measured, too; a group may have its suite in front."""
    names = {group.rpartition("/")[2] for group in groups}
    return [{"category": line["category"], "tool": f"{line['tool']}, SV-COMP {line['year']}", "asked": line["asked"],
             "right": line["right"]} for line in figures()["competition"] if line["category"] in names]
