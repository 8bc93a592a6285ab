"""A whole report: its tables and pictures, and the files that hold them."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from dataclasses import dataclass

from experiments.reports import categories, phases, questions, summary, sygus, tasks, verdicts, wins
from experiments.reports.cactus import cactus, panels
from experiments.reports.entries import Measured
from experiments.reports.figures import Picture
from experiments.reports.page import page
from experiments.reports.scatter import scatters
from experiments.reports.table import Table, markdown, to_csv

_MAKERS = (tasks.doubts, questions.table, questions.unanswered, categories.table, categories.others, wins.table, wins.proofs,
           phases.table, verdicts.table, sygus.table, tasks.table)


@dataclass(frozen=True)
class Report:
    """What is told of a measurement; `note` is what its makers have to say of it."""

    title: str
    measured: Measured
    summary: Table
    tables: tuple[Table, ...]
    pictures: tuple[Picture, ...]
    note: str = ""


def report(title: str, measured: Measured, note: str = "") -> Report:
    """The report, without tables that would have no row."""
    tables = tuple(table for make in _MAKERS if (table := make(measured)).rows)
    return Report(title, measured, summary.table(measured), tables, tuple(pictures(measured)), note)


def pictures(measured: Measured) -> list[Picture]:
    """All pictures."""
    return [one for one in (cactus(measured), panels(measured), *scatters(measured)) if one is not None]


def write(told: Report, folder: pathlib.Path, stem: str) -> list[pathlib.Path]:
    """Write the report as Markdown, as a page, as CSV files and pictures, all named after `stem`; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = page(told.title, told.measured, told.summary, told.tables, told.pictures, told.note)
    texts = {f"{stem}.md": text(told, stem), f"{stem}.html": whole,
             **{f"{stem}-{table.name}.csv": to_csv(table) for table in (told.summary, *told.tables)}}
    for path in folder.glob(f"{stem}-*.csv"):
        if path.name not in texts and "-" not in path.stem.removeprefix(f"{stem}-"):
            path.unlink()  # a table that has no rows any more
    for name, content in texts.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [*(folder / name for name in texts), *(path for one in told.pictures for path in one.save(folder, stem))]


def text(told: Report, stem: str) -> str:
    """The report as Markdown; its pictures are looked for beside it."""
    facts = "\n".join(f"- {name}: {value}" for name, value in summary.circumstances(told.measured).items())
    parts = [f"# {told.title}", *filter(None, [told.note]), *_told(told.summary, heading=False)]
    for one in told.pictures:
        parts += [f"## {one.title}", f"![{one.title}]({stem}-{one.name}.svg)", one.caption]
    for table in told.tables:
        parts += _told(table)
    return "\n\n".join([*parts, "## How it was measured", facts]) + "\n"


def _told(table: Table, heading: bool = True) -> Sequence[str]:
    rows = [markdown(table)]
    if table.long:
        rows = [f"<details><summary>{len(table.rows)} rows</summary>", *rows, "</details>"]
    return [*([f"## {table.title}"] if heading else []), table.legend, *rows, *table.notes]
