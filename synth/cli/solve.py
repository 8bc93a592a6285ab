"""`synth SPEC`: solve a specification and show the answer."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any

import click

from synth.cli import parameters
from synth.cli.display import Display, wanted
from synth.cli.exits import Exit, exit_status
from synth.cli.inputs import Told, load_input
from synth.cli.record import dump
from synth.errors import InputError


class _Unnamed(click.Command):
    """The command that needs no name: where its own would be shown, SPEC is."""

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None,
                     **extra: Any) -> click.Context:
        return super().make_context("SPEC", args, parent, **extra)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage("synth", "SPEC [OPTIONS]")


@contextlib.contextmanager
def _in_time(seconds: float | None, spec: str) -> Iterator[None]:
    """InputError where the block, which runs the user's code, takes longer; only in the main thread, as signals are."""

    def late(signal_number: int, frame: object) -> None:
        raise InputError(f"the specification was not loaded within {seconds:g} s", spec)

    if not seconds or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@click.command("solve", cls=_Unnamed, hidden=True, short_help="Solve a specification.")
@click.argument("spec")
@parameters.search_options
@parameters.as_json
@parameters.quiet
@parameters.verbose
@parameters.log
@parameters.debug
def solve(spec: str, as_json: bool, quiet: bool, verbose: int, log: str | None, **search: Any) -> Exit:
    """Find the shortest program that satisfies SPEC for all inputs, and prove it."""
    options = parameters.options_from(search)
    from synth.solver.coordinator import solve as search_for
    from synth.solver.logs import configure

    with configure(verbose, log):
        with _in_time(options.timeout, spec):
            given = load_input(spec)
        options = parameters.options_from(search, given.defaults)
        given.accept(options)
        with Display(wanted(quiet, verbose)) as display:
            outcome = search_for(given.specification, options, display)
        outcome = given.concluded(outcome, options)
    told = Told(dump(given.record(outcome, spec))) if as_json else given.told(outcome)
    for line in () if quiet else (*(f"warning: {warning}" for warning in outcome.warnings), *filter(None, (told.details,))):
        click.echo(line, err=True)
    click.echo(told.answer)
    return exit_status(outcome)
