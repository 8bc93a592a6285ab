"""SyGuS-IF files: per folder what each tool solved within which time, how fast, how small; then what only one of them settled."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from experiments.harness.records import Outcome
from experiments.reports.entries import Entry, Measured, Question, lines
from experiments.reports.table import Kind, Row, Table

_LIMITS = (1.0, 10.0, 60.0)
_LEGEND = ("Solved within each time; of what was solved, median wall seconds and median operators of the answer, a shared one "
           "counted once; files said to be infeasible. What was solved was checked against the file's text, and against its "
           "grammar.")


def table(measured: Measured) -> Table:
    """A line per folder and tool, then all."""
    entries = [entry for entry in measured.entries if entry.run.file.endswith(".sl")]
    longest = max((entry.run.limits.wall for entry in entries), default=0.0)
    limits = [*(limit for limit in _LIMITS if limit < longest), longest]
    columns = {"folder": Kind.TEXT, "tool": Kind.TEXT, "files": Kind.COUNT, **{f"{limit:g} s": Kind.COUNT for limit in limits},
               "median s": Kind.SECONDS, "median size": Kind.MEAN, "infeasible": Kind.COUNT}
    rows, totals = lines(entries, measured.tools, partial(_line, limits=limits))
    return Table("sygus", "SyGuS-IF files", _LEGEND, columns, rows, totals, _apart(measured))


def _line(group: str, tool: str, entries: Sequence[Entry], limits: Sequence[float]) -> Row:
    solved = [entry for entry in entries if _solved(entry)]
    sizes = [entry.run.size.solution for entry in solved if entry.run.size.solution is not None]
    return {"folder": group, "tool": tool, "files": len(entries),
            **{f"{limit:g} s": sum(entry.seconds <= limit for entry in solved) for limit in limits},
            "median s": statistics.median(entry.seconds for entry in solved) if solved else None,
            "median size": float(statistics.median(sizes)) if sizes else None,
            "infeasible": sum(_infeasible(entry) for entry in entries)}


def _solved(entry: Entry) -> bool:
    return entry.solved and entry.run.verdict == "solved"


def _infeasible(entry: Entry) -> bool:
    return entry.outcome in (Outcome.RIGHT, Outcome.UNCONFIRMED) and entry.run.verdict == "infeasible"


def _apart(measured: Measured) -> tuple[str, ...]:
    """For ours and each rival: what only one of the two settles, and whose answers are shorter where both have one."""
    settled = {tool: {entry.question: entry for entry in measured.of(tool)
                      if entry.run.file.endswith(".sl") and (_solved(entry) or _infeasible(entry))} for tool in measured.tools}
    return tuple(sentence for rival in measured.rivals if settled[rival]
                 for sentence in _between(measured.main, rival, settled, measured))


def _between(ours: str, rival: str, settled: Mapping[str, Mapping[Question, Entry]], measured: Measured) -> Iterator[str]:
    both = [question for question, entries in measured.by_question.items() if ours in entries and rival in entries]
    for tool, other in ((ours, rival), (rival, ours)):
        alone = [question[1] for question in both if question in settled[tool] and question not in settled[other]]
        yield f"Settled by {tool} and not by {other}: {len(alone)}{': ' if alone else ''}{', '.join(alone)}."
    sizes = [(settled[ours][q].run.size.solution, settled[rival][q].run.size.solution)
             for q in both if q in settled[ours] and q in settled[rival]]
    pairs = [(a, b) for a, b in sizes if a is not None and b is not None]
    shorter, longer = sum(a < b for a, b in pairs), sum(a > b for a, b in pairs)
    yield (f"Of {len(pairs)} files that both solve, {ours}'s answer is shorter than {rival}'s for {shorter}, longer for {longer}, "
           f"of one size for {len(pairs) - shorter - longer}.")
