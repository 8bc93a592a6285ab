"""Decided questions made verdicts for users: tried on the compiled program, with a witness file where one is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from synth.analysis.property import Failed
from synth.api.record import dump
from synth.api.replays.replay import Contradicted, Replay, answers_of, fails_by_memory, replay
from synth.api.replays.trial import Trial, trial
from synth.api.replays.witness import write_witness
from synth.api.verdicts import SAYS, Verdict
from synth.frontends.c.preprocessing.dialect import File

if TYPE_CHECKING:
    from synth.analysis.certificates.kinds import Certificate
    from synth.analysis.property import Verdict as Decided
    from synth.analysis.reports.replay import Answers
    from synth.frontends.c.load import Program
    from synth.frontends.svcomp.questions import Question

_RUNS, _ROUNDS, _TRYING = 30, 2_000, 0.3
"""How many random runs a verdict is tried on, of how many rounds, in how many seconds."""


@dataclass(frozen=True)
class Telling:
    """How verdicts on a program are told, and what is done with them.

    program   None where it was not read in time
    files     those of the program; `named` is what the user called it, or the task
    options   those that it was read with
    replayed  whether the compiled program is run against each verdict
    witness   the file that a witness is written to, if any
    full      whether every step of a run is told, however long it is
    """

    program: Program | None
    files: Sequence[File]
    named: str
    options: Mapping[str, Any]
    replayed: bool
    witness: str | None
    full: bool = False

    @property
    def brief(self) -> Telling | None:
        """Without a replay and a witness, which take time; None where it is brief already."""
        return replace(self, replayed=False, witness=None) if self.replayed or self.witness is not None else None

    def tell(self, question: Question, decided: Decided) -> tuple[Decided, Verdict]:
        """The verdict, as it is after all: unknown is what holds only in the order of evaluation that is assumed, as a run of the
        compiled program shows. Contradicted where the compiled program says otherwise.
        """
        from synth.analysis.certificates.kinds import Trace

        answers: Answers | None = None
        made: Replay | Trial | None = None
        program, certificate = self.program, decided.certificate
        if program is not None and certificate is not None:
            if decided.holds is False and (self.replayed or self.witness is not None or question.only
                                           or isinstance(certificate, Trace)):
                answers = answers_of(program, certificate)
                decided = replace(decided, failed=decided.failed or failed(program, answers))
            made = _tried(program, decided, certificate, answers) if self.replayed else None
        if made is not None and made.wrong:
            raise Contradicted(f"{self.named}: {SAYS[question.name, bool(decided.holds)]}, but the compiled program says "
                               f"otherwise: {made.text}")
        reason = made.text if made is not None and made.status == "open" else beside(question, program, decided, answers)
        if reason:
            decided = replace(decided, holds=None, certificate=None, failed=None, reason=reason, found_by=None, proved_by=())
        if decided.holds is None and program is not None:
            decided = replace(decided, tried=(*decided.tried, *program.looked_at))
        notes = [] if self.witness is None else [f"{self.named}: {note}" for note in write_witness(
            self.witness, program, decided, question, answers, self._options)]
        return decided, self._verdict(question, decided, made, (*_unexpected(question, decided), *notes))

    @property
    def _options(self) -> Mapping[str, Any]:
        return self.options if self.program is None else self.program.dialect.record

    def _verdict(self, question: Question, decided: Decided, made: Replay | Trial | None, notes: tuple[str, ...]) -> Verdict:
        from synth.analysis.reports.record import document, to_record

        program = self.program
        replayed, tried = made if isinstance(made, Replay) else None, made if isinstance(made, Trial) else None
        undefined = [] if program is None else [{"name": call.name, **program.source.files.record(call.line)}
                                                for call in program.undefined]
        assumed = () if program is None or decided.holds is None else program.assumed
        system = None if program is None else program.any_system if decided.certificate is None else program.system
        record = to_record(decided, system, self._options,
                           None if replayed is None else replayed.record, None if tried is None else tried.record,
                           undefined, assumed, question.name)
        return Verdict(decided.property.value, question.name, decided.holds, decided.reason, self.named,
                       tuple(self._lines(decided)), replayed, tried, assumed, decided.tried, decided.found_by, decided.proved_by,
                       decided.seconds, question.expected, notes,
                       dump(document(self.files[0].path, [record], [file.record for file in self.files])))

    def _lines(self, decided: Decided) -> Iterator[str]:
        if decided.certificate is not None and self.program is not None:
            from synth.analysis.reports.lines import lines_of

            yield from lines_of(decided.certificate, self.program.system, self.full, decided.failed)


def _tried(program: Program, decided: Decided, certificate: Certificate, answers: Answers | None) -> Replay | Trial:
    """What the compiled program says: of the run that a certificate has, or of its facts, on a few random runs."""
    if decided.holds is False:
        return replay(program, answers, certificate)
    return trial(program, certificate, runs=_RUNS, rounds=_ROUNDS, seconds=_TRYING)


def failed(program: Program, answers: Answers | None) -> Failed | None:
    """Where the run with some answers fails, and what it does wrong with memory there; None where it does not fail, or where is not
    known."""
    if answers is None or not answers.failing:
        return None
    from synth.frontends.c.running.misused import misused

    places, found = [program.system.places[number] for number in answers.failing], None
    if answers.certain and fails_by_memory(places):
        found = misused(program, answers.told, answers.always, places)  # type: ignore[arg-type]
    if found is not None:
        return Failed(*found)
    return Failed(places[0].number) if len(places) == 1 else None


def beside(question: Question, program: Program | None, decided: Decided, answers: Answers | None) -> str:
    """Why a run that fails says nothing of the property in question, which is about other failures; "" where it does."""
    if not question.only or decided.holds is not False or program is None:
        return ""
    from synth.transition import Kind

    places = program.system.places
    failing = program.system.of_kind(Kind.ERROR) if answers is None else [places[number] for number in answers.failing]
    other = next((p for p in failing if p.cause not in (*question.only, "")), None)
    if other is None:
        return ""
    where = program.system.told(other)
    return f"{where}: the assertion {other.text} can fail, which {question.name} is not about"


def _unexpected(question: Question, decided: Decided) -> Iterator[str]:
    """That a task says otherwise."""
    if None not in (question.expected, decided.holds) and question.expected is not decided.holds:
        file, line, column = question.place
        yield (f"{file}:{line}:{column}: warning: the expected verdict on {question.name} is {str(question.expected).lower()}, "
               f"found {str(decided.holds).lower()}")
