"""What a certificate says of the states of real runs, as expressions that the compiled program evaluates on its way.

Invariants hold whenever the head of their loop is come to, ranks fall from one visit of a loop nest to the next, a run that was
told comes by the states that it was told to. Loops that the system never goes round do not go round.
Every expression means in C what the term means (`synth.analysis.reports.cterms`); what C cannot say there is left out, and told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from synth.analysis.certificates.kinds import (
    Certificate,
    DangerInvariant,
    Predicates,
    Ranking,
    Ranks,
    RecurrenceSet,
    SafetyInvariant,
    Trace,
)
from synth.analysis.certificates.obligations import subject
from synth.analysis.reports.cterms import Inexpressible
from synth.analysis.reports.heads import Head, Heads, both, either
from synth.analysis.reports.texts import readable, settled
from synth.booleans import TRUE
from synth.terms import Term, TermKind, postorder
from synth.transition import Kind, TransitionSystem

Position = tuple[int, int]
"""Line and column."""

_NUMBER = re.compile(r"\b(0[xX][0-9a-fA-F]{1,16}|[1-9][0-9]{0,19})")
_LONGEST = 40_000
"""Characters that an expression may have."""

_MOST = 512
"""How many words are told that may matter."""


@dataclass(frozen=True)
class Fact:
    """Something that a certificate says of real runs: where, in words, and how many facts of the certificate it stands for."""

    line: int | None
    text: str
    parts: int = 1


@dataclass(frozen=True)
class Monitor:
    """What a compiled program is to evaluate.

    facts      what can be contradicted, by number
    heads      by the position of a loop or label a C expression that does it
    numbers    by position the numbers of the facts that it looks at
    declared   C declarations that they need
    lost       the facts that are left out, in words
    """

    facts: tuple[Fact, ...]
    heads: Mapping[Position, str]
    numbers: Mapping[Position, tuple[int, ...]]
    declared: str
    lost: tuple[str, ...]


def monitor(system: TransitionSystem, certificate: Certificate, heads: Mapping[int, Head], loops: Iterable[Position]) -> Monitor:
    """The monitor of a certificate; `heads` are the loop heads that the source shows, `loops` all its loops. ValueError where a
    certificate's run does not exist.
    """
    return _Work(subject(system, certificate), certificate, heads).done(loops)


def telling(system: TransitionSystem, certificate: Certificate, source: Iterable[str]) -> list[int]:
    """Constants of a program, its source and a certificate, and the words beside them: inputs that may decide something."""
    roots = [t for e in system.edges for t in (e.guard, *e.update)] + list(_terms(certificate))
    found = {n.data for n in postorder(*roots) if n.kind is TermKind.CONSTANT and isinstance(n.data, int)}
    written = {int(text, 0) for line in source for text in _NUMBER.findall(line)}
    near = (w % (1 << 64) for n in (*sorted(written), *sorted(found - written)) for w in (n, n - 1, n + 1, -n))
    return list(dict.fromkeys(near))[:_MOST]


def _terms(certificate: Certificate) -> Iterator[Term]:
    match certificate:
        case SafetyInvariant(predicates) | RecurrenceSet(_, predicates, _):
            yield from predicates.values()
        case Ranking(predicates, ranks) | DangerInvariant(_, predicates, _, ranks):
            yield from predicates.values()
            yield from (word for rank in ranks.values() for word in rank)


@dataclass
class _Work:
    """One monitor under way."""

    system: TransitionSystem
    certificate: Certificate
    heads: Mapping[int, Head]
    facts: list[Fact] = field(default_factory=list)
    codes: dict[Position, list[str]] = field(default_factory=dict)
    numbers: dict[Position, list[int]] = field(default_factory=dict)
    declared: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def done(self, loops: Iterable[Position]) -> Monitor:
        """Everything put together."""
        self.known = Heads(self.system, self.heads, _LONGEST)
        self._loops(loops)
        match self.certificate:
            case SafetyInvariant(invariants):
                self._invariants(invariants)
            case Ranking(invariants, ranks):
                self._invariants(invariants)
                self._ranks(ranks)
            case RecurrenceSet(_, sets, _) | DangerInvariant(_, sets, _, _):
                self._states(sets)
            case Trace():
                self._states({})
        codes = {at: ", ".join(code) for at, code in self.codes.items()}
        return Monitor(tuple(self.facts), codes, {at: tuple(n) for at, n in self.numbers.items()}, "".join(self.declared),
                       tuple(self.lost))

    def _loops(self, loops: Iterable[Position]) -> None:
        """Rounds are counted; a loop that is none in the system does not go round, unless some round begins where no loop does, as
        that of a loop which is jumped into."""
        heads = [self._at(p.number) for p in self.system.of_kind(Kind.HEAD)]
        round, written = {self._at(p) for component in self.system.components for p in component}, tuple(loops)
        for at in dict.fromkeys((*written, *heads)):
            if at in round or not round <= set(written):
                self.codes[at] = ["synth_round(0, 0)"]
            else:
                self.facts.append(Fact(at[0], "the loop does not go round", 0))
                self.codes[at] = [f"synth_round(1, {len(self.facts) - 1})"]

    def _at(self, place: int) -> Position:
        return self.system.places[place].line or 0, self.system.places[place].column or 0

    def _lose(self, place: int, why: object, parts: int = 1) -> None:
        self.lost += [f"{self.system.told(self.system.places[place])}: {why}"] * parts

    def _fact(self, place: int, text: str, parts: int) -> int:
        self.facts.append(Fact(self.system.places[place].line, text, parts))
        self.numbers.setdefault(self._at(place), []).append(len(self.facts) - 1)
        return len(self.facts) - 1

    def _holds(self, place: int, text: str, code: str, parts: int = 1) -> None:
        """That an expression holds whenever a place is come to."""
        self.codes[self._at(place)].append(f"synth_fact({self._fact(place, text, parts)}, {code})")

    # -- invariants and ranks --

    def _invariants(self, invariants: Predicates) -> None:
        for place, predicate in sorted(invariants.items()):
            if place in self.heads and self.known.same(place) == [place]:
                for fact, code in self.known.facts(place, predicate):
                    if isinstance(code, Inexpressible):
                        self._lose(place, code)
                    else:
                        self._holds(place, f"the invariant {readable(fact, self.system, place)} holds", code)
            elif place in self.heads:
                self._shared(place, invariants)
            elif (own := settled(predicate, place, self.system)) is not TRUE and self.system.places[place].kind is Kind.HEAD:
                self._lose(place, f"{readable(own, self.system, place)}: it stands in a macro")

    def _shared(self, place: int, invariants: Predicates) -> None:
        """A loop of a function that is called more than once: one of the invariants holds."""
        same = self.known.same(place)
        if place != min(p for p in same if p in invariants):
            return
        said = [list(self.known.facts(p, invariants.get(p, TRUE))) for p in same]
        parts = [[code for _, code in own if not isinstance(code, Inexpressible)] for own in said]
        if all(parts):
            self._holds(place, "one of the invariants holds", either([both(codes) for codes in parts]), sum(map(len, parts)))
        for _ in range(sum(len(own) for own in said) - (sum(map(len, parts)) if all(parts) else 0)):
            self._lose(place, "its function is called more than once")

    def _ranks(self, ranks: Ranks) -> None:
        for nest, component in enumerate(self.system.components):
            told = {p: ranks[p] for p in sorted(component) if p in ranks}
            size = max((len(rank) for rank in told.values()), default=0)
            codes = {p: code for p, rank in told.items() if (code := self._words(p, rank)) is not None}
            if codes:
                self.declared.append(f"static unsigned long long synth_last_{nest}[{size + 1}];\n")
            for place, code in codes.items():
                shown = ", ".join(readable(settled(r, place, self.system), self.system, place) for r in told[place])
                words = f"(unsigned long long[]){{{code}}}, synth_last_{nest}"
                number = self._fact(place, f"the rank {shown} falls", 1)
                self.codes[self._at(place)].append(f"synth_rank({number}, {size}, {words})")

    def _words(self, place: int, rank: tuple[Term, ...]) -> str | None:
        """The words of a rank; None where C cannot say them."""
        try:
            if place not in self.heads:
                raise Inexpressible("it stands in a macro")
            if len(self.known.same(place)) > 1:
                raise Inexpressible("its function is called more than once")
            names = self.known.names(place)
            return ", ".join(self.known.expression(settled(r, place, self.system), names) for r in rank)
        except Inexpressible as why:
            self._lose(place, f"the rank: {why}")
            return None

    # -- runs --

    def _states(self, sets: Predicates) -> None:
        """A run's states are those that it was told to come by, or in the sets. Where it is told to fail before it comes by again,
        what it does wrong may be nothing that is seen."""
        run = self.known.told_run(self.certificate)
        for place in sorted(self.heads):
            same = self.known.same(place)
            if place != same[0]:
                continue
            try:
                found = [*self.known.visited(run, same), *(self._member(p, sets[p]) for p in same if p in sets)]
            except Inexpressible as why:
                self._lose(place, why)
                continue
            if "1" not in found:
                if not sets:
                    self.declared.append(f"static unsigned long synth_visits_{place};\n")
                    found.insert(0, f"synth_visits_{place}++ >= {sum(own in same for own, _ in run)}")
                self._holds(place, "the run is in the states that were told", either(found) if found else "0")

    def _member(self, place: int, predicate: Term) -> str:
        return both([code for _, code in self.known.facts(place, predicate) if not isinstance(code, Inexpressible)])
