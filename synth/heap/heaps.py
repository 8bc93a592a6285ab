"""Heaps as values, and what formulas mean in them: the reference (thesis, section 8.3.3, with weights as in 8.4.2).

An edge of weight n stands for a path of n edges through n - 1 nodes that no pointer leads to but by it. A lookup that ends between
makes that node one of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from synth.evaluation import integers
from synth.heap.formulas import FREED, NULL, Change, Formula, HeapTerm, Observation, Sight

Node = int
NULL_NODE, FREED_NODE = 0, -1
"""What `NULL` and `FREED` point to, which no edge leaves."""

SINKS = {NULL: NULL_NODE, FREED: FREED_NODE}


@dataclass(frozen=True)
class Heap:
    """A heap: the node of each pointer but `NULL` and `FREED`, and for each node its successor and in how many steps it is come to,
    one at least."""

    labels: Mapping[str, Node]
    edges: Mapping[Node, tuple[Node, int]]

    def node(self, pointer: str) -> Node:
        """The node that a pointer points to."""
        found = SINKS.get(pointer)
        return self.labels[pointer] if found is None else found

    def reachable(self) -> Heap:
        """The same without nodes that no pointer leads to."""
        found, waiting = dict[Node, tuple[Node, int]](), [n for n in self.labels.values() if n in self.edges]
        while waiting:
            node = waiting.pop()
            if node not in found:
                found[node] = self.edges[node]
                waiting += [self.edges[node][0]] if self.edges[node][0] in self.edges else []
        return replace(self, edges=found)

    def changed(self, change: Change, *pointers: str) -> Heap:
        """The heap that a change makes of this one."""
        x, y = pointers[0], pointers[-1]
        own, other = self.node(x), self.node(y)
        match change:
            case Change.ASSIGN:
                return self._pointing(x, other)
            case Change.NEW:
                fresh = self._fresh()
                return replace(self._pointing(x, fresh), edges={**self.edges, fresh: (NULL_NODE, 1)})
            case Change.LOOKUP:
                if other not in self.edges:
                    return self._pointing(x, other)
                behind, weight = self.edges[other]
                if weight == 1:
                    return self._pointing(x, behind)
                fresh = self._fresh()
                between = {other: (fresh, 1), fresh: (behind, weight - 1)}
                return replace(self._pointing(x, fresh), edges={**self.edges, **between})
            case Change.UPDATE:
                return replace(self, edges={**self.edges, own: (other, 1)}) if own in self.edges else self
            case Change.FREE:
                if own not in self.edges:
                    return self
                edges = {n: (FREED_NODE if to == own else to, weight) for n, (to, weight) in self.edges.items() if n != own}
                return Heap({p: FREED_NODE if n == own else n for p, n in self.labels.items()}, edges)

    def seen(self, sight: Sight, *pointers: str) -> int:
        """What is seen of it."""
        nodes = [self.node(p) for p in pointers]
        match sight:
            case Sight.ALIAS:
                return int(nodes[0] == nodes[1])
            case Sight.PATH:
                return int(self._distance(*nodes) is not None)
            case Sight.LENGTH:
                return self._distance(*nodes) or 0
            case Sight.MEET:
                return int(not self._nodes_from(nodes[0]).isdisjoint(self._nodes_from(nodes[1])))
            case Sight.CIRCULAR:
                behind = self.edges.get(nodes[0])
                return int(behind is not None and self._distance(behind[0], nodes[0]) is not None)
            case Sight.SIZE:
                return sum(weight for _, weight in self.reachable().edges.values())

    def _distance(self, node: Node, to: Node) -> int | None:
        """In how many steps one comes from a node to another, at least."""
        steps, visited = 0, set[Node]()
        while node != to:
            if node in visited or node not in self.edges:
                return None
            visited.add(node)
            node, weight = self.edges[node]
            steps += weight
        return steps

    def nodes_from(self, pointer: str) -> int:
        """How many nodes are come to from a pointer."""
        return sum(self.edges[node][1] for node in self._nodes_from(self.node(pointer)))

    def _nodes_from(self, node: Node) -> set[Node]:
        """The nodes that are come to from one; paths that meet do so in one of these."""
        found = set[Node]()
        while node in self.edges and node not in found:
            found.add(node)
            node = self.edges[node][0]
        return found

    def _pointing(self, pointer: str, node: Node) -> Heap:
        return replace(self, labels={**self.labels, pointer: node})

    def _fresh(self) -> Node:
        return max((NULL_NODE, *self.edges)) + 1


def kernel(heap: Heap) -> Heap:
    """The heap in which nodes that no pointer points to have two incoming edges (definition 73), its nodes numbered from 1 on in
    the order in which they are come to from the pointers in theirs."""
    heap = heap.reachable()
    edges, labelled = dict(heap.edges), set(heap.labels.values())
    for node in list(edges):
        before = [n for n, (to, _) in edges.items() if to == node]
        if node not in labelled and len(before) == 1 and before != [node]:
            to, weight = edges.pop(node)
            edges[before[0]] = to, edges[before[0]][1] + weight
    order = dict.fromkeys(n for n in heap.labels.values() if n in edges)
    for node in (waiting := list(order)):
        to = edges[node][0]
        if to in edges and to not in order:
            order[to] = None
            waiting.append(to)
    number = {node: i for i, node in enumerate(order, 1)} | {node: node for node in SINKS.values()}
    return Heap({p: number[n] for p, n in heap.labels.items()}, {number[n]: (number[edges[n][0]], edges[n][1]) for n in order})


def made(term: HeapTerm, heaps: Mapping[str, Heap]) -> Heap:
    """The heap of a term, made of those that may be any."""
    first, *others = term.history
    heap = heaps[first.name]
    for own in others:
        assert own.change is not None
        heap = heap.changed(own.change, *own.pointers)
    return heap


def seen(observation: Observation, heaps: Mapping[str, Heap]) -> int:
    """What is seen where the heaps that may be any are these."""
    return made(observation.heap, heaps).seen(observation.sight, *observation.pointers)


def holds(formula: Formula, heaps: Mapping[str, Heap], numbers: Mapping[str, int]) -> bool:
    """Whether a formula holds of some heaps and words."""
    words = dict(numbers) | {name: seen(own, heaps) for name, own in formula.observations.items()}
    return bool(integers.evaluate(formula.body, words, {}, formula.width))


def countable(formula: Formula, heaps: Mapping[str, Heap]) -> bool:
    """Whether lengths are words: from no pointer of any heap as many nodes are come to as there are words, nor does a heap have as
    many of which the size is seen."""
    found = {term: made(term, heaps) for term in formula.heaps}
    sized = {own.heap for own in formula.observations.values() if own.sight is Sight.SIZE}
    counts = [heap.nodes_from(p) for heap in found.values() for p in heap.labels]
    return all(n < 1 << formula.width for n in (*counts, *(found[term].seen(Sight.SIZE) for term in sized)))
