"""Specifications for languages that know neither points nor operators of a specification's own."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import reduce

from synth.macros import Macro
from synth.specification import Specification
from synth.terms import Term, TermKind, apply, postorder, rebuild, symbol


def plain(spec: Specification) -> Specification:
    """The same specification over operators of the table, its points a part of its precondition."""
    known = spec.precondition
    if spec.points:
        given = _one_of([symbol(str(s.data)) for s in spec.forall], spec.points)
        known = given if known.kind is TermKind.CONSTANT and known.data else given & known
    return dataclasses.replace(spec, precondition=without_macros(known), body=without_macros(spec.body), points=())


def without_macros(root: Term) -> Term:
    """`root` with every macro replaced by its body."""
    while any(isinstance(node.data, Macro) for node in postorder(root)):
        root = rebuild(root, _body)
    return root


def _body(node: Term) -> Term | None:
    if not isinstance(node.data, Macro):
        return None
    operands = dict(zip(node.data.parameters, node.arguments, strict=True))
    return rebuild(node.data.body, lambda leaf: operands[str(leaf.data)] if leaf.kind is TermKind.SYMBOL else None)


def _one_of(words: Sequence[Term], points: Sequence[Mapping[str, int]]) -> Term:
    """That the words are those of some point."""
    def conjunction(point: Mapping[str, int]) -> Term:
        return reduce(lambda a, b: a & b, [apply("eq", word, point[str(word.data)]) for word in words])

    return reduce(lambda a, b: a | b, map(conjunction, points))
