"""`synth prove`: verdicts on a C program, with certificates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from synth.cli import parameters
from synth.cli.exits import Exit
from synth.cli.questions import PropertyName, single, task_of
from synth.cli.replay import Contradicted, answers_of, replay
from synth.cli.trial import Trial, trial
from synth.cli.witness import writable, write_witness
from synth.errors import InputError

if TYPE_CHECKING:
    from synth.analysis.certificates import Certificate
    from synth.analysis.property import Verdict
    from synth.analysis.replay import Answers
    from synth.cli.replay import Replay
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
@click.option("--timeout", default=60.0, metavar="S", type=parameters.SECONDS, help="Seconds for each, reading included.  [60]")
@click.option("--memory-limit", metavar="MB", type=click.IntRange(min=64), help="Stop when all processes hold more than this.")
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
def prove(file: str, asked: str | None, timeout: float, memory_limit: int | None, seed: int, data_model: str | None,
          signed_overflow: str, encodings: tuple[str, ...], annotate: bool, witness: str | None, replayed: bool, as_json: bool,
          quiet: bool, verbose: int, log: str | None) -> Exit:
    """Decide whether the C program in FILE terminates, and whether its assertions can fail.

    FILE may also be a task definition of SV-COMP (.yml), which names the program and the properties. A run that fails, or that
    never ends, is replayed by the program itself, compiled with gcc; what is said of all runs is tried on random ones. A verdict
    that the compiled program contradicts is not shown, but an internal error.
    """
    from synth.cli.proving import Job, answers
    from synth.solver.logs import configure

    if timeout < 0:
        raise InputError(f"--timeout must be at least 0.0, not {timeout}")
    task = task_of(file, asked, timeout)
    if witness is not None:
        single(task)
        writable(witness)
    options = {"data_model": data_model or task.data_model or "LP64", "signed_overflow": signed_overflow}
    job = Job(task, options, timeout, memory_limit, seed, encodings)
    verdicts: list[Verdict] = []
    with configure(verbose, log):
        shown = _Shown(task.file, None, file, options, as_json, annotate, quiet, replayed, witness)
        for answer in answers(job, lambda program: replace(shown, program=program)):
            answer.tell()
            verdicts += answer.verdicts
    return _status(verdicts)


@dataclass(frozen=True)
class _Shown:
    """How verdicts on a program are shown, and what is done with them; the program is None where it was not read in time."""

    source: str
    program: Program | None
    file: str
    options: Mapping[str, str]
    as_json: bool
    annotate: bool
    quiet: bool
    replayed: bool
    witness: str | None

    def show(self, question: Question, verdict: Verdict) -> Verdict:
        """The verdict on stdout and in its files; on stderr what is odd. Contradicted where the compiled program says otherwise.

        Unknown is what holds only in the order of evaluation that is assumed, as a run of the compiled program shows.
        """
        answers: Answers | None = None
        made: Replay | Trial | None = None
        program, certificate = self.program, verdict.certificate
        if program is not None and certificate is not None:
            if verdict.holds is False and (self.replayed or self.witness is not None):
                answers = answers_of(program, certificate)
            made = _tried(program, verdict, certificate, answers) if self.replayed else None
        if made is not None and made.wrong:
            raise Contradicted(f"{self.file}: {_SAYS[verdict.property.value, bool(verdict.holds)]}, but the compiled program says "
                               f"otherwise: {made.text}")
        if made is not None and made.status == "open":
            verdict = replace(verdict, holds=None, certificate=None, reason=made.text, found_by=None, proved_by=())
        self._say(verdict, made)
        notes = [] if self.witness is None else list(
            write_witness(self.witness, self.program, verdict, question, answers, self.options))
        for line in [*_unexpected(question, verdict), *(f"{self.file}: {note}" for note in notes)] if not self.quiet else []:
            click.echo(line, err=True)
        return verdict

    def _say(self, verdict: Verdict, made: Replay | Trial | None) -> None:
        system = None if self.program is None else self.program.system
        if self.as_json:
            from synth.analysis.record import to_record

            came = None if made is None else made.record
            runs = (None, came) if isinstance(made, Trial) else (came, None)
            undefined = [] if self.program is None else [vars(call) for call in self.program.undefined]
            record = to_record(verdict, system, self.source, self.options, runs[0], runs[1], undefined)
            click.echo(json.dumps(record, ensure_ascii=False))
        elif not self.annotate:
            told = [] if made is None or self.quiet or verdict.holds is None else [f"  {made.told}"]
            click.echo("\n".join([*_told(verdict, system, self.file, self.quiet), *told, *self._assumed(verdict)]))

    def _assumed(self, verdict: Verdict) -> Iterator[str]:
        """What the verdict takes for granted of functions that nothing defines."""
        known = self.program is not None and verdict.holds is not None and not self.quiet
        for call in self.program.undefined if known and self.program is not None else ():
            yield f"  assumed: line {call.line}: {call.name}() has no body: it returns any value and does nothing else"
        if known and self.program is not None and self.program.open_order is not None:
            yield f"  assumed: line {self.program.open_order}: what C leaves open is evaluated from left to right"

    def briefly(self, verdict: Verdict) -> _Shown | None:
        """Without a replay and a witness, which take time, where there may be one."""
        long = verdict.holds is not None and (self.replayed or self.witness is not None)
        return replace(self, replayed=False, witness=None) if long else None

    def close(self, verdicts: Sequence[Verdict]) -> None:
        """The source with the verdicts at its loops."""
        if self.annotate and not self.as_json and self.program is not None:
            from synth.analysis.annotate import annotated

            click.echo(annotated(self.program.lines, [(self.program.about(v.property.value).system, v) for v in verdicts]))


def _tried(program: Program, verdict: Verdict, certificate: Certificate, answers: Answers | None) -> Replay | Trial:
    """What the compiled program says: of the run that a certificate has, or of its facts, on a few random runs."""
    if verdict.holds is False:
        return replay(program, answers, certificate)
    return trial(program, certificate, runs=_RUNS, rounds=_ROUNDS, seconds=_TRYING)


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


def _told(verdict: Verdict, system: TransitionSystem | None, file: str, quiet: bool) -> Iterator[str]:
    if verdict.holds is None:
        yield f"{file}: {verdict.property.value} unknown after {verdict.seconds:.1f} s, {verdict.reason}"
        return
    yield f"{file}: {_SAYS[verdict.property.value, verdict.holds]} (checked)"
    if quiet or verdict.certificate is None or system is None:
        return
    from synth.analysis.annotate import lines_of

    yield from (f"  {line}" for line in lines_of(verdict.certificate, system))
    yield f"  proved by {' and '.join(verdict.proved_by)}, found by {verdict.found_by} in {verdict.seconds:.2f} s"
