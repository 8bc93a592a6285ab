"""Quotients of products that do not overflow, as the guard of an edge says: a block of malloc(n * sizeof *p) has n elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from synth.booleans import conjuncts
from synth.frontends.c.lowering.readings import SourcedEdge
from synth.frontends.c.lowering.simplify import Builder, value
from synth.terms import Term, TermKind, name_of, postorder, rebuild_all
from synth.transition import Variable


def exact(edge: SourcedEdge, before: Sequence[Variable], builder: Builder) -> SourcedEdge:
    """The edge with x in the place of x * c / c, and with y where x is y with a sign that is not set; `before` are the variables
    that it reads.

    x has so few bits that no product overflows, or it is y with the sign of a word of few bits, and the guard bounds the product so
    that y is not negative: as that of malloc says that no block is larger than half of all addresses.
    """
    quotients, width = [node for node in postorder(*edge.update) if _factor(node) is not None], builder.width
    if not quotients or width is None:
        return edge
    bits = {v.name: v.bits for v in (*before, *edge.inputs)}
    bounds = _bounds(conjuncts(edge.guard))
    found = {id(node): simple for node in quotients if (simple := _simple(node, bits, bounds, width)) is not None}
    return edge.rebuilt(lambda roots: rebuild_all(roots, lambda node: found.get(id(node))), (), builder) if found else edge


def _bounds(parts: Iterable[Term]) -> dict[int, int]:
    """The numbers that terms are at most, by the parts of a guard."""
    found: dict[int, int] = {}
    for part in parts:
        if name_of(part) == "ule" and (most := value(part.arguments[1])) is not None:
            found[id(part.arguments[0])] = min(most, found.get(id(part.arguments[0]), most))
    return found


def _factor(node: Term) -> Term | None:
    """x, of x * c / c for a number c."""
    if name_of(node) != "udiv" or not value(node.arguments[1]):
        return None
    product, number = node.arguments
    return product.arguments[0] if name_of(product) == "mul" and product.arguments[1] is number else None


def _simple(node: Term, bits: Mapping[str, int], bounds: Mapping[int, int], width: int) -> Term | None:
    """What x * c / c is; None where nothing simpler is known."""
    (product, divisor), factor = node.arguments, _factor(node)
    number = value(divisor)
    assert factor is not None and number is not None
    if ((1 << _bits(factor, bits, width)) - 1) * number < 1 << width:
        return factor
    word, sign = _signed(factor)
    if word is not None and _bits(word, bits, width) <= sign.bit_length() and (
            bounds.get(id(product), 1 << width) < (1 << width) - sign * number):
        return word  # where it is negative the product is at least 2^width - sign * c
    return None


def _signed(term: Term) -> tuple[Term | None, int]:
    """y and 2^s, of (y ^ 2^s) - 2^s; None where a term is not made so."""
    if name_of(term) == "sub" and name_of(turned := term.arguments[0]) == "xor" and turned.arguments[1] is term.arguments[1]:
        sign = value(term.arguments[1])
        if sign is not None and sign.bit_count() == 1:
            return turned.arguments[0], sign
    return None, 0


def _bits(term: Term, bits: Mapping[str, int], width: int) -> int:
    """How many bits a word has at most."""
    if (number := value(term)) is not None:
        return (number & (1 << width) - 1).bit_length()
    if term.kind is TermKind.SYMBOL:
        return bits.get(str(term.data), width)
    match name_of(term):
        case "and":
            return min(_bits(a, bits, width) for a in term.arguments)
        case "ite":
            return max(_bits(a, bits, width) for a in term.arguments[1:])
    return width
