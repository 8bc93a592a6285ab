"""Table 6.2: which engine, which search, which solver brought the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from experiments.reports.entries import Entry, Measured
from experiments.reports.published import SOURCE, figures
from experiments.reports.table import Kind, Row, Table

_COLUMNS = {"engine": Kind.TEXT, "answers": Kind.COUNT, "share": Kind.SHARE, "proposed": Kind.COUNT, "refuted": Kind.COUNT,
            "busy s": Kind.SECONDS}
_LEGEND = ("The engine whose candidate became the answer, over what {tool} solved; and over all its runs, the candidates that "
           "each engine proposed, those that were refuted, and the seconds that it was at work. The published shares count "
           "every candidate that was found, refuted or proved, so they compare only roughly.")


def table(measured: Measured) -> Table:
    """A line per engine."""
    entries = [entry for entry in measured.of(measured.main) if _engines(entry)]
    found = Counter(entry.answer["found_by"] for entry in entries if entry.solved and entry.answer.get("found_by"))
    names = dict.fromkeys([*(name for name, _ in found.most_common()), *(name for entry in entries for name in _engines(entry))])
    rows = [_line(name, found, entries) for name in names]
    return Table("wins", "Which engine wins", _LEGEND.format(tool=measured.main), _COLUMNS, rows, _published())


def _engines(entry: Entry) -> dict[str, dict[str, float]]:
    return dict(entry.answer.get("engines") or {})


def _line(name: str, found: Counter[str], entries: Sequence[Entry]) -> Row:
    reports = [report for entry in entries if (report := _engines(entry).get(name))]
    return {"engine": name, "answers": found[name], "share": found[name] / found.total() if found else None,
            "proposed": sum(report["proposals"] for report in reports), "refuted": sum(report["refuted"] for report in reports),
            "busy s": sum(report["seconds"] for report in reports)}


def _published() -> list[Row]:
    return [{"engine": f"{name}, {SOURCE}", "share": share} for name, share in figures()["wins"].items()]


def proofs(measured: Measured) -> Table:
    """Which search brought the answers, and which solver proved them."""
    solved = [entry for entry in measured.of(measured.main) if entry.solved and entry.answer.get("found_by")]
    counts = Counter((entry.run.property or "specification", entry.answer["found_by"], entry.answer.get("proved_by"))
                     for entry in solved)
    rows = [{"asked for": asked, "found by": found, "proved by": proved, "answers": count}
            for (asked, found, proved), count in sorted(counts.items(), key=lambda item: (item[0][0], -item[1], str(item[0])))]
    return Table("proofs", "Found by, proved by", f"What brought the answers of {measured.main}, and which solver proved them.",
                 {"asked for": Kind.TEXT, "found by": Kind.TEXT, "proved by": Kind.TEXT, "answers": Kind.COUNT}, rows)
