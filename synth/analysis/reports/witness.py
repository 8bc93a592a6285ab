"""Witnesses: certificates in the YAML format of SV-COMP, for validators to check.

Safety is told in version 2.0 of the format: invariants of loops, or the inputs of a run to the failing assertion. Termination is
told in version 2.1: for each loop a relation between any two visits of its head, that the rank falls; or the inputs of a run into a
cycle, and a condition that holds in each round of it. Expressions mean in C what the terms mean (`synth.analysis.reports.cterms`);
facts that C cannot say there are left out, which weakens a witness and never makes it wrong.
"""

from __future__ import annotations

import uuid
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml

from synth import terms
from synth.analysis.certificates.kinds import (
    Certificate,
    DangerInvariant,
    Predicates,
    Ranking,
    Ranks,
    RecurrenceSet,
    SafetyInvariant,
    Trace,
    Unwinding,
)
from synth.analysis.certificates.obligations import lower
from synth.analysis.reports.cterms import Inexpressible, Name, c_expression, constant_expression
from synth.analysis.reports.heads import Head, Heads, Location, both, either
from synth.analysis.reports.replay import Answers
from synth.analysis.reports.texts import settled
from synth.booleans import TRUE
from synth.terms import Term, replaced
from synth.transition import TransitionSystem, Variable, symbols

MOST_INPUTS = 1_000
"""How many inputs of a run a witness names."""

_CHECKS = ("within bounds", "no overflow in", "within its object", "not through a null pointer", "through a pointer to an object",
           "in memory that is not freed", "calls a function")
_PREVIOUS = "\\at({}, AnyPrev)"

@dataclass(frozen=True)
class Input:
    """What the program asks for somewhere.

    variable   what kind of word it is
    name       what C calls it, a variable, or the function that returns it
    called     whether it is a function
    declared   line and column of the call or the declaration
    location   where its value shows; None where it does not
    """

    variable: Variable
    name: str
    called: bool
    declared: tuple[int, int]
    location: Location | None

    @property
    def text(self) -> str:
        """What the format calls it."""
        return "\\result" if self.called else self.name


@dataclass(frozen=True)
class Source:
    """Where things stand: loop heads and failing assertions by place, inputs that matter by what `Answers` call them."""

    heads: Mapping[int, Head]
    inputs: Mapping[Any, Input]
    failing: Mapping[int, Location]


class NoWitness(Exception):
    """Why the format has no witness for a certificate, in words."""


@dataclass(frozen=True)
class Witness:
    """The format's version, the entry's type and content, and what was left out of it, in words."""

    version: str
    type: str
    content: list[dict[str, Any]]
    notes: tuple[str, ...] = ()


def witness(system: TransitionSystem, certificate: Certificate, source: Source, answers: Answers | None) -> Witness:
    """The witness of a certificate, or NoWitness; `answers` are those of its run, None where it has none or it is too long."""
    match certificate:
        case SafetyInvariant(invariants):
            writer = _Writer(system, source)
            return Witness("2.0", "invariant_set", list(writer.invariants(invariants)), writer.notes())
        case Ranking(memory=int()):
            raise NoWitness("its ranks speak of an earlier state")
        case Ranking(invariants, ranks):
            writer = _Writer(system, source)
            content = [*writer.invariants(invariants), *writer.ranks(ranks)]
            return Witness("2.1", "invariant_set", content, writer.notes())
        case RecurrenceSet(_, sets, _):
            assert answers is not None
            writer = _Writer(system, source)
            stem = _inputs(answers.told[:answers.begun], source)
            cycle = {"segment": [*_kept(answers, source), _waypoint("assumption", "cycle", *writer.cycle(certificate, sets))]}
            return Witness("2.1", "violation_sequence", [*stem, cycle], writer.notes())
        case Unwinding():
            raise NoWitness("the program was unwound, and the format has nothing for that")
        case Trace() | DangerInvariant():
            if answers is None:
                raise NoWitness("its run is too long to be written down")
            return _violation(system, source, answers)
    raise NoWitness("there is none for it")


def document(made: Witness, metadata: Mapping[str, Any]) -> str:
    """The text of a witness file; `metadata` are its creation_time, producer and task."""
    told = yaml.safe_dump([made.content, dict(metadata)], sort_keys=True)
    known = {"format_version": made.version, "uuid": str(uuid.uuid5(uuid.NAMESPACE_OID, told)), **metadata}
    entry = {"entry_type": made.type, "metadata": known, "content": made.content}
    text: str = yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=1 << 20)
    return text


# -- invariants --

@dataclass
class _Writer:
    """Writes facts about states in C, and counts those that cannot be."""

    system: TransitionSystem
    source: Source
    lost: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.heads = Heads(self.system, self.source.heads)

    def _line(self, place: int) -> str:
        return self.system.told(self.system.places[place])

    def notes(self) -> tuple[str, ...]:
        """What was left out."""
        return tuple(dict.fromkeys(self.lost))

    def invariants(self, predicates: Predicates) -> Iterator[dict[str, Any]]:
        """The invariants of loops. What functions are inlined for more than once, holds in each of the loops that became of one."""
        for head, places in self._located(predicates):
            told = [self.told(p, predicates.get(p, TRUE)) for p in places]
            if "1" not in told:
                type = "loop_invariant" if head.loop else "location_invariant"
                yield _invariant(type, head.location, either(told), "c_expression")

    def ranks(self, ranks: Ranks) -> Iterator[dict[str, Any]]:
        """That ranks fall from one visit of a loop head to any later one."""
        for head, places in self._located(ranks):
            try:
                if len(places) > 1:
                    raise Inexpressible("its function is called more than once")
                text = self._falls(places[0], ranks[places[0]], head)
            except Inexpressible as why:
                where = f"{head.location['file_name']}:" if self.system.files.several else "line "
                self.lost.append(f"{where}{head.location['line']}: the rank is left out: {why}")
                continue
            type = "loop_transition_invariant" if head.loop else "location_transition_invariant"
            yield _invariant(type, head.location, text, "ext_c_expression")

    def _located(self, known: Mapping[int, Any]) -> Iterator[tuple[Head, list[int]]]:
        """The heads that something is known of, each with all places that it stands for."""
        for place in sorted(known):
            head = self.source.heads.get(place)
            if head is None:
                self.lost.append(f"{self._line(place)}: what is known of the loop is left out: it stands in a macro")
            elif place == min(same := self.heads.same(place)):
                yield head, same

    def told(self, place: int, predicate: Term) -> str:
        """A predicate in C, as far as C can say it there."""
        facts = []
        for _, told in self.heads.facts(place, predicate):
            if isinstance(told, Inexpressible):
                self.lost.append(f"{self._line(place)}: a fact is left out: {told}")
            else:
                facts.append(told)
        return both(facts)

    def _falls(self, place: int, rank: tuple[Term, ...], head: Head) -> str:
        words = tuple(r for r in (settled(r, place, self.system) for r in rank) if symbols((r,)))
        now = self.heads.names(place)
        before = {f"{n}'": Name(_PREVIOUS.format(name.text), name.variable) for n, name in now.items() if name.text.isidentifier()}
        earlier = tuple(replaced(r, {n: terms.symbol(f"{n}'") for n in now}) for r in words)
        return c_expression(lower(earlier, words), {**now, **before}, self.system.width)

    # -- runs that never end --

    def cycle(self, certificate: RecurrenceSet, sets: Predicates) -> tuple[Location, str]:
        """A statement that every round of a run in the sets comes by, and what holds there from the run's beginning."""
        for place in sorted(sets):
            head = self.source.heads.get(place)
            if head is not None and head.body is not None and self._always_met(place, sets):
                return head.body, either([*self._visited(certificate, place), *self._members(place, sets)])
        raise NoWitness("no one loop is known whose rounds never end, and that says nothing but its condition before each")

    def _members(self, place: int, sets: Predicates) -> list[str]:
        return list(dict.fromkeys(self.told(p, sets[p]) for p in self.heads.same(place) if p in sets))

    def _visited(self, certificate: RecurrenceSet, place: int) -> Iterator[str]:
        """The states in which the run came by before it was in the sets."""
        return self.heads.visited(self.heads.told_run(certificate), self.heads.same(place))

    def _always_met(self, place: int, sets: Predicates) -> bool:
        """Whether a run in the sets cannot go on for ever without a place."""
        left = set(sets) - {place}
        while ending := {p for p in left if not any(e.source == p and e.target in left for e in self.system.edges)}:
            left -= ending
        return not left


def _invariant(type: str, location: Location, value: str, form: str) -> dict[str, Any]:
    return {"invariant": {"type": type, "location": dict(location), "value": value, "format": form}}


# -- runs --

def _violation(system: TransitionSystem, source: Source, answers: Answers) -> Witness:
    places = [system.places[p] for p in answers.failing]
    checks = [p for p in places if any(c in p.text for c in _CHECKS)]
    if checks:
        raise NoWitness(f"what fails is not an assertion, but {checks[0].text!r}")
    target, *others = [source.failing[p.number] for p in places]
    if any(other != target for other in others):
        raise NoWitness("it is open which of several assertions fails")
    notes = [f"only the first {MOST_INPUTS} of {len(answers.told)} inputs are named"] if len(answers.told) > MOST_INPUTS else []
    last = {"segment": [*_kept(answers, source), _waypoint("target", "follow", target)]}
    return Witness("2.0", "violation_sequence", [*_inputs(answers.told[:MOST_INPUTS], source), last], tuple(notes))


def _inputs(told: Sequence[tuple[Hashable, int]], source: Source) -> Iterator[dict[str, Any]]:
    """A segment for each place of a run where inputs show; variables that show at one place share a segment."""
    waiting: list[str] = []
    where: Location = {}
    since: tuple[int, int] = (0, 0)
    for own, value in ((source.inputs[site], value) for site, value in told if site in source.inputs):
        if own.location is None:
            continue
        if waiting and own.location != where and not (own.called and _between(since, own.location, where)):
            yield {"segment": [_waypoint("assumption", "follow", where, " && ".join(waiting))]}
            waiting = []
        if own.called:
            yield {"segment": [_waypoint("function_return", "follow", own.location, _equation(own, value, "=="))]}
        else:
            where, since = own.location, own.declared
            waiting.append(_equation(own, value, "=="))
    if waiting:
        yield {"segment": [_waypoint("assumption", "follow", where, " && ".join(waiting))]}


def _between(first: tuple[int, int], location: Location, last: Location) -> bool:
    """Whether a call stands in the declaration of a variable, whose value shows behind it."""
    same = all(location.get(name) == last.get(name) for name in ("file_name", "function"))
    return same and first < (location["line"], location["column"]) < (last["line"], last["column"])


def _equation(own: Input, value: int, sign: str) -> str:
    """What an input is; nothing is said of infinities and NaNs."""
    try:
        return f"{own.text} {sign} {constant_expression(value, own.variable)}"
    except Inexpressible:
        return "1" if sign == "==" else "0"


def _kept(answers: Answers, source: Source) -> Iterator[dict[str, Any]]:
    """Waypoints to avoid: inputs other than those that are always answered from here on."""
    for site, value in answers.always.items():
        own = source.inputs.get(site)
        if own is not None and own.location is not None:
            type = "function_return" if own.called else "assumption"
            yield _waypoint(type, "avoid", own.location, _equation(own, value, "!="))


def _waypoint(type: str, action: str, location: Location, value: str | None = None) -> dict[str, Any]:
    form = "ext_c_expression" if type == "function_return" else "c_expression"
    constraint = {} if value is None else {"constraint": {"value": value, "format": form}}
    return {"waypoint": {"type": type, "action": action, "location": dict(location), **constraint}}
