"""`synth prove`: verdicts on a C program, with certificates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from synth.cli import completion, parameters
from synth.cli.exits import Exit
from synth.cli.standard_input import Source, shown

if TYPE_CHECKING:
    from synth.api.verdicts import Verdict


@click.command("prove")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=Source(lambda text: ".c"))
@click.option("--property", "asked", metavar="PROPERTY", shell_complete=completion.properties,
              help="Only this one: termination, safety, unreach-call, no-overflow (or overflow), memory-safety or a file (.prp).  "
                   "[the first two, or a task's]")
@click.option("--timeout", default=60.0, metavar="S", type=parameters.SECONDS, help="Seconds for each, reading included.  [60]")
@click.option("--memory-limit", metavar="MB", type=click.IntRange(min=64), help="Stop when all processes hold more than this.")
@click.option("--seed", default=0, metavar="N", type=click.IntRange(min=0), help="Seed of everything random.  [0]")
@click.option("--data-model", type=click.Choice(["LP64", "ILP32"]), help="Sizes of C's types.  [that of the task, or LP64]")
@click.option("--signed-overflow", default="wrap", type=click.Choice(["wrap", "error"]), help="What it is.  [wrap]")
@click.option("--undefined", default="defined", type=click.Choice(["defined", "error"]),
              help="Division by zero, and shifts by too much.  [defined]")
@click.option("--allocation", type=click.Choice(["fails", "succeeds"]),
              help="Whether malloc and the like may return null.  [succeeds in a task, else fails]")
@click.option("--strict", is_flag=True, help="Refuse functions that nothing defines and that have no known meaning.")
@click.option("--function", "entry", metavar="NAME", help="Start with this function, its arguments any values.  [main]")
@click.option("--database", "-p", metavar="FOLDER", type=click.Path(file_okay=False),
              help="Read the files with the macros and folders that FOLDER/compile_commands.json says.")
@click.option("--include", "-I", metavar="FOLDER", multiple=True, type=click.Path(file_okay=False),
              help="Look for headers there, too; may be repeated.")
@click.option("--define", "-D", metavar="NAME[=TEXT]", multiple=True, help="Define a macro; may be repeated.")
@click.option("--encoding", "encodings", metavar="NAME", multiple=True, shell_complete=completion.encodings,
              help="Search by this formula only, for instance termination/conditional (see `synth list`), or all; may be repeated.")
@parameters.formula_options
@click.option("--unwind", metavar="N", type=click.IntRange(min=1),
              help="Follow runs for N rounds of each loop, and search nothing else.")
@click.option("--annotate", is_flag=True, help="Print the source with invariants and ranks at its loops, as ACSL comments.")
@click.option("--trace", default="last", type=click.Choice(["last", "full"]),
              help="Of a long run, tell its first inputs and last steps, or all.  [last]")
@click.option("--witness", metavar="FILE", type=click.Path(dir_okay=False), help="Write a witness in the YAML format of SV-COMP.")
@click.option("--replay/--no-replay", "replayed", default=True, help="Run the compiled program against the verdict.  [replay]")
@parameters.as_json
@parameters.quiet
@parameters.verbose
@parameters.log
@parameters.debug
def prove(files: tuple[str, ...], asked: str | None, timeout: float, memory_limit: int | None, seed: int, data_model: str | None,
          signed_overflow: str, undefined: str, allocation: str | None, strict: bool, entry: str | None, database: str | None,
          include: tuple[str, ...], define: tuple[str, ...],
          encodings: tuple[str, ...], unwind: int | None, annotate: bool, trace: str, witness: str | None, replayed: bool,
          as_json: bool, quiet: bool, verbose: int, log: str | None, **search: Any) -> Exit:
    """Decide whether the C program in FILE terminates, and whether its assertions can fail.

    Several FILEs are linked to one program. FILE may also be - for stdin, a task definition of SV-COMP (.yml), which names the
    program and the properties, or a compilation database (compile_commands.json), all files of which make the program. A run that
    fails, or that never ends, is replayed by the program itself, compiled with gcc; what is said of all runs is tried on random
    ones. A verdict that the compiled program contradicts is not shown, but an internal error.

    The options from --engines to --exchange are those of the search for solutions of formulas, which begins when a third of the
    time is over; where an encoding, engines or a cluster are named, at once, and nothing else is searched by.
    """
    from synth.api.jobs import answers, job_of
    from synth.api.verdicts import Verdict, Verdicts
    from synth.cli.display import Display, wanted
    from synth.solver.logs import configure

    options = {"signed_overflow": signed_overflow, "undefined": undefined, "unknown": "refused" if strict else "assumed",
               "entry": entry, "include": include, "define": define}
    options |= {name: said for name, said in (("data_model", data_model), ("allocation", allocation)) if said is not None}
    annotate = annotate and not as_json
    job = job_of(files, asked, options, timeout, memory_limit, seed, encodings, replayed, witness, annotate,
                 full=trace == "full", rounds=unwind, search={name: value for name, value in search.items() if value is not None},
                 folder=database)
    for line in () if quiet else job.task.left_out:
        click.echo(shown(line), err=True)
    found: list[Verdict] = []
    with configure(verbose, log, quiet), Display(wanted(quiet, verbose)) as display:
        try:
            for answer in answers(job):
                if isinstance(answer, Verdict):
                    display.clear()
                    found.append(answer)
                    _tell(answer, not as_json and not annotate, quiet)
                elif isinstance(answer, str):
                    click.echo(shown(answer))
                else:
                    display(answer)
        finally:
            if as_json and found:
                click.echo(shown(Verdicts(job.named, tuple(found), "").json))
    return _status([verdict.holds for verdict in found])


def _tell(verdict: Verdict, printed: bool, quiet: bool) -> None:
    """The verdict on stdout, where it is not printed otherwise; on stderr what is odd."""
    if printed:
        click.echo(shown(verdict.headline if quiet else verdict.text))
    for note in () if quiet else verdict.notes:
        click.echo(shown(note), err=True)


def _status(found: list[bool | None]) -> Exit:
    if False in found:
        return Exit.NO_SOLUTION
    return Exit.SOLVED if all(found) else Exit.UNKNOWN
