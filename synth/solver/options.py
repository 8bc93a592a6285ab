"""The options of a search, declared once: default, range and help. The command line and its help derive from here."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from synth.engines.registry import ENGINES
from synth.errors import InputError

ENGINE_NAMES = tuple(ENGINES)

COMPLETE_ENGINES = frozenset(name for name, entry in ENGINES.items() if entry.complete)
"""Those that can close a length."""


_SHARE, _LEAST, _LONGEST = 2.0, 2.0, 20.0
"""How long shorter answers are looked for where nobody says so: so many times as long as the first took, within these seconds."""


def option(default: Any, help: str, low: float | None = None, high: float | None = None, metavar: str = "") -> Any:
    """A dataclass field that carries its range and its help text."""
    return field(default=default, metadata={"help": help, "low": low, "high": high, "metavar": metavar})


@dataclass(frozen=True)
class Options:
    """How to search; InputError where a value is out of its range."""

    timeout: float | None = option(None, "Stop after this many seconds of wall time.", low=0.0, metavar="S")
    minimal: float = option(0.5, "After an answer, spend up to this many seconds on showing it minimal at larger widths.",
                            low=0.0, metavar="S")
    shorter: float | None = option(None, "After an answer, spend up to this many seconds on lengths below it that are still open "
                                   "(default: twice as long as the answer took, from 2 to 20).", low=0.0, metavar="S")
    seed: int = option(0, "Seed of everything random.", low=0, metavar="N")
    engines: tuple[str, ...] = option(ENGINE_NAMES, "Which engines search, separated by commas.", metavar="NAMES")
    width: int | None = option(None, "Target word width in bits, instead of the specification's own.", low=1, high=64, metavar="W")
    start_width: int | None = option(None, "Word width in bits at which the search starts.", low=1, high=64, metavar="W")
    max_length: int = option(32, "Give up beyond programs of this many instructions in all.", low=0, high=256, metavar="L")
    jobs: int | None = option(None, "How many workers search at a time (default: one per engine).", low=1, high=64, metavar="N")
    cluster: str | None = option(None, "Search on a Dask cluster: local[:N], or its scheduler's address (tcp://HOST:PORT).",
                                 metavar="ADDRESS")
    exchange: bool = option(True, "Whether engines are told of candidates of others that were refuted (near misses), and of facts "
                                  "that others have shown (lemmas).")
    memory_limit: int | None = option(None, "Stop when all processes together hold more than this.", low=64, metavar="MB")

    def __post_init__(self) -> None:
        for f in fields(self):
            value, low, high = getattr(self, f.name), f.metadata["low"], f.metadata["high"]
            if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
                upper = "" if high is None else f" and at most {high}"
                raise InputError(f"--{f.name.replace('_', '-')} must be at least {low}{upper}, not {value}")
        self._require_engines()

    def _require_engines(self) -> None:
        unknown = [e for e in self.engines if e not in ENGINE_NAMES]
        if unknown or not self.engines:
            raise InputError(f"unknown engine {', '.join(map(repr, unknown))}; there are {', '.join(ENGINE_NAMES)}")

    def patience(self, spent: float) -> float:
        """Seconds for shorter answers, where the first took `spent` seconds."""
        return min(_LONGEST, max(_LEAST, _SHARE * spent)) if self.shorter is None else self.shorter
