"""Boolean terms: the constants, conjunctions and disjunctions of several, and the parts of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from synth import terms
from synth.operators import Operator
from synth.terms import Term, TermKind

TRUE, FALSE = terms.constant(True), terms.constant(False)


def conjunction(parts: Iterable[Term]) -> Term:
    """All of some Booleans."""
    return reduce(lambda a, b: b if a is TRUE else a if b is TRUE else a & b, parts, TRUE)


def disjunction(parts: Iterable[Term]) -> Term:
    """Any of some Booleans."""
    return reduce(lambda a, b: b if a is FALSE else a if b is FALSE else a | b, parts, FALSE)


def negation(term: Term) -> Term:
    """What holds where a Boolean does not; of a negation what is negated there."""
    if term is TRUE or term is FALSE:
        return FALSE if term is TRUE else TRUE
    if isinstance(term.data, Operator) and term.data.name == "eq":
        inner, zero = term.arguments
        if inner.boolean and zero.kind is TermKind.CONSTANT and zero.data == 0:
            return inner
    return ~term


def conjuncts(root: Term) -> Iterator[Term]:
    """The Boolean terms whose conjunction `root` is."""
    return _parts(root, "and")


def denied(root: Term) -> Iterator[Term]:
    """The Boolean terms that all hold where `root` does not."""
    stack = [root]
    while stack:
        node = stack.pop()
        match terms.name_of(node), node.arguments:
            case "or", (first, second):
                stack += [second, first]
            case "implies", (premise, goal):
                yield from conjuncts(premise)
                stack.append(goal)
            case "eq", (inner, zero) if inner.boolean and zero.kind is TermKind.CONSTANT and zero.data == 0:
                yield from conjuncts(inner)
            case "neq", (first, second):
                yield terms.apply("eq", first, second)
            case _:
                yield terms.apply("eq", node, 0)


def disjuncts(root: Term) -> Iterator[Term]:
    """The Boolean terms whose disjunction `root` is."""
    return _parts(root, "or")


def _parts(root: Term, connective: str) -> Iterator[Term]:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.boolean and isinstance(node.data, Operator) and node.data.name == connective:
            stack.extend(reversed(node.arguments))
        else:
            yield node
