"""What comes of the question whether some heaps and words satisfy a formula of SLH."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace

from synth.heap.formulas import Formula
from synth.heap.heaps import Heap, Node, countable, holds


@dataclass(frozen=True)
class Model:
    """What satisfies a formula: the heaps that may be any, kernels (`heaps.kernel`), and the words that are not seen of heaps."""

    heaps: Mapping[str, Heap]
    numbers: Mapping[str, int]

    def satisfies(self, formula: Formula) -> bool:
        """Whether it does, by the reference, and all lengths in it are words."""
        return countable(formula, self.heaps) and holds(formula, self.heaps, self.numbers)

    @property
    def nodes(self) -> int:
        """To how many nodes a pointer leads at most."""
        return max((heap.nodes_from(p) for heap in self.heaps.values() for p in heap.labels), default=0)

    def shorter(self, name: str, node: Node, steps: int) -> Model:
        """The model whose edge from a node of a heap is shorter by some steps, or of one step."""
        heap = self.heaps[name]
        to, before = heap.edges[node]
        return replace(self, heaps={**self.heaps, name: replace(heap, edges={**heap.edges, node: (to, max(1, before - steps))})})


class Way(enum.Enum):
    """How it is shown that nothing satisfies a formula."""

    WORDS = "words"  # that say which heap it is (`small`)
    KERNELS = "kernels"  # one after the other (`kernels`)


@dataclass(frozen=True)
class Unsatisfiable:
    """Nothing satisfies it whose lengths are words (`heaps.countable`), as some solvers show in a way."""

    solvers: frozenset[str]
    way: Way = Way.WORDS


@dataclass(frozen=True)
class Undecided:
    """Nobody knows, and why."""

    reason: str


Outcome = Model | Unsatisfiable | Undecided
