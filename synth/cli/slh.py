"""`synth slh`: questions about heaps of singly linked lists."""

from __future__ import annotations

import pathlib

import click

from synth.cli import parameters
from synth.cli.exits import Exit
from synth.cli.standard_input import Source, shown

_STATUS = {"decided": Exit.SOLVED, "unexpected": Exit.NO_SOLUTION, "unknown": Exit.UNKNOWN}


@click.command("slh")
@click.argument("file", type=Source(lambda text: ".slh"))
@click.option("--timeout", default=60.0, metavar="S", type=parameters.SECONDS, help="Seconds for each (check-sat).  [60]")
@click.option("--memory-limit", metavar="MB", type=click.IntRange(min=64), help="Stop when all processes hold more than this.")
@click.option("--solver", "solvers", metavar="NAME", multiple=True, type=click.Choice(["z3", "bitwuzla"]),
              help="Who is asked: z3, bitwuzla; may be repeated.  [both, in turns]")
@click.option("--smallest", default=1.0, metavar="S", type=parameters.SECONDS,
              help="Seconds for making the heaps of a model small.  [1]")
@click.option("--svg", metavar="FOLDER", type=click.Path(file_okay=False), help="Draw the heaps of models there, as SVG.")
@click.option("--dot", metavar="FOLDER", type=click.Path(file_okay=False), help="The same for Graphviz.")
@parameters.as_json
@parameters.verbose
@parameters.log
@parameters.debug
def slh(file: str, timeout: float, memory_limit: int | None, solvers: tuple[str, ...], smallest: float, svg: str | None,
        dot: str | None, as_json: bool, verbose: int, log: str | None) -> Exit:
    """Answer the questions in FILE (.slh; - for stdin) about heaps of singly linked lists, in the syntax of SMT-LIB.

    The status is 0 where all are answered, and as (set-info :status …) says, 1 where one is not as that says, 3 where one is open.
    """
    from synth.api.heaps import decide
    from synth.solver.logs import configure

    def told(text: str) -> None:
        if not as_json:
            click.echo(shown(text))

    with configure(verbose, log, False):
        answers = decide(file, timeout=timeout, memory=memory_limit, solvers=solvers, smallest=smallest, told=told)
    for question in answers.questions:
        if question.wrong:
            click.echo(shown(f"{file}:{question.line}: {question.answer}, where {question.expected} is expected"), err=True)
    for folder, language in ((svg, "svg"), (dot, "dot")):
        if folder is not None:
            _write(pathlib.Path(folder), language, answers.pictures(language))
    if as_json:
        click.echo(shown(answers.json))
    return _STATUS[answers.status]


def _write(folder: pathlib.Path, suffix: str, pictures: list[tuple[str, str]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pictures:
        (folder / f"{name}.{suffix}").write_text(text, encoding="utf-8")
