"""What flags and pointers to one of several objects are at a node, by cases: which of their values paths bring there together.

A pointer that was compared with null, or memory that was allocated, is known behind that: what the program asks of it again, as
each access does, is decided, and what only fed that is gone. The cases of a node are those of the paths to it (disjunctive
completion, of the constants of few cells: Cousot, Cousot, Systematic design of program analysis frameworks, POPL 1979); where they
become too many, the cells that differ most are any.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from synth.frontends.c.expressions.expressions import (
    Apply,
    Cell,
    Convert,
    Expression,
    Literal,
    Read,
    postorder,
    with_operands,
)
from synth.frontends.c.expressions.types import BOOL, Integer
from synth.frontends.c.lowering.liveness import Cells
from synth.frontends.c.translation.graph import Assign, Branch, Havoc, Node
from synth.frontends.c.translation.memory import SELECTOR

_MOST, _STEPS = 16, 100_000
"""The most cases of a node, and of all nodes in all: where there are more, nothing is changed."""

Case = frozenset[tuple[Cell, int]]
"""The cells that are known, each with its value; the others may be anything."""

Simplify = Callable[[Expression], Expression]


def decided_by_cases(order: Sequence[Node], live: Sequence[Cells], simplify: Simplify) -> Node | None:
    """The entry of another graph, in which what is known at each node is put into what it does; None where that decides no branch.

    The same runs have the same ends there. Nodes are as numbered in `order`, the entry first; `live` are the cells that matter
    before each. The graph itself stays as it is: where contracts of functions are left open, it has other runs.
    """
    if not any(isinstance(node.action, (Assign, Havoc)) and node.action.cell.type is SELECTOR for node in order):
        return None
    found = _Cases(order, live, simplify)
    return found.put() if found.complete else None


def _is_tracked(cell: Cell) -> bool:
    return cell.type is SELECTOR or cell.type == BOOL


def _tracked_among(live: Sequence[Cells]) -> list[frozenset[Cell]]:
    """The tracked cells among those that matter before each node; nodes before which the same matter share a set."""
    if not live:
        return []
    places = {cell: place for cell, place in live[0].places.items() if _is_tracked(cell)}
    mask = sum(1 << place for place in places.values())
    found: dict[int, frozenset[Cell]] = {}
    for own in live:
        if (bits := own.bits & mask) not in found:
            found[bits] = frozenset(cell for cell, place in places.items() if bits >> place & 1)
    return [found[own.bits & mask] for own in live]


class _Cases:
    """The cases of all nodes."""

    def __init__(self, order: Sequence[Node], live: Sequence[Cells], simplify: Simplify) -> None:
        self._order, self._simplify = order, simplify
        self._found: list[dict[Case, None]] = [{} for _ in order]  # in the order in which they came: cells have none of their own
        self._kept = _tracked_among(live)
        self._read: dict[Expression, tuple[Cell, ...]] = {}
        self._known: dict[tuple[Expression, tuple[int | None, ...]], Expression] = {}
        self.complete = self._explored()

    def _explored(self) -> bool:
        """Whether all paths were followed, in the order of the graph as far as that goes."""
        new: dict[int, list[Case]] = {}
        waiting = [0]
        self._arrive(0, frozenset(), new)
        for _ in range(_STEPS):
            while waiting and not new.get(waiting[0]):
                heapq.heappop(waiting)
            if not waiting:
                return True
            case = new[waiting[0]].pop()
            for after, arriving in self._behind(self._order[waiting[0]], case):
                if self._arrive(after.number, arriving, new):
                    heapq.heappush(waiting, after.number)
        return False

    def _arrive(self, number: int, case: Case, new: dict[int, list[Case]]) -> bool:
        """Add a case of a node, and whether it says anything new."""
        kept, found = self._kept[number], self._found[number]
        case = frozenset([pair for pair in case if pair[0] in kept])
        if case in found or any(known <= case for known in found):
            return False
        found[case] = None
        arrived = [case]
        while len(found) > _MOST:
            differing = Counter(c for c, _ in frozenset[tuple[Cell, int]]().union(*found))
            kept = self._kept[number] = kept - {max(differing, key=lambda c: (differing[c], c.order, c.name))}
            found = self._found[number] = dict.fromkeys(frozenset([pair for pair in own if pair[0] in kept]) for own in found)
            arrived = list(found)
            new.pop(number, None)
        new.setdefault(number, []).extend(arrived)
        return True

    def _behind(self, node: Node, case: Case) -> Iterator[tuple[Node, Case]]:
        """Where a case leads."""
        match node.action:
            case Assign(cell, expression) if _is_tracked(cell):
                value = self._value(expression, case)
                kept = frozenset(p for p in case if p[0] is not cell)
                case = kept if value is None else kept | {(cell, value)}
            case Havoc(cell):
                case = frozenset(p for p in case if p[0] is not cell)
            case Branch(condition):
                value = self._value(condition, case)
                for after, holds in zip(node.successors, (1, 0), strict=False):
                    if value is None:
                        yield after, case | frozenset(learnt(condition, bool(holds)))
                    elif value == holds:
                        yield after, case
                return
        for after in node.successors:
            yield after, case

    def _value(self, expression: Expression, case: Case) -> int | None:
        """The value of an expression where it is known."""
        found = self._with(expression, case)
        return found.value if isinstance(found, Literal) else None

    def _with(self, expression: Expression, case: Iterable[tuple[Cell, int]]) -> Expression:
        """An expression with what is known put in. Parts that other cases know as much of are made once."""
        known, made, waiting = dict(case), dict[Expression, Expression](), [expression]
        while waiting:
            node = waiting[-1]
            own = tuple([known.get(cell) for cell in self._tracked_of(node)])
            if (found := self._known.get((node, own))) is None:
                if own.count(None) == len(own):
                    found = node
                elif isinstance(node, Read):
                    found = self._simplify(Literal(node.type, known[node.cell]))
                elif missing := [operand for operand in node.operands if operand not in made]:
                    waiting += missing
                    continue
                else:
                    found = self._simplify(with_operands(node, tuple([made[operand] for operand in node.operands])))
                self._known[node, own] = found
            made[node] = found
            waiting.pop()
        return made[expression]

    def _tracked_of(self, expression: Expression) -> tuple[Cell, ...]:
        """The tracked cells that an expression reads."""
        if expression not in self._read:
            for node in postorder(expression, known=self._read):
                below = (self._read[operand] for operand in node.operands)
                own = (node.cell,) if isinstance(node, Read) and _is_tracked(node.cell) else tuple(chain.from_iterable(below))
                self._read[node] = tuple(dict.fromkeys(own))
        return self._read[expression]

    def put(self) -> Node | None:
        """The entry of a graph with what is known put in; None where no branch is decided."""
        made, decided = [Node(spot=node.spot, look=node.look, apart=node.apart) for node in self._order], False
        for node, copy, found in zip(self._order, made, self._found, strict=True):
            common = frozenset.intersection(*found) if found else frozenset[tuple[Cell, int]]()
            action, successors = node.action, node.successors
            match action:
                case Assign(_, expression):
                    action = replace(action, value=self._with(expression, common))
                case Branch(condition):
                    ways = {self._value(condition, own) for own in found}
                    if ways in ({0}, {1}):
                        decided = True
                        taken = successors[:1] if ways == {1} else successors[1:]
                        action, successors = (None, taken) if taken else (Branch(Literal(BOOL, 0)), successors)
                    else:
                        action = Branch(self._with(condition, common))
            copy.action, copy.successors = action, [made[after.number] for after in successors]
        return made[0] if decided else None


def learnt(condition: Expression, holds: bool) -> Iterator[tuple[Cell, int]]:
    """What cells are where a condition holds, or where it does not, as far as it says that."""
    match condition:
        case Read(cell) if cell.type == BOOL:
            yield cell, int(holds)
        case Convert(type, operand) if type == BOOL or _is_truth(operand):
            yield from learnt(operand, holds)
        case Apply(_, "!", (operand,)):
            yield from learnt(operand, not holds)
        case Apply(_, "&&" | "||" as operator, sides) if holds == (operator == "&&"):
            for side in sides:
                yield from learnt(side, holds)
        case Apply(_, "==" | "!=", (Read(cell), Literal(_, value))) if _is_tracked(cell) and holds == (condition.operator == "=="):
            yield cell, value


def _is_truth(expression: Expression) -> bool:
    """Whether a value is 0 or 1 by its kind: whether it is not 0 is what it says."""
    return isinstance(expression, Apply) and isinstance(expression.type, Integer) and expression.operator in (
        "!", "&&", "||", "==", "!=")
