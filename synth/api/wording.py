"""Numbers and files in the sentences of answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

_NAMED = 3
"""How many files of a program are named where it is spoken of."""

_PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))


class Work(Protocol):
    """How many candidates were tried in how many seconds."""

    @property
    def candidates(self) -> int:
        """Programs that were tried."""

    @property
    def seconds(self) -> float:
        """How long it took."""


def rate(report: Work) -> str:
    """Candidates per busy second with three digits, as in "12.3M/s"."""
    each = report.candidates / report.seconds if report.seconds > 0 else 0.0
    scale, prefix = next(((s, p) for s, p in _PREFIXES if each >= s), _PREFIXES[-1])
    return f"{each / scale:.3g}{prefix}/s"


def counted(number: int, noun: str) -> str:
    """The number with its noun, which takes a plural s unless the number is 1."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def named(files: Sequence[str]) -> str:
    """What a program is called that some files make: by all of them, if they are few."""
    return ", ".join(files) if len(files) <= _NAMED else f"{files[0]} and {len(files) - 1} more files"
