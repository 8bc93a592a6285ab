"""Verdicts as objects of schema synth.verdict/2, and their certificates read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from synth.analysis.certificates.kinds import (
    Certificate,
    Choices,
    Contracts,
    DangerInvariant,
    Predicates,
    Ranking,
    Ranks,
    RecurrenceSet,
    SafetyInvariant,
    Step,
    Trace,
    Unwinding,
    contracts_of,
    relying,
)
from synth.analysis.certificates.obligations import subject
from synth.analysis.certificates.paths import DEEPEST
from synth.analysis.contracts.sites import words_of
from synth.analysis.property import Failed, Verdict
from synth.analysis.reports.texts import from_listing, listing, readable
from synth.errors import InputError
from synth.terms import Term
from synth.transition import CONTRACT, Callee, Kind, ShownOf, TransitionSystem, remembering

SCHEMA = "synth.verdict/2"
KINDS: dict[type[Any], str] = {SafetyInvariant: "safety-invariant", Ranking: "ranking", RecurrenceSet: "recurrence-set",
                               DangerInvariant: "danger-invariant", Trace: "bounded-trace"}
UNWINDINGS = {False: "unwinding", True: "safe-unwinding"}
"""What each certificate is called."""

_VERDICTS = {True: "true", False: "false", None: "unknown"}


def document(file: str, verdicts: Sequence[Mapping[str, Any]], files: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """The object of what is said of a file, of `verdicts` as `to_record` makes them; `files` are all of the program where it has
    several, or one with macros and folders of its own.
    """
    return {"schema": SCHEMA, "file": file, "files": list(files) or [{"path": file}],
            "verdicts": [dict(verdict) for verdict in verdicts]}


def to_record(verdict: Verdict, system: TransitionSystem | None, options: Mapping[str, Any],
              replay: Mapping[str, Any] | None = None, trial: Mapping[str, Any] | None = None,
              undefined: Sequence[Mapping[str, Any]] = (), assumed: Sequence[str] = (), asked: str = "") -> dict[str, Any]:
    """The verdict as one of the objects in a document; `options` are those that the file was read with, `replay` is what came of
    the certificate's run in the compiled program, `trial` what came of random ones.

    The system is None where the program was not read in time, so that there is no certificate.

    undefined   the calls, by name and line, of functions that are taken to return any value and to do nothing else
    assumed     what the verdict takes for granted, as told to people
    asked       what the property is called where it was asked, if not by its own name
    """
    certificate = None if verdict.certificate is None or system is None else certificate_record(verdict.certificate, system)
    return {"property": verdict.property.value, "asked": asked or verdict.property.value, "verdict": _VERDICTS[verdict.holds],
            "reason": verdict.reason or None, "options": dict(options), "certificate": certificate,
            **{reading.value: verdict.shown_of is reading for reading in ShownOf},
            "replay": None if replay is None else dict(replay), "trial": None if trial is None else dict(trial),
            "failure": None if verdict.failed is None or system is None else failure_record(verdict.failed, system),
            "undefined": [dict(call) for call in undefined], "assumed": list(assumed),
            "tried": list(verdict.tried),
            "seconds": round(verdict.seconds, 6), "found_by": verdict.found_by, "proved_by": "+".join(verdict.proved_by) or None,
            "width": None if system is None else system.width}


def failure_record(failed: Failed, system: TransitionSystem) -> dict[str, Any]:
    """Where a run fails, and what it does wrong there, as an object."""
    place = system.places[failed.place]
    origin = {"origin": place.origin} if place.origin else {}
    return {**_line(failed.place, system), **origin, "assertion": place.text, "cause": place.cause or None,
            "what": failed.what or None}


def certificate_record(certificate: Certificate, system: TransitionSystem) -> dict[str, Any]:
    """A certificate as an object: per loop its predicate and rank, the run that it starts with, the choices; and where it relies on
    contracts of functions, these."""
    contracts = contracts_of(certificate)
    more = {"contracts": [_contract(c, contracts[c.name], system.width) for c in system.callees if c.name in contracts]}
    return _without_contracts(certificate, system) | (more if contracts else {})


def _contract(callee: Callee, ensures: Term, width: int) -> dict[str, Any]:
    return {"function": callee.name, "ensures": _told(ensures, words_of(callee, width), None, True)}


def contracts_in(record: Mapping[str, Any], system: TransitionSystem | None) -> Contracts:
    """The contracts that the certificate of an object relies on, of callees of an open system, where there is one; InputError where
    they are malformed, or are those of another program."""
    certificate = record.get("certificate")
    told = certificate.get("contracts") if isinstance(certificate, Mapping) else None
    callees = {} if system is None else {callee.name: callee for callee in system.callees}
    found: dict[str, Term] = {}
    try:
        for contract in told or ():
            callee = callees[contract["function"]]
            found[callee.name] = from_listing(contract["ensures"]["program"], words_of(callee, _width(system)), True)
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(f"malformed contracts, or those of another program: {type(error).__name__} {error}") from None
    return found


def _width(system: TransitionSystem | None) -> int:
    return 0 if system is None else system.width


def _without_contracts(certificate: Certificate, system: TransitionSystem) -> dict[str, Any]:
    if isinstance(certificate, Unwinding):
        return {"kind": UNWINDINGS[certificate.safe], "variables": [v.name for v in system.variables],
                "rounds": [{"place": p, **_line(p, system), "most": n} for p, n in sorted(certificate.rounds.items())]}
    predicates, ranks, choices, steps = _parts(certificate)
    system = subject(system, certificate)
    places = sorted({*predicates, *ranks})
    return {"kind": KINDS[type(certificate)], "variables": [v.name for v in system.variables],
            "remembers": certificate.memory if isinstance(certificate, Ranking) else None,
            "loops": [_loop(p, predicates.get(p), ranks.get(p), system) for p in places],
            "steps": [{"edge": s.edge, "inputs": dict(s.inputs)} for s in steps],
            "choices": [{"edge": e, "inputs": _chosen(e, by, system)} for e, by in sorted(choices.items())]}


def _parts(certificate: Certificate) -> tuple[Predicates, Ranks, Choices, tuple[Step, ...]]:
    match certificate:
        case SafetyInvariant(invariants):
            return invariants, {}, {}, ()
        case Ranking(invariants, ranks):
            return invariants, ranks, {}, ()
        case RecurrenceSet(prefix, sets, choices):
            return sets, {}, choices, prefix
        case DangerInvariant(prefix, sets, choices, ranks):
            return sets, ranks, choices, prefix
        case Trace(steps):
            return {}, {}, {}, steps
    raise ValueError("a certificate without parts")


def _chosen(edge: int, by: Mapping[str, Term], system: TransitionSystem) -> dict[str, dict[str, str]]:
    return {name: _told(term, system, system.edges[edge].source) for name, term in by.items()}


def _told(term: Term, system: TransitionSystem, place: int | None, predicate: bool = False, rank: bool = False) -> dict[str, str]:
    """A term at a place as a program, and for people what that says when it is read back; a `rank` is no negative number."""
    program = listing(term, system)
    return {"text": readable(from_listing(program, system, predicate), system, place, unsigned=rank), "program": program}


def _line(place: int, system: TransitionSystem) -> dict[str, Any]:
    own = system.places[place]
    return {**system.files.record(own.line), **({"shape": own.shape} if own.shape else {})}


def _loop(place: int, predicate: Term | None, rank: tuple[Term, ...] | None, system: TransitionSystem) -> dict[str, Any]:
    return {"place": place, **_line(place, system),
            "predicate": None if predicate is None else _told(predicate, system, place, True),
            "rank": None if rank is None else [_told(r, system, place, rank=True) for r in rank]}


def certificate_of(record: Mapping[str, Any], system: TransitionSystem, contracts: Contracts | None = None) -> Certificate:
    """The certificate of an object, with the `contracts` of the system; InputError where it is malformed or belongs to another
    program, and where what it says for people is not what it says.
    """
    try:
        told = record["certificate"]
        certificate = _certificate(told, system)
        if contracts:
            certificate = relying(certificate, contracts)
        meant = certificate_record(certificate, system)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, OverflowError, RecursionError) as error:
        raise InputError(f"a malformed certificate: {type(error).__name__} {error}") from None
    if (other := _difference("certificate", told, meant)):
        raise InputError(f"the certificate contradicts itself: {other}")
    if (width := record.get("width", system.width)) != system.width:
        raise InputError(f"the program has words of {system.width} bits, not {width!r} as the verdict says")
    return certificate


def _difference(path: str, told: Any, meant: Any) -> str:
    """Where two objects of JSON differ first, and how; "" where they do not."""
    if isinstance(meant, Mapping) and isinstance(told, Mapping) and set(told) == set(meant):
        return next((d for key in meant if (d := _difference(f"{path}.{key}", told[key], meant[key]))), "")
    if isinstance(meant, list) and isinstance(told, list) and len(told) == len(meant):
        return next((d for i, own in enumerate(meant) if (d := _difference(f"{path}[{i}]", told[i], own))), "")
    same = type(told) is type(meant) and told == meant
    return "" if same else f"{path} is {_short(told)} where it says {_short(meant)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}…"


def _certificate(told: Mapping[str, Any], system: TransitionSystem) -> Certificate:
    memory = told.get("remembers")
    if memory is not None:
        if memory not in range(len(system.places)):
            raise InputError("the certificate is one of another program")
        system = remembering(system, memory)
    if told["variables"] != [v.name for v in system.variables]:
        raise InputError("the certificate is one of another program")
    if told["kind"] in UNWINDINGS.values():
        rounds = {o["place"]: o["most"] for o in told["rounds"]}
        heads = {p.number for p in system.of_kind(Kind.HEAD)}
        returns = {p.number for p in system.of_kind(Kind.ERROR) if p.cause == CONTRACT}  # against a contract, which none comes to
        if not all(type(n) is int and 0 <= n <= DEEPEST for n in rounds.values()) or not heads <= set(rounds) <= heads | returns:
            raise InputError("the certificate is one of another program")
        return Unwinding(rounds, told["kind"] == UNWINDINGS[True])
    predicates = {int(o["place"]): from_listing(o["predicate"]["program"], system, True) for o in told["loops"] if o["predicate"]}
    ranks = {int(o["place"]): tuple(from_listing(r["program"], system) for r in o["rank"])
             for o in told["loops"] if o["rank"] is not None}
    steps = tuple(Step(int(s["edge"]), {str(n): int(v) for n, v in s["inputs"].items()}) for s in told["steps"])
    choices = {int(c["edge"]): {str(n): from_listing(t["program"], system) for n, t in c["inputs"].items()}
               for c in told["choices"]}
    known = len(system.edges), len(system.places)
    if any(not 0 <= e < known[0] for e in (*choices, *(s.edge for s in steps))) or any(
            not 0 <= p < known[1] for p in (*predicates, *ranks)):
        raise InputError("the certificate is one of another program")
    match told["kind"]:
        case "safety-invariant":
            return SafetyInvariant(predicates)
        case "ranking":
            return Ranking(predicates, ranks, memory)
        case "recurrence-set":
            return RecurrenceSet(steps, predicates, choices)
        case "danger-invariant":
            return DangerInvariant(steps, predicates, choices, ranks)
        case "bounded-trace":
            return Trace(steps)
    raise InputError(f"unknown kind of certificate {told['kind']!r}")
