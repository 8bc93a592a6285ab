"""What the nodes of runs hold: words that tell of some node of a run, whichever that is.

Which node a word tells of is chosen where runs come together. For every node some run of the program comes to the same place in
which the word tells of that one, so what always holds of the word holds of all nodes of the run (as of the elements of arrays at
indices that are chosen before). Where the first node of a run becomes one of its own, the word tells of that one, and another node
is told of then, of which the same holds (`Drawn`).

Where the program compares such words by their order, words tell of the first and the last node of a run as well, and two words of
some node and the one behind it: a run is sorted where these two are in order. Of a run that has no node, or no two, the words mean
nothing: they are then what the node before the run holds, which satisfies most of what is true of those in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from synth.frontends.c.expressions.expressions import Apply, Cell, Expression, Literal, Read, cells, postorder
from synth.frontends.c.expressions.types import BOOL
from synth.frontends.c.lowering.liveness import Cells
from synth.frontends.c.lowering.shapes import Nodes, Run, Slot
from synth.frontends.c.translation.graph import Assign, Branch, Drawn, Havoc, Node
from synth.frontends.c.translation.lists import LENGTH

_MOST, _PICKS = 4, 5
"""How many words a node has at most of which it is told what the nodes of runs hold; how many choices a word is chosen by."""

_ORDERS = ("<", "<=", ">", ">=")
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
    """What tells of the nodes behind one: of what they hold where that one has `own`; `any` of some node of the run."""

    own: Cell
    any: Cell
    ordered: _Ordered | None

    @property
    def all(self) -> tuple[Cell, ...]:
        """The words."""
        order = self.ordered
        return (self.any,) if order is None else (self.any, order.first, order.last, order.one, order.next)


@dataclass(frozen=True)
class _Option:
    """Values that some words get: where a condition holds, and it is chosen so if they are `one of` several."""

    where: Expression
    values: tuple[Cell, ...]
    one_of: bool


class Contents:
    """The words that tell of runs, and what becomes of them. What the program's loops do not need is not told of."""

    def __init__(self, nodes: Nodes, order: Sequence[Node], live: Sequence[Cells], heads: Iterable[Node]) -> None:
        self._picks = [Cell(f"tells_of_{i}", BOOL, told="which node of a list is told of") for i in range(_PICKS)]
        matters = {cell for head in heads for cell in nodes.words if cell in live[head.number]}
        compared = {cell for cell in _compared(order) if cell in nodes.words}
        self._told: dict[Slot, dict[int, _Told]] = {}
        for slot in nodes.slots:
            alike = [own.words for own in nodes.alike(slot)]
            told = [i for i in range(len(slot.words)) if any(own[i] in matters for own in alike)]
            self._told[slot] = {i: _told(slot, slot.words[i], any(own[i] in compared for own in alike))
                                for i in (told if len(told) <= _MOST else ())}

    def of(self, slot: Slot) -> tuple[Cell, ...]:
        """The words that tell of the run behind a node."""
        return tuple(cell for own in self._told[slot].values() for cell in own.all)

    def none(self, slot: Slot) -> Actions:
        """What tells of a run that has no node."""
        return [Assign(cell, Read(own.own)) for own in self._told[slot].values() for cell in own.all]

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
                before = [(2, (one.one, one.next), True), (1, (one.last, there.own), True)]
                behind = [(2, (other.one, other.next), True), (1, (there.own, other.first), False)]
                made += self._chosen((one.one, one.next), (there.own, there.own), [
                    *_options(slot, runs[0], before), *_options(after, runs[1], behind),
                    *_options(slot, runs[0], [(1, (one.last, there.own), False)])])
                made += self._chosen((one.first,), (there.own,), _options(slot, runs[0], [(1, (one.first,), False)]))
                made += self._chosen((one.last,), (there.own,), _options(after, runs[1], [(1, (other.last,), False)]))
            left = [*_options(slot, runs[0], [(1, (here.any,), True)]), *_options(after, runs[1], [(1, (there.any,), True)])]
            made += self._chosen((here.any,), (there.own,), left)
        return made

    def _chosen(self, words: Sequence[Cell], otherwise: Sequence[Cell], options: Iterable[_Option]) -> Actions:
        """Let some words be what one of the options says."""
        picks = iter(self._picks)
        values: list[Expression] = [Read(cell) for cell in otherwise]
        made: Actions = []
        for option in reversed(list(options)):
            where = option.where
            if option.one_of:
                pick = next(picks)
                made.append(Havoc(pick))
                where = Apply(BOOL, "&&", (Read(pick), where))
            values = [Apply(word.type, "?:", (where, Read(own), left))
                      for word, own, left in zip(words, option.values, values, strict=True)]
        return [*made, *(Assign(word, value) for word, value in zip(words, values, strict=True))]

    def parted(self, slot: Slot, fresh: Slot, run: Run, live: Cells) -> Actions:
        """Have the first node of a run be one of its own, in a slot of which the words that are live matter, while the length is as
        it was."""
        return self._each(slot, fresh, live, lambda word, here, there: _first(slot, run, word, here, there))

    def amid(self, slot: Slot, fresh: Slot, run: Run, live: Cells) -> Actions:
        """The same with some node of the run, and those behind it as its own run."""
        return self._each(slot, fresh, live, lambda word, here, there: _amid(slot, run, word, here, there))

    def _each(self, slot: Slot, fresh: Slot, live: Cells, tell: Callable[[Cell, _Told, _Told], Actions]) -> Actions:
        """What is to be told for each live word of a node that comes out of a run; of others nothing is known."""
        made: Actions = []
        for place, word in enumerate(fresh.words):
            here, there = self._told[slot].get(place), self._told[fresh].get(place)
            if word in live:
                made += [Havoc(word)] if here is None or there is None else tell(word, here, there)
        return made


def _first(slot: Slot, run: Run, word: Cell, here: _Told, there: _Told) -> Actions:
    """Have a word be what the first node of a run holds, and others tell of the rest."""
    some = Drawn(((here.any, None),), _ALWAYS)
    if here.ordered is None or there.ordered is None:
        return [Havoc(word, drawn=(some,)), *_rest(slot, run, word, [(there.any, here.any)])]
    drawn, own, rest = [some, Drawn(((here.any, here.ordered.first),), _ALWAYS)], here.ordered, there.ordered
    if run is Run.COUNTED:
        drawn.append(Drawn(((own.one, own.first), (own.next, None)), _at_least(slot, 2)))
    behind = [(there.any, here.any), (rest.first, rest.first), (rest.last, own.last)]
    return [Assign(word, Read(own.first)), Havoc(rest.first, drawn=tuple(drawn)), *_rest(slot, run, word, behind),
            Assign(rest.one, Read(own.one)), Assign(rest.next, Read(own.next))]


def _amid(slot: Slot, run: Run, word: Cell, here: _Told, there: _Told) -> Actions:
    """Have a word be what some node of a run holds, and others tell of those before it, and of those behind it."""
    some = (Drawn(((here.any, None),), _ALWAYS),)
    made: Actions = [Havoc(word, drawn=some), Havoc(there.any, drawn=some)]
    if here.ordered is None or there.ordered is None:
        return made
    before, behind = here.ordered, there.ordered
    pair = Drawn(((before.one, behind.one), (before.next, None)), _at_least(slot, 2))
    return [*made, Havoc(behind.first, drawn=some), Assign(behind.last, Read(before.last)), Havoc(behind.one),
            Havoc(behind.next, drawn=(pair,) if run is Run.COUNTED else ()), Havoc(before.last, drawn=some)]


def _told(slot: Slot, own: Cell, ordered: bool) -> _Told:
    """The words that tell of what the nodes behind one hold where that has a word of its own."""
    part = own.name.rpartition("]")[2].strip(".").replace(".", "_")
    letter = slot.behind.told.removeprefix("behind")

    def cell(which: str) -> Cell:
        return Cell(f"{slot.behind.name}_{part}_{which}", own.type, own.line, order=own.order,
                    told=f"{which}_{part}_behind{letter}")

    return _Told(own, cell("any"), _Ordered(*map(cell, ("first", "last", "one", "next"))) if ordered else None)


def _rest(slot: Slot, run: Run, word: Cell, told: Iterable[tuple[Cell, Cell]]) -> Actions:
    """Let words tell of the rest of a run; of none, if they tell of it, as of a run that has no node."""
    none = Apply(BOOL, "==", (Apply(LENGTH, "-", (Read(slot.behind), Literal(LENGTH, 1))), Literal(LENGTH, 0)))
    return [Assign(to, Apply(word.type, "?:", (none, Read(word), Read(own))) if run is Run.COUNTED else Read(own))
            for to, own in told]


def _at_least(slot: Slot, count: int) -> Expression:
    """That the run behind a node has so many nodes."""
    return Apply(BOOL, "<=", (Literal(LENGTH, count), Read(slot.behind)))


def _options(slot: Slot, run: Run, wanted: Iterable[tuple[int, tuple[Cell, ...], bool]]) -> Iterator[_Option]:
    """Options where the run behind a node has so many nodes; of one whose length may have wrapped around, that is not known."""
    for count, values, one_of in wanted if run is not Run.NONE else ():
        counted = run is Run.COUNTED
        yield _Option(_at_least(slot, count) if counted else _ALWAYS, values, one_of or not counted)


def _compared(order: Sequence[Node]) -> Iterator[Cell]:
    """The cells that are compared by their order with what is no constant."""
    for node in order:
        match node.action:
            case Assign(_, read) | Branch(read):
                for own in postorder(read):
                    if isinstance(own, Apply) and own.operator in _ORDERS and not any(isinstance(o, Literal) for o in own.operands):
                        yield from cells(own)
