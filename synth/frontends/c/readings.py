"""What the inputs of edges stand for in the source, so that a run can be shown, or made by the compiled program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from synth import terms
from synth.frontends.c.simplify import Builder
from synth.frontends.c.substitute import substituted
from synth.terms import Term, TermKind
from synth.transition import Edge, TransitionSystem


@dataclass(frozen=True, eq=False)
class Reading:
    """Where an input comes from.

    source        the function that returns it, or the variable that is not initialised
    call          whether it is a function
    line, column  of the call, or of the declaration
    when          where the edge is taken: whether the program gets there and reads it, over variables and inputs of the edge; None
                  where that depends on variables that the system has not
    """

    source: str
    call: bool
    line: int | None
    column: int | None
    when: Term | None


@dataclass(frozen=True, eq=False)
class SourcedEdge(Edge):
    """An edge that knows its inputs' readings, by name, in the order in which they are read."""

    readings: Mapping[str, Reading] = field(default_factory=dict)

    def with_words(self, words: Mapping[str, Term], builder: Builder) -> SourcedEdge:
        """The edge with words replaced by terms, simplified."""
        names = [n for n, r in self.readings.items() if r.when is not None]
        whens = [r.when for r in self.readings.values() if r.when is not None]
        guard, *rest = substituted((self.guard, *self.update, *whens), words, builder)
        update, whens = tuple(rest[:len(self.update)]), rest[len(self.update):]
        readings = {**self.readings, **{n: replace(self.readings[n], when=w) for n, w in zip(names, whens, strict=True)}}
        return replace(self, guard=guard, update=update, readings=readings)


def readings(system: TransitionSystem) -> dict[str, Reading]:
    """The readings of all inputs of a system; an input that no edge needs is taken to be 0."""
    builder = Builder(system.width)
    variables = {v.name for v in system.variables}
    found: dict[str, Reading] = {}
    for edge in system.edges:
        assert isinstance(edge, SourcedEdge)
        kept = {i.name for i in edge.inputs}
        gone = {name: terms.constant(0) for name in edge.readings if name not in kept}
        for name in kept:
            found[name] = _told(edge.readings[name], gone, variables | kept, builder)
    return found


def _told(reading: Reading, gone: Mapping[str, Term], known: set[str], builder: Builder) -> Reading:
    if reading.when is None:
        return reading
    when = substituted((reading.when,), gone, builder)[0]
    names = {str(n.data) for n in terms.postorder(when) if n.kind is TermKind.SYMBOL}
    return replace(reading, when=builder.truth(when) if names <= known else None)
