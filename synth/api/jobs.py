"""Verdicts on a C program, made in a process of its own within the limits; where that is ended, the answer is unknown."""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from synth.analysis.progress import Working as Working  # noqa: PLC0414  # the display has it from here
from synth.api.verdicts import Verdict
from synth.api.wording import named
from synth.encoding import ALL
from synth.errors import InputError
from synth.solver.isolated import SLACK, Exceeded, Isolated
from synth.solver.later import Later
from synth.solver.limits import Cancelled, Limits
from synth.solver.options import Options
from synth.solver.outcome import Reason
from synth.transition import CAUSES, ShownOf, TransitionSystem

if TYPE_CHECKING:
    from synth.analysis.property import Verdict as Decided
    from synth.api.telling import Telling
    from synth.frontends.c.load import Program
    from synth.frontends.svcomp.questions import Question, Task

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    """What is asked of a program: each question within `timeout` seconds, reading included, and `memory` MB.

    named      what the user called the program, or the task
    options    those of `synth.frontends.c.load.load`, which reads the program
    encodings  the formulas that are searched by; where there are none, every way is gone
    search     the options of the search for formulas
    rounds     of each loop that runs are followed for, where nothing else is to be looked at
    replayed   whether the compiled program is run against each verdict
    witness    the file that a witness is written to, if any
    annotate   whether the source with invariants and ranks at its loops is wanted
    full       whether every step of a run is told, however long it is
    """

    task: Task
    named: str
    options: Mapping[str, Any]
    timeout: float
    memory: int | None = None
    seed: int = 0
    encodings: Sequence[str] = ()
    search: Options = field(default_factory=Options)
    replayed: bool = True
    witness: str | None = None
    annotate: bool = False
    full: bool = False
    rounds: int | None = None

    def telling(self, program: Program | None) -> Telling:
        """How verdicts are told on the program, which is None where it was not read in time."""
        from synth.api.telling import Telling

        return Telling(program, self.task.files, self.named, self.options, self.replayed, self.witness, self.full)


def job_of(files: Sequence[str], asked: str | None, options: Mapping[str, Any], timeout: float, memory: int | None = None,
           seed: int = 0, encodings: Sequence[str] = (), replayed: bool = True, witness: str | None = None, annotate: bool = False,
           cancelled: Cancelled | None = None, full: bool = False, rounds: int | None = None,
           search: Mapping[str, Any] | None = None, folder: str | None = None) -> Job:
    """What is asked of C files, or of a task definition or a compilation database, which have their own data model, and a task its
    own rule for allocations, unless the options say one.

    asked   the property in question, or a property file; None for those of the task, or both
    rounds  of each loop that runs are followed for, and nothing else; None for all searches
    folder  with a compilation database that says how the files are preprocessed, if any
    search  those options of the search for formulas that are given; engines or a cluster mean that nothing else is searched by
    InputError where the file is malformed or not read in time, the witness cannot be written, or an option is out of its range.
    """
    from synth.api.questions import task_of
    from synth.api.replays.witness import writable
    from synth.frontends.c.preprocessing.dialect import chosen

    if timeout < 0:
        raise InputError(f"--timeout must be at least 0.0, not {timeout}")
    wanted = Options(**search or {})
    if not encodings and {"engines", "cluster"} & set(search or {}):
        encodings = (ALL,)
    if rounds is not None and (rounds < 1 or encodings):
        nothing = "leaves nothing for --encoding, --engines or --cluster to search"
        wrong = nothing if encodings else f"must be at least 1, not {rounds}"
        raise InputError(f"--unwind {wrong}")
    task = task_of(files, asked, timeout, cancelled, folder)
    if asked is None and ALL not in encodings:
        task = _about(task, encodings, timeout, cancelled)
    if witness is not None:
        if len(task.questions) != 1:
            raise InputError("--witness is for one property; choose it with --property")
        writable(witness)
    dialect = chosen({"data_model": task.data_model or "LP64", "allocation": task.allocation or "fails"} | dict(options))
    return Job(task, named(files), dialect.record, timeout, memory, seed, encodings, wanted, replayed, witness, annotate, full,
               rounds)


def _about(task: Task, encodings: Sequence[str], timeout: float, cancelled: Cancelled | None) -> Task:
    """The questions of a task that some of the encodings are about; all where there are none of either."""
    from synth.api.questions import read_in_time
    from synth.frontends.encodings import load_encoding

    def about() -> tuple[Question, ...]:
        named = [load_encoding(name) for name in encodings]
        return tuple(q for q in task.questions if any(e.is_about(q.property) for e in named))

    questions = read_in_time(about, " and ".join(encodings), "", timeout, cancelled) if encodings else ()
    return replace(task, questions=questions) if questions else task


@dataclass(frozen=True)
class _Answer:
    """A verdict for users, and what it was made from.

    draft   whether the same follows at more length, if there is time for it
    """

    verdict: Verdict
    decided: Decided
    draft: bool = False


def answers(job: Job, cancelled: Cancelled | None = None) -> Iterator[Verdict | Working | str]:
    """The verdicts on all questions, in order, snapshots of the work before each; and at the end, where it is wanted, the annotated
    source.

    InputError for a program that is not supported, and whatever else the work raises; KeyboardInterrupt after SIGINT and SIGTERM.
    Where it is asked whether the work is `cancelled`, signals are left alone, and questions that are open then are unknown.
    """
    for line in job.task.ignored:
        _log.info("%s", line)
    limits = Limits(job.timeout + SLACK, job.memory, 0.0, cancelled)
    decided: list[Decided] = []
    with limits.signals():
        while True:
            made = _Made(limits, job, decided)
            try:
                yield from made
                return
            except Exceeded as exceeded:
                yield from made.drafted() or made.unknown(exceeded)
            except KeyboardInterrupt:
                yield from made.drafted()
                if cancelled is None:
                    raise
                yield from made.left()
                return
            if not made.read or len(decided) == len(job.task.questions):
                return


class _Made:
    """The verdicts of one process; what they were made from is added to `decided`."""

    read = False
    """Whether the program was read."""

    def __init__(self, limits: Limits, job: Job, decided: list[Decided]) -> None:
        self._limits, self._job, self._decided = limits, job, decided
        self._draft: _Answer | None = None
        self._working: Working | None = None

    def __iter__(self) -> Iterator[Verdict | Working | str]:
        self._limits.restart()
        with Isolated("prove", partial(_work, self._job, list(self._decided)), self._limits) as child:
            _tell_what_is_missing()
            child.next()
            self.read = True
            while len(self._decided) < len(self._job.task.questions):
                answer = child.next()
                if isinstance(answer, Working):
                    self._working = answer
                    yield answer
                    continue
                assert isinstance(answer, _Answer)
                self._draft = answer if answer.draft else None
                if not answer.draft:
                    self._limits.restart()
                    yield self._final(answer)
            if self._job.annotate:
                annotated = child.next()
                assert isinstance(annotated, str)
                yield annotated

    def _final(self, answer: _Answer) -> Verdict:
        self._decided.append(answer.decided)
        self._working = None
        return answer.verdict

    def drafted(self) -> list[Verdict]:
        """The verdict that was to be told at more length, where there is one."""
        return [] if self._draft is None else [self._final(self._draft)]

    def unknown(self, exceeded: Exceeded) -> Iterator[Verdict]:
        """That the question is unknown which the process worked at; that all are, where nothing was read."""
        yield from self.left(exceeded.reason, 1 if self.read else None)

    def left(self, reason: Reason = Reason.INTERRUPTED, most: int | None = None) -> Iterator[Verdict]:
        """That the questions are unknown which are open, at most so many."""
        for question in self._job.task.questions[len(self._decided):][:most]:
            tried = () if self._working is None else self._working.tried
            yield self._final(_unknown(self._job, question, reason, self._limits.elapsed(), tried))


@cache
def _tell_what_is_missing() -> None:
    from synth.engines.native.build import absent

    if missing := absent():
        _log.warning("%s", missing)


def _work(job: Job, decided: list[Decided]) -> Iterator[_Answer | Working | str | None]:
    """In the process: None once the program is read, but for a system that may be made later, the answers to the questions that are
    open, with snapshots of the work before each, the annotated source.
    """
    start = time.monotonic()
    if job.replayed:  # the compiler works while modules are imported
        from synth.frontends.c.preprocessing.dialect import chosen
        from synth.frontends.c.running.harness import prepare

        prepare(chosen(job.options))
    from synth.frontends.c.load import load_files

    program = load_files(job.task.files, **job.options)
    _log.info("%s: read", job.named)
    yield None
    spent = time.monotonic() - start
    with closing(_Systems()) as systems:
        yield from _answered(job, decided, program, systems, spent)
    if job.annotate:
        from synth.analysis.reports.annotate import annotated
        from synth.api.replays.witness import heads_of

        readings = [(_read(program.about(q.name), d), d) for q, d in zip(job.task.questions, decided, strict=True)]
        judged = [(own.any_system, d, {} if d.certificate is None else heads_of(own)) for own, d in readings]
        yield annotated(program.lines, judged, program.source.files)


def _answered(job: Job, decided: list[Decided], program: Program, systems: _Systems, spent: float) -> Iterator[_Answer | Working]:
    """The answers to the questions that are open, with snapshots of the work before each; reading has `spent` some of the time."""
    for question in job.task.questions[len(decided):]:
        asked = time.monotonic() - spent
        own = program.about(question.name)
        for news in _deciding(job, question, own, systems, asked + job.timeout):
            if isinstance(news, Working):
                yield news
            else:
                found = news
        telling = job.telling(_read(own, found))
        if telling.brief is not None and found.holds is not None:
            brief = _answer(telling.brief, question, found, draft=True)
            yield brief
            found = replace(found, failed=brief.decided.failed)
        answer = _answer(telling, question, found)
        decided.append(answer.decided)
        yield answer


def _read(program: Program, decided: Decided) -> Program:
    """How a program is read for what was decided."""
    from synth.analysis.certificates.kinds import contracts_of

    return program.reading(bool(decided.holds), contracts_of(decided.certificate), decided.shown_of)


class _Apart:
    """The system of a program, made by another process; `connection` is ready where it is there.

    Programs that differ only in which failed assertions end runs have it from one of them, their `origin`.
    """

    def __init__(self, origin: Program) -> None:
        self.origin = self.asked = origin
        self._later = Later("reading", lambda: origin.made)
        self.connection = self._later.connection

    def system(self) -> TransitionSystem:
        """The system, which is the program's then."""
        self.origin.given(self._later.value())
        return _logged(self.asked)

    def signal(self, number: signal.Signals) -> None:
        """Send the process a signal, if it is still there."""
        self._later.signal(number)

    def close(self) -> None:
        """End the process."""
        self._later.close()


class _Systems:
    """The systems of programs, made apart where others of more runs are read meanwhile, and looked at first."""

    _apart: _Apart | None = None

    def of(self, program: Program, at_once: bool) -> TransitionSystem | _Apart:
        """The system of a program, or the process that makes it, which goes on for all questions about that program."""
        origin = program.origin or program
        if self._apart is not None and self._apart.origin is not origin:
            self.close()
        if at_once or origin.is_made or not program.is_wider_at_once:
            return _logged(program)
        if self._apart is None:
            self._apart = _Apart(origin)
        self._apart.asked = program
        return self._apart if program.wider is not None else self._apart.system()

    def close(self) -> None:
        """End the process that makes one, if any."""
        if self._apart is not None:
            self._apart.close()
        self._apart = None


def _logged(program: Program) -> TransitionSystem:
    """The system of a program, whose size is logged."""
    made = program.system
    _log.info("%s: a system of %d variables and %d edges", program.file, len(made.variables), len(made.edges))
    return made


def _deciding(job: Job, question: Question, program: Program, systems: _Systems, deadline: float) -> Iterator[Working | Decided]:
    """Snapshots of the work, and a decision. Where a run fails by what the question is not about, which leaves it open, a run that
    fails by what it is about is looked for in the time that is left: a decision that takes the place of the first.
    """
    from synth.analysis.property import Property
    from synth.analysis.verdict import Coming, deciding

    read = systems.of(program, at_once=bool(job.encodings) or job.rounds is not None)
    wider = program.wider
    wide, opened = (None, None) if wider is None else (wider.system, wider.opened)

    def by(reading: ShownOf) -> Callable[[], TransitionSystem | None]:
        return lambda: None if (found := program.others[reading]()) is None else found.system

    others = {reading: by(reading) for reading in program.others}

    def decide(system: TransitionSystem | Coming) -> Iterator[Working | Decided]:
        _log.info("%s: searches begin%s", question.name, "" if wide is None else ", for all runs in a system of its own")
        return deciding(system, Property(question.property), max(0.0, deadline - time.monotonic()), job.seed, job.encodings,
                        job.rounds, job.search, wider=wide, opened=opened, others=others)

    for found in decide(read):
        yield found
    assert not isinstance(found, Working)
    if time.monotonic() < deadline and _fails_otherwise(question, program, found):
        for again in decide(program.system.ending(CAUSES - set(question.only))):
            if isinstance(again, Working):
                yield again
            elif again.holds is False:
                yield replace(again, seconds=found.seconds + again.seconds)


def _fails_otherwise(question: Question, program: Program, found: Decided) -> bool:
    """Whether the run that was found fails by what the question is not about, so that another one is to be looked for."""
    from synth.api.replays.replay import answers_of
    from synth.api.telling import beside

    if found.certificate is None or found.holds is not False or not question.only:
        return False
    read = _read(program, found)
    return beside(question, read, found, answers_of(read, found.certificate)) != ""


def _unknown(job: Job, question: Question, reason: Reason, seconds: float, tried: tuple[str, ...]) -> _Answer:
    from synth.analysis.property import Property, Verdict

    found = Verdict(Property(question.property), None, None, reason.value, None, (), seconds, tried)
    return _answer(job.telling(None), question, found)


def _answer(telling: Telling, question: Question, found: Decided, draft: bool = False) -> _Answer:
    decided, verdict = telling.tell(question, found)
    return _Answer(verdict, decided, draft)
