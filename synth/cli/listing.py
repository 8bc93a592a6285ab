"""`synth list`: the specifications and encodings that come with synth."""

from __future__ import annotations

import fnmatch
import json

import click

from synth.cli import parameters
from synth.cli.exits import Exit
from synth.errors import InputError


@click.command("list")
@click.argument("globs", metavar="[GLOB]...", nargs=-1)
@click.option("--headers", is_flag=True, help="Print the folder of our C headers instead, for a compiler's -I.")
@parameters.as_json
@parameters.debug
def listing(globs: tuple[str, ...], headers: bool, as_json: bool) -> Exit:
    """List the bundled specifications, and the encodings of `synth prove --encoding`, one per line.

    With GLOBs only those with a name that matches one, such as 'hackers_delight/*' or '*safety*'.
    """
    from synth.frontends.bundled import bundled_encodings, bundled_specs
    from synth.frontends.c.preprocessing.headers import FOLDER

    if headers:
        click.echo(json.dumps({"headers": FOLDER}) if as_json else FOLDER)
        return Exit.SOLVED
    found = [(s.name, "specification", s) for s in bundled_specs()]
    found += [(f"encodings/{e.name}", "encoding", e) for e in bundled_encodings()]
    found = [item for item in found if not globs or any(fnmatch.fnmatchcase(item[0], glob) for glob in globs)]
    if globs and not found:
        raise InputError(f"nothing is called like {' or '.join(globs)}; `synth list` tells all names")
    if as_json:
        click.echo(json.dumps([{"name": name, "kind": kind, "path": str(file.path), "summary": file.summary}
                               for name, kind, file in found], ensure_ascii=False))
        return Exit.SOLVED
    wide = max((len(name) for name, _, _ in found), default=0)
    for name, _, file in found:
        click.echo(f"{name:<{wide}}  {file.summary}".rstrip())
    return Exit.SOLVED
