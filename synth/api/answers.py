"""Answers to specifications, and where a search stands, as programs of users and the command line get them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from synth.api.frozen import FrozenMapping
from synth.api.functions import SynthesisedFunction
from synth.api.pages import html_block, markdown_block

if TYPE_CHECKING:
    from synth.solver import outcome
    from synth.specification import Specification

Status = Literal["solved", "infeasible", "unknown"]
Reason = Literal["timeout", "memory", "max-length", "interrupted"]


@dataclass(frozen=True)
class EngineStatistics:
    """What one engine did.

    Attributes:
        candidates: Programs that it tried on examples.
        proposals: Those that it found right on all examples, and had judged.
        refuted: Proposals that a verifier has refuted.
        wins: Proposals that became the answer.
        seconds: How long it was busy.
        restarts: How often it was started again.
        best: The best fitness so far, for engines that have one.
        state: What it is doing, in words.
        notes: Its own counts, by name: the generations of `genetic`, for instance, its restarts, migrations and immigrants.
    """

    candidates: int
    proposals: int
    refuted: int
    wins: int
    seconds: float
    restarts: int
    best: float | None
    state: str
    notes: Mapping[str, int]


@dataclass(frozen=True)
class Progress:
    """Where a search stands.

    Attributes:
        phase: `search` for a first answer; `shorter`, where lengths below that of the answer are still open; `minimal`, where
            it is shown at larger widths that the answer is minimal.
        length: How many instructions the programs have that are searched now.
        constants: How many constants they have.
        width: At how many bits.
        examples: How many examples there are by now.
        elapsed: Seconds since the start.
        answer_length: How many instructions the best answer has so far; `None` where there is none.
        engines: What each engine did.
    """

    phase: str
    length: int
    constants: int
    width: int
    examples: int
    elapsed: float
    answer_length: int | None
    engines: Mapping[str, EngineStatistics]


@dataclass(frozen=True)
class Answer:
    """How the search for an answer to a specification ended.

    Attributes:
        status: `solved`: there is an answer, proved for all inputs; `infeasible`: there is none, of any length or that the
            grammars derive; `unknown`: neither was shown.
        reason: Why it is unknown, or why the search for a shorter answer ended early: `timeout`, `memory`, `max-length`,
            `interrupted`; `None` where nothing cut it short.
        name: What the specification is called.
        width: How many bits its words have.
        functions: The functions that were found, by their names. For a QDIMACS formula that is false, which is `infeasible`,
            these are the Herbrand functions.
        words: The ∃ words that were found, by their names.
        minimal_width: The largest width, in bits, at which it was shown that no shorter answer exists; `None` where it was at none.
        found_by: The engine that found the answer.
        proved_by: What proved the answer, or says that there is none.
        checked: Whether something that had no part in finding the answer proved it; always so where it is solved.
        checked_by: What confirmed that there is no answer; `None` where nothing did, or there is one.
        conflict: Where it is infeasible, inputs that no program can satisfy together.
        seconds: Wall time.
        iterations: How many candidates were judged.
        counterexamples: How many inputs came of candidates that were refuted.
        engines: What each engine did, by its name.
        warnings: What is odd, a line each.
        seed: The seed of everything random.
        text: The answer as `synth SPEC` prints it.
        details: What it prints on stderr beside that, if anything.
        json: The answer as `synth SPEC --json` prints it.
        specification: What was solved.
        source: The path or the name that it was loaded from; `None` where it was given as an object.
    """

    status: Status
    reason: Reason | None
    name: str
    width: int
    functions: Mapping[str, SynthesisedFunction]
    words: Mapping[str, int]
    minimal_width: int | None
    found_by: str | None
    proved_by: str | None
    checked: bool
    checked_by: str | None
    conflict: tuple[Mapping[str, int], ...]
    seconds: float
    iterations: int
    counterexamples: int
    engines: Mapping[str, EngineStatistics]
    warnings: tuple[str, ...]
    seed: int
    text: str
    details: str
    json: str
    specification: Specification
    source: str | None

    @property
    def solved(self) -> bool:
        """Whether there is an answer, proved for all inputs."""
        return self.status == "solved"

    @property
    def record(self) -> dict[str, Any]:
        """The JSON object, of schema `synth.result/1`; a new one each time."""
        return json.loads(self.json)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return html_block(f"{self.name}: {self.status}", self.text)

    def _repr_markdown_(self) -> str:
        return markdown_block(f"{self.name}: {self.status}", self.text)


def statistics_of(reports: Mapping[str, outcome.EngineReport]) -> FrozenMapping[str, EngineStatistics]:
    """What engines did, as it is now."""
    return FrozenMapping({name: EngineStatistics(**dataclasses.asdict(report)) for name, report in reports.items()})


def progress_of(now: outcome.Progress) -> Progress:
    """Where a search stands, as users see it."""
    length = None if now.answer is None else sum(program.length for program in now.answer.values())
    return Progress(now.phase, now.length, now.constants, now.width, now.examples, now.elapsed, length, statistics_of(now.engines))
