"""Which words of a state decide what a term is there: with these as they are, it is the same whatever the others are.

As counterexamples are lifted in model checking (Ravi, Somenzi, Minimal assignments for bounded model checking, TACAS 2004), by the
structure of the term and without a solver: of a choice, only the way that is taken matters, of a conjunction that is false, one
false part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from synth.evaluation.integers import Integers
from synth.terms import Term, TermKind, interpret_all, name_of, no_calls, postorder
from synth.transition import symbols


def justifying(roots: Sequence[Term], state: Mapping[str, int], width: int) -> list[frozenset[str]]:
    """For each term the words that decide it in a state of words of `width` bits; not always the fewest there are."""
    nodes = postorder(*roots)
    domain = Integers(width)
    values = {id(n): v for n, v in zip(nodes, interpret_all(nodes, domain, state, no_calls), strict=True)}
    bits = {name: 1 << i for i, name in enumerate(sorted(symbols(roots)))}
    found: dict[int, int] = {}
    for node in nodes:
        if node.kind is TermKind.SYMBOL and isinstance(node.data, str):
            found[id(node)] = bits[node.data]
        else:
            found[id(node)] = 0
            for part in _deciding(node, values, domain.mask, found):
                found[id(node)] |= found[id(part)]
    return [frozenset(name for name, bit in bits.items() if found[id(root)] & bit) for root in roots]


def _deciding(node: Term, values: Mapping[int, int], mask: int, found: Mapping[int, int]) -> Sequence[Term]:
    """The arguments that decide what a node is, by their values; of several that do, the one that hangs on the fewest words."""
    parts = node.arguments
    name = name_of(node)
    ones = 1 if node.boolean else mask
    if name == "ite":
        return parts[0], parts[1 if values[id(parts[0])] else 2]
    absorbing = {"and": (0, 0), "or": (ones, ones), "mul": (0, 0), "implies": (0, 1)}.get(name, ())
    alone = [part for part, value in zip(parts, absorbing, strict=False) if values[id(part)] == value]
    return [min(alone, key=lambda part: found[id(part)].bit_count())] if alone else parts
