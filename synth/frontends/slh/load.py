"""SLH files read."""

from __future__ import annotations

import pathlib

from synth.errors import InputError
from synth.frontends.slh.script import Script, load_text


def load(path: str) -> Script:
    """The script in a file; InputError, with line and column where there is one to blame, where there is none."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else f"not UTF-8 text ({error})"
        raise InputError(reason, path) from None
    return load_text(text, path)
