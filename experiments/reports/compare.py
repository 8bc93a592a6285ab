"""Two measurements side by side, in words: for a terminal and as Markdown."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence

from experiments.harness.records import Outcome
from experiments.reports.changes import BETTER, WORSE, Change, Comparison, Difference, Rule
from experiments.reports.entries import Entry
from experiments.reports.table import Kind, Row, Table, cells, markdown, seconds

_SAMPLES = 2000
_TOLD = tuple(change for change in Change if change is not Change.SAME)
_TIMES = ("Of the tasks that both measured. The ratio is the geometric mean over tasks that both solved, below 1 where the second "
          "is faster; the interval is bootstrapped over tasks.")


def totals(comparison: Comparison) -> Table:
    """Per tool how much both solve, and the ratio of their times."""
    tools = dict.fromkeys(one.entry.tool for one in comparison.differences)
    before, after = comparison.names
    columns = {"tool": Kind.TEXT, "tasks": Kind.COUNT, f"solved, {before}": Kind.COUNT, f"solved, {after}": Kind.COUNT,
               **{name: Kind.COUNT for name in ("worse", "better")}, "time ratio": Kind.TEXT, "95 %": Kind.TEXT}
    return Table("totals", "In all", _TIMES, columns, [_total(tool, comparison) for tool in tools])


def _total(tool: str, comparison: Comparison) -> Row:
    pairs = [(one.before, one.after, one.change) for one in comparison.differences
             if one.before is not None and one.after is not None and one.entry.tool == tool]
    ratios = [after.seconds / before.seconds for before, after, _ in pairs if before.solved and after.solved and before.seconds > 0]
    mean, low, high = ratio(ratios)
    return {"tool": tool, "tasks": len(pairs), f"solved, {comparison.names[0]}": sum(before.solved for before, _, _ in pairs),
            f"solved, {comparison.names[1]}": sum(after.solved for _, after, _ in pairs),
            "worse": sum(change in WORSE for _, _, change in pairs), "better": sum(change in BETTER for _, _, change in pairs),
            "time ratio": f"{mean:.2f}" if ratios else None, "95 %": f"{low:.2f} to {high:.2f}" if len(ratios) > 1 else None}


def ratio(ratios: Sequence[float]) -> tuple[float, float, float]:
    """The geometric mean of ratios, and the ends of its 95 % interval, bootstrapped from a fixed seed; 1 where there are none."""
    logs = [math.log(value) for value in ratios if value > 0]
    if not logs:
        return 1.0, 1.0, 1.0
    draw = random.Random(0)
    means = sorted(statistics.fmean(draw.choices(logs, k=len(logs))) for _ in range(_SAMPLES))
    cut = _SAMPLES * 25 // 1000
    return math.exp(statistics.fmean(logs)), math.exp(means[cut]), math.exp(means[-cut - 1])


def table(change: Change, comparison: Comparison) -> Table:
    """The tasks of one kind of change; with the times where they matter, the largest change first."""
    before, after = comparison.names
    columns = dict.fromkeys(("tool", "category", "task", "property", before, after, "factor"), Kind.TEXT)
    found = comparison.of([change])
    if change in (Change.SLOWER, Change.FASTER):
        found.sort(key=lambda one: -abs(math.log(_factor(one) or 1.0)))
    rows = [{"tool": one.entry.tool, "category": one.entry.group, "task": one.entry.run.task, "property": one.entry.run.property,
             before: _told(one.before), after: _told(one.after), "factor": _factor_told(one)} for one in found]
    filled = {name: kind for name, kind in columns.items() if any(row[name] is not None for row in rows)}
    return Table(change.name.lower(), change.value.capitalize(), "", filled, rows)


def _told(entry: Entry | None) -> str | None:
    if entry is None:
        return None
    verdict = f" ({entry.run.verdict})" if entry.run.verdict and entry.outcome is Outcome.WRONG else ""
    return f"{entry.outcome.value}{verdict} {seconds(entry.seconds)} s"


def _factor_told(one: Difference) -> str | None:
    factor = _factor(one)
    return None if factor is None else f"{factor:.2f}"


def _factor(one: Difference) -> float | None:
    if one.before is None or one.after is None or not (one.before.solved and one.after.solved) or not one.before.seconds:
        return None
    return one.after.seconds / one.before.seconds


def headline(comparison: Comparison) -> str:
    """How often what happened, in a sentence."""
    counts = {change: len(comparison.of([change])) for change in Change}
    told = ", ".join(f"{count} {change.value}" for change, count in counts.items() if count) or "nothing was measured"
    return f"{'Worse' if comparison.worse else 'Nothing got worse'}: {told}."


def rule_told(rule: Rule) -> str:
    """The rule, in a sentence."""
    return (f"Slower or faster: the medians differ by a factor of {rule.factor:g} and by {rule.seconds:g} s, and the runs do not "
            f"overlap. Near the limit: solved within a factor of {rule.factor:g} of the limit that stopped the other.")


def as_markdown(comparison: Comparison) -> str:
    """The comparison as a Markdown page."""
    tables = [one for change in _TOLD if (one := table(change, comparison)).rows]
    parts = [f"# {comparison.names[0]} and {comparison.names[1]}", headline(comparison), rule_told(comparison.rule),
             markdown(whole := totals(comparison)), whole.legend]
    return "\n\n".join([*parts, *(part for one in tables for part in (f"## {one.title}", markdown(one)))]) + "\n"


def as_text(comparison: Comparison) -> str:
    """The comparison for a terminal."""
    tables = [one for change in _TOLD if (one := table(change, comparison)).rows]
    parts = [headline(comparison), aligned(totals(comparison)), *(f"{one.title}:\n{aligned(one)}" for one in tables)]
    return "\n\n".join([*parts, rule_told(comparison.rule)]) + "\n"


def aligned(shown: Table) -> str:
    """A table in columns of spaces."""
    lines = [list(shown.columns), *cells(shown, shown.rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    sides = ["<" if kind is Kind.TEXT else ">" for kind in shown.columns.values()]
    return "\n".join("".join(f"  {text:{side}{width}}" for text, side, width in zip(line, sides, widths, strict=True)).rstrip()
                     for line in lines)
