"""The control-flow graph of a program with lists, shape by shape: in it there are no pointers, only the lengths of runs.

A node of the graph comes once for each shape with which paths come there. Where a node of a list is looked behind that stands for
several, the next of these becomes one of its own; and where paths meet, those that no pointer leads to any more become parts of
runs. So a program with lists is one with numbers (Bouajjani, Bozga, Habermehl, Iosif, Moro and Vojnar, Programs with lists are
counter automata, CAV 2006). What nodes hold besides may be any where they become nodes of their own: the graph has all runs of the
program, and maybe more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from synth.errors import InputError
from synth.frontends.c.expressions.expressions import (
    Apply,
    Call,
    Cell,
    Expression,
    Literal,
    Read,
    Width,
    postorder,
    rebuilt,
    replaced,
)
from synth.frontends.c.expressions.types import BOOL
from synth.frontends.c.lowering.cases import learnt
from synth.frontends.c.lowering.contents import Contents
from synth.frontends.c.lowering.entries import line_of
from synth.frontends.c.lowering.liveness import Cells
from synth.frontends.c.lowering.loops import Shape as Form
from synth.frontends.c.lowering.loops import end_where_stated, nesting
from synth.frontends.c.lowering.shapes import Nodes, Run, Shape, Slot
from synth.frontends.c.translation.graph import Assign, Branch, Exit, Extend, Failure, Fetched, Havoc, Node, Spot
from synth.frontends.c.translation.lists import INFINITE, LENGTH, PATH, SOME, few, total
from synth.frontends.c.translation.memory import SELECTOR, WILD, Memory
from synth.frontends.c.translation.misuse import Kept, Renewed

_MOST = 200_000
"""How many nodes a graph may have shape by shape, all that are made of it counted."""

Simplify = Callable[[Expression], Expression]


class _Beyond(Exception):
    """What a pointer holds is not known, or there are too many shapes."""


def expanded(form: Form, live: Sequence[Cells], simplify: Simplify, memory: Memory, contents: bool = False) -> Node:
    """The entry of the graph shape by shape. InputError where there are no nodes of lists, or their shapes are not known.

    `live` are the cells that matter before each node, by its number; `contents` as in `system`.
    """
    nodes = Nodes(memory)
    if not nodes.slots or memory.numbered:  # numbers do not move with nodes
        raise InputError("there are no lists")
    if any(isinstance(node.action, Assign) and not nodes.tells(node.action.cell) and _is_of_one(node.action.value, nodes)
           for node in form.order):
        raise InputError("what one node holds is kept apart from which node that is")
    try:
        return _Expansion(form, live, simplify, nodes, contents).graph()
    except _Beyond:
        raise InputError("the shapes of lists are not known") from None


class _Expansion:
    """The graph that is made, and what is left to do."""

    def __init__(self, form: Form, live: Sequence[Cells], simplify: Simplify, nodes: Nodes, contents: bool) -> None:
        self._heads, order = frozenset(form.heads), form.order
        self._order = order
        self._live, self._simplify, self._nodes = live, simplify, nodes
        self._contents = Contents(nodes, order, live, form.heads if contents else ())
        before = [0] * len(order)
        for node in order:
            for after in node.successors:
                before[after.number] += 1
        self._joins = {node for node, count in zip(order, before, strict=True) if count > 1}
        self._keeps = any(isinstance(node.about, Kept) for node in order)
        self._allocating = self._behind_allocations()
        stated, self._stated = [node for node in order if node.stated], dict[Node, list[Node]]()
        loops = nesting(form) if stated else []
        self._loop_of = {node: order[loops[node.number][-1]] for node in stated if loops[node.number]}
        self._made: dict[object, Node] = {}
        self._heading: dict[object, tuple[Node, frozenset[Slot]]] = {}
        self._leading_on: dict[Node, tuple[list[Slot], Node]] = {}  # behind which nodes of a head there are runs at another one
        self._waiting: list[tuple[Node, Shape, Node]] = []
        self._known: dict[tuple[Expression, frozenset[tuple[Cell, int]]], Expression] = {}
        self._moved: dict[Cell, Cell] = {}
        self._open = Cell("goes_on", BOOL, told="whether a list goes on")

    def _behind_allocations(self) -> set[Node]:
        """The nodes of the program that runs come to behind allocations of nodes of lists of which <slh.h> does not see to it that
        they are few: those of the program itself, and all where several files include it."""
        limits = {node: self._limit_of(node) for node in self._order if isinstance(node.action, Extend) or (
            isinstance(node.action, Assign) and node.action.cell in self._nodes.alive
            and isinstance(node.action.value, Literal) and node.action.value.value)}
        told = {node.action.limit for node in limits if isinstance(node.action, Extend)}
        alone = len(told) == 1 and set(limits.values()) <= {None, *told}
        waiting = [node for node, limit in limits.items() if limit is None or not alone]
        found = set(waiting)
        while waiting:
            new = [after for after in waiting.pop().successors if after not in found]
            found.update(new)
            waiting += new
        return found

    def _limit_of(self, node: Node) -> int | None:
        """What sees to it that few nodes are allocated, as `Extend` has it."""
        if isinstance(node.action, Extend):
            return node.action.limit
        return node.spot.line if node.spot is not None and node.spot.shipped else None

    def graph(self) -> Node:
        """The entry of the graph."""
        entry = self._at(self._order[0], Shape())
        for _ in range(_MOST):
            if not self._waiting:
                return self._led_to_heads(entry)
            self._step(*self._waiting.pop())
        raise _Beyond

    def _led_to_heads(self, entry: Node) -> Node:
        """The entry, after all paths to nodes that lead on come to where these lead: each by itself, so that those are no heads."""
        entry = self._head_of(entry)
        waiting, seen = [entry], {entry}
        while waiting:
            node = waiting.pop()
            node.successors = [self._head_of(after) for after in node.successors]
            waiting += (new := [after for after in dict.fromkeys(node.successors) if after not in seen])
            seen.update(new)
        for head, stated in self._stated.items():
            end_where_stated(seen, stated, {own for key, own in self._made.items() if isinstance(key, tuple) and key[0] is head})
        return entry

    def _head_of(self, node: Node) -> Node:
        """Where a path goes on that comes to a node, which may lead on."""
        slots = list[Slot]()
        while node in self._leading_on:
            more, node = self._leading_on[node]
            slots += more
        return self._without_runs(slots, node)

    # -- where paths come to --

    def _at(self, node: Node, shape: Shape) -> Node:
        """Where a path goes on that comes to a node."""
        while self._does_nothing(node):
            node = node.successors[0]
        if isinstance(node.action, (Exit, Failure)):
            if node not in self._made:
                self._made[node] = Node(node.action, spot=node.spot, about=node.about, scopes=node.scopes)
            return self._made[node]
        if node in self._joins:
            return self._settled(node, self._nodes.within(shape, self._live[node.number]))
        made = Node(spot=node.spot, look=node.look, scopes=node.scopes)
        self._waiting.append((node, shape, made))
        return made

    def _does_nothing(self, node: Node) -> bool:
        """Whether a node need not be there."""
        return node.look is None and node not in self._joins and self._is_dead(node)

    def _is_dead(self, node: Node) -> bool:
        """Whether a node assigns to a cell that does not matter."""
        return (isinstance(node.action, Assign) and node.action.cell not in self._live[node.successors[0].number]
                and not isinstance(node.action.value, Call))

    def _copy(self, node: Node, shape: Shape) -> Node:
        """The node for a shape in which paths meet."""
        key = node, shape.key
        if key not in self._made:
            # without a column it is no loop of the source, where more may be known
            spot = replace(node.spot or Spot(line_of([node])), column=None, shape=self._nodes.text(shape))
            self._made[key] = Node(spot=spot, look=node.look, scopes=node.scopes)
            self._waiting.append((node, shape, self._made[key]))
        return self._made[key]

    def _settled(self, node: Node, shape: Shape, joined: bool = False) -> Node:
        """The same where paths meet: all nodes are in order, and at the head of a loop those that only the one before leads to are
        parts of its run. Elsewhere it is known how many these are. `joined`: whether it is told what such parts hold."""
        live = self._live[node.number]
        shape = self._nodes.swept(shape, self._keeps)
        if node in self._heads and (pair := self._nodes.mergeable(shape, live)) is not None:
            return self._merged(node, shape, *pair)
        slots = self._nodes.in_order(shape)
        if not slots:
            return self._met(node, shape, joined)
        moved = self._nodes.renamed(shape, slots)
        if moved is None:
            raise _Beyond
        pairs = [(a, b) for old, new in slots.items()
                 for a, b in zip((*old.words, *self._of_run(old)), (*new.words, *self._of_run(new)), strict=True)
                 if a in live or b in live or (a not in old.words and shape.runs.get(old, Run.NONE) is not Run.NONE)]
        kept = {a: self._moved.setdefault(b, Cell(f"{b.name}_moved", b.type, b.line)) for a, b in pairs}
        met = self._met(node, moved, joined)
        return _steps([*((kept[a], Read(a)) for a, _ in pairs), *((b, Read(kept[a])) for a, b in pairs)], met)

    def _of_run(self, slot: Slot) -> tuple[Cell, ...]:
        """What tells of the run behind a node."""
        return slot.behind, *self._contents.of(slot)

    def _met(self, node: Node, shape: Shape, joined: bool) -> Node:
        """The node where paths meet in a shape: one for all that differ only in where there are runs, which all have some then."""
        if node not in self._heads:
            return self._copy(node, shape)
        kind = shape.counting
        key = node, shape.key[0], kind
        before, known = self._heading.get(key, (None, frozenset()))
        running = known.union(slot for slot, run in shape.runs.items() if run is not Run.NONE)
        met = self._copy(node, replace(shape, runs={slot: kind if slot in running else Run.NONE for slot in shape.runs}))
        met.apart |= joined  # what is known of each of the runs is asked there of the whole one
        self._heading[key] = met, running
        if before is not None and before is not met:
            met.apart |= before.apart
            self._leading_on[before] = [slot for slot in shape.runs if slot in running - known], met
            self._waiting = [own for own in self._waiting if own[2] is not before]  # what was made behind it is left alone
        return self._without_runs([slot for slot, run in shape.runs.items() if run is Run.NONE and slot in running], met)

    def _without_runs(self, slots: Iterable[Slot], met: Node) -> Node:
        """Where a path goes on to a node at which there are runs behind some nodes, of which there are none on the path."""
        return _chain([action for slot in slots
                       for action in (Assign(slot.behind, Literal(LENGTH, 0)), *self._contents.none(slot))], met)

    def _merged(self, node: Node, shape: Shape, slot: Slot, after: Slot) -> Node:
        """Where a path goes on with a node as a part of the run of the one before it."""
        runs, kind = (shape.runs[slot], shape.runs[after]), shape.counting
        edge = {a: shape.known[b] for a, b in zip(slot.selectors, after.selectors, strict=True) if b in shape.known}
        shape = shape.knowing(edge).without(after)
        counted = [Read(own.behind) for own, run in zip((slot, after), runs, strict=True) if run is not Run.NONE]
        behind = self._settled(node, shape.run(slot, kind), bool(self._contents.of(slot)))
        joined = self._contents.joined(slot, after, runs)
        return _chain([*joined, Assign(slot.behind, total([*counted, Literal(LENGTH, 1)]))], behind)

    # -- what nodes do --

    def _step(self, node: Node, shape: Shape, made: Node) -> None:
        """Let a node that was made do what one of the program does in a shape."""
        if node in self._loop_of:
            self._stated.setdefault(self._loop_of[node], []).append(made)
        match node.action:
            case Assign(cell, value):
                self._assign(node, cell, value, shape, made)
            case Havoc(cell):
                if cell.type is not SELECTOR and cell not in self._nodes.alive:
                    made.action = replace(node.action, fetched=self._fetched(node.action.fetched, shape))
                elif cell in self._live[node.successors[0].number]:
                    raise _Beyond
                made.successors = [self._at(after, shape.forgetting(cell)) for after in node.successors]
            case Branch(condition):
                self._branch(node, condition, shape, made)
            case Extend(value, count, _, _):
                self._extend(node, value, count, shape, made)
            case _:
                made.successors = [self._at(after, shape) for after in node.successors]

    def _fetched(self, fetched: Sequence[Fetched], shape: Shape) -> tuple[Fetched, ...]:
        """What is known of a value, as far as that depends on no node that has a run."""
        made = [replace(own, index=self._with(own.index, shape, False), inside=self._with(own.inside, shape, False))
                for own in fetched]
        return tuple(own for own in made if not any(c in self._nodes.edges for c in own.read))

    def _assign(self, node: Node, cell: Cell, expression: Expression, shape: Shape, made: Node) -> None:
        after, edges = node.successors[0], isinstance(node.about, Renewed)
        if self._is_dead(node):
            made.successors = [self._at(after, shape)]
            return
        if isinstance(expression, Call):
            self._observe(node, cell, expression, shape, made)
            return
        value = self._with(expression, shape, edges)
        told = cell in self._nodes.alive or (cell in self._nodes.parts and cell not in self._nodes.edges)
        if (told and isinstance(value, Literal) and value.value == shape.known.get(cell)) or (
                isinstance(value, Read) and value.cell is cell):
            made.successors = [self._at(after, shape)]
            return
        if (slot := self._looked_behind(cell, value, shape, edges)) is not None:
            self._made_own(node, shape, made, slot)
            return
        if cell.type is not SELECTOR and cell not in self._nodes.alive:
            made.action = replace(node.action, value=value)  # type: ignore[type-var]
            is_known = isinstance(value, Literal) and self._is_flag(cell)
            shape = shape.knowing({cell: value.value}) if is_known else shape.forgetting(cell)  # type: ignore[union-attr]
        elif isinstance(value, Literal):
            if cell in self._nodes.edges and (target := self._nodes.at(value.value)) is not None:
                self._linked(node, cell, target, shape.knowing({cell: value.value}), made)
                return
            shape = self._told(cell, value.value, shape)
        else:
            self._parted(node, value, shape, made)
            return
        made.successors = [self._at(after, shape)]

    def _observe(self, node: Node, cell: Cell, call: Call, shape: Shape, made: Node) -> None:
        """Let a cell tell of the path between two nodes."""
        start, *ends = (self._number(operand, shape) for operand in call.operands[:1 if call.name == SOME else 2])
        try:
            if call.name == SOME:
                self._any_of(made, self._somewhere(node, cell, start, shape, made))
                return
            path = self._nodes.path(shape, start, *ends)
        except KeyError:
            made.successors = [_limit(made, "a path over nodes that there are")]
            return
        value: Expression
        if call.name == PATH:
            value = Literal(BOOL, int(path is not None))
            shape = shape.knowing({cell: value.value})
        elif path is None:
            value = Literal(LENGTH, INFINITE)
        else:  # a length that wraps around is that of no run: slh.h leaves these out
            value = total([*self._lengths(path, shape), Literal(LENGTH, len(path))])
        made.action = Assign(cell, value)
        made.successors = [self._at(node.successors[0], shape)]

    def _number(self, expression: Expression, shape: Shape) -> int:
        """The region that a selector is the number of."""
        value = self._with(expression, shape, False)
        if not isinstance(value, Literal):
            raise _Beyond
        return value.value

    def _somewhere(self, node: Node, cell: Cell, start: int, shape: Shape, made: Node) -> list[Node]:
        """Where paths go on with a cell as the number of some node that one leads to, or of null. KeyError as in `Nodes.walk`."""
        ways, after = list[Node](), node.successors[0]
        for number in self._nodes.walk(shape, start):
            ways.append(self._at(after, shape.knowing({cell: number})))
            slot = self._nodes.at(number)
            if slot is None or shape.runs[slot] is Run.NONE:
                continue
            fresh = self._nodes.unused(shape, slot)
            if fresh is None:
                ways.append(_limit(made, f"at most {len(self._nodes.alike(slot))} nodes to keep apart"))
                continue
            way = self._at(after, self._nodes.parted(shape, slot, fresh).knowing({cell: fresh.number}))
            rest = Apply(LENGTH, "-", (Read(slot.behind), total([Read(fresh.behind), Literal(LENGTH, 1)])))
            parts = self._contents.amid(slot, fresh, shape.runs[slot], self._live[after.number])
            way = _chain([*parts, Assign(slot.behind, rest)], way)
            if shape.runs[slot] is Run.COUNTED:
                way = Node(Branch(Apply(BOOL, "<", (Read(fresh.behind), Read(slot.behind)))), [way])
            ways.append(Node(Havoc(fresh.behind), [way]))
        return ways

    def _any_of(self, made: Node, ways: Sequence[Node]) -> None:
        """Let a node lead to any of some."""
        if len(ways) == 1:
            made.successors = list(ways)
            return
        others = Node(spot=made.spot)
        self._any_of(others, ways[1:])
        made.action, made.successors = Havoc(self._open), [Node(Branch(Read(self._open)), [ways[0], others], spot=made.spot)]

    def _extend(self, node: Node, expression: Expression, count: Expression, shape: Shape, made: Node) -> None:
        """So many nodes more behind one."""
        slot, more = self._nodes.at(self._number(expression, shape)), self._with(count, shape, False)
        others = (cell for cell in slot.selectors if cell is not slot.next.selector) if slot is not None else ()
        if slot is None or not shape.known.get(slot.alive) or any(shape.known.get(cell, WILD) != WILD for cell in others):
            raise _Beyond  # the pointers in new nodes have no value
        after = node.successors[0]
        longer, own = shape.run(slot, shape.counting), shape.runs[slot] is not Run.NONE

        def grown(shape: Shape) -> Node:
            behind = Assign(slot.behind, total([Read(slot.behind), more]) if own else more)
            return _chain([behind, *self._contents.anything(slot)], self._at(after, shape))

        made.successors = [grown(longer)]
        if shape.counting is Run.COUNTED:
            joined = self._nodes.joined(shape, slot)
            made.action = Branch(few([more, *self._lengths(joined, shape)], len(joined)))
            made.successors += [grown(longer.wrapped())] if node in self._allocating else []

    def _linked(self, node: Node, edge: Cell, target: Slot, shape: Shape, made: Node) -> None:
        """A node that leads to another one now. Where lists that come together so may have more nodes than words tell, lengths wrap
        around from then on; not where only slh.h made nodes, which sees to it that there are not so many."""
        before, after = shape.forgetting(edge), node.successors[0]
        lists = [self._nodes.joined(before, slot) for slot in (self._nodes.edges[edge], target)]
        made.successors = [self._at(after, shape)]
        counted, named = [total(lengths) for own in lists if (lengths := self._lengths(own, shape))], len({*lists[0], *lists[1]})
        if target not in lists[0] and counted and shape.counting is Run.COUNTED:
            made.action = Branch(few(counted, named))
            made.successors += [self._at(after, shape.wrapped())] if node in self._allocating else []

    def _lengths(self, slots: Iterable[Slot], shape: Shape) -> list[Expression]:
        """How many nodes there are in the runs behind some nodes, run by run."""
        return [Read(slot.behind) for slot in slots if shape.runs[slot] is not Run.NONE]

    def _told(self, cell: Cell, value: int, shape: Shape) -> Shape:
        """A shape in which a cell that it tells of gets a value."""
        slot = self._nodes.alive.get(cell)
        if slot is None:
            return shape.knowing({cell: value})
        return shape.knowing({cell: 1}).run(slot, Run.NONE) if value else shape.without(slot)

    def _parted(self, node: Node, value: Expression, shape: Shape, made: Node) -> None:
        """Go on by cases of a condition that decides which value a cell gets."""
        asked = next((own.operands[0] for own in postorder(value) if isinstance(own, Apply) and own.operator == "?:"
                      and not isinstance(own.operands[0], Literal)), None)
        if asked is None:
            raise _Beyond
        made.action = Branch(asked)
        for decided in (1, 0):
            chosen = self._simplify(_decided(value, asked, decided))
            own = Node(replace(node.action, value=chosen), node.successors, number=node.number, about=node.about)  # type: ignore[type-var]
            made.successors.append(Node(spot=made.spot))
            self._waiting.append((own, shape, made.successors[-1]))

    def _branch(self, node: Node, expression: Expression, shape: Shape, made: Node) -> None:
        edges = len(node.successors) == 2 and isinstance(node.successors[1].about, Kept)
        condition = self._with(expression, shape, edges)
        if (slot := self._looked_behind(None, condition, shape, edges)) is not None:
            self._made_own(node, shape, made, slot)
        elif isinstance(condition, Literal):
            taken = node.successors[:1] if condition.value else node.successors[1:]
            made.action = None if taken else Branch(condition)
            made.successors = [self._at(after, shape) for after in taken or node.successors]
        else:
            made.action = Branch(condition)
            for holds, after in zip((True, False), node.successors, strict=False):
                known = {c: v for c, v in learnt(condition, holds) if self._is_flag(c)}
                made.successors.append(self._at(after, shape.knowing(known)))

    def _is_flag(self, cell: Cell) -> bool:
        """Whether a shape tells what a cell holds though it is no pointer; what nodes hold it does not tell, as they are moved."""
        return cell.type == BOOL and cell not in self._nodes.words

    def _with(self, expression: Expression, shape: Shape, edges: bool) -> Expression:
        """An expression with what a shape tells put in; `edges` as in `Nodes.value`."""
        own = {cell: value for cell in expression.cells if (value := self._nodes.value(shape, cell, edges)) is not None}
        key = expression, frozenset(own.items())
        if key not in self._known:
            found = self._known[key] = self._simplify(replaced(expression, own)) if own else expression
            lost = [c for c in found.cells if (c.type is SELECTOR and c not in self._nodes.edges) or c in self._nodes.alive]
            if lost:
                raise _Beyond
        return self._known[key]

    def _looked_behind(self, cell: Cell | None, value: Expression, shape: Shape, edges: bool) -> Slot | None:
        """A node with a run of which the edge is read, or a pointer is assigned, or that is freed: what it does alone."""
        if edges:
            return None
        nodes = self._nodes
        owners = [nodes.edges.get(c) for c in value.cells]
        owners += [] if cell is None else [nodes.edges.get(cell), nodes.parts.get(cell), nodes.alive.get(cell)]
        return next((own for own in owners if own is not None and shape.runs.get(own, Run.NONE) is not Run.NONE), None)

    def _made_own(self, node: Node, shape: Shape, made: Node, slot: Slot) -> None:
        """Let the first node of a run become one of its own, and do then what is done."""
        fresh = self._nodes.unused(shape, slot)
        if fresh is None:
            made.successors = [_limit(made, f"at most {len(self._nodes.alike(slot))} nodes to keep apart")]
            return
        run, live = shape.runs[slot], self._live[node.number]
        own = self._nodes.parted(shape, slot, fresh).run(slot, Run.NONE)
        none: Expression = Apply(BOOL, "==", (Read(slot.behind), Literal(LENGTH, 0)))
        none = none if run is Run.COUNTED else Apply(BOOL, "&&", (none, Read(self._open)))
        parts = self._contents.parted(slot, fresh, run, live)
        less = Assign(fresh.behind, Apply(LENGTH, "-", (Read(slot.behind), Literal(LENGTH, 1))))
        ways = [Node(spot=made.spot), Node(spot=made.spot)]
        self._waiting += [(node, shape.run(slot, Run.NONE), ways[0]), (node, own, ways[1])]
        made.action, made.successors = Branch(none), [ways[0], _chain([*parts, less], ways[1])]
        if run is not Run.COUNTED:
            made.action, made.successors = Havoc(self._open), [Node(made.action, made.successors)]


def _is_of_one(expression: Expression, nodes: Nodes) -> bool:
    """Whether an expression reads what lies in a certain slot, whatever pointers lead to; that means nothing where nodes move."""
    match expression:
        case Read(cell):
            return nodes.tells(cell)
        case Apply(operator="?:", operands=(condition, *_)) if any(c.type is SELECTOR for c in condition.cells):
            return False
        case Literal() | Width() | Call():
            return False
    return any(_is_of_one(operand, nodes) for operand in expression.operands)


def _limit(made: Node, text: str) -> Node:
    """Where a run ends of which is not known what it does."""
    return Node(Failure(Spot(made.spot.line if made.spot else None, text=text), "limit"))


def _decided(expression: Expression, condition: Expression, value: int) -> Expression:
    """An expression in which a condition has a value."""
    return rebuilt(expression, lambda node: Literal(BOOL, value) if node is condition else None)


def _steps(assigned: Iterable[tuple[Cell, Expression]], after: Node) -> Node:
    return _chain([Assign(cell, value) for cell, value in assigned], after)


def _chain(actions: Sequence[Assign | Havoc], after: Node) -> Node:
    for action in reversed(actions):
        after = Node(action, [after])
    return after

