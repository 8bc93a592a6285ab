"""Programs with lists of any shape (experiments/programs/lists), with the invariants that they are given and without: what is
found, how fast, and what was published for SHAKIRA, which checks invariants that are given (thesis, Table 8.1).

Each program is one command, start-up, reading and the proofs of certificates included, runs of the compiled program not. It is
right where all that its header expects is found: that no claim and no invariant fails, that pointers are followed to nodes only,
that it ends; or that one of these is not so. Of the claims of programs that follow null nothing is expected: C does not say what
they do then. With invariants it is not asked whether a program that never ends does so: no invariant of its says that.
"""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from experiments.circumstances import circumstances
from experiments.reports.table import Kind, Table, markdown
from synth.frontends.svcomp.questions import STANDARD

PROGRAMS = pathlib.Path(__file__).parent / "programs" / "lists"
UNANNOTATED = "-DSLH_UNANNOTATED"
PUBLISHED: Mapping[str, tuple[int, int, float, float]] = {
    "safe": (236, 40, 18.2, 5.9), "termination": (113, 25, 14.7, 9.6), "cyclic": (38, 14, 6.9, 1.6),
    "null dereference": (165, 31, 13.6, 3.0), "assertion fails": (73, 11, 3.5, 0.7), "inadequate invariant": (37, 4, 4.9, 1.2)}
"""Lines, conditions, and seconds of symbolic execution and of SAT by group."""


@dataclass(frozen=True)
class Program:
    """A program, its group, and what is expected by properties: with its invariants of what these are about, and without."""

    path: pathlib.Path
    group: str
    annotated: Mapping[str, str]
    unannotated: Mapping[str, str]

    @classmethod
    def of(cls, path: pathlib.Path) -> Program:
        """The program of a file, by what its header says."""
        text = path.read_text(encoding="utf-8")
        group = re.search(r"^ \* group: (.+)$", text, re.M)
        if group is None or group[1] not in PUBLISHED:
            raise click.ClickException(f"{path}: its header has no line `group: ` with one of {', '.join(PUBLISHED)}")
        expected = dict(re.findall(r"^ \* expect ([a-z-]+): (true|false)$", text, re.M))
        other = dict(re.findall(r"^ \* unannotated ([a-z-]+): (true|false)$", text, re.M))
        conditions = {name: verdict for name, verdict in expected.items() if (name, verdict) != ("termination", "false")}
        return cls(path, group[1], conditions, {**expected, **other})


@dataclass(frozen=True)
class Answered:
    """How many of a program's questions were answered right, and wrong, of how many; the seconds of the command, and of these the
    seconds from when the program was read to the proved answers."""

    right: int
    wrong: int
    asked: int
    seconds: float
    deciding: float

    def __str__(self) -> str:
        return f"{self.right} of {self.asked}{f', {self.wrong} wrong' if self.wrong else ''}"


def asked(program: Program, given: Sequence[str], expected: Mapping[str, str], timeout: float) -> Answered:
    """What is found of a program, by one command for all questions."""
    with tempfile.TemporaryDirectory() as folder:
        properties = pathlib.Path(folder, "conditions.prp")
        properties.write_text("\n".join(STANDARD[name].specification for name in expected), encoding="utf-8")
        command = [sys.executable, "-m", "synth", "prove", str(program.path), "--property", str(properties),
                   "--timeout", str(timeout), "--json", "--quiet", "--no-replay", *given]
        started = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        taken = time.perf_counter() - started
    if not done.stdout:
        click.echo(f"{program.path}: {done.stderr.strip()}", err=True)
    told: Sequence[Mapping[str, Any]] = json.loads(done.stdout)["verdicts"] if done.stdout else ()
    found = {verdict.get("asked", verdict["property"]): verdict["verdict"] for verdict in told}
    right = sum(found.get(name) == verdict for name, verdict in expected.items())
    wrong = sum(found.get(name, "unknown") not in (verdict, "unknown") for name, verdict in expected.items())
    return Answered(right, wrong, len(expected), taken, sum(verdict["seconds"] for verdict in told))


def rows(programs: Sequence[Program], timeout: float) -> Iterator[dict[str, Any]]:
    """A row for each program, as it is found."""
    for program in programs:
        row: dict[str, Any] = {"program": program.path.stem, "group": program.group}
        for name, given, expected in (("with", (), program.annotated), ("without", (UNANNOTATED,), program.unannotated)):
            found = asked(program, given, expected, timeout)
            row |= {f"{name}: right": str(found), f"{name}: seconds": found.seconds, f"{name}: deciding": found.deciding,
                    f"{name}: all": found.right == found.asked}
        click.echo(", ".join(f"{key} {value}" for key, value in row.items()), err=True)
        yield row


def by_group(programs: Sequence[Program], found: Sequence[Mapping[str, Any]]) -> Table:
    """A row for each group, beside what was published."""
    made: list[dict[str, Any]] = []
    for group, (lines, conditions, symbolic, sat) in PUBLISHED.items():
        own = [row for row in found if row["group"] == group]
        count = sum(len(p.path.read_text(encoding="utf-8").splitlines()) for p in programs if p.group == group)
        made.append({"group": group, "programs": len(own), "lines": count} | {
            f"{name}, {what}": value for name in ("with", "without") for what, value in (
                ("right", sum(row[f"{name}: all"] for row in own)), ("seconds", sum(row[f"{name}: seconds"] for row in own)),
                ("deciding, seconds", sum(row[f"{name}: deciding"] for row in own)))}
            | {"SHAKIRA's lines": lines, "conditions": conditions, "its seconds": symbolic + sat})
    kinds = {key: Kind.TEXT if key == "group" else Kind.SECONDS if "seconds" in key else Kind.COUNT for key in made[0]}
    return Table("groups", "By group", "`with` are the invariants in the programs; `right` are programs with all questions right; "
                 "`deciding` is the time from when a program is read to its proved answers. SHAKIRA checks invariants of programs "
                 "of its own, on a machine of its time.", kinds, made)


def by_program(found: Sequence[Mapping[str, Any]]) -> Table:
    """A row for each program."""
    shown = [{key: value for key, value in row.items() if not key.endswith(": all")} for row in found]
    kinds = {key: Kind.SECONDS if key.endswith(("seconds", "deciding")) else Kind.TEXT for key in shown[0]}
    return Table("programs", "By program", "", kinds, shown)


@click.command(help=__doc__)
@click.option("--timeout", default=20.0, show_default=True, help="Seconds for each question.")
@click.option("--only", default="*", help="Only programs whose names are like this.")
def main(timeout: float, only: str) -> None:
    """Print both tables."""
    programs = [Program.of(path) for path in sorted(PROGRAMS.glob(f"{only}.c"))]
    if not programs:
        raise click.ClickException(f"no program is called like {only}")
    found = list(rows(programs, timeout))
    click.echo(f"{markdown(by_group(programs, found))}\n\n{markdown(by_program(found))}\n")
    click.echo("\n".join(f"- {name}: {value}" for name, value in {**circumstances(), "timeout": f"{timeout:g} s"}.items()))


if __name__ == "__main__":
    main()
