"""Loops of a control-flow graph: an order in which paths go forward, the heads, and whether each loop has only one way in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from synth.frontends.c.expressions.expressions import Apply, Literal, postorder
from synth.frontends.c.translation.graph import Assign, Branch, Node


@dataclass(frozen=True)
class Shape:
    """The nodes in an order in which every edge but those back to a loop's head goes forward; the heads, and nodes that are to be
    such; what else goes back.

    irreducible   nodes that a path re-enters although another path comes to the loop elsewhere
    """

    order: tuple[Node, ...]
    heads: tuple[Node, ...]
    irreducible: tuple[Node, ...]


def shape(entry: Node) -> Shape:
    """The shape of all that is reachable; numbers the nodes by their place in the order."""
    order = _reverse_postorder(entry)
    for number, node in enumerate(order):
        node.number = number
    dominators = _dominators(order)
    heads: dict[int, Node] = {}
    irreducible: dict[int, Node] = {}
    for node in order:
        if node.apart:
            heads[node.number] = node
        for after in node.successors:
            if after.number <= node.number:
                known = heads if _dominates(dominators, after.number, node.number) else irreducible
                known[after.number] = after
    return Shape(tuple(order), tuple(heads[n] for n in sorted(heads)), tuple(irreducible.values()))


def cut(entry: Node) -> Shape:
    """The same where each node that a path re-enters counts as a head, whether or not its loop has one way in."""
    form = shape(entry)
    heads = {n.number: n for n in (*form.heads, *form.irreducible)}  # some nodes are both, by different ways
    return Shape(form.order, tuple(heads[n] for n in sorted(heads)), ())


def end_where_stated(nodes: Collection[Node], stated: Iterable[Node], heads: Collection[Node]) -> None:
    """Let edges end at those `heads` of a loop from which paths come to where something is `stated` of its rounds, even where no
    path comes there again, if words are divided by others: what is said of remainders is hard to show of several rounds at once.
    Of all these only those among `nodes` have paths."""
    waiting = [node for node in stated if node in nodes]
    if not waiting or not any(map(_divides, nodes)):
        return
    before: dict[Node, list[Node]] = {}
    for node in nodes:
        for after in node.successors:
            before.setdefault(after, []).append(node)
    seen = set(waiting)
    while waiting:
        node = waiting.pop()
        node.apart |= node in heads
        new = [] if node in heads else [own for own in before.get(node, ()) if own not in seen]
        seen.update(new)
        waiting += new


def _divides(node: Node) -> bool:
    """Whether a node divides by anything but a number."""
    match node.action:
        case Assign(value=asked) | Branch(condition=asked):
            return any(isinstance(own, Apply) and own.operator in ("/", "%") and not isinstance(own.operands[1], Literal)
                       for own in postorder(asked))
    return False


def nesting(form: Shape) -> list[tuple[int, ...]]:
    """For every node, by number, the heads of the loops that it is in, the outermost first."""
    before: list[list[int]] = [[] for _ in form.order]
    for node in form.order:
        for after in node.successors:
            before[after.number].append(node.number)
    found: list[list[int]] = [[] for _ in form.order]
    for head in form.heads:
        inside = {head.number}
        waiting = [n for n in before[head.number] if n >= head.number]
        while waiting:
            number = waiting.pop()
            if number not in inside:
                inside.add(number)
                waiting += before[number]
        for number in inside:
            found[number].append(head.number)
    return [tuple(heads) for heads in found]


def _reverse_postorder(entry: Node) -> list[Node]:
    """The nodes in reverse postorder; of two successors the first comes first, as far as it can."""
    seen, done = {id(entry)}, list[Node]()
    stack = [(entry, len(entry.successors))]
    while stack:
        node, position = stack.pop()
        if position == 0:
            done.append(node)
            continue
        stack.append((node, position - 1))
        after = node.successors[position - 1]
        if id(after) not in seen:
            seen.add(id(after))
            stack.append((after, len(after.successors)))
    return done[::-1]


def _dominators(order: Sequence[Node]) -> list[int]:
    """For every node the number of its immediate dominator (Cooper, Harvey and Kennedy); the entry's is itself."""
    before: list[list[int]] = [[] for _ in order]
    for node in order:
        for after in node.successors:
            before[after.number].append(node.number)
    found = [0] + [-1] * (len(order) - 1)
    changed = True
    while changed:
        changed = False
        for number in range(1, len(order)):
            own = -1
            for other in before[number]:
                if found[other] >= 0:
                    own = other if own < 0 else _meet(found, own, other)
            changed |= own != found[number]
            found[number] = own
    return found


def _meet(dominators: Sequence[int], a: int, b: int) -> int:
    while a != b:
        if a > b:
            a = dominators[a]
        else:
            b = dominators[b]
    return a


def _dominates(dominators: Sequence[int], a: int, b: int) -> bool:
    while b > a:
        b = dominators[b]
    return a == b
