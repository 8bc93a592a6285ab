"""Quotients of products that do not overflow, as the guard of an edge says: a block of malloc(n * sizeof *p) has n elements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from synth.booleans import conjunction, conjuncts
from synth.checking.validity.prover import Valid, valid
from synth.checking.validity.translator import Translator
from synth.frontends.c.lowering.readings import SourcedEdge
from synth.frontends.c.lowering.simplify import Builder, value
from synth.terms import Term, constant, name_of, postorder, rebuild_all
from synth.transition import Variable

_SECONDS = 0.2
"""For each quotient."""


def exact(edge: SourcedEdge, before: Sequence[Variable], builder: Builder, width: int) -> SourcedEdge:
    """The edge with x in the place of x * c / c, and with y where x is y with a sign that is not set; `before` are the variables
    that it reads. What a solver does not soon see to follow from the parts of the guard without such quotients is left."""
    quotients = [node for node in postorder(*edge.update) if _factor(node) is not None]
    if not quotients:
        return edge
    bounds = (v.term <= constant((1 << v.bits) - 1) for v in (*before, *edge.inputs) if v.bits < width)
    stated = (part for part in conjuncts(edge.guard) if all(_factor(node) is None for node in postorder(part)))
    known, translator, found = conjunction([*bounds, *stated]), Translator(width), dict[int, Term]()
    for node in quotients:
        for simple in _simpler(node):
            if isinstance(valid(known.implies(node == simple), width, _SECONDS, translator=translator), Valid):
                found[id(node)] = simple
                break
    return edge.rebuilt(lambda roots: rebuild_all(roots, lambda node: found.get(id(node))), (), builder) if found else edge


def _factor(node: Term) -> Term | None:
    """x, of x * c / c for a number c."""
    if name_of(node) != "udiv" or value(node.arguments[1]) is None:
        return None
    product, number = node.arguments
    return product.arguments[0] if name_of(product) == "mul" and product.arguments[1] is number else None


def _simpler(node: Term) -> Iterator[Term]:
    """What x * c / c may be: y where x is (y ^ 2^s) - 2^s, which is y with the sign of a word of s + 1 bits, and x itself."""
    factor = _factor(node)
    assert factor is not None
    if name_of(factor) == "sub" and name_of(turned := factor.arguments[0]) == "xor" and turned.arguments[1] is factor.arguments[1]:
        yield turned.arguments[0]
    yield factor
