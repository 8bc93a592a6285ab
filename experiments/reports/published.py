"""The published figures that ours stand beside, read from published.toml."""

from __future__ import annotations

import functools
import pathlib
import tomllib
from collections.abc import Mapping
from typing import Any

SOURCE = "as published"


@functools.cache
def figures() -> Mapping[str, Any]:
    """The tables of published.toml."""
    return tomllib.loads(pathlib.Path(__file__).with_name("published.toml").read_text(encoding="utf-8"))
