"""`synth prove`: verdicts on a C program, with certificates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from synth.cli import parameters
from synth.cli.exits import Exit
from synth.cli.questions import PropertyName, single, task_of
from synth.cli.replay import Contradicted, answers_of, replay
from synth.cli.trial import trial
from synth.cli.witness import writable, write_witness
from synth.errors import InputError

if TYPE_CHECKING:
    from synth.analysis.certificates import Certificate
    from synth.analysis.replay import Answers
    from synth.analysis.verdict import Verdict
    from synth.cli.replay import Replay
    from synth.cli.trial import Trial
    from synth.frontends.c.load import Program
    from synth.frontends.c.task import Question
    from synth.transition import TransitionSystem

_RUNS, _ROUNDS, _TRYING = 60, 2_000, 0.3
"""How many random runs a verdict is tried on, of how many rounds, in how many seconds."""

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
@click.option("--replay/--no-replay", "replayed", default=True, help="Run the compiled program against the verdict.  [replay]")
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
    never ends, is replayed by the program itself, compiled with gcc; what is said of all runs is tried on random ones. A verdict
    that the compiled program contradicts is not shown, but an internal error.
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
    verdicts: list[Verdict] = []
    with configure(verbose, log):
        program = load(task.file, **options)
        shown = _Shown(program, file, options, as_json, annotate, quiet, replayed, witness)
        for question in task.questions:
            verdicts.append(decide(program.system, Property(question.property), timeout, seed, encodings))
            shown.show(question, verdicts[-1])
    if annotate and not as_json:
        from synth.analysis.annotate import annotated

        click.echo(annotated(program.lines, program.system, verdicts))
    return _status(verdicts)


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
        """The verdict on stdout and in its files; on stderr what is odd. Contradicted where the compiled program says otherwise."""
        answers: Answers | None = None
        made: Replay | Trial | None = None
        certificate = verdict.certificate
        try:
            if certificate is not None and verdict.holds is False and (self.replayed or self.witness is not None):
                answers = answers_of(self.program, certificate)
            if certificate is not None and self.replayed:
                made = self._tried(verdict, certificate, answers)
        except KeyboardInterrupt:
            self._say(verdict, None)
            raise
        if made is not None and made.wrong:
            raise Contradicted(f"{self.file}: {_SAYS[verdict.property.value, bool(verdict.holds)]}, but the compiled program says "
                               f"otherwise: {made.text}")
        self._say(verdict, made)
        notes = [] if self.witness is None else list(
            write_witness(self.witness, self.program, verdict, question, answers, self.options))
        for line in [*_unexpected(question, verdict), *(f"{self.file}: {note}" for note in notes)] if not self.quiet else []:
            click.echo(line, err=True)

    def _tried(self, verdict: Verdict, certificate: Certificate, answers: Answers | None) -> Replay | Trial:
        """What the compiled program says: of the run that a certificate has, or of its facts, on a few random runs."""
        if verdict.holds is False:
            return replay(self.program, answers, certificate)
        return trial(self.program, certificate, runs=_RUNS, rounds=_ROUNDS, seconds=_TRYING)

    def _say(self, verdict: Verdict, made: Replay | Trial | None) -> None:
        if self.as_json:
            from synth.analysis.record import to_record

            came = None if made is None else made.record
            runs = (came, None) if verdict.holds is False else (None, came)
            record = to_record(verdict, self.program.system, self.program.file, self.options, *runs)
            click.echo(json.dumps(record, ensure_ascii=False))
        elif not self.annotate:
            told = [] if made is None or self.quiet else [f"  {made.told}"]
            click.echo("\n".join([*_told(verdict, self.program.system, self.file, self.quiet), *told]))


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
