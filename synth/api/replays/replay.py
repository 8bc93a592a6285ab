"""Runs of certificates made by the real program: whether its assertion fails, or it goes on, as was said, by the states that were
told.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from synth.api.replays.reading import SecondReading
from synth.api.wording import counted

if TYPE_CHECKING:
    from synth.analysis.certificates.kinds import Certificate
    from synth.analysis.reports.monitor import Monitor
    from synth.analysis.reports.replay import Answers
    from synth.frontends.c.load import Program
    from synth.frontends.c.running.harness import Ran
    from synth.frontends.c.running.instrument import Instrumented
    from synth.transition import Place

_FAILING, _LASTING = 10.0, 0.5
"""Seconds that a program has to fail, and that one has to go on that never ends."""

_OF_MEMORY = ("bounds", "free", "leak", "left")
"""The causes, as in `synth.transition.Place`, of what fails by what is done with memory."""


class Contradicted(Exception):
    """A certificate that was proved, and that the compiled program contradicts: an error of ours, never a verdict."""


@dataclass(frozen=True)
class Replay(SecondReading):
    """What came of a replay.

    status   confirmed, contradicted, not-confirmed, too-long or unavailable; open where C allows what the program does
    text     what happened, or why nothing did
    inputs   how many inputs the program read
    line     of the assertion that failed; `file` is its file where there are several
    """

    good, done = "confirmed", "replayed"
    status: str
    text: str
    inputs: int | None = None
    line: int | None = None
    seconds: float = 0.0
    file: str = ""

    @property
    def record(self) -> dict[str, Any]:
        """The replay as a part of a JSON record."""
        return self._record(inputs=self.inputs, **({"file": self.file} if self.file else {}), line=self.line)


def answers_of(program: Program, certificate: Certificate) -> Answers | None:
    """What to answer the program for the run of a certificate; None where that is too long."""
    from synth.analysis.reports.replay import Asked, answers
    from synth.frontends.c.running.instrument import site_of

    asked = [{name: Asked(site_of(own), own.when) for name, own in read.items()} for read in program.reads]
    return answers(program.system, certificate, asked)


def monitored(program: Program, certificate: Certificate) -> tuple[Monitor, Instrumented]:
    """What a certificate says of real runs, and the source that tells whether it holds."""
    from synth.analysis.reports.monitor import monitor
    from synth.api.replays.witness import heads_of
    from synth.frontends.c.running.instrument import Probes, instrumented, loops

    made = monitor(program.system, certificate, heads_of(program), loops(program))
    return made, instrumented(program, Probes(made.heads, made.declared))


def replay(program: Program, answers: Answers | None, certificate: Certificate) -> Replay:
    """Run the program with the answers that are those of a certificate's run."""
    from synth.frontends.c.running.harness import Harness, Unavailable

    if answers is None:
        return Replay("too-long", "the run has too many steps")
    start = time.monotonic()
    sanitized = is_of_memory(program, answers)
    made, source = monitored(program, certificate)
    try:
        with terminable(), Harness(program, source, sanitized) as harness:
            ran = harness.run(answers.told, answers.always, _FAILING if answers.failing else _LASTING)  # type: ignore[arg-type]
    except Unavailable as why:
        return Replay("unavailable", str(why))
    known = answers.certain and source.complete
    judged = _Judged(program, made, ran, known, source, sanitized, time.monotonic() - start)
    return judged.failing(answers) if answers.failing else judged.lasting()


def is_of_memory(program: Program, answers: Answers) -> bool:
    """Whether a run is one for the sanitizers: it fails by what it does with memory, or allocates some before."""
    from synth.frontends.c.running.blocks import allocates

    return bool(answers.failing) and (fails_by_memory([program.system.places[p] for p in answers.failing]) or allocates(program))


def fails_by_memory(places: Sequence[Place]) -> bool:
    """Whether what is done with memory may fail at one of some places."""
    return any(p.cause in _OF_MEMORY for p in places)


def contradiction(program: Program, made: Monitor, ran: Ran) -> str:
    """What a run says otherwise than the certificate."""
    from synth.frontends.c.running.harness import Ending

    if ran.ending is Ending.REPORTED:
        return "; ".join(dict.fromkeys(report.told(program.source.files) for report in ran.reports))
    fact = made.facts[ran.fact] if ran.ending is Ending.CONTRADICTED else None
    if fact is not None:
        return f"{program.source.files.told(fact.line)}: it is not so that {fact.text}"
    return f"the assertion at {program.source.files.told(ran.lines[0])} failed" if ran.lines[0] else "an assertion failed"


def left_open(program: Program) -> str:
    """Why a program may do otherwise when it is compiled; "" where C says all that it does."""
    line = program.open_order
    return "" if line is None else f"C leaves open in which order {program.source.files.told(line)} is evaluated"


@contextlib.contextmanager
def terminable() -> Iterator[None]:
    """SIGTERM is an interruption for a while, so that no file is left behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@dataclass(frozen=True)
class _Judged:
    """What a run means.

    known      whether the program asked for its inputs where it was expected to
    source     what was compiled
    sanitized  whether the sanitizers looked at what it did
    """

    program: Program
    made: Monitor
    ran: Ran
    known: bool
    source: Instrumented
    sanitized: bool
    seconds: float

    @property
    def left_open(self) -> bool:
        """Whether the program has values that C does not determine, and that nobody can answer it with."""
        from synth.frontends.c.running.instrument import site_of
        from synth.transition import LEFT_OPEN

        answered, readings = self.source.numbers, self.program.readings
        return any(i.text.startswith(LEFT_OPEN) and site_of(readings[i.name]) not in answered
                   for e in self.program.system.edges for i in e.inputs)

    def failing(self, answers: Answers) -> Replay:
        """The replay of a run to a failing assertion."""
        from synth.frontends.c.running.harness import Ending
        from synth.frontends.c.translation.context import IS_DEFINED

        ran, places = self.ran, [self.program.system.places[p] for p in answers.failing]
        lines = [p.line for p in places]
        if ran.ending is Ending.RUNNING:
            return self._replay("too-long", f"the program still runs after {_FAILING:g} s")
        line = next((n for n in ran.lines if n in lines), None)
        if line is None:  # gcc tells lines of included files, where we tell those of their directives
            line = next((n for n in lines if ran.lines[0] in self.program.source.brought(n)), None)
        if line is None and ran.lines[0] == 0:
            line = next((n for n in lines if not self.known or n in self.source.in_macros), None)
        if self.sanitized and (ran.ending is not Ending.FAILED or (line is None and fails_by_memory(places))):
            return self._sanitized(places)
        if ran.ending is not Ending.FAILED or line is None:
            if any(p.text.endswith(IS_DEFINED) for p in places):
                return self._replay("unavailable", "a compiled program does not check what its library leaves undefined")
            if ran.ending is not Ending.FAILED and any(p.cause == "overflow" for p in places):
                return self._replay("unavailable", "gcc does not look for overflow in what it simplifies before")
            return self._otherwise()
        index = next((f": {r.where}" for r in ran.reports if r.kind == "index"), "")
        where = next((self.program.system.told(p) for p in places if p.line == line), self.program.source.files.told(line))
        return self._confirmed(f"the assertion at {where} failed after {counted(ran.answered, 'input')}{index}", line)

    def _sanitized(self, places: Sequence[Place]) -> Replay:
        """The replay of a run at which the sanitizers looked, and in which no assertion failed that was said to."""
        from synth.frontends.c.running.harness import Ending

        ran, files, after = self.ran, self.program.source.files, f"after {counted(self.ran.answered, 'input')}"
        found = next((replace(r, line=p.line or 0) for p in places for r in ran.reports if r.agrees(p.cause) and (
            r.line == p.line or r.included in self.program.source.brought(p.line))), None)
        if found is not None:
            return self._confirmed(f"{found.told(files)}, {after}", found.line)
        other = next((f"{r.told(files)}," for r in ran.reports if r.kind != "left"), None)
        if ran.ending is Ending.FAILED:  # what was done wrong before may be nothing that is seen
            other = contradiction(self.program, self.made, ran)
        if other is not None:
            lines = files.all_told(p.line for p in places if p.line is not None)
            return replace(self._replay("not-confirmed", f"{other} {after}, not what was said of {lines}"), inputs=ran.answered)
        if ran.reports:
            text = f"LeakSanitizer sees nothing {after}: a pointer to what is not freed may be left on the stack or in a register"
            return replace(self._replay("not-confirmed", text), inputs=ran.answered)
        if ran.stopped and any(p.cause == "free" for p in places):
            text = f"the program was stopped by {ran.stopped} {after}, as free may do, and the sanitizers do not say where"
            return replace(self._replay("not-confirmed", text), inputs=ran.answered)
        why = next((why for p in places if (why := _unseen(p))), None)
        if why is not None and ran.ending in (Ending.ENDED, Ending.STOPPED, Ending.OUT_OF_ANSWERS):
            return replace(self._replay("not-confirmed", f"the sanitizers see nothing {after}: {why}"), inputs=ran.answered)
        return self._otherwise()

    def _confirmed(self, text: str, line: int | None) -> Replay:
        """The program fails at a line as was said."""
        files = self.program.source.files
        file, own = files.of(line)
        return replace(self._replay("confirmed", text), inputs=self.ran.answered, line=own, file=file if files.several else "")

    def lasting(self) -> Replay:
        """The replay of a run that never ends."""
        from synth.frontends.c.running.harness import Ending

        ran = self.ran
        if ran.ending not in (Ending.RUNNING, Ending.OUT_OF_ANSWERS):
            return self._otherwise()
        after = f" and {_LASTING:g} s" if ran.ending is Ending.RUNNING else ""
        text = f"the program still runs after {counted(ran.answered, 'input')}{after}"
        return replace(self._replay("confirmed", text), inputs=ran.answered)

    def _otherwise(self) -> Replay:
        """The program did something else."""
        from synth.frontends.c.running.harness import Ending

        ran = self.ran
        if ran.ending is Ending.NO_MEMORY:
            return self._replay("unavailable", "a block of this size is not to be had here")
        text = {Ending.ASSUMED: "an assumption did not hold", Ending.ENDED: "the program ended",
                Ending.OUT_OF_ANSWERS: "the program asked for more inputs",
                Ending.STOPPED: f"the program was stopped by {ran.stopped}",
                Ending.REPORTED: next((r.told(self.program.source.files) for r in ran.reports),
                                      "AddressSanitizer reported an error")}.get(ran.ending)
        text = f"{text or contradiction(self.program, self.made, ran)} after {counted(ran.answered, 'input')}"
        if ran.undefined or ran.stopped == "SIGFPE":
            where = self.program.source.files.told(ran.undefined) if ran.undefined else "the program"
            return replace(self._replay("not-confirmed", f"{text}, but {where} does what C leaves open"), inputs=ran.answered)
        if self.left_open:
            return self._replay("unavailable", f"{text}, but the run depends on what C leaves open")
        if not self.known:
            return self._replay("unavailable", f"{text}, but it is not known where it asks for its inputs")
        if (why := left_open(self.program)):
            return replace(self._replay("open", f"{text}, but {why}"), inputs=ran.answered)
        return replace(self._replay("contradicted", text), inputs=ran.answered)

    def _replay(self, status: str, text: str) -> Replay:
        return Replay(status, text, seconds=self.seconds)


def _unseen(place: Place) -> str | None:
    """Why the sanitizers may see nothing of what fails at a place; None where they see all of it.

    What is freed, and what is left in the end, is known exactly. An access may be none that can be seen.
    """
    from synth.frontends.c.translation.allocation import HAS_VALUE
    from synth.frontends.c.translation.context import IS_DEFINED
    from synth.frontends.c.translation.pointers import ALIVE, ALLOCATED, INSIDE, NOT_NULL

    reasons = {INSIDE: "what lies there may be another part of the same object, or another object, or gcc leaves the access out",
               ALIVE: "a pointer that has no value, or whose object is gone, may lead anywhere",
               ALLOCATED: "an access beyond the freed block is not seen, and one that changes nothing gcc leaves out",
               HAS_VALUE: "a pointer that has no value may be null",
               NOT_NULL: "an access that changes nothing gcc leaves out",
               IS_DEFINED: "a compiled program does not check what its library leaves undefined"}
    why = next((why for ending, why in reasons.items() if place.text.endswith(ending)), None)
    if why is None and place.cause == "bounds":
        return "gcc leaves out an access that changes nothing"
    return why
