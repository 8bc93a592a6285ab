"""From the control-flow graph to a transition system: cut at loop heads, everything in between summed up by edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from synth import terms
from synth.booleans import FALSE, TRUE
from synth.errors import InputError
from synth.frontends.c.expressions.expressions import BOOLEAN, Apply, Cell, Expression, postorder
from synth.frontends.c.expressions.types import Floating, Integer, Scalar
from synth.frontends.c.lowering.cases import decided_by_cases
from synth.frontends.c.lowering.choices import decided, plain
from synth.frontends.c.lowering.congruence import merged
from synth.frontends.c.lowering.entries import shaped
from synth.frontends.c.lowering.execute import Execution
from synth.frontends.c.lowering.expanded import expanded
from synth.frontends.c.lowering.liveness import Cells, live
from synth.frontends.c.lowering.loops import Shape, cut
from synth.frontends.c.lowering.lower import Lowering
from synth.frontends.c.lowering.propagate import propagated
from synth.frontends.c.lowering.prune import pruned
from synth.frontends.c.lowering.quotients import exact
from synth.frontends.c.lowering.readings import Reading, SourcedEdge, reading_of, readings
from synth.frontends.c.translation.graph import Assign, Branch, Exit, Failure, Fetched, Havoc, Node, Spot
from synth.frontends.c.translation.memory import Memory
from synth.specification import WIDTHS
from synth.terms import Term
from synth.transition import Edge, Files, Kind, Likeness, Place, TransitionSystem, Variable

_WORDS = (8, 16, 32, 64)
"""The bits of words that C has types for."""


@dataclass(frozen=True)
class Made:
    """The transition system of a graph, the C expressions for its variables, and what its inputs are."""

    system: TransitionSystem
    expressions: Mapping[str, str]
    readings: Mapping[str, Reading]


def system(entry: Node, name: str, files: Files, simplify: Callable[[Expression], Expression],
           lists: Memory | None = None, contents: bool = False) -> Made:
    """What a graph comes to; loops with several ways in get one (`entries`).

    simplify  gives an expression of the same type and meaning
    lists     the memory in which there are lists, that are to be told apart by their shapes; InputError where they are not known
    contents  whether words are to tell of what the nodes of runs hold
    """
    form = shaped(entry)
    needed = live(form.order)
    if lists is not None:
        form = cut(expanded(form, needed, simplify, lists, contents))
        needed = live(form.order)
    if (decided := decided_by_cases(form.order, needed, simplify)) is not None:
        form = shaped(decided)
        needed = live(form.order)
    width, fixed = width_of(form.order, needed, files)
    made = _Assembly(form, needed, Lowering(width))
    whole = TransitionSystem(name, width, made.variables, made.places, tuple(made.edges()), fixed, files)
    found = pruned(propagated(pruned(whole)))
    found = found if (fewer := merged(found)) is found else pruned(fewer)
    expressions = made.expressions
    return Made(found, {v.name: expressions[v.name] for v in found.variables}, readings(found))


def _types(node: Node, needed: Sequence[Cells]) -> Iterator[Scalar]:
    """The types of the values that a node computes, if they matter; what is only 0 or 1 has none."""
    action = node.action
    if isinstance(action, (Assign, Havoc)):
        if action.cell not in needed[node.successors[0].number]:
            return
        yield action.cell.type
    if isinstance(action, (Assign, Branch)):
        for part in postorder(action.value if isinstance(action, Assign) else action.condition):
            if not (isinstance(part, Apply) and part.operator in BOOLEAN):
                yield part.type


def types_of(order: Sequence[Node], needed: Sequence[Cells]) -> dict[Scalar, Spot]:
    """The types of the values that matter, each with a place where it does; `needed` are the live cells."""
    spots: dict[Scalar, Spot] = {}
    for node in order:
        for type in _types(node, needed):
            spots.setdefault(type, node.spot or Spot(node.action.cell.line if isinstance(node.action, Havoc) else None))
    return spots


def width_of(order: Sequence[Node], needed: Sequence[Cells], files: Files) -> tuple[int, bool]:
    """The widest type that is used, and whether the program means something at that width only; `needed` are the live cells.

    InputError for values wider than words can be.
    """
    spots = types_of(order, needed)
    bits = {t.bits for t in spots if t.bits > 1}
    width = max(bits, default=32)
    width = next((own for own in _WORDS if own >= width), width)  # bit-fields may have any
    for type, spot in spots.items():
        if type.bits > WIDTHS[-1]:
            raise InputError(f"not supported: values of type {type}", *files.of(spot.line), spot.column)
    plain = all(isinstance(t, Integer) and t.bits in (1, width) for t in spots)
    return width, bool(bits - {width}) or not plain


@dataclass
class _Assembly:
    """Places, variables and edges of a graph."""

    form: Shape
    needed: Sequence[Cells]
    lowering: Lowering
    places: tuple[Place, ...] = field(init=False)
    variables: tuple[Variable, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._numbers: dict[Node, int] = {self.form.order[0]: 0}
        made = [Place(0, Kind.ENTRY)]
        ends = sorted((n for n in self.form.order if isinstance(n.action, (Exit, Failure))), key=_position)
        for node in (*self.form.heads, *ends):
            self._numbers[node] = len(made)
            made.append(_place(len(made), node))
        self.places = tuple(made)
        self._cells = self._ordered(*(head.number for head in self.form.heads))
        self.variables = tuple(variable_of(c) for c in self._cells)
        self._taken = {v.name for v in self.variables}

    @property
    def expressions(self) -> dict[str, str]:
        """The C expression for every variable."""
        return {c.name: c.source for c in self._cells}

    def _ordered(self, *numbers: int) -> list[Cell]:
        """The cells that matter before some nodes, in the order of their declarations."""
        return sorted(frozenset[Cell]().union(*(self.needed[n] for n in numbers)), key=lambda c: (c.order, c.name))

    def edges(self) -> Iterator[Edge]:
        """All edges, from place to place."""
        for start in (self.form.order[0], *self.form.heads):
            yield from self._leaving(start)

    def _leaving(self, start: Node) -> Iterator[Edge]:
        inputs: dict[str, Variable] = {}
        read: dict[str, Reading] = {}

        def choose(cell: Cell, spot: Spot | None = None, when: Term = TRUE) -> Term:
            name, count = f"{cell.name}!", 1
            while f"{name}{count}" in self._taken:
                count += 1
            own = f"{name}{count}"
            self._taken.add(own)
            inputs[own] = variable_of(cell, own)
            read[own] = reading_of(cell, spot, when)
            return terms.symbol(own)

        stops = frozenset(self._numbers) - {self.form.order[0]}
        fetched: dict[tuple[str, Term, Term], dict[str, Term]] = {}

        def fetch(own: Fetched, index: Term, value: Term, when: Term) -> None:
            alike = fetched.setdefault((own.chosen.name, index, when), {own.chosen.name: index})
            alike[own.followed.name] = value

        drawn: list[Likeness] = []

        def draw(by: Mapping[str, Term], when: Term) -> None:
            if by.keys() <= {c.name for c in before}:
                drawn.append(Likeness(when, by))

        execution = Execution(self.lowering, self.needed, stops, choose, fetch=fetch, draw=draw)
        before = self._ordered(start.number)  # nothing reads what lies in blocks before they are allocated
        known = {c: terms.symbol(c.name) if start.number else choose(c, when=FALSE if c.block else TRUE) for c in before}
        ends = list(execution.run(start, known))
        known_of = (self._alike(start, chosen, when, by) for (chosen, _, when), by in fetched.items())
        alike = (*known_of, *drawn) if start.number else ()
        for node, guard, cells in ends:
            update = tuple(cells.get(c, terms.constant(0)) for c in self._cells)
            own = SourcedEdge(self._numbers[start], self._numbers[node], guard, update, tuple(inputs.values()), alike, read)
            own = plain(decided(own, self.lowering.builder), self.lowering.builder)
            yield exact(own, self.variables if start.number else (), self.lowering.builder)

    def _alike(self, start: Node, chosen: str, when: Term, by: Mapping[str, Term]) -> Likeness:
        """The state in which another element of an array is followed; what was looked at last may be other elements then."""
        loose = (c.name for c in self._ordered(start.number) if c.passing or (c.index == chosen and c.name not in by))
        return Likeness(when, by, frozenset(loose))


def _position(end: Node) -> tuple[float, float]:
    """Failures by line and column, the exit last."""
    if not isinstance(end.action, Failure):
        return (math.inf, math.inf)
    return (end.action.spot.line or 0, end.action.spot.column or 0)


def _place(number: int, node: Node) -> Place:
    kind = Kind.EXIT if isinstance(node.action, Exit) else Kind.ERROR if isinstance(node.action, Failure) else Kind.HEAD
    spot = node.action.spot if isinstance(node.action, Failure) else node.spot or Spot()
    cause = node.action.cause if isinstance(node.action, Failure) else ""
    return Place(number, kind, spot.line, spot.column, spot.text, cause, spot.origin, spot.shape, spot.shipped)


def variable_of(cell: Cell, name: str = "") -> Variable:
    """A cell as a word of a system, which is called by its name, or another one."""
    type = cell.type
    return Variable(name or cell.name, type.bits, isinstance(type, Integer) and type.signed, isinstance(type, Floating), cell.line,
                    cell.source or cell.told or (cell.called and f"{cell.called}()"), index="" if name else cell.index,
                    objects=cell.objects, block=cell.block, part=cell.part, lives=cell.lives, counts=cell.counts)
