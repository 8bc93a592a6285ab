"""How long synth takes for questions that are as good as answered: wall seconds of whole commands, start of Python included.

Each is compared with `python -c "import numpy, z3"`, which no command can do without; all are run in turns, so that the load of the
machine is the same for all. With `--against` another checkout of synth is run in turns with this one, by the same interpreter; its
kernels have to be compiled (`python -m synth.engines.native.build` there).
"""

from __future__ import annotations

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import Any

import click

from experiments.circumstances import circumstances
from experiments.reports.table import Kind, Table, markdown

ROOT = pathlib.Path(__file__).parents[1]
FILES = {
    "one.py": """from synth import Fun, Word, spec

@spec(width=32)
def complement(f: Fun[[Word], Word], x: Word):
    return f(x) == -x - 1
""",
    "one.sl": """(set-logic BV)
(synth-fun f ((x (_ BitVec 32))) (_ BitVec 32))
(declare-var x (_ BitVec 32))
(constraint (= (f x) (bvsub (bvneg x) #x00000001)))
(check-synth)
""",
    "one.qdimacs": "p cnf 2 2\na 1 0\ne 2 0\n1 -2 0\n-1 2 0\n",
    "loop.c": """extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    while (n > 0)
        n--;
}
""",
}
CASES: Mapping[str, Sequence[str]] = {
    "one instruction, Python": ("-m", "synth", "one.py"), "one instruction, SyGuS": ("-m", "synth", "one.sl"),
    "a quantified Boolean formula": ("-m", "synth", "one.qdimacs"), "a loop": ("-m", "synth", "prove", "loop.c"),
    "a loop, not replayed": ("-m", "synth", "prove", "loop.c", "--no-replay"),
}
BASE = "import numpy, z3"
PROGRAMS = [f"p{number:02}" for number in range(1, 19)]


def seconds(arguments: Sequence[str], folder: str, root: pathlib.Path) -> float:
    """The wall seconds of Python on arguments, with the synth of a checkout. RuntimeError where it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env={**environment, "PYTHONPATH": str(root)},
                          capture_output=True, text=True, check=False)
    spent = time.perf_counter() - started
    if done.returncode not in (0, 3):
        raise RuntimeError(f"{' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return spent


def rows(runs: int, against: pathlib.Path | None, names: Sequence[str]) -> list[dict[str, Any]]:
    """Medians of the cases, and how many times they are that of the imports."""
    roots = {"": ROOT} | ({} if against is None else {"before": against.resolve()})
    found: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="startup-") as folder:
        for name, text in FILES.items():
            pathlib.Path(folder, name).write_text(text, encoding="utf-8")
        for _ in range(runs):
            found.setdefault((BASE, ""), []).append(seconds(("-c", BASE), folder, ROOT))
            for name in names:
                for when, root in roots.items():
                    found.setdefault((name, when), []).append(seconds(CASES[name], folder, root))
    medians = {key: statistics.median(times) for key, times in found.items()}
    base = medians[BASE, ""]
    return [_row(name, medians[name, ""], medians.get((name, "before")), base) for name in (BASE, *names)]


def searches(against: pathlib.Path | None) -> dict[str, Any]:
    """Medians over the first eighteen of Hacker's Delight, each solved once, within 10 s."""
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="startup-") as folder:
        for name in PROGRAMS:
            for when, root in {"": ROOT, "before": against}.items():
                if root is not None:
                    command = ("-m", "synth", f"hackers_delight/{name}", "--timeout", "10")
                    found.setdefault(when, []).append(seconds(command, folder, root.resolve()))
    medians = {when: statistics.median(times) for when, times in found.items()}
    return _row("p01 to p18, the median", medians[""], medians.get("before"), None)


def _row(name: str, median: float, before: float | None, base: float | None) -> dict[str, Any]:
    row = {"case": name, "seconds": median, "of the imports": None if base is None else median / base}
    return row if before is None else row | {"before": before, "before, of the imports": None if base is None else before / base}


def table(found: Sequence[Mapping[str, Any]]) -> Table:
    """The medians as a table."""
    numbers = [name for row in found for name in row if name != "case"]
    return Table("startup", "Start-up", "", {"case": Kind.TEXT} | dict.fromkeys(numbers, Kind.SECONDS), found)


@click.command(help=__doc__)
@click.option("--runs", default=7, show_default=True, help="Runs per case.")
@click.option("--against", type=click.Path(exists=True, file_okay=False, path_type=pathlib.Path), help="Another checkout.")
@click.option("--case", "names", multiple=True, type=click.Choice(list(CASES)), help="Only these; may be repeated.")
@click.option("--searches/--no-searches", "searched", default=True, help="Solve p01 to p18, too.  [yes]")
def main(runs: int, against: pathlib.Path | None, names: tuple[str, ...], searched: bool) -> None:
    """Print the table."""
    found = rows(runs, against, names or list(CASES))
    click.echo(markdown(table([*found, *([searches(against)] if searched else [])])))
    facts = {**circumstances(), "runs": runs} | ({} if against is None else {"before": _commit(against)})
    click.echo("\n" + "\n".join(f"- {name}: {value}" for name, value in facts.items()))


def _commit(checkout: pathlib.Path) -> str:
    told = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=checkout, capture_output=True, text=True, check=True)
    return told.stdout.strip()


if __name__ == "__main__":
    main()
