"""Choices that the guard of an edge decides: a pointer is one of several numbers by a condition, so where it is not null it is
known whether that holds. What else is chosen by the condition is decided then, as the words of a block that may not be allocated.
And choices that make no difference: of n = 0 ? 1 : n + 1 both are the same where n is 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from synth.booleans import FALSE, TRUE, conjuncts, disjuncts
from synth.frontends.c.lowering.readings import SourcedEdge
from synth.frontends.c.lowering.simplify import Builder, value
from synth.frontends.c.lowering.substitute import known_as, substituted
from synth.terms import Term, name_of, postorder, rebuild_all

_ROUNDS, _SMALL = 4, 24
"""How often a guard is looked at, as it becomes simpler; how many nodes a term has at most that is compared with another."""


def decided(edge: SourcedEdge, builder: Builder) -> SourcedEdge:
    """The edge where the conditions by which its guard chooses among numbers have the values that it asks for, and conditions of
    choices that it states hold."""
    for _ in range(_ROUNDS):
        conditions = {id(n.arguments[0]) for n in postorder(edge.guard, *edge.update) if name_of(n) == "ite"}
        known = dict[Term, Term]()
        for part in conjuncts(edge.guard):
            known |= {own: TRUE for own in _stated(part, builder)
                      if id(own) in conditions or id(builder.negation(own)) in conditions}
            known |= dict(_chosen(part))
        if not known:
            break
        said = [c if holds is TRUE else builder.negation(c) for c, holds in known.items()]
        edge = edge.rebuilt(partial(substituted, words={}, builder=builder, known=known_as(known, builder)), said, builder)
    return edge


def plain(edge: SourcedEdge, builder: Builder) -> SourcedEdge:
    """The edge without choices between terms that are the same wherever the one that is not kept is chosen."""
    def same(node: Term) -> Term | None:
        return _either(builder, *node.arguments) if name_of(node) == "ite" else None

    return edge.rebuilt(lambda roots: rebuild_all(roots, same), (), builder)


def _either(builder: Builder, condition: Term, then: Term, otherwise: Term) -> Term | None:
    """What is chosen whether a condition holds or not; None where that makes a difference, or the terms are large."""
    if not (_is_small(then) and _is_small(otherwise)):
        return None
    for claim, left in (condition, otherwise), (builder.negation(condition), then):
        words = {id(part.arguments[0]): part.arguments[1] for part in conjuncts(claim)
                 if name_of(part) == "eq" and value(part.arguments[1]) is not None and not part.arguments[0].boolean}
        there = substituted((then, otherwise), {}, builder, known=words) if words else (then, otherwise)
        if there[0] is there[1]:
            return left
    return None


def _stated(part: Term, builder: Builder) -> list[Term]:
    """What a part of a guard states: itself, or that none of several conditions holds."""
    if name_of(part) == "eq" and part.arguments[0].boolean and value(part.arguments[1]) == 0:
        return [builder.negation(own) for own in disjuncts(part.arguments[0])]
    return [part]


def _is_small(term: Term) -> bool:
    """Whether a term, written out, has few nodes."""
    waiting = [term]
    for _ in range(_SMALL):
        if not waiting:
            return True
        waiting += waiting.pop().arguments
    return not waiting


def _chosen(part: Term) -> Iterator[tuple[Term, Term]]:
    """The conditions that a comparison of a choice with a number decides, with what they are."""
    name = name_of(part)
    if name not in ("eq", "neq") or (number := value(part.arguments[1])) is None or part.arguments[0].boolean:
        return
    tree = part.arguments[0]
    while name_of(tree) == "ite":
        condition, then, otherwise = tree.arguments
        ways = _may_be(then, number, name == "eq"), _may_be(otherwise, number, name == "eq")
        if ways[0] == ways[1]:
            return
        yield condition, TRUE if ways[0] else FALSE
        tree = then if ways[0] else otherwise


def _may_be(tree: Term, number: int, equal: bool) -> bool:
    """Whether a choice may be a number, or another one."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if name_of(node) == "ite":
            stack += node.arguments[1:]
        elif (own := value(node)) is None or (own == number) == equal:
            return True
    return False
