"""`synth SPEC`: solve a specification and show the answer."""

from __future__ import annotations

from typing import Any

import click

from synth.cli import parameters
from synth.cli.completion import specifications
from synth.cli.exits import Exit, exit_status
from synth.cli.standard_input import Source, language, shown


class _Unnamed(click.Command):
    """The command that needs no name: where its own would be shown, SPEC is."""

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None,
                     **extra: Any) -> click.Context:
        return super().make_context("SPEC", args, parent, **extra)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage("synth", "SPEC [OPTIONS]")


@click.command("solve", cls=_Unnamed, hidden=True, short_help="Solve a specification.")
@click.argument("spec", type=Source(language), shell_complete=specifications)
@parameters.search_options
@parameters.as_json
@parameters.quiet
@parameters.verbose
@parameters.log
@parameters.debug
def solve(spec: str, as_json: bool, quiet: bool, verbose: int, log: str | None, **search: Any) -> Exit:
    """Find the shortest program that satisfies SPEC (- for stdin) for all inputs, and prove it."""
    from synth.api.solving import answer_to
    from synth.cli.display import Display, wanted
    from synth.solver.logs import configure

    options = {name: value for name, value in search.items() if value is not None}
    with configure(verbose, log, quiet), Display(wanted(quiet, verbose)) as display:
        answer = answer_to(spec, options, display)
    details = answer.details if not as_json else ""
    for line in () if quiet else (*(f"warning: {warning}" for warning in answer.warnings), *filter(None, (details,))):
        click.echo(line, err=True)
    click.echo(shown(answer.json if as_json else answer.text))
    return exit_status(answer)
