"""The table that one looks at first: per suite what ours solves and what the rivals solve; and its place in the README."""

from __future__ import annotations

import os
import pathlib
import re
import statistics
from collections import Counter, defaultdict

from experiments.circumstances import commits_since
from experiments.harness.records import Outcome, Session
from experiments.reports.entries import Entry, Measured
from experiments.reports.table import Kind, Ratio, Row, Table, markdown
from synth.errors import InputError

_MARKED = re.compile(r"(<!-- results -->\n).*?(<!-- /results -->)", re.DOTALL)
_LEGEND = "Right answers of all tasks, and the median wall seconds of the right ones, start-up included."


def table(measured: Measured) -> Table:
    """A line per suite, or per category where there is one suite; a pair of columns for ours and for each rival."""
    tools = (measured.main, *measured.rivals)
    columns = {"suite": Kind.TEXT}
    for tool in tools:
        columns |= {tool: Kind.RATIO, f"{tool}, s": Kind.SECONDS}
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in measured.entries:
        found[entry.run.suite if len(measured.suites) > 1 else entry.group].append(entry)
    rows = [_line(name, tools, entries) for name, entries in found.items()]
    footer = [_line("all", tools, list(measured.entries))] if len(rows) > 1 else []
    return Table("summary", "Solved", _LEGEND, columns, rows, footer, (correctness(measured, tools),))


def _line(name: str, tools: tuple[str, ...], entries: list[Entry]) -> Row:
    row: dict[str, object] = {"suite": name}
    for tool in tools:
        own = [entry for entry in entries if entry.tool == tool]
        times = [entry.seconds for entry in own if entry.solved]
        row |= {tool: Ratio(len(times), len(own)) if own else None, f"{tool}, s": statistics.median(times) if times else None}
    return row


def correctness(measured: Measured, tools: tuple[str, ...]) -> str:
    """How many answers were wrong, in a sentence."""
    wrong = Counter(entry.tool for entry in measured.entries if entry.outcome is Outcome.WRONG and entry.tool in tools)
    return f"Wrong answers: {', '.join(f'{count} of {tool}' for tool, count in wrong.most_common()) or 'none'}."


def circumstances(measured: Measured) -> dict[str, str]:
    """How it was measured: limits, and what the sessions tell; where they differ, each value once."""
    runs = [run for entry in measured.entries for run in entry.runs]
    told: dict[str, list[str]] = {
        "runs": [f"{len(runs)} of {len(measured.questions)} tasks"],
        "limits": [f"{run.limits.wall:g} s, {_cpu(run.limits.cpu)}{_memory(run.limits.megabytes)}, held by "
                   f"{run.limits.by or 'nobody'}" for run in runs],
        "hosts": sorted({run.host for run in runs if run.host}),
        "seeds": sorted({str(run.seed) for run in runs}, key=int), **{name: [] for name in _TOLD}}
    for session in measured.sessions:
        for name, value in _told(session).items():
            told[name].append(value)
    return {name: "; ".join(dict.fromkeys(values)) for name, values in told.items() if any(values)}


_TOLD = ("command", "machine", "python", "packages", "tools", "commit", "date")


def _told(session: Session) -> dict[str, str]:
    tools = ", ".join(f"{name} {version}" for name, version in session.tools.items())
    told = {name: str(getattr(session, name)) for name in _TOLD if name != "tools"}
    return {**told, "commit": _aged(session.commit), "tools": tools}


def _aged(commit: str) -> str:
    """A commit, and whether the code has changed since."""
    count = commits_since(commit)
    return f"{commit}, which is older than the code: {count} commits have changed it since" if count else commit


def _cpu(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:g} s of CPU time, "


def _memory(megabytes: int | None) -> str:
    return "memory as the machine has it" if megabytes is None else f"{megabytes} MB"


def readme_part(measured: Measured, picture: str) -> str:
    """What stands between the README's markers: the table, the picture at that path, how it was measured."""
    summary, facts = table(measured), circumstances(measured)
    source = ", ".join(facts[name] for name in ("machine", "commit", "date") if name in facts)
    made = f"`{facts['command']}`: limits {facts['limits']}; {source}." if "command" in facts else f"Limits: {facts['limits']}."
    return "\n\n".join([markdown(summary), f"{summary.legend} {summary.notes[0]}", f"![Tasks solved over time]({picture})", made])


def write_readme(file: pathlib.Path, measured: Measured, picture: pathlib.Path) -> None:
    """Write the part of a README anew; the picture is named relative to it. InputError where it has no place for that."""
    path = pathlib.PurePath(os.path.relpath(picture, file.parent)).as_posix()
    text = replaced(file.read_text(encoding="utf-8"), readme_part(measured, path), str(file))
    file.write_text(text, encoding="utf-8")


def replaced(text: str, part: str, file: str = "README.md") -> str:
    """The text of a README with `part` between its markers; InputError where it has none."""
    if not _MARKED.search(text):
        raise InputError("no lines <!-- results --> and <!-- /results --> to write the results between", file)
    return _MARKED.sub(lambda found: f"{found[1]}{part}\n{found[2]}", text, count=1)
