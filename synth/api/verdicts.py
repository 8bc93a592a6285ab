"""Verdicts on C programs, as programs of users and the command line get them."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from synth.api.pages import html_block, markdown_block
from synth.api.record import dump

if TYPE_CHECKING:
    from synth.api.replays.replay import Replay
    from synth.api.replays.trial import Trial

SAYS = {("termination", True): "terminates", ("termination", False): "may run for ever",
        ("safety", True): "safe: no assertion can fail", ("safety", False): "unsafe: an assertion can fail",
        ("unreach-call", True): "safe: reach_error is not called", ("unreach-call", False): "unsafe: reach_error can be called",
        ("no-overflow", True): "safe: no signed operation overflows",
        ("no-overflow", False): "unsafe: a signed operation can overflow",
        ("memory-safety", True): "safe: memory is used as C allows", ("memory-safety", False): "unsafe: memory can be misused",
        ("valid-deref", True): "safe: pointers are followed to objects only",
        ("valid-deref", False): "unsafe: a pointer to no object can be followed",
        ("valid-free", True): "safe: only allocated memory is freed",
        ("valid-free", False): "unsafe: what is not allocated can be freed",
        ("valid-memtrack", True): "safe: no memory is lost", ("valid-memtrack", False): "unsafe: memory can be lost",
        ("valid-memcleanup", True): "safe: all memory is freed at the end",
        ("valid-memcleanup", False): "unsafe: memory can be left at the end"}
"""What a verdict says, in words."""


@dataclass(frozen=True)
class Verdict:
    """Whether all runs of a C program have a property, and why that is to be believed.

    Attributes:
        property: `termination` or `safety`.
        asked: What the property is called where it was asked: `termination`, `safety`, `unreach-call`, `memory-safety` …
        holds: `True` where the property holds, `False` where it is violated, `None` where nobody knows.
        reason: Why nobody knows; "" where the property is decided.
        file: What the user called the program.
        lines: The certificate in lines for people: ranks and invariants, or the run that violates the property.
        replay: What came of the violating run in the compiled program; `None` where there is none, or it was not replayed.
        trial: What came of random runs of the compiled program, which its certificate speaks of; `None` where none were made.
        assumed: What is taken for granted of the program, a line each.
        tried: What the searches have tried, a line each; empty where the property is decided.
        found_by: Which search brought the certificate.
        proved_by: The solvers that proved it.
        seconds: Wall time until it was proved.
        expected: What a task definition says of `holds`; `None` where nothing says so.
        notes: What is odd, a line each: another verdict than the expected one, what a witness leaves out.
        json: The verdict as `synth prove --json` prints it where nothing else is asked.
    """

    property: str
    asked: str
    holds: bool | None
    reason: str
    file: str
    lines: tuple[str, ...]
    replay: Replay | None
    trial: Trial | None
    assumed: tuple[str, ...]
    tried: tuple[str, ...]
    found_by: str | None
    proved_by: tuple[str, ...]
    seconds: float
    expected: bool | None
    notes: tuple[str, ...]
    json: str

    @builtins.property
    def headline(self) -> str:
        """The verdict in a line."""
        if self.holds is None:
            return f"{self.file}: {self.asked} unknown after {self.seconds:.1f} s, {self.reason}"
        return f"{self.file}: {SAYS[self.asked, self.holds]} (checked)"

    @builtins.property
    def text(self) -> str:
        """The verdict with its reasons, as `synth prove` prints it."""
        return "\n".join([self.headline, *(f"  {line}" for line in self._details())])

    def _details(self) -> Iterator[str]:
        if self.holds is None:
            yield from (f"tried: {line}" for line in self.tried)
            return
        yield from self.lines
        yield f"proved by {' and '.join(self.proved_by)}, found by {self.found_by} in {self.seconds:.2f} s"
        second = self.replay or self.trial
        if second is not None:
            yield second.told
        yield from (f"assumed: {line}" for line in self.assumed)

    @builtins.property
    def record(self) -> dict[str, Any]:
        """The JSON object, of schema `synth.verdict/2`, with this verdict alone; a new one each time."""
        return json.loads(self.json)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return html_block(self.property, self.text)

    def _repr_markdown_(self) -> str:
        return markdown_block(self.property, self.text)


@dataclass(frozen=True)
class Verdicts(Mapping[str, Verdict]):
    """The verdicts on a C program, by what the properties are called where they were asked.

    Attributes:
        file: What the user called the program.
        all: The verdicts, in the order of the questions.
        annotated: The source with invariants and ranks at its loops, as ACSL comments; "" where the program was not read in time.
    """

    file: str
    all: tuple[Verdict, ...]
    annotated: str

    def __getitem__(self, property: str) -> Verdict:
        for verdict in self.all:
            if verdict.asked == property:
                return verdict
        raise KeyError(property)

    def __iter__(self) -> Iterator[str]:
        return (verdict.asked for verdict in self.all)

    def __len__(self) -> int:
        return len(self.all)

    @property
    def termination(self) -> Verdict:
        """Whether all runs end. KeyError where that was not asked."""
        return self["termination"]

    @property
    def safety(self) -> Verdict:
        """Whether no assertion can fail, or what a task asked of that kind first. KeyError where nothing was."""
        return next((verdict for verdict in self.all if verdict.property == "safety"), None) or self["safety"]

    @property
    def text(self) -> str:
        """All verdicts, as `synth prove` prints them."""
        return "\n".join(verdict.text for verdict in self.all)

    @property
    def record(self) -> dict[str, Any]:
        """The JSON object, of schema `synth.verdict/2`; a new one each time."""
        records = [verdict.record for verdict in self.all]
        return {**records[0], "verdicts": [entry for record in records for entry in record["verdicts"]]}

    @property
    def json(self) -> str:
        """All verdicts, as `synth prove --json` prints them."""
        return dump(self.record)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return "".join(verdict._repr_html_() for verdict in self.all)

    def _repr_markdown_(self) -> str:
        return "\n\n".join(verdict._repr_markdown_() for verdict in self.all)
