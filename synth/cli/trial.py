"""Certificates tried on random runs of the compiled program: whether what they say of all runs holds of those.

This is a reading of the C source that has nothing of the front end in it but where loops stand and what variables are called.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from synth.cli.display import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from synth.analysis.certificates import Certificate
    from synth.analysis.monitor import Monitor
    from synth.frontends.c.harness import Ran
    from synth.frontends.c.instrument import Instrumented
    from synth.frontends.c.load import Program

RUNS, SECONDS = 200, 2.0
"""How many runs are made, and how long they have together."""

_ROUNDS = 20_000
"""How many rounds of loops a run has."""


@dataclass(frozen=True)
class Trial:
    """What came of it.

    status    passed, contradicted or unavailable
    text      what was found, or why nothing was tried
    runs      how many runs were looked at; `left_out` others did what C leaves open, or were stopped
    rounds    how many states at loop heads were looked at
    facts     how many facts of the certificate were looked at, out of how many
    lost      why others were not
    """

    status: str
    text: str
    runs: int = 0
    left_out: int = 0
    rounds: int = 0
    facts: tuple[int, int] = (0, 0)
    lost: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def wrong(self) -> bool:
        """Whether the certificate and the program contradict each other."""
        return self.status == "contradicted"

    @property
    def record(self) -> dict[str, Any]:
        """The trial as a part of a JSON record."""
        return {"status": self.status, "reason": None if self.status == "passed" else self.text, "runs": self.runs,
                "left_out": self.left_out, "rounds": self.rounds, "facts": self.facts[0], "facts_of": self.facts[1],
                "lost": list(self.lost), "seconds": round(self.seconds, 6)}

    @property
    def told(self) -> str:
        """The trial as a line for people."""
        return f"{'tried' if self.status == 'passed' else 'not tried'}: {self.text}"


def monitor_of(program: Program, certificate: Certificate) -> tuple[Monitor, Instrumented]:
    """What a certificate says of real runs, and the source that tells whether it holds."""
    from synth.analysis.monitor import monitor
    from synth.cli.witness import source_of
    from synth.frontends.c.instrument import Probes, instrumented, loops

    made = monitor(program.system, certificate, source_of(program).heads, loops(program))
    return made, instrumented(program, Probes(made.heads, made.declared))


def trial(program: Program, certificate: Certificate, seed: int = 0, runs: int = RUNS, seconds: float = SECONDS) -> Trial:
    """Try a certificate that speaks of all runs."""
    from synth.analysis.certificates import Ranking
    from synth.analysis.monitor import telling
    from synth.cli.replay import terminable
    from synth.frontends.c.harness import Harness, Unavailable
    from synth.frontends.c.pointers import POINTED

    start = time.monotonic()
    if isinstance(certificate, Ranking) and any(p.text.endswith(POINTED) for p in program.system.places):
        return Trial("unavailable", "a compiled program does not check where its pointers point")
    made, source = monitor_of(program, certificate)
    try:
        with terminable(), Harness(program, source) as harness:
            found = harness.sample(runs, seed, telling(program.system, certificate), _ROUNDS, seconds)
    except Unavailable as why:
        return Trial("unavailable", str(why))
    return _judged(program, certificate, made, source, found, time.monotonic() - start)


def _judged(program: Program, certificate: Certificate, made: Monitor, source: Instrumented, found: Sequence[Ran],
            seconds: float) -> Trial:
    from synth.analysis.certificates import SafetyInvariant
    from synth.frontends.c.harness import Ending

    numbers = [n for at in source.probed for n in made.numbers.get(at, ())]
    looked, whole = sum(made.facts[n].parts for n in numbers), sum(f.parts for f in made.facts) + len(made.lost)
    endings = Counter(ran.ending for ran in found)
    wrong = (Ending.CONTRADICTED, *([Ending.FAILED] if isinstance(certificate, SafetyInvariant) else []))
    first = next((ran for ran in found if ran.ending in wrong), None)
    left_out = endings[Ending.STOPPED] + endings[Ending.UNDEFINED]
    status, text = ("passed", "") if first is None else _contradiction(program, made, first)
    runs = len(found) - left_out - endings[Ending.UNTRIED]
    rounds = sum(ran.rounds for ran in found)
    told = text or _told(runs, rounds, endings[Ending.ASSUMED], left_out, (looked, whole))
    return Trial(status, told, runs, left_out, rounds, (looked, whole), made.lost, seconds)


def _told(runs: int, rounds: int, assumed: int, left_out: int, facts: tuple[int, int]) -> str:
    less = [f"{assumed:,} ended by an assumption"] if assumed else []
    less += [f"{left_out:,} more left out, since C does not say what they do"] if left_out else []
    said = f"{facts[0]} of {counted(facts[1], 'fact')} looked at" if facts[1] else "nothing to look at but assertions"
    return f"{counted(runs, 'run')} of the compiled program, {counted(rounds, 'round')} of loops, {'; '.join([said, *less])}"


def _contradiction(program: Program, made: Monitor, ran: Ran) -> tuple[str, str]:
    """What a run contradicts, in words; nothing where that may be since compilers differ."""
    from synth.frontends.c.harness import Ending
    from synth.frontends.c.instrument import open_order

    fact = made.facts[ran.fact]
    what = (f"line {fact.line}: not so: {fact.text}" if ran.ending is Ending.CONTRADICTED
            else f"line {ran.lines[0]}: the assertion fails" if ran.lines[0] else "an assertion fails")
    inputs = ", ".join(map(str, ran.first)) + (", …" if ran.answered > len(ran.first) else "")
    text = f"{what}, in a run of the compiled program{f' with the inputs {inputs}' if inputs else ''}"
    line = open_order(program)
    if line is not None:
        return "unavailable", f"{text}; but C leaves open in which order line {line} is evaluated"
    return "contradicted", text
