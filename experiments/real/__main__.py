"""C as people write it: functions of small sources in Debian's source packages, each called by a harness of ours on any inputs.

The sources are read where they are unpacked, without change; nothing of them is kept here. Apt gets them, with lists and packages
of its own below FOLDER; a package that lies there unpacked already, as NAME or NAME-VERSION, is taken as it is. The header of
each harness tells what is expected of which properties; those are asked, one at a time.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import click

from experiments.circumstances import circumstances
from experiments.harness.suites import Task, load_suite
from experiments.real.page import answers, counts, kind, page
from experiments.reports.table import markdown

HERE = pathlib.Path(__file__).parent
MIRROR, RELEASE, KEYS = "http://deb.debian.org/debian", "bookworm", "/usr/share/keyrings/debian-archive-keyring.gpg"


def packages() -> dict[str, dict[str, Any]]:
    """The tables of packages.toml."""
    return tomllib.loads((HERE / "packages.toml").read_text(encoding="utf-8"))


def unpacked(folder: pathlib.Path, name: str) -> pathlib.Path | None:
    """Where a package lies unpacked below a folder; None where it does not."""
    found = sorted(p for p in folder.iterdir() if p.is_dir() and (p.name == name or p.name.startswith(f"{name}-")))
    return found[0] if found else None


def fetch(folder: pathlib.Path, names: Sequence[str]) -> None:
    """Have apt get the upstream sources of packages, and unpack them, each into a folder of its name.

    subprocess.CalledProcessError where apt or tar fails.
    """
    state = folder / ".apt"
    for part in ("lists/partial", "cache/archives/partial"):
        (state / part).mkdir(parents=True, exist_ok=True)
    (state / "sources.list").write_text(f"deb-src [signed-by={KEYS}] {MIRROR} {RELEASE} main\n", encoding="utf-8")
    options = [f"Dir::Etc::sourcelist={state}/sources.list", "Dir::Etc::sourceparts=/dev/null", f"Dir::State::lists={state}/lists",
               f"Dir::Cache={state}/cache"]
    apt = ["apt-get", "-qq", *(word for option in options for word in ("-o", option))]
    subprocess.run([*apt, "update"], check=True)
    for name in names:
        own = state / name
        own.mkdir(exist_ok=True)
        subprocess.run([*apt, "--tar-only", "--download-only", "source", name], cwd=own, check=True)
        archive = next(iter(sorted(own.glob("*.tar.*[!c]"))))
        (folder / name).mkdir()
        subprocess.run(["tar", "-xf", str(archive), "-C", str(folder / name), "--strip-components=1"], check=True)


def answered(words: Sequence[str]) -> dict[str, Any]:
    """What `synth prove` says: the verdict, the seconds that it took as a whole, who found it, or why there is none; and the load:
    how many processes ran or waited for a processor, by the mean of the last minute."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "synth", "prove", *words, "--json"], capture_output=True, text=True, check=False)
    spent = {"seconds": time.perf_counter() - start, "load": round(os.getloadavg()[0], 1)}
    if not done.stdout.strip():
        said = (done.stderr.strip().splitlines() or ["it says nothing"])[0]
        kind = "refused" if "not supported" in said else "error"
        return {"verdict": kind, **spent, "why not": said.rpartition("error: ")[2]}
    verdict = json.loads(done.stdout)["verdicts"][0]
    return {"verdict": verdict["verdict"], **spent, "found by": verdict["found_by"], "why not": verdict["reason"]}


def question(folder: pathlib.Path, name: str, task: Task, timeout: float) -> tuple[dict[str, Any], list[str]]:
    """What is asked by a harness about a package that is unpacked below a folder: as a row, and as words for `synth prove`."""
    place, known = unpacked(folder, name), packages()[name]
    assert place is not None
    options = [f"-I{place / part}" for part in known["include"]] + [f"-D{macro}" for macro in known.get("define", ())]
    function = pathlib.PurePath(task.name).stem
    row = {"package": place.name, "function": function, "property": task.property, "expected": task.expected, "timeout": timeout}
    return row, [str(HERE / name / task.name), *options, "--property", task.property or "", "--timeout", str(timeout)]


class Results:
    """A folder with what was answered: a line of real.jsonl for each question, and real.md, the page, of those so far."""

    def __init__(self, folder: pathlib.Path, command: str, questions: Sequence[Mapping[str, Any]], resume: bool) -> None:
        """The folder of a command that asks some questions; with what answers one of them there, where it is to `resume`."""
        self._lines, self._page, self._circumstances = folder / "real.jsonl", folder / "real.md", circumstances()
        self._command, self._questions = command, len(questions)
        lines = self._lines.read_text(encoding="utf-8").splitlines() if resume and self._lines.is_file() else []
        there: list[dict[str, Any]] = [json.loads(line) for line in lines]
        self._found = [own for own in there if any(row.items() <= own.items() for row in questions)]
        self._lines.write_text("".join(json.dumps(own) + "\n" for own in self._found), encoding="utf-8")
        if self._found:
            self._write()

    def answer(self, row: Mapping[str, Any]) -> dict[str, Any] | None:
        """The answer to the question of a row that is there already; None where there is none."""
        return next((own for own in self._found if row.items() <= own.items()), None)

    def add(self, row: Mapping[str, Any]) -> None:
        """Write an answer."""
        self._found.append({**row} | {name: self._circumstances[name] for name in ("commit", "date")})
        with self._lines.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(self._found[-1]) + "\n")
        self._write()

    def _write(self) -> None:
        """Write the page, which tells all commits and days that there are answers of."""
        told = {name: ", ".join(dict.fromkeys(own[name] for own in self._found)) for name in ("commit", "date")}
        self._page.write_text(page(self._found, self._questions, self._command, self._circumstances | told), encoding="utf-8")


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=pathlib.Path))
@click.option("--package", "names", multiple=True, type=click.Choice(list(packages())), help="Only these; may be repeated.")
@click.option("--only", default="*", help="Only harnesses whose file's name a pattern fits.")
@click.option("--timeout", default=60.0, show_default=True, help="Seconds for a question.")
@click.option("--out", type=click.Path(exists=True, file_okay=False, path_type=pathlib.Path),
              help="A folder for real.jsonl, a line for each question, and real.md, the page of them.")
@click.option("--resume", is_flag=True, help="Ask only what the lines there do not answer; those of other questions go.")
def main(folder: pathlib.Path, names: tuple[str, ...], only: str, timeout: float, out: pathlib.Path | None, resume: bool) -> None:
    """Get what is missing, ask, and print the table. Exit status 1 where an answer is not as expected."""
    if resume and out is None:
        raise click.UsageError("--resume goes on with a run in the folder of --out, which is not given")
    command = " ".join(["python -m experiments.real FOLDER", *(f"--package {name}" for name in names),
                        *([f"--only '{only}'"] if only != "*" else []), f"--timeout {timeout:g}"])
    folder, names = folder.resolve(), names or tuple(packages())
    if missing := [name for name in names if unpacked(folder, name) is None]:
        fetch(folder, missing)
    questions = [question(folder, name, task, timeout) for name in names for task in load_suite(str(HERE / name)).only(only).tasks]
    results = None if out is None else Results(out, command, [row for row, _ in questions], resume)
    found = [asked(*own, results) for own in questions]
    click.echo(markdown(answers(found)))
    click.echo(f"\n{counts(found)}; {timeout:g} s each\n")
    click.echo("\n".join(f"- {name}: {value}" for name, value in circumstances().items()))
    if any(kind(row) == "wrong" for row in found):
        sys.exit(1)


def asked(row: Mapping[str, Any], words: Sequence[str], results: Results | None) -> dict[str, Any]:
    """A row with its answer, which is written to results where it is not there."""
    known = None if results is None else results.answer(row)
    if known is not None:
        return known
    found = {**row} | answered(words)
    told = f"{found['package']} {found['function']} {found['property']}: {found['verdict']}, {found['seconds']:.1f} s"
    click.echo(told, err=True)
    if results is not None:
        results.add(found)
    return found


if __name__ == "__main__":
    main()
