"""Arrays that are too long to be looked at element by element, or whose length is no constant.

As a program is run, only their first elements are looked at: what is written to others is forgotten, and a run that reads
others comes to a limit. For what is to be shown of all runs there is another reading, of more runs than there are: some
elements are followed, at indices that are chosen before and may be any, all others have any value each time that they are read.
What holds at those indices holds at all, so that an invariant over them is one that quantifies over the index (Monniaux,
Gonnord, Cell morphing: from array programs to array-free Horn clauses, SAS 2016). Where an assertion fails, the elements that
the last statement looked at are among those that are followed: of each run that fails there is one that follows just these. An
element that was read a moment ago keeps its value, as long as it is remembered. What is known of the element that is followed,
whichever it is, is known of one that is read: `Fetched` tells which.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pycparser import c_ast

from synth.frontends.c.expressions import typed
from synth.frontends.c.expressions.expressions import Cell, Expression, Literal, Read
from synth.frontends.c.expressions.typed import Unsupported
from synth.frontends.c.expressions.types import BOOL, Array, Integer, Pointer
from synth.frontends.c.translation.context import LONGEST, Context
from synth.frontends.c.translation.graph import REMEMBERED, Access, Fetched, Look
from synth.frontends.c.translation.memory import Region, Root, Target
from synth.frontends.c.translation.scopes import Candidate, Elements, Object, cells_of
from synth.frontends.c.translation.typenames import holds

FIRST = 12
"""The elements that are looked at."""

_MOST_FOLLOWED = 2
"""The elements that are followed at most, as many as statements look at."""

_NOWHERE = -1
"""The index of what is remembered where nothing is."""

_ZEROS = ("0", "0.0", "0u", "0U", "0L")


class Sparse:
    """Long arrays within a context."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._missed: Cell | None = None
        self._followed: dict[int, int] = {}
        self._looked_at: dict[int, int] = {}
        self._fresh = True

    def again(self) -> None:
        """Forget what belongs to the last translation."""
        self._fresh = True
        self._looked_at.clear()

    def is_long(self, type: Array, node: Any = None) -> bool:
        """Whether not all elements are looked at of an array of constant length that a node declares.

        Of those that are longer than `Context.longest`, but not than LONGEST, all are that hold pointers or arrays, or begin with
        values.
        """
        length = type.length or 0
        if length <= self._context.longest or length > LONGEST:
            return length > LONGEST
        values = node.init if isinstance(node, (c_ast.Decl, c_ast.CompoundLiteral)) else None
        if isinstance(type.element, Array) or holds(type, lambda own: isinstance(own, Pointer)) or (
                values is not None and not is_zero(values)):
            return False
        self._context.shortened = True
        return True

    def made(self, type: Array, length: Integer, name: str, line: int | None, source: str, key: int) -> Root:
        """An array of a type, that nothing is known of yet; `length` is the type of its length, `key` the same whenever it is made
        anew."""
        context, count = self._context, FIRST
        if context.sparse and holds(type.element, lambda own: isinstance(own, Pointer)):  # any value would be no object's
            raise Unsupported("pointers in long arrays")
        if context.sparse:
            count = self._followed.setdefault(key, 1) + REMEMBERED
        parts = tuple(context.objects.part(type.element, f"{name}[{self._named(i, count)}]", line,
                                                (source and not context.sparse and f"{source}[{i}]") or "") for i in range(count))
        for cell in cells_of(*parts) if context.sparse else ():
            cell.told = cell.name
        elements = Elements(type, parts)
        root = Root(elements, source or name, bounded=True)
        root.length = context.cell(context.fresh(f"{name}_length"), length, line)
        root.length.told = f"the length of {source or name}"
        if context.sparse:
            root.slots = tuple(self._slot(name, i, count, self._index(length), line, source) for i in range(count))
            root.followed, root.array = count - REMEMBERED, key
            root.counted = context.cell(context.fresh(f"{name}_counted"), context.model.integer("unsigned char"), line)
            for slot, part in zip(root.slots[:root.followed], parts, strict=False):
                for cell in (slot, *cells_of(part)):
                    cell.index = slot.name
            for cell in (root.counted, *root.slots[root.followed:], *cells_of(*parts[root.followed:])):
                cell.passing = True
            context.memory.grown = True  # loops that were read forget what is remembered of it
        return root

    def _named(self, number: int, count: int) -> str:
        """What an index is called: those that are followed have names."""
        if not self._context.sparse:
            return str(number)
        return "k" if number == 0 else f"k{number + 1}" if number < count - REMEMBERED else f"r{number}"

    def _slot(self, name: str, number: int, count: int, index: Integer, line: int | None, source: str) -> Cell:
        cell = self._context.cell(self._context.fresh(f"{name}_{self._named(number, count)}"), index, line)
        cell.told = f"{self._named(number, count)} of {source or name}"
        return cell

    def _index(self, length: Integer) -> Integer:
        """The type of indices into an array whose length is of a type: as narrow as can be."""
        model = self._context.model
        narrow = length.bits < model.int_bits or (length.signed and length.bits == model.int_bits)
        return model.int if narrow else model.integer("long")

    def begun(self, root: Root, length: Expression, node: Any) -> None:
        """An array comes to be: which elements are followed is chosen."""
        context = self._context
        assert root.length is not None
        root.begun = True
        context.assign(root.length, typed.convert(length, root.length.type), node)
        if not root.slots:
            return
        for slot in root.slots[:root.followed]:
            chosen, good = context.any_value(slot, node), context.flow.label()
            not_below = typed.arithmetic("<=", Literal(slot.type, 0), chosen, context.model)
            below = typed.arithmetic("<", typed.convert(chosen, root.length.type), Read(root.length), context.model)
            inside = typed.connective("&&", not_below, below, context.model)
            none = typed.arithmetic("<=", Read(root.length), Literal(root.length.type, 0), context.model)
            context.branch(typed.connective("||", inside, none, context.model), good, None, node)
            context.flow.place(good)
        self._forget(root, node)

    def filled(self, root: Root, node: Any) -> None:
        """All elements that are looked at are the same: the first of them are remembered."""
        for number, slot in enumerate(root.slots[root.followed:]):
            self._context.assign(slot, Literal(slot.type, number), node)

    def _forget(self, root: Root, node: Any) -> None:
        """Nothing is known any more of elements but those that are followed."""
        self._look(root, forgotten=True)
        for slot in root.slots[root.followed:]:
            self._context.assign(slot, Literal(slot.type, _NOWHERE), node)
        elements = root.object
        assert isinstance(elements, Elements)
        for cell in cells_of(*elements.parts[root.followed:]):
            self._context.any_value(cell, node)

    def forget(self, node: Any) -> None:
        """Remember nothing, as a round of a loop begins."""
        if not self._context.sparse:
            return
        self._reset(node)
        for root in self._context.memory.roots():
            if root.slots and self._context.lives(root.scope):
                self._forget(root, node)

    def passed_over(self) -> None:
        """A call was passed over, by what is known of it: other elements may be remembered now."""
        for root in self._context.memory.roots():
            if root.slots:
                self._look(root, forgotten=True)

    def _look(self, root: Root, forgotten: bool = False) -> None:
        self._context.flow.do(None).look = Look(root.slots[:root.followed], forgotten)

    def begin_statement(self) -> None:
        """The next access is one of another statement."""
        self._fresh = True
        self._looked_at.clear()

    def load(self, target: Target, regions: Sequence[Region], node: Any, checked: bool) -> Access:
        """Begin an access: have what a pointer points to be an element that is followed or remembered. That it points to one is
        `checked` already, or only later."""
        access = Access(node)
        self._context.flow.do(None).look = Look(access=access)
        for region in regions:
            here, after = self._context.flow.label(), self._context.flow.label()
            self._context.branch(target.within(region), here, after, node)
            self._context.flow.place(here)
            assert region.root is not None
            inside = Literal(BOOL, 1) if checked else self._inside(region.root, target.index)
            self._load(region.root, target.index, inside, node)
            self._context.flow.place(after)
        return access

    def chosen(self, condition: Expression, region: Region, index: Expression, access: Access) -> list[Candidate]:
        """The elements of an array that are looked at where a condition holds, each with when an index chooses it."""
        assert region.root is not None
        if not self._context.memory.is_array(region):  # what is looked at has no place of its own in the array
            self._context.source.refuse(access.node, "a pointer to a part of an element of a long array")
        model, found = self._context.model, list[Candidate]()
        for slot, own in zip(region.root.slots, region.parts, strict=True):
            same = typed.arithmetic("==", index, Read(slot), model)
            found.append(Candidate(typed.connective("&&", condition, same, model), own, access))
        return found

    def _load(self, root: Root, index: Expression, inside: Expression, node: Any) -> None:
        context, elements = self._context, root.object
        assert isinstance(elements, Elements)
        self._note(root, index, inside, node)
        self._look(root)
        known, missing, after = context.flow.label(), context.flow.label(), context.flow.label()
        context.branch(self._among(root.slots, index), known, missing, node)
        flow = context.flow
        flow.place(missing)
        for to in range(len(root.slots) - 1, root.followed, -1):
            context.assign(root.slots[to], Read(root.slots[to - 1]), node)
            self._move(elements.parts[to - 1], elements.parts[to], node)
        index = typed.convert(index, root.slots[0].type)
        context.assign(root.slots[root.followed], index, node)
        followed = [cells_of(part) for part in elements.parts[:root.followed]]
        for number, cell in enumerate(cells_of(elements.parts[root.followed])):
            context.any_value(cell, node, tuple(
                Fetched(index, inside, slot, own[number]) for slot, own in zip(root.slots, followed, strict=False)))
        flow.jump(after)
        flow.place(known)
        flow.jump(after)
        flow.place(after)

    def _inside(self, root: Root, index: Expression) -> Expression:
        """Whether an array has an element of an index."""
        assert root.length is not None
        model, long = self._context.model, self._context.model.integer("long")
        wide = typed.convert(index, long)
        below = typed.arithmetic("<", wide, typed.convert(Read(root.length), long), model)
        inside = typed.connective("&&", typed.arithmetic("<=", Literal(long, 0), wide, model), below, model)
        return self._context.simplified(typed.truth(inside))

    def _move(self, source: Object, to: Object, node: Any) -> None:
        for a, b in zip(cells_of(source), cells_of(to), strict=True):
            self._context.assign(b, Read(a), node)

    def _among(self, slots: Sequence[Cell], index: Expression) -> Expression:
        """Whether an index is one of some."""
        found: Expression = Literal(BOOL, 0)
        for slot in slots:
            same = typed.arithmetic("==", index, Read(slot), self._context.model)
            found = typed.connective("||", found, same, self._context.model)
        return typed.truth(found)

    def _note(self, root: Root, index: Expression, inside: Expression, node: Any) -> None:
        """Note whether the element is followed; of more elements than are, in one statement, nothing is noted, nor of what is no
        element, as is checked later, maybe.

        How many were noted is counted as the program runs: so, whatever way it takes, there is a choice of the indices for which
        nothing was missed, and which of them are forgotten where is no matter of soundness.
        """
        context, model = self._context, self._context.model
        if self._fresh:
            self._reset(node)
            self._fresh = False
        assert root.counted is not None
        count = self._looked_at[root.array] = self._looked_at.get(root.array, 0) + 1
        if root.followed < count <= _MOST_FOLLOWED and self._followed[root.array] < count:
            self._followed[root.array] = count
            context.memory.renew(root)
        few = typed.arithmetic("<", Read(root.counted), Literal(model.int, root.followed), model)
        more = typed.connective("&&", inside, few, model)
        missed = typed.unary("!", self._among(root.slots[:root.followed], index), model)
        either = typed.connective("||", Read(self._flag), typed.connective("&&", more, missed, model), model)
        context.assign(self._flag, typed.truth(either), node)
        one_more = typed.arithmetic("+", Read(root.counted), more, model)
        context.assign(root.counted, typed.convert(one_more, root.counted.type), node)

    def _reset(self, node: Any) -> None:
        """Nothing was looked at yet: what was missed and what was counted are forgotten together."""
        counted = [root.counted for root in self._context.memory.roots() if root.counted is not None]
        for cell in (self._flag, *counted) if counted else ():
            self._context.assign(cell, Literal(cell.type, 0), node)

    @property
    def _flag(self) -> Cell:
        """Whether an element was looked at that is not followed."""
        if self._missed is None:
            self._missed = self._context.temporary(BOOL, name="missed")
            self._missed.passing = True
        return self._missed

    def require_followed(self, node: Any) -> None:
        """Before an assertion fails: runs in which it looked at elements that are not followed end unseen, and those in which other
        arrays, that it did not look at, are followed elsewhere, as far as they have an element there."""
        roots = [root for root in self._context.memory.roots() if root.counted is not None and self._context.lives(root.scope)]
        if self._missed is None or not roots:
            return
        anchor = self._first_looked_at(roots)
        for condition in (typed.unary("!", Read(self._missed), self._context.model),
                          *(self._beside(root, anchor) for root in roots if len(roots) > 1)):
            good = self._context.flow.label()
            self._context.branch(condition, good, None, node)
            self._context.flow.place(good)

    def _first_looked_at(self, roots: Sequence[Root]) -> Expression:
        """The index that is followed of the first array that was looked at; where none was, that of the first of all."""
        long = self._context.model.integer("long")
        found = typed.convert(Read(roots[0].slots[0]), long)
        for root in reversed(roots):
            assert root.counted is not None
            found = typed.select(typed.truth(Read(root.counted)), typed.convert(Read(root.slots[0]), long), found)
        return found

    def _beside(self, root: Root, anchor: Expression) -> Expression:
        """Whether an array was looked at, or is followed at an index, or has no element there."""
        model = self._context.model
        assert root.counted is not None
        there = typed.arithmetic("==", Read(root.slots[0]), anchor, model)
        either = typed.connective("||", there, typed.unary("!", self._inside(root, anchor), model), model)
        return typed.truth(typed.connective("||", typed.truth(Read(root.counted)), either, model))

    def initialise(self) -> None:
        """At the begin of a program."""
        self._reset(None)


def is_zero(initialiser: Any) -> bool:
    """Whether a list in braces says only that all is 0."""
    return isinstance(initialiser, c_ast.InitList) and all(
        is_zero(own) or (isinstance(own, c_ast.Constant) and own.value in _ZEROS) for own in initialiser.exprs)


def variable_length(node: Any, constant: Any) -> Any:
    """The length of an array whose declaration gives one that is no constant; None for others."""
    declared = node.type
    if not isinstance(declared, c_ast.ArrayDecl) or declared.dim is None or constant(declared.dim):
        return None
    return declared.dim
