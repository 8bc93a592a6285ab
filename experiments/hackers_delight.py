"""Wall time of the whole command `synth SPEC --json`, start-up included, over specification files.

Without arguments: the Hacker's Delight problems, unhinted. Writes a CSV and a Markdown table into results/.
"""

from __future__ import annotations

import json
import pathlib
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

import click

from experiments.report import RESULTS, ROOT, circumstances, listed, markdown, write_csv, write_text

FOLDER = ROOT / "specs" / "hackers_delight"
_GRACE = 10.0


def default_specs() -> list[pathlib.Path]:
    """The problems as they are, without those whose operator set is narrowed."""
    return [path for path in sorted(FOLDER.glob("p*.py")) if "hinted" not in path.stem]


def solve(spec: pathlib.Path, timeout: float, options: Sequence[str]) -> tuple[dict[str, Any], float]:
    """The JSON record of one run, and the wall time of the whole command; an empty record where it gave none."""
    command = [sys.executable, "-m", "synth", str(spec), "--json", "--timeout", str(timeout), *options]
    started = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout + _GRACE, cwd=ROOT)
    except subprocess.TimeoutExpired:
        return {"status": "hang"}, time.perf_counter() - started
    wall = time.perf_counter() - started
    return (json.loads(done.stdout) if done.stdout.strip() else {"status": "error", "limit": done.stderr.strip()[-200:]}), wall


def row(spec: pathlib.Path, record: Mapping[str, Any], wall: float) -> dict[str, Any]:
    """What the table says of one run."""
    functions = record.get("functions", [])
    engines = record.get("engines", {})
    return {
        "problem": spec.stem, "status": record["status"], "wall s": round(wall, 3),
        "length": sum(f["length"] for f in functions) if functions else None, "width": record.get("width"),
        "minimal at": record.get("minimal_width"), "found by": record.get("found_by"), "proved by": record.get("proved_by"),
        "constants": " ".join(hex(c) for f in functions for c in f["constants"]) or None,
        "exhausted": exhausted(record.get("exhausted", {})),
        "engines": "; ".join(f"{name}: {e['state']}, {e['candidates']:,}" for name, e in engines.items()) or record.get("limit"),
    }


def exhausted(lengths: Mapping[str, Sequence[int]]) -> str | None:
    """The greatest length up to which every length was exhausted, by width: "8: 4, 32: 2"."""
    reached = {width: next(i for i in range(len(done) + 1) if i not in done) - 1 for width, done in lengths.items()}
    shown = [f"{width}: {length}" for width, length in sorted(reached.items(), key=lambda e: int(e[0])) if length >= 0]
    return ", ".join(shown) or None


def summary(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The counts and times that a reader looks for first."""
    walls = [r["wall s"] for r in rows if r["status"] == "solved"]
    facts: dict[str, Any] = {"solved and proved": f"{len(walls)} of {len(rows)}"}
    if walls:
        facts |= {"median wall time of the solved": f"{statistics.median(walls):.2f} s", "longest": f"{max(walls):.2f} s"}
    return facts


@click.command(help=__doc__)
@click.argument("specs", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=pathlib.Path))
@click.option("--timeout", default=60.0, show_default=True, help="Seconds per problem.")
@click.option("--seed", default=0, show_default=True, help="Seed of every run.")
@click.option("--engines", default="", help="Engines that search, separated by commas (default: all).")
@click.option("--name", default="hackers_delight", show_default=True, help="Name of the files in results/.")
def main(specs: tuple[pathlib.Path, ...], timeout: float, seed: int, engines: str, name: str) -> None:
    """Measure, print as it goes, and write the tables."""
    options = ["--seed", str(seed), *(["--engines", engines] if engines else [])]
    rows = []
    for spec in specs or default_specs():
        rows.append(row(spec.resolve(), *solve(spec.resolve(), timeout, options)))
        click.echo(markdown(rows[-1:]).splitlines()[-1])
    facts = {**summary(rows), **circumstances(), "timeout": f"{timeout:g} s", "seed": seed, "engines": engines or "all"}
    RESULTS.mkdir(exist_ok=True)
    write_csv(RESULTS / f"{name}.csv", rows)
    title, what = f"# {name}", "Wall time of the whole command `synth SPEC --json`, start-up included."
    write_text(RESULTS / f"{name}.md", [title, what, markdown(rows), listed(facts)])
    click.echo(listed(facts))


if __name__ == "__main__":
    main()
