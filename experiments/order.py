"""The order of names that hold numbers."""

from __future__ import annotations

import re


def natural(text: str) -> tuple[tuple[bool, int, str], ...]:
    """A key that sorts loop2 before loop10."""
    return tuple((part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.findall(r"[0-9]+|[^0-9]+", text))
