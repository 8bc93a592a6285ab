"""What a shell completes beside options: the names of bundled specifications and encodings, of engines, and files."""

from __future__ import annotations

from collections.abc import Collection

import click
from click.shell_completion import CompletionItem


def specifications(ctx: click.Context, parameter: click.Parameter | None, incomplete: str) -> list[CompletionItem]:
    """The bundled specifications that begin so, and that files may stand there, too."""
    from synth.frontends.bundled import bundled_specs

    names = [CompletionItem(s.name, help=s.summary) for s in bundled_specs() if s.name.startswith(incomplete)]
    return [*names, *files(incomplete)]


def files(incomplete: str, *names: str) -> list[CompletionItem]:
    """Names that begin so, and that files may stand there, too."""
    return [*(CompletionItem(name) for name in names if name.startswith(incomplete)), CompletionItem(incomplete, type="file")]


def listed(names: Collection[str], incomplete: str) -> list[CompletionItem]:
    """Words of names separated by commas, the last of which is begun."""
    before, comma, begun = incomplete.rpartition(",")
    return [CompletionItem(before + comma + name) for name in names if name.startswith(begun) and name not in before.split(",")]


def properties(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of properties that begin so, and that files may stand there, too."""
    from synth.frontends.svcomp.questions import SHORT, STANDARD

    return files(incomplete, *STANDARD, *SHORT)


def encodings(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of encodings that begin so, and that files may stand there, too."""
    from synth.frontends.bundled import bundled_encodings

    return files(incomplete, "all", *(e.name for e in bundled_encodings()))
