"""Allocated memory: malloc and what belongs to it (C11, 7.22.3).

Each call that allocates has objects of its own, as many as it may hold at a time: one where no loop is around it. An object that
is freed is used again, and pointers to it point to nothing from then on. A run that would need more objects, or an element behind
those that a block of unknown size is given here, is beyond what is looked at: what holds of all runs is shown only where none gets
there. What type the elements have, the pointer tells that the memory is assigned to, or the first one that it is converted to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Apply, Cell, Expression, Literal, Read
from synth.frontends.c.expressions.types import BOOL, VOID, Array, Type, complete, sizeof
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.graph import Failure
from synth.frontends.c.translation.memory import NULL, SELECTOR, WILD, Region, Root, Target
from synth.frontends.c.translation.scopes import Candidate, Elements, Object, Scope, cells_of, leaves
from synth.frontends.c.translation.typenames import LONGEST
from synth.transition import LEFT_OPEN

ALLOCATING = ("malloc", "calloc", "realloc", "alloca", "__builtin_malloc", "__builtin_calloc", "__builtin_realloc",
              "__builtin_alloca")
FREEING = ("free", "__builtin_free")
"""Functions that have their meaning here."""

MOST_OBJECTS = 4
"""The objects of a call in a loop."""


class Allocation:
    """Allocates and frees memory within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._looked_for = 0

    def call(self, name: str, node: Any, wanted: Type | None) -> Target | None:
        """A call of one of the functions; what it returns points to elements of type `wanted`, if that is said."""
        plain = name.removeprefix("__builtin_")
        arguments = node.args.exprs if node.args is not None else []
        if len(arguments) != {"calloc": 2, "realloc": 2}.get(plain, 1):
            self._context.source.fail(node, f"{name} with {len(arguments)} arguments")
        with self._context.calling(node):
            if plain == "free":
                self._free(self._context.pointers.passed(self._context.model.pointer(VOID), arguments[0]), node)
                return None
            if plain == "realloc":
                return self._reallocated(arguments, node, wanted)
            sizes = [self._size(argument) for argument in arguments]
            size = sizes[0] if len(sizes) == 1 else self._product(sizes)
            return self._allocated(plain, size, node, self._type(node, wanted))

    def _size(self, argument: Any) -> Expression:
        context = self._context
        return context.frozen(typed.convert(context.values.value(argument), context.model.size), argument)

    def _product(self, sizes: Sequence[Expression]) -> Expression:
        """The size of what calloc returns."""
        return self._context.simplified(Apply(self._context.model.size, "*", tuple(sizes)))

    def _type(self, node: Any, wanted: Type | None) -> Type:
        """The type of the elements: what is wanted, or else what earlier translations learnt of the call."""
        if wanted is not None and complete(wanted):
            return wanted
        return self._context.memory.wanted.get(self._context.identity(node)) or self._context.model.integer("char")

    def _allocated(self, name: str, size: Expression, node: Any, type: Type) -> Target:
        """A new block of memory, or null."""
        context, flow = self._context, self._context.flow
        selector, after = context.temporary(SELECTOR, name=f"{name}_result"), flow.label()
        automatic = name == "alloca"
        fails = None if automatic else self._fails(name, node)
        if fails is not None and context.allocation_fails:
            fine, none = flow.label(), flow.label()
            context.branch(fails, none, fine, node)
            flow.place(none)
            context.assign(selector, Literal(SELECTOR, NULL), node)
            flow.jump(after)
            flow.place(fine)
        count, length = self._count(size, type, node)
        for number in range(MOST_OBJECTS if context.repeated and not automatic else 1):
            region = self._block(name, number, count, type, node)
            used, unused = flow.label(), flow.label()
            assert region.root is not None and region.root.alive is not None
            if not automatic:
                context.branch(Read(region.root.alive), used, unused, node)
                flow.place(unused)
            self._begun(region, length, name == "calloc", node)
            context.assign(selector, Literal(SELECTOR, region.number), node)
            flow.jump(after)
            flow.place(used)
        if not automatic:
            context.flow.stop(Failure(context.spot(node, f"at most {MOST_OBJECTS if context.repeated else 1} objects"), "limit"))
        flow.place(after)
        held = tuple(context.memory.held(selector))
        return Target(type, context.memory.value(selector), Literal(context.model.integer("long"), 0), held)

    def _fails(self, name: str, node: Any) -> Expression:
        """Whether a call returns null; the program reads that in every run, so that what it reads next is this call's."""
        cell = self._context.temporary(BOOL, self._context.spot(node).line, "open")
        cell.called, cell.told = node.name.name, f"{LEFT_OPEN}, whether {name} returns null,"
        return self._context.any_value(cell, node)

    def _count(self, size: Expression, type: Type, node: Any) -> tuple[int | None, Expression | None]:
        """How many elements of a type a block has; where these are many, or no constant, None and how many."""
        context, own = self._context, sizeof(type, self._context.model)
        length = context.simplified(typed.arithmetic("/", size, Literal(context.model.size, own), context.model))
        if not isinstance(length, Literal) or length.value > LONGEST:
            return None, context.frozen(length, node)
        return length.value, None

    def _block(self, name: str, number: int, count: int | None, type: Type, node: Any) -> Region:
        """The object that a call allocates as its so manieth; a long array where no count is given."""
        context, memory = self._context, self._context.memory
        scope = context.frames[-1].scope if name == "alloca" else None  # it lives until the function returns
        own = f"{name}_{number}" if number else name
        if count is None:
            made: Object = context.objects.long(Array(type, None), context.model.size, own, node, scope=scope)
        else:
            made = context.objects.made(Array(type, max(1, count)), own, node, scope=scope)
        root = memory.root(made)
        assert root is not None and isinstance(made, Elements)
        if root.alive is None:
            line = context.spot(node).line
            root.site, root.node = context.identity(node), node
            root.alive = context.cell(context.fresh(f"{root.name}_lives"), BOOL, line)
            root.alive.told = f"whether the memory of line {line} is allocated"
            root.length = root.length or context.cell(context.fresh(f"{root.name}_length"), context.model.size, line)
            root.heap = name != "alloca"
            if not root.slots:
                memory.tell_contents(root)
        root.empty = count == 0
        return memory.at(made.parts[0])[0]

    def _begun(self, region: Region, length: Expression | None, zero: bool, node: Any) -> None:
        """A block begins: pointers to what was there before point nowhere."""
        context, root = self._context, region.root
        assert root is not None and root.alive is not None and root.length is not None
        context.objects.end_earlier(root, Scope(), node)
        if zero:
            for leaf in leaves(root.object):
                context.declarations.empty(leaf, node)
        else:
            for cell in cells_of(root.object):
                context.any_value(cell, node)
        context.assign(root.alive, Literal(BOOL, 1), node)
        if length is not None:
            context.long.begun(root, length, node)
        else:
            context.assign(root.length, Literal(context.model.size, 0 if root.empty else len(region.parts)), node)
            root.bounded, root.begun = root.empty, True

    def _free(self, target: Target, node: Any) -> None:
        context, model = self._context, self._context.model
        null = target.among(lambda region: region.number == NULL, model)
        heap = target.among(_is_heap, model)
        alive = target.chosen(lambda r: Read(r.root.alive) if _is_heap(r) else Literal(BOOL, 0))  # type: ignore[union-attr, arg-type]
        begin = typed.arithmetic("==", target.index, Literal(target.index.type, 0), model)
        at_begin = typed.connective("&&", begin, target.chosen(lambda r: Literal(BOOL, int(r.start == 0))), model)
        fine = typed.connective("&&", typed.connective("&&", heap, alive, model), at_begin, model)
        known = context.simplified(typed.truth(typed.connective("||", null, fine, model)))
        if not (isinstance(known, Literal) and known.value):
            unset = any(region.number == WILD for region in target.regions)
            context.check(known, node, f"{shown(node)} {FREED}{HAS_VALUE if unset else ''}", "free")
        for region in filter(_is_heap, target.regions):
            cell: Cell = region.root.alive  # type: ignore[union-attr, assignment]
            context.assign(cell, typed.select(target.within(region), Literal(BOOL, 0), Read(cell)), node)

    def _reallocated(self, arguments: Sequence[Any], node: Any, wanted: Type | None) -> Target:
        """realloc: a new block with what the old one held, which is freed; or null, and nothing happens."""
        context, flow, pointers = self._context, self._context.flow, self._context.pointers
        old = pointers.passed(context.model.pointer(VOID), arguments[0])
        size = self._size(arguments[1])
        type = self._type(node, wanted)
        new = pointers.kept(self._allocated("realloc", size, node, type), node)
        null, fine, after = flow.label(), flow.label(), flow.label()
        context.branch(new.among(lambda region: region.number == NULL, context.model), null, fine, node)
        flow.place(null)
        flow.jump(after)
        flow.place(fine)
        moved = [region for region in old.regions if _is_heap(region) and region.type == type]
        if moved:
            self._move(pointers.as_type(old, type, node), new, moved, node)
        self._free(old, node)
        flow.jump(after)
        flow.place(after)
        return new

    def _move(self, old: Target, new: Target, moved: Sequence[Region], node: Any) -> None:
        """Copy the elements of a block into another one, as many as both may have."""
        places = self._context.places
        targets = [region for region in new.regions if region.parts]
        if any(region.root is not None and region.root.slots for region in (*targets, *moved)):
            return  # the new elements have any value
        for i in range(max(len(region.parts) for region in targets)):
            sources = [Candidate(old.within(r), r.parts[i]) for r in moved if i < len(r.parts)]
            into = [Candidate(new.within(r), r.parts[i]) for r in targets if i < len(r.parts)]
            if sources and into:
                places.copied_each(sources, into, node)

    def initialise(self) -> None:
        """At the begin of a program nothing is allocated."""
        for root in self._context.memory.roots():
            if root.alive is not None:
                self._context.assign(root.alive, Literal(BOOL, 0), None)
            if root.length is not None:
                self._context.assign(root.length, Literal(root.length.type, 0), None)

    def require_freed(self) -> None:
        """At the end of a program: what was allocated is freed, or a pointer of the file leads to it where that is enough."""
        context, model = self._context, self._context.model
        if not context.leaks:
            return
        blocks = self._blocks()
        self._looked_for = len(blocks)
        reached: dict[Root, Expression] = dict.fromkeys(blocks, Literal(BOOL, 0))
        if context.leaks == "leak":
            reached = {root: self._held_by(root, None) for root in blocks}
            for _ in blocks:
                reached = {root: self._reached(root, reached) for root in blocks}
        for root in blocks:
            assert root.alive is not None
            lost = typed.connective("&&", Read(root.alive), typed.unary("!", reached[root], model), model)
            known = context.simplified(typed.unary("!", lost, model))
            if not (isinstance(known, Literal) and known.value):
                context.check(known, root.node, f"the memory of {shown(root.node)} {LOST if context.leaks == 'leak' else UNFREED}",
                              context.leaks)

    def _blocks(self) -> list[Root]:
        return [root for root in self._context.memory.roots() if root.heap]

    def finish(self) -> None:
        """A program was translated: where there are blocks of memory that its end knew nothing of, it is again."""
        if self._context.leaks and len(self._blocks()) > self._looked_for:
            self._context.memory.grown = True

    def _reached(self, root: Root, reached: Mapping[Root, Expression]) -> Expression:
        """Whether a pointer of the file leads to a block, or one in a block that is reached."""
        model = self._context.model
        through = [typed.connective("&&", before, self._held_by(root, other), model) for other, before in reached.items()
                   if other is not root]
        return typed.truth(_any([self._held_by(root, None), *through], model))

    def _held_by(self, root: Root, holder: Root | None) -> Expression:
        """Whether a pointer in an object, or for None in one of the file's, points into a block."""
        memory, model, tests = self._context.memory, self._context.model, list[Expression]()
        for selector, own, regions in memory.holders(root):
            if own is holder if holder is not None else own.lasting:
                value = memory.value(selector)
                tests += [Apply(BOOL, "==", (value, Literal(SELECTOR, region.number))) for region in regions]
        if holder is not None and holder.alive is not None and tests:
            return typed.truth(typed.connective("&&", Read(holder.alive), _any(tests, model), model))
        return typed.truth(_any(tests, model))


FREED, LOST, UNFREED = ("of memory that was allocated and not freed", "is freed in the end, or known to a pointer that lives",
                        "is freed in the end")
"""How what is asserted of frees and of memory at the end of a program ends, as told."""

HAS_VALUE = ", by a pointer that has a value"
"""What is asserted besides of a free by a pointer that may have none."""


def _any(tests: Sequence[Expression], model: Any) -> Expression:
    found: Expression = Literal(BOOL, 0)
    for test in tests:
        found = typed.connective("||", found, test, model)
    return found


def _is_heap(region: Region) -> bool:
    return region.root is not None and region.root.heap
