"""Whether we read C as gcc does, tested on programs that others wrote or chance made.

A program is compiled by gcc (-fwrapv, with and without optimisation) and run; our transition system of it, executed step by step,
must come to the same end, with the same result, and to no other one. Right is a program whose runs all do; wrong one whose run
differs; crashed is one that the reader fails on without refusing it. Unusable are programs on which gcc itself disagrees, or that
do not end. The exit status is 1 where anything was wrong or crashed. A case is had again by its seed and index.
"""

from __future__ import annotations

import functools
import pathlib
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from experiments.circumstances import circumstances, cores
from experiments.conformance import campaign, csmith, torture
from experiments.conformance.campaign import Task
from experiments.conformance.progress import Display
from experiments.conformance.random_c import program
from experiments.reports.table import markdown

_INTERRUPTED = 130


@click.group(help=__doc__, context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 120})
def front() -> None:
    """See the help."""


def _common(command: Callable[..., None]) -> Callable[..., None]:
    """The options of all campaigns."""
    for option in reversed((
            click.option("--jobs", default=cores(), show_default=True, help="How many processes."),
            click.option("--timeout", default=10.0, show_default=True,
                         help="Processor seconds per program, for reading and running it."),
            click.option("--out", type=click.File("w"), help="Where to write a line of JSON for each program."),
            click.option("--keep", type=click.Path(path_type=pathlib.Path, file_okay=False),
                         help="A folder for programs that are read wrongly."))):
        command = option(command)
    return command


def _counting(command: Callable[..., None]) -> Callable[..., None]:
    """The options of campaigns by number."""
    for option in reversed((click.option("--count", default=200, show_default=True, help="How many programs."),
                            click.option("--seed", default=0, show_default=True, help="Seed of the programs."),
                            click.option("--first", default=0, show_default=True, help="Index of the first program."))):
        command = option(command)
    return command


@front.command("csmith")
@_counting
@click.option("--small", is_flag=True, help="Programs of two functions and short blocks, which are read five times as fast.")
@_common
def from_csmith(count: int, seed: int, first: int, small: bool, **common: Any) -> None:
    """Programs by Csmith, without and with inputs."""
    if not csmith.is_installed():
        raise click.ClickException("there is no csmith; Debian's package csmith has it")
    _run({f"csmith-{seed}-{i}": functools.partial(csmith.case, seed, i, small) for i in range(first, first + count)}, **common)


@front.command("random")
@_counting
@click.option("--runs", default=program.RUNS, show_default=True, help="How many runs a program with inputs makes.")
@_common
def from_chance(count: int, seed: int, first: int, runs: int, **common: Any) -> None:
    """Programs by our own generator, most of them with inputs."""
    _run({f"random-{seed}-{i}": functools.partial(program.case, seed, i, runs=runs) for i in range(first, first + count)}, **common)


@front.command("torture")
@click.argument("folder", type=click.Path(path_type=pathlib.Path, exists=True, file_okay=False))
@_common
def from_torture(folder: pathlib.Path, **common: Any) -> None:
    """Programs below FOLDER that call abort() where something is wrong, such as gcc.c-torture/execute."""
    _run({str(file): functools.partial(torture.case, folder, file) for file in torture.files(folder)}, **common)


def _run(made: dict[str, Callable[[], Any]], jobs: int, timeout: float, out: Any, keep: pathlib.Path | None) -> None:
    """Judge all cases, show those that are not read rightly, and the tables."""
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    found = []
    with Display(len(made)) as display:
        for result in campaign.results([Task(make, name, timeout, keep) for name, make in made.items()], jobs):
            found.append(result)
            display.add(result)
            if out is not None:
                campaign.write(result, out)
    click.echo("\n\n".join(markdown(table) for table in (campaign.summary(found), campaign.reasons(found)) if table.rows))
    click.echo("\n" + "\n".join(f"- {name}: {value}" for name, value in circumstances().items()))
    raise SystemExit(1 if any(map(campaign.is_fault, found)) else 0)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; SIGTERM is taken as an interruption."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        front.main(arguments, prog_name="python -m experiments.conformance")
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
