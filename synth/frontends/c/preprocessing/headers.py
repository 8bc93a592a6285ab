"""The standard headers that we bring along, for our own preprocessor and for the compiler's alike."""

from __future__ import annotations

import pathlib

from synth.frontends.c.syntax.tokens import Origin

FOLDER = str(pathlib.Path(__file__).with_name("include"))
"""Where they are."""


def ours(origin: Origin | None) -> bool:
    """Whether what stands there stands in one of them."""
    return origin is not None and origin.file.startswith(FOLDER)
