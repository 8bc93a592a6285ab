"""The answers of `synth prove`, made in a process of its own within the limits; where that is ended, the answer is unknown."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol

import click

from synth.solver.apart import SLACK, Apart, Exceeded
from synth.solver.limits import Limits

if TYPE_CHECKING:
    from synth.analysis.property import Verdict
    from synth.frontends.c.load import Program
    from synth.frontends.c.task import Question, Task


@dataclass(frozen=True)
class Job:
    """What is asked of a program: each question within `timeout` seconds, reading included, and `memory` MB."""

    task: Task
    options: Mapping[str, str]
    timeout: float
    memory: int | None
    seed: int
    encodings: Sequence[str]


class Shown(Protocol):
    """What is printed of verdicts on a program."""

    def show(self, question: Question, verdict: Verdict) -> Verdict:
        """Print a verdict, and do what else is wanted with it; the verdict that was printed."""

    def briefly(self, verdict: Verdict) -> Shown | None:
        """The same without what takes time after this verdict, where something does."""

    def close(self, verdicts: Sequence[Verdict]) -> None:
        """Print what belongs at the end."""


@dataclass(frozen=True)
class Answer:
    """What is printed, and the verdict that it tells, where it tells one.

    draft   whether the same follows at more length, if there is time for it
    """

    out: str
    err: str
    verdicts: tuple[Verdict, ...] = field(default=())
    draft: bool = False

    def tell(self) -> None:
        """Print it."""
        click.echo(self.out, nl=False)
        click.echo(self.err, nl=False, err=True)


def answers(job: Job, shown: Callable[[Program | None], Shown]) -> Iterator[Answer]:
    """The answers to all questions, in order, and what belongs at their end; `shown` prints those on a program.

    It gets None where the program was not read in time. InputError for a program that is not supported, and whatever else the work
    raises; KeyboardInterrupt after SIGINT and SIGTERM.
    """
    limits = Limits(job.timeout + SLACK, job.memory)
    verdicts: list[Verdict] = []
    with limits.signals():
        while True:
            made = _Made(limits, job, shown, verdicts)
            try:
                yield from made
                return
            except Exceeded as exceeded:
                yield from made.drafted() or made.unknown(exceeded)
            except KeyboardInterrupt:
                yield from made.drafted()
                raise
            if not made.read or len(verdicts) == len(job.task.questions):
                return


class _Made:
    """The answers of one process, the verdicts of which are added to `verdicts`."""

    read = False
    """Whether the program was read."""

    def __init__(self, limits: Limits, job: Job, shown: Callable[[Program | None], Shown], verdicts: list[Verdict]) -> None:
        self._limits, self._job, self._shown, self._verdicts = limits, job, shown, verdicts
        self._draft: Answer | None = None

    def __iter__(self) -> Iterator[Answer]:
        self._limits.restart()
        with Apart("prove", partial(_work, self._job, self._shown, list(self._verdicts)), self._limits) as child:
            child.next()
            self.read = True
            while len(self._verdicts) < len(self._job.task.questions):
                answer = child.next()
                self._draft = answer if answer.draft else None
                if not answer.draft:
                    self._limits.restart()
                    yield self._final(answer)
            yield child.next()

    def _final(self, answer: Answer) -> Answer:
        self._verdicts += answer.verdicts
        return answer

    def drafted(self) -> list[Answer]:
        """The answer that was to be told at more length, where there is one."""
        return [] if self._draft is None else [self._final(self._draft)]

    def unknown(self, exceeded: Exceeded) -> Iterator[Answer]:
        """That the question is unknown which the process worked at; that all are, where nothing was read."""
        left = self._job.task.questions[len(self._verdicts):]
        for question in left[:1] if self.read else left:
            yield self._final(_unknown(question, self._shown(None), exceeded, self._limits.elapsed()))


def _work(job: Job, shown: Callable[[Program | None], Shown], verdicts: list[Verdict]) -> Iterator[Answer]:
    """In the process: an empty answer once the program is read, those to the questions that are open, what belongs at the end."""
    from synth.analysis.property import Property
    from synth.analysis.verdict import decide
    from synth.frontends.c.load import load

    start = time.monotonic()
    program = load(job.task.file, **job.options)
    yield Answer("", "")
    left = max(0.0, job.timeout - (time.monotonic() - start))
    for question in job.task.questions[len(verdicts):]:
        own = program.about(question.property)
        teller = shown(own)
        verdicts.append(decide(own.system, Property(question.property), left, job.seed, job.encodings))
        brief = teller.briefly(verdicts[-1])
        if brief is not None:
            yield _answer(partial(brief.show, question, verdicts[-1]), draft=True)
        yield _answer(partial(teller.show, question, verdicts[-1]))
    yield _answer(partial(shown(program).close, verdicts))


def _unknown(question: Question, shown: Shown, exceeded: Exceeded, seconds: float) -> Answer:
    from synth.analysis.property import Property, Verdict

    verdict = Verdict(Property(question.property), None, None, exceeded.reason.value, None, (), seconds)
    return _answer(partial(shown.show, question, verdict))


def _answer(printing: Callable[[], Verdict | None], draft: bool = False) -> Answer:
    """What `printing` prints, which is shown elsewhere, as a whole, and the verdict that it returns."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        verdict = printing()
    return Answer(out.getvalue(), err.getvalue(), () if verdict is None else (verdict,), draft)
