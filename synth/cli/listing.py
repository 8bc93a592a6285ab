"""`synth list`: the specifications that come with synth."""

from __future__ import annotations

import json

import click

from synth.cli import parameters
from synth.cli.exits import Exit


@click.command("list")
@parameters.as_json
@parameters.debug
def listing(as_json: bool) -> Exit:
    """List the bundled specifications, one per line."""
    from synth.frontends.bundled import bundled_specs

    specs = bundled_specs()
    if as_json:
        click.echo(json.dumps([{"name": s.name, "path": str(s.path), "summary": s.summary} for s in specs], ensure_ascii=False))
        return Exit.SOLVED
    wide = max((len(s.name) for s in specs), default=0)
    for s in specs:
        click.echo(f"{s.name:<{wide}}  {s.summary}".rstrip())
    return Exit.SOLVED
