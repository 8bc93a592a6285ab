"""Verdicts: both answers to a question are searched for side by side, and the first certificate that the checker proves decides.

Termination: ranks with invariants against recurrence sets. Safety: invariants against failing runs and danger invariants. The two
sides run in processes of their own; this one only waits, and checks what they bring.
"""

from __future__ import annotations

import enum
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait

from synth import terms
from synth.analysis.certificates import Certificate, Found, Predicates, Ranking, SafetyInvariant
from synth.analysis.checker import checked
from synth.analysis.closed import recurrence_sets
from synth.analysis.houdini import all_of
from synth.analysis.invariants import invariants_of
from synth.analysis.obligations import bounded
from synth.analysis.ranking import Ranker
from synth.analysis.runs import Simulator, constants_of
from synth.analysis.safe_side import fails, is_safe
from synth.analysis.slim import slimmed
from synth.analysis.unrolled import Unroller
from synth.errors import SynthError
from synth.solver.process import Child, end
from synth.transition import Kind, TransitionSystem

logger = logging.getLogger(__name__)


class Property(enum.Enum):
    """What is asked."""

    TERMINATION = "termination"
    SAFETY = "safety"


@dataclass(frozen=True)
class Verdict:
    """The answer: True where the property holds, False where it is violated, None where nobody knows; then `reason` says why.

    found_by    which search brought the certificate
    proved_by   the solvers that proved it
    seconds     of wall time until the certificate was proved
    """

    property: Property
    holds: bool | None
    certificate: Certificate | None
    reason: str
    found_by: str | None
    proved_by: tuple[str, ...]
    seconds: float


Side = Callable[[TransitionSystem, float, int], Iterator[Found]]
_ROUND, _SOON = 3.0, 2.0
_LAST, _SLIM = 5.0, 1.0
"""Seconds that checking a certificate may take at least, and making it smaller."""


def decide(system: TransitionSystem, asked: Property, timeout: float, seed: int = 0) -> Verdict:
    """Whether the property holds of the program, within `timeout` seconds."""
    start = time.monotonic()
    deadline, system = start + timeout, bounded(system)
    if asked is Property.SAFETY and not system.of_kind(Kind.ERROR):
        return Verdict(asked, True, SafetyInvariant({}), "", "syntax", ("evaluation",), 0.0)
    children = [Child(side.__name__.strip("_"), partial(_searched, side=side, system=system, deadline=deadline, seed=seed))
                for side in sides(asked)]
    try:
        return _awaited(system, asked, children, start, deadline)
    finally:
        end(children)


def sides(asked: Property) -> tuple[Side, Side]:
    """The searches for certificates that the property holds, and that it is violated: side(system, deadline, seed)."""
    return {Property.TERMINATION: (_terminates, _diverges), Property.SAFETY: (is_safe, fails)}[asked]


def _searched(connection: Connection, side: Side, system: TransitionSystem, deadline: float, seed: int) -> None:
    """In a child: everything that a side brings; then the end."""
    for found in side(system, deadline, seed):
        connection.send(found)
    connection.send(None)


def _awaited(system: TransitionSystem, asked: Property, children: list[Child], start: float, deadline: float) -> Verdict:
    waiting = list(children)
    reason = "no certificate was found"
    while waiting:
        left = deadline - time.monotonic()
        if left <= 0:
            reason = "timeout"
            break
        wait([c.connection for c in waiting], left)
        for child in list(waiting):
            messages = child.receive()
            for message in messages or ():
                if isinstance(message, Found):
                    verdict = _judged(system, asked, message, start, deadline)
                    if verdict is not None:
                        return verdict
                elif message is None:
                    waiting.remove(child)
                else:
                    raise SynthError(f"error: {child.name} failed: {message}")
            if messages is None and child in waiting:
                waiting.remove(child)
                reason = f"{child.name} {child.ending()}"
    return Verdict(asked, None, None, reason, None, (), time.monotonic() - start)


def _judged(system: TransitionSystem, asked: Property, found: Found, start: float, deadline: float) -> Verdict | None:
    """The verdict of a certificate that the checker proves; a smaller one where that is proved, too."""
    result = checked(system, found.certificate, max(_LAST, deadline - time.monotonic()))
    if not result.holds:
        logger.warning("%s: a certificate that is not proved: %s", found.by, result.text)
        return None
    seconds = time.monotonic() - start
    small = slimmed(system, found.certificate, max(_SLIM, seconds))
    smaller = checked(system, small, _LAST)
    certificate, solvers = (small, smaller.solvers) if smaller.holds else (found.certificate, result.solvers)
    return Verdict(asked, isinstance(certificate, (SafetyInvariant, Ranking)), certificate, "", found.by, solvers, seconds)


def _terminates(system: TransitionSystem, deadline: float, seed: int) -> Iterator[Found]:
    if not system.components:
        yield Found(Ranking({}, {}), "no loops")
        return
    runs = Simulator(system, seed).run()
    for until in (time.monotonic() + _SOON, deadline):
        invariants: Predicates = all_of(invariants_of(system, runs, until, until == deadline)) if (
            until == deadline or _is_begun(system)) else {}
        ranks: dict[int, tuple[terms.Term, ...]] = {}
        for nest in system.components:
            found = Ranker(system, nest, invariants, runs.moves, until).ranks()
            if found is None:
                break
            ranks |= found
        else:
            yield Found(Ranking(invariants, ranks), "ranking")
            return


def _is_begun(system: TransitionSystem) -> bool:
    """Whether the program gives its words values before its first loop."""
    return any(e.source == 0 and not all(u.kind is terms.TermKind.SYMBOL for u in e.update) for e in system.edges)


def _diverges(system: TransitionSystem, deadline: float, seed: int) -> Iterator[Found]:
    for lasso in Unroller(system, min(deadline, time.monotonic() + _ROUND)).lassos():
        if lasso is not None:
            yield Found(lasso, "unrolling")
    constants, steps = constants_of(system), 160
    for attempt in range(64):
        if time.monotonic() > deadline:
            return
        runs = Simulator(system, seed + attempt, steps=steps).run()
        for found in recurrence_sets(system, runs.lasting, constants, deadline):
            yield Found(found, "generalised run")
        steps = min(2000, steps * 2)
