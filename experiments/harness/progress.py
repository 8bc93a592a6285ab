"""What is seen of a measurement while it goes on: a line for each run, and on a terminal a bar below them."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

import click

from experiments.harness.records import Outcome, Run

if TYPE_CHECKING:
    import rich.progress


def told(run: Run) -> str:
    """A line for a run."""
    what = run.task if run.property is None else f"{run.task} {run.property}"
    said = run.outcome.value if run.verdict in (None, "unknown") else f"{run.outcome.value}, {run.verdict}"
    memory = "" if run.megabytes is None else f", {run.megabytes} MB"
    return f"{what}: {run.tool} {said}, {run.wall:.2f} s{memory}" + (f": {run.detail}" if run.detail else "")


def counted(runs: Iterable[Run]) -> str:
    """How many runs had which outcome."""
    counts = Counter(run.outcome for run in runs)
    return ", ".join(f"{counts[outcome]} {outcome.value}" for outcome in Outcome if counts[outcome]) or "none"


def summary(runs: Sequence[Run]) -> list[str]:
    """A line for each suite and tool: how many runs, their outcomes."""
    groups: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        groups.setdefault((run.suite, run.tool), []).append(run)
    return [f"{suite}, {tool}: {len(own)} runs, {counted(own)}" for (suite, tool), own in groups.items()]


class Display:
    """Shows runs as they end; a context manager. `total` are all that there will be, `before` those that were done earlier."""

    def __init__(self, total: int, before: Sequence[Run]) -> None:
        self._total, self._runs = total, list(before)
        self._bar: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None

    def __enter__(self) -> Display:
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

            columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(),
                       TextColumn("{task.description}", markup=False))
            self._bar = Progress(*columns, console=Console(stderr=True, highlight=False), redirect_stdout=False)
            self._task = self._bar.add_task(counted(self._runs), total=self._total, completed=len(self._runs))
            self._bar.start()
        return self

    def __call__(self, run: Run) -> None:
        """Tell of a run."""
        self._runs.append(run)
        if self._bar is None or self._task is None:
            click.echo(f"[{len(self._runs)}/{self._total}] {told(run)}")
        else:
            self._bar.console.print(told(run), markup=False)
            self._bar.update(self._task, advance=1, description=counted(self._runs))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
