"""Z3's Spacer alone on the Horn clauses of a C program: prints `true` where no assertion can fail, `false`, `unknown` or `timeout`.

The clauses are those that our front end makes of the program. What Spacer says is printed as it is; nobody checks it. Asked for
unreach-call, it is asked about runs that end where another assertion fails.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import click
import z3

from synth.analysis.invariants.spacer import horn_clauses
from synth.errors import SynthError
from synth.frontends.c.load import load
from synth.frontends.svcomp.questions import STANDARD
from synth.transition import CAUSES

_SAID = {"unsat": "true", "sat": "false"}
_UNUSABLE = 2


def decided(file: str, seconds: float, seed: int = 0, asked: str = "safety", **options: Any) -> str:
    """What Spacer says of a program, read with `options`, those of `load`. SynthError where the program cannot be read."""
    started = time.monotonic()
    system, only = load(file, **options).system, STANDARD[asked].only
    solver, _, failed = horn_clauses(system.ending(CAUSES - set(only)) if only else system)
    solver.set("timeout", max(1, int(seconds * 1000)))
    solver.set("spacer.random_seed", seed)
    try:
        said = _SAID.get(str(solver.query(failed())), "unknown")
    except z3.Z3Exception:
        said = "unknown"
    return "timeout" if said == "unknown" and time.monotonic() - started >= seconds else said


@click.command(help=__doc__)
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--timeout", default=60.0, show_default=True, help="Seconds.")
@click.option("--seed", default=0, show_default=True, help="Seed of Spacer.")
@click.option("--property", "asked", default="safety", type=click.Choice(["safety", "unreach-call"]), help="What is asked.")
@click.option("--data-model", default="LP64", show_default=True, help="Sizes of C's types: LP64 or ILP32.")
@click.option("--signed-overflow", default="wrap", show_default=True, help="What it is: wrap or error.")
@click.option("--allocation", default="fails", show_default=True, help="Whether malloc may return null: fails or succeeds.")
def main(file: str, timeout: float, seed: int, asked: str, data_model: str, signed_overflow: str, allocation: str) -> None:
    """Print the verdict."""
    try:
        click.echo(decided(file, timeout, seed, asked, data_model=data_model, signed_overflow=signed_overflow,
                           allocation=allocation))
    except SynthError as error:
        click.echo(str(error), err=True)
        sys.exit(_UNUSABLE)


if __name__ == "__main__":
    main()
