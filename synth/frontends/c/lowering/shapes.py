"""Shapes of lists: which node each pointer and edge leads to, and behind which nodes there are more that no other pointer leads to.

A node of a list stands for itself and for those behind it up to the one that its edge leads to, which are its run; to these nothing
else leads (smoothing, thesis, section 8.4.2). So where pointers are few, shapes are, however long lists are.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from synth.frontends.c.expressions.expressions import Cell
from synth.frontends.c.expressions.types import Struct
from synth.frontends.c.lowering.liveness import Cells
from synth.frontends.c.translation.lists import LENGTH
from synth.frontends.c.translation.memory import NULL, SELECTOR, WILD, Memory, Region, Root
from synth.frontends.c.translation.scopes import Elements, Members, Reference, cells_of


class Run(enum.Enum):
    """How many nodes there are behind one that only its edge leads to."""

    NONE = "none"
    COUNTED = "as many as a cell tells"
    WRAPPED = "as many as a cell tells, or more by a multiple of how many values that has"


@dataclass(frozen=True, eq=False)
class Slot:
    """A place for a node.

    type       of the node
    number     of the region that pointers to it lead to
    alive      whether there is a node
    next       the pointer in it that is its edge
    selectors  of all pointers in it
    words      its other cells
    behind     how long its run is, where it may have nodes
    """

    type: Struct
    number: int
    alive: Cell
    next: Reference
    selectors: tuple[Cell, ...]
    words: tuple[Cell, ...]
    behind: Cell

    @property
    def edge(self) -> tuple[Cell, Cell]:
        """The cells of its edge."""
        return self.next.selector, self.next.index


@dataclass(frozen=True)
class Shape:
    """Which region each selector is the number of, of all cells that tell so, and which flags are known.

    known  the values of these cells
    runs   behind each node, what there is
    """

    known: Mapping[Cell, int] = field(default_factory=dict)
    runs: Mapping[Slot, Run] = field(default_factory=dict)

    def knowing(self, known: Mapping[Cell, int]) -> Shape:
        """The same with more that is known."""
        return Shape({**self.known, **known}, self.runs)

    def forgetting(self, cell: Cell) -> Shape:
        """The same where a cell has any value."""
        return Shape({c: v for c, v in self.known.items() if c is not cell}, self.runs)

    def run(self, slot: Slot, run: Run) -> Shape:
        """The same with another run behind a node."""
        return replace(self, runs={**self.runs, slot: run})

    @property
    def counting(self) -> Run:
        """How runs are counted: all of them alike, so that there are fewer shapes."""
        return Run.WRAPPED if Run.WRAPPED in self.runs.values() else Run.COUNTED

    def wrapped(self) -> Shape:
        """The same where the lengths of runs may have wrapped around."""
        return replace(self, runs={own: Run.WRAPPED if kind is Run.COUNTED else kind for own, kind in self.runs.items()})

    def without(self, slot: Slot) -> Shape:
        """The same where there is no node in a slot, whose cells may have any value."""
        known = {c: v for c, v in self.known.items() if c not in slot.selectors}
        return Shape(known | {slot.alive: 0}, {own: run for own, run in self.runs.items() if own is not slot})

    @property
    def key(self) -> tuple[frozenset[tuple[Cell, int]], frozenset[tuple[Slot, Run]]]:
        """What tells it from others."""
        return frozenset(self.known.items()), frozenset(self.runs.items())


class Nodes:
    """The slots for nodes of lists in a memory, of which each type has its own."""

    def __init__(self, memory: Memory) -> None:
        self.slots: list[Slot] = []
        self._owner: dict[int, tuple[Slot, tuple[object, ...]]] = {}
        self._numbers: dict[tuple[Slot, tuple[object, ...]], int] = {}
        for root in memory.roots():
            if root.shared:
                self._add(root, memory)
        self.parts = {cell: slot for slot in self.slots for cell in slot.selectors}
        self.alive = {slot.alive: slot for slot in self.slots}
        self.words = frozenset(cell for slot in self.slots for cell in slot.words)
        self.edges = {cell: slot for slot in self.slots for cell in slot.edge}

    def _add(self, root: Root, memory: Memory) -> None:
        assert isinstance(root.object, Elements) and root.alive is not None
        node = root.object.parts[0]
        assert isinstance(node, Members)
        edge = next(own for own in node.parts.values() if isinstance(own, Reference) and own.type.target == node.type)
        cells = cells_of(node)
        behind = Cell(f"{root.name}_behind", LENGTH, root.alive.line, order=root.alive.order,
                      told=f"behind({_letter(len(self.slots))})", counts=True)
        slot = Slot(node.type, memory.at(node)[0].number, root.alive, edge, tuple(c for c in cells if c.type is SELECTOR),
                    tuple(c for c in cells if c.type is not SELECTOR), behind)
        self.slots.append(slot)
        for region in root.regions:
            key = _place(region)
            self._owner[region.number], self._numbers[slot, key] = (slot, key), region.number

    def tells(self, cell: Cell) -> bool:
        """Whether a cell lies in a node, or tells whether there is one."""
        return cell in self.words or cell in self.parts or cell in self.alive

    def at(self, number: int) -> Slot | None:
        """The slot that a region is a part of."""
        return self._owner[number][0] if number in self._owner else None

    def alike(self, slot: Slot) -> list[Slot]:
        """The slots for nodes of the same type."""
        return [own for own in self.slots if own.type is slot.type]

    def moved(self, number: int, slots: Mapping[Slot, Slot]) -> int | None:
        """The region that one becomes where nodes are moved to other slots; None where there is none."""
        if number not in self._owner:
            return number
        slot, key = self._owner[number]
        return self._numbers.get((slots.get(slot, slot), key))

    def unused(self, shape: Shape, slot: Slot) -> Slot | None:
        """A slot for a node of the same type to which nothing leads."""
        led_to = {self.at(value) for cell, value in shape.known.items() if cell.type is SELECTOR}
        return next((own for own in self.alike(slot) if not shape.known.get(own.alive) and own not in led_to), None)

    def walk(self, shape: Shape, start: int) -> Iterator[int]:
        """The regions that are come to from one on, each once: null, or nodes.

        KeyError where one is neither null nor a node that there is, or an edge on the way is not known.
        """
        seen = set[int]()
        while start not in seen:
            after = None if start == NULL else shape.known[self._whole(shape, start).next.selector]
            yield start
            if after is None:
                return
            seen.add(start)
            start = after

    def path(self, shape: Shape, start: int, end: int) -> tuple[Slot, ...] | None:
        """The nodes that are passed, the first included, on the shortest path between regions; None where there is none. KeyError
        as in `walk`."""
        passed = list[Slot]()
        if end != NULL:
            self._whole(shape, end)
        for number in self.walk(shape, start):
            if number == end:
                return tuple(passed)
            if number != NULL:
                passed.append(self._owner[number][0])
        return None

    def joined(self, shape: Shape, slot: Slot) -> list[Slot]:
        """The nodes of which one leads to another, this way or that, the one in a slot among them."""
        leads = [(own, after) for own in shape.runs if (after := self.at(shape.known.get(own.next.selector, WILD))) is not None]
        found, waiting = {slot}, [slot]
        while waiting:
            own = waiting.pop()
            new = {b for pair in leads for a, b in (pair, pair[::-1]) if a is own} - found
            found |= new
            waiting += new
        return [own for own in shape.runs if own in found]

    def parted(self, shape: Shape, slot: Slot, fresh: Slot) -> Shape:
        """A shape in which one node of a run is kept apart, with those behind it as its own run."""
        known = {b: shape.known[a] for a, b in zip(slot.selectors, fresh.selectors, strict=True) if a in shape.known}
        return shape.knowing(known).knowing({fresh.alive: 1, slot.next.selector: fresh.number}).run(fresh, shape.runs[slot])

    def _whole(self, shape: Shape, number: int) -> Slot:
        """The slot of a node that there is. KeyError for other regions."""
        slot, _ = self._owner[number]
        if number != slot.number or not shape.known.get(slot.alive):
            raise KeyError(number)
        return slot

    def within(self, shape: Shape, live: Cells) -> Shape:
        """A shape with what matters where some cells are live, and what lies in nodes."""
        known = {c: v for c, v in shape.known.items() if c in live or c in self.parts or c in self.alive}
        return replace(shape, known=known)

    def _outside(self, shape: Shape) -> list[Cell]:
        """The pointers that lie in no node, in the order of their declarations."""
        return sorted((c for c in shape.known if c.type is SELECTOR and c not in self.parts), key=lambda c: (c.order, c.name))

    def reached(self, shape: Shape) -> list[Slot]:
        """The slots that pointers lead to which lie in no node, in the order of these, and by what is behind."""
        found = dict[Slot, None]()
        waiting = [shape.known[c] for c in self._outside(shape)]
        while waiting:
            slot = self.at(waiting.pop(0))
            if slot is not None and slot not in found:
                found[slot] = None
                waiting += [shape.known[c] for c in slot.selectors if c in shape.known] if shape.known.get(slot.alive) else []
        return list(found)

    def mergeable(self, shape: Shape, live: Cells) -> tuple[Slot, Slot] | None:
        """A node, and the one behind it that nothing else leads to, which may become a part of its run."""
        reached = self.reached(shape)
        living = [slot for slot in reached if shape.known.get(slot.alive)]
        inside = {cell for slot in living for cell in slot.selectors}
        leading = [value for cell, value in shape.known.items() if cell not in self.parts or cell in inside]
        for slot in living:
            number = shape.known.get(slot.next.selector, WILD)
            after = self.at(number)
            if after is None or after is slot or number != after.number or not shape.known.get(after.alive):
                continue
            if after.type is not slot.type or any(cell in live for cell in (slot.next.index, after.next.index)):
                continue
            once = sum(self.at(value) is after for value in leading) == 1
            others = ((a, b) for a, b in zip(slot.selectors, after.selectors, strict=True) if a is not slot.next.selector)
            if once and all(shape.known.get(a, WILD) == shape.known.get(b, WILD) for a, b in others):
                return slot, after
        return None

    def swept(self, shape: Shape, kept: bool) -> Shape:
        """A shape without the nodes that nothing leads to; where such are `kept`, one of them is left."""
        reached = set(self.reached(shape))
        for slot in self.slots:
            if slot in reached or slot.alive not in shape.known:
                continue
            if kept and shape.known[slot.alive]:
                kept = False
                shape = shape.knowing(dict.fromkeys(slot.selectors, WILD))
            else:
                shape = shape.without(slot)
        return shape

    def in_order(self, shape: Shape) -> dict[Slot, Slot]:
        """Where nodes go that are to be in the order in which they are come to: the slots that change, each with its new one."""
        reached = self.reached(shape)
        left = [slot for slot in self.slots if slot not in reached and shape.known.get(slot.alive)]
        free = {slot.type: self.alike(slot) for slot in self.slots}
        return {slot: own for slot in (*reached, *left) if (own := free[slot.type].pop(0)) is not slot}

    def renamed(self, shape: Shape, slots: Mapping[Slot, Slot]) -> Shape | None:
        """A shape whose nodes are moved to other slots; None where a pointer into one has no counterpart."""
        cells = {a: b for old, new in slots.items() for a, b in zip((*old.selectors, old.alive), (*new.selectors, new.alive),
                                                                  strict=True)}
        emptied = {cell for slot in slots.values() if slot not in slots for cell in (*slot.selectors, slot.alive)}
        known = dict.fromkeys((slot.alive for slot in slots if slot not in slots.values()), 0)
        for cell, value in shape.known.items():
            if cell in emptied:
                continue
            number = self.moved(value, slots) if cell.type is SELECTOR else value
            if number is None:
                return None
            known[cells.get(cell, cell)] = number
        return Shape(known, {slots.get(slot, slot): run for slot, run in shape.runs.items()})

    def text(self, shape: Shape) -> str:
        """What pointers lead to, for people: `list -> a ..> null, p -> b`, where `..>` leads over nodes that nothing else does."""
        shown, lines = set[Slot](), list[str]()
        for cell in self._outside(shape):
            line, arrow, number = cell.told.removeprefix("the object of ") or cell.name, "->", shape.known[cell]
            while (slot := self.at(number)) is not None:
                line += f" {arrow} {_letter(self.slots.index(slot))}"
                if slot in shown or not shape.known.get(slot.alive):
                    break
                shown.add(slot)
                arrow = "->" if shape.runs[slot] is Run.NONE else "..>"
                number = shape.known.get(slot.next.selector, WILD)
            if slot is None:
                line += f" {arrow} {'null' if number == NULL else 'nowhere'}"
            elif not shape.known.get(slot.alive):
                line += " (freed)"
            lines.append(line)
        return ", ".join(lines)

    def value(self, shape: Shape, cell: Cell, edges: bool) -> int | None:
        """What a cell holds where an expression reads it; None where that is not known. The edge of a node that has a run is known
        only if it is asked for `edges`: as what comes behind that."""
        slot = self.parts.get(cell)
        if slot is None:
            known = shape.known.get(cell)
            unset = WILD if cell.type is SELECTOR else 0 if cell in self.alive else None
            return unset if known is None else known
        if not shape.known.get(slot.alive):
            return WILD
        if cell is slot.next.selector and not edges and shape.runs[slot] is not Run.NONE:
            return None
        return shape.known.get(cell)


def _place(region: Region) -> tuple[object, ...]:
    """What a region of a node is the same by as that of another one."""
    return region.type, region.start, len(region.parts)


def _letter(number: int) -> str:
    """What a slot is called to people: a, b, c …"""
    return chr(ord("a") + number % 26) + (str(number // 26) if number >= 26 else "")
