"""The tables of a SyGuS measurement: per folder what each tool solved, how fast, how small; then what only one of them solved.

An "infeasible" counts as wrong where another tool's answer is verified.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import Any

from experiments.report import circumstances, listed, markdown

Rows = Sequence[Mapping[str, Any]]


def page(rows: Rows, tools: Sequence[str], limits: Sequence[float], settings: Mapping[str, Any]) -> list[str]:
    """The parts of a Markdown page. `tools` are ours and, where there is one, the rival; `limits` are in rising order."""
    rows = _contradicted(rows)
    folders = sorted({row["folder"] for row in rows})
    table = [line(folder, [r for r in rows if r["folder"] == folder], tools, limits) for folder in folders]
    facts = {**_outcomes(rows, tools), **settings, "limits": ", ".join(f"{limit:g} s" for limit in limits), **circumstances()}
    if "cvc5" in tools:
        facts["packages"] += f", cvc5 {metadata.version('cvc5')}"
    return ["# SyGuS-IF files", _LEGEND, markdown([*table, line("all", rows, tools, limits)]), *_apart(rows, tools), listed(facts)]


_LEGEND = ("Solved within each limit; of what was solved, median wall seconds and median operators (as a DAG); files said to be "
           "infeasible. Every answer was checked by Z3 against the file's text, and against its grammar.")


def _contradicted(rows: Rows) -> list[Mapping[str, Any]]:
    solved = {_file(row) for row in rows if row["status"] == "solved" and row["verified"]}
    return [{**row, "status": "wrong"} if row["status"] == "infeasible" and _file(row) in solved else row for row in rows]


def _file(row: Mapping[str, Any]) -> str:
    return f"{row['folder']}/{row['file']}"


def line(name: str, rows: Rows, tools: Sequence[str], limits: Sequence[float]) -> dict[str, Any]:
    """One line of the table."""
    cells: dict[str, Any] = {"folder": name, "files": len({_file(row) for row in rows})}
    for tool in tools:
        own = [row for row in rows if row["tool"] == tool]
        solved = [row for row in own if row["status"] == "solved"]
        cells |= {f"{tool} {limit:g} s": sum(row["seconds"] <= limit for row in solved) for limit in limits}
        cells |= {f"{tool} median s": _median([row["seconds"] for row in solved]),
                  f"{tool} median size": _median([row["dag"] for row in solved if row["dag"] is not None], 1),
                  f"{tool} infeasible": sum(row["status"] == "infeasible" for row in own)}
    return cells


def _median(values: Sequence[float], digits: int = 2) -> str | None:
    return f"{statistics.median(values):.{digits}f}" if values else None


def _outcomes(rows: Rows, tools: Sequence[str]) -> dict[str, Any]:
    """What became of each tool's runs, and which of them nobody can be proud of."""
    facts: dict[str, Any] = {}
    for tool in tools:
        own = [row for row in rows if row["tool"] == tool]
        counts = {status: sum(row["status"] == status for row in own) for status in sorted({row["status"] for row in own})}
        facts[f"runs of {tool}"] = ", ".join(f"{count} {status}" for status, count in counts.items()) or "none"
        doubtful = [r for r in own if r["status"] in ("solved", "infeasible") and not r["verified"]]
        unread = [r for r in own if r["status"] == "solved" and r.get("in_grammar") is None]
        wrong = [r for r in own if r["status"] == "wrong"]
        for what, found in (("wrong", wrong), ("not verified", doubtful), ("not checked against the grammar", unread)):
            if found:
                facts[f"{what}, of {tool}"] = ", ".join(map(_file, found))
    return facts


def _apart(rows: Rows, tools: Sequence[str]) -> list[str]:
    """What only one of two tools settled, and whose answers are shorter where both have one."""
    if len(tools) < 2:
        return []
    settled = {tool: {_file(r): r for r in rows if r["tool"] == tool and r["status"] in ("solved", "infeasible")} for tool in tools}
    first, second = (settled[tool] for tool in tools)
    parts = [f"Only {tool} settles {len(names)}: {', '.join(sorted(names)) or 'none'}."
             for tool, names in zip(tools, (first.keys() - second.keys(), second.keys() - first.keys()), strict=True)]
    sizes = [(first[f]["dag"], second[f]["dag"]) for f in first.keys() & second.keys()]
    both = [(a, b) for a, b in sizes if a is not None and b is not None]
    shorter, longer = sum(a < b for a, b in both), sum(a > b for a, b in both)
    return [*parts, f"Of the {len(both)} files that both solve, {tools[0]}'s answer is shorter for {shorter}, "
            f"longer for {longer}, of one size for {len(both) - shorter - longer}."]
