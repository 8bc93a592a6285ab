"""`synth export`: a specification in another language."""

from __future__ import annotations

import pathlib

import click

from synth.cli import parameters
from synth.cli.completion import specifications
from synth.cli.exits import Exit
from synth.cli.standard_input import Source, language, shown

FORMATS = ("sygus", "smt2", "c", "python")


@click.command("export")
@click.argument("spec", type=Source(language), shell_complete=specifications)
@click.option("--to", "to", type=click.Choice(FORMATS), required=True, help="The language to write.")
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=pathlib.Path), metavar="FILE",
              help="Write to FILE instead of stdout.")
@click.option("--side", type=click.Choice(["true", "false"]),
              help="Of a quantified Boolean formula: functions that show it true, or false.  [true]")
@parameters.debug
def export(spec: str, to: str, output: pathlib.Path | None, side: str | None) -> Exit:
    """Write SPEC (- for stdin) as SyGuS-IF, SMT-LIB, a C check function or Python."""
    from synth.api.inputs.formats import load_input
    from synth.frontends.export import export as exported

    text = exported(load_input(spec).exported(None if side is None else side == "true"), to)
    if output is None:
        click.echo(shown(text.rstrip("\n")))
    else:
        output.write_text(text, encoding="utf-8")
    return Exit.SOLVED
