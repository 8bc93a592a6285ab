"""Candidates before the verifiers: what waits, what was decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from synth.engines.protocol import Point, candidate_constants, candidate_length
from synth.program import Program

FIRST_TRIAL = 1.0
"""Seconds for each proof of a first trial."""

Key = tuple[int, tuple[tuple[str, Program], ...]]


@dataclass(eq=False)
class CandidateState:
    """A candidate at a width, and what is known of it.

    `holds` as in Verdict; `pending` while its first trial is not over; `waiting` are the engines' proposals to be answered.
    """

    candidate: dict[str, Program]
    width: int
    found_by: str
    seconds: float = FIRST_TRIAL
    trials: int = 0
    crashes: int = 0
    submitted: float = 0.0
    pending: bool = True
    holds: bool | None = None
    waiting: list[tuple[str, int]] = field(default_factory=list)

    @property
    def key(self) -> Key:
        """What tells candidates apart."""
        return key_of(self.candidate, self.width)

    @property
    def point(self) -> Point:
        """Where the candidate stands in the lattice."""
        return Point(candidate_length(self.candidate), candidate_constants(self.candidate), self.width)


def key_of(candidate: Mapping[str, Program], width: int) -> Key:
    """What tells candidates apart; they are in canonical form."""
    return width, tuple((name, candidate[name]) for name in sorted(candidate))


def canonical(candidate: Mapping[str, Program], width: int) -> dict[str, Program]:
    """The candidate without dead code, in the form in which equal candidates are equal."""
    return {name: program.normalise(width) for name, program in candidate.items()}
