"""What a shell completes: the names of bundled specifications, and files."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


def specifications(ctx: click.Context, parameter: click.Parameter | None, incomplete: str) -> list[CompletionItem]:
    """The bundled specifications that begin so, and that files may stand there, too."""
    from synth.frontends.bundled import bundled_specs

    names = [CompletionItem(s.name, help=s.summary) for s in bundled_specs() if s.name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]
