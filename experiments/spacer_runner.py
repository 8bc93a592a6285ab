"""Z3's Spacer alone on the Horn clauses of a C program: prints `true` where no assertion can fail, `false`, `unknown` or `timeout`.

The clauses are those that our front end makes of the program. What Spacer says is printed as it is; nobody checks it.
"""

from __future__ import annotations

import sys
import time

import click
import z3

from synth.analysis.invariants.spacer import horn_clauses
from synth.errors import SynthError
from synth.frontends.c.load import load

_SAID = {"unsat": "true", "sat": "false"}
_UNUSABLE = 2


def decided(file: str, seconds: float, seed: int = 0, data_model: str = "LP64", signed_overflow: str = "wrap") -> str:
    """What Spacer says of a program. SynthError where the program cannot be read."""
    started = time.monotonic()
    solver, _, failed = horn_clauses(load(file, data_model=data_model, signed_overflow=signed_overflow).system)
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
@click.option("--data-model", default="LP64", show_default=True, help="Sizes of C's types: LP64 or ILP32.")
@click.option("--signed-overflow", default="wrap", show_default=True, help="What it is: wrap or error.")
def main(file: str, timeout: float, seed: int, data_model: str, signed_overflow: str) -> None:
    """Print the verdict."""
    try:
        click.echo(decided(file, timeout, seed, data_model, signed_overflow))
    except SynthError as error:
        click.echo(str(error), err=True)
        sys.exit(_UNUSABLE)


if __name__ == "__main__":
    main()
