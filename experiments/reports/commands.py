"""The commands that read records: report, compare, plot."""

from __future__ import annotations

import pathlib
from collections.abc import Hashable, Sequence

import click

from experiments.circumstances import RESULTS, ROOT
from experiments.harness.records import load
from experiments.reports import summary
from experiments.reports.changes import Rule
from experiments.reports.changes import compare as compared
from experiments.reports.compare import as_markdown, as_text
from experiments.reports.entries import Measured, measured
from synth.errors import InputError

README = ROOT / "README.md"
_FILE = click.Path(dir_okay=False, path_type=pathlib.Path)
_FOLDER = click.Path(file_okay=False, path_type=pathlib.Path)


def read(files: Sequence[pathlib.Path]) -> Measured:
    """The runs of all files, the last one of each in its file.

    InputError where a file is none of records, where no run is recorded, and where two files hold the same run, so that one would
    hide the other.
    """
    loaded = [load(file) for file in files]
    known: dict[Hashable, pathlib.Path] = {}
    for file, one in zip(files, loaded, strict=True):
        for run in one.runs:
            if (other := known.setdefault(run.key(), file)) != file:
                raise InputError(f"{run.tool} on {run.task} is in {other}, too; `compare` sets two files side by side", str(file))
    sessions = [session for one in loaded for session in one.sessions if session.session in {run.session for run in one.runs}]
    found = measured([run for one in loaded for run in one.runs], sessions)
    if not found.entries:
        raise InputError("no run is recorded", ", ".join(map(str, files)))
    return found


@click.command()
@click.argument("files", nargs=-1, required=True, type=_FILE)
@click.option("--out", type=_FOLDER, default=RESULTS, help="Where the files go.  [results/]")
@click.option("--name", help="What they are named after; that of the first FILE if not given.")
@click.option("--title", help="The heading of the page.")
@click.option("--note", default="", metavar="TEXT", help="A paragraph below the heading.")
@click.option("--readme", is_flag=True, help="Write the headline table between the markers of README.md, too.")
def report(files: Sequence[pathlib.Path], out: pathlib.Path, name: str | None, title: str | None, note: str,
           readme: bool) -> None:
    """Tables, pictures and a page from the records in FILES: NAME.md, NAME.html, and a CSV file for each table."""
    from experiments.reports.report import report as told
    from experiments.reports.report import write

    found, stem = read(files), name or files[0].stem
    paths = write(told(title or heading(stem), found, note), out, stem)
    if readme:
        summary.write_readme(README, found, out / f"{stem}-cactus.svg")
    click.echo(f"{len(found.entries)} results in {paths[1]}, {len(paths)} files")


def heading(stem: str) -> str:
    """A file's stem as a heading."""
    return stem.replace("_", " ").replace("-", " ").capitalize()


@click.command()
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
@click.option("--out", type=_FILE, help="Write the comparison as Markdown into this file, too.")
@click.option("--factor", type=click.FloatRange(min=1.0, min_open=True), default=Rule.factor, show_default=True,
              help="Times that differ by less are noise.")
@click.option("--seconds", type=click.FloatRange(min=0.0), default=Rule.seconds, show_default=True, help="And so are these.")
@click.option("--fail-on-worse", is_flag=True, help="Exit status 1 where anything got worse.")
@click.pass_context
def compare(context: click.Context, before: pathlib.Path, after: pathlib.Path, out: pathlib.Path | None, factor: float,
            seconds: float, fail_on_worse: bool) -> None:
    """What got better and what got worse from BEFORE to AFTER, task by task and tool by tool."""
    names = (before.stem, after.stem) if before.stem != after.stem else ("before", "after")
    found = compared(read([before]), read([after]), Rule(factor, seconds), names)
    click.echo(as_text(found), nl=False)
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(as_markdown(found), encoding="utf-8")
    context.exit(1 if fail_on_worse and found.worse else 0)


@click.command()
@click.argument("files", nargs=-1, required=True, type=_FILE)
@click.option("--out", type=_FOLDER, default=RESULTS, help="Where the pictures go.  [results/]")
@click.option("--name", help="What they are named after; that of the first FILE if not given.")
@click.option("--against", nargs=2, metavar="TOOL TOOL", help="Only a scatter plot of these two tools.")
def plot(files: Sequence[pathlib.Path], out: pathlib.Path, name: str | None, against: tuple[str, str] | None) -> None:
    """Only the pictures of a report, as SVG and PNG: tasks solved over time, and tools against each other."""
    from experiments.reports.report import pictures
    from experiments.reports.scatter import scatter

    found = read(files)
    unknown = [tool for tool in against or () if tool not in found.tools]
    if unknown:
        raise InputError(f"no runs of {', '.join(unknown)}; there are those of {', '.join(found.tools)}")
    drawn = pictures(found) if against is None else [one for one in [scatter(found, *against)] if one is not None]
    if not drawn:
        raise InputError("hardly any task is solved by either of the two")
    out.mkdir(parents=True, exist_ok=True)
    for path in [path for one in drawn for path in one.save(out, name or files[0].stem)]:
        click.echo(path)
