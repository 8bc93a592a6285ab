"""Symbolic execution of a whole graph, loops unrolled: what a specification in C asks for.

A failed assertion makes the body false whatever follows; so what it asserts is noted down, and paths go on as if it held. An
assumption about the ∀ words alone that comes before all assertions becomes a part of the precondition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from synth import terms
from synth.booleans import TRUE
from synth.errors import InputError
from synth.frontends.c.lowering.execute import Execution, Key, State
from synth.frontends.c.translation.graph import Failure, Node, Spot
from synth.terms import Term

MOST_ROUNDS = 4096
MOST_STEPS = 200_000


@dataclass
class Unrolling(Execution):
    """Executes from the entry to the ends.

    nest         for every node the heads of the loops that it is in, the outermost first
    obligations  what must hold: the conjunction is the body, the result of the graph left aside
    given        what may be taken for granted
    """

    nest: Sequence[tuple[int, ...]] = ()
    file: str = ""
    obligations: list[Term] = field(default_factory=list)
    given: list[Term] = field(default_factory=list)
    _steps: int = 0

    def _key(self, origin: Node, node: Node, key: Key) -> Key:
        """Loop heads and rounds in turn, and the node's own number: all rounds of a loop come before what follows it."""
        before, after = self.nest[origin.number], self.nest[node.number]
        shared = 0
        while shared < min(len(before), len(after)) and before[shared] == after[shared]:
            shared += 1
        kept = list(key[:2 * shared])
        if shared and after[shared - 1] == node.number and origin.number >= node.number:
            kept[-1] += 1
            if kept[-1] > MOST_ROUNDS:
                raise self._endless(node)
        for head in after[shared:]:
            kept += [head, 0]
        return (*kept, node.number)

    def _endless(self, node: Node) -> InputError:
        spot = node.spot or Spot()
        return InputError(f"not supported: a loop that does not end after {MOST_ROUNDS:,} rounds, whatever the words are",
                          self.file, spot.line, spot.column)

    def _step(self, node: Node, state: State) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise InputError(f"not supported: loops that come to more than {MOST_STEPS:,} steps", self.file)
        super()._step(node, state)

    def _decided(self, node: Node, condition: Term, state: State) -> None:
        builder = self.lowering.builder
        path = state.path.term
        failing = [isinstance(_landing(after).action, Failure) for after in node.successors]
        if sorted(failing) == [False, True]:
            good = condition if failing[-1] else builder.negation(condition)
            self.obligations.append(builder.implied(path, good))
            self._go(node, node.successors[failing.index(False)], state)
        elif len(node.successors) == 1 and not self.obligations and not _calls(condition, path):
            self.given.append(builder.implied(path, condition))
            self._go(node, node.successors[0], state)
        else:
            super()._decided(node, condition, state)


def _landing(node: Node) -> Node:
    """Where a path gets to that does nothing on the way."""
    while node.action is None and len(node.successors) == 1:
        node = node.successors[0]
    return node


def _calls(*roots: Term) -> bool:
    return any(next(terms.calls(root), None) is not None for root in roots if root is not TRUE)
