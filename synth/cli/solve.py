"""`synth SPEC`: solve a specification and show the answer."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from synth.api.inputs import Input, Told, load_input
from synth.api.record import dump
from synth.cli import parameters
from synth.cli.display import Display, wanted
from synth.cli.exits import Exit, exit_status
from synth.errors import InputError
from synth.solver.outcome import Reason


class _Unnamed(click.Command):
    """The command that needs no name: where its own would be shown, SPEC is."""

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None,
                     **extra: Any) -> click.Context:
        return super().make_context("SPEC", args, parent, **extra)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage("synth", "SPEC [OPTIONS]")


def _loaded(spec: str, seconds: float | None) -> tuple[Input, float]:
    """What SPEC holds, read in another process as it may be a program of the user, and the seconds that it took."""
    from synth.solver.apart import Exceeded, within
    from synth.solver.limits import Limits

    limits = Limits(seconds or None, None)
    try:
        given = within(limits, "load", partial(load_input, spec))
    except Exceeded as exceeded:
        why = "the specification was not loaded"
        raise InputError(f"{why} within {seconds:g} s" if exceeded.reason is Reason.TIMEOUT else f"{why}: {exceeded.text}",
                         spec) from None
    return given, limits.elapsed()


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
        given, spent = _loaded(spec, options.timeout)
        options = parameters.options_from(search, given.defaults)
        given.accept(options)
        with Display(wanted(quiet, verbose)) as display:
            outcome = search_for(given.specification, options, display, spent)
        outcome = given.concluded(outcome, options)
    told = Told(dump(given.record(outcome, spec))) if as_json else given.told(outcome)
    for line in () if quiet else (*(f"warning: {warning}" for warning in outcome.warnings), *filter(None, (told.details,))):
        click.echo(line, err=True)
    click.echo(told.answer)
    return exit_status(outcome)
