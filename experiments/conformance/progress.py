"""What is seen of a campaign while it goes on: a line for each fault, and on a terminal a bar."""

from __future__ import annotations

import sys
from collections import Counter

import click
import rich.progress
from rich.console import Console

from experiments.conformance.campaign import is_fault, told
from experiments.conformance.cases import Result, Verdict


class Display:
    """Shows results as they come, of so many; a context manager."""

    def __init__(self, total: int) -> None:
        self._counts: Counter[Verdict] = Counter()
        columns = (rich.progress.BarColumn(), rich.progress.MofNCompleteColumn(), rich.progress.TimeElapsedColumn(),
                   rich.progress.TextColumn("left"), rich.progress.TimeRemainingColumn(),
                   rich.progress.TextColumn("{task.description}", markup=False))
        self._bar = rich.progress.Progress(*columns, console=Console(stderr=True, highlight=False), redirect_stdout=False,
                                           disable=not sys.stderr.isatty())
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> Display:
        self._bar.start()
        return self

    def __exit__(self, *reason: object) -> None:
        self._bar.stop()

    def add(self, result: Result) -> None:
        """One more."""
        self._counts[result.verdict] += 1
        if is_fault(result):
            (self._bar.console.print if sys.stderr.isatty() else click.echo)(told(result))
        self._bar.update(self._task, advance=1,
                         description=", ".join(f"{n} {v.value}" for v in Verdict if (n := self._counts[v])))
