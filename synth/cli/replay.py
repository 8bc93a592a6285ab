"""Runs of certificates made by the real program: whether its assertion fails, or it goes on, as was said."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from synth.cli.display import counted

if TYPE_CHECKING:
    from synth.analysis.certificates import Certificate
    from synth.analysis.replay import Answers
    from synth.frontends.c.harness import Ran
    from synth.frontends.c.load import Program

_FAILING, _LASTING = 10.0, 0.5
"""Seconds that a program has to fail, and that one has to go on that never ends."""


@dataclass(frozen=True)
class Replay:
    """What came of a replay.

    status   confirmed, not-confirmed, too-long or unavailable
    text     what happened, or why nothing did
    inputs   how many inputs the program read
    line     of the assertion that failed
    wrong    whether the certificate and the program contradict each other, which can only be an error of ours
    """

    status: str
    text: str
    inputs: int | None = None
    line: int | None = None
    wrong: bool = False
    seconds: float = 0.0

    @property
    def record(self) -> dict[str, Any]:
        """The replay as a part of a JSON record."""
        return {"status": self.status, "reason": None if self.status == "confirmed" else self.text, "inputs": self.inputs,
                "line": self.line, "seconds": round(self.seconds, 6)}

    @property
    def told(self) -> str:
        """The replay as a line for people."""
        return f"replayed: {self.text}" if self.status == "confirmed" else f"not replayed: {self.text}"


def answers_of(program: Program, certificate: Certificate) -> Answers | None:
    """What to answer the program for the run of a certificate; None where that is too long."""
    from synth.analysis.replay import Asked, answers
    from synth.frontends.c.instrument import site_of

    asked = [{name: Asked(site_of(own), own.when) for name, own in read.items()} for read in program.reads]
    return answers(program.system, certificate, asked)


def replay(program: Program, answers: Answers | None) -> Replay:
    """Run the program with these answers."""
    from synth.frontends.c.harness import Harness, Unavailable
    from synth.frontends.c.instrument import instrumented

    if answers is None:
        return Replay("too-long", "the run has too many steps")
    start, source = time.monotonic(), instrumented(program)
    try:
        with terminable(), Harness(program, source) as harness:
            ran = harness.run(answers.told, answers.always, _FAILING if answers.failing else _LASTING)  # type: ignore[arg-type]
    except Unavailable as why:
        return Replay("unavailable", str(why))
    known = answers.certain and source.complete
    seconds = time.monotonic() - start
    return (_failing(program, answers, ran, known, seconds) if answers.failing else _lasting(ran, known, seconds))


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


def _failing(program: Program, answers: Answers, ran: Ran, known: bool, seconds: float) -> Replay:
    from synth.frontends.c.harness import Ending
    from synth.frontends.c.pointers import POINTED

    lines = [program.system.places[p].line for p in answers.failing]
    inputs = counted(ran.answered, "input")
    if ran.ending is Ending.RUNNING:
        return Replay("too-long", f"the program still runs after {_FAILING:g} s", seconds=seconds)
    line = next((n for n in ran.lines if n in lines), lines[0] if ran.lines[0] == 0 and not known else None)
    if ran.ending is not Ending.FAILED or line is None:
        if any(program.system.places[p].text.endswith(POINTED) for p in answers.failing):
            return Replay("unavailable", "a compiled program does not check where its pointers point", seconds=seconds)
        return _otherwise(ran, known, seconds)
    return Replay("confirmed", f"the assertion at line {line} failed after {inputs}", ran.answered, line, seconds=seconds)


def _lasting(ran: Ran, known: bool, seconds: float) -> Replay:
    from synth.frontends.c.harness import Ending

    if ran.ending not in (Ending.RUNNING, Ending.OUT_OF_ANSWERS):
        return _otherwise(ran, known, seconds)
    after = f" and {_LASTING:g} s" if ran.ending is Ending.RUNNING else ""
    text = f"the program still runs after {counted(ran.answered, 'input')}{after}"
    return Replay("confirmed", text, ran.answered, seconds=seconds)


def _otherwise(ran: Ran, known: bool, seconds: float) -> Replay:
    """The program did something else."""
    from synth.frontends.c.harness import Ending

    text = {Ending.FAILED: f"the assertion at line {ran.lines[0]} failed", Ending.ASSUMED: "an assumption did not hold",
            Ending.ENDED: "the program ended", Ending.OUT_OF_ANSWERS: "the program asked for more inputs",
            Ending.STOPPED: f"the program was stopped by {ran.stopped}"}[ran.ending]
    text = f"{text} after {counted(ran.answered, 'input')}"
    if ran.undefined or ran.stopped == "SIGFPE":
        where = f"line {ran.undefined} " if ran.undefined else "the program "
        return Replay("not-confirmed", f"{text}, but {where}divides or shifts in a way that C leaves open", ran.answered, None,
                      seconds=seconds)
    if not known:
        return Replay("unavailable", f"{text}, but it is not known where it asks for its inputs", seconds=seconds)
    return Replay("not-confirmed", text, ran.answered, None, True, seconds)
