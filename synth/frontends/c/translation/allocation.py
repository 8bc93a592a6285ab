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
from synth.frontends.c.expressions.types import BOOL, VOID, Array, Integer, Pointer, Struct, Type, complete, laid_out, sizeof
from synth.frontends.c.syntax.parse import shown
from synth.frontends.c.translation.context import Context
from synth.frontends.c.translation.graph import Failure
from synth.frontends.c.translation.memory import NULL, SELECTOR, WILD, Region, Root, Target
from synth.frontends.c.translation.misuse import Freed, Kept
from synth.frontends.c.translation.scopes import Candidate, Elements, Object, Opaque, Scope, cells_of, leaves
from synth.transition import LEFT_OPEN

ALLOCATING = ("malloc", "calloc", "realloc", "alloca", "__builtin_malloc", "__builtin_calloc", "__builtin_realloc",
              "__builtin_alloca")
DECLARED = tuple(name for name in ALLOCATING if name.startswith("__builtin_"))
FREEING = ("free", "__builtin_free")
"""Functions that have their meaning here: those that return memory, of these the ones that the compiler itself declares, and those
that free it; and all that may end the life of memory."""

MOST_OBJECTS, MOST_NODES = 4, 8
"""The objects of a call in a loop; and of all calls that allocate nodes of lists of a type, where each stands for those behind
it, too."""

_MOST_BYTES = 256
"""Bytes that realloc copies one by one, where types tell no more of them."""


class Allocation:
    """Allocates and frees memory within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._looked_for = 0
        self._nodes: dict[Type, Any] = {}

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
            sizes, type = [self._size(argument) for argument in arguments], self._type(node, wanted)
            size, too_large = (sizes[0], None) if len(sizes) == 1 else self._product(sizes)
            self._require_whole(sizes, type, node)
            return self._allocated(plain, size, node, type, too_large)

    def _size(self, argument: Any) -> Expression:
        context = self._context
        value = context.simplified(typed.convert(context.values.value(argument), context.model.size))
        if isinstance(value, Apply) and value.operator == "*":  # what it is a multiple of is still to be seen
            return Apply(value.type, "*", tuple(context.frozen(side, argument) for side in value.operands))
        return context.frozen(value, argument)

    def larger(self, count: Expression, own: int) -> Expression | None:
        """Whether a number of elements of a size, which is not negative, is more than gcc lets an object have: differences of
        addresses fit into ptrdiff_t. None where it is not for sure."""
        context, size = self._context, self._context.model.size
        most = ((1 << size.bits - 1) - 1) // own
        if context.rewriting.intervals.of(count).high <= most:
            return None
        return typed.truth(typed.arithmetic("<", Literal(size, most), typed.convert(count, size), context.model))

    def _product(self, sizes: Sequence[Expression]) -> tuple[Expression, Expression]:
        """The size of what calloc returns, and whether that is more than there can be: it returns null then."""
        type = self._context.model.size
        size, lost = (self._context.simplified(Apply(type, operator, tuple(sizes))) for operator in ("*", "mulhu"))
        return size, self._context.simplified(typed.truth(lost))

    def _require_whole(self, sizes: Sequence[Expression], type: Type, node: Any) -> None:
        """What lies behind the last whole element of a block is not looked at: runs with such blocks come to a limit."""
        context, own = self._context, sizeof(type, self._context.model)
        if own == 1 or any(is_multiple(size, own) for size in sizes):
            return
        size = sizes[0] if len(sizes) == 1 else Apply(context.model.size, "*", tuple(sizes))
        rest = context.simplified(typed.arithmetic("%", size, Literal(context.model.size, own), context.model))
        whole = context.simplified(typed.unary("!", rest, context.model))
        if not (isinstance(whole, Literal) and whole.value):
            context.check(whole, node, f"a multiple of {own} bytes", "limit")

    def _type(self, node: Any, wanted: Type | None) -> Type:
        """The type of the elements: what is wanted, or else what earlier translations learnt of the call."""
        if wanted is not None and complete(wanted):
            return wanted
        return self._context.memory.wanted.get(self._context.identity(node)) or self._context.model.integer("char")

    def _allocated(self, name: str, size: Expression, node: Any, type: Type, too_large: Expression | None = None) -> Target:
        """A new block of memory, or null, as it is where that is `too_large`, or larger than any object is."""
        context, flow = self._context, self._context.flow
        selector, after = context.temporary(SELECTOR, name=f"{name}_result"), flow.label()
        automatic = name == "alloca"
        if automatic and context.repeated > context.frames[-1].repeated:
            context.source.refuse(node, "alloca in a loop")
        nulls = [] if too_large is None else [too_large]
        if (large := self.larger(size, 1)) is not None and not automatic:
            nulls.append(large)
        elif large is not None:
            context.require(typed.unary("!", large, context.model), node)
        if not automatic:
            fails = self._fails(name, node)
            if context.allocation_fails:
                nulls.insert(0, fails)
            else:
                context.grant(node)
        for condition in nulls:
            fine, none = flow.label(), flow.label()
            context.branch(condition, none, fine, node)
            flow.place(none)
            context.assign(selector, Literal(SELECTOR, NULL), node)
            flow.jump(after)
            flow.place(fine)
        count, length = self._count(size, type, node)
        shared = context.lists and not automatic and count == 1 and is_node(type)
        most = MOST_NODES if shared else MOST_OBJECTS if context.repeated and not automatic else 1
        for number in range(most):
            region = self._node(number, type, node) if shared else self._block(name, number, count, type, node)
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
            context.flow.stop(Failure(context.spot(node, f"at most {most} objects"), "limit"))
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
        if laid_out(type):
            self._context.source.refuse(node, "memory for structs where attributes say how these are laid out")
        context, own = self._context, sizeof(type, self._context.model)
        length = context.simplified(typed.arithmetic("/", size, Literal(context.model.size, own), context.model))
        if not isinstance(length, Literal) or context.long.is_long(Array(type, length.value)):
            return None, context.frozen(length, node)
        return length.value, None

    def nodes(self, type: Type, node: Any) -> list[Region]:
        """All nodes of lists of a type that are kept apart; they are made at a node where there are none yet."""
        return [self._node(number, type, node) for number in range(MOST_NODES)]

    def _node(self, number: int, type: Type, node: Any) -> Region:
        """The so manieth node of lists of a type, whichever call allocates it."""
        first = self._nodes.setdefault(type, node)
        with self._context.calling(first, alone=True):
            region = self._block("node", number, 1, type, first)
        assert region.root is not None
        region.root.shared = True
        return region

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
            root.alive.told = f"whether the memory of {context.source.files.told(line)} is allocated"
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
        context.objects.anew(root.object, Scope(), node)
        context.assign(root.alive, Literal(BOOL, 1), node)
        if length is not None:
            context.long.begun(root, length, node)
        else:
            context.assign(root.length, Literal(context.model.size, 0 if root.empty else len(region.parts)), node)
            root.bounded, root.begun = root.empty, True
        if zero:
            for leaf in leaves(root.object):
                context.declarations.empty(leaf, node)
            context.long.filled(root, node)
        else:
            for cell in cells_of(root.object):
                context.any_value(cell, node)

    def _free(self, target: Target, node: Any) -> None:
        self._require_block(target, node)
        self._end(target, node)

    def _require_block(self, target: Target, node: Any) -> None:
        """A pointer that is freed has to be null or lead to the begin of a block that there is."""
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
            context.check(known, node, f"{shown(node)} {FREED}{HAS_VALUE if unset else ''}", "free",
                          Freed(node, target))

    def _end(self, target: Target, node: Any) -> None:
        """End the lives of blocks."""
        for region in filter(_is_heap, target.regions):
            cell: Cell = region.root.alive  # type: ignore[union-attr, assignment]
            self._context.assign(cell, typed.select(target.within(region), Literal(BOOL, 0), Read(cell)), node)

    def _reallocated(self, arguments: Sequence[Any], node: Any, wanted: Type | None) -> Target:
        """realloc: a new block with what the old one held, which is freed; or null, and nothing happens. What is no block that can
        be freed is no block that can be made larger."""
        context, flow, pointers = self._context, self._context.flow, self._context.pointers
        old = pointers.passed(context.model.pointer(VOID), arguments[0])
        size = self._size(arguments[1])
        type = self._type(node, wanted)
        some = context.simplified(typed.truth(size))
        if not (isinstance(some, Literal) and some.value):  # whether it frees the old block then, nobody says (C17, 7.22.3.5)
            context.check(some, node, "not 0 bytes", "limit")
        self._require_whole([size], type, node)
        self._require_block(old, node)
        new = pointers.kept(self._allocated("realloc", size, node, type), node)
        null, fine, after = flow.label(), flow.label(), flow.label()
        context.branch(new.among(lambda region: region.number == NULL, context.model), null, fine, node)
        flow.place(null)
        flow.jump(after)
        flow.place(fine)
        self._move(old, new, type, node)
        self._end(old, node)
        flow.jump(after)
        flow.place(after)
        return new

    def _move(self, old: Target, new: Target, type: Type, node: Any) -> None:
        """Copy what a block holds into another one of elements of a type, as much as both may have."""
        targets, heap = [r for r in new.regions if r.parts], [r for r in old.regions if _is_heap(r)]
        if any(region.root is not None and region.root.slots for region in (*targets, *heap)):
            return  # the new elements have any value
        moved = [region for region in heap if region.type == type and region.parts == _elements(region).parts]
        most = max(len(region.parts) for region in targets)
        for region in moved:
            self._require_seen(old.within(region), region, most, node)
        for i in range(most):
            sources = [Candidate(old.within(r), r.parts[i]) for r in moved if i < len(r.parts)]
            into = [Candidate(new.within(r), r.parts[i]) for r in targets if i < len(r.parts)]
            if sources and into:  # what the old block has not, or where there is none, is left as it is
                self._context.places.copied_each(
                    sources if len(sources) == len(old.regions) else [*sources, *into], into, node)
        for region in heap:
            for to in targets if region not in moved else ():
                self._moved_between(old.within(region), region, new.within(to), to, node)

    def _require_seen(self, held: Expression, region: Region, most: int, node: Any) -> None:
        """Runs come to a limit where a block has more elements than are looked at, and some of those are to be copied."""
        context, root, seen = self._context, region.root, len(region.parts)
        assert root is not None and root.length is not None
        if root.bounded and not root.empty and seen < most:
            fits = typed.arithmetic("<=", Read(root.length), Literal(root.length.type, seen), context.model)
            fine = typed.connective("||", typed.unary("!", held, context.model), fits, context.model)
            context.check(typed.truth(fine), node, f"at most {seen} elements in the old block", "limit")

    def _moved_between(self, held: Expression, region: Region, chosen: Expression, to: Region, node: Any) -> None:
        """Copy one block into another one of elements of another type. Where that is not done, runs come to a limit; those of the
        reading that has more runs go on with any value."""
        context, one = self._context, Literal(BOOL, 1)
        here, after = context.flow.label(), context.flow.label()
        context.branch(typed.connective("&&", held, chosen, context.model), here, after, node)
        context.flow.place(here)
        pairs = self._pairs(region, to)
        for source, into in pairs or ():
            context.places.copied_each([Candidate(one, source)], [Candidate(one, into)], node)
        if pairs is None and not context.sparse:
            context.check(Literal(BOOL, 0), node, f"elements of type {_elements(region).type.element} as before", "limit")
        context.flow.place(after)

    def _pairs(self, region: Region, to: Region) -> list[tuple[Object, Object]] | None:
        """The parts of two blocks that lie at the same places: numbers and pointers where these go together, bytes otherwise; None
        where a part is neither, or there are too many bytes."""
        memory, byte = self._context.memory, self._context.model.integer("unsigned char")
        old, new = region.root, to.root
        assert old is not None and new is not None
        size = min(sizeof(root.object.type, self._context.model) for root in (old, new))
        before, after = (memory.scalars(root) for root in (old, new))
        if before is not None and after is not None:
            own, other = ({at: part for at, part in parts.items() if at < size} for parts in (before, after))
            if own.keys() == other.keys() and all(_go_together(own[at], other[at]) for at in own):
                return [(own[at], other[at]) for at in own]
        bytes = [memory.bytes(root, byte) for root in (old, new)]
        pairs = [pair for pair in zip(*(found.parts[:size] for found in bytes if found is not None), strict=True)]
        if None in bytes or size > _MOST_BYTES or any(isinstance(own, Opaque) for pair in pairs for own in pair):
            return None
        return pairs

    def initialise(self) -> None:
        """At the begin of a program nothing is allocated."""
        for root in self._context.memory.roots():
            if root.alive is not None:
                self._context.assign(root.alive, Literal(BOOL, 0), None)
            if root.length is not None:
                self._context.assign(root.length, Literal(root.length.type, 0), None)

    def require_freed(self, within: bool = False) -> None:
        """At the end of a program: what was allocated is freed, or a pointer of the file leads to it where that is enough.

        within   whether calls go on there, whose pointers count, too
        """
        context, model = self._context, self._context.model
        if not context.leaks:
            return
        blocks = self._blocks()
        self._looked_for = len(blocks)
        reached: dict[Root, Expression] = dict.fromkeys(blocks, Literal(BOOL, 0))
        if context.leaks == "leak":
            reached = outright = {root: self._held_by(root, None, within) for root in blocks}
            for _ in blocks:
                reached = {root: self._reached(root, outright[root], reached) for root in blocks}
        for root in blocks:
            assert root.alive is not None
            lost = typed.connective("&&", Read(root.alive), typed.unary("!", reached[root], model), model)
            known = context.simplified(typed.unary("!", lost, model))
            if not (isinstance(known, Literal) and known.value):
                context.check(known, root.node, f"the memory of {shown(root.node)} {LOST if context.leaks == 'leak' else UNFREED}",
                              context.leaks, Kept(root))

    def _blocks(self) -> list[Root]:
        return [root for root in self._context.memory.roots() if root.heap]

    def finish(self) -> None:
        """A program was translated: where there are blocks of memory that its end knew nothing of, it is again."""
        if self._context.leaks and len(self._blocks()) > self._looked_for:
            self._context.memory.grown = True

    def _reached(self, root: Root, outright: Expression, reached: Mapping[Root, Expression]) -> Expression:
        """Whether a block is reached `outright`, or by a pointer in a block that is reached."""
        model = self._context.model
        through = [typed.connective("&&", before, self._held_by(root, other), model) for other, before in reached.items()
                   if other is not root]
        return typed.truth(_any([outright, *through], model))

    def _held_by(self, root: Root, holder: Root | None, within: bool = False) -> Expression:
        """Whether a pointer in an object points into a block; for None in one of the file's, or in one `within` the calls here."""
        context, memory, model, tests = self._context, self._context.memory, self._context.model, list[Expression]()
        for alias in (context.aliases() if within and holder is None else ()):
            tests += [alias.within(region) for region in alias.regions if region.root is root]
        for selector, own, regions in memory.holders(root):
            living = own.lasting or (within and own.alive is None and context.lives(own.scope))
            if own is holder if holder is not None else living:
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


def is_node(type: Type) -> bool:
    """Whether objects of a type may be nodes of a list: one of their members points to such an object."""
    return len(links(type)) == 1


def links(type: Type) -> list[str]:
    """The members of an object that point to objects of its own type, by name."""
    members = type.members if isinstance(type, Struct) else ()
    return [str(name) for name, inner in members if isinstance(inner, Pointer) and inner.target == type]


def is_multiple(size: Expression, number: int) -> bool:
    """Whether a size is seen to be a multiple of a number."""
    match size:
        case Literal(_, value):
            return value % number == 0
        case Apply(_, "*", sides):
            return any(is_multiple(side, number) for side in sides if isinstance(side, Literal)) and number & number - 1 == 0
    return False


def _any(tests: Sequence[Expression], model: Any) -> Expression:
    found: Expression = Literal(BOOL, 0)
    for test in tests:
        found = typed.connective("||", found, test, model)
    return found


def _elements(region: Region) -> Elements:
    """All that a block of memory consists of."""
    assert region.root is not None and isinstance(region.root.object, Elements)
    return region.root.object


def _go_together(a: Object, b: Object) -> bool:
    """Whether a part may hold what another one does: they have one type, or are integers of one size."""
    if isinstance(a.type, Integer) and isinstance(b.type, Integer):
        return a.type.bits == b.type.bits
    return a.type == b.type


def _is_heap(region: Region) -> bool:
    return region.root is not None and region.root.heap
