"""How synth is installed, and what then works: a table of ways, each in an environment of its own.

Each way begins with a clone of the checkout's commit. Then two programs of Hacker's Delight are searched for: p03, and p14 within
10 s. "No compiler" means that PATH names no folder but the environment's own.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from experiments.circumstances import ROOT, circumstances
from experiments.reports.table import Kind, Table, markdown


@dataclass(frozen=True)
class Way:
    """A way to install.

    built      what is built first, with a compiler: a "wheel", an "sdist", or nothing
    arguments  those of `pip install`; {} stands for what was built
    make       a target of make instead
    compiler   whether there is one while it is installed and used
    """

    name: str
    arguments: Sequence[str] = ()
    built: str = ""
    make: str = ""
    compiler: bool = True


WAYS = (
    Way("make setup", make="setup"), Way("pip install .", (".",)), Way("pip install -e .", ("-e", ".")),
    Way("pip install WHEEL", ("{}",), "wheel"), Way("pip install SDIST", ("{}",), "sdist"),
    Way("pip install WHEEL, no compiler", ("{}",), "wheel", compiler=False),
    Way("pip install SDIST, no compiler", ("{}",), "sdist", compiler=False),
)
PROBLEMS: Mapping[str, Sequence[str]] = {"p03": (), "p14": ("--timeout", "10")}


def measured(way: Way, folder: pathlib.Path) -> dict[str, Any]:
    """What comes of a way in an empty folder; RuntimeError where a step fails."""
    clone, venv = folder / "checkout", folder / "checkout" / ".venv"
    _run(("git", "clone", "--quiet", str(ROOT), str(clone)), folder)
    _run((sys.executable, "-m", "venv", str(venv)), folder)
    paths = os.environ["PATH"] if way.compiler else str(venv / "bin")
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")} | {"PATH": paths}
    built = _built(way.built, clone, folder) if way.built else ""
    start = time.perf_counter()
    if way.make:
        _run(("make", "--silent", way.make), clone, environment)
    else:
        _run((str(venv / "bin" / "python"), "-m", "pip", "install", "--quiet", *(a.format(built) for a in way.arguments)), clone,
             environment)
    row: dict[str, Any] = {"way": way.name, "installed": time.perf_counter() - start}
    told = _run((str(venv / "bin" / "python"), "-c", "import synth; print(synth.__path__[0])"), folder, environment)
    row["libraries"] = len(list(pathlib.Path(told.strip(), "engines").rglob("*.so")))
    for name, options in PROBLEMS.items():
        start = time.perf_counter()
        words = (str(venv / "bin" / "synth"), f"hackers_delight/{name}", "--json", *options)
        answer = json.loads(_run(words, folder, environment, (0, 3)))
        row[name] = time.perf_counter() - start
        row[f"{name} minimal"] = f"{answer['minimal_width']} bits" if answer.get("minimal_width") else "not shown"
    return row


def _built(kind: str, clone: pathlib.Path, folder: pathlib.Path) -> str:
    """The path of a wheel or an sdist of the clone."""
    code = f"import os, setuptools.build_meta as m; print(m.build_{kind}(os.environ['TO']))"
    words = (sys.executable, "-W", "ignore", "-c", code)
    made = _run(words, clone, {**os.environ, "TO": str(folder), "PYTHONPATH": str(clone)}).split()[-1]
    return str(folder / made)


def _run(words: Sequence[str], folder: pathlib.Path, environment: Mapping[str, str] | None = None,
         good: Sequence[int] = (0,)) -> str:
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in good:
        raise RuntimeError(f"{' '.join(words)} ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
    return done.stdout


@click.command(help=__doc__)
@click.option("--way", "names", multiple=True, type=click.Choice([w.name for w in WAYS]), help="Only these; may be repeated.")
def main(names: tuple[str, ...]) -> None:
    """Print the table."""
    rows = []
    for way in WAYS:
        if not names or way.name in names:
            with tempfile.TemporaryDirectory(prefix="installing-") as folder:
                rows.append(measured(way, pathlib.Path(folder)))
    kinds = {"way": Kind.TEXT, "installed": Kind.SECONDS, "libraries": Kind.COUNT}
    kinds |= {column: kind for name in PROBLEMS for column, kind in ((name, Kind.SECONDS), (f"{name} minimal", Kind.TEXT))}
    click.echo(markdown(Table("installing", "Installing", "", kinds, rows)))
    click.echo("\n" + "\n".join(f"- {name}: {value}" for name, value in circumstances().items()))


if __name__ == "__main__":
    main()
