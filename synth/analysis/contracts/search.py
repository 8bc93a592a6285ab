"""Certificates by contracts: what holds of calls that return is guessed from calls that were run, cut down to what the bodies keep,
and put into the program; then it is searched as any other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from synth.analysis.certificates.checker import checked
from synth.analysis.certificates.kinds import (
    Certificate,
    Contracts,
    Found,
    Predicates,
    Ranking,
    SafetyInvariant,
    Unwinding,
    contracts_of,
    relying,
)
from synth.analysis.certificates.minimisation import irredundant, minimised
from synth.analysis.certificates.obligations import bounded
from synth.analysis.contracts.calls import Calls
from synth.analysis.contracts.candidates import candidates
from synth.analysis.contracts.induction import Induction
from synth.analysis.contracts.sites import begins_of
from synth.analysis.invariants.facts import invariants_of
from synth.analysis.invariants.houdini import all_of
from synth.analysis.progress import at_work
from synth.analysis.simulation.simulator import Simulator
from synth.analysis.systems.slices import SLICE_RUNS
from synth.analysis.turns import Search
from synth.booleans import FALSE, TRUE, conjunction, conjuncts
from synth.checking.validity.prover import Fails, valid
from synth.frontends.c.lowering.contracts import instantiated
from synth.terms import Term, constant, name_of
from synth.transition import CAUSES, CONTRACT, Kind, Place, TransitionSystem

_RUNS, _RUN, _CUT, _TURN = 100, 0.1, 0.15, 0.3
"""How many runs show calls; the shares of the time that is left that these have, the cutting of each group of candidates, and each
search but the last."""

_PATIENCE = 1.0, 4.0
"""Seconds that solvers have for one part of a contract, first, and once more where that left one undecided."""

_REDUNDANT, _PLAIN, _SLIM = 0.5, 3.0, 1.5
"""Seconds for leaving out what follows from others, for the proof without invariants, and for leaving out what is not needed."""

Side = Callable[[TransitionSystem, float, int], Search]


def by_contracts(system: TransitionSystem, safe: Side, ends: Side | None, deadline: float, seed: int) -> Search:
    """What searches find in an open system with contracts, which become more: `safe`, that no assertion fails, or `ends`, where it
    is asked, that every run ends. None between two steps.
    """
    last: Contracts = {}
    searched = _safe(safe) if ends is None else _ending(safe, ends)
    for contracts in _found(system, deadline, seed):
        yield None
        if contracts is not None:
            last, until = contracts, time.monotonic() + _TURN * (deadline - time.monotonic())
            for found in searched(instantiated(system, contracts), until, seed):
                yield found and _with(system, found, contracts)
    for found in searched(instantiated(system, last), deadline, seed) if last else ():
        yield found and _with(system, found, last)


def _safe(safe: Side) -> Side:
    """That no assertion fails, first without invariants."""
    def search(system: TransitionSystem, until: float, seed: int) -> Search:
        plain = _plainly(system)
        if plain is not None:
            yield Found(plain, "ranges", minimised=True)
        if not hopeless(system, seed):
            yield from safe(system, until, seed)
    return search


def _ending(safe: Side, ends: Side) -> Side:
    """That every run ends: contracts are shown by themselves, then runs that return against them do not matter."""
    def search(system: TransitionSystem, until: float, seed: int) -> Search:
        shown: Predicates | None = None
        for found in _safe(safe)(system.ending(CAUSES - {CONTRACT}), until, seed):
            if found is None or found.guessed:
                yield None
            elif isinstance(found.certificate, SafetyInvariant):
                shown = found.certificate.invariants
                break
        if shown is not None:
            for found in ends(system.ending((CONTRACT,)).cautious(ends=True), until, seed):
                yield found and replace(found, certificate=_both(system, found.certificate, shown), minimised=False)
    return search


def _both(system: TransitionSystem, certificate: Certificate, shown: Predicates) -> Certificate:
    """A certificate that every run ends, where invariants show that none returns against a contract."""
    broken = [p.number for p in system.of_kind(Kind.ERROR) if p.cause == CONTRACT]
    if isinstance(certificate, Unwinding):
        return replace(certificate, rounds={**certificate.rounds, **dict.fromkeys(broken, 0)})
    assert isinstance(certificate, Ranking)
    own = {p: conjunction([t.get(p, TRUE) for t in (certificate.invariants, shown)]) for p in {*certificate.invariants, *shown}}
    return replace(certificate, invariants={**own, **dict.fromkeys(broken, FALSE)},
                   ranks={**certificate.ranks, **dict.fromkeys(broken, (constant(0),))})


def _plainly(system: TransitionSystem) -> SafetyInvariant | None:
    """Nothing but the ranges of words, where that suffices."""
    plain = SafetyInvariant(_ranges(system))
    if not checked(system, plain, _PLAIN).holds:
        return None
    fewer = minimised(system, plain, _PLAIN)
    return fewer if isinstance(fewer, SafetyInvariant) else plain


def _found(system: TransitionSystem, deadline: float, seed: int) -> Iterator[Contracts | None]:
    """Contracts of an open system's callees that their bodies keep, as far as is seen here, from few to many candidates: those that
    say more than the last ones, and None.
    """
    at_work("calls")
    calls = Calls(system, seed, time.monotonic() + _RUN * (deadline - time.monotonic()))
    calls.run(_RUNS)
    yield None
    groups = {c.name: candidates(system, c, calls.reached[c.name], calls.tried[c.name]) for c in system.callees}
    kept: dict[str, list[Term]] = {name: [] for name in groups}
    whole = bounded(system)
    waiting = [(stage, _PATIENCE[0]) for stage in range(max(map(len, groups.values()), default=0))]
    while waiting:
        stage, patience = waiting.pop(0)
        yield None
        until = time.monotonic() + _CUT * (deadline - time.monotonic())
        old = {id(f) for own in kept.values() for f in own}
        offered = {name: [f for group in own[stage:stage + 1] for f in group if id(f) not in old] for name, own in groups.items()}
        known = _known(system, _all_of(offered), until, seed)
        alone = Induction(whole, known, {}, until, patience)  # which is easier, and so are proofs with its contracts
        more = alone.kept(offered)
        if alone.undecided and patience == _PATIENCE[0]:
            waiting.append((stage, _PATIENCE[1]))
        if any(kept.values()) and any(more.values()):
            yield _all_of(more)
        elif any(kept.values()):
            more = Induction(whole, known, kept, until, patience).kept(offered)
        slim = {name: _irredundant([*kept[name], *more[name]], system.width) for name in groups}
        if any(len(slim[name]) > len(kept[name]) for name in groups):
            kept = slim
            yield _all_of(kept)


def _known(system: TransitionSystem, contracts: Contracts, until: float, seed: int) -> Predicates:
    """What holds at loop heads: the ranges of words, and where bodies return from loops what is inductive there with contracts."""
    begins, known = {p for callee in system.callees for p in begins_of(system, callee)}, _ranges(system)
    if all(e.source in begins for e in system.edges if system.places[e.target].cause == CONTRACT):
        return known
    own = bounded(instantiated(system, contracts))
    facts = all_of(invariants_of(own, Simulator(own, seed, *SLICE_RUNS).run(), until))
    there = {_named(own.places[p]): fact for p, fact in facts.items()}
    return {p: conjunction([fact, there.get(_named(system.places[p]), TRUE)]) for p, fact in known.items()}


def _named(place: Place) -> tuple[int | None, int | None, str]:
    """What a loop head is called in systems that have other numbers for it."""
    return place.line, place.column, place.shape


def _all_of(kept: Mapping[str, Sequence[Term]]) -> Contracts:
    return {name: conjunction(own) for name, own in kept.items() if own}


def _irredundant(facts: Sequence[Term], width: int) -> list[Term]:
    return irredundant(facts, width, time.monotonic() + _REDUNDANT)


def hopeless(system: TransitionSystem, seed: int) -> bool:
    """Whether a run is seen to fail, so that there is no invariant: one that comes to no loop, or a random one."""
    whole = bounded(system)
    return (any(isinstance(valid(~e.guard, system.width, _PLAIN), Fails) for e in whole.failures if e.source == 0)
            or Simulator(whole, seed, *SLICE_RUNS).failing() is not None)


def _ranges(system: TransitionSystem) -> Predicates:
    """That words of fewer bits than others are that narrow, wherever they are."""
    narrow = conjunction([v.in_range for v in system.variables if v.bits < system.width])
    return {p.number: narrow for p in system.of_kind(Kind.HEAD)}


def _with(system: TransitionSystem, found: Found, contracts: Contracts) -> Found:
    """What was found in a system with contracts, with these, and with less of them where that suffices."""
    own = relying(found.certificate, contracts)
    own = own if found.guessed else _slim(system, own)
    return replace(found, certificate=own, by=f"contracts, {found.by}")


def _slim(system: TransitionSystem, certificate: Certificate) -> Certificate:
    """The certificate without parts of its contracts that it does as well without, as far as that is seen quickly; cases first."""
    until = time.monotonic() + _SLIM
    for name, whole in list(contracts_of(certificate).items()):
        for part in sorted(conjuncts(whole), key=lambda t: name_of(t) != "implies"):
            known = contracts_of(certificate)
            fewer = conjunction([p for p in conjuncts(known.get(name, TRUE)) if p is not part])
            contracts = {n: c for n, c in {**known, name: fewer}.items() if c is not TRUE}
            smaller, seconds = relying(certificate, contracts), until - time.monotonic()
            if seconds > 0 and contracts and checked(instantiated(system, contracts), smaller, seconds).holds:
                certificate = smaller
    return certificate
