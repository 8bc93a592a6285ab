"""What every measurement is told with: the machine, the versions, the commit, and tables in Markdown and CSV."""

from __future__ import annotations

import csv
import datetime
import os
import pathlib
import platform
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"
_PACKAGES = ("z3-solver", "bitwuzla", "numpy", "deap")


def processor() -> str:
    """The processor's model name, as the system tells it."""
    info = pathlib.Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def commit() -> str:
    """The commit that was measured, marked where the working tree differs from it; "unknown" outside a repository."""
    def git(*words: str) -> str:
        return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout.strip()

    try:
        return git("rev-parse", "--short", "HEAD") + ("+" if git("status", "--porcelain", "--", "synth", "specs") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def circumstances() -> dict[str, str]:
    """Machine, versions, commit and day of a measurement."""
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in _PACKAGES)
    return {"machine": f"{processor()}, {cores()} cores, {platform.system()}", "python": platform.python_version(),
            "packages": versions, "commit": commit(), "date": datetime.date.today().isoformat()}


def markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """A Markdown table; the columns are the keys of the first row."""
    if not rows:
        return ""
    columns = list(rows[0])
    lines = [columns, ["---"] * len(columns), *([shown(row[c]) for c in columns] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def shown(value: Any) -> str:
    """A cell: numbers with a sensible number of digits, None as a dash."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value).replace("|", "\\|")


def listed(facts: Mapping[str, Any]) -> str:
    """Facts as a Markdown list."""
    return "\n".join(f"- {name}: {value}" for name, value in facts.items())


def write_csv(path: pathlib.Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows as CSV; the columns are the keys of the first row."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def write_text(path: pathlib.Path, parts: Iterable[str]) -> None:
    """Write parts of a Markdown page, an empty line between them."""
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
