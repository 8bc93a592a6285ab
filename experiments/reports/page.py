"""One HTML page that holds a report: style, script and pictures within, nothing from elsewhere; it opens from a file."""

from __future__ import annotations

import pathlib
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from experiments.harness.records import Outcome
from experiments.reports.entries import SEVERITY, Measured
from experiments.reports.figures import Picture
from experiments.reports.summary import circumstances
from experiments.reports.table import Kind, Mark, Ratio, Row, Table, cell, seconds
from synth.errors import SynthError

_HERE = pathlib.Path(__file__).parent
_OUTCOMES = tuple(outcome.value for outcome in SEVERITY)
_UNSOLVED = 1e9
"""Added to what a mark is sorted by for each step that its outcome is worse."""


@dataclass(frozen=True)
class Cell:
    """A cell as the template takes it: its text and classes; what it is sorted by, where not by its text; the length of its bar."""

    text: str
    classes: str
    sort: float | None = None
    bar: float | None = None
    seconds: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Tile:
    """A figure at the head of the page."""

    name: str
    value: str
    note: str = ""
    kind: str = ""


def page(title: str, measured: Measured, summary: Table, tables: Sequence[Table], pictures: Sequence[Picture],
         note: str = "") -> str:
    """The page's text; SynthError where jinja2 is missing."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
        from markupsafe import Markup
    except ImportError:
        raise SynthError("the page needs jinja2: pip install 'synth[bench]'") from None
    environment = Environment(loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined)
    shown = [{"name": p.name, "title": p.title, "caption": p.caption, "svg": Markup(p.svg), "wide": _is_wide(p)} for p in pictures]
    style, script = (Markup((_HERE / name).read_text(encoding="utf-8")) for name in ("page.css", "page.js"))
    return environment.get_template("page.html.j2").render(
        title=title, lead=_lead(measured), note=note, tiles=tiles(measured), contents=_contents(tables, pictures), summary=summary,
        tables=tables, pictures=shown, facts=circumstances(measured), outcomes=_OUTCOMES, cells=cells, style=style, script=script)


def _is_wide(picture: Picture) -> bool:
    """Whether it is shown on its own; two tools against each other stand side by side."""
    return not picture.name.startswith("scatter-")


def _lead(measured: Measured) -> str:
    facts = circumstances(measured)
    told = [facts[name] for name in ("limits", "machine", "date") if name in facts]
    return f"{', '.join(measured.tools)} on {len(measured.questions)} tasks. {'. '.join(told)}."


def tiles(measured: Measured) -> list[Tile]:
    """The figures at the head of the page."""
    ours = measured.of(measured.main)
    solved = [entry for entry in ours if entry.solved]
    wrong = sum(entry.outcome is Outcome.WRONG for entry in ours)
    spent = sum(run.wall for entry in measured.entries for run in entry.runs)
    times = [entry.seconds for entry in solved]
    return [Tile(f"solved by {measured.main}", str(Ratio(len(solved), len(ours)))),
            Tile(f"wrong, of {measured.main}", str(wrong), kind="bad" if wrong else "good"),
            Tile("median of the solved", f"{seconds(statistics.median(times))} s" if times else "–"),
            *(_rival(measured, rival) for rival in measured.rivals), Tile("machine time", _hours(spent))]


def _rival(measured: Measured, rival: str) -> Tile:
    own = measured.of(rival)
    there = [entries[measured.main] for entries in measured.by_question.values() if rival in entries and measured.main in entries]
    return Tile(f"solved by {rival}", str(Ratio(sum(entry.solved for entry in own), len(own))),
                f"{measured.main} there: {sum(entry.solved for entry in there)}")


def _hours(spent: float) -> str:
    return f"{spent / 3600:.1f} h" if spent >= 3600 else f"{spent / 60:.1f} min" if spent >= 60 else f"{spent:.0f} s"


def _contents(tables: Sequence[Table], pictures: Sequence[Picture]) -> dict[str, str]:
    wide = {picture.name: picture.title for picture in pictures if _is_wide(picture)}
    against = {"scatters": "Tool against tool"} if len(wide) < len(pictures) else {}
    told = {table.name: table.title for table in tables}
    return {"summary": "Solved", **wide, **against, **told, "circumstances": "How it was measured"}


def cells(row: Row, table: Table) -> Iterator[Cell]:
    """The cells of a row."""
    for name, kind in table.columns.items():
        yield _cell(row.get(name), kind)


def _cell(value: Any, kind: Kind) -> Cell:
    match value:
        case None:
            return Cell("–", f"{kind.value} none")
        case Mark():
            rank = 0 if value.outcome is None else SEVERITY[value.outcome]
            return Cell(value.text, f"mark {value.outcome or ''}".strip(), rank * _UNSOLVED + (value.seconds or 0.0),
                        seconds="" if value.seconds is None else f"{seconds(value.seconds)} s", detail=value.detail)
        case Ratio():
            part = round(value.part / value.whole, 4) if value.whole else 0.0
            return Cell(str(value), kind.value, part, bar=part)
        case _:
            return Cell(cell(value, kind), kind.value, None if kind is Kind.TEXT else float(value))
