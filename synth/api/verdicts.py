"""Verdicts on C programs, as programs of users and the command line get them."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from synth.api.replay import Replay
    from synth.api.trial import Trial

SAYS = {("termination", True): "terminates", ("termination", False): "may run for ever",
        ("safety", True): "safe: no assertion can fail", ("safety", False): "unsafe: an assertion can fail"}
"""What a verdict says, in words."""


@dataclass(frozen=True)
class Verdict:
    """Whether all runs of a C program have a property, and why that is to be believed.

    property   termination or safety
    holds      True where the property holds, False where it is violated, None where nobody knows
    reason     why nobody knows; "" where the property is decided
    file       what the user called the program
    lines      the certificate in lines for people: ranks and invariants, or the run that violates the property
    replay     what came of the violating run in the compiled program; None where there is none, or it was not replayed
    trial      what came of random runs of the compiled program, which the certificate speaks of; None where none were made
    assumed    what is taken for granted of the program, a line each
    found_by   which search brought the certificate
    proved_by  the solvers that proved it
    seconds    of wall time until it was proved
    expected   what a task definition says of `holds`; None where nothing says so
    notes      what is odd, a line each: another verdict than the expected one, what a witness leaves out
    record     the verdict as a JSON object
    """

    property: str
    holds: bool | None
    reason: str
    file: str
    lines: tuple[str, ...]
    replay: Replay | None
    trial: Trial | None
    assumed: tuple[str, ...]
    found_by: str | None
    proved_by: tuple[str, ...]
    seconds: float
    expected: bool | None
    notes: tuple[str, ...]
    record: Mapping[str, Any]

    @builtins.property
    def headline(self) -> str:
        """The verdict in a line."""
        if self.holds is None:
            return f"{self.file}: {self.property} unknown after {self.seconds:.1f} s, {self.reason}"
        return f"{self.file}: {SAYS[self.property, self.holds]} (checked)"

    @builtins.property
    def text(self) -> str:
        """The verdict with its reasons, as `synth prove` prints it."""
        return "\n".join([self.headline, *(f"  {line}" for line in self._details())])

    def _details(self) -> Iterator[str]:
        if self.holds is None:
            return
        yield from self.lines
        yield f"proved by {' and '.join(self.proved_by)}, found by {self.found_by} in {self.seconds:.2f} s"
        second = self.replay or self.trial
        if second is not None:
            yield second.told
        yield from (f"assumed: {line}" for line in self.assumed)

    def __str__(self) -> str:
        return self.text
