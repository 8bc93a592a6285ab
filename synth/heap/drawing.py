"""Heaps drawn: as lines of text, for Graphviz, and as SVG. What is drawn is the kernel of a heap (`heaps.kernel`)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape

from synth.heap.formulas import FREED, NULL
from synth.heap.heaps import FREED_NODE, NULL_NODE, Heap, Node, kernel

SPELT = 3
"""How many steps an edge has at most that is drawn node by node; at longer ones stands how many."""

ENDS = {NULL_NODE: NULL, FREED_NODE: FREED}

Place = tuple[int, int]
"""A column and a row, from 0 on, from the left and from the top."""


def text(heap: Heap) -> str:
    """A line for each node that pointers point to, and for null and what is freed, in the order of the pointers: which ones do, and
    the list from there. An edge of more than `SPELT` steps is drawn as `-[5]->`.

    A node that is come to twice has a name: `#1` is that node where it stands first, and leads there where a line ends with it.
    """
    heap = _spelt(kernel(heap))
    pointers = _pointers(heap)
    come = Counter([*pointers, *(to for to, _ in heap.edges.values())])
    width = max(map(len, pointers.values()), default=0)
    marks: dict[Node, str] = {}
    return "\n".join(own.ljust(width) + _chain(heap, node, come, marks) for node, own in pointers.items())


def dot(heap: Heap, name: str = "heap") -> str:
    """A graph for Graphviz, called `name`; edges of more than one step have their number as labels."""
    heap = kernel(heap)
    ends = {n: ENDS[n] for n in (*heap.labels.values(), *(to for to, _ in heap.edges.values())) if n in ENDS}
    node = {n: f"n{n}" for n in heap.edges} | ends
    pointers = [*enumerate(heap.labels.items(), 1)]
    lines = ["rankdir=LR", 'node [shape=circle, label="", width=0.2]', *(node[n] for n in heap.edges),
             *(f"{end} [shape=box, label={end}{', style=dashed' if end == FREED else ''}]" for end in ends.values()),
             *(f"p{i} [shape=plaintext, label={_quoted(pointer)}]" for i, (pointer, _) in pointers),
             *(f"p{i} -> {node[n]}" for i, (_, n) in pointers),
             *(f"{node[n]} -> {node[to]}{f' [label={weight}]' if weight > 1 else ''}" for n, (to, weight) in heap.edges.items())]
    return "\n".join([f"digraph {_quoted(name)} {{", *(f"    {line};" for line in lines), "}\n"])


def svg(heap: Heap, title: str = "") -> str:
    """An image that stands alone, in the colour of the text around it, with a title above.

    Lists run from left to right. Where one leads into another it bends up to it, and a cycle is closed above its nodes.
    """
    heap = _spelt(kernel(heap))
    shapes, edges = _arranged(heap)
    sizes = _Sizes(shapes, edges, title)
    drawn = [_words(sizes.width / 2, MARGIN, title)] if title else []
    drawn += [part for edge in edges for part in _line(edge, sizes)] + [part for own in shapes for part in _shape(own, sizes)]
    size = f'viewBox="0 0 {sizes.width:g} {sizes.height:g}" width="{sizes.width:g}" height="{sizes.height:g}"'
    style = f'fill="none" stroke="currentColor" stroke-width="1.3" font-family="monospace" font-size="{FONT}" text-anchor="middle"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>', f"<title>{escape(title or 'a heap')}</title>",
                      f"<style>{DARK}</style>", f"<g {style}>", *drawn, "</g>", "</svg>\n"])


def _pointers(heap: Heap) -> dict[Node, str]:
    """Of each node that pointers point to, which ones."""
    found = defaultdict[Node, list[str]](list)
    for pointer, node in heap.labels.items():
        found[node].append(pointer)
    return {node: ",".join(own) for node, own in found.items()}


def _spelt(heap: Heap) -> Heap:
    """A kernel with the nodes on short edges; only longer ones have a weight then."""
    edges = dict(heap.edges)
    for first, (to, weight) in heap.edges.items():
        node = first
        for _ in range(weight - 1 if weight <= SPELT else 0):
            fresh = len(edges) + 1
            edges[node], edges[fresh] = (fresh, 1), (to, 1)
            node = fresh
    return Heap(heap.labels, edges)


def _chain(heap: Heap, node: Node, come: Mapping[Node, int], marks: dict[Node, str]) -> str:
    """What a pointer leads to, up to null, what is freed, or a node that has been drawn; `marks` are the names of these."""
    line, arrow = "", " -> "
    while node in heap.edges and node not in marks:
        if come[node] > 1:
            marks[node] = f"#{len(marks) + 1}"
        line += arrow + marks.get(node, "o")
        node, weight = heap.edges[node]
        arrow = " -> " if weight == 1 else f" -[{weight}]-> "
    return line + arrow + (ENDS | marks)[node]


def _quoted(name: str) -> str:
    """A string of Graphviz."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


# What is where in an image.


@dataclass(frozen=True)
class _Shape:
    """A node, or an `end`, and the pointers that are written above it."""

    place: Place
    pointers: str
    end: str = ""

    @property
    def half(self) -> float:
        """Half of its width."""
        return LETTER * len(self.end) / 2 + 5 if self.end else RADIUS


@dataclass(frozen=True)
class _Edge:
    """An edge: to the right, on its row or up to that of a list which it leads into, or else back to where a cycle begins."""

    start: _Shape
    to: _Shape
    label: str


def _arranged(heap: Heap) -> tuple[list[_Shape], list[_Edge]]:
    """The nodes and edges of a heap, with an end of its own behind each list, and the ends that pointers lead to in a last row."""
    places, pointers = _placed(heap), _pointers(heap)
    nodes = {node: _Shape(place, pointers.get(node, "")) for node, place in places.items()}
    ends, edges = list[_Shape](), list[_Edge]()
    for node, (to, weight) in heap.edges.items():
        if to in ENDS:
            ends.append(_Shape((places[node][0] + 1, places[node][1]), "", ENDS[to]))
        edges.append(_Edge(nodes[node], ends[-1] if to in ENDS else nodes[to], str(weight) if weight > 1 else ""))
    last = 1 + max((row for _, row in places.values()), default=-1)
    ends += [_Shape((column, last), pointers[node], ENDS[node]) for column, node in enumerate(n for n in pointers if n in ENDS)]
    return [*nodes.values(), *ends], edges


def _placed(heap: Heap) -> dict[Node, Place]:
    """Where each node is: what leads into it on its left, the first on its row and the others below, so that no two edges cross."""
    into = defaultdict[Node, list[Node]](list)
    for node in dict.fromkeys(n for first in heap.edges for n in _path(heap, first)):
        into[heap.edges[node][0]].append(node)
    places: dict[Node, Place] = {}
    rows = 0
    for node in sorted(heap.edges, key=lambda n: n in into):  # those that no edge leads into are first
        if node not in places:
            path = _path(heap, node)
            behind = heap.edges[path[-1]][0]
            last = path[path.index(behind):] if behind in path else path[-1:]
            into |= {own: [n for n in into[own] if n not in last] for own in last}
            rows = _place(last, into, places, rows)
    return places


def _path(heap: Heap, node: Node) -> list[Node]:
    """The nodes that one comes to from a node, itself the first."""
    path = dict[Node, None]()
    while node in heap.edges and node not in path:
        path[node] = None
        node = heap.edges[node][0]
    return list(path)


def _place(last: Sequence[Node], into: Mapping[Node, Sequence[Node]], places: dict[Node, Place], row: int) -> int:
    """Places a cycle, or the last node of lists, and all that leads there, on rows from `row` on; gives the row behind."""
    column, below = -1, row + 1
    for end in last:
        found, waiting = dict[Node, Place](), list[tuple[Node, int, int | None]]([(end, 0, row)])
        while waiting:
            node, left, beside = waiting.pop()
            found[node] = left, below if beside is None else beside
            below += beside is None
            first = None if node in last[1:] else found[node][1]
            waiting += [(n, left - 1, None if i else first) for i, n in enumerate(into[node])][::-1]
        column = max(column + 1, -min(left for left, _ in found.values()))
        places |= {node: (column + left, on) for node, (left, on) in found.items()}
    return below


# What an image is made of. All lengths are pixels.

RADIUS, CURVE, FONT, MARGIN, GAP, SIDE = 7, 6, 13, 26, 50, 20
LETTER = 0.602 * FONT
"""How wide a letter is."""

DARK = "svg:root { color-scheme: light dark } @media (prefers-color-scheme: dark) { svg:root { color: #ddd } }"
"""The colour of an image in a file of its own; within a page it has the page's."""


class _Sizes:
    """How large an image is, and where its columns and rows are in it.

    half      what the nodes of a column and their pointers take on either side
    between   where the middle is between a column and the next one
    """

    def __init__(self, shapes: Sequence[_Shape], edges: Sequence[_Edge], title: str) -> None:
        half, label, above = defaultdict[int, float](float), defaultdict[int, float](float), defaultdict[int, int](lambda: 44)
        for own in shapes:
            half[own.place[0]] = max(half[own.place[0]], own.half, LETTER * len(own.pointers) / 2)
        for edge in edges:
            (column, row), wide = edge.start.place, LETTER * len(edge.label)
            if edge.to.place <= edge.start.place:
                half[column], above[row] = max(half[column], wide / 2), 70 if edge.label else 54
            else:
                label[column] = max(label[column], wide)
        self.half, self.x, self.between, self.y = half, dict[int, float](), dict[int, float](), dict[int, float]()
        right = float(MARGIN)
        for column in range(len(half)):
            self.x[column] = right + half[column]
            self.between[column] = self.x[column] + half[column] + (label[column] + GAP) / 2
            right = self.between[column] + (label[column] + GAP) / 2
        self.width = max(right - GAP + MARGIN, LETTER * len(title) + MARGIN)
        self.height = 20.0 if title else 0.0
        for row in range(1 + max((own.place[1] for own in shapes), default=-1)):
            self.y[row] = self.height = self.height + above[row]
        self.height += MARGIN


def _words(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="currentColor" stroke="none">{escape(words)}</text>'


def _shape(own: _Shape, sizes: _Sizes) -> list[str]:
    """A circle, or a box with a word in it, below its pointers."""
    x, y = sizes.x[own.place[0]], sizes.y[own.place[1]]
    drawn = [_words(x, y - 16, own.pointers)] if own.pointers else []
    if not own.end:
        return [*drawn, f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}"/>']
    dashed = ' stroke-dasharray="4 3"' if own.end == FREED else ""
    box = f'<rect x="{x - own.half:g}" y="{y - 10:g}" width="{2 * own.half:g}" height="20" rx="3"{dashed}/>'
    return [*drawn, box, _words(x, y + 4, own.end)]


def _line(edge: _Edge, sizes: _Sizes) -> list[str]:
    """An edge, and its label above."""
    (column, row), (to, above) = edge.start.place, edge.to.place
    x, y, half = sizes.x, sizes.y[row], sizes.half
    start, end = complex(x[column] + edge.start.half, y), complex(x[to] - edge.to.half, y)
    over, label = y, sizes.between[column]
    if edge.to.place <= edge.start.place:
        over, label = y - 36, (x[to] + x[column]) / 2
        right, left = x[column] + half[column] + SIDE, x[to] - half[to] - SIDE
        points = [start, complex(right, y), complex(right, over), complex(left, over), complex(left, y), end]
    elif above < row:
        points = [start, complex(x[to], y), complex(x[to], sizes.y[above] + RADIUS)]
    else:
        points = [start, end]
    return [f'<path d="{_drawn(points)}"/>', *([_words(label, over - 5, edge.label)] if edge.label else [])]


def _drawn(points: Sequence[complex]) -> str:
    """Straight lines from point to point with round corners, and an arrow at the end."""
    drawn, along = [("M", points[0])], [(b - a) / abs(b - a) for a, b in pairwise(points)]
    for point, (before, behind) in zip(points[1:], pairwise(along), strict=False):
        drawn += [("L", point - CURVE * before), ("Q", point), ("", point + CURVE * behind)]
    end, back = points[-1], -7 * along[-1]
    drawn += [("L", end), ("M", end + back * (1 + 0.6j)), ("L", end), ("L", end + back * (1 - 0.6j))]
    return " ".join(f"{letter}{point.real:g} {point.imag:g}" for letter, point in drawn)
