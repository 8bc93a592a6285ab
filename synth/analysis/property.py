"""What may be asked of a program."""

from __future__ import annotations

import enum


class Property(enum.Enum):
    """A property of all runs."""

    TERMINATION = "termination"
    SAFETY = "safety"
