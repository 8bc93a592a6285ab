"""What is known of a program's states, said in C at the heads of its loops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from synth import terms
from synth.analysis.certificates.kinds import Certificate
from synth.analysis.certificates.obligations import prefix_of, run_of
from synth.analysis.reports.cterms import LONGEST, Inexpressible, Name, c_expression
from synth.analysis.reports.texts import settled
from synth.booleans import TRUE, conjuncts
from synth.terms import Term
from synth.transition import TransitionSystem

Location = Mapping[str, Any]
"""file_name, line, column, function."""

Run = Sequence[tuple[int, Mapping[str, int]]]
"""The places that a run comes by, each with the state there."""


@dataclass(frozen=True)
class Head:
    """A loop head in the source.

    location   the loop, or a statement where every round begins
    loop       whether it is the loop, whose condition is about to be evaluated
    body       the first statement of a round, which is come to in the state of the head; None where there is no such
    names      what C calls the variables that are in scope
    """

    location: Location
    loop: bool
    body: Location | None
    names: Mapping[str, str]


@dataclass(frozen=True)
class Heads:
    """The heads of a system's loops, by place, and what can be said there in expressions of at most `longest` characters."""

    system: TransitionSystem
    heads: Mapping[int, Head]
    longest: int = LONGEST

    def same(self, place: int) -> list[int]:
        """The places that have one location: a function that is called more than once has its loops more than once."""
        return [p for p, h in sorted(self.heads.items()) if h.location == self.heads[place].location]

    def names(self, place: int) -> dict[str, Name]:
        """The variables that can be spoken of at a place: in scope, and kept there by the system."""
        kept = {n: text for n, text in self.heads[place].names.items() if n in self.system.needed[place]}
        texts = list(kept.values())
        return {v.name: Name(kept[v.name], v) for v in self.system.variables
                if v.name in kept and texts.count(kept[v.name]) == 1}

    def facts(self, place: int, predicate: Term) -> Iterator[tuple[Term, str | Inexpressible]]:
        """The conjuncts of a predicate, each in C, or why C cannot say it there."""
        names = self.names(place)
        for fact in conjuncts(settled(predicate, place, self.system)):
            if fact is not TRUE:
                try:
                    yield fact, self.expression(fact, names)
                except Inexpressible as why:
                    yield fact, why

    def expression(self, term: Term, names: Mapping[str, Name]) -> str:
        """A term in C; Inexpressible where that cannot be."""
        return c_expression(term, names, self.system.width, self.longest)

    def told_run(self, certificate: Certificate) -> Run:
        """The run that a certificate tells, up to where it fails or is in sets."""
        steps = prefix_of(certificate)
        assert steps is not None
        return run_of(self.system, tuple(steps))[:-1]

    def visited(self, run: Run, places: Sequence[int]) -> Iterator[str]:
        """The states in which a run comes by some places. Inexpressible where C cannot say them."""
        for own, state in dict.fromkeys((p, tuple(s.items())) for p, s in run if p in places):
            words, names = dict(state), self.names(own)
            texts = [self.expression(terms.symbol(n) == words[n], names) for n in names]
            yield " && ".join(f"({t})" for t in texts) or "1"


def either(texts: Sequence[str]) -> str:
    """The disjunction of C expressions."""
    found = list(dict.fromkeys(texts))
    return "1" if "1" in found else " || ".join(f"({t})" for t in found) if len(found) > 1 else found[0]


def both(texts: Sequence[str]) -> str:
    """The conjunction of C expressions; "1" for none."""
    return " && ".join(f"({t})" for t in texts) if len(texts) > 1 else texts[0] if texts else "1"
