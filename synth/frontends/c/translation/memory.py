"""What pointers may point into: regions of objects, found by translating until nothing new is learnt.

A pointer is the number of a region and the index of one of its elements. Which regions a pointer may hold is not known when it is
first read: a later statement of a loop may assign another one. So every assignment is learnt from, what follows from all of them
is, too, and the program is translated again until no pointer was read with less than it holds: the least fixed point of Andersen's
inclusions (Program analysis and specialization for the C programming language, 1994, 4), which know no order, but know each inlined
call by itself. Objects keep their cells from one translation to the next. A pointer that holds one region costs its index alone,
one that is not moved its number alone, and one that is neither costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from synth.frontends.c.expressions.expressions import Apply, Cell, Convert, Expression, Literal, Read
from synth.frontends.c.expressions.typed import connective, select
from synth.frontends.c.expressions.types import BOOL, Integer, Model, Overlay, Struct, Type, is_bit_field, offset, sizeof
from synth.frontends.c.translation.scopes import (
    Elements,
    Members,
    Object,
    Opaque,
    Reference,
    Routine,
    Scope,
    View,
    cells_of,
    elements_of,
    references_in,
)

SELECTOR = Integer("the number of an object", 16, False, 3, 2)
"""The type of the numbers of regions; no value of the program has it."""

NULL, WILD = 0, 1
"""What a null pointer holds; what a pointer does that has no value yet, or whose object is gone."""


@dataclass(eq=False)
class Root:
    """An object that lies in no other one.

    scope     the block that it lives in; None where it lives as long as the program, or as whoever made it
    alive     whether it was allocated and not freed since; None where it is not allocated
    length    how many elements were allocated; `bounded` tells whether that may be others than there are
    begun     whether its length was set in this translation, where that matters
    empty     whether nothing may be accessed of it
    heap      whether it is freed
    site      the call that allocates it, with those around it, which is at a node
    constant  whether it is a string literal, which is not to be changed
    lasting   whether it lives as long as the program
    renewed   whether it may begin again while the program runs, so that pointers to it then point to nothing
    passing   whether it holds a value that is no object: one that a function returns
    counted   how many elements the last statement looked at, as far as they are to be followed
    slots     where only some elements are looked at, the indices of these; the first `followed` of them are chosen before
    array     what tells it from other such arrays
    within    the definition of the function whose only body it belongs to; None for none
    early     whether a run may come to its declaration again, or use it before that, without leaving its block: it begins with that
    shared    whether it is any node of a list, which stands for those behind it, too, that no other pointer leads to (`shapes`)
    """

    object: Object
    name: str
    scope: Scope | None = None
    alive: Cell | None = None
    length: Cell | None = None
    bounded: bool = False
    begun: bool = False
    empty: bool = False
    heap: bool = False
    site: tuple[Any, ...] = ()
    node: Any = None
    constant: bool = False
    lasting: bool = False
    renewed: bool = False
    passing: bool = False
    counted: Cell | None = None
    slots: tuple[Cell, ...] = ()
    followed: int = 0
    array: int = 0
    within: Any = None
    early: bool = False
    shared: bool = False
    regions: list[Region] = field(default_factory=list)


@dataclass(eq=False)
class Region:
    """What a pointer may walk over: all elements of an array, or one object; or a function, or nothing.

    type    of the elements
    start   bytes from the begin of the root to the first element
    """

    number: int
    type: Type | None
    parts: tuple[Object, ...]
    root: Root | None
    start: int = 0
    routine: Routine | None = None

    @property
    def is_sparse(self) -> bool:
        """Whether only some of its elements are looked at, which are chosen before."""
        return self.root is not None and bool(self.root.slots)


def in_order(regions: Iterable[Region]) -> tuple[Region, ...]:
    """Regions by number, each once."""
    found = {region.number: region for region in regions}
    return tuple(found[number] for number in sorted(found))


@dataclass(frozen=True, eq=False)
class Target:
    """The value of a pointer: at an index of the region that a number tells.

    type      of what it points to; where it is VOID, what it points to may be of any
    regions   those that the selector may be the number of; but for NULL, WILD and functions their elements have the type
    holder    the selector of the pointer object that holds it, maybe moved; None where it is not known to be held by one
    """

    type: Type
    selector: Expression
    index: Expression
    regions: tuple[Region, ...]
    holder: Cell | None = None

    def among(self, wanted: Callable[[Region], bool], model: Model) -> Expression:
        """Whether it points into one of the wanted regions."""
        inside = [region for region in self.regions if wanted(region)]
        if len(inside) in (0, len(self.regions)):
            return Literal(BOOL, int(bool(inside)))
        tests = [self.within(region) for region in inside]
        return reduce(lambda a, b: connective("||", a, b, model), tests)

    def within(self, region: Region) -> Expression:
        """Whether it points into a region."""
        if len(self.regions) == 1:
            return Literal(BOOL, int(self.regions[0] is region))
        return Apply(BOOL, "==", (self.selector, Literal(SELECTOR, region.number)))

    def chosen(self, value: Callable[[Region], Expression]) -> Expression:
        """The value that goes with the region that it points into; all have one type."""
        *others, last = self.regions
        found = value(last)
        for region in reversed(others):
            own = value(region)
            if not (isinstance(own, Literal) and isinstance(found, Literal) and own.value == found.value):
                found = select(self.within(region), own, found)
        return found


@dataclass(frozen=True, eq=False)
class _Location:
    """Where an object lies: bytes from the begin of its root, and its place in the array that it is an element of."""

    object: Object
    root: Root
    start: int
    array: tuple[Elements, int] | None


class Memory:
    """The objects, the regions and what pointers are known to hold; it outlasts the translations of a program."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._nothing = [Region(number, None, (), None) for number in (NULL, WILD)]
        self.regions: list[Region] = list(self._nothing)
        self.grown = False
        self.numbered = False
        self.wanted: dict[tuple[Any, ...], Type] = {}
        self._outdated: list[Root] = []
        self._objects: dict[tuple[Any, ...], tuple[Any, Root]] = {}
        self._roots: list[Root] = []
        self._by_object: dict[int, Root] = {}
        self._unplaced: list[Root] = []
        self._locations: dict[int, _Location] = {}
        self._known: dict[tuple[Any, ...], Region] = {}
        self._held: dict[Cell, set[int]] = {}
        self._inclusions: list[tuple[Cell, Expression, tuple[int, int]]] = []
        self._moved: set[Cell] = set()
        self._still: set[Cell] = set()
        self._asked: set[Cell] = set()
        self._references: dict[Cell, tuple[Reference, Root]] = {}
        self._early: dict[tuple[Any, ...], list[Root]] = {}

    def again(self) -> None:
        """Begin another translation. What follows from the assignments of this one, one after the other, is learnt before."""
        while any([self._holds_more(*own) for own in self._inclusions]):
            pass
        self._inclusions.clear()
        self.grown = False
        self._asked.clear()
        gone = {region.number for root in self._outdated for region in root.regions}
        self._objects = {key: kept for key, kept in self._objects.items() if kept[1] not in self._outdated}
        self._held = {cell: held for cell, held in self._held.items() if cell in self._references}  # others are made anew
        for held in self._held.values() if gone else ():
            held.difference_update(gone)
        self._roots = [root for root in self._roots if root not in self._outdated]
        self._early = {block: [root for root in roots if root not in self._outdated] for block, roots in self._early.items()}
        for root in self._outdated:
            self._by_object.pop(id(root.object), None)
        self._outdated.clear()
        for root in self._roots:
            root.begun = False

    def known(self, key: tuple[Any, ...]) -> Root | None:
        """The object of an earlier translation that was made for the same declaration in the same call."""
        found = self._objects.get(key)
        return None if found is None else found[1]

    def keep(self, key: tuple[Any, ...], node: Any, root: Root) -> None:
        """Know an object, which is declared at a node."""
        self._objects[key] = node, root
        self.add(root)

    def add(self, root: Root) -> None:
        """Know an object that no declaration makes, and the pointers in it."""
        self._roots.append(root)
        self._by_object[id(root.object)] = root
        self._unplaced.append(root)
        for reference in references_in(root.object):
            self._references[reference.selector] = reference, root
            self._still.add(reference.index)

    def root(self, object: Object) -> Root | None:
        """What a whole object is known as."""
        return self._by_object.get(id(object))

    def held(self, cell: Cell) -> list[Region]:
        """The regions that a selector may be the number of, by number."""
        self._asked.add(cell)
        return [self.regions[n] for n in sorted(self._held.get(cell, ()))] or [self._nothing[WILD]]

    def value(self, cell: Cell) -> Expression:
        """What a cell holds, a constant where it is part of a pointer and that is known to hold only one."""
        if cell.type is SELECTOR:
            held = self.held(cell)
            return Literal(SELECTOR, held[0].number) if len(held) == 1 else Read(cell)
        if cell in self._still:
            self._asked.add(cell)
            if cell not in self._moved:
                return Literal(cell.type, 0)
        return Read(cell)

    def _numbers(self, value: Expression, bounds: tuple[int, int]) -> set[int]:
        """The numbers that an expression of type SELECTOR may be, which lie within bounds."""
        match value:
            case Literal():
                return {value.value}
            case Read():
                return {region.number for region in self.held(value.cell)}
            case Apply(operator="?:"):
                return self._numbers(value.operands[1], bounds) | self._numbers(value.operands[2], bounds)
            case Convert() if value.operand.type is SELECTOR:
                return self._numbers(value.operand, bounds)
        return set(range(bounds[0], min(bounds[1], len(self.regions) - 1) + 1))

    def learn(self, cell: Cell, value: Expression, bounds: tuple[int, int]) -> None:
        """Learn from an assignment to a cell; `bounds` are those of the value."""
        if cell.type is SELECTOR:
            self._inclusions.append((cell, value, bounds))
            self.grown |= self._holds_more(cell, value, bounds) and cell in self._asked
        elif cell in self._still and cell not in self._moved and not (isinstance(value, Literal) and value.value == 0):
            self._moved.add(cell)
            self.grown |= cell in self._asked

    def _holds_more(self, cell: Cell, value: Expression, bounds: tuple[int, int]) -> bool:
        """Whether an assignment to a selector tells of regions that it was not known to be the number of."""
        held, new = self._held.setdefault(cell, set()), self._numbers(value, bounds)
        if cell not in self._references and any(root.renewed for n in new if (root := self.regions[n].root) is not None):
            new = {*new, WILD}  # as `Objects.anew` makes it, maybe behind what is read first
        more = not new <= held
        held |= new
        return more

    def is_pointer(self, cell: Cell) -> bool:
        """Whether a cell is a part of a pointer object."""
        return cell.type is SELECTOR or cell in self._still

    def holders(self, root: Root) -> Iterator[tuple[Cell, Root, list[Region]]]:
        """The selectors of pointers that may point into an object, the objects that they lie in, and the regions of the first."""
        for cell, (_, own) in list(self._references.items()):
            if regions := [region for region in self.held(cell) if region.root is root]:
                yield cell, own, regions

    def selectors(self, root: Root) -> Iterator[tuple[Cell, Root | None, list[Region]]]:
        """All selectors that may be numbers of regions of an object, of pointer objects and of values on the way: the objects that
        they lie in, None for values, and the regions."""
        self._asked.update(self._references)  # values on the way are not there yet where more is learnt of them later
        for cell, held in list(self._held.items()):
            if regions := [region for n in sorted(held) if (region := self.regions[n]).root is root]:
                _, own = self._references.get(cell, (None, None))
                yield cell, own, regions

    def pointers(self) -> Iterator[tuple[Cell, Root]]:
        """The selectors of all pointer objects, with the objects that they lie in."""
        return ((cell, own) for cell, (_, own) in self._references.items())

    def roots(self) -> list[Root]:
        """All objects that lie in no other one."""
        return list(self._roots)

    def begin_early(self, object: Object, block: tuple[Any, ...]) -> None:
        """Have an object begin with its block, from the next translation on."""
        root = self.root(object)
        if root is not None and block and not root.early:
            root.early = self.grown = True
            self._early.setdefault(block, []).append(root)

    def early(self, block: tuple[Any, ...]) -> list[Root]:
        """The objects that begin with a block, and not with their declarations."""
        return self._early.get(block, [])

    def renew(self, root: Root) -> None:
        """Have an object made anew in the next translation."""
        self._outdated.append(root)
        self.grown = True

    def require_begun(self) -> None:
        """That the length of whatever has one was set: nothing could be accessed otherwise, and a proof would be of no runs."""
        assert all(root.begun or not root.bounded for root in self._roots)

    def is_outdated(self, root: Root) -> bool:
        """Whether the elements of allocated memory get another type in the next translation."""
        return root in self._outdated

    def want(self, root: Root, type: Type) -> None:
        """Learn what type the elements of allocated memory have, for the next translation."""
        if root.site not in self.wanted:
            self.wanted[root.site] = type
            self._outdated += [own for own in self._roots if own.site == root.site]
            self.grown = True

    def number(self) -> None:
        """Learn that some pointer is made a number, which may be made a pointer again."""
        self.grown |= not self.numbered
        self.numbered = True

    def references(self) -> Iterator[Reference]:
        """All pointer objects."""
        return (reference for reference, _ in self._references.values())

    def function(self, routine: Routine, type: Type) -> Region:
        """The region that a function is."""
        return self._region((id(routine), "function"), type, (), None, 0, routine)

    def address(self, number: int) -> Region:
        """The region that the address of a number is, at which there is no object."""
        return self._region(("address", number), None, (), None, 0)

    def address_of(self, region: Region) -> int | None:
        """The number whose address a region is; None for other regions."""
        return next((key[1] for key, own in self._known.items() if own is region and key[0] == "address"), None)

    def is_followed(self, object: Object) -> bool:
        """Whether an object lies in an element of an array of which only some are looked at."""
        return bool(self._location(object).root.slots) and self._location(object).root.object is not object

    def is_array(self, region: Region) -> bool:
        """Whether the elements of a region are those of the array that is its root, of which maybe only some are looked at."""
        array = region.root.object if region.root is not None else None
        return isinstance(array, Elements) and len(array.parts) == len(region.parts) and all(
            cells_of(own) == cells_of(part) for own, part in zip(region.parts, array.parts, strict=True))

    def at(self, object: Object) -> tuple[Region, int]:
        """The region that an object lies in, and which of its elements it is; arrays in an array are one array."""
        here = self._location(object)
        if here.array is None:
            return self._region((id(object),), object.type, (object,), here.root, here.start), 0
        outer, position = here.array
        while (around := self._location(outer).array) is not None:
            position += around[1] * len(list(elements_of(around[0], object.type))) // len(around[0].parts)
            outer = around[0]
        parts = tuple(elements_of(outer, object.type))
        start = self._location(outer).start
        return self._region((id(outer), object.type), object.type, parts, here.root, start), position

    def viewed(self, region: Region, type: Integer) -> Region:
        """The same elements, read as numbers of another type of the same size."""
        parts = tuple(self._seen(part, type) for part in region.parts)
        return self._region((region.number, type), type, parts, region.root, region.start)

    def _seen(self, part: Object, type: Integer) -> Object:
        if isinstance(part, View):
            return View(type, part.cell, part.raw, part.bits, part.shift)
        if isinstance(part, Opaque):
            return part
        assert isinstance(part, Cell)
        word = self._model.word_of(type.bits)
        return View(type, part, word, word)

    def bytes(self, root: Root, type: Integer) -> Region | None:
        """All bytes of an object, read as a type of characters; None where not all of it is looked at."""
        key = (id(root), "bytes", type)
        if root.bounded:
            return None
        if key not in self._known:
            parts: list[Object] = [Opaque(type)] * sizeof(root.object.type, self._model)
            for own, start in self._scalars(root.object):
                word = self._model.word_of(own.type.bits)
                parts[start:start + word.size] = [View(type, own, word, self._model.word_of(8), 8 * i) for i in range(word.size)]
            self._region(key, type, tuple(parts), root, 0)
        return self._known[key]

    def _scalars(self, object: Object) -> Iterator[tuple[Cell, int]]:
        """The cells of an object that are integers of whole bytes, and where they begin."""
        waiting = [object]
        while waiting:
            own = waiting.pop()
            if isinstance(own, (Elements, Members)):
                waiting.extend(_addressed(own))
            elif isinstance(own, View) and isinstance(own.type, Overlay) and own.whole:
                yield own.cell, self._location(own).start
            elif isinstance(own, Cell) and isinstance(own.type, Integer) and own.type.bits > 1:
                yield own, self._location(own).start

    def scalars(self, root: Root) -> dict[int, Object] | None:
        """What an object consists of that has no parts, by the byte that it begins at; None where there are bit-fields in it."""
        self._settle()
        found: dict[int, Object] = {}
        waiting: list[Object] = [root.object]
        while waiting:
            own = waiting.pop()
            if not isinstance(own, (Elements, Members)):
                found[self._location(own).start] = own
            elif len(inner := _addressed(own)) < len(own.parts):
                return None
            else:
                waiting.extend(inner)
        return found

    def placed(self, root: Root, wanted: Type) -> dict[int, Object]:
        """The objects of a type within a root, by the byte that they begin at; of several at one byte the outermost."""
        self._settle()
        found: dict[int, Object] = {}
        waiting: list[Object] = [root.object]
        while waiting:
            own = waiting.pop()
            if own.type == wanted:
                found.setdefault(self._location(own).start, own)
            if isinstance(own, (Elements, Members)):
                waiting.extend(_addressed(own))
        return found

    def _location(self, object: Object) -> _Location:
        self._settle()
        return self._locations[id(object)]

    def tell_contents(self, root: Root) -> None:
        """Tell the cells of allocated memory where they lie in it, and what they are called."""
        waiting = [root.object]
        while waiting:
            own = waiting.pop()
            if isinstance(own, (Elements, Members)):
                waiting.extend(own.parts.values() if isinstance(own, Members) else own.parts)
            elif isinstance(own, (Cell, View)):
                cell = own if isinstance(own, Cell) else own.cell
                cell.offset, cell.told = self._location(own).start, cell.told or cell.name

    def _settle(self) -> None:
        """Know where the parts of all objects lie."""
        for root in self._unplaced:
            self._place(root.object, root, 0, None)
        self._unplaced.clear()

    def _place(self, object: Object, root: Root, start: int, array: tuple[Elements, int] | None) -> None:
        self._locations[id(object)] = _Location(object, root, start, array)
        match object:
            case Elements():
                size = sizeof(object.type.element, self._model) if object.parts else 0
                for i, part in enumerate(object.parts):
                    self._place(part, root, start + i * size, (object, i))
            case Members() | View(type=Overlay()):
                assert isinstance(object.type, (Struct, Overlay))
                for name, part in object.parts.items():
                    self._place(part, root, start + offset(object.type, name, self._model), None)

    def _region(self, key: tuple[Any, ...], type: Type | None, parts: tuple[Object, ...], root: Root | None, start: int,
                routine: Routine | None = None) -> Region:
        if key not in self._known:
            made = self._known[key] = Region(len(self.regions), type, parts, root, start, routine)
            self.regions.append(made)
            if root is not None:
                root.regions.append(made)
        return self._known[key]


def _addressed(object: Elements | Members) -> list[Object]:
    """The parts of an object that have an address: all but bit-fields."""
    if isinstance(object, Elements):
        return list(object.parts)
    return [own for name, own in object.parts.items() if not is_bit_field(object.type, name)]
