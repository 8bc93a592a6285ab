"""C programs whose headers state their verdicts, decided by `synth prove FILE --json`, and every answer by `synth check`.

A verdict is right, wrong, or unknown; one that `synth check` does not confirm is told apart. The tables say how many of each
property are decided, how fast, and name what is not.
"""

from __future__ import annotations

import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from experiments.report import RESULTS, circumstances, listed, markdown, write_text

_EXPECTATION = re.compile(r"^ \* expect (termination|safety): (true|false)$", re.MULTILINE)


def expected(file: pathlib.Path) -> dict[str, str]:
    """The verdicts that a program's header states, by property."""
    return dict(_EXPECTATION.findall(file.read_text(encoding="utf-8").partition("*/")[0]))


def synth(*words: str) -> subprocess.CompletedProcess[str]:
    """One run of the command."""
    return subprocess.run([sys.executable, "-m", "synth", *words], capture_output=True, text=True, check=False)


def decided(file: pathlib.Path, asked: str, wanted: str, timeout: float) -> dict[str, Any]:
    """What became of one question about one program."""
    row: dict[str, Any] = {"program": f"{file.parent.name}/{file.stem}", "property": asked, "expected": wanted, "verdict": "crash",
                           "seconds": None, "found by": None, "proved by": None, "confirmed": None}
    ran = synth("prove", str(file), "--property", asked, "--timeout", f"{timeout:g}", "--json")
    try:
        record = json.loads(ran.stdout)
    except ValueError:
        return row
    row |= {"verdict": record["verdict"], "seconds": round(record["seconds"], 2), "found by": record["found_by"],
            "proved by": record["proved_by"]}
    if record["verdict"] != "unknown":
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as answer:
            answer.write(ran.stdout)
            answer.flush()
            row["confirmed"] = synth("check", answer.name).returncode == 0
    return row


def outcome(row: Mapping[str, Any]) -> str:
    """right, wrong, unknown, unconfirmed or crash."""
    if row["verdict"] in ("unknown", "crash"):
        return str(row["verdict"])
    if row["verdict"] != row["expected"]:
        return "wrong"
    return "right" if row["confirmed"] else "unconfirmed"


def summary(rows: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """A line for every folder and property."""
    for key in sorted({(str(row["program"]).partition("/")[0], str(row["property"])) for row in rows}):
        own = [row for row in rows if (str(row["program"]).partition("/")[0], row["property"]) == key]
        kinds = [outcome(row) for row in own]
        times = [row["seconds"] for row in own if outcome(row) == "right"]
        yield {"folder": key[0], "property": key[1], "questions": len(own),
               **{kind: kinds.count(kind) for kind in ("right", "wrong", "unknown", "unconfirmed", "crash")},
               "median s": f"{statistics.median(times):.2f}" if times else None, "longest s": max(times, default=None)}


@click.command(help=__doc__)
@click.argument("places", nargs=-1, required=True, type=click.Path(exists=True, path_type=pathlib.Path), metavar="PLACE...")
@click.option("--timeout", default=60.0, show_default=True, help="Seconds for each question.")
@click.option("--out", default=RESULTS / "verdicts.md", show_default="results/verdicts.md", metavar="FILE",
              type=click.Path(path_type=pathlib.Path), help="Where the tables are written.")
def main(places: tuple[pathlib.Path, ...], timeout: float, out: pathlib.Path) -> None:
    """Measure, print as it goes, write the tables."""
    files = sorted({f for place in places for f in (place.rglob("*.c") if place.is_dir() else (place,))})
    rows: list[dict[str, Any]] = []
    for file in files:
        for asked, wanted in expected(file).items():
            rows.append(row := decided(file, asked, wanted, timeout))
            click.echo(f"{row['program']} {asked}: {row['verdict']} ({outcome(row)}), {row['seconds']} s")
    facts = {"limit": f"{timeout:g} s for each question", **circumstances()}
    parts = ["# C programs", "Seconds are those until a certificate was proved; confirmed by `synth check`, with the other solver.",
             markdown(list(summary(rows))), markdown([{**row, "outcome": outcome(row)} for row in rows]), listed(facts)]
    write_text(out, parts)
    click.echo("\n\n".join(parts[:3]))


if __name__ == "__main__":
    main()
