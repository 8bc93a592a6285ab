"""Where the guards of an open system speak of contracts: the calls that are passed over, and the returns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from synth import terms
from synth.terms import Term
from synth.transition import Callee, Kind, Place, TransitionSystem


@dataclass(frozen=True, eq=False)
class Site:
    """An application of a callee's predicate, to the words of one call; `shown` where the call returns."""

    term: Term
    callee: Callee
    shown: bool

    @property
    def known(self) -> Sequence[Term]:
        """The words that are known before the call."""
        return self.term.arguments[:self.callee.parameters + self.callee.changed]

    @property
    def returned(self) -> Sequence[Term]:
        """The words that the call chooses."""
        return self.term.arguments[self.callee.parameters + self.callee.changed:]


def sites(system: TransitionSystem, roots: Sequence[Term]) -> Iterator[Site]:
    """The applications in terms, each once, those first that others depend on."""
    by = {name: (callee, shown) for callee in system.callees for name, shown in ((callee.assumed, False), (callee.shown, True))}
    for node in terms.postorder(*roots):
        if node.kind is terms.TermKind.CALL:
            yield Site(node, *by[str(node.data)])


def begins_of(system: TransitionSystem, callee: Callee) -> list[int]:
    """The places where the body of a callee may begin; none where no call of it is followed. Where lists have shapes, or bodies
    that call each other are entered, they may as well be those of another loop, or body, on the same line."""
    return [p.number for p in system.of_kind(Kind.HEAD)
            if p.line == callee.line and p.column in (callee.column, None)]


def words_of(callee: Callee, width: int) -> TransitionSystem:
    """The words of a callee as those of a system that does nothing; what is changed is old(…) as it is before."""
    before = range(callee.parameters, callee.results.start)
    words = tuple(replace(w, text=f"old({w.text})") if n in before else w for n, w in enumerate(callee.words))
    return TransitionSystem(callee.name, width, words, (Place(0, Kind.ENTRY),), ())
