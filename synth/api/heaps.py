"""SLH files answered: each question by a process within limits, models checked and drawn, one JSON object for all."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from synth import __version__
from synth.api.heap_checks import SCHEMA
from synth.api.record import dump
from synth.checking.backends import SOLVERS
from synth.errors import InputError
from synth.frontends.slh.load import load
from synth.frontends.slh.printing import model_text, node_text, values_text, word_of
from synth.frontends.slh.script import Question, Script, Show
from synth.frontends.slh.theory import Sort
from synth.heap.deciding import satisfiable
from synth.heap.drawing import dot, svg
from synth.heap.drawing import text as drawn
from synth.heap.heaps import Heap
from synth.heap.outcome import Model, Undecided, Unsatisfiable
from synth.pace import SLOWEST
from synth.solver.isolated import SLACK, Exceeded, Isolated
from synth.solver.limits import Cancelled, Limits


@dataclass(frozen=True)
class Answered:
    """A question of a file and its answer.

    line       of its (check-sat)
    answer     "sat", "unsat" or "unknown"
    expected   what the file says it is; "" where it says nothing
    reason     why it is unknown
    solvers    that show it
    way        how they show that nothing satisfies it, as in `synth.heap.outcome.Way`
    seconds    that it took
    model      the heaps and words that satisfy all that is asserted, where some do
    """

    line: int
    answer: str
    expected: str = ""
    reason: str | None = None
    solvers: tuple[str, ...] = ()
    way: str | None = None
    seconds: float = 0.0
    model: Model | None = None
    sorts: Mapping[str, Sort] = field(default_factory=dict)

    @property
    def wrong(self) -> bool:
        """Whether the file says otherwise."""
        return bool(self.expected) and self.answer not in ("unknown", self.expected)

    @property
    def record(self) -> dict[str, Any]:
        """The JSON object of it."""
        return {"line": self.line, "answer": self.answer, "expected": self.expected or None, "reason": self.reason,
                "solvers": list(self.solvers), "way": self.way, "seconds": round(self.seconds, 6),
                "model": None if self.model is None else {
                    "heaps": {name: _heap_record(heap) for name, heap in self.model.heaps.items()},
                    "words": {name: word_of(name, sort, self.model.numbers) for name, sort in self.sorts.items()}}}


@dataclass(frozen=True)
class Answers:
    """The answers to all questions of a file; `text` is what a solver of SMT-LIB prints."""

    file: str
    questions: tuple[Answered, ...]
    text: str

    @property
    def record(self) -> dict[str, Any]:
        """The JSON object, of schema `synth.slh/1`."""
        return {"schema": SCHEMA, "version": __version__, "file": self.file, "status": self.status,
                "questions": [own.record for own in self.questions]}

    @property
    def json(self) -> str:
        """The same as a text."""
        return dump(self.record)

    @property
    def status(self) -> str:
        """"decided", "unknown" where an answer is, or "unexpected" where one is not as the file says."""
        if any(own.wrong for own in self.questions):
            return "unexpected"
        return "unknown" if any(own.answer == "unknown" for own in self.questions) else "decided"

    def pictures(self, language: str) -> list[tuple[str, str]]:
        """All heaps of models, as "dot" or "svg", each with a name."""
        found = [(f"{own.line}-{name}" if len(self.questions) > 1 or len(own.model.heaps) > 1 else name, heap)
                 for own in self.questions if own.model is not None for name, heap in own.model.heaps.items()]
        return [(name, dot(heap, name) if language == "dot" else svg(heap, name)) for name, heap in found]


def decide(file: str, *, timeout: float = 60.0, memory: int | None = None, solvers: tuple[str, ...] = (),
           smallest: float = 1.0, told: Callable[[str], None] = lambda _: None, cancelled: Cancelled | None = None) -> Answers:
    """The answers to the questions of an SLH file by `solvers`, or all, each within `timeout` seconds and `memory` MB; models are
    made small for up to `smallest` seconds more. What is printed is `told` as soon as it is known.

    InputError where the file is not read, or not in time; KeyboardInterrupt after a signal.
    """
    limits = Limits(timeout + SLOWEST * smallest + SLACK, memory, 0.0, cancelled)
    job = _Job(file, timeout, solvers or SOLVERS, smallest)
    with limits.signals():
        while not job.finished:
            limits.restart()
            try:
                with Isolated("slh", job.rest, limits) as child:
                    job.planned(child.next())
                    while not job.finished:
                        limits.restart()
                        told(job.take(child.next()))
            except Exceeded as exceeded:
                told(job.missed(exceeded.reason.value, limits.elapsed()))
    return Answers(file, tuple(job.questions), "\n".join(job.lines))


@dataclass(frozen=True)
class _Step:
    """What is next in a file: its line, and what the answer is expected to be where it is a question."""

    line: int
    expected: str | None


class _Job:
    """A file whose events are answered one after the other, in one process or, where one was ended, in several."""

    def __init__(self, file: str, timeout: float, solvers: tuple[str, ...], smallest: float) -> None:
        self._file, self._timeout, self._solvers, self._smallest = file, timeout, solvers, smallest
        self._steps: list[_Step] | None = None
        self.questions: list[Answered] = []
        self.lines: list[str] = []

    @property
    def finished(self) -> bool:
        """Whether all is answered."""
        return self._steps is not None and len(self.lines) == len(self._steps)

    def planned(self, steps: object) -> None:
        """Note what there is to be answered."""
        assert isinstance(steps, list)
        self._steps = steps

    def take(self, news: object) -> str:
        """Note an answer; how it is printed."""
        if isinstance(news, Answered):
            self.questions.append(news)
        self.lines.append(news.answer if isinstance(news, Answered) else str(news))
        return self.lines[-1]

    def missed(self, reason: str, seconds: float) -> str:
        """Note that the process was ended before it had an answer; how that is printed."""
        if self._steps is None:
            raise InputError(f"not read within {self._timeout:g} s" if reason == "timeout" else f"not read: {reason}", self._file)
        step = self._steps[len(self.lines)]
        if step.expected is None:
            return self.take(f'(error "line {step.line}: {reason}")')
        return self.take(Answered(step.line, "unknown", step.expected, reason, seconds=seconds))

    def rest(self) -> Iterator[list[_Step] | Answered | str]:
        """In a process: what there is to be answered, and the answers that are open."""
        script = load(self._file)
        yield [_Step(e.line, e.expected if isinstance(e, Question) else None) for e in script.events]
        last = self.questions[-1] if self.questions else None
        asked = [e for e in script.events[:len(self.lines)] if isinstance(e, Question)][-1:]
        for event in script.events[len(self.lines):]:
            if isinstance(event, Question):
                asked, last = [event], self._answered(event)
                yield last
            else:
                yield _shown(event, asked[0] if asked else None, last, script)

    def _answered(self, question: Question) -> Answered:
        start = time.monotonic()
        found = satisfiable(question.formula, self._timeout, self._solvers, self._smallest)
        about = partial(Answered, question.line, expected=question.expected, seconds=time.monotonic() - start, sorts=question.sorts)
        match found:
            case Model():
                return about(answer="sat", solvers=("evaluation",), model=found)
            case Unsatisfiable(by, way):
                return about(answer="unsat", solvers=tuple(sorted(by)), way=way.value)
            case Undecided(reason):
                return about(answer="unknown", reason=reason)


def _shown(event: Show, question: Question | None, last: Answered | None, script: Script) -> str:
    if not event.model and not event.values:
        return event.text
    if question is None or last is None or last.model is None:
        return f'(error "line {event.line}: there is no model: the last answer is {last.answer if last else "none"}")'
    if event.model:
        return model_text(question, last.model)
    return values_text(event, question, last.model, script.observed)


def _heap_record(heap: Heap) -> dict[str, Any]:
    """The JSON object of a heap: the node of each pointer, and for each node its successor and in how many steps it is come to."""
    return {"pointers": {p: node_text(n) for p, n in heap.labels.items()},
            "edges": {node_text(n): [node_text(to), steps] for n, (to, steps) in heap.edges.items()},
            "drawing": drawn(heap).splitlines()}
