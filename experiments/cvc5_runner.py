"""cvc5 on one SyGuS-IF file: prints the define-funs, `(infeasible)` or `(fail)`.

Its options are those that suit it best on bit vectors; the default enumerator is much weaker. Its own time limits do not end a
search for functions: an alarm ends the process.
"""

from __future__ import annotations

import pathlib
import signal
import sys
from typing import Any

import click
import cvc5  # type: ignore[import-untyped]

OPTIONS = {"sygus": "true", "incremental": "false", "sygus-enum": "fast"}


def solve(text: str, name: str = "problem.sl") -> str:
    """What cvc5 answers to the commands of a SyGuS-IF text. RuntimeError where it cannot read or do them."""
    solver: Any = cvc5.Solver(cvc5.TermManager())
    for option, value in OPTIONS.items():
        solver.setOption(option, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SYGUS_2_1, text, name)
    output = ""
    while not (command := parser.nextCommand()).isNull():
        output += str(command.invoke(solver, parser.getSymbolManager()))
    return output.strip()


@click.command(help=__doc__)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=pathlib.Path))
@click.option("--timeout", default=20.0, show_default=True, help="Seconds.")
def main(file: pathlib.Path, timeout: float) -> None:
    """Solve and print."""
    signal.setitimer(signal.ITIMER_REAL, timeout)
    try:
        answer = solve(file.read_text(encoding="utf-8"), str(file))
    except RuntimeError as error:
        click.echo(f"{file}: error: {str(error).strip()}", err=True)
        sys.exit(2)
    click.echo(f"({answer})" if answer in ("infeasible", "fail") else answer)


if __name__ == "__main__":
    main()
