"""What may be asked of a program, and the answers."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from synth.analysis.certificates.kinds import (
    Certificate,
    DangerInvariant,
    Ranking,
    RecurrenceSet,
    SafetyInvariant,
    Trace,
    Unwinding,
)
from synth.transition import ShownOf


class Property(enum.Enum):
    """A property of all runs."""

    TERMINATION = "termination"
    SAFETY = "safety"


def answers(asked: Property, certificate: Certificate) -> bool:
    """Whether a certificate says something of a property."""
    match certificate:
        case Unwinding(_, safe):
            return safe or asked is Property.TERMINATION
        case Ranking() | RecurrenceSet():
            return asked is Property.TERMINATION
        case SafetyInvariant() | DangerInvariant() | Trace():
            return asked is Property.SAFETY


@dataclass(frozen=True)
class Failed:
    """At which place of the system a run fails, and what it does wrong there; "" where that is not known, or the place says it."""

    place: int
    what: str = ""


@dataclass(frozen=True)
class Verdict:
    """The answer: True where the property holds, False where it is violated, None where nobody knows; then `reason` says why.

    found_by    which search brought the certificate
    proved_by   the solvers that proved it
    seconds     of wall time until the certificate was proved
    tried       where nobody knows: what each search has tried, a line each
    failed      of a run that fails, where it does, as far as that is known
    shown_of    what it is shown of, if that is not what the program is read as first
    """

    property: Property
    holds: bool | None
    certificate: Certificate | None
    reason: str
    found_by: str | None
    proved_by: tuple[str, ...]
    seconds: float
    tried: tuple[str, ...] = ()
    failed: Failed | None = None
    shown_of: ShownOf | None = None
