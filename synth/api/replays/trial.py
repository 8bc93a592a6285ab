"""Certificates tried on random runs of the compiled program: whether what they say of all runs holds of those.

What a program does is the compiler's reading here; the front end says only where loops stand, what their variables are called, and
where inputs are asked for.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from synth.api.replays.reading import SecondReading
from synth.api.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from synth.analysis.certificates.kinds import Certificate
    from synth.analysis.reports.monitor import Monitor
    from synth.frontends.c.load import Program
    from synth.frontends.c.running.harness import Ran
    from synth.frontends.c.running.instrument import Instrumented

RUNS, ROUNDS, SECONDS = 200, 20_000, 2.0
"""How many runs are made, how many rounds of loops each has, and how long they have together."""


@dataclass(frozen=True)
class Trial(SecondReading):
    """What came of it.

    status    passed, contradicted, open (a run says otherwise, and C leaves open what it does) or unavailable
    text      what was found, or why nothing was tried
    runs      how many runs were looked at; `left_out` others did what C leaves open, or were stopped
    rounds    how many states at loop heads were looked at
    facts     how many facts of the certificate were looked at, out of how many
    lost      why others were not
    """

    good, done = "passed", "tried"
    status: str
    text: str
    runs: int = 0
    left_out: int = 0
    rounds: int = 0
    facts: tuple[int, int] = (0, 0)
    lost: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def record(self) -> dict[str, Any]:
        """The trial as a part of a JSON record."""
        return self._record(runs=self.runs, left_out=self.left_out, rounds=self.rounds, facts=self.facts[0], facts_of=self.facts[1],
                            lost=list(self.lost))


def trial(program: Program, certificate: Certificate, runs: int = RUNS, rounds: int = ROUNDS, seconds: float = SECONDS) -> Trial:
    """Try a certificate that speaks of all runs; which inputs they get is always the same."""
    from synth.analysis.certificates.kinds import Ranking
    from synth.analysis.reports.monitor import telling
    from synth.api.replays.replay import monitored, terminable
    from synth.frontends.c.running.harness import Harness, Unavailable
    from synth.frontends.c.translation.pointers import POINTED

    start = time.monotonic()
    if isinstance(certificate, Ranking) and any(p.text.endswith(POINTED) for p in program.system.places):
        return Trial("unavailable", "a compiled program does not check where its pointers point")
    made, source = monitored(program, certificate)
    try:
        with terminable(), Harness(program, source, program.of_memory) as harness:
            found = harness.sample(runs, 0, telling(program.system, certificate, program.lines), rounds, seconds)
    except Unavailable as why:
        return Trial("unavailable", str(why))
    return _judged(program, certificate, made, source, found, time.monotonic() - start)


def _judged(program: Program, certificate: Certificate, made: Monitor, source: Instrumented, found: Sequence[Ran],
            seconds: float) -> Trial:
    from synth.analysis.certificates.kinds import SafetyInvariant, Unwinding
    from synth.frontends.c.running.harness import Ending

    numbers = [n for at in source.probed for n in made.numbers.get(at, ())]
    looked, whole = sum(made.facts[n].parts for n in numbers), sum(f.parts for f in made.facts) + len(made.lost)
    endings = Counter(ran.ending for ran in found)
    safe = isinstance(certificate, SafetyInvariant) or (isinstance(certificate, Unwinding) and certificate.safe)
    wrong = (Ending.CONTRADICTED, *([Ending.FAILED] if safe else []))
    first = next((ran for ran in found if ran.ending in wrong or (safe and _misuses(ran))), None)
    left_out = sum(endings[e] for e in (Ending.STOPPED, Ending.UNDEFINED, Ending.REPORTED, Ending.NO_MEMORY))
    status, text = ("passed", "") if first is None else _contradiction(program, made, first)
    runs = len(found) - left_out - endings[Ending.UNTRIED]
    rounds = sum(ran.rounds for ran in found)
    told = text or _told(runs, rounds, endings[Ending.ASSUMED], left_out, (looked, whole))
    return Trial(status, told, runs, left_out, rounds, (looked, whole), made.lost, seconds)


def _misuses(ran: Ran) -> bool:
    """Whether the sanitizers report of a run what contradicts a proof."""
    from synth.frontends.c.running.harness import Ending

    return ran.ending is Ending.REPORTED and any(r.cause in ("bounds", "free", "left") for r in ran.reports)


def _told(runs: int, rounds: int, assumed: int, left_out: int, facts: tuple[int, int]) -> str:
    less = [f"{assumed:,} ended by an assumption"] if assumed else []
    less += [f"{left_out:,} more left out, since C does not say what they do"] if left_out else []
    said = f"{facts[0]} of {counted(facts[1], 'fact')} looked at" if facts[1] else "nothing to look at but assertions"
    return f"{counted(runs, 'run')} of the compiled program, {counted(rounds, 'round')} of loops, {'; '.join([said, *less])}"


def _contradiction(program: Program, made: Monitor, ran: Ran) -> tuple[str, str]:
    """What a run contradicts, in words, and whether that may be since C leaves open what it does."""
    from synth.api.replays.replay import contradiction, left_open

    inputs = ", ".join(map(str, ran.first)) + (", …" if ran.answered > len(ran.first) else "")
    text = f"{contradiction(program, made, ran)}, in a run of the compiled program{f' with the inputs {inputs}' if inputs else ''}"
    why = left_open(program)
    return ("open", f"{text}, but {why}") if why else ("contradicted", text)
