"""Drawings of heaps: each of the three is read back, and in an image nothing is on anything else."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree

import pytest

from synth.heap.drawing import LETTER, dot, svg, text
from synth.heap.heaps import SINKS, Heap, kernel

WEIGHTS = (1, 1, 1, 2, 3, 4, 17, 1000, (1 << 64) - 1)
NAMES = ("x", "y", "head", "a_long_name_of_a_pointer", "q'", 'a<"&\\')

SHARED = Heap({"x": 1, "y": 2}, {1: (3, 2), 2: (3, 1), 3: (0, 2)})
LASSO = Heap({"x": 1}, {1: (2, 3), 2: (2, 4)})
CYCLE = Heap({"x": 1, "y": 2}, {1: (2, 2), 2: (1, 1)})
MIXED = Heap({"head": 1, "tail": 4, "cur": 2, "prev": 5, "own": 6, "q": 0},
             {1: (2, 17), 2: (3, 1), 3: (4, 1000), 4: (0, 1), 5: (3, 250), 6: (6, 2)})
ENDS = Heap({"p": 1, "q": -1, "r": 0, "s": 0, "t": 1}, {1: (-1, 5)})


def random_heap(rng: random.Random) -> Heap:
    """Up to six pointers and seven nodes, not all of which need be come to."""
    nodes = range(1, rng.randint(0, 7) + 1)
    ends = [*nodes, *rng.choice([[0], [0, -1], [0, 0, 0, -1]])]
    names = rng.sample(NAMES, rng.randint(0, len(NAMES)))
    return Heap({name: rng.choice(ends) for name in names}, {n: (rng.choice(ends), rng.choice(WEIGHTS)) for n in nodes})


HEAPS = [SHARED, LASSO, CYCLE, MIXED, ENDS, *(random_heap(random.Random(seed)) for seed in range(400))]


def read(drawing: str) -> Heap:
    """The heap of a text."""
    labels, edges, known, numbers = dict[str, int](), dict[int, tuple[int, int]](), dict(SINKS), itertools.count(1)
    for line in drawing.splitlines():
        pointers, *steps = re.split(r" +(->|-\[\d+\]->) ", line)
        nodes, last = list[int](), False
        for arrow, place in zip(steps[::2], steps[1::2], strict=True):
            assert not last
            last = place in known
            node = known[place] if last else next(numbers)
            known |= {place: node} if place != "o" else {}
            if nodes:
                edges[nodes[-1]] = node, int(re.sub(r"\D", "", arrow) or 1)
            nodes.append(node)
        assert last
        labels |= dict.fromkeys(pointers.split(","), nodes[0])
    return Heap(labels, edges)


@pytest.mark.parametrize(("heap", "drawn"), [
    (Heap({}, {}), ""),
    (Heap({"x": 1}, {1: (0, 3), 2: (1, 1)}), "x -> o -> o -> o -> null"),
    (Heap({"x": 1}, {1: (0, 4)}), "x -> o -[4]-> null"),
    (SHARED, "x -> o -> o -> #1 -> o -> null\ny -> o -> #1"),
    (LASSO, "x -> o -> o -> o -> #1 -[4]-> #1"),
    (CYCLE, "x -> #1 -> o -> #2 -> #1\ny -> #2"),
    (MIXED, "head -> o -[17]-> #1 -> #2 -[1000]-> #3 -> null\ntail -> #3\ncur  -> #1\nprev -> o -[250]-> #2\n"
            "own  -> #4 -> o -> #4\nq    -> null"),
    (ENDS, "p,t -> o -[5]-> freed\nq   -> freed\nr,s -> null")])
def test_text(heap: Heap, drawn: str) -> None:
    assert text(heap) == drawn


def test_text_says_the_heap() -> None:
    for heap in HEAPS:
        assert kernel(read(text(heap))) == kernel(heap)
        assert text(read(text(heap))) == text(heap)


def read_dot(drawing: str) -> Heap:
    """The heap of a graph for Graphviz, in which each node is said once, before edges lead to it."""
    head, *lines, closing = drawing.splitlines()
    assert re.fullmatch(r'digraph "([^"\\]|\\.)*" \{', head)
    assert closing == "}"
    labels, edges, known, of = dict[str, int](), dict[int, tuple[int, int]](), dict[str, int](), dict[str, str]()
    for line in lines[2:]:
        if edge := re.fullmatch(r"    (\w+) -> (\w+)(?: \[label=(\d+)\])?;", line):
            before, to, weight = edge.groups()
            if before in of:
                labels[of[before]] = known[to]
            else:
                assert known[before] > 0 and known[before] not in edges
                edges[known[before]] = known[to], int(weight or 1)
        else:
            found = re.fullmatch(r'    (\w+)(?: \[shape=(\w+), label=(\w+|"(?:[^"\\]|\\.)*")(?:, style=dashed)?\])?;', line)
            assert found and found[1] not in {**known, **of}
            if found[2] == "plaintext":
                of[found[1]] = re.sub(r"\\(.)", r"\1", found[3][1:-1])
            else:
                known[found[1]] = SINKS[found[3]] if found[2] else 1 + len(known)
    assert len(labels) == len(of)
    return Heap(labels, edges)


def test_dot_says_the_heap() -> None:
    for heap in HEAPS:
        assert kernel(read_dot(dot(heap, 'a "name" \\'))) == kernel(heap)


Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass
class Image:
    """What is in an image: words, the boxes of nodes, and of each edge the boxes of its lines, with its start and end."""

    size: Box
    words: list[tuple[str, Box]] = field(default_factory=list)
    nodes: list[Box] = field(default_factory=list)
    edges: list[tuple[complex, complex, list[Box]]] = field(default_factory=list)
    heads: list[Box] = field(default_factory=list)

    @classmethod
    def of(cls, drawing: str) -> Image:
        root = ElementTree.fromstring(drawing)
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        image = cls((0, 0, width, height))
        for part in root.iter():
            own = {key: float(value) for key, value in part.items() if re.fullmatch(r"-?[\d.]+", value)}
            match part.tag.rpartition("}")[2]:
                case "text":
                    half = LETTER * len(part.text or "") / 2
                    image.words.append((part.text or "", (own["x"] - half, own["y"] - 10, own["x"] + half, own["y"] + 3)))
                case "circle":
                    image.nodes.append((own["cx"] - own["r"], own["cy"] - own["r"], own["cx"] + own["r"], own["cy"] + own["r"]))
                case "rect":
                    image.nodes.append((own["x"], own["y"], own["x"] + own["width"], own["y"] + own["height"]))
                case "path":
                    line, head = re.findall(r"M[^M]*", part.attrib["d"])
                    points = corners(line)
                    image.edges.append((points[0], points[-1], boxes(points)))
                    image.heads += boxes(corners(head))
        return image


def corners(path: str) -> list[complex]:
    return [complex(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]


def boxes(points: Sequence[complex]) -> list[Box]:
    pairs = itertools.pairwise(points)
    return [(min(a.real, b.real), min(a.imag, b.imag), max(a.real, b.real), max(a.imag, b.imag)) for a, b in pairs]


def meet(a: Box, b: Box, apart: float = 1) -> bool:
    """Whether two boxes are not so far apart."""
    return a[0] - b[2] < apart and b[0] - a[2] < apart and a[1] - b[3] < apart and b[1] - a[3] < apart


def clashes(image: Image) -> Iterator[tuple[object, object]]:
    """What is on something else, or out of the image."""
    lines = [(end, box) for _, end, own in image.edges for box in own]
    for box in [*(box for _, box in image.words), *image.nodes, *(box for _, box in lines)]:
        if box[0] < 0 or box[1] < 0 or box[2] > image.size[2] or box[3] > image.size[3]:
            yield box, image.size
    for boxes in ([box for _, box in image.words], image.nodes):
        yield from ((a, b) for a, b in itertools.combinations(boxes, 2) if meet(a, b))
    for word, own in image.words:
        yield from ((word, box) for box in [*image.heads, *(box for _, box in lines)] if meet(own, box))
        yield from ((word, box) for box in image.nodes if meet(own, box) and word not in SINKS)
    for node in image.nodes:
        yield from ((node, box) for _, box in lines if meet(node, box, -1))
    for (end, line), (to, other) in itertools.combinations(lines, 2):
        if end != to and meet(line, other):
            yield line, other


def read_image(image: Image, pointers: Iterable[str]) -> Heap:
    """The heap of an image, with the pointers in this order: they are above nodes, and weights above lines from node to node."""
    ends = {node: SINKS[word] for node in image.nodes for word, box in image.words if word in SINKS and meet(node, box)}
    number = {node: ends.get(node, i) for i, node in enumerate(image.nodes, 1)}
    labels, edges = dict[str, int](), dict[int, tuple[int, int]]()
    for word, (left, _, right, bottom) in image.words:
        if word not in SINKS and not word.isdigit():
            [below] = [n for n in image.nodes if 0 < n[1] - bottom < 10 and abs(n[0] + n[2] - left - right) < 1]
            labels |= dict.fromkeys(word.split(","), number[below])
    for start, end, lines in image.edges:
        before, to = (next(number[n] for n in image.nodes if meet(n, (p.real, p.imag, p.real, p.imag))) for p in (start, end))
        weights = [int(word) for word, box in image.words for line in lines
                   if word.isdigit() and line[0] < (box[0] + box[2]) / 2 < line[2] and 0 < line[1] - box[3] < 4]
        assert before > 0 and before not in edges and len(weights) < 2
        edges[before] = to, weights[0] if weights else 1
    return Heap({pointer: labels[pointer] for pointer in pointers}, edges)


def test_image_says_the_heap() -> None:
    for heap in HEAPS:
        assert kernel(read_image(Image.of(svg(heap)), heap.labels)) == kernel(heap)


def test_nothing_is_on_anything_else() -> None:
    for heap in HEAPS:
        assert not list(clashes(Image.of(svg(heap)))), heap


def test_title_is_escaped_and_has_room() -> None:
    title = "a <heap> & what is made of it by some assignments of a program"
    image = Image.of(svg(LASSO, title))
    assert title in dict(image.words)
    assert not list(clashes(image))


def test_large_heaps_are_drawn() -> None:
    chain = Heap({f"p{n}": n for n in range(1, 1000)}, {n: (n - 1, 1) for n in range(1, 1000)})
    assert len(text(chain).splitlines()) == 999
    assert len(Image.of(svg(chain)).edges) == 999
