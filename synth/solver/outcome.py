"""What a search ends with: solved, infeasible or unknown, never mixed; and why."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from synth.program import Program
from synth.specification import Specification


class Status(enum.Enum):
    """The closed verdict on a specification. Unknown is never proof."""

    SOLVED = "solved"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


class Reason(enum.Enum):
    """Why a search ended without a verdict."""

    TIMEOUT = "timeout"
    MEMORY = "memory"
    MAX_LENGTH = "max-length"
    INTERRUPTED = "interrupted"


@dataclass
class EngineReport:
    """One engine's share: candidates evaluated, proposals refuted, accepted answers, busy seconds, own fitness, own counts."""

    candidates: int = 0
    proposals: int = 0
    refuted: int = 0
    wins: int = 0
    seconds: float = 0.0
    restarts: int = 0
    best: float | None = None
    state: str = "starting"
    notes: dict[str, int] = field(default_factory=dict)


@dataclass
class Shares:
    """Where the time of the search went, in seconds, as in Table 6.3: finding candidates, judging them, widening constants.

    `generalise` is part of `verify`.
    """

    synthesise: float = 0.0
    verify: float = 0.0
    generalise: float = 0.0


@dataclass
class Progress:
    """A snapshot for the live display."""

    length: int
    constants: int
    width: int
    examples: int
    elapsed: float
    engines: Mapping[str, EngineReport]
    answer: Mapping[str, Program] | None = None
    phase: str = "search"


@dataclass
class Outcome:
    """The end of a search.

    candidate        a program per ∃ function and word, proved at `width`; None unless solved
    minimal_width    the largest width at which every shorter length was exhausted by complete engines; None where none was
    exhausted        per width, the lengths, from 0 on, that were exhausted with any constants
    checked_by       for infeasible: what confirmed it that had no part in finding it; None: nothing did, `proved_by` alone says so
    counterexample   for infeasible: values of the ∀ words at which nothing is right; None where it takes several
    conflict         for infeasible: values of the ∀ words that no program can satisfy together
    proved_widths    the widths at which the answer was proved
    """

    specification: Specification
    status: Status
    reason: Reason | None = None
    candidate: Mapping[str, Program] | None = None
    width: int = 32
    minimal_width: int | None = None
    found_by: str | None = None
    proved_by: str | None = None
    checked_by: str | None = None
    seconds: float = 0.0
    iterations: int = 0
    counterexamples: int = 0
    engines: Mapping[str, EngineReport] = field(default_factory=dict)
    shares: Shares = field(default_factory=Shares)
    exhausted: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    proved_widths: tuple[int, ...] = ()
    counterexample: Mapping[str, int] | None = None
    conflict: tuple[Mapping[str, int], ...] = ()
    warnings: tuple[str, ...] = ()
    limit: str = ""
    seed: int = 0

    @property
    def checked(self) -> bool:
        """Whether the verdict was proved by something that had no part in finding it; what is told as solved always was."""
        return self.candidate is not None or self.checked_by is not None
