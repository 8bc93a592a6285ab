"""What the nodes of runs hold: words that tell of some node of a run, whichever that is.

Which node a word tells of is chosen where runs come together. For every node some run of the program comes to the same place in
which the word tells of that one, so what always holds of the word holds of all nodes of the run (as of the elements of arrays at
indices that are chosen before). Where the first node of a run becomes one of its own, the word tells of that one, and another node
is told of then, of which the same holds (`Drawn`).

Where the program compares such words by their order, words tell of the first and the last node of a run as well, and two words of
some node and the one behind it: a run is sorted where these two are in order. Of a run that has no node, or no two, the words mean
nothing: they are then what the node before the run holds, which satisfies most of what is true of those in it. Where the program
adds up what nodes hold, a word tells what that comes to in a run; where it compares it with what it counts, a word tells how many
nodes of the run come behind the one that is told of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from synth.frontends.c.expressions.expressions import Apply, Cell, Convert, Expression, Literal, Read
from synth.frontends.c.expressions.types import BOOL, Integer, Scalar
from synth.frontends.c.lowering.liveness import Cells
from synth.frontends.c.lowering.shapes import Nodes, Run, Slot
from synth.frontends.c.lowering.uses import added_up, compared, counted_with
from synth.frontends.c.translation.graph import Assign, Drawn, Havoc, Node
from synth.frontends.c.translation.lists import LENGTH

_MOST, _PICKS = 4, 5
"""How many words a node has at most of which it is told what the nodes of runs hold; how many choices a word is chosen by."""

_ALWAYS = Literal(BOOL, 1)

Actions = list[Assign | Havoc]


@dataclass(frozen=True)
class _Ordered:
    """What the first and the last node of a run hold, and what some node and the one behind it in the run do."""

    first: Cell
    last: Cell
    one: Cell
    next: Cell


@dataclass(frozen=True)
class _Told:
    """What tells of the nodes behind one: of what they hold where that one has `own`; `any` of some node of the run, `place` of how
    many there are behind that, and `total` of the sum of all."""

    own: Cell
    any: Cell
    place: Cell | None
    ordered: _Ordered | None
    total: Cell | None

    def drawn(self, value: Cell | None, place: Cell) -> Drawn:
        """That a node could have been the one that is told of: what it holds, and how many there are behind it."""
        return Drawn(((self.any, value),) if self.place is None else ((self.any, value), (self.place, place)), _ALWAYS)

    @property
    def each(self) -> tuple[Cell, ...]:
        """The words that tell of single nodes."""
        order = self.ordered
        return (self.any,) if order is None else (self.any, order.first, order.last, order.one, order.next)

    @property
    def all(self) -> tuple[Cell, ...]:
        """The words."""
        return (*self.each, *(cell for cell in (self.place, self.total) if cell is not None))


@dataclass(frozen=True)
class _Option:
    """Values that some words get: where a condition holds, and it is chosen so if they are `one of` several."""

    where: Expression
    values: tuple[Expression, ...]
    one_of: bool


class Contents:
    """The words that tell of runs, and what becomes of them. What the program's loops do not need is not told of."""

    def __init__(self, nodes: Nodes, order: Sequence[Node], live: Sequence[Cells], heads: Iterable[Node]) -> None:
        self._picks = [Cell(f"tells_of_{i}", BOOL, told="which node of a list is told of") for i in range(_PICKS)]
        matters = {cell for head in heads for cell in nodes.words if cell in live[head.number]}
        ordered, counted, summed = compared(order), counted_with(order), added_up(order)
        self._places = Cell("place_of_first", LENGTH), Cell("place_of_second", LENGTH)
        self._told: dict[Slot, dict[int, _Told]] = {}
        for slot in nodes.slots:
            alike = [own.words for own in nodes.alike(slot)]
            told = [i for i in range(len(slot.words)) if any(own[i] in matters for own in alike)]
            self._told[slot] = {
                i: _told(slot, slot.words[i], any(own[i] in counted for own in alike), any(own[i] in ordered for own in alike),
                         next((summed[own[i]] for own in alike if own[i] in summed), None))
                for i in (told if len(told) <= _MOST else ())}

    def of(self, slot: Slot) -> tuple[Cell, ...]:
        """The words that tell of the run behind a node."""
        return tuple(cell for own in self._told[slot].values() for cell in own.all)

    def none(self, slot: Slot) -> Actions:
        """What tells of a run that has no node."""
        return [Assign(cell, Read(own.own) if cell in own.each else Literal(cell.type, 0))
                for own in self._told[slot].values() for cell in own.all]

    def anything(self, slot: Slot) -> Actions:
        """What tells of a run that has got nodes that hold anything."""
        return [Havoc(cell) for cell in self.of(slot)]

    def joined(self, slot: Slot, after: Slot, runs: tuple[Run, Run]) -> Actions:
        """Have a node, and the run behind it, be parts of the run of the one before, while lengths are as they were."""
        made: Actions = []
        for place, here in self._told[slot].items():
            there = self._told[after][place]
            one, other = here.ordered, there.ordered
            if one is not None and other is not None:
                before = [(2, _read(one.one, one.next), True), (1, _read(one.last, there.own), True)]
                behind = [(2, _read(other.one, other.next), True), (1, _read(there.own, other.first), False)]
                made += self._chosen((one.one, one.next), _read(there.own, there.own), [
                    *_options(slot, runs[0], before), *_options(after, runs[1], behind),
                    *_options(slot, runs[0], [(1, _read(one.last, there.own), False)])])
                made += self._chosen((one.first,), _read(there.own), _options(slot, runs[0], [(1, _read(one.first), False)]))
                made += self._chosen((one.last,), _read(there.own), _options(after, runs[1], [(1, _read(other.last), False)]))
            made += self._some(slot, after, runs, here, there)
            if here.total is not None and there.total is not None:
                totals = [Read(cell) for cell, run in zip((here.total, there.total), runs, strict=True) if run is not Run.NONE]
                made.append(Assign(here.total, _applied("+", [*totals, Convert(here.total.type, Read(there.own))])))
        return made

    def _some(self, slot: Slot, after: Slot, runs: tuple[Run, Run], here: _Told, there: _Told) -> Actions:
        """Have words tell of some node of the run before a node, of that one, or of some node behind it."""
        if here.place is None or there.place is None:
            own, before, behind = _read(there.own), _read(here.any), _read(there.any)
        else:
            left: Expression = Literal(LENGTH, 0) if runs[1] is Run.NONE else Read(after.behind)
            further = _applied("+", [Read(here.place), left, Literal(LENGTH, 1)])
            own, before, behind = (Read(there.own), left), (Read(here.any), further), _read(there.any, there.place)
        options = [*_options(slot, runs[0], [(1, before, True)]), *_options(after, runs[1], [(1, behind, True)])]
        return self._chosen([here.any] if here.place is None else [here.any, here.place], own, options)

    def _chosen(self, words: Sequence[Cell], otherwise: Sequence[Expression], options: Iterable[_Option]) -> Actions:
        """Let some words be what one of the options says."""
        picks = iter(self._picks)
        values = list(otherwise)
        made: Actions = []
        for option in reversed(list(options)):
            where = option.where
            if option.one_of:
                pick = next(picks)
                made.append(Havoc(pick))
                where = Apply(BOOL, "&&", (Read(pick), where))
            values = [Apply(word.type, "?:", (where, own, left))
                      for word, own, left in zip(words, option.values, values, strict=True)]
        return [*made, *(Assign(word, value) for word, value in zip(words, values, strict=True))]

    def parted(self, slot: Slot, fresh: Slot, run: Run, live: Cells) -> Actions:
        """Have the first node of a run be one of its own, in a slot of which the words that are live matter, while the length is as
        it was."""
        return self._each(slot, fresh, live, lambda word, here, there: _first(slot, run, word, here, there, self._places))

    def amid(self, slot: Slot, fresh: Slot, run: Run, live: Cells) -> Actions:
        """The same with some node of the run, and those behind it as its own run, the length of which is known."""
        return self._each(slot, fresh, live, lambda word, here, there: _amid(slot, fresh, run, word, here, there, self._places))

    def _each(self, slot: Slot, fresh: Slot, live: Cells, tell: Callable[[Cell, _Told, _Told], Actions]) -> Actions:
        """What is to be told for each live word of a node that comes out of a run; of others nothing is known."""
        made: Actions = []
        for place, word in enumerate(fresh.words):
            here, there = self._told[slot].get(place), self._told[fresh].get(place)
            if word in live:
                made += [Havoc(word)] if here is None or there is None else tell(word, here, there)
        return made


def _first(slot: Slot, run: Run, word: Cell, here: _Told, there: _Told, places: tuple[Cell, Cell]) -> Actions:
    """Have a word be what the first node of a run holds, and others tell of the rest; `places` are of two nodes."""
    first, second = places
    before, made, left = _less(Read(slot.behind)), list[Assign | Havoc](), _left(slot, run, word, here, there)
    if here.place is not None and there.place is not None:  # where there is no second node, that of the first
        made = [Assign(first, before), Assign(second, _if(_is_last(slot), before, _less(before)))]
        left += _rest(slot, run, Literal(LENGTH, 0), [(there.place, Read(here.place))])
    if here.ordered is None or there.ordered is None:
        return [*made, Havoc(word, drawn=(here.drawn(None, first),)), *_alone(slot, run, word, here),
                *_rest(slot, run, Read(word), [(there.any, Read(here.any))]), *left]
    own, rest, drawn = here.ordered, there.ordered, [here.drawn(here.ordered.first, first)]
    if run is Run.COUNTED or here.place is None:
        drawn.append(here.drawn(None, second))
    if run is Run.COUNTED:
        drawn.append(Drawn(((own.one, own.first), (own.next, None)), _at_least(slot, 2)))
    behind = [(to, Read(known)) for to, known in ((there.any, here.any), (rest.first, rest.first), (rest.last, own.last))]
    return [*made, Assign(word, Read(own.first)), Havoc(rest.first, drawn=tuple(drawn)), *_rest(slot, run, Read(word), behind),
            Assign(rest.one, Read(own.one)), Assign(rest.next, Read(own.next)), *left]


def _amid(slot: Slot, fresh: Slot, run: Run, word: Cell, here: _Told, there: _Told, places: tuple[Cell, Cell]) -> Actions:
    """Have a word be what some node of a run holds, and others tell of those before it, and of those behind it."""
    made = list[Assign | Havoc]()
    last, first = places
    if here.place is not None and there.place is not None:
        behind = Read(fresh.behind)
        more = Apply(LENGTH, "+", (behind, Literal(LENGTH, 1)))
        made = [Havoc(there.place), Assign(first, _if(_equals(behind, 0), behind, _less(behind))),
                Assign(last, _if(Apply(BOOL, "==", (more, Read(slot.behind))), behind, more))]
    made.append(Havoc(word, drawn=(here.drawn(None, fresh.behind),)))
    made.append(Havoc(there.any, drawn=(here.drawn(None, there.place or first),)))
    if here.total is not None and there.total is not None:
        left = _applied("-", [Read(here.total), Convert(here.total.type, Read(word))])
        made += [Assign(there.total, left), Havoc(here.total),
                 Assign(there.total, _applied("-", [Read(there.total), Read(here.total)]))]
    if here.ordered is not None and there.ordered is not None:
        own, rest, known = here.ordered, there.ordered, run is Run.COUNTED or here.place is None
        pair = Drawn(((own.one, rest.one), (own.next, None)), _at_least(slot, 2))
        made += [Havoc(rest.first, drawn=(here.drawn(None, first),) if known else ()), Assign(rest.last, Read(own.last)),
                 Havoc(rest.one), Havoc(rest.next, drawn=(pair,) if run is Run.COUNTED else ()),
                 Havoc(own.last, drawn=(here.drawn(None, last),) if known else ())]
    if here.place is not None:
        made.append(Assign(here.place, _applied("-", [Read(here.place), Read(fresh.behind), Literal(LENGTH, 1)])))
    return made


def _alone(slot: Slot, run: Run, word: Cell, here: _Told) -> Actions:
    """Have a word be what the only node of a run holds, where that is known by its sum."""
    if here.total is None or run is not Run.COUNTED or word.type.bits > here.total.type.bits:
        return []
    return [Assign(word, _if(_is_last(slot), Convert(word.type, Read(here.total)), Read(word)))]


def _left(slot: Slot, run: Run, word: Cell, here: _Told, there: _Told) -> Actions:
    """Let a word tell the sum of what is left of a run without its first node."""
    if here.total is None or there.total is None:
        return []
    kind = here.total.type
    left = _applied("-", [Read(here.total), Convert(kind, Read(word))])
    return _rest(slot, run, Literal(kind, 0), [(there.total, left)])


def _told(slot: Slot, own: Cell, counted: bool, ordered: bool, summed: Integer | None) -> _Told:
    """The words that tell of what the nodes behind one hold where that has a word of its own; of a sum in a type, too."""
    part = own.name.rpartition("]")[2].strip(".").replace(".", "_")
    letter = slot.behind.told.removeprefix("behind")

    def cell(which: str, kind: Scalar = own.type) -> Cell:
        return Cell(f"{slot.behind.name}_{part}_{which}", kind, own.line, order=own.order, told=f"{which}_{part}_behind{letter}")

    order = _Ordered(*map(cell, ("first", "last", "one", "next"))) if ordered else None
    return _Told(own, cell("any"), cell("place", LENGTH) if counted else None, order,
                 None if summed is None else cell("sum", summed))


def _rest(slot: Slot, run: Run, none: Expression, told: Iterable[tuple[Cell, Expression]]) -> Actions:
    """Let words tell of the rest of a run; where it is known to have no node, they are as of `none`."""
    return [Assign(to, _if(_is_last(slot), none, own) if run is Run.COUNTED else own) for to, own in told]


def _is_last(slot: Slot) -> Expression:
    """That the run behind a node has one node."""
    return _equals(_less(Read(slot.behind)), 0)


def _at_least(slot: Slot, count: int) -> Expression:
    """That the run behind a node has so many nodes."""
    return Apply(BOOL, "<=", (Literal(LENGTH, count), Read(slot.behind)))


def _options(slot: Slot, run: Run, wanted: Iterable[tuple[int, tuple[Expression, ...], bool]]) -> Iterator[_Option]:
    """Options where the run behind a node has so many nodes; of one whose length may have wrapped around, that is not known."""
    for count, values, one_of in wanted if run is not Run.NONE else ():
        counted = run is Run.COUNTED
        yield _Option(_at_least(slot, count) if counted else _ALWAYS, values, one_of or not counted)


def _read(*of: Cell) -> tuple[Expression, ...]:
    return tuple(map(Read, of))


def _if(condition: Expression, then: Expression, otherwise: Expression) -> Expression:
    return Apply(then.type, "?:", (condition, then, otherwise))


def _equals(expression: Expression, value: int) -> Expression:
    return Apply(BOOL, "==", (expression, Literal(expression.type, value)))


def _less(length: Expression) -> Expression:
    return Apply(LENGTH, "-", (length, Literal(LENGTH, 1)))


def _applied(operator: str, operands: Sequence[Expression]) -> Expression:
    return reduce(lambda a, b: Apply(a.type, operator, (a, b)), operands)
