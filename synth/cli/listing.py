"""`synth list`: the specifications and encodings that come with synth."""

from __future__ import annotations

import json

import click

from synth.cli import parameters
from synth.cli.exits import Exit


@click.command("list")
@parameters.as_json
@parameters.debug
def listing(as_json: bool) -> Exit:
    """List the bundled specifications, and the encodings of `synth prove --encoding`, one per line."""
    from synth.frontends.bundled import bundled_encodings, bundled_specs

    found = [(s.name, "specification", s) for s in bundled_specs()]
    found += [(f"encodings/{e.name}", "encoding", e) for e in bundled_encodings()]
    if as_json:
        click.echo(json.dumps([{"name": name, "kind": kind, "path": str(file.path), "summary": file.summary}
                               for name, kind, file in found], ensure_ascii=False))
        return Exit.SOLVED
    wide = max((len(name) for name, _, _ in found), default=0)
    for name, _, file in found:
        click.echo(f"{name:<{wide}}  {file.summary}".rstrip())
    return Exit.SOLVED
