"""SyGuS-IF files solved by the whole command `synth FILE --json`, and by a rival right after it, under the same limit of wall time.

Every answer is checked by code that shares nothing with the solver (experiments.sygus_check), and for membership in the grammar;
what fails either is wrong. One line of JSON is written per run, as it ends; the tables at the end. Time counts from the start of
the process; an answer after the limit is none. A folder's row takes the files below it as one set.
"""

from __future__ import annotations

import fnmatch
import json
import pathlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import click

from experiments import processes
from experiments.report import RESULTS, write_text
from experiments.rivals import OURS, RIVALS, Tool, last_line
from experiments.sygus_tables import page

_GRACE = 2.0
_CHECKING = 60.0
_CLAIMS = ("solved", "infeasible")

Row = dict[str, Any]
"""A run as it is recorded."""


def files_of(places: Sequence[pathlib.Path], pattern: str) -> list[pathlib.Path]:
    """The .sl files at and below these places that the pattern fits, by path or by name, in order."""
    found = {file.resolve() for place in places for file in (place.rglob("*.sl") if place.is_dir() else (place,))}
    return sorted(f for f in found if fnmatch.fnmatch(str(f), pattern) or fnmatch.fnmatch(f.name, pattern))


def attempt(tool: Tool, file: pathlib.Path, limit: float, memory: int | None) -> Row:
    """One run of one tool, and what the check says of its answer."""
    finished = processes.run(tool.command(file, limit), limit + _GRACE, memory=memory)
    row: Row = {"file": file.name, "folder": file.parent.name, "tool": tool.name, "status": "timeout",
                           "seconds": round(finished.seconds, 3), "cpu": round(finished.cpu, 3), "dag": None, "tree": None,
                           "verified": None, "in_grammar": None, "detail": "", "answer": ""}
    if finished.killed or finished.seconds > limit:
        return row
    reading = tool.read(finished)
    row |= {"status": reading.status, "detail": reading.detail, "answer": reading.answer}
    if reading.status in _CLAIMS:
        row |= check(file, reading.answer)
    if row["in_grammar"] is False:
        row["detail"] = "not in the grammar"
    if False in (row["verified"], row["in_grammar"]):
        row["status"] = "wrong"
    return row


def check(file: pathlib.Path, answer: str) -> Row:
    """What `experiments.sygus_check` says, in a process of its own; nothing is verified where that fails."""
    command = [*OURS.command(file, 0)[:2], "experiments.sygus_check", str(file), "--timeout", f"{_CHECKING:g}"]
    finished = processes.run(command, 2 * _CHECKING, answer)
    try:
        found: Row = json.loads(finished.stdout)
    except ValueError:
        return {"detail": f"not checked: {last_line(finished.stderr)}"}
    return found


def told(row: Row) -> str:
    """A line for a run."""
    size = "" if row["dag"] is None else f", {row['dag']} operators"
    doubt = ", not verified" if row["status"] in _CLAIMS and not row["verified"] else ""
    reason = f": {row['detail']}" if row["detail"] else ""
    return f"{row['folder']}/{row['file']}: {row['tool']} {row['status']}, {row['seconds']:.2f} s{size}{doubt}{reason}"


def measure(files: Sequence[pathlib.Path], attempts: Sequence[Callable[[pathlib.Path], Row]], jobs: int,
            tell: Callable[[Row], None]) -> list[Row]:
    """The runs of all files, each file's one after the other, `jobs` files at a time; an interruption ends those that run."""
    rows: list[Row] = []
    lock, stopped = threading.Lock(), threading.Event()

    def runs(file: pathlib.Path) -> None:
        for attempted in attempts:
            row = attempted(file) if not stopped.is_set() else None
            with lock:
                if row is not None and not stopped.is_set():
                    rows.append(row)
                    tell(row)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            list(pool.map(runs, files))
        except BaseException:
            stopped.set()
            processes.kill_running()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return rows


@click.command(help=__doc__)
@click.argument("places", nargs=-1, required=True, type=click.Path(exists=True, path_type=pathlib.Path), metavar="PLACE...")
@click.option("--timeout", default=20.0, show_default=True, help="Seconds per run.")
@click.option("--limits", default="", help="Report what is solved within these seconds, as 20,60; the largest is the timeout.")
@click.option("--rival", type=click.Choice(["none", *RIVALS]), default="cvc5", show_default=True, help="Whom to run beside ours.")
@click.option("--only", default="*", metavar="GLOB", help="Only the files that it fits, by name or by path.")
@click.option("--jobs", default=1, show_default=True, help="Files at a time.")
@click.option("--memory", type=int, default=None, metavar="MB", help="Address space of each process.")
@click.option("--out", default=RESULTS / "sygus", show_default="results/sygus", metavar="PATH",
              type=click.Path(path_type=pathlib.Path), help="Writes PATH.jsonl and PATH.md.")
def main(places: tuple[pathlib.Path, ...], timeout: float, limits: str, rival: str, only: str, jobs: int, memory: int | None,
         out: pathlib.Path) -> None:
    """Measure, print as it goes, write the tables."""
    shown = sorted({float(limit) for limit in limits.split(",") if limit}) or [timeout]
    tools = [OURS, *(RIVALS[name] for name in (rival,) if name in RIVALS)]
    attempts = [partial(attempt, tool, limit=shown[-1], memory=memory) for tool in tools]
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.with_suffix(".jsonl").open("w", encoding="utf-8") as lines:
        def tell(row: Row) -> None:
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")
            lines.flush()
            click.echo(told(row))

        rows = measure(files_of(places, only), attempts, jobs, tell)
    settings = {"files at a time": jobs, "memory limit": f"{memory} MB per process" if memory else "none"}
    parts = page(rows, [tool.name for tool in tools], shown, settings)
    write_text(out.with_suffix(".md"), parts)
    click.echo("\n\n".join(parts))


if __name__ == "__main__":
    main()
