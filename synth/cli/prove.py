"""`synth prove`: verdicts on a C program, with certificates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from synth.cli import parameters
from synth.cli.exits import Exit
from synth.cli.questions import PropertyName, single, task_of
from synth.cli.replay import answers_of, replay
from synth.cli.witness import writable, write_witness
from synth.errors import InputError

if TYPE_CHECKING:
    from synth.analysis.verdict import Verdict
    from synth.frontends.c.load import Program
    from synth.frontends.c.task import Question
    from synth.transition import TransitionSystem

_SAYS = {("termination", True): "terminates", ("termination", False): "may run for ever",
         ("safety", True): "safe: no assertion can fail", ("safety", False): "unsafe: an assertion can fail"}


@click.command("prove")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--property", "asked", metavar="PROPERTY", type=PropertyName(),
              help="Only this one: termination, safety or a file (.prp).  [both, or those of the task]")
@click.option("--timeout", default=60.0, metavar="S", type=parameters.SECONDS, help="Stop after this many seconds for each.  [60]")
@click.option("--seed", default=0, metavar="N", type=click.IntRange(min=0), help="Seed of everything random.  [0]")
@click.option("--data-model", type=click.Choice(["LP64", "ILP32"]), help="Sizes of C's types.  [that of the task, or LP64]")
@click.option("--signed-overflow", default="wrap", type=click.Choice(["wrap", "error"]), help="What it is.  [wrap]")
@click.option("--encoding", "encodings", metavar="NAME", multiple=True,
              help="Search by this formula only, for instance termination/conditional (see `synth list`); may be repeated.")
@click.option("--annotate", is_flag=True, help="Print the source with invariants and ranks at its loops, as ACSL comments.")
@click.option("--witness", metavar="FILE", type=click.Path(dir_okay=False), help="Write a witness in the YAML format of SV-COMP.")
@click.option("--replay/--no-replay", "replayed", default=True, help="Compile and run the program that fails.  [replay]")
@parameters.as_json
@parameters.quiet
@parameters.verbose
@parameters.log
@parameters.debug
def prove(file: str, asked: str | None, timeout: float, seed: int, data_model: str | None, signed_overflow: str,
          encodings: tuple[str, ...], annotate: bool, witness: str | None, replayed: bool, as_json: bool, quiet: bool, verbose: int,
          log: str | None) -> Exit:
    """Decide whether the C program in FILE terminates, and whether its assertions can fail.

    FILE may also be a task definition of SV-COMP (.yml), which names the program and the properties. A run that fails, or that
    never ends, is replayed by the program itself, compiled with gcc.
    """
    from synth.analysis.property import Property
    from synth.analysis.verdict import decide
    from synth.frontends.c.load import load
    from synth.solver.logs import configure

    if timeout < 0:
        raise InputError(f"--timeout must be at least 0.0, not {timeout}")
    task = task_of(file, asked)
    if witness is not None:
        single(task)
        writable(witness)
    options = {"data_model": data_model or task.data_model or "LP64", "signed_overflow": signed_overflow}
    with configure(verbose, log):
        program = load(task.file, **options)
        judged: list[tuple[TransitionSystem, Verdict]] = []
        for question in task.questions:
            own = program.about(question.property)
            judged.append((own.system, decide(own.system, Property(question.property), timeout, seed, encodings)))
            _Shown(own, file, options, as_json, annotate, quiet, replayed, witness).show(question, judged[-1][1])
    if annotate and not as_json:
        from synth.analysis.annotate import annotated

        click.echo(annotated(program.lines, judged))
    return _status([verdict for _, verdict in judged])


@dataclass(frozen=True)
class _Shown:
    """How verdicts on a program are shown, and what is done with them."""

    program: Program
    file: str
    options: Mapping[str, str]
    as_json: bool
    annotate: bool
    quiet: bool
    replayed: bool
    witness: str | None

    def show(self, question: Question, verdict: Verdict) -> None:
        """The verdict on stdout and in its files; on stderr what is odd."""
        runs = verdict.holds is False and self.replayed and (self.as_json or not (self.annotate or self.quiet))
        wanted = verdict.holds is False and (runs or self.witness is not None)
        if not (self.as_json or self.annotate):
            click.echo("\n".join([*_told(verdict, self.program.system, self.file, self.quiet), *self._assumed(verdict)]))
        answers = answers_of(self.program, verdict.certificate) if wanted and verdict.certificate is not None else None
        made = replay(self.program, answers) if runs else None
        if self.as_json:
            from synth.analysis.record import to_record

            record = to_record(verdict, self.program.system, self.program.file, self.options, None if made is None else made.record,
                               [vars(call) for call in self.program.undefined])
            click.echo(json.dumps(record, ensure_ascii=False))
        elif made is not None:
            click.echo(f"  {made.told}")
        notes = [] if self.witness is None else list(
            write_witness(self.witness, self.program, verdict, question, answers, self.options))
        for line in [*_unexpected(question, verdict), *(f"{self.file}: {note}" for note in notes)] if not self.quiet else []:
            click.echo(line, err=True)
        if made is not None and made.wrong:
            click.echo(f"{self.file}: THE PROGRAM CONTRADICTS THE CERTIFICATE: {made.text}. This is an error of synth; "
                       "please report it.", err=True)


    def _assumed(self, verdict: Verdict) -> Iterator[str]:
        """What the verdict takes for granted of functions that nothing defines."""
        for call in self.program.undefined if verdict.holds is not None and not self.quiet else ():
            yield f"  assumed: line {call.line}: {call.name}() has no body: it returns any value and does nothing else"


def _unexpected(question: Question, verdict: Verdict) -> Iterator[str]:
    """That a task says otherwise."""
    if None not in (question.expected, verdict.holds) and question.expected is not verdict.holds:
        file, line, column = question.place
        yield (f"{file}:{line}:{column}: warning: the expected verdict on {question.property} is {str(question.expected).lower()}, "
               f"found {str(verdict.holds).lower()}")


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
                   signed_overflow=str(options.get("signed_overflow", "wrap"))).about(str(record.get("property")))
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
