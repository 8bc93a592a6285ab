"""Inputs by which a program takes edges from its entry that hardly any run takes, as an SMT solver tells them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from synth import terms
from synth.booleans import conjunction
from synth.checking.validity.prover import Fails, valid
from synth.checking.validity.translator import Translator
from synth.evaluation.arrays import Arrays, Words
from synth.terms import Term
from synth.transition import Edge

_INPUTS, _SMALL, _PATIENCE, _DRAWS, _DRAWN = 3, 7, 0.1, 8, 15
"""How many inputs are asked for; up to which words they are small ones, where there are such; seconds for one; how often others are
drawn, and up to which words."""


def inputs_of(edge: Edge, translator: Translator, until: float) -> Iterator[Mapping[str, int]]:
    """Inputs with which the guard of an edge from the entry holds; those that it does not speak of are missing. Each of its words
    gets several values, where it may have them, `until` a moment of the clock of this thread."""
    wide = deque(v for v in edge.inputs if v.bits > 1)
    small = [v.term <= _SMALL for v in wide if v.bits > _SMALL.bit_length()]
    found = _model([edge.guard], translator)
    seen = [] if found is None else [found]
    while found is not None:
        yield found
        found = None
        while wide and found is None and len(seen) < _INPUTS and time.thread_time() < until:
            word = wide.popleft()
            others = [edge.guard, *(word.term != own.get(word.name, 0) for own in seen)]
            found = _model([*others, *small], translator) or _model(others, translator)
            if found is not None:
                seen.append(found)
                wide.append(word)


def drawn(edge: Edge, like: Mapping[str, int], domain: Arrays, count: int, rng: np.random.Generator) -> Mapping[str, Words]:
    """Inputs of `count` runs for which the guard of an edge from the entry holds: `like` those given, by which it does, and, where
    it still does then, with other small words."""
    words = {name: np.full(count, word, dtype=np.uint64) for name, word in like.items()}
    guard, wide = terms.Evaluation([edge.guard]), [v for v in edge.inputs if v.bits > _DRAWN.bit_length() and v.name in words]
    for _ in range(_DRAWS if wide else 0):
        some = rng.random(len(wide)) < 0.5
        others = words | {v.name: rng.integers(0, _DRAWN, count, dtype=np.uint64, endpoint=True)
                          for v, chosen in zip(wide, some, strict=True) if chosen}
        holds = np.broadcast_to(guard.values(domain, others, terms.no_calls)[0] != 0, count)
        words = {name: np.where(holds, others[name], word) for name, word in words.items()}
    return words


def _model(conditions: Sequence[Term], translator: Translator) -> Mapping[str, int] | None:
    """Words with which conditions hold; None where none are found soon."""
    answer = valid(terms.apply("eq", conjunction(conditions), 0), translator.domain.width, _PATIENCE, translator=translator)
    return answer.values if isinstance(answer, Fails) else None
