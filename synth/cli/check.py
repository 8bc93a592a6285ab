"""`synth check`: prove an earlier answer anew, with a solver that had no part in it."""

from __future__ import annotations

from typing import TextIO

import click

from synth.cli import parameters
from synth.cli.exits import Exit
from synth.errors import InputError

_STATUS = {True: Exit.SOLVED, False: Exit.NO_SOLUTION, None: Exit.UNKNOWN}


@click.command("check")
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--spec", "spec", metavar="SPEC", help="What it is about, instead of the file that it names.")
@click.option("--timeout", default=60.0, metavar="S", type=parameters.SECONDS, help="Stop after this many seconds.  [60]")
@parameters.as_json
@parameters.debug
def check(file: TextIO, spec: str | None, timeout: float, as_json: bool) -> Exit:
    """Re-check the answer in FILE (what `--json` told; - for stdin) with a solver other than the one that proved it."""
    from synth.api.checking import rechecked

    found = rechecked(_contents(file), file.name, spec, timeout)
    click.echo(found.json if as_json else found.text)
    return _STATUS[found.confirmed]


def _contents(file: TextIO) -> str:
    try:
        return file.read()
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text: {error.reason}", file.name) from None
