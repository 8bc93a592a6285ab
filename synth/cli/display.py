"""The live display of a search, for a program or for a verdict: on a terminal only, gone when the answer comes."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from synth.api.wording import counted, rate

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

    from synth.api.answers import Progress
    from synth.api.jobs import Working

_PATIENCE = 0.25
_INTERVAL = 0.1


def wanted(quiet: bool, verbosity: int) -> bool:
    """Whether to show anything: stderr is a capable terminal, nobody asked for silence, and no log is written over it."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not quiet and not verbosity


class Display:
    """An observer of a search, used as a context manager; shows nothing where `active` is False.

    Searches shorter than a blink show nothing and do not pay for the import of rich. There is no refreshing thread (workers are
    forked while the display is up): a snapshot is drawn when it comes. Leaving the context erases it and restores the cursor.
    """

    def __init__(self, active: bool) -> None:
        self._active = active
        self._live: Live | None = None
        self._drawn = 0.0

    def __enter__(self) -> Display:
        return self

    def __call__(self, snapshot: Progress | Working) -> None:
        """Take a snapshot; it is drawn unless another was drawn just before."""
        now = time.monotonic()
        if self._active and snapshot.elapsed >= _PATIENCE and now - self._drawn >= _INTERVAL:
            from synth.api.answers import Progress

            self._drawn = now
            self._draw(panel(snapshot) if isinstance(snapshot, Progress) else stages(snapshot))

    def clear(self) -> None:
        """Erase what is drawn, before something else is printed."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _draw(self, table: Table) -> None:
        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True, redirect_stdout=False,
                              redirect_stderr=False)
            self._live.start()
        self._live.update(table, refresh=True)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()


def headline(progress: Progress) -> str:
    """Where the search stands, in one line."""
    return (f"{progress.phase}: length {progress.length}, {counted(progress.constants, 'constant')}, {progress.width} bits, "
            f"{counted(progress.examples, 'example')}, {progress.elapsed:.1f} s")


def panel(progress: Progress) -> Table:
    """The headline, and a line per engine: state, candidates per busy second, proposals refuted, best fitness."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    for name, report in progress.engines.items():
        table.add_row(f"  {name}", report.state, rate(report), f"{report.refuted} refuted",
                      "" if report.best is None else f"best {report.best:.3f}")
    whole = Table.grid()
    whole.add_row(headline(progress))
    if progress.answer_length is not None:
        whole.add_row(f"  answer of {counted(progress.answer_length, 'instruction')} proved; looking for shorter ones")
    whole.add_row(table)
    return whole


def stages(working: Working) -> Table:
    """The property and the time, and a line per search: what it works at, and how many methods it has tried before."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    for search, tried in working.stages.items():
        before = len(tried) - 1
        table.add_row(f"  {search}?", str(list(tried.values())[-1]), f"{counted(before, 'method')} before" if before else "")
    whole = Table.grid()
    whole.add_row(f"{working.asked}: {working.elapsed:.1f} of {working.timeout:g} s")
    whole.add_row(table)
    return whole
