"""Loops with several ways in, by goto or by a case label, made loops with one.

All ways to the nodes at which a loop is entered, those from within it, too, lead over one node, which becomes its head; a cell says
to which of them a run goes on (Erosa and Hendren, Taming Control Flow, 1994, for structured programs). Runs are the same, step by
step, but for the cell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence

from synth.frontends.c.expressions.expressions import Apply, Cell, Literal, Read
from synth.frontends.c.expressions.types import BOOL, Integer
from synth.frontends.c.lowering.loops import Shape, shape
from synth.frontends.c.translation.graph import Assign, Branch, Exit, Extend, Havoc, Node, Spot, reachable
from synth.transition import strongly_connected

WAY = Integer("the number of a way into a loop", 32, False, 4, 4)
"""As wide as most words of programs are, which then have one width."""

_NAME, _TOLD = "way", "the way into the loop"


def shaped(entry: Node) -> Shape:
    """The shape of a graph, which is changed where a loop has several ways in; `irreducible` is empty."""
    form = shape(entry)
    if form.irreducible:
        _with_one_entry(entry)
        form = shape(entry)
    return form


def _with_one_entry(entry: Node) -> None:
    """Change the graph so that each loop has one way in; loops that have only one stay as they are."""
    nodes = list(reachable(entry))
    taken = {c.name for n in nodes for c in _mentioned(n)}
    waiting: list[Collection[Node]] = [nodes]
    before: dict[Node, list[Node]] = {n: [] for n in nodes}
    for node in nodes:
        for after in node.successors:
            before[after].append(node)
    while waiting:
        for loop in _loops(waiting.pop()):
            inside = set(loop)
            entered = [n for n in loop if any(b not in inside for b in before[n])]
            if len(entered) > 1:
                _join(entered, before, taken)
            waiting.append([n for n in loop if n not in entered])


def _loops(nodes: Collection[Node]) -> list[list[Node]]:
    """The strongly connected parts with a cycle of a part of a graph."""
    order = list(nodes)
    numbers = {n: i for i, n in enumerate(order)}
    below = [[numbers[a] for a in n.successors if a in numbers] for n in order]
    return [[order[i] for i in sorted(part)] for part in strongly_connected(below)]


def _join(entered: Sequence[Node], before: Mapping[Node, list[Node]], taken: set[str]) -> None:
    """Lead all ways to some nodes over one, and name the cell that tells them apart."""
    way = _cell(taken)
    head = Node(spot=Spot(line_of(entered)))  # without a column it is none of the source's loops, where more may be known than here
    for number, node in enumerate(entered):
        for previous in before[node]:
            chosen = Node(Assign(way, Literal(WAY, number)), [head])  # of its own, or it would be a way in itself
            previous.successors = [chosen if a is node else a for a in previous.successors]
    last = entered[-1]
    for number, node in reversed(list(enumerate(entered[:-1]))):
        last = Node(Branch(Apply(BOOL, "==", (Read(way), Literal(WAY, number)))), [node, last])
    head.successors = [last]


def line_of(nodes: Sequence[Node]) -> int | None:
    """The line of the first of some nodes, or of what comes next, that stands anywhere."""
    waiting, seen = deque(nodes), set(nodes)
    while waiting:
        node = waiting.popleft()
        if node.spot is not None and node.spot.line is not None:
            return node.spot.line
        waiting += (new := [n for n in node.successors if n not in seen])
        seen.update(new)
    return None


def _cell(taken: set[str]) -> Cell:
    """A cell of ours with a name that no other has; it comes after all others."""
    name, count = _NAME, 1
    while name in taken:
        count += 1
        name = f"{_NAME}_{count}"
    taken.add(name)
    return Cell(name, WAY, order=len(taken) + (1 << 30), told=_TOLD)


def _mentioned(node: Node) -> Collection[Cell]:
    """The cells that a node reads or changes."""
    match node.action:
        case Assign(cell, value):
            return (cell, *value.cells)
        case Havoc(cell) as havoc:
            return (cell, *havoc.read)
        case Branch(condition):
            return condition.cells
        case Extend(value, count, _, read):
            return (*value.cells, *count.cells, *read)
        case Exit(Cell() as result):
            return (result,)
    return ()
