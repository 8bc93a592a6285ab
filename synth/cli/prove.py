"""`synth prove`: verdicts on a C program, with certificates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from synth.cli import parameters
from synth.cli.exits import Exit
from synth.errors import InputError

if TYPE_CHECKING:
    from synth.analysis.verdict import Verdict
    from synth.transition import TransitionSystem

_SAYS = {("termination", True): "terminates", ("termination", False): "may run for ever",
         ("safety", True): "safe: no assertion can fail", ("safety", False): "unsafe: an assertion can fail"}


@click.command("prove")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--property", "asked", type=click.Choice(["termination", "safety"]), help="Only this one.  [both]")
@click.option("--timeout", default=60.0, metavar="S", type=parameters.SECONDS, help="Stop after this many seconds for each.  [60]")
@click.option("--seed", default=0, metavar="N", type=click.IntRange(min=0), help="Seed of everything random.  [0]")
@click.option("--data-model", default="LP64", metavar="MODEL", help="Sizes of C's types: LP64 or ILP32.  [LP64]")
@click.option("--signed-overflow", default="wrap", type=click.Choice(["wrap", "error"]), help="What it is.  [wrap]")
@click.option("--annotate", is_flag=True, help="Print the source with invariants and ranks at its loops, as ACSL comments.")
@parameters.as_json
@parameters.quiet
@parameters.verbose
@parameters.log
@parameters.debug
def prove(file: str, asked: str | None, timeout: float, seed: int, data_model: str, signed_overflow: str, annotate: bool,
          as_json: bool, quiet: bool, verbose: int, log: str | None) -> Exit:
    """Decide whether the C program in FILE terminates, and whether its assertions can fail."""
    from synth.analysis.record import to_record
    from synth.analysis.verdict import Property, decide
    from synth.frontends.c.load import load
    from synth.solver.logs import configure

    options = {"data_model": data_model, "signed_overflow": signed_overflow}
    verdicts: list[Verdict] = []
    with configure(verbose, log):
        program = load(file, data_model=data_model, signed_overflow=signed_overflow)
        for wanted in Property if asked is None else (Property(asked),):
            verdicts.append(verdict := decide(program.system, wanted, timeout, seed))
            if as_json:
                click.echo(json.dumps(to_record(verdict, program.system, file, options), ensure_ascii=False))
            elif not annotate:
                click.echo("\n".join(_told(verdict, program.system, file, quiet)))
    if annotate and not as_json:
        from synth.analysis.annotate import annotated

        click.echo(annotated(program.lines, program.system, verdicts))
    return _status(verdicts)


def _status(verdicts: list[Verdict]) -> Exit:
    if any(v.holds is False for v in verdicts):
        return Exit.NO_SOLUTION
    return Exit.SOLVED if all(v.holds for v in verdicts) else Exit.UNKNOWN


def _told(verdict: Verdict, system: TransitionSystem, file: str, quiet: bool) -> Iterator[str]:
    if verdict.holds is None:
        yield f"{file}: {verdict.property.value} unknown after {verdict.seconds:.1f} s, {verdict.reason}"
        return
    yield f"{file}: {_SAYS[verdict.property.value, verdict.holds]} (checked)"
    if quiet or verdict.certificate is None:
        return
    from synth.analysis.annotate import lines_of

    yield from (f"  {line}" for line in lines_of(verdict.certificate, system))
    yield f"  proved by {' and '.join(verdict.proved_by)}, found by {verdict.found_by} in {verdict.seconds:.2f} s"


def check_verdict(record: Mapping[str, Any], timeout: float, chosen: str | None) -> tuple[Exit, str]:
    """Prove an earlier verdict anew, with solvers other than those that proved it: how it came out, and in words."""
    from synth.analysis.checker import checked
    from synth.analysis.record import certificate_of
    from synth.checking.backends import SOLVERS
    from synth.frontends.c.load import load

    if record.get("verdict") not in ("true", "false"):
        raise InputError(f"nothing to check: the verdict is {record.get('verdict')!r}")
    options = record.get("options") or {}
    program = load(chosen or str(record.get("file")), data_model=str(options.get("data_model", "LP64")),
                   signed_overflow=str(options.get("signed_overflow", "wrap")))
    certificate = certificate_of(record, program.system)
    if (record["certificate"]["kind"] in ("ranking", "safety-invariant")) is not (record["verdict"] == "true"):
        return Exit.NO_SOLUTION, "refuted, the certificate is not one for this verdict"
    if (record["certificate"]["kind"] in ("ranking", "recurrence-set")) is not (record.get("property") == "termination"):
        return Exit.NO_SOLUTION, "refuted, the certificate is not one for this property"
    others = tuple(s for s in SOLVERS if s not in str(record.get("proved_by"))) or SOLVERS
    result = checked(program.system, certificate, timeout, others)
    if result.holds:
        return Exit.SOLVED, f"confirmed, {record['property']} {record['verdict']}, proved by {' and '.join(result.solvers)}"
    if result.holds is None:
        return Exit.UNKNOWN, f"undecided, {result.text}"
    return Exit.NO_SOLUTION, f"refuted, {result.text}"
