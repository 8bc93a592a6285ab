"""Records of runs, put together into what the tables count: one entry for what one tool made of one task."""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from experiments.harness.records import Outcome, Run, Session
from experiments.order import natural

OURS = "synth"
"""The tool that the thesis's tables are about, where it was measured."""

Question = tuple[str, str, str | None]
"""What was asked: suite, task, property."""

_SEVERITY = (Outcome.RIGHT, Outcome.UNCONFIRMED, Outcome.UNKNOWN, Outcome.REFUSED, Outcome.TIMEOUT, Outcome.MEMORY, Outcome.LOST,
             Outcome.CRASH, Outcome.WRONG)
SEVERITY: Mapping[Outcome, int] = {outcome: rank for rank, outcome in enumerate(_SEVERITY)}
"""Outcomes from the best to the worst."""


@dataclass(frozen=True)
class Entry:
    """What one tool made of one question.

    tool      its label: the name, with the options where the tool was measured with several
    outcome   wrong where any run is; else what most runs ended with, the worse where as many ended with another
    run       the run that speaks for the entry: of those with its outcome the one of median wall time
    seconds   the median of their wall times
    runs      all its runs: repeats and seeds under the largest limits that were tried
    """

    tool: str
    outcome: Outcome
    run: Run
    seconds: float
    runs: tuple[Run, ...]

    @property
    def question(self) -> Question:
        """What was asked."""
        return question(self.run)

    @property
    def group(self) -> str:
        """The suite, and the category within it where that says more."""
        suite, category = self.run.suite, self.run.category
        plain = category.replace("_", "-")
        return suite if plain in ("", suite, suite.removesuffix("-hinted")) else f"{suite}/{category}"

    @property
    def solved(self) -> bool:
        """Whether the answer is right."""
        return self.outcome is Outcome.RIGHT

    @property
    def times(self) -> list[float]:
        """Wall times of the runs that ended like the entry."""
        return [run.wall for run in self.runs if run.outcome is self.outcome]

    @property
    def answer(self) -> Mapping[str, Any]:
        """The tool's own record."""
        return self.run.answer


@dataclass(frozen=True)
class Measured:
    """A measurement, ready to be counted: entries in the order of questions and tools; tools, ours first; sessions."""

    entries: tuple[Entry, ...]
    tools: tuple[str, ...]
    sessions: tuple[Session, ...]

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Everything that was asked of any tool."""
        return tuple(dict.fromkeys(entry.question for entry in self.entries))

    @cached_property
    def by_question(self) -> Mapping[Question, Mapping[str, Entry]]:
        """Per question, the entries of the tools that were asked."""
        found: dict[Question, dict[str, Entry]] = defaultdict(dict)
        for entry in self.entries:
            found[entry.question][entry.tool] = entry
        return found

    @property
    def main(self) -> str:
        """The tool that the others are held against."""
        return self.tools[0] if self.tools else OURS

    @property
    def rivals(self) -> tuple[str, ...]:
        """The tools that are neither ours nor one of our engines alone."""
        return tuple(tool for tool in self.tools if tool != self.main and not tool.startswith(f"{self.main}-"))

    @property
    def suites(self) -> tuple[str, ...]:
        """The suites, in order."""
        return tuple(dict.fromkeys(entry.run.suite for entry in self.entries))

    def of(self, tool: str) -> list[Entry]:
        """The entries of one tool."""
        return [entry for entry in self.entries if entry.tool == tool]


Line = Callable[[str, str, Sequence[Entry]], Mapping[str, Any]]
"""A line of a table, of a group, a tool and its entries."""


def lines(entries: Sequence[Entry], tools: Sequence[str], line: Line) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """A line per group and tool; and a line per tool for all groups, where there are several."""
    found: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        found[entry.group, entry.tool].append(entry)
    groups = tuple(dict.fromkeys(entry.group for entry in entries))
    rows = [line(group, tool, found[group, tool]) for group in groups for tool in tools if (group, tool) in found]
    of = {tool: [entry for entry in entries if entry.tool == tool] for tool in tools}
    return rows, [line("all", tool, of[tool]) for tool in tools if of[tool]] if len(groups) > 1 else []


def question(run: Run) -> Question:
    """What a run was asked."""
    return run.suite, run.task, run.property


def measured(runs: Iterable[Run], sessions: Sequence[Session] = ()) -> Measured:
    """The entries of runs. A run that was recorded twice counts as it was recorded last."""
    unique = list({run.key(): run for run in runs}.values())
    labels = _labels(unique)
    gathered: dict[tuple[Question, str], list[Run]] = defaultdict(list)
    for run in contradicted(unique):
        gathered[question(run), labels[run.tool, run.options]].append(run)
    tools = sorted(dict.fromkeys(labels.values()), key=lambda tool: tool != OURS)
    entries = [_entry(tool, found) for (_, tool), found in gathered.items()]
    entries.sort(key=lambda entry: (natural(entry.group), *_ordered(entry.question), tools.index(entry.tool)))
    return Measured(tuple(entries), tuple(tools), tuple(sessions))


def _ordered(asked: Question) -> tuple[object, ...]:
    return natural(asked[0]), natural(asked[1]), asked[2] or ""


def _labels(runs: Sequence[Run]) -> dict[tuple[str, tuple[str, ...]], str]:
    """Per tool and options its label; the options are told only where a tool has several."""
    kinds = dict.fromkeys((run.tool, run.options) for run in runs)
    several = Counter(tool for tool, _ in kinds)
    return {(tool, options): f"{tool} {' '.join(options)}".strip() if several[tool] > 1 else tool for tool, options in kinds}


def _room(run: Run) -> tuple[float, float, float]:
    """How much a run was given: of two, the one with more wall time, CPU time and memory counts."""
    cpu, megabytes = run.limits.cpu, run.limits.megabytes
    return run.limits.wall, math.inf if cpu is None else cpu, math.inf if megabytes is None else megabytes


def _entry(tool: str, runs: Sequence[Run]) -> Entry:
    most = max(_room(run) for run in runs)
    counted = tuple(run for run in runs if _room(run) == most)
    frequency = Counter(run.outcome for run in counted)
    outcome = max(frequency, key=lambda o: (o is Outcome.WRONG, frequency[o], SEVERITY[o]))
    alike = sorted((run for run in counted if run.outcome is outcome), key=lambda run: run.wall)
    return Entry(tool, outcome, alike[(len(alike) - 1) // 2], statistics.median(run.wall for run in alike), counted)


_CLAIMS = {"solved": True, "infeasible": False, "true": True, "false": False}


def contradicted(runs: Sequence[Run]) -> list[Run]:
    """The runs, those marked wrong that say the opposite of an answer to the same question that was checked."""
    shown: dict[Question, set[bool]] = defaultdict(set)
    for run in runs:
        if run.checked and run.verdict in _CLAIMS:
            shown[question(run)].add(_CLAIMS[run.verdict])
    return [_held_against(run, shown[question(run)]) for run in runs]


def _held_against(run: Run, shown: set[bool]) -> Run:
    claim = None if run.verdict is None else _CLAIMS.get(run.verdict)
    if claim is None or run.checked or not shown or claim in shown or run.outcome is Outcome.WRONG:
        return run
    return replace(run, outcome=Outcome.WRONG, detail="another tool's answer to the contrary was checked")
