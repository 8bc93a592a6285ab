"""What the inputs of edges stand for in the source, so that a run can be shown, or made by the compiled program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from synth import terms
from synth.booleans import conjunction
from synth.evaluation import integers
from synth.frontends.c.expressions.expressions import Cell
from synth.frontends.c.lowering.simplify import Builder
from synth.frontends.c.lowering.substitute import substituted
from synth.frontends.c.translation.graph import Spot
from synth.terms import Term, TermKind
from synth.transition import Edge, TransitionSystem, symbols, symbols_of_each


@dataclass(frozen=True, eq=False)
class Reading:
    """Where an input comes from.

    source        the function that returns it, or the variable that is not initialised
    call          whether it is a function
    line, column  of the call, or of the declaration
    when          where the edge is taken: whether the program gets there and reads it, over variables and inputs of the edge; None
                  where that depends on variables that the system has not
    within        where it lies in the block that the call at the place allocates, and its size, in bytes; None where it does not
    """

    source: str
    call: bool
    line: int | None
    column: int | None
    when: Term | None
    within: tuple[int, int] | None = None


@dataclass(frozen=True, eq=False)
class SourcedEdge(Edge):
    """An edge that knows its inputs' readings, by name, in the order in which they are read."""

    readings: Mapping[str, Reading] = field(default_factory=dict)

    def reads(self, name: str, words: Mapping[str, int], width: int) -> bool:
        """Whether the program reads an input where the edge is taken."""
        own = self.readings.get(name)
        return own is None or own.when is None or bool(integers.evaluate(own.when, defaultdict(int, words), {}, width))

    def with_words(self, words: Mapping[str, Term], builder: Builder) -> SourcedEdge:
        """The edge with words of the state replaced by what they are, simplified. What elements of an array are is what the one is
        that it reads."""
        inputs = {i.name for i in self.inputs}
        known = {str(t.data): words[n] for own in self.alike for n, t in own.by.items()
                 if n in words and t.kind is TermKind.SYMBOL and t.data in inputs}
        said = [own.when.implies(t == words[n]) for own in self.alike for n, t in own.by.items() if n in words]
        alike = [replace(own, by=by) for own in self.alike if (by := {n: t for n, t in own.by.items() if n not in words})]
        told = replace(self, guard=conjunction([self.guard, *said]), alike=tuple(alike))
        return told.rebuilt(lambda roots: substituted(roots, {**words, **known}, builder), (), builder)

    def rebuilt(self, rebuild: Callable[[Sequence[Term]], list[Term]], said: Sequence[Term], builder: Builder) -> SourcedEdge:
        """The edge with all of its terms rebuilt, and what is `said` beside its guard."""
        whens = {n: r.when for n, r in self.readings.items() if r.when is not None}
        told = (t for own in self.alike for t in (own.when, *own.by.values()))
        guard, *rest = rebuild((self.guard, *self.update, *whens.values(), *told))
        left = iter(rest)
        update, new = tuple(islice(left, len(self.update))), dict(zip(whens, islice(left, len(whens)), strict=True))
        alike = [replace(own, when=builder.truth(next(left)), by=dict(zip(own.by, left, strict=False))) for own in self.alike]
        readings = {**self.readings, **{n: replace(self.readings[n], when=w) for n, w in new.items() if w is not whens[n]}}
        return replace(self, guard=conjunction([guard, *said]), update=update, readings=readings, alike=tuple(alike))

    def forgetting(self, names: Collection[str], words: Mapping[int, frozenset[str]]) -> SourcedEdge:
        """The edge where some words are no longer known: neither is whether an input is read, as far as it depends on them. `words`
        are those of the conditions of all readings, by the identity of these (`words_of_readings`)."""
        readings = {n: r if r.when is None or words[id(r.when)].isdisjoint(names) else replace(r, when=None)
                    for n, r in self.readings.items()}
        return replace(self, readings=readings, alike=self.alike_without(names))


def words_of_readings(edges: Iterable[Edge]) -> dict[int, frozenset[str]]:
    """The words of the conditions of all readings of some edges, by the identity of these: of one place they are much the same."""
    by_source: dict[int, dict[int, Term]] = defaultdict(dict)
    for edge in edges:
        readings = edge.readings.values() if isinstance(edge, SourcedEdge) else ()
        by_source[edge.source] |= {id(r.when): r.when for r in readings if r.when is not None}
    words = ((whens, symbols_of_each(list(whens.values()))) for whens in by_source.values())
    return {own: found for whens, each in words for own, found in zip(whens, each, strict=True)}


def reading_of(cell: Cell, spot: Spot | None, when: Term | None) -> Reading:
    """How a cell is read that gets any value at a spot."""
    where = spot or Spot(cell.line)
    within = None if cell.offset is None else (cell.offset, max(1, cell.type.bits // 8))
    return Reading(cell.source or cell.called, bool(cell.called), where.line, where.column, when, within)


def readings(system: TransitionSystem) -> dict[str, Reading]:
    """The readings of all inputs of a system."""
    builder = Builder(system.width)
    return {name: own for edge in system.edges for name, own in _read(system, edge, [i.name for i in edge.inputs], builder).items()}


def reads(system: TransitionSystem) -> tuple[Mapping[str, Reading], ...]:
    """For each edge all that it reads, in order, by input; an input that the edge does not need is taken to be 0."""
    builder = Builder(system.width)
    return tuple(_read(system, edge, list(_sourced(edge).readings), builder) for edge in system.edges)


def _sourced(edge: Edge) -> SourcedEdge:
    assert isinstance(edge, SourcedEdge)
    return edge


def _read(system: TransitionSystem, edge: Edge, names: Sequence[str], builder: Builder) -> dict[str, Reading]:
    """The readings of some inputs of an edge, those that it does not need replaced by 0."""
    all, kept = _sourced(edge).readings, {i.name for i in edge.inputs}
    gone = {name: terms.constant(0) for name in all if name not in kept}
    known = kept | {v.name for v in system.variables}
    whens = substituted([w for n in names if (w := all[n].when) is not None], gone, builder)
    left = iter(whens)
    return {n: all[n] if all[n].when is None else _told(all[n], next(left), known, builder) for n in names}


def _told(reading: Reading, when: Term, known: Collection[str], builder: Builder) -> Reading:
    return replace(reading, when=builder.truth(when) if symbols((when,)) <= set(known) else None)
