"""Heaps of concrete states for people: what pointers lead to, block by block, and what these hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from synth.analysis.reports.texts import value_text
from synth.transition import Variable

_OBJECT = "the object of "


@dataclass
class _Block:
    """A block of allocated memory: whether it is allocated, its pointers, and the other words in it."""

    lives: bool = True
    pointers: list[Variable] = field(default_factory=list)
    words: list[Variable] = field(default_factory=list)


def is_of_heap(variable: Variable) -> bool:
    """Whether a variable is told with the heap: a pointer, a part of a block, or whether that is allocated."""
    return bool(variable.block) or (bool(variable.objects) and variable.text.startswith(_OBJECT))


def heap_text(variables: Sequence[Variable], state: Mapping[str, int], called: Mapping[str, str]) -> str:
    """What pointers lead to in a state, and what lies there: "list -> block 2 (data = 1) -> block 1 (data = 0), p -> block 1".

    Blocks are told where a pointer first leads there. `called` are the names of variables.
    """
    blocks = dict[str, _Block]()
    for own in variables:
        if own.block:
            block = blocks.setdefault(own.block, _Block())
            if own.lives:
                block.lives = bool(state[own.name])
            elif own.objects:
                block.pointers.append(own)
            elif own.part:
                block.words.append(own)
    return _Drawing(blocks, state).of([(called[v.name].removeprefix(_OBJECT), v) for v in variables
                                       if is_of_heap(v) and not v.block])


class _Drawing:
    """The text of a heap, and which blocks it has told."""

    def __init__(self, blocks: Mapping[str, _Block], state: Mapping[str, int]) -> None:
        self._blocks, self._state = blocks, state
        lines = {name.partition(" of ")[2] for name in blocks}
        self._short = {name: name.partition(" of ")[0] if len(lines) == 1 and name[6:7].isdigit() else name for name in blocks}
        self._told = set[str]()
        self._waiting: list[tuple[str, Variable]] = []

    def of(self, pointers: Sequence[tuple[str, Variable]]) -> str:
        """What pointers lead to, by their names, and those of the blocks that have several."""
        self._waiting = list(pointers)
        told = []
        while self._waiting:
            told.append(self._from(*self._waiting.pop(0)))
        return ", ".join(told)

    def _from(self, name: str, pointer: Variable) -> str:
        text, own = name, pointer
        while True:
            target = dict(own.objects).get(self._state[own.name], "nothing")
            block = self._blocks.get(target)
            text += f" -> {self._short.get(target, target)}"
            if block is None or target in self._told:
                return text
            if not block.lives:
                return f"{text} (freed)"
            self._told.add(target)
            words = [f"{v.part} = {value_text(self._state[v.name], v)}" for v in block.words]
            text += f" ({', '.join(words)})" if words else ""
            if len(block.pointers) != 1:
                self._waiting += [(f"{self._short[target]}.{v.part}", v) for v in block.pointers]
                return text
            own = block.pointers[0]
