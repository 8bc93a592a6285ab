"""Verdicts: both answers to a question are searched for side by side, and the first certificate that the checker proves decides.

Termination: ranks with invariants against recurrence sets. Safety: invariants against failing runs and danger invariants. The two
sides run in processes of their own (`searches`): each a formula, by the engine for clauses of its shape, and strategies beside it.
This process only waits, and checks what they bring. Where they are late, or have given up, the general solver with all its other
engines searches for solutions of the formulas, too.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection, wait
from types import MappingProxyType
from typing import Protocol

from synth.analysis.certificates.checker import Checked, checked
from synth.analysis.certificates.kinds import Certificate, Found, SafetyInvariant, contracts_of, says_of_all
from synth.analysis.certificates.minimisation import minimised
from synth.analysis.certificates.obligations import bounded
from synth.analysis.progress import Stage, Working, heard_by
from synth.analysis.property import Property, Verdict, answers
from synth.analysis.searches import HOLDING, SIDES, Side, with_contracts
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.turns import Search
from synth.analysis.unrolling.unwinding import Unfinished, bounded_runs
from synth.errors import InputError, SynthError
from synth.frontends.c.lowering.contracts import instantiated
from synth.pace import pace
from synth.solver.options import Options
from synth.solver.process import Child, Failed
from synth.transition import LIMIT, Kind, ShownOf, TransitionSystem

logger = logging.getLogger(__name__)

Others = Mapping[ShownOf, Callable[[], TransitionSystem | None]]
"""What makes other systems, of which something may be shown that holds of all runs; None where one is not to be had."""

_SEARCH = Options()
"""How solutions of formulas are searched for, where nobody says."""

_LATE, _NICE = 0.3, 5
"""The share of the time after which the question is put as a formula, too, and by how much its processes, which are many, are nicer
than those that search already, as is the search where runs are followed: where there are fewer processors, they have a third of the
time of these."""

_SNAPSHOT = 0.5
"""Seconds between two snapshots of the work, at most."""

_SHARE = 0.5
"""The share of the time that is left for checking one certificate, as long as searches may bring others."""

_NAMES = {ShownOf.ALL_ELEMENTS: "all elements", ShownOf.FOLLOWED: "all runs followed", ShownOf.ELEMENTS: "by elements",
          ShownOf.CONTENTS: "by what lists hold"}
"""What the searches are called in other readings than the first."""

_LATER = 1.0
"""How many seconds later searches in readings by elements, and with all elements, begin."""

_LAST, _SLIM = 0.5, 1.0
"""Seconds that checking a certificate may take at least, and that making it smaller may, where there are so many."""

_GUESS, _GUESSES, _PAUSE = 2.0, 4.0, 0.5
"""Seconds for a guess, for all guesses of a question, and for how long at most the searches behind a guess wait for it: what they
have left they go on with meanwhile."""


def decide(system: TransitionSystem, asked: Property, timeout: float, seed: int = 0, encodings: Sequence[str] = (),
           rounds: int | None = None, search: Options = _SEARCH) -> Verdict:
    """Whether the property holds of the program, within `timeout` seconds; `encodings` are the only searches, where they are named,
    and runs of so many `rounds` of each loop are, where they are counted. `search` are the options of the search for formulas.

    InputError for an encoding that there is not, and Inapplicable for those named where the program is not of their kind.
    """
    return next(found for found in deciding(system, asked, timeout, seed, encodings, rounds, search)
                if isinstance(found, Verdict))


class Coming(Protocol):
    """A system that another process makes: `connection` is ready where the system is there, or will not be."""

    connection: Connection

    def system(self) -> TransitionSystem:
        """The system, which is waited for. It raises what making it raises: an InputError ends the search, others leave it without
        the system."""

    def signal(self, number: signal.Signals) -> None:
        """Send the process a signal, if it is still there."""


def deciding(system: TransitionSystem | Coming, asked: Property, timeout: float, seed: int = 0,
             encodings: Sequence[str] = (), rounds: int | None = None, search: Options = _SEARCH,
             wider: TransitionSystem | None = None, opened: TransitionSystem | None = None,
             others: Others = MappingProxyType({})) -> Iterator[Working | Verdict]:
    """The same, with snapshots of the work before the verdict. A `wider` system has all runs of the other, and maybe more: what is
    said of all runs is shown of it, or of the `opened` one, in which contracts of functions are left open, with any contracts, or
    of the system itself, none of whose runs comes to a limit then. `others` make other systems, which are looked at later. Where
    there is a wider one, and neither encodings nor rounds are given, the system may be `Coming`: what is said of all runs is
    searched for meanwhile."""
    start = time.monotonic()
    deadline, ends = start + timeout, asked is Property.TERMINATION
    coming = None if isinstance(system, TransitionSystem) else system
    whole = bounded(system) if isinstance(system, TransitionSystem) else None
    proved_on = whole if wider is None else bounded(wider)
    assert proved_on is not None
    for_all = proved_on.cautious(ends)
    if asked is Property.SAFETY and not proved_on.of_kind(Kind.ERROR):
        yield Verdict(asked, True, SafetyInvariant({}), "", "syntax", ("evaluation",), 0.0)
        return
    everything = not encodings and rounds is None
    searches: dict[str, Side] = {} if encodings else dict(SIDES[asked])
    if rounds is not None:
        searches = {f"{rounds} rounds": partial(bounded_runs, most=rounds, safe=asked is Property.SAFETY)}
    if opened is not None and rounds is None:
        searches = {name: with_contracts(side, opened, ends) if name in HOLDING else side for name, side in searches.items()}
    children = [_child(name, side, for_all, deadline, seed) for name, side in searches.items() if name in HOLDING]

    def of_some_runs(whole: TransitionSystem) -> Iterator[Child]:
        """Searches that look at runs up to their limits."""
        for_one = whole.within_limits()
        for name, side in searches.items():
            if name not in HOLDING:
                yield _child(name, side, for_one, deadline, seed)
        for name, side in SIDES[asked].items() if wider is not None and everything else ():
            if name in HOLDING:
                followed = partial(_followed, side=side, whole=whole)
                yield _child(_NAMES[ShownOf.FOLLOWED], followed, whole.cautious(ends), deadline, seed, _NICE)

    if whole is not None:
        children += of_some_runs(whole)
    for reading, made in others.items() if everything else ():
        exact = reading is ShownOf.ALL_ELEMENTS  # the others are of more runs, and no help for termination
        for side, of_all in ((side, name in HOLDING) for name, side in SIDES[asked].items()):
            if not exact and (ends or not of_all):
                continue
            other = (partial(_by_contents, side=side, made=made) if reading is ShownOf.CONTENTS else
                     partial(_otherwise, side=side, made=made, begin=start + _LATER, of_all=of_all, ends=ends))
            children.append(_child(_NAMES[reading], other, for_all, deadline, seed, _NICE if exact else 0))
    awaited = _Awaited(whole, proved_on, opened, others, asked, start, deadline)
    try:
        late = start + (0.0 if encodings else timeout * _LATE)
        general = [] if rounds is not None else [
            partial(_child, "by formula", partial(_by_formula, asked=asked, encodings=encodings, search=search, of_all=of_all), own,
                    deadline, seed, 0 if encodings else _NICE) for own, of_all in _formulas(whole, for_all, bool(encodings))]
        yield from awaited.verdict(children, late, general, coming, of_some_runs)
    finally:
        for child in children:
            child.kill()


def _formulas(whole: TransitionSystem | None, for_all: TransitionSystem,
              wanted: bool) -> list[tuple[TransitionSystem, bool | None]]:
    """The systems of which the question is put as a formula, each with whether it is about what all runs do, about what one does,
    or either; where these are two systems, only if it is `wanted`."""
    if whole is None or for_all is whole:
        return [] if whole is None else [(for_all, None)]
    return [(for_all, True), (whole.within_limits(), False)] if wanted else []


def _by_formula(system: TransitionSystem, deadline: float, seed: int, asked: Property, encodings: Sequence[str],
                search: Options, of_all: bool | None) -> Iterator[Found]:
    from synth.analysis.formulas import by_formula  # most questions are answered before the general solver has to be loaded

    return by_formula(system, deadline, seed, asked, encodings, search, of_all)


def _followed(system: TransitionSystem, deadline: float, seed: int, side: Side, whole: TransitionSystem) -> Search:
    """What a side finds where the runs of the `whole` system are followed to their ends; nothing where one is seen at a limit."""
    runs = Simulator(whole, seed).once()
    if not any(whole.places[whole.edges[run[-1].edge].target].cause == LIMIT for run in runs.failing):
        yield from side(system, deadline, seed)


def _otherwise(system: TransitionSystem, deadline: float, seed: int, side: Side,
               made: Callable[[], TransitionSystem | None], begin: float, of_all: bool = True, ends: bool = False) -> Search:
    """What a side finds in the system that is `made`, of all its runs or of one, beginning later: most programs are decided before,
    and that takes long."""
    time.sleep(max(0.0, min(begin, deadline) - time.monotonic()))
    found = made()
    if found is not None:
        yield from side(bounded(found).cautious(ends) if of_all else bounded(found).within_limits(), deadline, seed)


def _by_contents(system: TransitionSystem, deadline: float, seed: int, side: Side,
                 made: Callable[[], TransitionSystem | None]) -> Search:
    """What a side finds in the system that is `made`, in which more is known; nothing, where no run is seen to fail in this one."""
    if Simulator(system, seed).failing() is not None:
        yield from _otherwise(system, deadline, seed, side, made, 0.0)


def _child(name: str, side: Side, system: TransitionSystem, deadline: float, seed: int, nice: int = 0) -> Child:
    return Child(name, partial(_searched, side=side, system=system, deadline=deadline, seed=seed), nice, leads=True)


def _searched(connection: Connection, side: Side, system: TransitionSystem, deadline: float, seed: int) -> None:
    """In a child: everything that a side brings, and its stages; then the end, or the error of an input that it cannot use."""
    try:
        with heard_by(connection.send):
            for found in filter(None, side(system, deadline, seed)):
                connection.send(found)
    except (InputError, Unfinished) as error:
        connection.send(error)
    connection.send(None)


def _reading(name: str) -> ShownOf | None:
    """The reading in which a search of some name is made; None for the first."""
    return next((reading for reading, own in _NAMES.items() if own == name), None)


class _Awaited:
    """The certificates that children bring, until one is proved."""

    def __init__(self, system: TransitionSystem | None, wider: TransitionSystem, opened: TransitionSystem | None,
                 others: Others, asked: Property, start: float, deadline: float) -> None:
        self._system, self._wider, self._asked, self._start, self._deadline = system, wider, asked, start, deadline
        self._opened, self._others = opened, others
        self._reason = "no certificate was found"
        self._undecided: list[tuple[Found, str]] = []
        self._guesses = _GUESSES * pace()
        self._children: list[Child] = []
        self._coming: Coming | None = None
        self._working = Working(asked.value, deadline - start)

    def verdict(self, children: list[Child], late: float, others: Sequence[Callable[[], Child]], coming: Coming | None = None,
                begun: Callable[[TransitionSystem], Iterable[Child]] = lambda _: ()) -> Iterator[Working | Verdict]:
        """Snapshots, then the first verdict; added to `children` are the `others` when it is `late`, or these have given up, and
        those that are `begun` with the system that is `coming`, when it has come."""
        self._children, waiting, last, self._coming = children, list(children), not others, coming
        while time.monotonic() < self._deadline:
            if self._coming is not None and self._coming.connection.poll():
                for child in self._come(self._coming, begun):
                    children.append(child)
                    waiting.append(child)
                self._coming = None
            if not last and (not waiting or time.monotonic() >= late):
                last = True
                for make in others:
                    children.append(make())
                    waiting.append(children[-1])
            awaited = [child.connection for child in waiting] + ([] if self._coming is None else [self._coming.connection])
            if not awaited:
                yield self._at_last() or self._unknown(self._reason)
                return
            until = self._deadline if last else min(late, self._deadline)
            wait(awaited, min(_SNAPSHOT, max(0.0, until - time.monotonic())))
            for child in list(waiting):
                found = self._received(child, waiting)
                if found is not None:
                    yield found
                    return
            yield replace(self._working, elapsed=time.monotonic() - self._start)
        yield self._unknown("timeout")

    def _come(self, coming: Coming, begun: Callable[[TransitionSystem], Iterable[Child]]) -> Iterator[Child]:
        """What is begun with the system that has come; nothing where there was no room for it, or its process was ended."""
        try:
            self._system = bounded(coming.system())
        except InputError:
            raise
        except (SynthError, MemoryError) as error:
            self._reason = str(error) or "no memory is left"
            return
        yield from begun(self._system)

    def _unknown(self, reason: str) -> Verdict:
        return Verdict(self._asked, None, None, reason, None, (), time.monotonic() - self._start, self._working.tried)

    def _received(self, child: Child, waiting: list[Child]) -> Verdict | None:
        messages = child.receive()
        for message in messages or ():
            if isinstance(message, Found):
                verdict = self._judged(message, child.name)
                if verdict is not None:
                    return verdict
            elif isinstance(message, Stage):
                logger.debug("%s: %s", child.name, message)
                self._working.take(child.name, message)
            elif isinstance(message, Unfinished):
                self._reason = str(message)
            elif message is None:
                waiting.remove(child)
            elif isinstance(message, Failed):
                raise SynthError(f"error: {child.name} failed: {message.text}")
            else:
                raise message
        if messages is None and child in waiting:
            waiting.remove(child)
            self._reason = f"{child.name} {child.ending()}"
        return None

    def _at_last(self) -> Verdict | None:
        """The verdict of a certificate that the checker left undecided before, where it proves it in the time that is left; guesses
        come last."""
        undecided = sorted(self._undecided, key=lambda own: own[0].guessed)
        return next((v for found in undecided if (v := self._judged(*found, share=1.0)) is not None), None)

    def _judged(self, found: Found, name: str, share: float = _SHARE) -> Verdict | None:
        """The verdict of a certificate, from the child of a name, that the checker proves: made smaller first, which makes it
        easier to prove, or else as it is. For a guess no reading is made."""
        if not answers(self._asked, found.certificate):
            logger.error("%s: a certificate for another question", found.by)
            return None
        if found.guessed and _reading(name) not in (None, ShownOf.FOLLOWED):
            return None
        system = self._of(found.certificate, name)
        logger.info("%s: %s %s a certificate", name, found.by, "guessed" if found.guessed else "found")
        if found.guessed and share < 1:
            certificate, result = found.certificate, self._tried(system, found.certificate)
        else:
            certificate, result = self._smaller(system, found) or (
                found.certificate, self._checked(system, found.certificate, share))
        if result.holds is None and share < 1:
            self._undecided.append((found, name))
        if not result.holds:
            level = logging.INFO if result.holds is None or found.guessed else logging.WARNING
            logger.log(level, "%s: a certificate that is not proved: %s", found.by, result.text)
            return None
        logger.info("%s: the certificate of %s is proved", name, found.by)
        return Verdict(self._asked, says_of_all(certificate), certificate, "", found.by, result.solvers,
                       time.monotonic() - self._start, shown_of=_reading(name))

    def _checked(self, system: TransitionSystem, certificate: Certificate, share: float) -> Checked:
        """What becomes of a certificate in a share of the time that is left. At first that has the machine for itself."""
        now = time.monotonic()
        with self._alone(max(_SLIM, (now - self._start) / 2)):
            return checked(system, certificate, max(_LAST, share * (self._deadline - now)), halved=True)

    def _tried(self, system: TransitionSystem, guess: Certificate) -> Checked:
        """What becomes of a guess in the time that there is for guesses. At first that has the machine for itself."""
        most, start = min(_GUESS * pace(), self._guesses, self._deadline - time.monotonic()), time.monotonic()
        if most <= 0:
            return Checked(None, (), "there was no time for it")
        with self._alone(_PAUSE):
            result = checked(system, guess, most, halved=True)
        self._guesses -= time.monotonic() - start
        return result

    def _of(self, certificate: Certificate, name: str) -> TransitionSystem:
        """The system that a certificate is about, from the child of a name."""
        reading = _reading(name)
        if reading is ShownOf.FOLLOWED or (reading is None and not says_of_all(certificate)):
            assert self._system is not None
            return self._system
        if reading is not None and (system := self._others[reading]()) is not None:
            return bounded(system)
        if (contracts := contracts_of(certificate)) and self._opened is not None:
            return bounded(instantiated(self._opened, contracts))
        return self._wider

    def _smaller(self, system: TransitionSystem, found: Found) -> tuple[Certificate, Checked] | None:
        """A smaller certificate that is proved; None where there is none, or no time for it, and for a guess."""
        now = time.monotonic()
        if found.minimised or found.guessed or self._deadline - now < _LAST:
            return None
        most = min(max(_SLIM, (now - self._start) / 3), (self._deadline - now) / 2)
        with self._alone(most):
            small = minimised(system, found.certificate, most)
        result = None if small is found.certificate else self._checked(system, small, _SHARE)
        return (small, result) if result is not None and result.holds else None

    @contextmanager
    def _alone(self, seconds: float) -> Iterator[None]:
        """For so long at most no child searches on, and no system is made: what is done meanwhile has the machine for itself."""
        waiting = threading.Timer(seconds, self._signal, [signal.SIGCONT])
        try:
            self._signal(signal.SIGSTOP)
            waiting.start()
            yield
        finally:
            waiting.cancel()
            if waiting.is_alive():
                waiting.join()
            self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        coming = self._coming
        for child in self._children:
            child.signal(number)
        if coming is not None:
            coming.signal(number)
