"""What each idea of the engines is worth: the hard problems of Hacker's Delight with all of them, and without one at a time.

A run ends with the first answer that is proved at the full width, or with the time limit. An idea is left out by a switch that is
set in this process before the search forks its own: an engine that is not named, or a function that says that it does not apply.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unittest import mock

import click

from experiments.circumstances import circumstances
from experiments.reports.table import Kind, Table, markdown
from synth.api.inputs.formats import load_specification
from synth.checking import prove
from synth.engines.explicit.goal import Goal
from synth.engines.registry import ENGINES, is_of_use
from synth.engines.structural.completions import Completions
from synth.engines.structural.stages import Stages
from synth.solver.coordinator import solve
from synth.solver.options import Options

PROBLEMS = ("p14", "p18", "p19", "p20", "p22", "p23", "p24")


@dataclass(frozen=True)
class Idea:
    """What is left out: an engine, or a function of `owner` that answers `instead` then."""

    name: str
    engine: str = ""
    owner: Any = None
    function: str = ""
    instead: Any = None

    @contextlib.contextmanager
    def left_out(self) -> Iterator[None]:
        """Without the idea."""
        if self.owner is None:
            yield
            return
        with mock.patch.object(self.owner, self.function, lambda *_: self.instead):
            yield


IDEAS = (
    Idea("nothing"),
    Idea("values in the middle", owner=Stages, function="applies", instead=False),
    Idea("completions", owner=Completions, function="applies", instead=False),
    Idea("doubling", engine="doubling"),
    Idea("division as shifts", owner=prove, function="shifted"),
    Idea("constants bit by bit", owner=Goal, function="solves_inner", instead=False),
    Idea("structural", engine="structural"),
    Idea("bounded", engine="bounded"),
    Idea("genetic", engine="genetic"),
)


def seconds(problem: str, idea: Idea, timeout: float) -> float | None:
    """How long it took to the first proved answer; None where there was none in time."""
    specification = load_specification(f"hackers_delight/{problem}")
    engines = tuple(name for name in ENGINES if name != idea.engine and is_of_use(name, specification))
    with idea.left_out():
        outcome = solve(specification, Options(timeout=timeout, engines=engines, minimal=0.0, shorter=0.0))
    return outcome.seconds if outcome.candidate is not None else None


def measure(problems: Sequence[str], timeout: float) -> list[dict[str, Any]]:
    """One row for each idea."""
    rows = []
    for idea in IDEAS:
        found = {problem: seconds(problem, idea, timeout) for problem in problems}
        rows.append({"without": idea.name} | {p: "–" if s is None else f"{s:.1f}" for p, s in found.items()})
        click.echo(rows[-1], err=True)
    return rows


def table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The rows as a table."""
    return Table("ablation", "Ablation", "", dict.fromkeys(rows[0], Kind.TEXT), rows)


@click.command(help=__doc__)
@click.option("--timeout", default=60.0, show_default=True, help="Seconds for each run.")
@click.option("--problems", default=",".join(PROBLEMS), show_default=True, help="Which problems, separated by commas.")
def main(timeout: float, problems: str) -> None:
    """Print the table."""
    logging.disable(logging.WARNING)
    click.echo(markdown(table(measure(problems.split(","), timeout))))
    click.echo("\nSeconds to the first answer that is proved at 32 bits; –: none in time.\n")
    click.echo("\n".join(f"- {name}: {value}" for name, value in {**circumstances(), "timeout": f"{timeout:g} s"}.items()))


if __name__ == "__main__":
    main()
