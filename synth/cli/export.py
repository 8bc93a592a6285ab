"""`synth export`: a specification in another language."""

from __future__ import annotations

import pathlib

import click

from synth.api.inputs import load_specification
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
@parameters.debug
def export(spec: str, to: str, output: pathlib.Path | None) -> Exit:
    """Write SPEC (- for stdin) as SyGuS-IF, SMT-LIB, a C check function or Python."""
    from synth.frontends.export import export as exported

    text = exported(load_specification(spec), to)
    if output is None:
        click.echo(shown(text.rstrip("\n")))
    else:
        output.write_text(text, encoding="utf-8")
    return Exit.SOLVED
